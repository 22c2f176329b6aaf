package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/reporters"
)

// hidden is a word in the files of a project that no report may show with --no-snippets.
const hidden = "Qzhiddenqz"

// TestNoSnippets puts a word into all bodies and titles of the demo, and holds that it gets out only in messages: the
// rules whose messages quote it are left out, and then no format has it.
func TestNoSnippets(t *testing.T) {
	demo, err := filepath.Abs(filepath.Join(repository, "fixtures", "demo"))
	if err != nil {
		t.Fatal(err)
	}
	inRepository(t)
	spoil(t, demo)
	run := func(args ...string) string {
		text, status := output(append([]string{"run", "--no-config", "--fail-level", "never", "--color", "always"}, args...)...)
		if status != exitClean {
			t.Fatalf("%v exits with %d:\n%s", args, status, text)
		}
		return text
	}
	quoting := []string{}
	for _, f := range findings(t, run("-o", "json")) {
		said := f.Message + f.At + f.Path
		for _, r := range f.Related {
			said += r.Message
		}
		for _, fix := range f.Fixes {
			said += fix.Title
		}
		if strings.Contains(said, hidden) {
			quoting = append(quoting, f.Rule)
		}
	}
	rest := []string{"--disable", strings.Join(quoting, ",")}
	if n := len(findings(t, run(append(rest, "-o", "json")...))); len(quoting) == 0 || n < 20 {
		t.Fatalf("%d rules quote the word, and %d findings of others are left", len(quoting), n)
	}
	showing := 0
	for _, format := range reporters.Names() {
		args := append(rest, "-o", format)
		if strings.Contains(run(args...), hidden) {
			showing++
		}
		if text := run(append(args, "--no-snippets")...); strings.Contains(text, hidden) {
			at := strings.Index(text, hidden)
			t.Errorf("%s shows what files hold: %q", format, text[max(0, at-200):min(len(text), at+50)])
		}
	}
	if showing < 4 {
		t.Errorf("only %d formats show the word without the flag: frames, states and fixes should", showing)
	}
	for _, other := range [][]string{{"--diff"}, {"--fix", "--stdin-filename", "agents/np-a.md", "-"}} {
		if text, status := output(append([]string{"run", "--no-snippets"}, other...)...); status != exitUsage || !strings.HasPrefix(text, "nplint: --no-snippets: ") {
			t.Errorf("%v with --no-snippets: %d: %s", other, status, text)
		}
	}
}

func findings(t *testing.T, text string) []nplint.Finding {
	t.Helper()
	var report struct{ Findings []nplint.Finding }
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	return report.Findings
}

// spoil copies a tree into the working directory, with the hidden word at the end of each line of a body in Markdown that is
// prose, and in titles and descriptions elsewhere.
func spoil(t *testing.T, tree string) {
	t.Helper()
	err := filepath.WalkDir(tree, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(tree, file)
		body := false
		var b strings.Builder
		for i, line := range strings.Split(string(text), "\n") {
			plain := strings.TrimSpace(line)
			key, _, _ := strings.Cut(strings.TrimPrefix(plain, "- "), ":")
			switch {
			case plain == "---" && i > 0:
				body = true
			case strings.HasSuffix(name, ".md") && strings.HasPrefix(plain, "#"), strings.HasPrefix(plain, "<!--"), key == "name", key == "title", key == "description",
				key == "goal", key == "text", strings.HasPrefix(plain, "- **") && body:
				if end := len(strings.TrimRight(line, "\"'->")); plain != "" && !strings.Contains(line, "np-") {
					line = line[:end] + " " + hidden + line[end:]
				}
			}
			b.WriteString(line + "\n")
		}
		writeFile(t, name, strings.TrimSuffix(b.String(), "\n"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
