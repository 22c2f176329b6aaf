package nplinttest

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/version"
	"github.com/nplint/nplint/rules"
)

// Options writes files to a directory of their own and returns the options of a run there. A file named "kind" is not
// written: it names the kind that all files, or those named behind it, are held against, as `nplint check` does. A
// name may end with a note:
//
//	(escaped)         the content has Go escapes such as \r and \x00
//	(link to TARGET)  it is a symbolic link
//	(directory)       it is a directory
//	(committed)       what stands there then is committed to a git repository, and may be overwritten by a file that follows
//	(deleted)         it is taken away again
//
// Files below "pages" are not written either: they are pages of rules that the run knows beside the others and the
// pass "silent" never reports, to show what becomes of rules. A configuration among the files is read.
func Options(t testing.TB, files []txtar.File) engine.Options {
	t.Helper()
	dir := t.TempDir()
	writeAll(t, dir, files)
	return options(t, dir, files, nil)
}

// writeAll writes files into a directory.
func writeAll(t testing.TB, dir string, files []txtar.File) {
	t.Helper()
	for _, f := range files {
		if isWritten(f) {
			writeFile(t, dir, f)
		}
	}
}

// isWritten reports whether a file of a case lies in its tree.
func isWritten(f txtar.File) bool { return f.Name != "kind" && !strings.HasPrefix(f.Name, "pages/") }

// options returns the options of a run in a directory that holds the files.
func options(t testing.TB, dir string, files []txtar.File, known *rules.Catalogue) engine.Options {
	t.Helper()
	o := engine.Options{Dir: dir, Rules: known}
	pages := fstest.MapFS{}
	for _, f := range files {
		if page, ok := strings.CutPrefix(f.Name, "pages/"); ok {
			pages[page] = &fstest.MapFile{Data: f.Data}
			continue
		}
		if f.Name == "kind" {
			kind, paths, _ := strings.Cut(strings.TrimSpace(string(f.Data)), " ")
			o.Kind, o.Paths = kind, strings.Fields(paths)
		}
	}
	if len(pages) > 0 {
		var err error
		if o.Rules, err = known.With(pages); err != nil {
			t.Fatal(err)
		}
		o.Passes = []*analysis.Analyzer{silent}
	}
	if file := filepath.Join(o.Dir, config.Name); exists(file) {
		read, err := config.Load(file, config.Known{Rules: o.Rules, Packs: rules.Packs(), Version: version.Nplint})
		if err != nil {
			t.Fatal(err)
		}
		o.Config = read
	}
	return o
}

// silent is the pass that rules of a proof's own pages name: it never reports them.
var silent = &analysis.Analyzer{
	Name: "silent",
	Doc:  "report nothing",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}

// A tree is a directory that holds one case after the other: most lie on one of a few bases, so little is written.
type tree struct {
	dir   string
	files map[string]string // what the files hold, by their paths
}

// hold makes the directory hold the files and nothing else, and returns it. Links, commits and the like get a new one.
func (d *tree) hold(t testing.TB, files []txtar.File) string {
	t.Helper()
	wanted := map[string]string{}
	for _, f := range files {
		if !isWritten(f) {
			continue
		}
		name, note := cutNote(f.Name)
		switch note {
		case "":
			wanted[name] = string(f.Data)
		case "escaped":
			wanted[name] = string(unescape(t, f.Data))
		default:
			other, err := os.MkdirTemp(filepath.Dir(d.dir), "")
			if err != nil {
				t.Fatal(err)
			}
			writeAll(t, other, files)
			return other
		}
	}
	for name := range d.files {
		if _, ok := wanted[name]; !ok {
			d.remove(t, name)
		}
	}
	for name, text := range wanted {
		if held, ok := d.files[name]; !ok || held != text {
			writeFile(t, d.dir, txtar.File{Name: name, Data: []byte(text)})
		}
	}
	d.files = wanted
	return d.dir
}

// remove takes a file away, and the directories that are empty then.
func (d *tree) remove(t testing.TB, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(d.dir, filepath.FromSlash(name))); err != nil {
		t.Fatal(err)
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if os.Remove(filepath.Join(d.dir, filepath.FromSlash(dir))) != nil {
			return // something else is in it
		}
	}
}

// trees are the trees that nobody uses.
type trees struct {
	top  string // where they lie
	mu   sync.Mutex
	free []*tree
}

// take returns a tree, the one first that was used last.
func (s *trees) take(t testing.TB) *tree {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.free) - 1; last >= 0 {
		d := s.free[last]
		s.free = s.free[:last]
		return d
	}
	dir, err := os.MkdirTemp(s.top, "")
	if err != nil {
		t.Fatal(err)
	}
	return &tree{dir: dir}
}

// give takes back a tree.
func (s *trees) give(d *tree) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, d)
}

func writeFile(t testing.TB, dir string, f txtar.File) {
	t.Helper()
	name, note := cutNote(f.Name)
	path := filepath.Join(dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	switch target, isLink := strings.CutPrefix(note, "link to "); {
	case err != nil:
	case isLink:
		err = os.Symlink(target, path)
	case note == "directory":
		err = os.MkdirAll(path, 0o755)
	case note == "deleted":
		err = os.Remove(path)
	case note == "escaped":
		err = os.WriteFile(path, unescape(t, f.Data), 0o644)
	case note == "committed":
		if err = os.WriteFile(path, f.Data, 0o644); err == nil {
			commit(t, dir)
		}
	case note == "":
		err = os.WriteFile(path, f.Data, 0o644)
	default:
		t.Fatalf("%s: there is no note (%s)", name, note)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// cutNote cuts the note off the name of a file.
func cutNote(name string) (path, note string) {
	path, note, _ = strings.Cut(strings.TrimSuffix(name, ")"), " (")
	return path, note
}

// commit makes a repository of a directory and commits all that is in it.
func commit(t testing.TB, dir string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("THERE IS NO git ON THIS MACHINE, so this proof is not tested")
	}
	for _, args := range [][]string{
		{"init", "--quiet"},
		{"add", "--all"},
		{
			"-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false",
			"-c", "core.hooksPath=" + os.DevNull, "commit", "--quiet", "--message=all",
		},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
}

// unescape replaces Go escapes; line ends of the archive stay as they are.
func unescape(t testing.TB, data []byte) []byte {
	t.Helper()
	quoted := strings.ReplaceAll(strings.ReplaceAll(string(data), `"`, `\"`), "\n", `\n`)
	text, err := strconv.Unquote(`"` + quoted + `"`)
	if err != nil {
		t.Fatalf("escaped file: %v", err)
	}
	return []byte(text)
}

// escape is the reverse of unescape.
func escape(data []byte) []byte {
	text := strconv.QuoteToASCII(string(data))
	return []byte(strings.ReplaceAll(strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`), `\n`, "\n"))
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
