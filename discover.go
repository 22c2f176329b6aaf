package nplint

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// discover finds the files to lint, their kinds and the configuration of each. It opens directories and configurations, but no artefact.
func (r *run) discover(ctx context.Context) error {
	targets, err := r.targets()
	if err != nil {
		return err
	}
	if r.Kind != "" {
		err = r.standalone(targets)
	} else {
		err = r.projects(ctx, targets)
	}
	if err != nil {
		return err
	}
	return r.checkScopes()
}

// projects finds the project roots and gives every file its kind by the contracts' path patterns.
func (r *run) projects(ctx context.Context, targets []string) error {
	r.setBase(r.findBase(targets))
	if err := r.takeSnapshots(ctx); err != nil {
		return err
	}
	if r.snapshot != nil {
		clear(r.rootAt) // a root may be there only in the index
	}
	if err := r.checkMissing(); err != nil {
		return err
	}
	w := &walker{run: r, done: ctx.Done(), found: map[string]document.Input{}, seen: map[string]bool{}, asked: map[string]bool{}}
	for _, target := range targets {
		w.project(target)
	}
	w.walkRoots()
	if err := ctx.Err(); err != nil {
		return err
	}
	w.addOverlay()
	r.roots = w.roots
	r.wanted = below(targets)
	r.inputs = r.sorted(w.found)
	if r.snapshot != nil {
		r.inputs = r.inputsIn(r.snapshot, r.inputs)
	}
	return r.forget(ctx)
}

// below returns a function that reports whether a path is one of the targets or lies below one. It looks at each directory once.
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

// targets returns the paths to lint as absolute paths. A path keeps the names that it was given, since a link to an artefact is judged
// under its own name; but an absolute one is freed of links, so that it can be compared with the working directory.
func (r *run) targets() ([]string, error) {
	if len(r.Paths) == 0 {
		return []string{r.projectAround(r.Dir)}, nil
	}
	var targets []string
	for _, p := range r.Paths {
		if p == "" {
			return nil, usage("a path is empty; write . for the working directory")
		}
		abs := filepath.Join(r.Dir, p)
		if filepath.IsAbs(p) {
			abs = realName(filepath.Clean(p))
		}
		if _, ok := r.Overlay[overlayKey(abs)]; !ok && r.Kind == "" {
			if _, err := os.Lstat(abs); err != nil {
				err = usage("%s: %w", p, reason(err))
				if !r.Staged {
					return nil, err
				}
				r.missing[abs] = err
			}
		}
		targets = append(targets, abs)
	}
	return targets, nil
}

// checkMissing returns the error about a target that is neither on disk nor, if that is linted, in the index. One that is deleted by what is staged
// is no mistake, for a hook may be given all paths that are about to change.
func (r *run) checkMissing() error {
	for _, abs := range slices.Sorted(maps.Keys(r.missing)) {
		if _, known := r.has(r.snapshot, r.rel(abs)); !known {
			return r.missing[abs]
		}
	}
	return nil
}

// projectAround returns the nearest project root at or above a directory of the same repository, or else the directory.
func (r *run) projectAround(dir string) string {
	for above := range upward(dir) {
		if r.isRoot(above) {
			return above
		}
		if isRepository(above) {
			break
		}
	}
	return dir
}

// reason strips the path that os errors repeat.
func reason(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// findBase returns the directory that all paths in a report are relative to: the repository around the targets, or the
// directory of the configuration, or the project root around them, or else what contains all targets.
func (r *run) findBase(targets []string) string {
	common := ""
	bases := map[string]string{} // of directories: many files share one
	for i, target := range targets {
		start := target
		if info, err := os.Stat(target); err != nil || !info.IsDir() {
			start = filepath.Dir(target)
		}
		if bases[start] == "" {
			bases[start] = r.baseOf(start)
		}
		if i == 0 {
			common = bases[start]
		}
		for !within(bases[start], common) && common != filepath.Dir(common) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// baseOf is findBase for one directory.
func (r *run) baseOf(start string) string {
	if repository := repositoryOf(start); repository != "" {
		return repository
	}
	for dir := range upward(start) {
		if r.config.File != "" && sameDir(dir, r.config.Dir) || r.isRoot(dir) {
			return dir
		}
	}
	return start
}
