package nplint

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/rules"
)

// root is a directory that contracts' path patterns are relative to.
type root struct {
	dir       string // relative to the base, "" if it is the base
	contracts []*rules.Contract
}

// tops returns the directories below a root, relative to it, that some pattern speaks of, sorted and without those that lie in another.
func (r *root) tops() []string {
	var all, tops []string
	for _, c := range r.contracts {
		for _, p := range c.Patterns() {
			all = append(all, strings.TrimSuffix(p.Dir(), "/"))
		}
	}
	slices.Sort(all)
	for _, top := range all {
		if !slices.ContainsFunc(tops, func(above string) bool { return above == "" || pathStyle("/").within(top, above) }) {
			tops = append(tops, top)
		}
	}
	return tops
}

// isRoot reports whether a directory is the root of a project of any pack.
func (r *run) isRoot(dir string) bool { return len(r.contractsAt(dir)) > 0 }

// contractsAt returns the contracts whose patterns are relative to a directory: those of every pack with a marker there, and the
// user's own in the directory of the configuration.
func (r *run) contractsAt(dir string) []*rules.Contract {
	if contracts, ok := r.rootAt[dir]; ok {
		return contracts
	}
	var contracts []*rules.Contract
	for _, p := range r.packs {
		if p.Version == "" {
			if sameDir(dir, r.config.Dir) {
				contracts = append(contracts, p.Contracts...)
			}
			continue
		}
		marked := func(m string) bool { return r.hasMarker(dir, m) }
		isRoot, trees := slices.ContainsFunc(p.Markers, marked), map[string]bool{}
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
	// A kind whose files are never opened takes what no other kind claims.
	slices.SortStableFunc(contracts, func(a, b *rules.Contract) int { return cmp.Compare(rank(a), rank(b)) })
	r.rootAt[dir] = contracts
	return contracts
}

func rank(c *rules.Contract) int {
	if c.Dialect == rules.Unread {
		return 1
	}
	return 0
}

// hasMarker reports whether a file or directory below dir matches the marker pattern.
func (r *run) hasMarker(dir, marker string) bool {
	unreadable := false
	found := anyMarker(marker, func(sub string) []string {
		entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(sub)))
		unreadable = errors.Is(err, fs.ErrPermission) // which is to be reported
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Name()
		}
		return names
	})
	return found || unreadable || r.snapshot != nil && within(dir, r.base) && r.snapshot.hasMarker(r.rel(dir), marker)
}

// anyMarker reports whether one of the names in the directory that a marker pattern speaks of matches it.
func anyMarker(marker string, names func(dir string) []string) bool {
	p, err := rules.ParsePattern(marker)
	if err != nil {
		return false // a test reads every pack
	}
	return slices.ContainsFunc(names(p.Dir()), func(name string) bool {
		_, ok := p.Match(p.Dir() + name)
		return ok
	})
}
