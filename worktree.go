package nplint

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// worktree answers questions about files of a project that are no artefacts. It never leaves the project root: os.Root refuses
// paths and links that lead out of it.
type worktree struct {
	base  string
	limit int      // bytes of the largest file that is read
	roots sync.Map // root relative to the base to func() (*os.Root, error)
	seen  sync.Map // root and path to document.Entry
}

// root opens a project root once.
func (w *worktree) root(dir string) (*os.Root, error) {
	open, _ := w.roots.LoadOrStore(dir, sync.OnceValues(func() (*os.Root, error) { return os.OpenRoot(filepath.Join(w.base, filepath.FromSlash(dir))) }))
	return open.(func() (*os.Root, error))()
}

// look says what is at a path below a project root; see document.Project.
func (w *worktree) look(dir, path string) document.Entry {
	key := [2]string{dir, path}
	if entry, ok := w.seen.Load(key); ok {
		return entry.(document.Entry)
	}
	entry := w.stat(dir, filepath.FromSlash(path))
	w.seen.Store(key, entry)
	return entry
}

func (w *worktree) stat(dir, path string) document.Entry {
	root, err := w.root(dir)
	if err != nil {
		return document.Absent
	}
	info, err := root.Stat(path)
	if err != nil {
		// A link that leads out of the root is there all the same, and nobody looks where to.
		if info, err = root.Lstat(path); err != nil {
			return document.Absent
		}
	}
	if info.IsDir() {
		return document.Dir
	}
	return document.File
}

// read returns the content of a regular file below a project root.
func (w *worktree) read(dir, path string) ([]byte, error) {
	root, err := w.root(dir)
	if err != nil {
		return nil, err
	}
	name := filepath.FromSlash(path)
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
func (w *worktree) list(dir, path string) ([]string, error) {
	root, err := w.root(dir)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(root.FS(), filepath.ToSlash(filepath.Clean(path)))
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, nil
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
