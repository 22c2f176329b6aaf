package files_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
)

// tree makes files with their contents and links ("-> target") in a new directory, which has no links in its path.
func tree(t *testing.T, entries map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range entries {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			err = os.Symlink(strings.ReplaceAll(target, "DIR", dir), file)
		} else {
			err = os.WriteFile(file, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t *testing.T, dir string, texts map[string]string) *files.FS {
	byPath := map[string][]byte{}
	for name, text := range texts {
		byPath[filepath.Join(dir, filepath.FromSlash(name))] = []byte(text)
	}
	f := files.New(git.Base{Dir: dir, Real: dir}, 10, files.NewTexts(byPath), &files.Dirs{})
	t.Cleanup(f.Close)
	return f
}

func said(data []byte, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return string(data)
}

// TestRootOutside holds that a root which a link has taken the place of is not read.
func TestRootOutside(t *testing.T) {
	outside := tree(t, map[string]string{"secret": "secret"})
	dir := tree(t, map[string]string{"r": "-> " + outside, "in": "-> DIR/there", "there/own": "own"})
	f := open(t, dir, nil)
	if got := said(f.Below("r").Read("secret")); !strings.HasPrefix(got, "error") {
		t.Errorf("a root outside: got %q", got)
	}
	if got := said(f.Below("in").Read("own")); got != "own" {
		t.Errorf("a root behind an absolute link: got %q", got)
	}
}

// TestRead reads through all layers, and what must not be read.
func TestRead(t *testing.T) {
	outside := tree(t, map[string]string{"secret": "secret"})
	dir := tree(t, map[string]string{
		"a/own": "own", "a/long": "12345678901", "a/relative": "-> ../b/there", "a/absolute": "-> DIR/b/there", "b/there": "there", "linked": "-> b",
		"a/out": "-> " + outside + "/secret", "a/nowhere": "-> nothing", "a/saved": "old", "a/tolink": "-> saved",
	})
	f := open(t, dir, map[string]string{"a/saved": "new", "a/fresh": "fresh", "a/big": "12345678901"})
	for _, c := range []struct{ name, base, root string }{
		{"a/own", "own", "own"},
		{"a/long", "error: 11 bytes", "error: 11 bytes"},
		{"a/relative", "there", "error"}, // a root is a
		{"a/absolute", "there", "error"},
		{"linked/there", "there", "error"},
		{"a/out", "error: a link leads out of the repository", "error"},
		{"a/nowhere", "error", "error"},
		{"a", "error: not a regular file", "error"},
		{"a/saved", "new", "new"},
		{"a/tolink", "new", "new"},
		{"a/fresh", "fresh", "fresh"},
		{"a/big", "error: 11 bytes", "error: 11 bytes"},
	} {
		if got := said(f.Read(c.name)); !strings.HasPrefix(got, c.base) {
			t.Errorf("%s in the base: got %q, want %q", c.name, got, c.base)
		}
		inside := "../" + c.name
		if rest, ok := strings.CutPrefix(c.name, "a/"); ok {
			inside = rest
		}
		if got := said(f.Below("a").Read(inside)); !strings.HasPrefix(got, c.root) {
			t.Errorf("%s in the root: got %q, want %q", inside, got, c.root)
		}
	}
	var large *files.TooLarge
	if _, err := f.Read("a/long"); !errors.As(err, &large) || large.Size != 11 {
		t.Errorf("a large file gives %v", err)
	}
}

// TestLook looks at names and lists directories below a root.
func TestLook(t *testing.T) {
	outside := tree(t, map[string]string{"d/secret": "secret"})
	dir := tree(t, map[string]string{
		"a/File": "x", "a/d/e": "x", "a/tofile": "-> File", "a/todir": "-> d", "a/out": "-> " + outside + "/d", "a/nowhere": "-> nothing", "b/x": "x",
	})
	r := open(t, dir, map[string]string{"a/d/fresh": "x"}).Below("a")
	for name, want := range map[string]files.Entry{
		".": files.Dir, "File": files.File, "file": files.Absent, "d": files.Dir, "d/": files.Dir, "d/e": files.File, "d/fresh": files.File,
		"tofile": files.File, "todir": files.Dir, "todir/e": files.File, "out": files.File, "out/secret": files.Absent, "nowhere": files.File,
		"../b/x": files.Absent, "/": files.Absent, "d/nothing": files.Absent, "File/x": files.Absent,
	} {
		if got := r.Look(name); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]string{
		".": "[File d nowhere out todir tofile] <nil>", "d": "[e fresh] <nil>", "todir": "[e fresh] <nil>", "out": "[] file does not exist",
		"../b": "[] file does not exist", "nothing": "[] file does not exist",
	} {
		names, err := r.List(name)
		if got := fmt.Sprint(names, err); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestClose holds that a closed file system opens again what is needed.
func TestClose(t *testing.T) {
	f := open(t, tree(t, map[string]string{"a": "x"}), nil)
	for range 2 {
		if got := said(f.Read("a")); got != "x" {
			t.Errorf("got %q", got)
		}
		f.Close()
	}
}
