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

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// root is a directory that contracts' path patterns are relative to.
type root struct {
	dir       string // relative to the base, "" if it is the base
	contracts []*rules.Contract
}

// discover finds the project roots and gives every file its kind by the contracts' path patterns. It opens directories, never files.
func (r *run) discover() error {
	targets, err := r.targets()
	if err != nil {
		return err
	}
	if r.Kind != "" {
		return r.standalone(targets)
	}
	r.setBase(r.findBase(targets))
	w := &walker{run: r, found: map[string]document.Input{}, seen: map[string]bool{}}
	for _, target := range targets {
		w.project(target)
	}
	w.walkRoots()
	r.inputs = make([]document.Input, 0, len(w.found))
	for _, in := range w.found {
		in.Target = slices.ContainsFunc(targets, func(t string) bool { return within(w.abs(in.Path), t) })
		r.inputs = append(r.inputs, in)
	}
	slices.SortFunc(r.inputs, func(a, b document.Input) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// targets returns the paths to lint as absolute paths without symbolic links in their directories.
func (r *run) targets() ([]string, error) {
	paths := r.Paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var targets []string
	for _, p := range paths {
		abs := p
		if !filepath.IsAbs(p) {
			abs = filepath.Join(r.Dir, p)
		}
		abs = filepath.Clean(abs)
		if _, ok := r.Overlay[abs]; !ok && r.Kind == "" {
			if _, err := os.Lstat(abs); err != nil {
				return nil, usage("%s: %w", p, reason(err))
			}
		}
		// The last part is kept as it is: a link to an artefact is judged under its own name.
		if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
			abs = filepath.Join(dir, filepath.Base(abs))
		}
		if info, err := os.Stat(abs); err == nil && info.IsDir() {
			if abs, err = filepath.EvalSymlinks(abs); err != nil {
				return nil, usage("%s: %w", p, reason(err))
			}
		}
		targets = append(targets, abs)
	}
	return targets, nil
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
	for i, target := range targets {
		base := r.baseOf(target)
		if i == 0 {
			common = base
		}
		for !within(base, common) {
			common = filepath.Dir(common)
		}
	}
	return common
}

func (r *run) baseOf(target string) string {
	start := target
	if info, err := os.Stat(target); err != nil || !info.IsDir() {
		start = filepath.Dir(target)
	}
	project := ""
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if project == "" && (r.config.File != "" && sameDir(dir, r.config.Dir) || r.isRoot(dir)) {
			project = dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if project != "" {
		return project
	}
	return start
}

func sameDir(a, b string) bool {
	real, err := filepath.EvalSymlinks(b)
	return a == b || err == nil && a == real
}

// within reports whether path is dir or lies below it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// isRoot reports whether a directory is the root of a project of any pack.
func (r *run) isRoot(dir string) bool { return len(r.contractsAt(dir)) > 0 }

// contractsAt returns the contracts whose patterns are relative to a directory: those of every pack with a marker there, and the
// user's own in the directory of the configuration.
func (r *run) contractsAt(dir string) []*rules.Contract {
	var contracts []*rules.Contract
	for _, p := range r.packs {
		if p.Version == "" && sameDir(dir, r.config.Dir) || slices.ContainsFunc(p.Markers, func(m string) bool { return hasMarker(dir, m) }) {
			contracts = append(contracts, p.Contracts...)
		}
	}
	return contracts
}

// hasMarker reports whether a file or directory below dir matches the marker pattern.
func hasMarker(dir, marker string) bool {
	p, err := rules.ParsePattern(marker)
	if err != nil {
		return false // a test reads every pack
	}
	entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(p.Dir())))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		_, ok := p.Match(p.Dir() + e.Name())
		return ok
	})
}

// standalone gives every path one kind, whatever its place.
func (r *run) standalone(targets []string) error {
	base := r.Dir
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	for _, target := range targets {
		for !within(target, base) {
			base = filepath.Dir(base)
		}
	}
	r.setBase(base)
	for _, target := range targets {
		rel := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(target, base), string(filepath.Separator)))
		c, vars, err := r.kindOf(rel)
		if err != nil {
			return err
		}
		in := document.Input{Path: rel, Kind: c.Kind, Dialect: c.Dialect, Vars: vars, Target: true}
		if _, ok := r.Overlay[target]; !ok {
			in.Problem = statProblem(target)
		}
		r.inputs = append(r.inputs, in)
	}
	slices.SortFunc(r.inputs, func(a, b document.Input) int { return strings.Compare(a.Path, b.Path) })
	r.inputs = slices.CompactFunc(r.inputs, func(a, b document.Input) bool { return a.Path == b.Path })
	return nil
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
		for _, kind := range slices.Sorted(mapKeys(r.contracts)) {
			c := r.contracts[kind]
			vars, ok := matchEnd(c, file)
			if byName {
				vars, ok = c.MatchName(path.Base(file))
			}
			if ok {
				return c, vars, nil
			}
		}
	}
	return nil, nil, usage("%s: no kind of artefact has such a name; name the kind with --kind (`nplint contract list` shows all)", file)
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
	var known []string
	for _, kind := range slices.Sorted(mapKeys(contracts)) {
		known = append(known, kind, path.Base(kind))
		if path.Base(kind) == name {
			found = append(found, kind)
		}
	}
	switch len(found) {
	case 1:
		return contracts[found[0]], nil
	case 0:
		return nil, fmt.Errorf("unknown kind %q%s; `nplint contract list` shows all", name, didYouMean(name, known))
	}
	return nil, fmt.Errorf("%q is ambiguous: %s", name, strings.Join(found, ", "))
}
