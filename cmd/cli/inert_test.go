package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/nasty"
	"github.com/nplint/nplint/reporters"
)

// verbs is how each command is called in a tree of nasty names and values. The diff is content: a runner sees it inert.
var verbs = map[string][]string{
	"run": {"run", "run -o json", "run -o sarif", "run -o github", "run -o markdown", "run -o junit", "run -o html", "run --color always", "run --statistics",
		"run --diff --unsafe-fixes", "run no/such/NASTY", "run --only NASTY", "run --config NASTY", "run -o NASTY", "run -o NASTY=x", "run -o json=NASTY/x",
		"run --new-from NASTY", "run --today NASTY", "run --baseline NASTY", "run --NASTY", "run --stdin-filename NASTY -"},
	"check":           {"check --kind agent agents/np-0.md agents/np-1.md", "check --kind NASTY agents/np-0.md", "check NASTY"},
	"baseline":        {"baseline NASTY"},
	"baseline create": {"baseline create --baseline b.json", "baseline create --baseline no/NASTY", "baseline create --baseline b2.json --until NASTY"},
	"baseline update": {"baseline update --baseline b.json", "baseline update --baseline NASTY"},
	"baseline check":  {"baseline check --baseline b.json"},
	"contract":        {"contract NASTY"},
	"contract list":   {"contract list", "contract list -o json", "contract list -o NASTY"},
	"contract test":   {"contract test", "contract test NASTY"},
	"contract new":    {"contract new NASTY", "contract new team/a"},
	"contract schema": {"contract schema"},
	"contract show":   {"contract show evil/thing", "contract show NASTY"},
	"contract prompt": {"contract prompt evil/thing", "contract prompt NASTY"},
	"rules":           {"rules", "rules -o json", "rules --only NASTY", "rules --kind NASTY", "rules --pack NASTY"},
	"explain":         {"explain evil-rule", "explain evil-rule -o json", "explain evil-rule -o markdown", "explain NASTY", "explain NASTY rule"},
	"config":          {"config NASTY"},
	"config show":     {"config show", "config show agents/np-0.md", "config show NASTY"},
	"config schema":   {"config schema"},
	"doctor":          {"doctor", "doctor -o json", "doctor -o markdown", "doctor -o html", "doctor NASTY", "doctor --since NASTY"},
	"files":           {"files", "files -o json", "files NASTY"},
	"graph":           {"graph", "graph -o mermaid", "graph -o dot", "graph -o json", "graph -o svg", "graph -o html", "graph NASTY"},
	"hook":            {"hook claude-code", "hook codex", "hook gemini", "hook cursor", "hook opencode", "hook copilot", "hook NASTY", "hook claude-code NASTY", "hook --NASTY claude-code"},
	"init":            {"init", "init --force", "init NASTY"},
	"matcher":         {"matcher github", "matcher NASTY"},
	"merge": {"merge merge.json", "merge merge.json -o json", "merge merge.json -o markdown", "merge merge.json -o html", "merge merge.json -o sarif",
		"merge NASTY", "merge merge.json --since NASTY", "merge merge.json -o NASTY"},
	"lsp":             {"lsp", "lsp NASTY"}, // as is what it answers
	"mcp":             {"mcp", "mcp NASTY"}, // what it answers is held against the values beside it
	"man":             {"man"},
	"version":         {"version", "version -o json", "version NASTY"},
	"completion":      {"completion NASTY"},
	"completion bash": {"completion bash"}, "completion fish": {"completion fish"}, "completion zsh": {"completion zsh"},
	"completion powershell": {"completion powershell"},
	"help":                  {"help NASTY"},
}

// TestVerbsAreInert puts nasty names and values through every command: what is printed is obeyed by nobody. A command
// that is not listed fails.
func TestVerbsAreInert(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "true")
	t.Setenv("GITHUB_STEP_SUMMARY", "")
	for _, bad := range []bool{false, true} {
		tree := t.TempDir()
		t.Chdir(tree)
		nastyTree(t, bad)
		var walk func(cmd *cobra.Command)
		walk = func(cmd *cobra.Command) {
			name := strings.TrimPrefix(cmd.CommandPath(), "nplint ")
			if cmd.HasParent() {
				if verbs[name] == nil {
					t.Errorf("the command %q is not listed here, so nobody knows whether what it prints is inert", name)
				}
				for _, line := range verbs[name] {
					runVerb(t, line, bad)
				}
			}
			for _, sub := range cmd.Commands() {
				walk(sub)
			}
		}
		status := 0
		root := newRoot(quietly(&bytes.Buffer{}), &status)
		root.Use = "nplint [PATH...]"
		root.InitDefaultCompletionCmd("x")
		root.InitDefaultHelpCmd()
		if got := execute(context.Background(), []string{"explain", "evil-rule"}, quietly(&bytes.Buffer{})); (got == exitClean) == bad {
			t.Fatalf("the exit status is %d, so the tree is not what it is to be", got)
		}
		walk(root)
	}
}

