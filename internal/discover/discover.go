// Package discover finds what is to be linted: the base that all names are relative to, the roots of projects by the
// markers of packs, and every artefact with its kind by the path patterns of contracts. It opens directories and no
// artefact. What packs and configurations say it is told.
package discover

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// Query says what to look for.
type Query struct {
	Dir   string   // the working directory, absolute and without links
	Paths []string // files and directories as the user names them; none is the project around Dir
	// Kind, if set, is that of all paths, whatever their names and places. "?" infers the kind of each from its name.
	Kind string
	// Packs are those that apply. One without a version is the user's own: its contracts hold in OwnDir, without a
	// marker.
	Packs     []*rules.Pack
	OwnDir    string
	ConfigDir string                     // of the configuration file, which is a base where there is no repository; "" if there is none
	Contracts map[string]*rules.Contract // of the packs, by kind
	Texts     *files.Texts
	// Deleted allows for paths that are not on disk, if git's tree has or had them.
	Deleted bool
	Jobs    int // directories read at once; 0 is one a processor
}

// Place is where a query leads.
type Place struct {
	git.Base
	Targets []string    // absolute
	Dirs    *files.Dirs // that were looked at
	query   *Query
	missing map[string]error // targets that are not on disk
	roots   *rootFinder
	marks   sync.Map // files that were read for the marks of packs, by their absolute paths
}

// ReadsMark reports whether the content of a file, by its absolute path, tells whether a directory is a root.
func (p *Place) ReadsMark(file string) bool {
	_, read := p.marks.Load(file)
	return read
}

// Project is what was found. Wanted is nil for files of a given kind.
type Project struct {
	Inputs []document.Input       // sorted by path
	Wanted func(path string) bool // whether findings at an absolute path are asked for
	// Leftovers are the files that killed runs have left.
	Leftovers []string
	Linked    []string // absolute paths that symbolic links below the roots lead to
	walker    *walker
}

// Around is what discovery asks and tells its caller of what lies around artefacts. Names are relative to the base.
type Around struct {
	Excluded   func(name string) bool // whether a file or directory is to be left alone
	Own        []string               // names of files that are no artefacts in any place
	ConfigName string                 // of files that say what holds in a directory
	Configured func(dir string)       // called for directories that have such a file, while roots are looked for
	Plain      func(dir string)       // called for directories that have none, while artefacts are looked for
}

// Locate finds the base and the targets of a query. Errors are the user's mistakes.
func Locate(q Query) (*Place, error) {
	dirs := &files.Dirs{}
	p := &Place{query: &q, Dirs: dirs, missing: map[string]error{}}
	p.roots = newRootFinder(&q, dirs.Names, func(abs string) ([]byte, error) {
		p.marks.Store(abs, true)
		return readMark(abs)
	})
	if err := p.findTargets(); err != nil {
		return nil, err
	}
	dir := ""
	if q.Kind == "" {
		dir = p.findBase()
	} else {
		dir = q.Dir
		for _, target := range p.Targets {
			for !paths.Within(target, dir) {
				if dir == filepath.Dir(dir) {
					return nil, fmt.Errorf("%s: lies on another drive than the other paths; check it by itself", target)
				}
				dir = filepath.Dir(dir)
			}
		}
	}
	p.Base = git.Base{Dir: dir, Real: paths.Real(dir)}
	return p, nil
}

// readMark reads a file that may hold the mark of a pack. No link leads out of the project that it lies in.
func readMark(abs string) ([]byte, error) {
	const limit = 1 << 20 // bytes
	top := paths.Project(filepath.Dir(abs))
	return files.ReadBelow(top, paths.Below(abs, top), limit)
}

