package nplint_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/fixtures"
)

// TestSessionEdits holds that after any edits a session finds what a fresh run does: random ones, from fixed seeds, of
// texts that are not saved, files that are written, and files that come and go. NPLINT_EDITS is how many are made in each
// project, from a free seed, in place of a few.
func TestSessionEdits(t *testing.T) { edit(t, (*editing).compare) }

// TestSessionSymbols is the same for what is known by name, and dependencies.
func TestSessionSymbols(t *testing.T) { edit(t, (*editing).compareSymbols) }

// edit makes edits in projects, and compares after each.
func edit(t *testing.T, compare func(e *editing, after string)) {
	edits, seed := 4, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("NPLINT_EDITS")); err == nil {
		edits, seed = n, rand.Uint64()
	}
	projects := map[string]func(dir string) error{
		"demo":       func(dir string) error { return os.CopyFS(dir, os.DirFS("fixtures/demo")) },
		"demo-nexus": func(dir string) error { return os.CopyFS(dir, os.DirFS("fixtures/demo-nexus")) },
	}
	for _, kind := range []string{"project", "gsd", "claude"} {
		projects[kind] = func(dir string) error { return fixtures.Generate(dir, fixtures.Options{Kind: kind, Count: 12}) }
	}
	for _, tree := range []string{"trees/shop", "gsd/trees/clinic", "claude/trees/bakery", "nexus-core-0.10.0"} {
		from := filepath.Join("..", "shared", "corpus", tree)
		if _, err := os.Stat(from); err != nil {
			t.Logf("SKIPPED: %s is absent", from)
			continue
		}
		projects[filepath.Base(tree)] = func(dir string) error { return os.CopyFS(dir, os.DirFS(from)) }
	}
	for name, write := range projects {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := write(dir); err != nil {
				t.Fatal(err)
			}
			commit(t, dir)
			t.Logf("seed %d", seed)
			e := &editing{T: t, dir: dir, rand: rand.New(rand.NewPCG(seed, 0)), texts: map[string][]byte{}}
			e.options = nplint.Options{Dir: dir, Packs: []string{"nubos", "nexus", "gsd", "claude"}, Nested: true}
			e.session = nplint.Open(e.options)
			e.read()
			compare(e, "nothing")
			for range edits {
				compare(e, e.edit())
			}
		})
	}
}

// commit makes a directory a repository with one commit, if git is there.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Logf("git %v: %v %s", args, err, out)
		}
	}
}

// editing is a project under random edits.
type editing struct {
	*testing.T
	dir     string
	rand    *rand.Rand
	options nplint.Options
	session *nplint.Session
	files   []string          // that were there at the beginning
	shared  []string          // those of them that many others are held against
	first   map[string][]byte // what they held
	texts   map[string][]byte // that are not saved
}

// sharedNames is the names of files that many others are held against.
var sharedNames = []string{"roadmap.yaml", "ROADMAP.md", "REQUIREMENTS.md", "STATE.md", "plugin.json", "marketplace.json",
	"settings.json", "CLAUDE.md"}

func (e *editing) read() {
	e.first = map[string][]byte{}
	err := filepath.WalkDir(e.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() {
			e.files = append(e.files, path)
			e.first[path], err = os.ReadFile(path)
			if slices.Contains(sharedNames, d.Name()) {
				e.shared = append(e.shared, path)
			}
		}
		return err
	})
	if err != nil {
		e.Fatal(err)
	}
}

// now returns what a file holds.
func (e *editing) now(file string) []byte {
	if text, ok := e.texts[file]; ok {
		return text
	}
	text, _ := os.ReadFile(file)
	return text
}

// edit makes a random edit, tells the session of it, and says what it was.
func (e *editing) edit() string {
	file := e.files[e.rand.IntN(len(e.files))]
	if len(e.shared) > 0 && e.rand.IntN(3) == 0 {
		file = e.shared[e.rand.IntN(len(e.shared))]
	}
	name, _ := filepath.Rel(e.dir, file)
	_, unsaved := e.texts[file]
	switch e.rand.IntN(12) {
	case 0: // as at the beginning
		if unsaved {
			e.unsave(file)
		}
		return "put back " + name + e.write(file, e.first[file])
	case 1:
		if err := os.Remove(file); err != nil {
			return "nothing"
		}
		e.session.Changed(file)
		return "deleted " + name
	case 2:
		other := filepath.Join(filepath.Dir(file), strings.Replace(filepath.Base(file), "0", "1", 1)+"x.md")
		return fmt.Sprintf("made %s%s", other, e.write(other, e.now(file)))
	case 3:
		if unsaved {
			e.unsave(file)
			return "closed " + name
		}
	}
	text := e.mutate(e.now(file))
	if e.rand.IntN(4) == 0 { // somebody is just typing, so that the file cannot be read
		text = slices.Concat(e.now(file), []byte("  1\n\"[\n```\n---\n"))
	}
	if e.rand.IntN(3) == 0 {
		return "wrote " + name + e.write(file, text)
	}
	e.texts[file] = text
	e.session.Edit(file, text)
	return "edited " + name
}

