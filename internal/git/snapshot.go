package git

import (
	"context"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/nplint/nplint/internal/paths"
)

// Snapshot is what git has of the files below a base, in its index or in a commit. It lies over the disk: what git does
// not keep, and links, are as they are there. The names that its methods take are relative to the base; inside, paths
// are those of the repository, free of links.
type Snapshot struct {
	base    Base
	ctx     context.Context   // of the run that took it
	commit  string            // "" is the index
	files   []entry           // regular files, sorted by path
	gone    map[string]bool   // paths that may be on disk and are not there
	renamed map[string]string // paths there to those of today
	reader  reader
	places  sync.Map // directory relative to the base to its path, or nil if it lies outside of the repository
}

// Kind is what a snapshot has at a path.
type Kind uint8

// What a snapshot can have at a path.
const (
	Elsewhere Kind = iota // the disk decides
	Gone                  // nothing, whatever is on disk
	File
	Dir
)

// Kind says what is at a name.
func (s *Snapshot) Kind(name string) Kind {
	path, ok := s.path(name)
	if !ok {
		return Elsewhere
	}
	return s.at(path)
}

func (s *Snapshot) at(path string) Kind {
	switch {
	case s.find(path) != nil:
		return File
	case s.gone[path]:
		return Gone
	case len(s.in(path)) > 0:
		return Dir
	}
	return Elsewhere
}

// path returns the path by which git knows a name. It fails for what lies outside of the repository of the base.
func (s *Snapshot) path(name string) (string, bool) {
	if s.at(name) != Elsewhere {
		return name, true // then no part of it is a link for git
	}
	dir, last := paths.Split(name)
	found, ok := s.places.Load(dir)
	if !ok {
		repository, inside, ok := s.base.place(dir)
		if found = inside; !ok || repository != s.base.Real {
			found = nil
		}
		s.places.Store(dir, found)
	}
	inside, ok := found.(string)
	return paths.Join(inside, last), ok
}

// find returns the file with the path, or nil.
func (s *Snapshot) find(path string) *entry {
	i, ok := slices.BinarySearchFunc(s.files, entry{path: path}, byPath)
	if !ok {
		return nil
	}
	return &s.files[i]
}

// in returns the files below a directory; "" is the base.
func (s *Snapshot) in(dir string) []entry {
	if dir == "" {
		return s.files
	}
	start := sort.Search(len(s.files), func(i int) bool { return s.files[i].path >= dir+"/" })
	end := start + sort.Search(len(s.files)-start, func(i int) bool { return s.files[start+i].path >= dir+"0" }) // 0 follows the slash
	return s.files[start:end]
}

// Below yields the paths of all files below a directory, in their order. Links are not followed.
func (s *Snapshot) Below(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range s.in(dir) {
			if !yield(f.path) {
				return
			}
		}
	}
}

// List returns the sorted names in a directory, given those that are on disk. The second result is whether git keeps
// anything there.
func (s *Snapshot) List(dir string, onDisk []string) (names []string, kept bool) {
	path, ok := s.path(dir)
	if !ok {
		return onDisk, false
	}
	names = slices.DeleteFunc(slices.Clone(onDisk), func(name string) bool { return s.gone[paths.Join(path, name)] })
	for files := s.in(path); len(files) > 0; kept = true {
		name, rest, isDir := strings.Cut(paths.Slash.Below(files[0].path, path), "/")
		names = append(names, name)
		if !isDir || rest == "" {
			files = files[1:]
			continue
		}
		behind := paths.Join(path, name) + "0"
		files = files[sort.Search(len(files), func(i int) bool { return files[i].path >= behind }):]
	}
	slices.Sort(names)
	return slices.Compact(names), kept
}

// Read returns the content of a file. disk returns what the disk has of it, which is most often the same, so that git
// is asked only for what differs. A content of more than limit bytes is a *TooLarge.
func (s *Snapshot) Read(name string, limit int, disk func() ([]byte, error)) ([]byte, error) {
	data, err := disk()
	path, ok := s.path(name)
	if !ok {
		return data, err
	}
	f := s.find(path)
	if f == nil || err == nil && blobID(data, f.id) == f.id {
		return data, err
	}
	return s.reader.read(s.ctx, f.id, limit)
}

// Differs reports whether a content is not what a file has in the snapshot. known is false if git does not tell.
func (s *Snapshot) Differs(name string, content []byte) (differs, known bool) {
	path, ok := s.path(name)
	if !ok {
		return false, false
	}
	f := s.find(path)
	return f == nil && s.gone[path] || f != nil && blobID(content, f.id) != f.id, true
}

// Today returns the path that a file of the snapshot has today.
func (s *Snapshot) Today(path string) string {
	if now, ok := s.renamed[path]; ok {
		return now
	}
	return path
}

// Err returns why a content could not be had, or nil.
func (s *Snapshot) Err() error { return s.reader.err() }

// Close ends the git that hands out contents. It may start again.
func (s *Snapshot) Close() { s.reader.close() }
