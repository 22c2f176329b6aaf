package watch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/fsnotify/fsnotify"

	"github.com/nplint/nplint/internal/paths"
)

// system has the system tell what changes. It is nil if the system does not, or if there are too many directories.
func system(ctx context.Context, t Tree, l limits) source {
	watcher, err := fsnotify.NewBufferedWatcher(1024)
	if err != nil {
		return nil
	}
	s := &systemWatch{Tree: t, limits: l, ctx: ctx, watcher: watcher, watched: map[string]bool{}}
	for _, top := range t.Tops {
		if !s.addAbove(top) {
			watcher.Close()
			return nil
		}
	}
	return s.run
}

type systemWatch struct {
	Tree
	limits
	ctx     context.Context
	watcher *fsnotify.Watcher
	watched map[string]bool // directories
}

// addAbove watches a directory with those below it or, if it is not there, the next one above it.
func (s *systemWatch) addAbove(top string) bool {
	for dir := top; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir() && dir == top:
			return s.add(dir, nil)
		case err == nil && info.IsDir():
			return s.watch(dir)
		case dir == filepath.Dir(dir):
			return false
		}
	}
}

// add watches a directory and those below it, and calls each with the files that are there. It reports whether all can
// be watched.
func (s *systemWatch) add(top string, each func(file string)) bool {
	err := walk(s.ctx, top, s.Skip, func(path string, entry fs.DirEntry) error {
		switch {
		case entry.IsDir() && !s.watch(path):
			return errTooMany
		case !entry.IsDir() && each != nil:
			each(path)
		}
		return nil
	})
	return err == nil
}

var errTooMany = errors.New("there is too much to be watched")

// watch watches one directory. One that is gone, or may not be read, is no matter.
func (s *systemWatch) watch(dir string) bool {
	if !s.watched[dir] && len(s.watched) >= s.dirs {
		return false
	}
	err := s.watcher.Add(dir)
	if err == nil {
		s.watched[dir] = true
	}
	return err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)
}

// run tells what the system tells, and what has come with directories that have come.
func (s *systemWatch) run(told chan<- string) {
	defer s.watcher.Close()
	tell := func(name string) {
		select {
		case told <- name:
		case <-s.ctx.Done():
		}
	}
	for {
		select {
		case <-s.ctx.Done():
			return
		case event, open := <-s.watcher.Events:
			if !open {
				return
			}
			if !s.tells(event) {
				continue
			}
			tell(event.Name)
			lost := false
			if s.watched[event.Name] && (event.Has(fsnotify.Rename) || event.Has(fsnotify.Remove)) {
				s.forget(event.Name)
				lost = slices.Contains(s.Tops, event.Name) // nobody tells when it comes back
			}
			if lost || event.Has(fsnotify.Create) && isDir(event.Name) && !s.add(event.Name, tell) {
				s.watcher.Close()
				from := polled(s.ctx, s.Tree, s.rest)
				tell("") // something may have changed in between
				from(told)
				return
			}
		case _, open := <-s.watcher.Errors:
			if !open {
				return
			}
			tell("") // events were lost
		}
	}
}

// forget ends the watch of a directory that is gone and of those below it: the system goes on watching what was moved,
// under the name that it had.
func (s *systemWatch) forget(dir string) {
	for watched := range s.watched {
		if paths.Within(watched, dir) {
			delete(s.watched, watched)
			_ = s.watcher.Remove(watched) // it may be gone already
		}
	}
}

// tells reports whether an event is about content or names, in what is not passed over.
func (s *systemWatch) tells(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod || !s.within(event.Name) {
		return false
	}
	return s.Skip == nil || !event.Has(fsnotify.Create) || !isDir(event.Name) || !s.Skip(event.Name)
}

func isDir(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}
