package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/scratch"
	"github.com/nplint/nplint/rules"
)

var update = flag.Bool("update", false, "write what nplint really prints into the scripts")

// scripts is the directory of the end-to-end cases, whatever the working directory becomes.
var scripts = absolute("../../fixtures/cli")

func absolute(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		panic(err)
	}
	return dir
}

// kept is what a script's environment has of that of the test.
var kept = []string{"PATH", "TMPDIR", "GOCOVERDIR", "GORACE"}

// TestMain makes the test binary the command, so that scripts run all of it as users do.
func TestMain(m *testing.M) {
	testscript.Main(patient{m}, map[string]func(){
		"nplint": func() { Main(nil) }, "nplint-crash": func() { Main(nil, crash) }, "terminal": screen,
	})
}

// patient runs the tests, and not the commands, in memory and with less collecting of garbage: what they leave is small.
type patient struct{ *testing.M }

func (p patient) Run() int {
	defer scratch.InMemory()()
	debug.SetGCPercent(400)
	return p.M.Run()
}

// TestScripts runs the end-to-end cases: each archive in fixtures/cli is a script and the files that it starts with.
// Beside the commands of testscript there are exits, fixture, mode, repeat and unescape, the program terminal, described
// below, and the condition [root].
func TestScripts(t *testing.T) {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); !slices.Contains(kept, name) {
			t.Setenv(name, "") // which sets it again when the test is over
			os.Unsetenv(name)
		}
	}
	t.Setenv("HOME", "/no-home")
	testscript.Run(t, testscript.Params{
		Dir:   scripts,
		Setup: setUp,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits, "fixture": fixture, "mode": mode, "repeat": repeat, "unescape": unescape,
		},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// setUp makes the script's directory a repository, so that nothing above it counts, and sets what a script cannot
// write down.
func setUp(e *testscript.Env) error {
	e.Setenv("VERSION", nplint.Version)
	e.Setenv("ESC", "\x1b")
	e.Setenv("NL", "\n")
	return os.Mkdir(e.WorkDir+"/.git", 0o755)
}

// exits STATUS PROGRAM [ARG...] runs a program, which must exit with the status. nplint runs in this process where that
// makes no difference: starting it a thousand times took a third of the time of all scripts.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status program [arg...]")
	}
	run := start
	if args[1] == "nplint" && !needsProcess.Match(script(ts)) {
		run = call
	}
	if status := run(ts, args[1], args[2:]); strconv.Itoa(status) != args[0] {
		ts.Fatalf("the exit status is %d, not %s", status, args[0])
	}
}

// needsProcess matches a script that gives a program an environment or standard input.
var needsProcess = regexp.MustCompile(`(?m)^(\[.*\] )?(env|stdin|ttyin) `)

// script returns the text of a script.
func script(ts *testscript.TestScript) []byte {
	text, err := os.ReadFile(filepath.Join(scripts, ts.Name()+".txtar"))
	ts.Check(err)
	return text
}

// start runs a program as a process of its own and returns its exit status.
func start(ts *testscript.TestScript, program string, args []string) int {
	err := ts.Exec(program, args...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		ts.Fatalf("%v", err)
	}
	return exit.ExitCode()
}

// working is held by who changes the working directory, which all of a process has in common.
var working sync.Mutex

// call runs nplint in this process, in the script's directory, and returns its exit status.
func call(ts *testscript.TestScript, _ string, args []string) int {
	working.Lock()
	defer working.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	return execute(context.Background(), args, env{streams: streams{strings.NewReader(""), ts.Stdout(), ts.Stderr()}})
}

// unescape FILE... replaces Go escapes such as \r and \x00 in files: an archive holds only plain text.
func unescape(ts *testscript.TestScript, _ bool, files []string) {
	for _, file := range files {
		text := ts.ReadFile(file)
		ts.Check(os.WriteFile(ts.MkAbs(file), []byte(unquoted(ts, text)), 0o644))
	}
}

// repeat COUNT TEXT FILE adds a text with Go escapes to the end of a file so many times.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	count, err := strconv.Atoi(args[0])
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[2]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	ts.Check(err)
	_, err = f.WriteString(strings.Repeat(unquoted(ts, args[1]), count))
	ts.Check(errors.Join(err, f.Close()))
}

