//go:build unix

package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// secret stands in every file outside of the project. Nobody may see it, and nothing there may change.
const secret = "hunter2"

// outside is what lies beside the project, in the directory ../outside.
var outside = map[string]string{
	"agent.md":            "---\nname: " + secret + "\ntier: " + secret + "\ndescription: " + secret + "\n---\n",
	"fixable.md":          "---\nname: np-a\ndescription: " + secret + "\ntier: Haiku\ntools: Read\n---\n",
	"np-finder.md":        "---\nname: " + secret + "\ntier: " + secret + "\n---\n",
	"config.toml":         secret + " = \"" + secret + "\"\n",
	"contract.toml":       "kind = \"" + secret + "\"\n" + secret + " = 1\n",
	"schema.json":         "{\"" + secret + "\": \"" + secret + "\"}\n",
	"baseline.json":       "{\"version\": 1, \"" + secret + "\": {}}\n",
	"package.json":        "{\"name\": \"nubos-pilot\", \"version\": \"" + secret + "\"}\n",
	"ignore":              secret + "\n",
	"PROJECT.md":          "# " + secret + "\n",
	"sub/np-deep.md":      "---\nname: " + secret + "\n---\n",
	"examples.txtar":      "-- good/docs/a.md --\n" + secret + "\n",
	".git/HEAD":           "ref: refs/heads/" + secret + "\n",
	"a.md":                secret + "\n",
	"node_modules/x.md":   secret + "\n",
	"part/agents/np-y.md": "---\nname: " + secret + "\n---\n",
	"set/.nplint.toml":    "version = 1\n[rules]\n" + secret + " = \"off\"\n",
}

