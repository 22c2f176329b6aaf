package discover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/paths"
)

// skipped directories hold other people's files, or none that anybody wrote.
var skipped = []string{".git", "node_modules", "vendor", ".hg", ".svn"}

// inSkipped reports whether a directory is one, or lies in one, that is never walked.
func inSkipped(dir string) bool {
	for name := range strings.SplitSeq(dir, "/") {
		if slices.Contains(skipped, name) {
			return true
		}
	}
	return false
}

// project adds the root that a target lies in, and those below it.
func (w *walker) project(target string) {
	info, err := os.Stat(target)
	dir := target
	isDir := err == nil && info.IsDir()
	if !isDir {
		dir = filepath.Dir(target)
	}
	if !isDir && w.asked[dir] {
		return
	}
	w.asked[dir] = true
	for above := range paths.Upward(dir) {
		if !paths.Within(above, w.fs.Dir) {
			break
		}
		if isRoot := w.addRoot(above); isRoot {
			if _, m := w.finder.shared(w.fs.Name(above)); m == nil {
				break
			}
		}
	}
	if isDir {
		w.findRoots(dir)
	}
}

// addRoot adds a directory if it is a root, and reports whether it is one.
func (w *walker) addRoot(dir string) bool {
	name := w.fs.Name(dir)
	if w.isRoot[name] {
		return true
	}
	r := w.finder.root(dir, name)
	if len(r.contracts) > 0 {
		w.roots, w.isRoot[name] = append(w.roots, r), true
	}
	return len(r.contracts) > 0
}

// findRoots looks for project roots below a directory.
func (w *walker) findRoots(top string) {
	w.walk(top, w.dirs.Read, func(dir string, entries []fs.DirEntry, err error) (below []string) {
		if errors.Is(err, errDeep) { // there may be projects in it
			w.mutex.Lock()
			defer w.mutex.Unlock()
			w.add(document.Input{Path: w.fs.Name(dir), Problem: noAccess("directory", err)})
			return nil
		}
		at := w.ignore.At(w.fs.Name(dir), entries)
		if dir != top && at.Apart() {
			return nil
		}
		marked := false
		for _, e := range entries {
			if e.Name() == w.ConfigName {
				w.Configured(w.fs.Name(dir))
			}
			if !e.IsDir() {
				continue
			}
			m, isMarker := w.finder.markers[e.Name()]
			sub := filepath.Join(dir, e.Name())
			marked = marked || isMarker
			enter := !slices.Contains(skipped, e.Name()) && !w.Excluded(w.fs.Name(sub)) && (!isMarker || m.entered())
			if enter && at.Ignored(e.Name(), true) == nil {
				below = append(below, sub)
			}
		}
		if marked && dir != top {
			w.mutex.Lock()
			w.addRoot(dir)
			w.mutex.Unlock()
		}
		return below
	})
	slices.SortStableFunc(w.roots, func(a, b root) int { return strings.Compare(a.dir, b.dir) })
}

// visitor is called with a directory and what is in it, or why it cannot be read, and returns the directories to go on
// with.
type visitor func(dir string, entries []fs.DirEntry, err error) (below []string)

// dirReader returns what is in a directory, by its absolute path.
type dirReader func(abs string) ([]fs.DirEntry, error)

// errDeep is the error of directories that are not read, since they lie deeper than any project's: of 2,000 in one
// another, each would be looked for in all above it, again and again.
var errDeep = errors.New("too deep")

// shallow is the reader of those directories that are not too deep.
func (read dirReader) shallow(abs string) ([]fs.DirEntry, error) {
	if paths.TooLong(abs) {
		return nil, errDeep
	}
	return read(abs)
}

// eachDir calls visit for a directory and, in parallel, for the directories that it returns, until done is closed. Of
// jobs at once, 0 is one a processor.
func eachDir(top string, read dirReader, jobs int, done <-chan struct{}, visit visitor) {
	var wait sync.WaitGroup
	// Goroutines beside this one; more than one even of one processor, since most of the time the disk works.
	others := max(2, runtime.GOMAXPROCS(0))
	if jobs > 0 {
		others = jobs - 1
	}
	slots := make(chan struct{}, others)
	var walk func(dirs []string)
	walk = func(dirs []string) {
		for len(dirs) > 0 {
			// Whoever has nothing to do takes over half of the work, not a directory at a time.
			if half := len(dirs) / 2; half > 0 {
				select {
				case slots <- struct{}{}:
					rest := dirs[half:]
					dirs = dirs[:half]
					wait.Go(func() {
						walk(rest)
						<-slots
					})
					continue
				default:
				}
			}
			dir := dirs[0]
			dirs = dirs[1:]
			select {
			case <-done:
				return
			default:
			}
			entries, err := read(dir)
			walk(visit(dir, entries, err))
		}
	}
	walk([]string{top})
	wait.Wait()
}
