package nplint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// walker collects the artefacts below project roots.
type walker struct {
	*run
	roots []root
	done  <-chan struct{} // closed when nobody waits any more

	mutex sync.Mutex
	found map[string]document.Input
	seen  map[string]bool // real directories that a symbolic link led to
	asked map[string]bool // directories of targets whose project root has been looked for
}

// abs returns the absolute path of a path relative to the base.
func (r *run) abs(rel string) string { return filepath.Join(r.base, filepath.FromSlash(rel)) }

// rel returns the path of an absolute path within the base, relative to it.
func (r *run) rel(abs string) string { return slashBelow(abs, r.base) }

// entry is a name in a directory with its type.
type entry struct {
	name string
	mode fs.FileMode
}

// walkRoots looks for artefacts below every root, in the directories that some pattern speaks of.
func (w *walker) walkRoots() {
	for i := range w.roots {
		r := &w.roots[i]
		for _, top := range r.tops() {
			w.walkTop(r, top)
		}
	}
}

// walkTop walks one directory relative to a root, which may be a link itself.
func (w *walker) walkTop(r *root, top string) {
	start := w.abs(r.dir)
	if top != "" {
		start = filepath.Join(start, filepath.FromSlash(top))
		switch linked := w.linked(r, top); {
		case linked:
			if isDir, again, problem := w.follow(start, ""); !isDir || again || problem != nil {
				w.addFile(r, top, start, problem)
				return
			}
		case !existing(start):
			return
		}
	}
	w.walkDir(r, start)
}

// linked reports whether a part of the path below a root is a symbolic link.
func (w *walker) linked(r *root, top string) bool {
	dir := w.abs(r.dir)
	for part := range strings.SplitSeq(top, "/") {
		dir = filepath.Join(dir, part)
		if info, err := os.Lstat(dir); err != nil || info.Mode()&fs.ModeSymlink != 0 {
			return err == nil
		}
	}
	return false
}

// walkDir looks for artefacts in a directory and all that it leads to. Links are followed when the directories that are there have been walked, in the
// order of their names: of two links to one directory the first is followed, whatever order the system has.
func (w *walker) walkDir(r *root, start string) {
	links := w.walkOwn(r, start)
	for len(links) > 0 {
		slices.Sort(links)
		var further []string
		for _, link := range links {
			isDir, again, problem := w.follow(link, start)
			if !again && w.enter(r, slashBelow(link, w.abs(r.dir)), link, isDir, problem) {
				further = append(further, w.walkOwn(r, link)...)
			}
		}
		links = further
	}
}

// walkOwn looks for artefacts in a directory and those below it, and returns the symbolic links there.
func (w *walker) walkOwn(r *root, start string) (links []string) {
	rootDir := w.abs(r.dir)
	w.eachDir(start, func(dir string, entries []entry, err error) (below []string) {
		inRoot := slashBelow(dir, rootDir)
		if err != nil {
			w.addFile(r, inRoot, dir, unreadableProblem("directory", err))
			return nil
		}
		if inRoot != "" {
			inRoot += "/"
		}
		if !slices.ContainsFunc(entries, func(e entry) bool { return e.name == ConfigName }) {
			w.scopes.plain(w.rel(dir))
		}
		for _, e := range entries {
			abs := dir + string(filepath.Separator) + e.name
			if e.mode&fs.ModeSymlink != 0 {
				w.mutex.Lock()
				links = append(links, abs)
				w.mutex.Unlock()
				continue
			}
			var problem *document.Problem
			if !e.mode.IsDir() && !e.mode.IsRegular() {
				problem = &document.Problem{Rule: "file-unreadable", Message: "this is a " + typeName(e.mode) + ", not a file, so it is not read"}
			}
			if w.enter(r, inRoot+e.name, abs, e.mode.IsDir(), problem) {
				below = append(below, abs)
			}
		}
		return below
	})
	return links
}

