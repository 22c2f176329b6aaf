package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// buildHouse builds the command in testdata/house, a module of its own, against this module and returns its path.
func buildHouse(t *testing.T) string {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("SKIPPED: go is not installed, so no command of a user's own was built")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/house")); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := completeModule(root, dir); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "house")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	for _, args := range [][]string{
		{"mod", "edit", "-replace", "github.com/nplint/nplint=" + root},
		{"build", "-o", binary, "."},
		{"test", "./prose"},
	} {
		cmd := exec.Command(goTool, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off") // all that it needs is there
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	return binary
}

// completeModule gives the module in dir the requirements and sums of the one at root, as `go mod tidy` would. Only a module that names all that
// it needs is built without reading the go.mod of every module in the graph, some of which this machine may not have.
func completeModule(root, dir string) error {
	file := filepath.Join(dir, "go.mod")
	house, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	ours, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	_, requirements, _ := strings.Cut(string(ours), "\nrequire ")
	requirements, _, _ = strings.Cut("\nrequire "+requirements, "\ntool ")
	if err := os.WriteFile(file, append(house, requirements...), 0o644); err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644)
}

// houseProject is what the command is tried on.
const houseProject = `
-- .nplint.toml --
version = 1
[rules]
"doctrine:missing-completeness-file" = "off"
-- error.toml --
version = 1
[rules]
"doctrine:missing-completeness-file" = "off"
"agent/house-full-stop" = "error"
-- option.toml --
version = 1
[rules]
"doctrine:missing-completeness-file" = "off"
house-full-stop = { severity = "info", stop = "!" }
-- typo.toml --
version = 1
[rules]
house-ful-stop = "error"
house-full-stop = { stop = 1 }
-- agents/np-scribe.md --
---
name: np-scribe
description: Writes the release note
tier: opus
tools: Read, Write
---
`

// TestOwnCommand builds a command with a rule of its own, which is then known wherever ours are.
func TestOwnCommand(t *testing.T) {
	house := buildHouse(t)
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(houseProject)).Files {
		file := filepath.Join(dir, f.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, f.Data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	const message = "`description` does not end with \".\", so it runs into the next one in the list of agents; end the sentence\n"
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"run -q", 0, "agents/np-scribe.md:3:14: warning[house-full-stop] " + message},
		{"run -q --config error.toml", 1, "agents/np-scribe.md:3:14: error[house-full-stop] " + message},
		{"run -q --config option.toml", 0, "agents/np-scribe.md:3:14: info[house-full-stop] " + strings.Replace(message, `"."`, `"!"`, 1)},
		{"run -q --disable house", 0, ""},
		{"run -q --only style", 0, "agents/np-scribe.md:3:14: warning[house-full-stop] " + message},
		{"run -q --only stile", 2, "nplint: unknown rule, tag or pack \"stile\" (did you mean \"style\"?); `nplint rules` lists all\n"},
		{"run --config typo.toml", 2, "nplint: typo.toml:3: unknown rule \"house-ful-stop\" (did you mean \"house-full-stop\"?)\ntypo.toml:4: rules.house-full-stop.stop: must be a string, not an integer\n"},
		{"rules --only house", 0, "house-full-stop  warning  fix: safe  Description is no sentence\n"},
		{"explain house-full-stop", 0, "Without a full stop two of them read as one."},
		{"config show --config option.toml", 0, "house-full-stop = { severity = \"info\", stop = \"!\" } # severity option.toml:4, stop option.toml:4\n"},
		{"config schema", 0, "\"house-full-stop\": {\n"},
		{"run --output sarif", 0, "\"ruleId\": \"house-full-stop\""},
		{"run --fix --statistics", 0, "no findings in 1 file\n"},
	} {
		cmd := exec.Command(house, strings.Fields(c.args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if exit := (&exec.ExitError{}); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := string(out); cmd.ProcessState.ExitCode() != c.status || !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: exit status %d, want %d, and %q in\n%s", c.args, cmd.ProcessState.ExitCode(), c.status, c.want, got)
		}
	}
	if got, err := os.ReadFile(filepath.Join(dir, "agents", "np-scribe.md")); !strings.Contains(string(got), "note.\n") {
		t.Errorf("--fix left %s (%v)", got, err)
	}
}
