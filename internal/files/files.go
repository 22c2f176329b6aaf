// Package files is the files of a run: unsaved texts over git's tree over the disk. It reads regular files alone, never
// more than it may, and leaves the base only where the user has said so. It knows no artefacts and no rules.
//
// Names are relative to the base or to a project root, with slashes; "" is the base itself.
package files

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"

	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
)

// TooLarge says that a file has more bytes than may be read.
type TooLarge = git.TooLarge

// FS is the files below a base. It may be used by many goroutines.
type FS struct {
	git.Base
	texts    *Texts
	snapshot *git.Snapshot // lies over the disk, or nil
	limit    int           // bytes of the largest file that is read
	disk     *disk
}

// New returns the files below a base, of which none with more than limit bytes is read. No link leads out of the base. dirs
// may have been read in before.
func New(base git.Base, limit int, texts *Texts, dirs *Dirs) *FS {
	return &FS{Base: base, texts: texts, limit: limit, disk: &disk{base: base.Dir, real: base.Real, dirs: dirs}}
}

// At returns the files as a snapshot has them, below the texts or, if these are nil, without.
func (f *FS) At(snapshot *git.Snapshot, texts *Texts) *FS {
	return &FS{Base: f.Base, texts: texts, limit: f.limit, disk: f.disk, snapshot: snapshot}
}

// Close lets go of what is held open. It is opened again when it is needed.
func (f *FS) Close() {
	f.disk.close()
	if f.snapshot != nil {
		f.snapshot.Close()
	}
}

// Abs returns the absolute path of a name.
func (f *FS) Abs(name string) string { return filepath.Join(f.Dir, filepath.FromSlash(name)) }

// Name returns the name of an absolute path within the base.
func (f *FS) Name(abs string) string { return paths.Below(abs, f.Dir) }

// Unsaved reports whether the content of a file comes from an unsaved text.
func (f *FS) Unsaved(name string) bool {
	_, ok := f.text(name)
	return ok
}

func (f *FS) text(name string) ([]byte, bool) {
	if f.texts.empty() {
		return nil, false
	}
	return f.texts.Get(f.Abs(name))
}

// Read returns the content of a file. A larger one than may be read is a *TooLarge.
func (f *FS) Read(name string) ([]byte, error) {
	return f.read(name, func() ([]byte, error) { return f.disk.read(name, f.limit) })
}

// read is Read, given how the disk is read.
func (f *FS) read(name string, disk func() ([]byte, error)) ([]byte, error) {
	if text, ok := f.text(name); ok {
		if len(text) > f.limit {
			return nil, &TooLarge{Size: int64(len(text))}
		}
		return text, nil
	}
	if f.snapshot != nil {
		return f.snapshot.Read(name, f.limit, disk)
	}
	return disk()
}

// Kept says what git's tree has at a name; without one the disk decides.
func (f *FS) Kept(name string) git.Kind {
	if f.snapshot == nil {
		return git.Elsewhere
	}
	return f.snapshot.Kind(name)
}

// OnDisk reports whether no tree of git lies over the disk.
func (f *FS) OnDisk() bool { return f.snapshot == nil }

// KeptBelow yields the names of all files below a directory that git's tree has, in their order.
func (f *FS) KeptBelow(dir string) iter.Seq[string] {
	if f.snapshot == nil {
		return func(func(string) bool) {}
	}
	return f.snapshot.Below(dir)
}

// Names returns the names in a directory that need not lie below the base, unsaved ones aside. The error is about the
// disk; what git's tree has there is returned nevertheless.
func (f *FS) Names(abs string) ([]string, error) {
	names, err := f.disk.dirs.Names(abs)
	if f.snapshot == nil || !paths.Within(abs, f.Dir) {
		return names, err
	}
	names, _ = f.snapshot.List(f.Name(abs), names)
	return names, err
}

// ReadDir returns what is in a directory, by its absolute path.
func (f *FS) ReadDir(abs string) ([]fs.DirEntry, error) { return f.disk.dirs.Read(abs) }

// Entry is what is at a name.
type Entry uint8

// What can be at a name.
const (
	Absent Entry = iota
	File         // a file of any type
	Dir
)

// Root is what lies below the root of a project. Nothing leads out of it: what lies outside, or behind a link that
// leads there, cannot be looked at.
type Root struct {
	*FS
	dir string
}

// Below returns the files below the root of a project, which is a name in the base.
func (f *FS) Below(root string) Root { return Root{f, root} }

// name returns the name in the base of one in the root. It fails for one that leads out of it.
func (r Root) name(inside string) (string, bool) {
	return path.Join(r.dir, inside), filepath.IsLocal(filepath.FromSlash(inside))
}

