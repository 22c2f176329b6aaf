package files

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nplint/nplint/internal/paths"
)

// disk is what lies on disk below a base. Roots are names of directories in it; os.Root refuses names and links that
// lead out of them.
type disk struct {
	base     string
	real     string // the base without links
	dirs     *Dirs
	roots    sync.Map     // root to func() (*opened, error)
	held     atomic.Int32 // how many roots stay open
	listings sync.Map     // root and directory to func() *listing: many artefacts name files in few directories
}

// maxHeld is how many roots stay open: a system lets a process have so many files open, and a repository may have
// thousands of roots.
const maxHeld = 100

// opened is a directory that is open.
type opened struct {
	*os.Root
	dir *os.File // the same
}

func (o *opened) close() {
	o.dir.Close()
	o.Root.Close()
}

// root opens a root, once if not too many are open. done must be called when the root is not needed any more.
func (d *disk) root(dir string) (root *opened, done func(), err error) {
	held, ok := d.roots.Load(dir)
	if !ok && d.held.Add(1) > maxHeld {
		d.held.Add(-1)
		if root, err = d.open(dir); err != nil {
			return nil, nil, err
		}
		return root, root.close, nil
	}
	if !ok {
		held, _ = d.roots.LoadOrStore(dir, sync.OnceValues(func() (*opened, error) { return d.open(dir) }))
	}
	root, err = held.(func() (*opened, error))()
	return root, func() {}, err
}

// open opens a root. One below the base is opened from there, so that no link leads out, also one that was put into its place since it
// was found; only a base that may be passed through and not opened is left out of that.
func (d *disk) open(dir string) (*opened, error) {
	if dir == "" {
		return openRoot(os.OpenRoot(d.base))
	}
	base, done, err := d.root("")
	if err != nil {
		return openRoot(os.OpenRoot(d.abs(dir)))
	}
	defer done()
	root, err := base.OpenRoot(filepath.FromSlash(dir))
	if err != nil { // it may lie behind an absolute link into the base
		real, linkError := filepath.EvalSymlinks(d.abs(dir))
		if linkError == nil && paths.Within(real, d.real) && real != d.abs(dir) {
			root, err = base.OpenRoot(filepath.FromSlash(paths.Below(real, d.real)))
		}
	}
	return openRoot(root, err)
}

func openRoot(root *os.Root, err error) (*opened, error) {
	if err != nil {
		return nil, err
	}
	itself, err := root.Open(".")
	if err != nil {
		root.Close()
		return nil, err
	}
	return &opened{root, itself}, nil
}

// read returns the content of a regular file below the directory; refused says what to do about one that is not opened.
func (o *opened) read(name string, limit int, refused func(error) ([]byte, error)) ([]byte, error) {
	if data, err, ok := readBeneath(o.dir, name, limit); ok {
		return data, err
	}
	f, err := o.OpenFile(filepath.FromSlash(name), reading, 0)
	if err != nil {
		return refused(err)
	}
	return readOpen(f, limit)
}

func (d *disk) abs(name string) string { return filepath.Join(d.base, filepath.FromSlash(name)) }

// close lets go of the opened roots.
func (d *disk) close() {
	d.roots.Range(func(dir, open any) bool {
		if root, err := open.(func() (*opened, error))(); err == nil {
			root.close()
		}
		d.roots.Delete(dir)
		return true
	})
	d.held.Store(0)
}

// read returns the content of a file in the base.
func (d *disk) read(name string, limit int) ([]byte, error) {
	root, done, err := d.root("")
	if err != nil {
		return d.readReal(name, limit)
	}
	defer done()
	return root.read(name, limit, func(error) ([]byte, error) { return d.readReal(name, limit) })
}

// readReal is read for what os.Root refuses and we do not: absolute links that lead into the base, and what lies in
// directories that may be passed through and not listed.
func (d *disk) readReal(name string, limit int) ([]byte, error) {
	real, err := filepath.EvalSymlinks(d.abs(name))
	if err != nil {
		return nil, err
	}
	if !paths.Within(real, d.real) {
		return nil, errors.New("a link leads out of the repository")
	}
	return ReadBelow(d.real, paths.Below(real, d.real), limit)
}

// readBelow returns the content of a file in a root.
func (d *disk) readBelow(dir, name string, limit int) ([]byte, error) {
	root, done, err := d.root(dir)
	if err != nil {
		return nil, err
	}
	defer done()
	return root.read(name, limit, func(err error) ([]byte, error) { return nil, err })
}

// look says what is at a name in a root.
func (d *disk) look(dir, name string) Entry {
	const longest = 4096 // bytes of a name that a system takes
	if len(name) > longest {
		return Absent
	}
	name = path.Clean(name)
	if name == "." {
		return Dir
	}
	above, base := ".", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		above, base = name[:max(i, 1)], name[i+1:]
	}
	listing := d.listing(dir, above)
	if listing == nil {
		return Absent
	}
	entry := listing.find(base)
	switch {
	case entry == nil:
		return Absent
	case entry.IsDir():
		return Dir
	case entry.Type()&fs.ModeSymlink != 0:
		return d.follow(dir, filepath.FromSlash(name))
	}
	return File
}

// follow says where a link leads. One that leads out of the root is there all the same, and nobody looks where to.
func (d *disk) follow(dir, name string) Entry {
	root, done, err := d.root(dir)
	if err != nil {
		return Absent
	}
	defer done()
	info, err := root.Stat(name)
	if err != nil {
		if info, err = root.Lstat(name); err != nil {
			return Absent
		}
	}
	if info.IsDir() {
		return Dir
	}
	return File
}

// list returns the names in a directory of a root, sorted.
func (d *disk) list(dir, name string) ([]string, error) {
	l := d.listing(dir, path.Clean(name))
	if l == nil {
		return nil, fs.ErrNotExist
	}
	return l.names(), nil
}

// executable reports whether a file in a root may be run.
func (d *disk) executable(dir, name string) bool {
	root, done, err := d.root(dir)
	if err != nil {
		return false
	}
	defer done()
	info, err := root.Stat(filepath.FromSlash(name))
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// listing returns what is in a directory of a root; nil if it cannot be read, or is none. What lies in a directory that
// is not there needs no looking for.
func (d *disk) listing(dir, name string) *listing {
	if read, ok := d.listings.Load([2]string{dir, name}); ok {
		return read.(func() *listing)()
	}
	read, _ := d.listings.LoadOrStore([2]string{dir, name}, sync.OnceValue(func() *listing {
		isTop := name == "." || path.Dir(name) == name
		if !filepath.IsLocal(filepath.FromSlash(name)) || !isTop && d.look(dir, name) != Dir {
			return nil
		}
		l := d.dirs.read(d.abs(path.Join(dir, name)))
		if l.err != nil {
			return nil
		}
		return l
	}))
	return read.(func() *listing)()
}
