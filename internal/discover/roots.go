package discover

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// root is a directory that contracts' path patterns are relative to.
type root struct {
	dir       string // relative to the base, "" if it is the base
	contracts []*rules.Contract
	// floating says that some pattern leaves open in which directory of the root an artefact lies, as **/*.ts does. Where
	// none does, all artefacts are the project's own: over 10,000 files this saves asking what git ignores.
	floating bool
	// guests are the files that a pack may have there, where the root lies in a directory that is the mark of another
	// pack: those that it installs.
	guests map[string][]*rules.Pattern
	top    bool   // it is the top directory of a repository
	in     string // the path below what such a mark lies in, with a slash at its end
	outer  *root  // the nearest one that it lies in, or nil
}

// maxNested is how many roots with the same contracts, one in the other, still leave what lies in them to one around them
// all. What a pattern finds there from further out, nearly always the nearest finds, too.
const maxNested = 8

// leaves reports whether a root leaves another one that lies in it, and all below, to those between them.
func (r *root) leaves(inner *root) bool {
	n := 0
	for ; inner != nil && inner != r; inner = inner.outer {
		if inner.guests == nil && inner.has(r.contracts) {
			n++
		}
	}
	return inner == r && n >= maxNested
}

// has reports whether the root has all of some contracts, in the same order.
func (r *root) has(contracts []*rules.Contract) bool {
	i := 0
	for _, c := range r.contracts {
		if i < len(contracts) && contracts[i] == c {
			i++
		}
	}
	return i == len(contracts)
}

func newRoot(dir string, contracts []*rules.Contract) root {
	r := root{dir: dir, contracts: contracts}
	for _, c := range contracts {
		for _, p := range c.Patterns() {
			first, _, _ := strings.Cut(p.String(), "/")
			r.floating = r.floating || strings.ContainsAny(first, "*{?[")
		}
	}
	return r
}

// tops returns the directories below a root, relative to it, that some pattern speaks of, sorted and without those that
// lie in another.
func (r *root) tops() []string {
	var all, tops []string
	for _, c := range r.contracts {
		for _, p := range c.Patterns() {
			all = append(all, strings.TrimSuffix(p.Dir(), "/"))
		}
	}
	slices.Sort(all)
	for _, top := range all {
		if !slices.ContainsFunc(tops, func(above string) bool { return above == "" || paths.Slash.Within(top, above) }) {
			tops = append(tops, top)
		}
	}
	return tops
}

// match returns the contract of a path relative to a root, and what the names in its pattern stand for.
func (r *root) match(rel string) (*rules.Contract, []string) {
	for _, c := range r.contracts {
		if vars, ok := c.Match(rel, r.top); ok && r.admits(c.Pack(), rel) && (r.dir == "" || !c.Leaves(r.dir+"/"+rel)) {
			return c, vars
		}
	}
	return nil, nil
}

// admits reports whether a pack may have a file at a path relative to the root.
func (r *root) admits(pack, rel string) bool {
	only, isGuest := r.guests[pack]
	return !isGuest || slices.ContainsFunc(only, func(p *rules.Pattern) bool { _, ok := p.Match(r.in + rel); return ok })
}

// names reports whether a pattern is about a path relative to the root and says itself in which directory that lies:
// such files are the project's own, though many teams have git ignore them.
func (r *root) names(rel string, isDir bool) bool {
	top, _, _ := strings.Cut(rel, "/")
	for _, c := range r.contracts {
		for _, p := range c.Patterns() {
			if first, _, _ := strings.Cut(p.String(), "/"); first != top {
				continue
			}
			if _, ok := p.Match(rel); ok || isDir && p.Reaches(rel) {
				return true
			}
		}
	}
	return false
}

// reaching returns the first contract of whose kind something may lie at a path relative to a root or below it, or nil.
func (r *root) reaching(rel string) *rules.Contract {
	for _, c := range r.contracts {
		for _, p := range c.Patterns() {
			if p.Reaches(rel) {
				return c
			}
		}
	}
	return nil
}

