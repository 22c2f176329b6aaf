package discover

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/ignore"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// walker collects the artefacts below project roots.
type walker struct {
	Around
	fs     *files.FS
	finder *rootFinder
	roots  []root
	isRoot map[string]bool  // by the directory
	byDir  map[string]*root // all roots, when they have been found
	ignore *ignore.Tree
	dirs   *files.Dirs
	walk   func(top string, read dirReader, visit visitor)
	links  paths.Links

	mutex sync.Mutex
	list  []document.Input
	found map[string]int  // by name, where in the list
	seen  map[string]bool // real directories that a symbolic link led to
	asked map[string]bool // directories of targets whose project root has been looked for

	leftovers []string // what killed runs have left
	linked    []string // where symbolic links led to
}

func newWalker(ctx context.Context, p *Place, fs *files.FS, around Around) *walker {
	w := &walker{
		Around: around, fs: fs, dirs: p.Dirs, finder: p.roots, ignore: ignore.New(fs.Dir, p.named(fs), tracked(ctx, p.Base)),
		found: map[string]int{}, seen: map[string]bool{}, asked: map[string]bool{},
		isRoot: map[string]bool{},
	}
	w.walk = func(top string, read dirReader, visit visitor) {
		eachDir(top, read.shallow, p.query.Jobs, ctx.Done(), visit)
	}
	if !fs.OnDisk() {
		w.finder = newRootFinder(p.query, fs.Names, func(abs string) ([]byte, error) { return fs.Read(fs.Name(abs)) }) // a root may be there only in git's tree
	}
	return w
}

// tracked returns a function that tells the sorted names of the files that git tracks, which is asked once; where it
// cannot be asked, there are none.
func tracked(ctx context.Context, base git.Base) func() []string {
	return sync.OnceValue(func() []string {
		names, err := git.State{Base: base}.Tracked(ctx, []string{""})
		if err != nil {
			return nil
		}
		return names[""]
	})
}

// over returns a walker of the same roots in other files, which has found nothing.
func (w *walker) over(fs *files.FS) *walker {
	return &walker{Around: w.Around, fs: fs, roots: w.roots, found: map[string]int{}}
}

// inputs returns what was found, sorted by name; it is asked once.
func (w *walker) inputs(wanted func(path string) bool) []document.Input {
	all := wanted(w.fs.Dir)
	for i := range w.list {
		in := &w.list[i]
		in.Target = all || wanted(w.fs.Abs(in.Path))
		in.Unsaved = in.Target && w.fs.Unsaved(in.Path)
	}
	slices.SortFunc(w.list, func(a, b document.Input) int { return strings.Compare(a.Path, b.Path) })
	inputs := w.list
	w.list = nil
	return gatherLinks(inputs)
}

// many is how many links of one kind that lead nowhere are told one by one: more have one cause.
const many = 5

// gatherLinks leaves of many links of one kind that lead nowhere the first, which says how many there are.
func gatherLinks(inputs []document.Input) []document.Input {
	lost := func(in document.Input) bool {
		return in.Problem != nil && in.Target && strings.HasPrefix(in.Problem.Message, nowhere)
	}
	count := map[string]int{}
	for _, in := range inputs {
		if lost(in) {
			count[in.Kind]++
		}
	}
	return slices.DeleteFunc(inputs, func(in document.Input) bool {
		n := count[in.Kind]
		if !lost(in) || n <= many && n >= 0 {
			return false
		}
		if count[in.Kind] = -1; n > 0 {
			in.Problem.Message += fmt.Sprintf("; the same holds for %s of its kind", document.Count(n-1, "other link"))
		}
		return n < 0
	})
}

// add adds an artefact, or puts it in the place of one of the same name.
func (w *walker) add(in document.Input) {
	i, ok := w.found[in.Path]
	if ok {
		w.list[i] = in
		return
	}
	w.found[in.Path] = len(w.list)
	w.list = append(w.list, in)
}

// walkRoots looks for artefacts below every root, in the directories that some pattern speaks of.
func (w *walker) walkRoots() {
	w.byDir = make(map[string]*root, len(w.roots))
	for i := range w.roots {
		w.byDir[w.roots[i].dir] = &w.roots[i]
	}
	for i := range w.roots {
		r := &w.roots[i]
		for dir := r.dir; dir != "" && r.outer == nil; {
			dir = dir[:max(0, strings.LastIndexByte(dir, '/'))]
			r.outer = w.byDir[dir]
		}
	}
	for i := range w.roots {
		r := &w.roots[i]
		for _, top := range r.tops() {
			w.walkTop(r, top)
		}
	}
}

