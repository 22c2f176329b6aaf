package nplint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/fixtures"
)

// TestSession holds that a session sees texts that are not saved and files that changed on disk, and that nobody who
// checks twice lints twice.
func TestSession(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("fixtures/demo")); err != nil {
		t.Fatal(err)
	}
	s := nplint.Open(nplint.Options{Dir: dir})
	first := checked(t, s)
	if first.Summary.Errors == 0 || first.Version != 0 {
		t.Fatalf("version %d of the demo has %d errors", first.Version, first.Summary.Errors)
	}
	if checked(t, s) != first {
		t.Error("a project that did not change is linted again")
	}
	file := filepath.Join(dir, filepath.FromSlash(first.Findings[0].Path))
	s.Edit(file, []byte("---\nname: [\n"))
	broken := checked(t, s)
	if broken.Version != 1 || same(broken, first) {
		t.Error("a text that is not saved is not seen")
	}
	s.Edit(file, nil)
	if !same(checked(t, s), first) {
		t.Error("a text that was taken away is still there")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.Changed(file)
	if same(checked(t, s), first) {
		t.Error("a file that was deleted is still there")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.Changed()
	if _, err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled check returns %v", err)
	}
	if checked(t, s).Version != 4 {
		t.Error("a cancelled check changed the session")
	}
}

func checked(t *testing.T, s *nplint.Session) *nplint.Answer {
	t.Helper()
	answer, err := s.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// same reports whether two answers have the same findings.
func same(a, b *nplint.Answer) bool { return fingerprints(a.Report) == fingerprints(b.Report) }

func fingerprints(r *nplint.Report) string {
	all := ""
	for i := range r.Findings {
		all += r.Findings[i].Fingerprint + "\n"
	}
	return all
}

// TestSessionLinked holds that a file is seen to have changed that was read by another name, through a link outside of
// what is linted: one that nobody else reads, and one that is an artefact itself.
func TestSessionLinked(t *testing.T) {
	for _, file := range []string{"settings/package.json", ".nubos-pilot/config.json"} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("fixtures/demo")); err != nil {
			t.Fatal(err)
		}
		link, real := filepath.Join(dir, "package.json"), filepath.Join(dir, filepath.FromSlash(file))
		scripts, err := os.ReadFile(link)
		if err == nil {
			err = errors.Join(os.Remove(link), os.MkdirAll(filepath.Dir(real), 0o777), os.WriteFile(real, scripts, 0o666))
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.FromSlash(file), link); err != nil {
			t.Skip(err)
		}
		o := nplint.Options{Dir: dir, Paths: []string{".nubos-pilot"}}
		s := nplint.Open(o)
		first := checked(t, s)
		if err := os.WriteFile(real, []byte("{}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		s.Changed(real)
		second := checked(t, s)
		fresh, err := nplint.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if fingerprints(second.Report) != fingerprints(fresh) {
			t.Errorf("%s: a session does not say what a fresh run does", file)
		}
		if same(first, second) {
			t.Errorf("%s: nothing reads package.json", file)
		}
	}
}

// TestSessionNamed holds that a session sees which files are artefacts because others name them, and which no longer are.
func TestSessionNamed(t *testing.T) {
	dir := t.TempDir()
	const manifest = ".claude-plugin/plugin.json"
	for name, text := range map[string]string{
		manifest: `{"name": "shop"}`, "CLAUDE.md": "# Shop\n", "extra/x.md": "# X\n", "docs/a.md": "See @docs/gone.md\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	o := nplint.Options{Dir: dir, Packs: []string{"claude"}, Overlay: map[string][]byte{}}
	s := nplint.Open(o)
	files := checked(t, s).Summary.Files
	for _, edit := range []struct {
		name, text string
		more       int // artefacts than at the beginning
	}{
		{manifest, `{"name": "shop", "description": "Sells"}`, 0},
		{manifest, `{"name": "shop", "agents": ["./extra/x.md"]}`, 1},
		{manifest, `{"name": "shop", "agents": ["./extra/x.md"], "description": "Sells"}`, 1},
		{"CLAUDE.md", "# Shop\n\nSee @docs/a.md\n", 2},
		{"CLAUDE.md", "# The shop\n\nSee @docs/a.md\n", 2},
		{manifest, `{"name": "store"}`, 1},
		{"CLAUDE.md", "# Shop\n", 0},
	} {
		file := filepath.Join(dir, filepath.FromSlash(edit.name))
		o.Overlay[file] = []byte(edit.text)
		s.Edit(file, o.Overlay[file])
		kept := checked(t, s)
		fresh, err := nplint.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if told(t, kept.Report) != told(t, fresh) || kept.Summary.Files != files+edit.more {
			t.Errorf("%s is %s: there are %d artefacts, %d are wanted, and a fresh run says\n%s", edit.name, edit.text,
				kept.Summary.Files, files+edit.more, onlyIn(told(t, fresh), told(t, kept.Report)))
		}
	}
}

// TestSessionMarked holds that a session sees what a file says that makes a directory the root of a project.
func TestSessionMarked(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, ".planning", "STATE.md")
	write := func(file, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, ".planning", "ROADMAP.md"), "# Roadmap\n")
	s := nplint.Open(nplint.Options{Dir: dir})
	for _, c := range []struct {
		text  string
		files int
	}{{"gsd_state_version: 1.0\n", 2}, {"# State\n", 0}, {"gsd_state_version: 1.0\n", 2}} {
		write(state, c.text)
		s.Changed(state)
		if got := checked(t, s).Summary.Files; got != c.files {
			t.Errorf("with the state %q the project has %d artefacts, want %d", c.text, got, c.files)
		}
	}
}

