package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Dirs is directories as they were when they were first read. It tells names and types alone; what is read goes through
// an FS. The zero value is ready for use.
//
// Directories are opened by os.ReadDir: os.OpenFile would register each with the poller of the Go runtime, which over
// 10,000 directories is 5 % of the CPU time of the process.
type Dirs struct {
	known   sync.Map // by absolute path: func() *listing
	missing sync.Map // names that have been asked for where nothing has them
}

// listing is what is in a directory.
type listing struct {
	entries []fs.DirEntry // sorted by name
	err     error
}

// Read returns what is in a directory, by its absolute path, in the order of names.
func (d *Dirs) Read(abs string) ([]fs.DirEntry, error) {
	l := d.read(abs)
	return l.entries, l.err
}

// ReadOnce is Read for whoever comes to each directory once: what was not read before is not kept.
func (d *Dirs) ReadOnce(abs string) ([]fs.DirEntry, error) {
	if _, ok := d.known.Load(abs); ok {
		return d.Read(abs)
	}
	return os.ReadDir(abs)
}

// Names returns the names in a directory.
func (d *Dirs) Names(abs string) ([]string, error) {
	l := d.read(abs)
	return l.names(), l.err
}

// Known returns what was in a directory when it was read, by its absolute path, if it was: so it is with one that was
// asked for and not there.
func (d *Dirs) Known(abs string) (entries []fs.DirEntry, err error, read bool) {
	known, read := d.known.Load(abs)
	if !read {
		name, lacking := d.lacking(abs)
		if _, asked := d.missing.Load(name); lacking && asked {
			return nil, fs.ErrNotExist, true
		}
		return nil, nil, false
	}
	l := known.(func() *listing)()
	return l.entries, l.err, true
}

func (d *Dirs) read(abs string) *listing {
	read, ok := d.known.Load(abs)
	if !ok {
		if name, lacking := d.lacking(abs); lacking { // of 20,000 projects there are a million such paths: only names are kept
			if _, asked := d.missing.Load(name); !asked {
				d.missing.Store(strings.Clone(name), true)
			}
			return &listing{err: &fs.PathError{Op: "open", Path: abs, Err: fs.ErrNotExist}}
		}
		read, _ = d.known.LoadOrStore(abs, sync.OnceValue(func() *listing {
			entries, err := os.ReadDir(abs)
			return &listing{entries, err}
		}))
	}
	return read.(func() *listing)()
}

// Lacks reports whether it is known already that nothing is at a path: packs have many marks, and a directory few of
// them.
func (d *Dirs) Lacks(abs string) bool {
	_, lacking := d.lacking(abs)
	return lacking
}

// lacking is Lacks, and returns the name that a directory on the way does not hold.
func (d *Dirs) lacking(abs string) (name string, is bool) {
	for above := filepath.Dir(abs); above != abs; above, abs = filepath.Dir(above), above {
		if read, ok := d.known.Load(above); ok {
			l := read.(func() *listing)()
			name = filepath.Base(abs)
			return name, errors.Is(l.err, fs.ErrNotExist) || l.err == nil && l.find(name) == nil
		}
	}
	return "", false
}

// find returns what has a name, or nil.
func (l *listing) find(name string) fs.DirEntry {
	i, ok := slices.BinarySearchFunc(l.entries, name,
		func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	if !ok {
		return nil
	}
	return l.entries[i]
}

func (l *listing) names() []string {
	names := make([]string, len(l.entries))
	for i, e := range l.entries {
		names[i] = e.Name()
	}
	return names
}