// mode MODE FILE... compares the permissions of files.
func mode(ts *testscript.TestScript, _ bool, args []string) {
	for _, file := range args[1:] {
		info, err := os.Stat(ts.MkAbs(file))
		ts.Check(err)
		if got := fmt.Sprintf("%o", info.Mode().Perm()); got != args[0] {
			ts.Fatalf("%s has the mode %s, not %s", file, got, args[0])
		}
	}
}

// fixture PATH DIR copies a directory of this repository's fixtures.
func fixture(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.CopyFS(ts.MkAbs(args[1]), os.DirFS(filepath.Join(scripts, "..", args[0]))))
}

func unquoted(ts *testscript.TestScript, text string) string {
	plain, err := strconv.Unquote(`"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`).Replace(text) + `"`)
	ts.Check(err)
	return plain
}

// TestPromptExamples holds that the example in every prompt passes the check that the prompt announces.
func TestPromptExamples(t *testing.T) {
	names := strings.NewReplacer("{stem}", "np-example", "{dir}", "M001", "{milestone}", "M001", "{slice}", "S001", "{slug}", "np-example",
		"{task}", "M001-S001-T0001", "{name}",
		"2026-04-23T11-48-26-642Z__np-executor-to-np-verifier__session-store-has-no-limit__c209db90",
		"{index}", "0", "{index:digits}", "0", "{slice:digits}", "001", "{task:digits}", "0001",
		"{agent}", "gardener", "{skill}", "nx-tidy", "{harness}", "claude-nexus", "**/{base}", "claude-nexus/plan",
		"**/{file}", "inbox/np-verifier/1776695400000-3f2b8c1e-8d4a-4b6f-9a1c-2e7d5f901b34")
	for _, pack := range rules.Packs() {
		for _, contract := range pack.Contracts {
			if body, err := contract.Body(); err == nil && body.Frontmatter == nil && body.Data == nil &&
				len(body.Sections)+len(body.Patterns)+len(body.Blocks)+len(body.Elements) == 0 {
				continue // there is nothing that a prompt could announce
			}
			t.Run(contract.Kind, func(t *testing.T) {
				prompt, status := output("contract", "prompt", "--no-config", contract.Kind)
				if status != exitClean {
					t.Fatalf("contract prompt exits with %d:\n%s", status, prompt)
				}
				_, example, found := strings.Cut(prompt, "\n````")
				fence := "````" + strings.Repeat("`", len(example)-len(strings.TrimLeft(example, "`")))
				_, example, _ = strings.Cut(example, "\n") // behind the language
				example, _, closed := strings.Cut(example, "\n"+fence+"\n")
				if !found || !closed {
					t.Fatalf("the prompt has no example:\n%s", prompt)
				}
				dir := t.TempDir()
				// The example of a plan has read this file.
				if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(strings.Repeat("\n", 9)),
					0o644); err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(dir, names.Replace(contract.Paths[0]))
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(example+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				const clean = "no findings in 1 file\n"
				if got, status := output("check", "--no-config", "--kind", contract.Kind, file); got != clean ||
					status != exitClean {
					t.Errorf("check exits with %d:\n%s", status, got)
				}
			})
		}
	}
}

// output runs a command line in this process and returns what it prints on both streams, and its exit status.
func output(args ...string) (text string, status int) { return outputOf("", args...) }

// outputOf is output with a standard input.
func outputOf(stdin string, args ...string) (text string, status int) {
	var out strings.Builder
	status = execute(context.Background(), args, env{streams: streams{in: strings.NewReader(stdin), out: &out,
		err: &out}})
	return out.String(), status
}

// TestInterrupted holds what is said when Ctrl-C ends a run.
func TestInterrupted(t *testing.T) {
	inRepository(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var said strings.Builder
	status := execute(ctx, []string{"run"}, env{streams: streams{in: strings.NewReader(""), out: &said, err: &said}})
	if got := said.String(); got != "nplint: interrupted\n" || status != 130 {
		t.Errorf("got %q and exit status %d", got, status)
	}
}
