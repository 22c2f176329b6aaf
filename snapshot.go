package nplint

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// snapshot is what git has of the files below the base, in its index or in a commit. What git does not keep, and links, are as they are on
// disk. Its paths are relative to the base without symbolic links; see gitPath.
type snapshot struct {
	ctx     context.Context
	commit  string            // "" is the index
	files   []gitFile         // regular files, sorted by path
	gone    map[string]bool   // paths that may be on disk and are not there
	renamed map[string]string // paths there to those of today
	blobs   blobs
	places  sync.Map // directory relative to the base to its path, or nil if it lies outside of the repository
}

// find returns the file with the path, or nil.
func (s *snapshot) find(path string) *gitFile {
	i, ok := slices.BinarySearchFunc(s.files, gitFile{path: path}, comparePaths)
	if !ok {
		return nil
	}
	return &s.files[i]
}

// in returns the files below a directory; "" is the base.
func (s *snapshot) in(dir string) []gitFile {
	if dir == "" {
		return s.files
	}
	start := sort.Search(len(s.files), func(i int) bool { return s.files[i].path >= dir+"/" })
	end := start + sort.Search(len(s.files)-start, func(i int) bool { return s.files[start+i].path >= dir+"0" }) // 0 follows the slash
	return s.files[start:end]
}

// below returns the paths of the files below a directory, which is given relative to the base and by its path here.
func (s *snapshot) below(dir, inside string) []string {
	var paths []string
	for _, f := range s.in(inside) {
		paths = append(paths, joinSlash(dir, strings.TrimPrefix(strings.TrimPrefix(f.path, inside), "/")))
	}
	return paths
}

// names returns the names in a directory, sorted as their paths are.
func (s *snapshot) names(dir string) []string {
	var names []string
	for files := s.in(dir); len(files) > 0; {
		name, rest, isDir := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(files[0].path, dir), "/"), "/")
		names = append(names, name)
		if !isDir || rest == "" {
			files = files[1:]
			continue
		}
		behind := joinSlash(dir, name) + "0"
		files = files[sort.Search(len(files), func(i int) bool { return files[i].path >= behind }):]
	}
	return names
}

// at says what is at a path. known is false if git has nothing there.
func (s *snapshot) at(path string) (entry document.Entry, known bool) {
	switch {
	case s.find(path) != nil:
		return document.File, true
	case s.gone[path]:
		return document.Absent, true
	}
	return document.Dir, len(s.in(path)) > 0
}

// gitPath returns the path by which git knows a path relative to the base. It fails for what lies outside of the repository of the base.
func (r *run) gitPath(s *snapshot, file string) (string, bool) {
	if _, known := s.at(file); known {
		return file, true // then no part of it is a link for git
	}
	dir, name := "", file
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		dir, name = file[:i], file[i+1:]
	}
	found, ok := s.places.Load(dir)
	if !ok {
		repository, inside, ok := r.place(dir)
		if found = inside; !ok || repository != r.realBase {
			found = nil
		}
		s.places.Store(dir, found)
	}
	inside, ok := found.(string)
	return joinSlash(inside, name), ok
}

// has says what is at a path relative to the base. known is false if the disk decides.
func (r *run) has(s *snapshot, file string) (entry document.Entry, known bool) {
	at, ok := r.gitPath(s, file)
	if !ok {
		return document.Absent, false
	}
	return s.at(at)
}

// content returns what the snapshot has of a file; disk returns what the disk has of it, which is most often the same.
func (r *run) content(s *snapshot, file string, disk func() ([]byte, error)) ([]byte, error) {
	data, err := disk()
	at, ok := r.gitPath(s, file)
	if !ok {
		return data, err
	}
	f := s.find(at)
	if f == nil || err == nil && blobID(data, f.id) == f.id {
		return data, err
	}
	return s.blobs.read(s.ctx, f.id, r.config.MaxFileSize)
}

// inputsIn returns the inputs as a snapshot has them, from those that are on disk.
func (r *run) inputsIn(s *snapshot, onDisk []document.Input) []document.Input {
	w := &walker{run: r, roots: r.roots, found: map[string]document.Input{}}
	for _, in := range onDisk {
		entry, known := r.has(s, in.Path)
		if known && entry == document.File {
			in.Problem = nil // whatever is on disk is not read
		}
		if _, unsaved := r.unsaved(in.Path); unsaved || !known || entry != document.Absent {
			w.found[in.Path] = in
		}
	}
	for i := range w.roots {
		root := &w.roots[i]
		for _, top := range root.tops() {
			for _, f := range s.in(joinSlash(root.dir, top)) {
				rel := strings.TrimPrefix(strings.TrimPrefix(f.path, root.dir), "/")
				if _, ok := w.found[f.path]; !ok && !inSkipped(path.Dir(rel)) {
					w.addFile(root, rel, w.abs(f.path), nil)
				}
			}
		}
	}
	return r.sorted(w.found)
}

// inSkipped reports whether a directory is one, or lies in one, that is never walked.
func inSkipped(dir string) bool {
	for name := range strings.SplitSeq(dir, "/") {
		if slices.Contains(skipped, name) {
			return true
		}
	}
	return false
}

// hasMarker reports whether a file that a snapshot has, or a directory with one, matches a marker of a pack in a directory.
func (s *snapshot) hasMarker(dir, marker string) bool {
	return anyMarker(marker, func(sub string) []string { return s.names(strings.TrimPrefix(path.Join(dir, sub), ".")) })
}

// snapshotTree answers questions about files of a project that are no artefacts, as a snapshot has them.
type snapshotTree struct {
	*worktree
	run  *run
	here *snapshot
}

// path returns the path relative to the base. It fails for one that leads out of the project root.
func (t *snapshotTree) path(root, file string) (string, bool) {
	return path.Join(root, file), filepath.IsLocal(filepath.FromSlash(file))
}

func (t *snapshotTree) look(root, file string) document.Entry {
	if full, ok := t.path(root, file); ok {
		if entry, known := t.run.has(t.here, full); known {
			return entry
		}
	}
	return t.worktree.look(root, file)
}

func (t *snapshotTree) read(root, file string) ([]byte, error) {
	disk := func() ([]byte, error) { return t.worktree.read(root, file) }
	full, ok := t.path(root, file)
	if !ok {
		return disk()
	}
	return t.run.content(t.here, full, disk)
}

func (t *snapshotTree) list(root, dir string) ([]string, error) {
	names, err := t.worktree.list(root, dir)
	full, ok := t.path(root, dir)
	if !ok {
		return names, err
	}
	here, ok := t.run.gitPath(t.here, full)
	if !ok {
		return names, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return t.here.gone[joinSlash(here, name)] })
	if kept := t.here.names(here); len(kept) > 0 {
		names, err = append(names, kept...), nil
	}
	slices.Sort(names)
	return slices.Compact(names), err
}
