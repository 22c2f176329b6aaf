// Package ignore knows what git ignores in the repositories below a directory. It reads .gitignore files and
// .git/info/exclude as data and runs nothing; what git tracks all the same it is told. It does not know the user's own
// settings, so that a run means the same on every machine.
package ignore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nplint/nplint/internal/files"
)

// maxSize is the bytes of the largest ignore file that counts, maxLines the lines of one, and maxLine the bytes of a
// line: no path is longer.
const (
	maxSize  = 1 << 20
	maxLines = 10_000
	maxLine  = 4096
)

// maxSteps is how many steps all patterns of a tree may take, about a second, and perName how many more for each name
// that is asked for. Reading a line takes perLine, and a byte perByte: that much is kept of them.
const (
	maxSteps = 3 << 26
	perName  = 2000
	perLine  = 150
	perByte  = 8
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
	left    atomic.Int64

	mutex    sync.Mutex
	problems map[string]Problem
	largest  string // the ignore file with most patterns
	most     int
}

// Problem is why an ignore file is not read.
type Problem struct {
	File string // relative to the base
	Text string
}

// Problems returns why ignore files are not read, by their names.
func (t *Tree) Problems() []Problem {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return slices.SortedFunc(maps.Values(t.problems), func(a, b Problem) int { return strings.Compare(a.File, b.File) })
}

// Exceeded says that the patterns take too many steps to tell what git ignores, or returns nil.
func (t *Tree) Exceeded() error {
	if t.left.Load() >= 0 {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	const format = "%s: what git ignores takes too long to tell: the ignore files of the repository have too many patterns for so " +
		"many names, and most are in this one (%d); write fewer, and names without *, ? and [ where they will do"
	return fmt.Errorf(format, t.largest, t.most)
}

// take takes steps, and reports whether there were enough left.
func (t *Tree) take(steps int) bool { return t.left.Add(-int64(steps)) >= 0 }

// New returns the tree below a base, an absolute path. What is named, relative to the base, and what it lies in are not
// ignored, whatever patterns say. Neither are the files that git tracks, which are asked for, sorted, where a pattern
// covers something; nil is none.
func New(base string, named []string, tracked func() []string) *Tree {
	if tracked == nil {
		tracked = func() []string { return nil }
	}
	t := &Tree{base: base, named: map[string]bool{}, tracked: tracked, problems: map[string]Problem{}}
	t.left.Store(maxSteps)
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
	apart    bool    // another working tree of a repository: it holds a file named .git
	ignored  *Reason // what covers the directory itself, or of one that it lies in
	patterns *list   // of its own .gitignore, or nil
	exclude  *list   // of the repository, if the directory is the top of one
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

// load reads an ignore file. One that cannot be read says nothing, and neither does one that is too large, which is a
// problem.
func (t *Tree) load(file string) *list {
	text, err := files.ReadFile(filepath.Join(t.base, filepath.FromSlash(file)), maxSize)
	var large *files.TooLarge
	if errors.As(err, &large) {
		t.refuse(file, fmt.Sprintf("the file has %d bytes, more than the %d that nplint reads of an ignore file", large.Size, maxSize))
	}
	if err != nil {
		return nil
	}
	lines := bytes.Count(text, []byte("\n"))
	if lines > maxLines {
		t.refuse(file, fmt.Sprintf("the file has %d lines, more than the %d that nplint reads of an ignore file", lines, maxLines))
		return nil
	}
	if !t.take(perLine*lines + perByte*len(text)) {
		return nil
	}
	l, long := parse(file, text)
	if l == nil {
		t.refuse(file, fmt.Sprintf("line %d has more than the %d bytes that nplint reads of a line of an ignore file", long, maxLine))
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if n := len(l.patterns); n > t.most || n == t.most && file < t.largest {
		t.most, t.largest = n, file
	}
	return l
}

// refuse notes why an ignore file is not read.
func (t *Tree) refuse(file, why string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.problems[file] = Problem{File: file, Text: why + ", so nothing in it counts here; shorten it"}
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
	switch {
	case len(d.tree.named) > 0 && d.tree.named[path.Join(d.name, base)]:
		return nil
	case d.ignored != nil:
		return d.ignored
	case !d.inRepo || isDir && base == ".git":
		return nil
	}
	name, steps := path.Join(d.name, base), 0
	defer func() { d.tree.take(max(0, steps-perName)) }()
	for dir := d; d.tree.left.Load() >= int64(steps); dir = dir.above {
		rel := below(name, dir.name)
		decides, taken := dir.patterns.match(rel, base, isDir)
		if steps += taken; decides == nil && (dir.above == nil || !dir.above.inRepo) {
			decides, taken = dir.exclude.match(rel, base, isDir)
			steps += taken
			return decides.reason()
		}
		if decides != nil {
			return decides.reason()
		}
	}
	return nil
}

// reason is why git ignores what the pattern decides about: nil if it starts with "!", or there is none.
func (p *pattern) reason() *Reason {
	if p == nil || p.negated {
		return nil
	}
	return &p.Reason
}

func parent(name string) string { return name[:max(0, strings.LastIndexByte(name, '/'))] }

// below returns a name relative to the directory that it lies in.
func below(name, dir string) string {
	if dir == "" {
		return name
	}
	return name[len(dir)+1:]
}