// leads reports whether a pattern says of a path relative to a root that it is a directory of artefacts, or one above
// such: by a name, and not only since it leaves open in which directories they lie.
func (r *root) leads(rel string) bool {
	for _, c := range r.contracts {
		for _, p := range c.Patterns() {
			segments := strings.Split(p.String(), "/")
			isPlain := func(segment string) bool { return !strings.ContainsAny(segment, "*{") }
			for i := range segments[:len(segments)-1] {
				above := segments[:i+1]
				if segments[i] == "**" || !slices.ContainsFunc(above, isPlain) {
					continue
				}
				dir, err := rules.ParsePattern(strings.Join(above, "/"))
				if err != nil {
					continue // a part of a pattern is one
				}
				if _, ok := dir.Match(rel); ok {
					return true
				}
			}
		}
	}
	return false
}

// rootFinder tells which directories are roots, by what packs say.
type rootFinder struct {
	packs   []*rules.Pack
	markers map[string]*marker // by name
	ownDir  string
	names   func(abs string) ([]string, error) // in a directory
	read    func(abs string) ([]byte, error)
	found   map[string][]*rules.Contract // by directory
	tops    map[string]bool              // whether a directory is the top of a repository
	parsed  map[string]*rules.Pattern    // by their texts
}

func newRootFinder(q *Query, names func(abs string) ([]string, error), read func(abs string) ([]byte, error)) *rootFinder {
	return &rootFinder{packs: q.Packs, markers: findMarkers(q.Packs), ownDir: q.OwnDir, names: names, read: read,
		found: map[string][]*rules.Contract{}, tops: map[string]bool{}, parsed: map[string]*rules.Pattern{}}
}

// isRoot reports whether a directory is the root of a project of any pack.
func (f *rootFinder) isRoot(dir string) bool { return len(f.contracts(dir)) > 0 }

// contracts returns the contracts whose patterns are relative to an absolute directory: those of every pack with a
// marker there, and the user's own.
func (f *rootFinder) contracts(dir string) []*rules.Contract {
	if contracts, ok := f.found[dir]; ok {
		return contracts
	}
	_, _ = f.names(dir) // which tells of many marks at once that they are not there
	var contracts []*rules.Contract
	for _, p := range f.packs {
		if p.Version == "" {
			if paths.SameDir(dir, f.ownDir) {
				contracts = append(contracts, p.Contracts...)
			}
			continue
		}
		marked := func(m string) bool { return f.hasMarker(dir, m) }
		isRoot, trees := slices.ContainsFunc(p.Markers, marked) && f.hasMark(dir, p.Marks), map[string]bool{}
		for name, markers := range p.Trees {
			trees[name] = slices.ContainsFunc(markers, marked)
			isRoot = isRoot || trees[name]
		}
		for _, c := range p.Contracts {
			if c.Tree == "" && isRoot || trees[c.Tree] {
				contracts = append(contracts, c)
			}
		}
	}
	slices.SortStableFunc(contracts, func(a, b *rules.Contract) int { return cmp.Compare(a.Rank(), b.Rank()) })
	f.found[dir] = contracts
	return contracts
}

// isTop reports whether a directory is the top of a repository, which the disk is asked once.
func (f *rootFinder) isTop(dir string) bool {
	top, known := f.tops[dir]
	if !known {
		top = paths.IsRepository(dir)
		f.tops[dir] = top
	}
	return top
}

// pattern returns a pattern of a pack, which is parsed once, or nil for what is none.
func (f *rootFinder) pattern(text string) *rules.Pattern {
	p, known := f.parsed[text]
	if !known {
		p, _ = rules.ParsePattern(text)
		f.parsed[text] = p
	}
	return p
}

// hasMarker reports whether a file or directory below dir matches the marker pattern, or may do so: what cannot be read
// is to be reported.
func (f *rootFinder) hasMarker(dir, marker string) bool {
	if top, isTop := strings.CutPrefix(marker, rules.OnlyTop); isTop {
		return f.isTop(dir) && f.hasMarker(dir, top) // elsewhere nothing below is looked at
	}
	p := f.pattern(marker)
	if p == nil {
		return false // a test reads every pack
	}
	if rest := strings.Split(strings.TrimPrefix(marker, p.Dir()), "/"); len(rest) > 1 {
		return f.hasPath(filepath.Join(dir, filepath.FromSlash(p.Dir())), rest)
	}
	names, err := f.names(filepath.Join(dir, filepath.FromSlash(p.Dir())))
	return errors.Is(err, fs.ErrPermission) || slices.ContainsFunc(names, func(name string) bool {
		_, ok := p.Match(p.Dir() + name)
		return ok
	})
}

