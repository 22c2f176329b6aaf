package nplint_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/scratch"
	"github.com/nplint/nplint/rules"
)

// loadProofs reads the proofs of all rule pages.
var loadProofs = sync.OnceValues(func() ([]*nplinttest.Proof, error) {
	all, _, err := nplinttest.Load("rules")
	return all, err
})

// proofs returns the proofs of all rule pages. Nobody changes them.
func proofs(t testing.TB) []*nplinttest.Proof {
	t.Helper()
	all, err := loadProofs()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// badTree returns a directory in which the bad cases of all rules lie in directories of their own, and the options of a
// run in each of these.
func badTree(t *testing.T) (dir string, cases map[string]nplint.Options) {
	t.Helper()
	dir, cases = t.TempDir(), map[string]nplint.Options{}
	for _, p := range proofs(t) {
		for _, c := range p.Cases {
			if !c.Bad() {
				continue
			}
			name := strings.ReplaceAll(p.Rule.ID, ":", ".") + "-" + c.Name
			o := nplinttest.Options(t, c.Files)
			from := o.Dir
			o.Dir = filepath.Join(dir, name)
			if err := os.Rename(from, o.Dir); err != nil {
				t.Fatal(err)
			}
			if o.Config != nil { // which names its place
				var err error
				if o.Config, err = nplint.LoadConfig(filepath.Join(o.Dir, nplint.ConfigName), o.Rules); err != nil {
					t.Fatal(err)
				}
			}
			cases[p.Rule.ID+"/"+c.Name] = o
		}
	}
	return dir, cases
}

// checkPlaces holds every place that a finding, a related place or an edit names against its file: offsets, lines and
// columns are of one place inside of it.
func checkPlaces(t *testing.T, report *nplint.Report) {
	t.Helper()
	for _, f := range report.Findings {
		checkRange(t, report, f.Rule, f.Path, f.Range)
		for _, related := range f.Related {
			checkRange(t, report, f.Rule+", related", related.Path, related.Range)
		}
		for _, fix := range f.Fixes {
			for _, edit := range fix.Edits {
				checkRange(t, report, f.Rule+", edit", edit.Path, edit.Range)
			}
		}
	}
}

func checkRange(t *testing.T, report *nplint.Report, what, path string, r nplint.Range) {
	t.Helper()
	src := report.Source(path)
	if r.Start.Offset < 0 || r.End.Offset < r.Start.Offset || r.End.Offset > len(src) {
		t.Fatalf("%s: %v is outside of the %d bytes of %q", what, r, len(src), path)
	}
	for _, p := range []nplint.Position{r.Start, r.End} {
		if line, column := lineAndColumn(src, p.Offset); p.Line != line || p.Column != column {
			t.Errorf("%s: offset %d of %q is line %d, column %d; reported as %d:%d", what, p.Offset, path, line, column, p.Line, p.Column)
		}
		if p.Offset < len(src) && !utf8.RuneStart(src[p.Offset]) && utf8.Valid(src) {
			t.Errorf("%s: offset %d of %q is within a character", what, p.Offset, path)
		}
	}
}

// lineAndColumn counts lines and code points up to an offset, character by character.
func lineAndColumn(src []byte, offset int) (line, column int) {
	line, column = 1, 1
	for i, c := range string(src[:offset]) {
		switch {
		case c == '\n', c == '\r' && !bytes.HasPrefix(src[i+1:], []byte("\n")):
			line, column = line+1, 1
		default:
			column++
		}
	}
	return line, column
}

// TestExamples lints the bad cases of all rules as one tree, and then mends each of them.
func TestExamples(t *testing.T) {
	dir, cases := badTree(t)
	t.Run("tree", func(t *testing.T) { testTree(t, dir) })
	var made changes
	t.Run("fixes", func(t *testing.T) { testFixes(t, cases, &made) })
	t.Run("git", func(t *testing.T) { gitApplies(t, made.all) })
}

// changes gathers what fixes change, from several tests at once, with the names of these before the paths.
type changes struct {
	mu  sync.Mutex
	all []nplint.Change
}

func (c *changes) add(below string, made []nplint.Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, change := range made {
		change.Path = below + "/" + change.Path
		c.all = append(c.all, change)
	}
}

// testTree lints a tree: the output does not depend on the number of workers, and all places are in their files.
func testTree(t *testing.T, dir string) {
	report := jobsAgree(t, nplint.Options{Dir: dir})
	if found := countRules(report); len(found) < len(rules.All())/2 {
		t.Errorf("only %d of %d rules fire", len(found), len(rules.All()))
	}
	checkPlaces(t, report)
}

// testFixes holds the places of all findings of cases, a fortieth of them in go test. It applies all fixes, writes the
// result and does it again: the second time nothing changes, and no file has more errors than before.
func testFixes(t *testing.T, cases map[string]nplint.Options, made *changes) {
	names := slices.Sorted(maps.Keys(cases))
	each := len(names) / scratch.Many(len(names))
	for i, name := range names {
		if i%each > 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, unsafe := range []bool{false, true} {
				changed, fixable := mendTwice(t, cases[name], unsafe)
				made.add(fmt.Sprintf("%s/unsafe-%t", strings.ReplaceAll(name, ":", "."), unsafe), changed)
				if !fixable {
					break
				}
			}
			testLineEnds(t, cases[name])
		})
	}
}

