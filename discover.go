package nplint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
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

// standalone gives every path one kind, whatever its place.
func (r *run) standalone(targets []string) error {
	base := r.Dir
	for _, target := range targets {
		for !within(target, base) {
			if base == filepath.Dir(base) {
				return usage("%s: lies on another drive than the other paths; check it by itself", target)
			}
			base = filepath.Dir(base)
		}
	}
	r.setBase(base)
	for _, target := range targets {
		rel := slashBelow(target, base)
		c, vars, err := r.kindOf(rel)
		if err != nil {
			return err
		}
		in := document.Input{Path: rel, Root: r.rootOf(target), Kind: c.Kind, Dialect: c.Dialect, Vars: vars, Target: true}
		if _, ok := r.Overlay[overlayKey(target)]; !ok {
			in.Problem = statProblem(target)
		}
		r.inputs = append(r.inputs, in)
	}
	slices.SortFunc(r.inputs, func(a, b document.Input) int { return strings.Compare(a.Path, b.Path) })
	r.inputs = slices.CompactFunc(r.inputs, func(a, b document.Input) bool { return a.Path == b.Path })
	return nil
}

// rootOf returns the project root that a file judged alone belongs to, relative to the base: the nearest one above it, or else the
// working directory, since that is where the reference looks for what a plan names.
func (r *run) rootOf(target string) string {
	for dir := range upward(filepath.Dir(target)) {
		if !within(dir, r.base) {
			break
		}
		if r.isRoot(dir) {
			return slashBelow(dir, r.base)
		}
	}
	return slashBelow(r.Dir, r.base)
}

// kindOf returns the contract that a file judged alone is held against, and what its name tells.
func (r *run) kindOf(file string) (*rules.Contract, []string, error) {
	if r.Kind != "?" {
		c, err := FindContract(r.contracts, r.Kind)
		if err != nil {
			return nil, nil, &UsageError{err}
		}
		vars, ok := matchEnd(c, file)
		if !ok {
			vars, _ = c.MatchName(path.Base(file))
		}
		return c, vars, nil
	}
	for _, byName := range []bool{false, true} {
		for _, kind := range slices.Sorted(maps.Keys(r.contracts)) {
			c := r.contracts[kind]
			vars, ok := matchEnd(c, file)
			if byName {
				vars, ok = c.MatchName(path.Base(file))
			}
			if ok && inferable(c) {
				return c, vars, nil
			}
		}
	}
	return nil, nil, usage("%s: no kind of artefact has such a name; name the kind with --kind (`nplint contract list` shows all)", file)
}

// inferable reports whether a name alone tells that a file is of a kind. Names such as README.md, which a sort of project has beside many
// others, do not.
func inferable(c *rules.Contract) bool {
	if c.Tree == "" {
		return c.Dialect != rules.Unread
	}
	body, err := c.Body()
	return err == nil && (body.Data != nil || body.Frontmatter != nil)
}

// matchEnd matches a contract's patterns against the path and every end of it that starts behind a slash.
func matchEnd(c *rules.Contract, file string) ([]string, bool) {
	for {
		if vars, ok := c.Match(file); ok {
			return vars, true
		}
		_, rest, ok := strings.Cut(file, "/")
		if !ok {
			return nil, false
		}
		file = rest
	}
}

// FindContract returns the contract of a kind, or of a short name that only one pack has.
func FindContract(contracts map[string]*rules.Contract, name string) (*rules.Contract, error) {
	if c := contracts[name]; c != nil {
		return c, nil
	}
	var found []string
	for _, kind := range slices.Sorted(maps.Keys(contracts)) {
		if path.Base(kind) == name {
			found = append(found, kind)
		}
	}
	switch len(found) {
	case 1:
		return contracts[found[0]], nil
	case 0:
		return nil, fmt.Errorf("unknown kind %q%s; `nplint contract list` shows all", name, rules.DidYouMean(name, kindNames(contracts)))
	}
	return nil, fmt.Errorf("%q is ambiguous: %s", name, strings.Join(found, ", "))
}