// Find finds the artefacts of a place, with every file of their projects. Errors are those of ctx, and the user's
// mistakes.
func Find(ctx context.Context, p *Place, fs *files.FS, around Around) (*Project, error) {
	if p.query.Kind != "" {
		inputs, err := p.standalone(fs)
		return &Project{Inputs: inputs}, err
	}
	for _, abs := range slices.Sorted(maps.Keys(p.missing)) {
		// One that is deleted by what is staged is no mistake, for a hook may be given all paths that are about to
		// change.
		if fs.Kept(fs.Name(abs)) == git.Elsewhere {
			return nil, p.missing[abs]
		}
	}
	w := newWalker(ctx, p, fs, around)
	for _, target := range p.Targets {
		w.project(target)
	}
	w.walkRoots()
	if err := cmp.Or(ctx.Err(), w.ignore.Exceeded()); err != nil {
		return nil, err
	}
	w.addTexts(p.query.Texts)
	top, _ := fs.ReadDir(p.Dir) // where reports and baselines lie, and often no artefacts
	for _, e := range top {
		if files.Leftover(e.Name()) && e.Type().IsRegular() {
			w.leftovers = append(w.leftovers, e.Name())
		}
	}
	slices.Sort(w.leftovers)
	found := &Project{Wanted: below(p.Targets), Leftovers: slices.Compact(w.leftovers), Linked: w.linked, walker: w}
	found.Inputs = w.inputs(found.Wanted)
	if !fs.OnDisk() {
		found.Inputs = found.At(fs, found.Inputs)
	}
	found.addUnread()
	return found, nil
}

// Exceeded says that the ignore files take too long to tell what git ignores, so that some of it is not known, or returns
// nil.
func (p *Project) Exceeded() error {
	if p.walker == nil {
		return nil // files of a given kind
	}
	return p.walker.ignore.Exceeded()
}

// addUnread adds the ignore files that are not read.
func (p *Project) addUnread() {
	for _, unread := range p.walker.ignore.Problems() {
		in := document.Input{Path: unread.File, Problem: &document.Problem{Rule: "file-too-large", Message: unread.Text}}
		if in.Target = p.Wanted(p.walker.fs.Abs(in.Path)); p.walker.Excluded(in.Path) {
			continue
		}
		i, known := slices.BinarySearchFunc(p.Inputs, in.Path, func(in document.Input, path string) int {
			return strings.Compare(in.Path, path)
		})
		if !known {
			p.Inputs = slices.Insert(p.Inputs, i, in)
		}
	}
}

// At returns inputs, and what else lies in the same projects, as git's tree has them.
func (p *Project) At(fs *files.FS, inputs []document.Input) []document.Input {
	w := p.walker.over(fs)
	for _, in := range inputs {
		kind := fs.Kept(in.Path)
		ofIgnore := in.Kind == "" && in.Problem != nil && in.Problem.Rule == "file-too-large" // see addUnread
		if kind == git.File && !ofIgnore {
			in.Problem = nil // whatever is on disk is not read
		}
		if kind != git.Gone || fs.Unsaved(in.Path) {
			w.add(in)
		}
	}
	for i := range w.roots {
		r := &w.roots[i]
		for _, top := range r.tops() {
			for file := range fs.KeptBelow(path.Join(r.dir, top)) {
				rel := paths.Slash.Below(file, r.dir)
				if _, ok := w.found[file]; !ok && !inSkipped(path.Dir(rel)) {
					w.addFile(r, rel, fs.Abs(file), nil)
				}
			}
		}
	}
	return w.inputs(p.Wanted)
}

// below returns a function that reports whether a path is one of the targets or lies below one. It looks at each
// directory once.
func below(targets []string) func(path string) bool {
	known := make(map[string]bool, len(targets))
	for _, t := range targets {
		known[t] = true
	}
	var dir func(path string) bool
	dir = func(path string) bool {
		is, ok := known[path]
		if above := filepath.Dir(path); !ok && above != path {
			is = dir(above)
			known[path] = is
		}
		return is
	}
	return func(path string) bool { return known[path] || dir(filepath.Dir(path)) }
}