func (e *editing) unsave(file string) {
	delete(e.texts, file)
	e.session.Edit(file, nil)
}

func (e *editing) write(file string, text []byte) string {
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return " " + err.Error()
	}
	e.session.Changed(file)
	return ""
}

// mutate changes something in a text.
func (e *editing) mutate(text []byte) []byte {
	lines := strings.SplitAfter(string(text), "\n")
	i, k := e.rand.IntN(len(lines)), e.rand.IntN(len(lines))
	switch e.rand.IntN(7) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines = slices.Insert(lines, k, lines[i])
	case 2:
		lines[i], lines[k] = lines[k], lines[i]
	case 3: // a word of another file, such as an id or a status
		words := strings.Fields(string(e.now(e.files[e.rand.IntN(len(e.files))])))
		own := strings.Fields(lines[i])
		if len(words) > 0 && len(own) > 0 {
			lines[i] = strings.Replace(lines[i], own[e.rand.IntN(len(own))], words[e.rand.IntN(len(words))], 1)
		}
	case 4: // another digit
		lines[i] = strings.Replace(lines[i], "1", "2", 1)
	case 5:
		if n := len(lines[i]); n > 1 {
			at := e.rand.IntN(n - 1)
			lines[i] = lines[i][:at] + lines[i][at+1:]
		}
	case 6:
		lines[i] = "\n" + lines[i]
	}
	return []byte(strings.Join(lines, ""))
}

// compare holds the session against a fresh run.
func (e *editing) compare(after string) {
	e.Helper()
	o := e.options
	o.Overlay = e.texts
	fresh, err := nplint.Run(e.Context(), o)
	if e.rand.IntN(2) == 0 { // who types is not answered with fixes that were tried out
		_, _ = e.session.Check(e.Context())
	}
	answer, kept := e.session.Offers(e.Context())
	if err != nil || kept != nil {
		if fmt.Sprint(err) != fmt.Sprint(kept) {
			e.Fatalf("after %s a fresh run fails with %v, and the session with %v", after, err, kept)
		}
		return
	}
	if want, got := told(e.T, fresh), told(e.T, answer.Report); want != got {
		e.Fatalf("after %s a fresh run finds\n%s\nand the session\n%s", after, onlyIn(want, got), onlyIn(got, want))
	}
}

// compareSymbols holds what the session knows by name against a fresh look.
func (e *editing) compareSymbols(after string) {
	e.Helper()
	o := e.options
	o.Overlay = e.texts
	switch e.rand.IntN(4) { // findings are found out in the same project
	case 0:
		_, _ = e.session.Offers(e.Context())
	case 1:
		_, _ = e.session.Check(e.Context())
	case 2:
		after += ", and " + e.edit()
	}
	fresh, err := nplint.Symbols(e.Context(), o)
	table, kept := e.session.Symbols(e.Context())
	if err != nil || kept != nil {
		if fmt.Sprint(err) != fmt.Sprint(kept) {
			e.Fatalf("after %s a fresh look fails with %v, and the session with %v", after, err, kept)
		}
		return
	}
	file := e.files[e.rand.IntN(len(e.files))]
	if want, got := named(e, fresh, file), named(e, table, file); want != got {
		e.Fatalf("after %s a fresh look finds\n%s\nand the session\n%s", after, onlyIn(want, got), onlyIn(got, want))
	}
}

// named is all that a table tells, and what it tells of one file.
func named(e *editing, table *nplint.SymbolTable, file string) string {
	e.Helper()
	graphs, err := table.Graphs(e.Context())
	if err != nil {
		e.Fatal(err)
	}
	all := []any{table.Base, table.Symbols, graphs}
	for _, file := range e.files {
		name, _ := filepath.Rel(e.dir, file)
		name = filepath.ToSlash(name)
		text, known := table.Text(name)
		var ids []string
		for _, s := range table.In(name) {
			ids = append(ids, s.Kind+" "+s.ID)
		}
		all = append(all, name, known, string(text), ids)
	}
	name, _ := filepath.Rel(e.dir, file)
	all = append(all, table.Outline(filepath.ToSlash(name)), table.Links(filepath.ToSlash(name)))
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		e.Fatal(err)
	}
	return string(text)
}

// told is all that a report tells but how long it took.
func told(t *testing.T, r *nplint.Report) string {
	t.Helper()
	all := *r
	all.Timing = nil
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Findings {
		text = append(text, r.Source(r.Findings[i].Path)...)
	}
	return string(text)
}

// onlyIn returns the first lines of a text that another one has not.
func onlyIn(a, b string) string {
	known := map[string]bool{}
	for line := range strings.Lines(b) {
		known[line] = true
	}
	var only []string
	for line := range strings.Lines(a) {
		if !known[line] && len(only) < 12 {
			only = append(only, line)
		}
	}
	return strings.Join(only, "")
}