// testLineEnds mends a case whose texts have the line ends of Windows: what fixes write has them, too.
func testLineEnds(t *testing.T, o nplint.Options) {
	from := o.Dir
	o.Dir = t.TempDir()
	if err := os.CopyFS(o.Dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	inWindows(t, o.Dir, ".md", ".json", ".yml", ".yaml")
	if o.Config != nil {
		o.Config = must(nplint.LoadConfig(filepath.Join(o.Dir, nplint.ConfigName), o.Rules))
	}
	for _, c := range mend(t, o, true).Changes {
		ends := func(text []byte) int { return bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte("\r\n")) }
		if ends(c.After) > ends(c.Before) {
			t.Errorf("%s with CRLF line ends is mended with others:\n%q", c.Path, c.After)
		}
	}
}

// mendTwice mends a case and returns what that changes, and whether any finding has a fix, be it one that is not
// applied.
func mendTwice(t *testing.T, o nplint.Options, unsafe bool) (changed []nplint.Change, fixable bool) {
	t.Helper()
	first := mend(t, o, unsafe)
	checkPlaces(t, first.Before)
	if len(first.Changes) == 0 {
		return nil, slices.ContainsFunc(first.Before.Findings, func(f nplint.Finding) bool { return len(f.Fixes) > 0 })
	}
	if first.After.Summary.Errors > first.Before.Summary.Errors {
		t.Errorf("%d errors become %d", first.Before.Summary.Errors, first.After.Summary.Errors)
	}
	if failed := first.Write(context.Background()); len(failed) > 0 {
		t.Fatal(failed)
	}
	second := mend(t, o, unsafe)
	if got, want := write(t, "json", second.Before), write(t, "json", first.After); !bytes.Equal(got, want) {
		t.Errorf("what is found on disk is not what the repair promised:\n%s\n--- promised\n%s", got, want)
	}
	for _, change := range second.Changes {
		t.Errorf("a second --fix (unsafe: %t) changes %s:\n%s", unsafe, change.Path, nplint.Diff(change.Path, change.Before, change.After))
	}
	return first.Changes, true
}

// gitApplies hands git the diff of all changes, over files as they were: it takes it and writes what --fix would have
// written.
func gitApplies(t *testing.T, changes []nplint.Change) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed, so it was not asked whether it takes our diffs")
	}
	if len(changes) == 0 {
		t.Skip("nothing was changed")
	}
	dir, diff := t.TempDir(), &strings.Builder{}
	for _, change := range changes {
		file := filepath.Join(dir, filepath.FromSlash(change.Path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, change.Before, 0o644); err != nil {
			t.Fatal(err)
		}
		diff.WriteString(nplint.Diff(change.Path, change.Before, change.After))
	}
	apply := exec.Command(git, "apply", "--whitespace=nowarn", "-")
	apply.Dir, apply.Stdin = dir, strings.NewReader(diff.String())
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v: %s", err, out)
	}
	for _, change := range changes {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(change.Path)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, change.After) {
			t.Errorf("git made of %s:\n%q\nwant:\n%q", change.Path, got, change.After)
		}
	}
}

func mend(t *testing.T, o nplint.Options, unsafe bool) *nplint.Repair {
	t.Helper()
	repair, err := nplint.Mend(context.Background(), o, unsafe)
	if err != nil {
		t.Fatal(err)
	}
	return repair
}
