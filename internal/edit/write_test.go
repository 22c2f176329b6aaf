package edit

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

func TestWrite(t *testing.T) {
	for _, test := range []struct{ name, before, after string }{
		{"shorter", "old content\r\n", "new"},
		{"longer", "old", "new content\r\n"},
		{"from empty", "", "new"},
		{"to empty", "old", ""},
		{"any bytes", "old\x00\xff", "new\xfe\x00"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := newFile(t, t.TempDir(), "a.md", test.before)
			if err := change(path, test.before, test.after).write(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
			wantFiles(t, filepath.Dir(path), map[string]string{"a.md": test.after})
		})
	}
}

func TestWriteKeepsMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits")
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666, 0o755} {
		path := newFile(t, t.TempDir(), "a.md", "old")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := change(path, "old", "new").write(filepath.Dir(path)); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("mode %v became %v (%v)", mode, info.Mode(), err)
		}
	}
}

func TestWriteFollowsSymlink(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	if err := os.Mkdir(other, 0o777); err != nil {
		t.Fatal(err)
	}
	target := newFile(t, other, "target.md", "old")
	link := filepath.Join(dir, "link.md")
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := change(link, "old", "new").write(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(link); err != nil || got != target {
		t.Errorf("the link leads to %q (%v), want %q", got, err, target)
	}
	wantFiles(t, other, map[string]string{"target.md": "new"})
	wantFiles(t, dir, map[string]string{"link.md": "new"})
}

func TestWriteRefuses(t *testing.T) {
	for _, test := range []struct {
		name, path string
		want       string // the error behind the path
		is         error
	}{
		{"changed content", "changed.md", " was not fixed (changed since nplint read it): run nplint again", files.ErrChanged},
		{"more content", "longer.md", " was not fixed (changed since nplint read it): run nplint again", files.ErrChanged},
		{"no file", "gone.md", ": run nplint again", fs.ErrNotExist},
		{"directory", "dir", " was not fixed (it is a directory): solve that and run nplint again", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			newFile(t, dir, "changed.md", "odl")
			newFile(t, dir, "longer.md", "old, or new")
			if err := os.Mkdir(filepath.Join(dir, "dir"), 0o777); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, test.path)
			wantError(t, change(path, "old", "new").write(filepath.Dir(path)), path, test.want, test.is)
			wantFiles(t, dir, map[string]string{"changed.md": "odl", "longer.md": "old, or new"})
		})
	}
}

func TestReplaceChangedWhileWriting(t *testing.T) {
	path := newFile(t, t.TempDir(), "a.md", "old")
	err := change(path, "old", "").replace(filepath.Dir(path), func(temp io.Writer) error {
		newFile(t, filepath.Dir(path), "a.md", "from the editor")
		_, err := io.WriteString(temp, "new")
		return err
	})
	wantError(t, err, path, " was not fixed (changed since nplint read it): run nplint again", files.ErrChanged)
	wantFiles(t, filepath.Dir(path), map[string]string{"a.md": "from the editor"})
}

func TestReplaceFailsToWrite(t *testing.T) {
	path := newFile(t, t.TempDir(), "a.md", "old")
	full := errors.New("no space left on device")
	err := change(path, "old", "").replace(filepath.Dir(path), func(temp io.Writer) error {
		if _, err := io.WriteString(temp, "ne"); err != nil {
			t.Error(err)
		}
		return &fs.PathError{Op: "write", Path: "temporary file", Err: full}
	})
	wantError(t, err, path, " was not fixed (no space left on device): solve that and run nplint again", full)
	wantFiles(t, filepath.Dir(path), map[string]string{"a.md": "old"})
}

func TestReplaceTemporaryFile(t *testing.T) {
	path := newFile(t, t.TempDir(), "a.md", "old")
	dir := filepath.Dir(path)
	err := change(path, "old", "").replace(filepath.Dir(path), func(temp io.Writer) error {
		found, err := filepath.Glob(filepath.Join(dir, ".nplint-*.tmp"))
		if err != nil || len(found) != 1 {
			t.Fatalf("temporary files %q (%v), want one", found, err)
		}
		info, err := os.Stat(found[0])
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("the temporary file has mode %v: others may read it", info.Mode())
		}
		_, err = io.WriteString(temp, "new")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"a.md": "new"})
}

func TestWriteWithoutPermission(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("permission bits do not bind this user")
	}
	for _, test := range []struct {
		name          string
		dirMode, mode fs.FileMode
	}{
		{"read-only directory", 0o555, 0o644},
		{"read-only file", 0o755, 0o444},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := newFile(t, dir, "a.md", "old")
			if err := errors.Join(os.Chmod(path, test.mode), os.Chmod(dir, test.dirMode)); err != nil {
				t.Fatal(err)
			}
			defer os.Chmod(dir, 0o755) // so that it can be removed
			err := change(path, "old", "new").write(filepath.Dir(path))
			want := " (permission denied): make the file and its directory writable and run nplint again"
			wantError(t, err, path, want, fs.ErrPermission)
			wantFiles(t, dir, map[string]string{"a.md": "old"})
		})
	}
}

// change returns the change of a file by its path, made where it lies.
func change(path, before, after string) *Change {
	c := NewChange(new(paths.Links), filepath.Dir(path), filepath.Base(path), []byte(before), []byte(after))
	return &c
}

func newFile(t *testing.T, dir, name, content string) (path string) {
	t.Helper()
	path = filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// wantFiles demands that dir has the given files and no others, directories aside.
func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	entries = slices.DeleteFunc(entries, fs.DirEntry.IsDir)
	if len(entries) != len(want) {
		t.Errorf("files %v, want %q", entries, want)
	}
	for name, content := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != content {
			t.Errorf("%s has %q (%v), want %q", name, got, err, content)
		}
	}
}

// wantError demands an error about the path that ends in the given words and, if is is not nil, wraps it.
func wantError(t *testing.T, err error, path, end string, is error) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), path+" was not fixed (") || !strings.HasSuffix(err.Error(), end) {
		t.Errorf("got error %v, want %s … %s", err, path, end)
	}
	if is != nil && !errors.Is(err, is) {
		t.Errorf("the error %v does not wrap %v", err, is)
	}
}

// TestWriteOutside holds that nothing is written where a link leads that was put there while files were linted.
func TestWriteOutside(t *testing.T) {
	dir := t.TempDir()
	base, outside := filepath.Join(dir, "p"), filepath.Join(dir, "outside")
	for _, d := range []string{base, outside} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(outside, "a.md")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(base, "agents")); err != nil {
		t.Skip("SKIPPED: no links can be made here: ", err)
	}
	var links paths.Links
	repair := &Repair{
		Before:  &report.Report{Base: base},
		Changes: []Change{NewChange(&links, base, "agents/a.md", []byte("old"), []byte("new"))},
	}
	failed := repair.Write(t.Context())
	if got, err := os.ReadFile(file); len(failed) != 1 || err != nil || string(got) != "old" {
		t.Errorf("errors %v; the file outside holds %q, %v", failed, got, err)
	}
}