// enter adds what is at a path if it is an artefact, and reports whether it is a directory in which others may be.
func (w *walker) enter(r *root, rel, abs string, isDir bool, problem *document.Problem) bool {
	if isDir && problem == nil {
		c, _ := match(r, rel)
		if c == nil || c.Dialect == rules.Unread {
			return reaches(r, rel) && !slices.Contains(skipped, filepath.Base(abs)) && !w.excluded(w.rel(abs))
		}
		problem = &document.Problem{Rule: "file-unreadable", Message: "this is a directory, but by its name it should be an artefact of the kind " + c.Kind + "; rename it"}
	}
	w.addFile(r, rel, abs, problem)
	return false
}

// unreadableProblem is the problem of a file or directory that the system does not let us read.
func unreadableProblem(what string, err error) *document.Problem {
	return &document.Problem{Rule: "file-unreadable", Message: fmt.Sprintf("the %s cannot be read (%v), so nothing in it is judged", what, reason(err))}
}

// follow resolves a symbolic link once. What leaves the base is not followed, and what lies below walked, and so is found by its own
// name, is there again and passed over.
func (w *walker) follow(link, walked string) (isDir, again bool, problem *document.Problem) {
	real, err := filepath.EvalSymlinks(link)
	if err != nil {
		return false, false, &document.Problem{Rule: "file-unreadable", Message: fmt.Sprintf("the symbolic link leads nowhere (%s), so nothing there is judged; restore its target or remove the link", linkError(err))}
	}
	if !within(real, w.realBase) {
		return false, false, &document.Problem{Rule: "file-unreadable", Message: "the symbolic link leads out of the repository, so it is not followed; put what it leads to here"}
	}
	info, err := os.Stat(real)
	if err != nil {
		return false, false, unreadableProblem("file", err)
	}
	if !info.IsDir() {
		if !info.Mode().IsRegular() {
			return false, false, &document.Problem{Rule: "file-unreadable", Message: "this leads to a " + typeName(info.Mode()) + ", not to a file, so it is not read"}
		}
		return false, false, nil
	}
	if within(realName(link), real) {
		return true, true, nil // back to a directory that it lies in: what is there is found anyway
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.seen[real] || walked != "" && within(real, realPath(walked)) {
		return true, true, nil
	}
	w.seen[real] = true
	return true, false, nil
}

func typeName(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

// linkError says why a symbolic link cannot be resolved.
func linkError(err error) string {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return reason(err).Error()
	}
	return "it leads to itself"
}

// match returns the contract of a path relative to a root, and what the names in its pattern stand for.
func match(r *root, rel string) (*rules.Contract, []string) {
	for _, c := range r.contracts {
		if vars, ok := c.Match(rel); ok {
			return c, vars
		}
	}
	return nil, nil
}

// reaches reports whether a directory relative to a root can hold artefacts, itself or below.
func reaches(r *root, rel string) bool {
	for _, c := range r.contracts {
		for _, p := range c.Patterns() {
			if p.Reaches(rel) {
				return true
			}
		}
	}
	return false
}

func (w *walker) addFile(r *root, rel, abs string, problem *document.Problem) {
	in := document.Input{Path: w.rel(abs), Root: r.dir, Problem: problem}
	if c, vars := match(r, rel); c != nil {
		if name := path.Base(rel); c.Dialect == rules.Unread && (name == ConfigName || name == BaselineName) {
			return // ours, wherever it stands
		}
		in.Kind, in.Dialect, in.Vars = c.Kind, c.Dialect, vars
	} else if problem == nil || !reaches(r, rel) {
		return // no artefact, and none is lost
	}
	if w.excluded(in.Path) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if old, ok := w.found[in.Path]; ok && len(old.Root) >= len(r.dir) {
		return // it belongs to the nearer root
	}
	w.found[in.Path] = in
}

// addOverlay adds the files that exist only in the overlay, each to the nearest root.
func (w *walker) addOverlay() {
	for file := range w.Overlay {
		var nearest *root
		for i := range w.roots {
			r := &w.roots[i]
			if within(file, realPath(w.abs(r.dir))) && (nearest == nil || len(r.dir) > len(nearest.dir)) {
				nearest = r
			}
		}
		if nearest != nil {
			dir := realPath(w.abs(nearest.dir))
			rel := slashBelow(file, dir)
			w.addFile(nearest, rel, filepath.Join(w.abs(nearest.dir), filepath.FromSlash(rel)), nil)
		}
	}
}