// walkTop walks one directory relative to a root, which may be a link itself.
func (w *walker) walkTop(r *root, top string) {
	start := w.fs.Abs(r.dir)
	if top != "" {
		rootDir := start
		start = filepath.Join(start, filepath.FromSlash(top))
		switch {
		case w.dirs.Lacks(start):
			return
		case linked(rootDir, top):
			if isDir, again, problem := w.follow(start, ""); !isDir || again || problem != nil {
				w.addFile(r, top, start, problem)
				return
			}
		case !paths.Exists(start):
			return
		}
	}
	w.walkDir(r, start)
}

// linked reports whether a part of the path below a directory is a symbolic link.
func linked(dir, below string) bool {
	for part := range strings.SplitSeq(below, "/") {
		dir = filepath.Join(dir, part)
		if info, err := os.Lstat(dir); err != nil || info.Mode()&fs.ModeSymlink != 0 {
			return err == nil
		}
	}
	return false
}

// walkDir looks for artefacts in a directory and all that it leads to. Links are followed when the directories that are
// there have been walked, in the order of their names: of two links to one directory the first is followed, whatever
// order the system has.
func (w *walker) walkDir(r *root, start string) {
	links := w.walkOwn(r, start)
	for len(links) > 0 {
		slices.Sort(links)
		var further []string
		for _, link := range links {
			isDir, again, problem := w.follow(link, start)
			if problem == nil {
				real, _ := w.links.Real(link) // follow has found it
				w.linked = append(w.linked, real)
			}
			if !again && w.enter(r, paths.Below(link, w.fs.Abs(r.dir)), link, isDir, problem) {
				further = append(further, w.walkOwn(r, link)...)
			}
		}
		links = further
	}
}

