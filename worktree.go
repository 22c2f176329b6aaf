package nplint

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// worktree answers questions about files of a project that are no artefacts. It never leaves the project root: os.Root refuses
// paths and links that lead out of it.
type worktree struct {
	base  string
	limit int      // bytes of the largest file that is read
	roots sync.Map // root relative to the base to func() (*os.Root, error)
	// listings is root and directory to func() *listing: many artefacts name files in few directories.
	listings sync.Map
}

// root opens a project root once.
func (w *worktree) root(dir string) (*os.Root, error) {
	open, _ := w.roots.LoadOrStore(dir, sync.OnceValues(func() (*os.Root, error) { return os.OpenRoot(filepath.Join(w.base, filepath.FromSlash(dir))) }))
	return open.(func() (*os.Root, error))()
}

// look says what is at a path below a project root; see document.Project. Names are compared byte for byte, whatever the system does.
func (w *worktree) look(dir, name string) document.Entry {
	name = path.Clean(name)
	if name == "." {
		return document.Dir
	}
	above, base := ".", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		above, base = name[:max(i, 1)], name[i+1:]
	}
	listing := w.listing(dir, above)
	if listing == nil {
		return document.Absent
	}
	mode, ok := listing.modes[base]
	switch {
	case !ok:
		return document.Absent
	case mode.IsDir():
		return document.Dir
	case mode&fs.ModeSymlink != 0:
		return w.stat(dir, filepath.FromSlash(name))
	}
	return document.File
}

// listing is what is in a directory.
type listing struct {
	names []string // sorted
	modes map[string]fs.FileMode
}

// listing reads a directory below a project root once; nil if it cannot be read, or is none. What lies in a directory that is not there needs no
// looking for.
func (w *worktree) listing(dir, name string) *listing {
	if read, ok := w.listings.Load([2]string{dir, name}); ok {
		return read.(func() *listing)()
	}
	read, _ := w.listings.LoadOrStore([2]string{dir, name}, sync.OnceValue(func() *listing {
		if above := path.Dir(name); !filepath.IsLocal(filepath.FromSlash(name)) || name != "." && above != name && w.look(dir, name) != document.Dir {
			return nil
		}
		root, err := w.root(dir)
		if err != nil {
			return nil
		}
		entries, err := fs.ReadDir(root.FS(), name)
		if err != nil {
			return nil
		}
		l := &listing{names: make([]string, len(entries)), modes: make(map[string]fs.FileMode, len(entries))}
		for i, e := range entries {
			l.names[i], l.modes[e.Name()] = e.Name(), e.Type()
		}
		return l
	}))
	return read.(func() *listing)()
}

// stat follows a link. One that leads out of the root is there all the same, and nobody looks where to.
func (w *worktree) stat(dir, name string) document.Entry {
	root, err := w.root(dir)
	if err != nil {
		return document.Absent
	}
	info, err := root.Stat(name)
	if err != nil {
		if info, err = root.Lstat(name); err != nil {
			return document.Absent
		}
	}
	if info.IsDir() {
		return document.Dir
	}
	return document.File
}

// read returns the content of a regular file below a project root.
func (w *worktree) read(dir, file string) ([]byte, error) {
	root, err := w.root(dir)
	if err != nil {
		return nil, err
	}
	name := filepath.FromSlash(file)
	if info, err := root.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() { // to open a pipe could take for ever
		return nil, errors.New("not a regular file")
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readOpen(f, w.limit)
}

// list returns the names in a directory below a project root, sorted.
func (w *worktree) list(dir, name string) ([]string, error) {
	l := w.listing(dir, path.Clean(name))
	if l == nil {
		return nil, fs.ErrNotExist
	}
	return l.names, nil
}

// close lets go of the opened roots.
func (w *worktree) close() {
	w.roots.Range(func(_, open any) bool {
		if root, err := open.(func() (*os.Root, error))(); err == nil {
			root.Close()
		}
		return true
	})
}
