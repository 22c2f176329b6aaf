package discover

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// standalone gives every target one kind, whatever its place.
func (p *Place) standalone(fs *files.FS) ([]document.Input, error) {
	var inputs []document.Input
	for _, target := range p.Targets {
		name := fs.Name(target)
		if info, err := os.Stat(target); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s: is a directory; name the file, or use `nplint run`", cmp.Or(name, "."))
		}
		c, vars := p.kindInProject(target)
		if c == nil {
			var err error
			if c, vars, err = p.kindOf(target, name); err != nil {
				if problem := inTheWay(target); problem != nil && p.query.Kind == "?" && !fs.Unsaved(name) {
					return nil, fmt.Errorf("%s: %s", name, problem.Message)
				}
				return nil, err
			}
		}
		in := document.Input{Path: name, Root: p.rootOf(target), Kind: c.Kind, Dialect: c.Dialect, Vars: vars, Target: true}
		if !fs.Unsaved(name) {
			in.Problem = p.linkedOut(target)
		}
		if in.Problem == nil && !fs.Unsaved(name) {
			in.Problem = inTheWay(target)
		}
		inputs = append(inputs, in)
	}
	slices.SortFunc(inputs, func(a, b document.Input) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(inputs, func(a, b document.Input) bool { return a.Path == b.Path }), nil
}

// linkedOut returns the problem of a file judged alone if a link leads out of the project that it lies in, as a run
// would have it, or nil.
func (p *Place) linkedOut(target string) *document.Problem {
	real, err := filepath.EvalSymlinks(target)
	if err != nil || paths.Holds(p.Real, real) || paths.Holds(paths.Real(paths.Project(filepath.Dir(target))), real) {
		return nil
	}
	return unreadable(leadsOut)
}

// rootOf returns the project root that a file judged alone belongs to, relative to the base: the nearest one above it,
// or else the working directory, since that is where the reference looks for what a plan names.
func (p *Place) rootOf(target string) string {
	for dir := range paths.Upward(filepath.Dir(target)) {
		if !paths.Within(dir, p.Dir) {
			break
		}
		if p.roots.isRoot(dir) {
			return paths.Below(dir, p.Dir)
		}
	}
	return paths.Below(p.query.Dir, p.Dir)
}

// kindInProject returns the contract of a file whose kind is to be inferred by its place in a project around it, or
// nil.
func (p *Place) kindInProject(target string) (*rules.Contract, []string) {
	if p.query.Kind != "?" {
		return nil, nil
	}
	top := paths.Project(p.Dir) // which may lie above the base, the working directory
	for dir := range paths.Upward(filepath.Dir(target)) {
		if !paths.Within(dir, top) {
			break
		}
		r := p.roots.root(dir, paths.Below(dir, top))
		if c, vars := r.match(paths.Below(target, dir)); c != nil && inferable(c) {
			return c, vars
		}
	}
	return nil, nil
}

// KindOf returns the kind that a file, by its absolute path, has by its place in a project, or "". It reads the
// directories above the file and no other.
func (p *Place) KindOf(file string) string {
	if inSkipped(paths.Below(filepath.Dir(file), p.Dir)) {
		return ""
	}
	for dir := range paths.Upward(filepath.Dir(file)) {
		if !paths.Within(dir, p.Dir) {
			break
		}
		r := p.roots.root(dir, paths.Below(dir, p.Dir))
		if c, _ := r.match(paths.Below(file, dir)); c != nil {
			return c.Kind
		}
		if _, m := p.roots.shared(paths.Below(dir, p.Dir)); m == nil && len(r.contracts) > 0 {
			break // a run finds the artefacts of the nearest root
		}
	}
	return ""
}