// Look says what is at a name. Names are compared byte for byte, whatever the system does.
func (r Root) Look(inside string) Entry {
	name, ok := r.name(inside)
	if ok && r.texts.holds(path.Base(name)) && r.Unsaved(name) {
		return File
	}
	if ok {
		switch r.Kept(name) {
		case git.Gone:
			return Absent
		case git.File:
			return File
		case git.Dir:
			return Dir
		}
	}
	return r.disk.look(r.dir, inside)
}

// Executable reports whether a file may be run, as far as the system tells: one that is not on disk may.
func (r Root) Executable(inside string) bool {
	return runtime.GOOS == "windows" || r.disk.executable(r.dir, inside) || r.disk.look(r.dir, inside) == Absent
}

// Read returns the content of a regular file.
func (r Root) Read(inside string) ([]byte, error) {
	disk := func() ([]byte, error) { return r.disk.readBelow(r.dir, inside, r.limit) }
	name, ok := r.name(inside)
	if !ok {
		return disk()
	}
	return r.read(name, disk)
}

// List returns the sorted names in a directory.
func (r Root) List(inside string) ([]string, error) {
	names, err := r.disk.list(r.dir, inside)
	name, ok := r.name(inside)
	if !ok {
		return names, err
	}
	kept := false
	if r.snapshot != nil {
		if names, kept = r.snapshot.List(name, names); kept {
			err = nil
		}
	}
	if err == nil && !r.texts.empty() {
		names = slices.Concat(names, r.texts.in(r.Abs(name)))
		slices.Sort(names)
		names = slices.Compact(names)
	}
	return names, err
}

// ReadFile returns the content of a regular file of at most limit bytes, by its absolute path.
func ReadFile(abs string, limit int) ([]byte, error) {
	f, err := os.OpenFile(abs, reading, 0)
	if err != nil {
		return nil, err
	}
	return readOpen(f, limit)
}

// ReadBelow returns the content of a regular file of at most limit bytes by its name below a directory, which has
// slashes. No link leads out of the directory, whoever puts one there meanwhile.
func ReadBelow(top, name string, limit int) ([]byte, error) {
	root, err := openRoot(os.OpenRoot(top))
	if err != nil {
		return nil, err
	}
	defer root.close()
	return root.read(name, limit, func(err error) ([]byte, error) { return nil, err })
}

// Tree is what lies below a directory, for those who read it through package fs: directories and regular files, of
// which none is larger than limit bytes. No link leads out of it, and nothing is read that git keeps for itself there.
type Tree struct {
	Root  *os.Root
	Limit int
}

// Open opens a file or a directory.
func (t Tree) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if top := t.Root.Name(); !paths.Holds(paths.Real(top), paths.Real(filepath.Join(top, filepath.FromSlash(name)))) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("it lies outside of the project, or in .git")}
	}
	f, err := t.Root.OpenFile(filepath.FromSlash(name), reading, 0)
	if err != nil {
		return nil, err
	}
	f, err = admit(f, func(info fs.FileInfo) error {
		switch {
		case info.IsDir():
		case !info.Mode().IsRegular():
			return &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
		case info.Size() > int64(t.Limit):
			return &fs.PathError{Op: "open", Path: name, Err: &TooLarge{Size: info.Size()}}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// admit returns an opened file that may be used, and closes another.
func admit(f *os.File, check func(fs.FileInfo) error) (*os.File, error) {
	info, err := f.Stat()
	if err == nil {
		err = check(info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// reading is how files are opened: to open a pipe that took the place of a file must not make us wait for somebody who
// writes to it.
const reading = os.O_RDONLY | syscall.O_NONBLOCK

var errNotRegular = errors.New("not a regular file")

// Open opens a file that the user has named: a regular one, or what a shell puts below /dev or /proc for `<(command)`. A
// pipe elsewhere may lie in the repository, and nobody may ever write to it.
func Open(name string) (*os.File, error) {
	if abs, err := filepath.Abs(name); err == nil && special(abs) {
		return os.Open(name)
	}
	f, err := os.OpenFile(name, reading, 0)
	if err != nil {
		return nil, err
	}
	return admit(f, func(info fs.FileInfo) error {
		if !info.Mode().IsRegular() {
			return errNotRegular
		}
		return nil
	})
}

// readOpen reads an opened file, and closes it. One that grows meanwhile is read as far as it went when it was opened.
func readOpen(f *os.File, limit int) ([]byte, error) {
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	if info.Size() > int64(limit) {
		return nil, &TooLarge{Size: info.Size()}
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return data[:n], nil
}
