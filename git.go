package nplint

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// committed returns the content that files have in the last commit; see document.Project.
func (r *run) committed(ctx context.Context, paths []string) (map[string][]byte, error) {
	contents := map[string][]byte{}
	err := r.eachRepository(paths, func(g *git, inside map[string][]string) error {
		blobs, err := g.blobs(ctx, r.lastCommit(g), slices.Sorted(maps.Keys(inside)))
		if err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(blobs)) {
			if b := blobs[path]; b.size > r.config.MaxFileSize {
				return fmt.Errorf("the committed %s has %d bytes, more than the %d that nplint reads (max_file_size)", path, b.size, r.config.MaxFileSize)
			}
		}
		for path, b := range blobs {
			if data, ok := r.unchanged(inside[path][0], b); ok {
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

// unchanged returns the content of a file on the disk if it is that of the blob, so that git need not be asked for what is at hand.
func (r *run) unchanged(name string, b blob) (data []byte, ok bool) {
	data, problem := r.read(&document.Input{Path: name})
	if problem != nil || len(data) != b.size {
		return nil, false
	}
	return data, blobID(data, b.id) == b.id
}

// tracked returns the files below a directory that git has in its index; see document.Project.
func (r *run) tracked(ctx context.Context, dir string) ([]string, error) {
	dir = strings.TrimSuffix(dir, "/")
	repository, inside, ok := r.place(dir)
	if !ok {
		return nil, nil
	}
	if r.snapshot != nil && repository == r.realBase {
		return r.snapshot.below(dir, inside), nil
	}
	g, err := newGit(repository, r.realBase)
	if err != nil {
		return nil, err
	}
	files, err := g.listed(ctx, inside)
	if err != nil {
		return nil, err
	}
	for i, file := range files {
		files[i] = joinSlash(dir, strings.TrimPrefix(strings.TrimPrefix(file, inside), "/"))
	}
	return files, nil
}

// ignored returns those of the paths that git's ignore rules cover; see document.Project. A directory counts as ignored too if what is
// put into it is.
func (r *run) ignored(ctx context.Context, paths []string) (map[string]bool, error) {
	ignored := map[string]bool{}
	err := r.eachRepository(paths, func(g *git, inside map[string][]string) error {
		covered, err := g.ignored(ctx, slices.Sorted(maps.Keys(inside)))
		for _, path := range covered {
			for _, name := range inside[path] {
				ignored[name] = true
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return ignored, nil
}

// eachRepository sorts paths relative to the base by the repository that they lie in, and calls ask for each. The map leads
// from the path in the repository to the names by which it was asked for: links may give a file several.
func (r *run) eachRepository(paths []string, ask func(g *git, inside map[string][]string) error) error {
	byRepository := map[string]map[string][]string{}
	for _, name := range paths {
		file := strings.TrimSuffix(name, "/")
		dir, last := "", file
		if i := strings.LastIndexByte(file, '/'); i >= 0 {
			dir, last = file[:i], file[i+1:]
		}
		repository, inside, ok := r.place(dir)
		if !ok {
			continue
		}
		if byRepository[repository] == nil {
			byRepository[repository] = map[string][]string{}
		}
		path := joinSlash(inside, last+name[len(file):])
		if path == "" {
			continue // the repository itself
		}
		byRepository[repository][path] = append(byRepository[repository][path], name)
	}
	for _, repository := range slices.Sorted(maps.Keys(byRepository)) {
		g, err := newGit(repository, r.realBase)
		if err != nil {
			return err
		}
		if err := ask(g, byRepository[repository]); err != nil {
			return err
		}
	}
	return nil
}

// place returns the directory of the innermost repository below the base that a directory relative to the base lies in, or the base, and
// the directory's path in it. Git refuses to look behind symbolic links, so they are resolved; what lies outside of the base has no place.
func (r *run) place(dir string) (repository, inside string, ok bool) {
	abs := filepath.Join(r.base, filepath.FromSlash(dir))
	for above, rest := abs, ""; above != filepath.Dir(above); above, rest = filepath.Dir(above), filepath.Join(filepath.Base(above), rest) {
		if real, err := filepath.EvalSymlinks(above); err == nil {
			abs = filepath.Join(real, rest)
			break
		}
	}
	if !within(abs, r.realBase) {
		return "", "", false
	}
	repository = r.realBase
	for above := abs; above != r.realBase; above = filepath.Dir(above) {
		if _, err := os.Lstat(filepath.Join(above, ".git")); err == nil {
			repository = above
			break
		}
	}
	return repository, slashBelow(abs, repository), true
}

// joinSlash joins two paths with slashes; the first may be empty.
func joinSlash(dir, path string) string {
	if dir == "" {
		return path
	}
	return dir + "/" + path
}