// TestSessionDocument holds that a session reads a text the same before it has checked the project and after.
func TestSessionDocument(t *testing.T) {
	dir := t.TempDir()
	for _, project := range []string{"demo", "demo-nexus"} {
		if err := os.CopyFS(filepath.Join(dir, project), os.DirFS("fixtures/"+project)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	s := nplint.Open(nplint.Options{Dir: dir, Nested: true})
	read := func() map[string]string {
		t.Helper()
		found := map[string]string{}
		err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			d, c, err := s.Document(t.Context(), file, []byte("---\nname: x\n---\n# Not saved\n"))
			if d != nil {
				parts := []bool{d.Front != nil, d.Data != nil, d.Body != nil}
				found[d.Path] = fmt.Sprintf("%s %s %s %q %q %v %s", d.Root, d.Kind, d.Dialect, d.Vars, d.Src, parts, c.File)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	fresh := read()
	if files := checked(t, s).Summary.Files; len(fresh) < files {
		t.Fatalf("%d documents are read, and %d have findings", len(fresh), files)
	}
	same := func(kept, fresh map[string]string) {
		t.Helper()
		for path := range fresh {
			if kept[path] != fresh[path] {
				t.Errorf("%s is read as\n%s\nand was before the check as\n%s", path, kept[path], fresh[path])
			}
		}
		if len(kept) != len(fresh) {
			t.Errorf("%d documents are read, and %d were before the check", len(kept), len(fresh))
		}
	}
	same(read(), fresh)
	agents := filepath.Join(dir, "demo", "agents")
	if err := os.Rename(agents, agents+"-old"); err != nil {
		t.Fatal(err)
	}
	s.Changed()
	moved := read()
	checked(t, s)
	if same(read(), moved); len(moved) >= len(fresh) {
		t.Error("files that have moved are artefacts still")
	}
}

// TestSessionSaved holds that a session sees that a file is on disk which was there as a text alone.
func TestSessionSaved(t *testing.T) {
	dir := t.TempDir()
	if err := fixtures.Generate(dir, fixtures.Options{Kind: "gsd", Count: 12}); err != nil {
		t.Fatal(err)
	}
	all, err := nplint.Artefacts(t.Context(), nplint.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	with := func(end string) (file string, text []byte) {
		t.Helper()
		i := slices.IndexFunc(all, func(file string) bool { return strings.HasSuffix(file, end) })
		text, err := os.ReadFile(all[i])
		if err != nil {
			t.Fatal(err)
		}
		return all[i], text
	}
	roadmap, roadmapText := with("ROADMAP.md")
	plan, planText := with("-PLAN.md")
	roadmapText = bytes.ReplaceAll(roadmapText, []byte("[x]"), []byte("[ ]"))
	planText = append(planText, "\n<context>\n@.planning/ROADMAP.md\n</context>\n"...)
	if err := errors.Join(os.Remove(roadmap), os.Remove(strings.Replace(plan, "-PLAN", "-SUMMARY", 1))); err != nil {
		t.Fatal(err)
	}
	o := nplint.Options{Dir: dir, Packs: []string{"gsd"}, Overlay: map[string][]byte{plan: planText, roadmap: roadmapText}}
	s := nplint.Open(o)
	checked(t, s)
	if err := os.WriteFile(roadmap, roadmapText, 0o600); err != nil {
		t.Fatal(err)
	}
	o.Overlay = map[string][]byte{plan: append(planText, "\nMore words.\n"...)}
	s.Edit(roadmap, nil)
	s.Edit(plan, o.Overlay[plan])
	s.Changed(roadmap)
	fresh, err := nplint.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if kept := told(t, checked(t, s).Report); kept != told(t, fresh) {
		t.Errorf("a fresh run says\n%s\nand the session\n%s", onlyIn(told(t, fresh), kept), onlyIn(kept, told(t, fresh)))
	}
}

// TestSessionBroken holds that a session says what a fresh run does while a file that many are held against cannot be
// read, and that nothing is said of the others for it: who types there is not told of the whole project.
func TestSessionBroken(t *testing.T) {
	for _, p := range []struct {
		kind, shared string
		count        int
	}{{"project", "roadmap.yaml", 3}, {"gsd", "ROADMAP.md", 24}, {"claude", "plugin.json", 120}} {
		dir, kind, shared := t.TempDir(), p.kind, p.shared
		if err := fixtures.Generate(dir, fixtures.Options{Kind: kind, Count: p.count}); err != nil {
			t.Fatal(err)
		}
		files, err := nplint.Artefacts(t.Context(), nplint.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files { // a task of a finished milestone wrote a file of its own, which is gone
			if strings.Contains(filepath.ToSlash(file), "M001/slices/S001/") {
				text, err := os.ReadFile(file)
				text = bytes.ReplaceAll(text, []byte("src/t0001.js"), []byte("src/gone.js"))
				if err = errors.Join(err, os.WriteFile(file, text, 0o600)); err != nil {
					t.Fatal(err)
				}
			}
		}
		file := files[slices.IndexFunc(files, func(file string) bool { return filepath.Base(file) == shared })]
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		o := nplint.Options{Dir: dir, Overlay: map[string][]byte{}}
		s := nplint.Open(o)
		first := checked(t, s)
		for i, end := range []string{"  1\n\"[\n```\n---\n", "", "{{\n", "\n"} {
			o.Overlay[file] = append(bytes.Clone(text), end...)
			s.Edit(file, o.Overlay[file])
			fresh, err := nplint.Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			answer := checked(t, s)
			if kept := told(t, answer.Report); kept != told(t, fresh) {
				t.Errorf("%s, %d: a fresh run says\n%s\nand the session\n%s", kind, i, onlyIn(told(t, fresh), kept),
					onlyIn(kept, told(t, fresh)))
			}
			for _, f := range answer.Findings {
				known := slices.ContainsFunc(first.Findings, func(g nplint.Finding) bool { return g.Fingerprint == f.Fingerprint })
				if !known && filepath.Base(f.Path) != shared {
					t.Errorf("%s, %d: it is new that in %s %s", kind, i, f.Path, f.Message)
				}
			}
		}
	}
}

// TestSessionSpares holds that after the change of a name or status that many others depend on most documents are not
// judged again: what a pass asks of a model is asked of single names, and not of all there is.
func TestSessionSpares(t *testing.T) {
	for _, p := range []struct {
		kind, shared, was, is string
		count                 int
	}{
		{"project", "roadmap.yaml", "status: done", "status: pending", 5}, {"gsd", "ROADMAP.md", "- [ ]", "- [x]", 200},
		{"claude", "plugin.json", `"name": "p`, `"name": "q`, 200},
	} {
		dir := t.TempDir()
		if err := fixtures.Generate(dir, fixtures.Options{Kind: p.kind, Count: p.count}); err != nil {
			t.Fatal(err)
		}
		var judged atomic.Int64
		s := nplint.Open(nplint.Options{Dir: dir, Passes: []*analysis.Analyzer{houseRule(func(*document.Reporter) { judged.Add(1) })}})
		checked(t, s)
		all := judged.Swap(0)
		files, err := nplint.Artefacts(t.Context(), nplint.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		file := files[slices.IndexFunc(files, func(file string) bool { return filepath.Base(file) == p.shared })]
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s.Edit(file, bytes.Replace(text, []byte(p.was), []byte(p.is), 1))
		checked(t, s)
		if n := judged.Load(); n == 0 || n > all/2 {
			t.Errorf("%s: a change of %s has %d of %d documents judged again", p.kind, p.shared, n, all)
		}
	}
}
