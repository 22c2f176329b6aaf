package nplint_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/reporters"
)

// lintDir returns what `nplint run` prints for a directory, as seen from the working directory of the reader.
func lintDir(t *testing.T, dir, workDir string) string {
	t.Helper()
	o := nplint.Options{Dir: workDir, Paths: []string{dir}, Config: must(nplint.LoadConfig(filepath.Join(dir, nplint.ConfigName), nil))}
	report, err := nplint.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := must(reporters.Lookup("text")).Write(&out, report, &reporters.Options{WorkDir: workDir}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestReadme holds what the README shows against what nplint says.
func TestReadme(t *testing.T) {
	page := string(must(os.ReadFile("README.md")))
	here := must(os.Getwd())

	const prompt = "$ go run ./cmd/nplint run fixtures/demo\n"
	_, shown, _ := strings.Cut(page, prompt)
	shown, _, _ = strings.Cut(shown, "```")
	if got := lintDir(t, filepath.Join(here, "fixtures", "demo"), here); !abridges(shown, got) {
		t.Errorf("the README shows what the demo's output is not; it is\n%s", got)
	}

	_, example, _ := strings.Cut(page, "~~~~txtar\n")
	example, _, _ = strings.Cut(example, "~~~~")
	dir := t.TempDir()
	want := ""
	for _, f := range txtar.Parse([]byte(example)).Files {
		if f.Name == "output" {
			want = string(f.Data)
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := lintDir(t, dir, dir); got != want {
		t.Errorf("the example of a user's own contract gives\n%s\nand the README says\n%s", got, want)
	}

	_, program, _ := strings.Cut(page, "```go\n")
	program, _, _ = strings.Cut(program, "```")
	if source := string(must(os.ReadFile("cmd/cli/testdata/house/main.go"))); !strings.HasSuffix(source, program) || program == "" {
		t.Errorf("the README's program is not the tested one, which is\n%s", source)
	}

	_, config, _ := strings.Cut(page, "```toml\n")
	config, _, _ = strings.Cut(config, "```")
	if err := os.MkdirAll(filepath.Join(dir, "contracts"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, nplint.ConfigName)
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := nplint.LoadConfig(file, nil); err != nil {
		t.Errorf("the README's configuration: %v", err)
	}
}

// abridges reports whether a text is another one whose lines stand for themselves, but for lines "…" that stand for any number of lines.
func abridges(short, long string) bool {
	lines := strings.Split(long, "\n")
	skip := false
	for line := range strings.SplitSeq(short, "\n") {
		if line == "…" {
			skip = true
			continue
		}
		for skip && len(lines) > 0 && lines[0] != line {
			lines = lines[1:]
		}
		if len(lines) == 0 || lines[0] != line {
			return false
		}
		lines, skip = lines[1:], false
	}
	return len(lines) == 0
}
