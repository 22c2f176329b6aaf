package nplint

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

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
