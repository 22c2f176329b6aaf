// Package ignore knows what git ignores in the repositories below a directory. It reads .gitignore files and
// .git/info/exclude as data and runs nothing; what git tracks all the same it is told. It does not know the user's own
// settings, so that a run means the same on every machine.
package ignore

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/internal/files"
)

// maxSize is the bytes of the largest ignore file that counts, and maxLines the lines of one.
const (
	maxSize  = 1 << 20
	maxLines = 10_000
)

// Reason says why git ignores something.
type Reason struct {
	File    string // the ignore file, relative to the base
	Line    int    // of the pattern, from 1
	Pattern string
}

// Tree is what git ignores below a base. Several may ask at once.
type Tree struct {
	base    string
	named   map[string]bool
	tracked func() []string
	dirs    sync.Map // by name: *Dir
}

// New returns the tree below a base, an absolute path. What is named, relative to the base, and what it lies in are not
// ignored, whatever patterns say. Neither are the files that git tracks, which are asked for, sorted, where a pattern
// covers something; nil is none.
func New(base string, named []string, tracked func() []string) *Tree {
	if tracked == nil {
		tracked = func() []string { return nil }
	}
	t := &Tree{base: base, named: map[string]bool{}, tracked: tracked}
	for _, name := range named {
		for ; name != "." && name != "" && !t.named[name]; name = path.Dir(name) {
			t.named[name] = true
		}
	}
	return t
}

// Dir is a directory of a tree.
type Dir struct {
	tree     *Tree
	name     string // relative to the base, "" if it is the base
	above    *Dir   // in the same repository, or nil
	inRepo   bool
	apart    bool      // another working tree of a repository: it holds a file named .git
	ignored  *Reason   // what covers the directory itself, or of one that it lies in
	patterns []pattern // of its own .gitignore, the last first
	exclude  []pattern // of the repository, if the directory is the top of one
}

// At returns a directory by its name relative to the base. entries are what is in it; nil has the disk asked.
func (t *Tree) At(name string, entries []fs.DirEntry) *Dir {
	if known, ok := t.dirs.Load(name); ok {
		return known.(*Dir)
	}
	var above *Dir
	if name != "" {
		above = t.At(parent(name), nil)
	}
	d := t.read(name, entries)
	if above != nil {
		d.ignored = above.covered(path.Base(name), true)
	}
	if !d.inRepo && above != nil {
		d.above, d.inRepo = above, above.inRepo
	}
	if entries != nil && !slices.ContainsFunc(entries, fs.DirEntry.IsDir) {
		return d // nobody asks again from below it
	}
	known, _ := t.dirs.LoadOrStore(name, d)
	return known.(*Dir)
}

// read returns what a directory itself says.
func (t *Tree) read(name string, entries []fs.DirEntry) *Dir {
	d := &Dir{tree: t, name: name}
	modes := map[string]fs.FileMode{}
	if entries == nil {
		abs := filepath.Join(t.base, filepath.FromSlash(name))
		for _, file := range []string{".git", ".gitignore"} {
			if info, err := os.Lstat(filepath.Join(abs, file)); err == nil {
				modes[file] = info.Mode().Type()
			}
		}
	}
	for _, e := range entries {
		if e.Name() == ".git" || e.Name() == ".gitignore" {
			modes[e.Name()] = e.Type()
		}
	}
	mode, ok := modes[".git"]
	d.inRepo, d.apart = ok, ok && mode.IsRegular() && name != "" && !t.named[name]
	if ok && mode.IsDir() {
		d.exclude = t.load(path.Join(name, ".git/info/exclude"))
	}
	if mode, ok := modes[".gitignore"]; ok && mode.IsRegular() { // git follows no links here, either
		d.patterns = t.load(path.Join(name, ".gitignore"))
	}
	return d
}

// load reads an ignore file. One that cannot be read, or is too large, says nothing.
func (t *Tree) load(file string) []pattern {
	text, err := files.ReadFile(filepath.Join(t.base, filepath.FromSlash(file)), maxSize)
	if err != nil || bytes.Count(text, []byte("\n")) > maxLines {
		return nil
	}
	return parse(file, text)
}

// Apart reports whether the directory is another working tree, or a submodule: a copy or somebody else's.
func (d *Dir) Apart() bool { return d.apart }

// Ignored says why git ignores what has a name in the directory, or returns nil: so it does for a directory in which it
// tracks something. A symbolic link is no directory.
func (d *Dir) Ignored(base string, isDir bool) *Reason {
	reason := d.covered(base, isDir)
	if reason == nil {
		return nil
	}
	name, tracked := path.Join(d.name, base), d.tree.tracked()
	if isDir {
		name += "/"
	}
	if i, found := slices.BinarySearch(tracked, name); found || isDir && i < len(tracked) && strings.HasPrefix(tracked[i], name) {
		return nil
	}
	return reason
}

// covered says which pattern covers what has a name in the directory, or returns nil.
func (d *Dir) covered(base string, isDir bool) *Reason {
	name := path.Join(d.name, base)
	switch {
	case d.tree.named[name]:
		return nil
	case d.ignored != nil:
		return d.ignored
	case !d.inRepo || isDir && base == ".git":
		return nil
	}
	for dir := d; ; dir = dir.above {
		if found, reason := match(dir.patterns, below(name, dir.name), base, isDir); found {
			return reason
		}
		if dir.above == nil || !dir.above.inRepo {
			_, reason := match(dir.exclude, below(name, dir.name), base, isDir)
			return reason
		}
	}
}

// match finds the pattern that decides about a path relative to the directory of the patterns. The reason is nil if it
// is one that starts with "!".
func match(patterns []pattern, rel, base string, isDir bool) (found bool, reason *Reason) {
	for i := range patterns {
		if p := &patterns[i]; p.matches(rel, base, isDir) {
			if p.negated {
				return true, nil
			}
			return true, &p.Reason
		}
	}
	return false, nil
}

func parent(name string) string { return name[:max(0, strings.LastIndexByte(name, '/'))] }

// below returns a name relative to the directory that it lies in.
func below(name, dir string) string {
	if dir == "" {
		return name
	}
	return name[len(dir)+1:]
}
