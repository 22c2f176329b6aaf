package nplint

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

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
	for above := range upward(dir) {
		if !within(above, w.base) || w.addRoot(above) {
			break
		}
	}
	if isDir {
		w.findRoots(dir)
	}
}

func (w *walker) addRoot(dir string) bool {
	rel := w.rel(dir)
	if slices.ContainsFunc(w.roots, func(r root) bool { return r.dir == rel }) {
		return true
	}
	contracts := w.contractsAt(dir)
	if len(contracts) > 0 {
		w.roots = append(w.roots, root{rel, contracts})
	}
	return len(contracts) > 0
}

// skipped directories hold other people's files, or none that anybody wrote.
var skipped = []string{".git", "node_modules", "vendor", ".hg", ".svn"}

// findRoots looks for project roots below a directory.
func (w *walker) findRoots(top string) {
	names := w.markerNames()
	w.eachDir(top, func(dir string, entries []entry, _ error) (below []string) {
		marked := false
		for _, e := range entries {
			if e.name == ConfigName {
				w.scopes.at(w.rel(dir)) // a mistake in it is told, whether there are artefacts or not
			}
			if !e.mode.IsDir() {
				continue
			}
			marked = marked || slices.Contains(names, e.name)
			if sub := filepath.Join(dir, e.name); !slices.Contains(skipped, e.name) && !w.excluded(w.rel(sub)) && !slices.Contains(names, e.name) {
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
	slices.SortFunc(w.roots, func(a, b root) int { return strings.Compare(a.dir, b.dir) })
}

// markerNames returns the first path segments of all markers.
func (w *walker) markerNames() []string {
	var names []string
	for _, p := range w.packs {
		for _, m := range slices.Concat(append(slices.Collect(maps.Values(p.Trees)), p.Markers)...) {
			name, _, _ := strings.Cut(m, "/")
			names = append(names, name)
		}
	}
	return names
}

// eachDir calls visit for a directory and, in parallel, for the directories that it returns, until nobody waits any more. A directory that cannot be
// read comes with the error.
func (w *walker) eachDir(top string, visit func(dir string, entries []entry, err error) []string) {
	var wait sync.WaitGroup
	others := max(2, runtime.GOMAXPROCS(0)) // goroutines beside this one; more than one even of one processor, since most of the time the disk works
	if w.Jobs > 0 {
		others = w.Jobs - 1
	}
	slots := make(chan struct{}, others)
	var walk func(dirs []string)
	walk = func(dirs []string) {
		for len(dirs) > 0 {
			if half := len(dirs) / 2; half > 0 { // whoever has nothing to do takes over half of the work, not a directory at a time
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
			case <-w.done:
				return
			default:
			}
			entries, err := readDir(dir)
			walk(visit(dir, entries, err))
		}
	}
	walk([]string{top})
	wait.Wait()
}
