package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// crash is a pass that ends the process as nothing else does: it panics where nobody can recover it.
var crash = &analysis.Analyzer{
	Name: "crash", Doc: "ends the process", Requires: []*analysis.Analyzer{document.Analyzer},
	Run: func(*analysis.Pass) (any, error) {
		go func() { panic("crash") }()
		select {}
	},
}

// panics is a pass that fails.
var panics = &analysis.Analyzer{
	Name: "panics", Doc: "panics", Requires: []*analysis.Analyzer{document.Analyzer},
	Run: func(*analysis.Pass) (any, error) { panic("oops") },
}

const hookEvent = `{"session_id":"s","cwd":%q,"hook_event_name":"PostToolUse","tool_name":"Write",` +
	`"tool_input":{"file_path":"agents/np-x.md"},"tool_response":{"type":"create"}}`

// TestHookFailures holds that a failure of nplint never keeps an agent from its work: the exit status is none that a host
// takes for an answer, nothing is on standard output, and one line on standard error says why.
func TestHookFailures(t *testing.T) {
	inRepository(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, "agents/np-x.md", "---\nname: np-x\n---\n")
	writeFile(t, "broken/.git/HEAD", "")
	writeFile(t, "broken/.nplint.toml", "version = 1\nfial_level = \"error\"\nnope = 1\n")
	writeFile(t, "broken/agents/np-x.md", "---\nname: np-x\n---\n")
	event := fmt.Sprintf(hookEvent, dir)
	for name, c := range map[string]struct {
		args   []string // behind hook; nil is claude-code
		in     io.Reader
		passes []*analysis.Analyzer
		want   string
	}{
		"no host":           {args: []string{}, want: "nplint hook: needs the name of an agent program (usage: nplint hook HOST)"},
		"an unknown host":   {args: []string{"clode-code"}, want: `no host "clode-code" (did you mean "claude-code"?)`},
		"two hosts":         {args: []string{"claude-code", "claude-code"}, want: "takes one argument, and was given 2"},
		"an unknown flag":   {args: []string{"--fast", "claude-code"}, want: "unknown flag --fast"},
		"no standard input": {in: strings.NewReader(""), want: "standard input is empty"},
		"an unreadable one": {in: iotest.ErrReader(errors.New("broken pipe")), want: "standard input: broken pipe"},
		"no JSON":           {in: strings.NewReader("{"), want: "standard input is no event of Claude Code"},
		"other JSON":        {in: strings.NewReader("[1]"), want: "standard input is no event of Claude Code: it is no JSON object"},
		"too much":          {in: io.LimitReader(endless{}, 40<<20), want: "more than the 32 MiB"},
		"no event":          {in: strings.NewReader("{}"), want: "it has no `hook_event_name`"},
		"an unknown event": {
			in: strings.NewReader(strings.Replace(event, "PostToolUse", "PostTool\\u001bUse", 1)), want: `"PostTool\x1bUse", at which`,
		},
		"no directory": {in: strings.NewReader(strings.Replace(event, "cwd", "pwd", 1)), want: "in which directory"},
		"a missing directory": {
			in: strings.NewReader(fmt.Sprintf(hookEvent, filepath.Join(dir, "gone"))), want: "is not there",
		},
		"a broken configuration": {
			in: strings.NewReader(fmt.Sprintf(hookEvent, filepath.Join(dir, "broken"))), want: "broken/.nplint.toml:2: ",
		},
		"a panic of a pass": {in: strings.NewReader(event), passes: []*analysis.Analyzer{panics}, want: `nplint's pass "panics" failed`},
	} {
		t.Run(name, func(t *testing.T) {
			if c.args == nil {
				c.args = []string{"claude-code"}
			}
			if c.in == nil {
				c.in = strings.NewReader(event)
			}
			var out, complaint strings.Builder
			with := env{streams: streams{c.in, &out, &complaint}, passes: c.passes}
			status := execute(context.Background(), append([]string{"hook"}, c.args...), with)
			said := complaint.String()
			if status != exitFindings || out.Len() > 0 || strings.Count(said, "\n") != 1 || !strings.Contains(said, c.want) {
				t.Errorf("exit status %d, %q, %q without %q", status, out.String(), said, c.want)
			}
		})
	}
	var complaint strings.Builder
	for _, args := range [][]string{{"--fast", "hook", "claude-code"}, {"--color", "hook", "claude-code"}} {
		complaint.Reset()
		status := execute(context.Background(), args, env{streams: streams{strings.NewReader(event), io.Discard, &complaint}})
		if said := complaint.String(); status != exitFindings || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: exit status %d, %q", args, status, said)
		}
	}
	// A directory that is in no repository and has no project is none of nplint's business.
	var out strings.Builder
	alone := t.TempDir()
	status := execute(context.Background(), []string{"hook", "claude-code"},
		env{streams: streams{strings.NewReader(fmt.Sprintf(hookEvent, alone)), &out, &out}})
	if status != exitClean || out.Len() > 0 {
		t.Errorf("without a project: exit status %d, %q", status, &out)
	}
}

// endless is a standard input without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, endlessText), nil }

var endlessText = strings.Repeat("x", 1<<20) // copied at once, since the race detector looks at each byte that a loop writes