// TestAttemptsContained tries to read and to write what lies outside, by links and names that a repository holds, and
// to have nplint wait at a pipe.
func TestAttemptsContained(t *testing.T) {
	const agent = "---\nname: np-a\ndescription: A.\ntier: Haiku\ntools: Read\n---\n"
	const contract = "kind = \"team/a\"\ntitle = \"A\"\npaths = [\"docs/{x}.md\"]\n"
	own := map[string]string{
		".nplint.toml": "version = 1\ncontracts.dirs = [\"contracts\"]\n", "contracts/a.toml": contract, "docs/a.md": "# A\n",
	}
	for _, a := range []struct {
		name  string
		files map[string]string
		links map[string]string // name to where it leads; "|" is a pipe
		args  string            // run if there are none
		want  string            // exit status and a part of what is said
	}{
		{"an artefact", nil, map[string]string{"agents/np-a.md": "../../outside/agent.md"}, "", "3 file-unreadable"},
		{"an artefact by an absolute link", nil, map[string]string{"agents/np-a.md": "/OUTSIDE/agent.md"}, "", "3 file-unreadable"},
		{"an artefact through two links", nil, map[string]string{"agents/np-a.md": "../mid", "mid": "../outside/agent.md"}, "", "3 file-unreadable"},
		{"an artefact in what git keeps", nil, map[string]string{"agents/np-a.md": "../.git/HEAD"}, "", "3 leads into .git"},
		{"an artefact to fix in what git keeps", map[string]string{".git/np-a.md": agent}, map[string]string{"agents/np-a.md": "../.git/np-a.md"}, "run --fix --unsafe-fixes", "3 leads into .git"},
		{"an artefact to suppress in what git keeps", map[string]string{".git/np-a.md": agent}, map[string]string{"agents/np-a.md": "../.git/np-a.md"}, "run --add-suppressions x", "3 leads into .git"},
		{"an artefact in what git keeps, that is named", nil, map[string]string{"agents/np-a.md": "../.git/HEAD"}, "check agents/np-a.md", "3 "},
		{"an artefact to fix", nil, map[string]string{"agents/np-a.md": "../../outside/fixable.md"}, "run --fix --unsafe-fixes", "3 file-unreadable"},
		{"an artefact to show a diff of", nil, map[string]string{"agents/np-a.md": "../../outside/fixable.md"}, "run --diff --unsafe-fixes", "3 "},
		{"an artefact that is named", nil, map[string]string{"agents/np-a.md": "../../outside/agent.md"}, "check agents/np-a.md", "3 file-unreadable"},
		{"an artefact in memory", nil, map[string]string{"agents/np-a.md": "/proc/self/environ"}, "", "3 file-unreadable"},
		{"a device", nil, map[string]string{"agents/np-a.md": "/dev/zero"}, "", "3 file-unreadable"},
		{"the terminal", nil, map[string]string{"agents/np-a.md": "/dev/tty"}, "", "3 file-unreadable"},
		{"itself", nil, map[string]string{"agents/np-a.md": "np-a.md"}, "", "3 file-unreadable"},
		{"a pipe", nil, map[string]string{"agents/np-a.md": "|"}, "", "3 file-unreadable"},
		{"a pipe that is named", nil, map[string]string{"agents/np-a.md": "|"}, "check agents/np-a.md", "3 file-unreadable"},
		{"a link below a pipe, where there are submodules", map[string]string{".gitmodules": ""}, map[string]string{"agents/np-a.md": "../pipe/a.md", "pipe": "|"}, "", "3 leads nowhere"},
		{"a link to a pipe", nil, map[string]string{"agents/np-a.md": "../pipe", "pipe": "|"}, "", "3 file-unreadable"},
		{"a directory of agents", map[string]string{".nubos-pilot/STATE.md": "x"}, map[string]string{"agents": "../outside"}, "", ""},
		{"a directory in a directory", map[string]string{"agents/np-a.md": agent}, map[string]string{"agents/sub": "../../outside/sub"}, "", "1 agent-invalid-tier"},
		{"a directory that leads to itself", map[string]string{"agents/np-a.md": agent}, map[string]string{"agents/again": "../agents"}, "", "1 "},
		{"the whole disk", map[string]string{"agents/np-a.md": agent}, map[string]string{"agents/all": "/"}, "", "1 "},
		{"the mark of a root", map[string]string{"agents/np-a.md": agent}, map[string]string{".nubos-pilot": "../outside"}, "", ""},
		{"a mark with a text", nil, map[string]string{".planning/PROJECT.md": "../../outside/PROJECT.md"}, "", ""},
		{"a pipe for a mark", map[string]string{".nexus/rules/a.md": "x"}, map[string]string{".nexus/history.json": "|", ".nexus/.gitignore": "|"}, "", ""},
		{"what tells the edition", map[string]string{"agents/np-a.md": agent}, map[string]string{"package.json": "../outside/package.json"}, "", "1 "},
		{"a pipe that tells the edition", map[string]string{"agents/np-a.md": agent}, map[string]string{"package.json": "|", ".claude/nubos-pilot/.manifest.json": "|"}, "", "1 "},
		{"an ignore file", map[string]string{"agents/np-a.md": agent}, map[string]string{".gitignore": "../outside/ignore"}, "", "1 "},
		{"a pipe of an ignore file", map[string]string{"agents/np-a.md": agent}, map[string]string{".gitignore": "|", "agents/.gitignore": "|"}, "", "1 "},
		{"a pipe in what git keeps", map[string]string{"agents/np-a.md": agent}, map[string]string{".git/info/exclude": "|"}, "", "1 "},
		{"a configuration", nil, map[string]string{".nplint.toml": "../outside/config.toml"}, "", "2 a link leads out of the project"},
		{"a configuration by an absolute link", nil, map[string]string{".nplint.toml": "/OUTSIDE/config.toml"}, "config show", "2 a link leads out"},
		{"a nested configuration", map[string]string{"agents/np-a.md": agent}, map[string]string{"agents/.nplint.toml": "../../outside/config.toml"}, "", "2 a link leads out"},
		{"a configuration that is a pipe", nil, map[string]string{".nplint.toml": "|"}, "", "2 not a regular file"},
		{"a configuration that is a device", nil, map[string]string{".nplint.toml": "/dev/zero"}, "", "2 "},
		{"a nested configuration that is a pipe", map[string]string{"agents/np-a.md": agent}, map[string]string{"agents/.nplint.toml": "|"}, "", "2 not a regular file"},
		{"extends upward", map[string]string{".nplint.toml": "extends = [\"../outside/config.toml\"]\n"}, nil, "", "2 lies outside"},
		{"extends by an absolute name", map[string]string{".nplint.toml": "extends = [\"/OUTSIDE/config.toml\"]\n"}, nil, "", "2 "},
		{"extends up and down", map[string]string{".nplint.toml": "extends = [\"a/../../outside/config.toml\"]\n", "a/x": ""}, nil, "", "2 "},
		{"extends a link", map[string]string{".nplint.toml": "extends = [\"l.toml\"]\n"}, map[string]string{"l.toml": "../outside/config.toml"}, "", "2 lies outside"},
		{"extends through a directory", map[string]string{".nplint.toml": "extends = [\"d/config.toml\"]\n"}, map[string]string{"d": "../outside"}, "", "2 lies outside"},
		{"extends a pipe", map[string]string{".nplint.toml": "extends = [\"p.toml\"]\n"}, map[string]string{"p.toml": "|"}, "", "2 not a regular file"},
		{"extends a device", map[string]string{".nplint.toml": "extends = [\"/dev/zero\"]\n"}, nil, "", "2 "},
		{"extends what git keeps", map[string]string{".nplint.toml": "extends = [\".git/HEAD\"]\n"}, nil, "", "2 lies in .git"},
		{"extends itself", map[string]string{".nplint.toml": "extends = [\".nplint.toml\"]\n"}, nil, "", "2 "},
		{"contracts upward", map[string]string{".nplint.toml": "contracts.dirs = [\"../outside\"]\n"}, nil, "", "2 "},
		{"contracts by an absolute name", map[string]string{".nplint.toml": "contracts.dirs = [\"/OUTSIDE\"]\n"}, nil, "", "2 "},
		{"contracts through a link", map[string]string{".nplint.toml": "contracts.dirs = [\"contracts\"]\n"}, map[string]string{"contracts": "../outside"}, "", "2 "},
		{"a contract", own, map[string]string{"contracts/b.toml": "../../outside/contract.toml"}, "", "2 "},
		{"a contract to show", own, map[string]string{"contracts/b.toml": "../../outside/contract.toml"}, "contract list", "2 "},
		{"a contract that is a pipe", own, map[string]string{"contracts/b.toml": "|"}, "", "2 not a regular file"},
		{"a pack that is a pipe", own, map[string]string{"contracts/pack.toml": "|"}, "", "2 not a regular file"},
		{"a new contract", own, map[string]string{"contracts/new.toml": "../../outside/not-there.toml"}, "contract new team/new", "2 "},
		{"examples", own, map[string]string{"contracts/a.txtar": "../../outside/examples.txtar"}, "contract test", "2 "},
		{"examples to write", own, map[string]string{"contracts/a.txtar": "../../outside/examples.txtar"}, "contract test --update", "2 "},
		{"examples in all cases", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/a.toml": contract,
			"contracts/a.txtar": "-- all/../../OUTSIDE/new.md --\nx\n-- good/docs/a.md --\n# A\n"}, nil, "contract test", "2 lies below it"},
		{"examples through a link", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/a.toml": contract,
			"contracts/a.txtar": "-- good/docs/a.md --\n# A\n-- good/contracts/d/new.md --\nx\n-- good/contracts/f --\nx\n"},
			map[string]string{"contracts/d": "/OUTSIDE", "contracts/f": "/OUTSIDE/a.md"}, "contract test", "0 holds"},
		{"examples of contracts beside a pipe", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/a.toml": contract,
			"contracts/a.txtar": "-- good/docs/a.md --\n# A\n"}, map[string]string{"contracts/p": "|"}, "contract test", "0 holds"},
		{"a baseline to read", nil, map[string]string{"agents/np-a.md": "../a", "a": "|", ".nplint-baseline.json": "../outside/baseline.json"}, "", ""},
		{"a baseline to write", map[string]string{"agents/np-a.md": agent}, map[string]string{".nplint-baseline.json": "../outside/baseline.json"}, "baseline create --force", "2 "},
		{"a baseline to update", map[string]string{"agents/np-a.md": agent}, map[string]string{".nplint-baseline.json": "../outside/baseline.json"}, "baseline update", "2 "},
		{"a baseline that is not there", map[string]string{"agents/np-a.md": agent}, map[string]string{".nplint-baseline.json": "../outside/new.json"}, "baseline create", "2 "},
		{"a baseline that is a pipe", map[string]string{"agents/np-a.md": agent}, map[string]string{".nplint-baseline.json": "|"}, "", "2 "},
		{"a baseline in a directory", map[string]string{"agents/np-a.md": agent}, map[string]string{"d": "../outside"}, "baseline create --baseline d/new.json", "2 leads out"},
		{"a baseline in a directory, up and down", map[string]string{"agents/np-a.md": agent, "in/x": ""}, map[string]string{"d": "../outside"}, "baseline create --baseline in/../d/new.json", "2 leads out"},
		{"a baseline in a directory to replace", map[string]string{"agents/np-a.md": agent}, map[string]string{"d": "../outside"}, "baseline create --force --baseline d/baseline.json", "2 leads out"},
		{"a baseline in a directory to update", map[string]string{"agents/np-a.md": agent}, map[string]string{"d": "../outside"}, "baseline update --baseline d/baseline.json", "2 leads out"},
		{"a baseline in a directory to read", map[string]string{"agents/np-a.md": agent}, map[string]string{"d": "../outside"}, "run --baseline d/baseline.json", "2 leads out"},
		{"a baseline in what git keeps", map[string]string{"agents/np-a.md": agent}, map[string]string{"d": ".git"}, "baseline create --baseline d/new.json", "2 into .git"},
		{"init over a hook", nil, map[string]string{".pre-commit-config.yaml": "../outside/config.toml"}, "init", "3 cannot be written"},
		{"init over a configuration", nil, map[string]string{".nplint.toml": "../outside/new.toml"}, "init --force", "3 "},
		{"init into a directory", nil, map[string]string{".github": "../outside"}, "init", "3 "},
		{"init into what git keeps", nil, map[string]string{".github": ".git"}, "init", "3 leads into .git"},
		{"a new contract in what git keeps", map[string]string{".nplint.toml": own[".nplint.toml"]}, map[string]string{"contracts": ".git"}, "contract new team/new", "2 in .git"},
		{"contracts in what git keeps", map[string]string{".nplint.toml": "version = 1\ncontracts.dirs = [\".git/a\"]\n", ".git/a/b.toml": contract}, nil, "contract new team/new", "2 lies in .git"},
		{"a contract in what git keeps", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/b.toml": contract, ".git/a.toml": secret + " = 1\n"},
			map[string]string{"contracts/a.toml": "../.git/a.toml"}, "", "2 in .git"},
		{"a pack in what git keeps", map[string]string{".nplint.toml": own[".nplint.toml"], ".git/pack.toml": secret + " = 1\n"},
			map[string]string{"contracts": ".git"}, "", "2 .git"},
		{"a page in what git keeps", map[string]string{".nplint.toml": own[".nplint.toml"], ".git/a.md": secret + "\n", "contracts/kinds/a.toml": strings.Replace(contract, "team", "contracts", 1),
			"contracts/pack.toml": "name = \"contracts\"\ntitle = \"x\"\nversion = \"1\"\nprefix = \"evil\"\nmarkers = [\"docs\"]\n"},
			map[string]string{"contracts/evil-a.md": "../.git/a.md"}, "", "2 in .git"},
		{"init over a pipe", nil, map[string]string{".pre-commit-config.yaml": "|"}, "init", "3 cannot be written"},
		{"a report over a link", map[string]string{"agents/np-a.md": agent}, map[string]string{"r.json": "../outside/new.json"}, "run -o json=r.json", "2 symbolic link"},
		{"a report over what git keeps", map[string]string{"agents/np-a.md": agent}, map[string]string{"r.sarif": ".git/config"}, "run -o sarif=r.sarif", "2 symbolic link"},
		{"a report into a directory", map[string]string{"agents/np-a.md": agent}, map[string]string{"d": "../outside"}, "run -o json=d/new.json", "2 leads out"},
		{"a report into what git keeps", map[string]string{"agents/np-a.md": agent}, map[string]string{"d": ".git"}, "run -o json=d/hooks", "2 .git"},
		{"a report into a pipe", map[string]string{"agents/np-a.md": agent}, map[string]string{"r.json": "|"}, "run -o json=r.json", "2 named pipe"},
		{"a report over a directory", map[string]string{"agents/np-a.md": agent, "r.json/x": ""}, nil, "run -o json=r.json", "2 "},
		{"a schema", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/a.toml": contract + "[frontmatter]\nschema = \"s.json\"\n"},
			map[string]string{"contracts/s.json": "../../outside/schema.json"}, "", "2 "},
		{"a schema upward", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/a.toml": contract + "[frontmatter]\nschema = \"../../outside/schema.json\"\n"},
			nil, "", "2 "},
		{"a reference in a schema", map[string]string{".nplint.toml": own[".nplint.toml"],
			"contracts/a.toml": contract + "[frontmatter]\n\"$ref\" = \"file:///OUTSIDE/schema.json\"\n"}, nil, "", "2 "},
		{"a reference to a host", map[string]string{".nplint.toml": own[".nplint.toml"],
			"contracts/a.toml": contract + "[frontmatter]\n\"$ref\" = \"http://127.0.0.1:1/schema.json\"\n"}, nil, "", "2 "},
		{"paths upward", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/a.toml": strings.Replace(contract, "docs/", "../outside/", 1)}, nil, "", "2 "},
		{"links upward", map[string]string{".nplint.toml": own[".nplint.toml"], "contracts/a.toml": contract + "[text]\nlinks = true\n",
			"docs/a.md": "[a](../../outside/a.md) [b](/OUTSIDE/a.md) [c](../../../../../../../../etc/passwd)\n"}, nil, "", "1 link-broken"},
		{"a repository elsewhere", map[string]string{"agents/np-a.md": agent, "sub/.git": "gitdir: ../../outside/.git\n"}, nil, "run --staged", "2 "},
		{"a device that names the repository", map[string]string{"agents/np-a.md": agent}, map[string]string{".git/commondir": "/dev/zero"}, "run --staged", " commondir of its repository is no regular file"},
		{"a device in what git keeps", map[string]string{"agents/np-a.md": agent}, map[string]string{".git/refs/heads/main": "/dev/zero"}, "run --new-from HEAD", " main of its repository is no regular file"},
		{"a pipe for an index", map[string]string{"agents/np-a.md": agent}, map[string]string{".git/index": "|"}, "run --staged", " index of its repository is no regular file"},
		{"a name of standard input", map[string]string{"agents/np-a.md": agent}, nil, "check - --stdin-filename ../outside/np-finder.md", ""},
		{"a name of standard input behind a link", nil, map[string]string{"d": "../outside"}, "run - --stdin-filename d/agents/np-x.md", "2 d/agents/np-x.md: a link leads out"},
		{"a configuration beside standard input", nil, map[string]string{"d": "../outside"}, "run - --stdin-filename d/set/agents/np-x.md", "2 a link leads out"},
		{"standard input behind a link to a part", nil, map[string]string{"d": "../outside/set"}, "run - --stdin-filename d/agents/np-x.md", "2 .nplint.toml: a link leads out"},
		{"standard input behind a link to another part", nil, map[string]string{"d": "../outside/part"}, "run - --stdin-filename d/agents/np-x.md", "1 d/agents/np-x.md:"},
		{"another repository", nil, map[string]string{"d": "../outside"}, "run d", "2 d: a link leads out"},
		{"a part of another repository", nil, map[string]string{"d": "../outside"}, "run --fix d/set", "2 d/set: a link leads out"},
		{"the configuration of another repository", nil, map[string]string{"d": "../outside"}, "config show d/set/x.md", "2 d/set/x.md: a link leads out"},
		{"the files of another repository", nil, map[string]string{"d": "../outside"}, "files d", "2 d: a link leads out"},
		{"the health of another repository", nil, map[string]string{"d": "../outside"}, "doctor d", "2 d: a link leads out"},
		{"a baseline of another repository", nil, map[string]string{"d": "../outside"}, "baseline create d/set", "2 d/set: a link leads out"},
		{"leftovers that are a link", map[string]string{"agents/np-a.md": agent},
			map[string]string{"agents/.nplint-ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp": "../../outside/a.md"}, "run --fix", "0 "},
		{"the health of a project", nil, map[string]string{".nubos-pilot/STATE.md": "../../outside/a.md", ".nubos-pilot/roadmap.yaml": "|"}, "doctor", ""},
		{"the graph of a project", nil, map[string]string{".nubos-pilot/roadmap.yaml": "../../outside/schema.json"}, "graph", ""},
		{"the files of a project", map[string]string{"agents/np-a.md": agent}, map[string]string{"agents/np-b.md": "../../outside/agent.md", "d": "/"}, "files", "0 "},
	} {
		t.Run(a.name, func(t *testing.T) {
			top, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			beside := filepath.Join(top, "outside")
			there := func(text string) string { return strings.ReplaceAll(text, "/OUTSIDE", beside) }
			for name, text := range outside {
				writeFile(t, filepath.Join(beside, name), text)
			}
			before := treeOf(t, beside)
			t.Chdir(mkdir(t, filepath.Join(top, "project")))
			writeFile(t, ".git/HEAD", "ref: refs/heads/main\n")
			writeFile(t, ".git/config", "")
			for name, text := range a.files {
				writeFile(t, name, there(text))
			}
			for name, to := range a.links {
				mkdir(t, filepath.Dir(name))
				if err = os.Symlink(there(to), name); to == "|" {
					os.Remove(name)
					err = syscall.Mkfifo(name, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			args := strings.Fields(a.args)
			if len(args) == 0 {
				args = []string{"run"}
			}
			got, status := outputOf("---\nname: x\n---\n", args...)
			wanted, part, _ := strings.Cut(a.want, " ")
			if wanted != "" && wanted != string(rune('0'+status)) || !strings.Contains(got, part) || status > 3 {
				t.Errorf("nplint %s exits with %d, and not with %q; it says\n%s", strings.Join(args, " "), status, a.want, got)
			}
			if strings.Contains(got, secret) {
				t.Errorf("nplint %s tells what lies outside:\n%s", strings.Join(args, " "), got)
			}
			if after := treeOf(t, beside); after != before {
				t.Errorf("nplint %s has changed what lies outside:\n%s\nbefore\n%s", strings.Join(args, " "), after, before)
			}
			if config, _ := os.ReadFile(".git/config"); len(config) > 0 {
				t.Errorf("nplint %s wrote into .git", strings.Join(args, " "))
			}
		})
	}
}

func mkdir(t *testing.T, name string) string {
	if err := os.MkdirAll(name, 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

// treeOf returns the names and contents of all files below a directory.
func treeOf(t *testing.T, dir string) string {
	var all strings.Builder
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all.WriteString(name + "\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