// hasMark reports whether a directory has one of the marks of a pack. A pack without any needs none.
func (f *rootFinder) hasMark(dir string, marks []string) bool {
	return len(marks) == 0 || slices.ContainsFunc(marks, func(mark string) bool {
		pattern, text, inside := strings.Cut(mark, " ")
		if !inside {
			return f.hasPath(dir, strings.Split(pattern, "/"))
		}
		content, err := f.read(filepath.Join(dir, filepath.FromSlash(pattern)))
		return err == nil && bytes.Contains(content, []byte(text))
	})
}

// hasPath reports whether there is a path below a directory whose names match the segments of a pattern.
func (f *rootFinder) hasPath(dir string, segments []string) bool {
	names, err := f.names(dir)
	if err != nil {
		return false
	}
	pattern := f.pattern(segments[0])
	if pattern == nil {
		return false // a test reads every pack
	}
	return slices.ContainsFunc(names, func(name string) bool {
		if _, ok := pattern.Match(name); !ok || slices.Contains(skipped, name) {
			return false
		}
		return len(segments) == 1 || f.hasPath(filepath.Join(dir, name), segments[1:])
	})
}

// marker is a directory whose name marks roots: the first part of a marker's path.
type marker struct {
	packs  []string // whose roots it marks
	deep   bool     // it only marks a root by what lies deeper in it, so it is a directory like others
	shared bool     // another pack installs files there, of which it may be the root
}

// entered reports whether there may be roots below.
func (m *marker) entered() bool { return m.deep || m.shared }

// findMarkers returns the directories that mark roots, by name.
func findMarkers(packs []*rules.Pack) map[string]*marker {
	found := map[string]*marker{}
	for _, p := range packs {
		for _, text := range slices.Concat(append(slices.Collect(maps.Values(p.Trees)), p.Markers)...) {
			name, _, _ := strings.Cut(text, "/")
			if name == "" {
				continue // at the top of a repository, whatever is below
			}
			m := found[name]
			if m == nil {
				m = &marker{deep: true}
				found[name] = m
			}
			m.deep = m.deep && strings.Count(text, "*")+strings.Count(text, "{") > 1
			m.packs = append(m.packs, p.Name)
		}
	}
	for _, p := range packs {
		for _, text := range p.Installs {
			name, _, _ := strings.Cut(text, "/")
			if m := found[name]; m != nil && !slices.Contains(m.packs, p.Name) {
				m.shared = true
			}
		}
	}
	return found
}

// shared returns the part of a directory, relative to the base, that marks roots of one pack and has files that another
// installs, with what is below it, and that mark; "" and nil if no part is one.
func (f *rootFinder) shared(dir string) (string, *marker) {
	for rest := dir; rest != ""; {
		name, below, _ := strings.Cut(rest, "/")
		if m := f.markers[name]; m != nil && m.shared {
			return rest, m
		}
		rest = below
	}
	return "", nil
}

// root returns a directory, named relative to the base, as a root with the contracts that it may have.
func (f *rootFinder) root(dir, name string) root {
	r := newRoot(name, slices.DeleteFunc(slices.Clone(f.contracts(dir)), func(c *rules.Contract) bool {
		return c.Leaves(name + "/")
	}))
	r.top = f.isTop(dir)
	f.admit(&r)
	return r
}

// admit leaves out of a root's contracts those of the pack whose mark it lies in, and of others all but what they
// install.
func (f *rootFinder) admit(r *root) {
	in, m := f.shared(r.dir)
	if m == nil {
		return
	}
	r.contracts = slices.DeleteFunc(r.contracts,
		func(c *rules.Contract) bool { return slices.Contains(m.packs, c.Pack()) })
	r.in, r.guests = in+"/", map[string][]*rules.Pattern{}
	for _, p := range f.packs {
		for _, text := range p.Installs {
			if pattern := f.pattern(text); pattern != nil { // a test reads every pack
				r.guests[p.Name] = append(r.guests[p.Name], pattern)
			}
		}
	}
}
