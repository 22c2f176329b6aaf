package nplinttest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
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
func Options(t testing.TB, files []txtar.File) nplint.Options {
	t.Helper()
	return options(t, files, nil)
}

func options(t testing.TB, files []txtar.File, known *rules.Catalogue) nplint.Options {
	t.Helper()
	o := nplint.Options{Dir: t.TempDir(), Rules: known}
	pages := fstest.MapFS{}
	for _, f := range files {
		if page, ok := strings.CutPrefix(f.Name, "pages/"); ok {
			pages[page] = &fstest.MapFile{Data: f.Data}
			continue
		}
		if f.Name == "kind" {
			kind, paths, _ := strings.Cut(strings.TrimSpace(string(f.Data)), " ")
			o.Kind, o.Paths = kind, strings.Fields(paths)
			continue
		}
		writeFile(t, o.Dir, f)
	}
	if len(pages) > 0 {
		var err error
		if o.Rules, err = known.With(pages); err != nil {
			t.Fatal(err)
		}
		o.Passes = []*analysis.Analyzer{silent}
	}
	if file := filepath.Join(o.Dir, nplint.ConfigName); exists(file) {
		config, err := nplint.LoadConfig(file, o.Rules)
		if err != nil {
			t.Fatal(err)
		}
		o.Config = config
	}
	return o
}

// silent is the pass that rules of a proof's own pages name: it never reports them.
var silent = &analysis.Analyzer{
	Name: "silent",
	Doc:  "report nothing",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
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
