package watch

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/nplint/nplint/internal/paths"
)

// state is what is remembered of a file.
type state struct {
	size int64
	time time.Time
	mode fs.FileMode
}

// polled looks at all files of a tree again and again. It has looked once when it returns.
func polled(ctx context.Context, t Tree, rest time.Duration) source {
	last, took := look(ctx, t)
	return func(told chan<- string) {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(max(rest, 10*took)):
			}
			var now map[string]state
			if now, took = look(ctx, t); ctx.Err() != nil {
				return
			}
			for _, name := range differing(last, now) {
				select {
				case told <- name:
				case <-ctx.Done():
					return
				}
			}
			last = now
		}
	}
}

// look returns the state of all files and directories of a tree, and how long it took.
func look(ctx context.Context, t Tree) (map[string]state, time.Duration) {
	start, seen := time.Now(), map[string]state{}
	for _, top := range t.Tops {
		_ = walk(ctx, top, t.Skip, func(path string, entry fs.DirEntry) error {
			if info, err := entry.Info(); err == nil {
				if seen[path] = (state{info.Size(), info.ModTime(), info.Mode()}); entry.IsDir() {
					seen[path] = state{mode: info.Mode().Type()}
				}
			}
			return nil
		})
	}
	return seen, time.Since(start)
}

// differing returns the paths that are in one state before and in another, or none, now.
func differing(before, now map[string]state) (names []string) {
	for name, s := range now {
		if was, there := before[name]; !there || was != s {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, there := now[name]; !there {
			names = append(names, name)
		}
	}
	return names
}

// walk calls visit with a directory and all that is in it. It passes over what cannot be read, and fails only if visit
// does or ctx is done.
func walk(ctx context.Context, top string, skip func(dir string) bool, visit func(path string, entry fs.DirEntry) error) error {
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case entry == nil:
			return nil // top is not there
		case err != nil:
			return fs.SkipDir // it was visited before it was read
		case entry.IsDir() && path != top && skip != nil && skip(path):
			return fs.SkipDir
		}
		return visit(path, entry)
	})
}

// within reports whether a path lies in one of the directories, is one, or is above one that is yet to come.
func (t *Tree) within(path string) bool {
	return slices.ContainsFunc(t.Tops, func(top string) bool { return paths.Within(path, top) || paths.Within(top, path) })
}
