package nplint_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

var update = flag.Bool("update", false, "write what the rule pages' examples really give into the pages")

// TestPages holds every rule page against nplint: Bad reports exactly what its `want` file says, Good reports nothing, the fix of
// Bad gives the `fixed/` tree and leaves nothing that it could fix again.
func TestPages(t *testing.T) {
	for _, rule := range rules.All() {
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			if rule.ID == "internal-error" {
				return // no file makes it fire; TestPass does
			}
			if len(rule.Bad()) == 0 || len(rule.Good()) == 0 {
				t.Fatal("the page has no Bad or no Good example")
			}
			fixed := 0
			for i, bad := range rule.Bad() {
				got, changed := judgeBad(t, rule, bad)
				fixed += changed
				if got == bad {
					continue
				}
				if *update {
					updatePage(t, rule, bad, got)
					continue
				}
				t.Errorf("Bad example %d differs; want what the page says, got what nplint says (go test -run TestPages -update . writes it):\n--- page\n%s\n--- nplint\n%s", i+1, bad, got)
			}
			if fixed > 0 != (rule.Fix != "none") {
				t.Errorf("the page says fix: %s, and the fix changes %d files", rule.Fix, fixed)
			}
			for i, good := range rule.Good() {
				e := newExample(t, good)
				if out := e.text(t, e.options()); out != "" {
					t.Errorf("Good example %d reports:\n%s", i+1, out)
				}
			}
		})
	}
}

// TestPagesComplete holds pages and passes against each other.
func TestPagesComplete(t *testing.T) {
	passes := map[string]bool{"driver": true}
	for _, a := range analyzers.All() {
		passes[a.Name] = true
	}
	for _, rule := range rules.All() {
		if !passes[rule.Analyzer] {
			t.Errorf("%s: there is no analyzer %q", rule.ID, rule.Analyzer)
		}
	}
}

// judgeBad runs a Bad example and returns its archive as it should stand on the page, and how many files the fix changes.
func judgeBad(t *testing.T, rule *rules.Rule, archive string) (got string, changed int) {
	e := newExample(t, archive)
	out := e.text(t, e.options())
	if !strings.Contains(out, "["+rule.ID+"]") {
		t.Errorf("the Bad example does not break %s; it reports:\n%s", rule.ID, out)
	}
	a := txtar.Parse([]byte(archive))
	kept := a.Files[:0:0]
	for _, f := range a.Files {
		if f.Name != "want" && !strings.HasPrefix(f.Name, "fixed/") {
			kept = append(kept, f)
		}
	}
	a.Files = append(kept, txtar.File{Name: "want", Data: []byte(out)})
	o := e.options()
	o.Only = []string{rule.ID}
	repair, err := nplint.Mend(context.Background(), o, rule.Fix == "unsafe")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range repair.Changes {
		name := "fixed/" + c.Path
		if e.escaped[c.Path] {
			name += " (escaped)"
		}
		a.Files = append(a.Files, txtar.File{Name: name, Data: e.show(c.Path, c.After)})
	}
	if len(repair.RolledBack) > 0 {
		t.Errorf("the fix was rolled back in %v", repair.RolledBack)
	}
	for _, f := range repair.After.Findings {
		if len(f.Fixes) > 0 && f.Fixes[0].Safe == (rule.Fix == "safe") {
			t.Errorf("the fixed tree still has a finding with a fix: %s", f.Message)
		}
	}
	return string(txtar.Format(a)), len(repair.Changes)
}

// example is a tree of files on disk.
type example struct {
	dir     string
	kind    string // from a file named "kind": every file is held against it, as `nplint check` does
	paths   []string
	escaped map[string]bool
}

// newExample writes an archive to disk. A file name may end in "(escaped)": its content has Go escapes such as \r and \x00; in
// "(link to TARGET)": it is a symbolic link; in "(directory)"; in "(committed)": what stands there then is committed to a git repository, and
// may be overwritten by a file that follows; or in "(deleted)": it is taken away again.
func newExample(t *testing.T, archive string) *example {
	t.Helper()
	e := &example{dir: t.TempDir(), escaped: map[string]bool{}}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name, note, _ := strings.Cut(strings.TrimSuffix(f.Name, ")"), " (")
		if name == "kind" {
			kind, paths, _ := strings.Cut(strings.TrimSpace(string(f.Data)), " ")
			e.kind, e.paths = kind, strings.Fields(paths)
			continue
		}
		if name == "want" || strings.HasPrefix(name, "fixed/") {
			continue
		}
		path := filepath.Join(e.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch target, isLink := strings.CutPrefix(note, "link to "); {
		case isLink:
			err = os.Symlink(target, path)
		case note == "directory":
			err = os.MkdirAll(path, 0o755)
		case note == "deleted":
			err = os.Remove(path)
		case note == "escaped":
			e.escaped[name] = true
			err = os.WriteFile(path, unescape(t, f.Data), 0o644)
		case note == "committed":
			if err = os.WriteFile(path, f.Data, 0o644); err == nil {
				commit(t, e.dir)
			}
		default:
			err = os.WriteFile(path, f.Data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// commit makes a repository of a directory and commits all that is in it.
func commit(t *testing.T, dir string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("THERE IS NO git ON THIS MACHINE, so this page is not tested")
	}
	for _, args := range [][]string{
		{"init", "--quiet"}, {"add", "--all"},
		{"-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false", "-c", "core.hooksPath=" + os.DevNull, "commit", "--quiet", "--message=all"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
}

// unescape replaces Go escapes; line ends of the archive stay as they are.
func unescape(t *testing.T, data []byte) []byte {
	t.Helper()
	quoted := strings.ReplaceAll(strings.ReplaceAll(string(data), `"`, `\"`), "\n", `\n`)
	text, err := strconv.Unquote(`"` + quoted + `"`)
	if err != nil {
		t.Fatalf("escaped file: %v", err)
	}
	return []byte(text)
}

// show is the reverse of unescape for files that were escaped.
func (e *example) show(path string, data []byte) []byte {
	if !e.escaped[path] {
		return data
	}
	text := strconv.QuoteToASCII(string(data))
	return []byte(strings.ReplaceAll(strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`), `\n`, "\n"))
}

func (e *example) options() nplint.Options {
	o := nplint.Options{Dir: e.dir, Paths: e.paths, Kind: e.kind}
	if file := filepath.Join(e.dir, nplint.ConfigName); exists(file) {
		o.Config = must(nplint.LoadConfig(file, nil))
	}
	return o
}

// text runs nplint and returns what a user would read, without the summary.
func (e *example) text(t *testing.T, o nplint.Options) string {
	t.Helper()
	report, err := nplint.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	format, err := reporters.Lookup("text")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := format.Write(&out, report, &reporters.Options{Quiet: true, WorkDir: report.Base}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// updatePage puts what nplint says in the place of an archive on a page.
func updatePage(t *testing.T, rule *rules.Rule, old, got string) {
	t.Helper()
	file := filepath.Join("rules", filepath.FromSlash(rule.File()))
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page, []byte(old)) {
		t.Fatalf("%s: the archive is not found on the page", file)
	}
	if err := os.WriteFile(file, bytes.Replace(page, []byte(old), []byte(got), 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
