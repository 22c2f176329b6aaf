package git

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/paths"
)

// Base is a directory whose files git is asked about, by their paths relative to it. The repositories below it answer
// for their own files.
type Base struct {
	Dir  string // absolute
	Real string // Dir without symbolic links
}

// State is the files of a base as a run sees them.
type State struct {
	Base
	Snapshot *Snapshot                         // what is there instead of the disk, or nil
	Limit    int                               // bytes of the longest content
	Read     func(name string) ([]byte, error) // returns what a file has now
}

// Committed returns the content that files have in the last commit, by the names that were asked for; a file that is
// not in it is left out. The error says why it could not be found out, and is an ErrNotKept if there is nothing to find
// out.
func (s State) Committed(ctx context.Context, names []string) (map[string][]byte, error) {
	contents := map[string][]byte{}
	err := s.eachRepository(names, func(g *repo, inside map[string][]string) error {
		blobs, err := g.blobs(ctx, s.lastCommit(g), slices.Sorted(maps.Keys(inside)))
		if err != nil {
			return err
		}
		const tooLarge = "the committed %s has %d bytes, more than the %d that nplint reads (max_file_size)"
		for _, path := range slices.Sorted(maps.Keys(blobs)) {
			if b := blobs[path]; b.size > s.Limit {
				return fmt.Errorf(tooLarge, path, b.size, s.Limit)
			}
		}
		for path, b := range blobs {
			// What is at hand git need not be asked for.
			if data, err := s.Read(inside[path][0]); err == nil && len(data) == b.size && blobID(data, b.id) == b.id {
				for _, name := range inside[path] {
					contents[name] = data
				}
				delete(blobs, path)
			}
		}
		byID, err := g.contents(ctx, blobs)
		for path, b := range blobs {
			for _, name := range inside[path] {
				contents[name] = byID[b.id]
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return contents, nil
}

// lastCommit returns the commit that was the last in the state.
func (s State) lastCommit(g *repo) string {
	if s.Snapshot != nil && s.Snapshot.commit != "" && g.dir == s.Real {
		return s.Snapshot.commit
	}
	return Head
}

// Executables returns the files of the repository around the base that git's index has as executable; errors as of
// Committed.
func (s State) Executables(ctx context.Context) ([]string, error) {
	repository, inside, ok := s.place("")
	if !ok {
		return nil, nil
	}
	g, err := open(repository, s.Real)
	if err != nil {
		return nil, err
	}
	files, err := g.executables(ctx, inside)
	for i, file := range files {
		files[i] = paths.Slash.Below(file, inside)
	}
	return files, err
}

// Tracked returns, of each directory, the sorted files below it that git has in its index; errors as of Committed.
func (s State) Tracked(ctx context.Context, dirs []string) (map[string][]string, error) {
	type place struct{ dir, inside string }
	byRepository := map[string][]place{}
	for _, dir := range dirs {
		if repository, inside, ok := s.place(strings.TrimSuffix(dir, "/")); ok {
			byRepository[repository] = append(byRepository[repository], place{dir, inside})
		}
	}
	tracked := map[string][]string{}
	for _, repository := range slices.Sorted(maps.Keys(byRepository)) {
		places := byRepository[repository]
		var inside []string
		for _, p := range places {
			inside = append(inside, p.inside)
		}
		files, err := s.below(ctx, repository, inside)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			for _, file := range within(files, p.inside) {
				name := paths.Join(strings.TrimSuffix(p.dir, "/"), paths.Slash.Below(file, p.inside))
				tracked[p.dir] = append(tracked[p.dir], name)
			}
		}
	}
	return tracked, nil
}

// below returns the sorted files of a repository that lie below some of its directories, and perhaps others.
func (s State) below(ctx context.Context, repository string, dirs []string) (files []string, err error) {
	if s.Snapshot != nil && repository == s.Real {
		for _, f := range s.Snapshot.in("") {
			files = append(files, f.path)
		}
		return files, nil
	}
	g, err := open(repository, s.Real)
	if err != nil {
		return nil, err
	}
	return g.listed(ctx, dirs...)
}

// within returns those of sorted files that lie below a directory.
func within(files []string, dir string) []string {
	if dir == "" {
		return files
	}
	at := func(limit string) int { i, _ := slices.BinarySearch(files, limit); return i }
	return files[at(dir+"/"):at(dir+"0")] // what comes next after a slash
}

// eachRepository sorts paths by the repository that they lie in, and calls ask for each. The map leads from the path in
// the repository to the names by which it was asked for: links may give a file several.
func (b Base) eachRepository(names []string, ask func(g *repo, inside map[string][]string) error) error {
	byRepository := map[string]map[string][]string{}
	type place struct {
		repository, inside string
		ok                 bool
	}
	places := map[string]place{} // by directory
	for _, name := range names {
		file := strings.TrimSuffix(name, "/")
		dir, last := paths.Split(file)
		at, known := places[dir]
		if !known {
			at.repository, at.inside, at.ok = b.place(dir)
			places[dir] = at
		}
		repository, inside := at.repository, at.inside
		if !at.ok || strings.Contains(name, "\x00") { // which no file has in its name
			continue
		}
		if byRepository[repository] == nil {
			byRepository[repository] = map[string][]string{}
		}
		path := paths.Join(inside, last+name[len(file):])
		if path == "" {
			continue // the repository itself
		}
		byRepository[repository][path] = append(byRepository[repository][path], name)
	}
	for _, repository := range slices.Sorted(maps.Keys(byRepository)) {
		g, err := open(repository, b.Real)
		if err != nil {
			return err
		}
		if err := ask(g, byRepository[repository]); err != nil {
			return err
		}
	}
	return nil
}

// place returns the directory of the innermost repository below the base that a directory relative to the base lies in,
// or the base, and the directory's path in it. Git refuses to look behind symbolic links, so they are resolved; what
// lies outside of the base has no place.
func (b Base) place(dir string) (repository, inside string, ok bool) {
	abs := filepath.Join(b.Dir, filepath.FromSlash(dir))
	if paths.TooLong(abs) {
		return "", "", false // nothing is there
	}
	rest := ""
	for above := range paths.Upward(abs) {
		if real, err := filepath.EvalSymlinks(above); err == nil {
			abs = filepath.Join(real, rest)
			break
		}
		rest = filepath.Join(filepath.Base(above), rest)
	}
	if !paths.Within(abs, b.Real) {
		return "", "", false
	}
	repository = b.Real
	for above := abs; above != b.Real; above = filepath.Dir(above) {
		if paths.IsRepository(above) {
			repository = above
			break
		}
	}
	return repository, paths.Below(abs, repository), true
}