// walkOwn looks for artefacts in a directory and those below it, and returns the symbolic links there.
func (w *walker) walkOwn(r *root, start string) (links []string) {
	rootDir, read := w.fs.Abs(r.dir), w.dirs.ReadOnce
	if r.floating { // other roots may lie in it
		read = w.dirs.Read
	}
	w.walk(start, read, func(dir string, entries []fs.DirEntry, err error) (below []string) {
		inRoot := paths.Below(dir, rootDir)
		if err != nil {
			w.addFile(r, inRoot, dir, noAccess("directory", err))
			return nil
		}
		at := w.ignore.At(w.fs.Name(dir), entries)
		if at.Apart() {
			return nil
		}
		if inner := w.byDir[w.fs.Name(dir)]; inner != nil && r.leaves(inner) {
			return nil
		}
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == w.ConfigName }) {
			w.Plain(w.fs.Name(dir))
		}
		for _, e := range entries {
			abs := dir + string(filepath.Separator) + e.Name()
			if e.Type()&fs.ModeSymlink != 0 {
				w.mutex.Lock()
				links = append(links, abs)
				w.mutex.Unlock()
				continue
			}
			if files.Leftover(e.Name()) {
				w.mutex.Lock()
				w.leftovers = append(w.leftovers, w.fs.Name(abs))
				w.mutex.Unlock()
			}
			var problem *document.Problem
			if !e.IsDir() && !e.Type().IsRegular() {
				problem = unreadable("this is a %s, not a file, so it is not read", typeName(e.Type()))
			}
			inRoot := paths.Below(abs, rootDir)
			mayHold := r.floating && !(e.IsDir() && slices.Contains(skipped, e.Name())) // only then git need be asked
			if mayHold && at.Ignored(e.Name(), e.IsDir()) != nil && !r.names(inRoot, e.IsDir()) {
				continue
			}
			if w.enter(r, inRoot, abs, e.IsDir(), problem) {
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
		c, _ := r.match(rel)
		if c == nil || c.Dialect == rules.Unread {
			return r.reaching(rel) != nil && !slices.Contains(skipped, filepath.Base(abs)) && !w.Excluded(w.fs.Name(abs))
		}
		problem = unreadable("this is a directory, but by its name it should be an artefact of the kind %s; rename it",
			c.Kind)
	}
	if problem != nil && !isDir {
		if c, _ := r.match(rel); c == nil && !r.leads(rel) {
			return false // no artefact, and no directory of any
		}
	}
	w.addFile(r, rel, abs, problem)
	return false
}

const nowhere = "the symbolic link leads nowhere"

const leadsOut = "the symbolic link leads out of the repository, so it is not followed; put what it leads to here"

const leadsIntoGit = "the symbolic link leads into .git, so it is not followed; put what it leads to here"

// follow resolves a symbolic link once. What leaves the base, or lies in .git, is not followed, and what lies below walked, and so is
// found by its own name, is there again and passed over.
func (w *walker) follow(link, walked string) (isDir, again bool, problem *document.Problem) {
	real, err := w.links.Real(link)
	if err != nil {
		if awaits(w, link) {
			return true, true, nil
		}
		return false, false, unreadable(nowhere+" (%s), so nothing there is judged; restore its target or remove the link",
			linkError(err))
	}
	switch {
	case !paths.Within(real, w.fs.Real):
		return false, false, unreadable(leadsOut)
	case !paths.Holds(w.fs.Real, real):
		return false, false, unreadable(leadsIntoGit)
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return false, false, noAccess("file", err)
	case !info.IsDir() && !info.Mode().IsRegular():
		return false, false, unreadable("this leads to a %s, not to a file, so it is not read", typeName(info.Mode()))
	case !info.IsDir():
		return false, false, nil
	case paths.Within(filepath.Join(w.real(filepath.Dir(link)), filepath.Base(link)), real):
		return true, true, nil // back to a directory that it lies in: what is there is found anyway
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.seen[real] || walked != "" && paths.Within(real, w.real(walked)) {
		return true, true, nil
	}
	w.seen[real] = true
	return true, false, nil
}

// awaits reports whether a link leads into an empty directory of a repository with submodules: git keeps none, so it is
// one that is not checked out.
func awaits(w *walker, link string) bool {
	target, err := os.Readlink(link)
	if _, none := os.Lstat(filepath.Join(w.fs.Real, ".gitmodules")); err != nil || none != nil {
		return false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(w.real(filepath.Dir(link)), target)
	}
	for dir := filepath.Dir(target); paths.Within(dir, w.fs.Real); dir = filepath.Dir(dir) {
		if real, err := w.links.Real(dir); err == nil {
			if !paths.Within(real, w.fs.Real) {
				return false
			}
			entries, err := w.dirs.Read(real)
			return err == nil && len(entries) == 0
		}
	}
	return false
}

// real is paths.Real, with what the walk knows of links.
func (w *walker) real(path string) string {
	if real, err := w.links.Real(path); err == nil {
		return real
	}
	return path
}

// addFile adds a file if it is an artefact, or if what stands in the way may hide some.
func (w *walker) addFile(r *root, rel, abs string, problem *document.Problem) {
	in := document.Input{Path: w.fs.Name(abs), Root: r.dir, Problem: problem}
	if c, vars := r.match(rel); c != nil {
		if c.Dialect == rules.Unread && slices.Contains(w.Own, path.Base(rel)) {
			return
		}
		in.Kind, in.Dialect, in.Vars = c.Kind, c.Dialect, vars
	} else if c := r.reaching(rel); problem != nil && c != nil {
		of := *problem
		of.Pack = c.Pack()
		in.Problem = &of
	} else {
		return // no artefact, and none is lost
	}
	if w.Excluded(in.Path) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if old, ok := w.found[in.Path]; ok && len(w.list[old].Root) >= len(r.dir) {
		return // it belongs to the nearer root
	}
	w.add(in)
}

// addTexts adds the files that are not saved, each to the nearest root.
func (w *walker) addTexts(texts *files.Texts) {
	for file := range texts.Files() {
		var nearest *root
		for i := range w.roots {
			r := &w.roots[i]
			if paths.Within(file, paths.Real(w.fs.Abs(r.dir))) && (nearest == nil || len(r.dir) > len(nearest.dir)) {
				nearest = r
			}
		}
		if nearest != nil {
			dir := w.fs.Abs(nearest.dir)
			rel := paths.Below(file, paths.Real(dir))
			w.addFile(nearest, rel, filepath.Join(dir, filepath.FromSlash(rel)), nil)
		}
	}
}