func quietly(out *bytes.Buffer) env { return env{streams: streams{strings.NewReader(""), out, out}} }

// runVerb runs a command with each nasty value or, if it takes none, once.
func runVerb(t *testing.T, line string, bad bool) {
	values := []string{""}
	if strings.Contains(line, "NASTY") && !bad {
		values = nasty.Values[:22] // commands to runners and terminals: the others are for formats
	}
	for _, value := range values {
		if strings.Contains(value, "\x00") {
			continue // no argument of a process has it
		}
		args := strings.Fields(line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "NASTY", value)
		}
		var out, complaint bytes.Buffer
		execute(context.Background(), args, env{streams: streams{strings.NewReader(value), &out, &complaint}})
		shown := out.String()
		if strings.Contains(line, "github") {
			shown = regexp.MustCompile(`(?m)^::(error|warning|notice) [^:]*::`).ReplaceAllString(shown, "text: ")
		}
		if strings.Contains(line, "always") {
			shown = regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(shown, "")
		}
		if strings.Contains(line, "--diff") {
			shown = reporters.Visible(shown, "\n\t")
			if strings.Contains(out.String(), "##[") {
				t.Errorf("%q: the diff has a command to a runner", args)
			}
		}
		if strings.HasPrefix(line, "completion ") && !strings.Contains(line, "NASTY") {
			shown = "" // a script of cobra's, which knows no value
		}
		for name, text := range map[string]string{"standard output": shown, "standard error": complaint.String()} {
			if obeyed := nasty.Obeyed(text); obeyed != "" {
				t.Errorf("%.200q writes to %s %s", args, name, obeyed)
			}
		}
		if strings.HasSuffix(line, "-o json") && out.Len() > 0 && !json.Valid(out.Bytes()) {
			t.Errorf("%q prints no JSON", args)
		}
	}
}

// nastyTree writes a project into the working directory, whose configuration is bad or has a pack of nasty pages.
func nastyTree(t *testing.T, bad bool) {
	write := func(name, text string) {
		if os.MkdirAll(filepath.Dir(name), 0o755) != nil {
			return // no system takes every name
		}
		_ = os.WriteFile(name, []byte(text), 0o644)
	}
	write(".git/HEAD", "")
	var findings []nplint.Finding
	for _, value := range nasty.Values {
		findings = append(findings, nplint.Finding{Rule: value, Kind: value, Path: value, Message: value, Severity: nplint.Error})
	}
	merge, err := json.Marshal(map[string]any{"version": 1, "findings": findings, "summary": nplint.Summary{Errors: len(findings)}})
	if err != nil {
		panic(err)
	}
	write("merge.json", string(merge))
	var settings, why strings.Builder
	settings.WriteString("version = 1\ncontracts.dirs = [\"evil\"]\n")
	for i, value := range nasty.Values {
		agent := fmt.Sprintf("---\nname: %q\ndescription: %q\ntier: %q\n%q: %q\ntools: Read\n---\n%s\n", value, value, value, value, value, value)
		write(fmt.Sprintf("agents/np-%d.md", i), agent)
		if len(value) < 100 && !strings.ContainsAny(value, "/\x00") {
			write(value+"/agents/np-x.md", agent)
			write("agents/np-"+value+".md", agent)
		}
		fmt.Fprintf(&why, "%s\n\n", strings.ToValidUTF8(strings.NewReplacer("\x00", "", "\r", "").Replace(value), ""))
		if bad {
			fmt.Fprintf(&settings, "%q = %q\n", fmt.Sprint(i, strings.ToValidUTF8(value, "")), strings.ToValidUTF8(value, ""))
		}
	}
	write(".nplint.toml", unescaped(settings.String()))
	write("evil/pack.toml", "name = \"evil\"\ntitle = \"##[error]x\"\nversion = \"1\"\nprefix = \"evil\"\nmarkers = [\"{x}.evil\"]\n")
	write("evil/evil-rule.md", "---\nid: evil-rule\ntitle: ##[error]title ::x::\nkinds: any\ntags: evil\nseverity: error\nfix: none\nanalyzer: contract\nsince: 0.1.0\nsource: x\n---\n"+why.String())
	write("evil/kinds/thing.toml", "kind = \"evil/thing\"\ntitle = \"::error::x ##[error]y\"\nabout = \"##[error]z\"\nsource = \"x\"\npaths = [\"{x}.evil\"]\n[codes]\n\"/no-content\" = \"evil-rule\"\n")
	write("::error::.evil", "---\na: 1\n---\n")
}

// unescaped writes what Go has an escape for and TOML has none as TOML writes it.
func unescaped(text string) string {
	return regexp.MustCompile(`\\x([0-9a-f]{2})`).ReplaceAllString(strings.NewReplacer(`\a`, `\u0007`, `\v`, `\u000b`).Replace(text), `\u00$1`)
}