// kindOf returns the contract that a file judged alone is held against, and what its name tells.
func (p *Place) kindOf(target, file string) (*rules.Contract, []string, error) {
	q := p.query
	if q.Kind != "?" {
		c, err := p.meant(target, file)
		if err != nil {
			return nil, nil, err
		}
		vars, ok := matchEnd(c, file)
		if !ok {
			vars, _ = c.MatchName(path.Base(file))
		}
		return c, vars, nil
	}
	contracts := slices.SortedFunc(maps.Values(q.Contracts), func(a, b *rules.Contract) int {
		return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), strings.Compare(a.Kind, b.Kind))
	})
	for _, byName := range []bool{false, true} {
		for _, c := range contracts {
			vars, ok := matchEnd(c, file)
			if byName {
				vars, ok = c.MatchName(path.Base(file))
			}
			if ok && inferable(c) {
				return c, vars, nil
			}
		}
	}
	const unknown = "%s: no kind of artefact has such a name; name the kind with --kind (`nplint contract list` shows all)"
	return nil, nil, fmt.Errorf(unknown, file)
}

// meant returns the contract of the kind that a file is to be held against. If several packs have one of a short name, the
// nearest project around the file tells which is meant, or else the name of the file.
func (p *Place) meant(target, file string) (*rules.Contract, error) {
	q := p.query
	c, err := Contract(q.Contracts, q.Kind)
	if err != nil || c.Kind == q.Kind {
		return c, err
	}
	candidates := map[string]*rules.Contract{}
	for _, kind := range Kinds(q.Contracts, q.Kind) {
		candidates[kind] = q.Contracts[kind]
	}
	if len(candidates) == 1 {
		return c, nil
	}
	top := paths.Project(p.Dir) // which may lie above the base, the working directory
	for dir := range paths.Upward(filepath.Dir(target)) {
		if !paths.Within(dir, top) {
			break
		}
		here := map[string]*rules.Contract{}
		for _, known := range p.roots.contracts(dir) {
			if candidates[known.Kind] != nil {
				here[known.Kind] = candidates[known.Kind]
			}
		}
		if c, err := Contract(here, q.Kind); err == nil {
			return c, nil
		}
	}
	maps.DeleteFunc(candidates, func(_ string, c *rules.Contract) bool {
		_, isPath := matchEnd(c, file)
		_, isName := c.MatchName(path.Base(file))
		return !isPath && !isName
	})
	if c, err := Contract(candidates, q.Kind); err == nil {
		return c, nil
	}
	return nil, ambiguous(q.Contracts, q.Kind)
}

// Kinds returns the kinds with a short name, sorted.
func Kinds(contracts map[string]*rules.Contract, name string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(contracts)), func(kind string) bool { return path.Base(kind) != name })
}

// ambiguous says that several packs have a kind of a short name.
func ambiguous(contracts map[string]*rules.Contract, name string) error {
	return fmt.Errorf("%q is ambiguous: write %s", name, document.OneOf(Kinds(contracts, name)))
}

// inferable reports whether a name alone tells that a file is of a kind. Names such as README.md, which a sort of
// project has beside many others, do not.
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
		if vars, ok := c.Match(file, false); ok {
			return vars, true
		}
		_, rest, ok := strings.Cut(file, "/")
		if !ok {
			return nil, false
		}
		file = rest
	}
}

// An UnknownKindError says that there is no contract of a kind.
type UnknownKindError struct {
	Kind string
	Hint string // which one may be meant, as the end of a sentence, or ""
}

func (e *UnknownKindError) Error() string {
	return fmt.Sprintf("unknown kind %q%s; `nplint contract list` shows all", e.Kind, e.Hint)
}

// Contract returns the contract of a kind, or of a short name that only one pack has, or only one beside those that yield.
func Contract(contracts map[string]*rules.Contract, name string) (*rules.Contract, error) {
	if c := contracts[name]; c != nil {
		return c, nil
	}
	found := Kinds(contracts, name)
	weak := func(kind string) bool { return contracts[kind].Yields() }
	if short := slices.DeleteFunc(slices.Clone(found), weak); len(short) > 0 {
		found = short
	}
	switch len(found) {
	case 1:
		return contracts[found[0]], nil
	case 0:
		var names []string
		for kind := range contracts {
			names = append(names, kind, path.Base(kind))
		}
		slices.Sort(names)
		return nil, &UnknownKindError{name, spell.DidYouMean(name, names)}
	}
	return nil, ambiguous(contracts, name)
}
