package pack

import (
	"cmp"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// Book gathers the symbols of one project. NewBook makes one.
type Book struct {
	root  string
	order []*Symbol
	byID  map[[3]string]*Symbol
	taken map[taken]bool
}

// taken is a place that means a symbol.
type taken struct {
	symbol *Symbol
	path   string
	own    document.Span
}

// NewBook returns an empty book of the project with a root.
func NewBook(root string) *Book {
	return &Book{root: root, byID: map[[3]string]*Symbol{}, taken: map[taken]bool{}}
}

// Add adds a symbol unless there is one of its kind with its scope and id, and returns the one that there is.
func (b *Book) Add(s Symbol) *Symbol {
	k := [3]string{s.Kind, s.Scope, s.ID}
	if b.byID[k] == nil {
		s.Root = b.root
		b.byID[k] = &s
		b.order = append(b.order, &s)
	}
	return b.byID[k]
}

// Find returns the symbol of a kind with a scope and an id, or nil.
func (b *Book) Find(kind, scope, id string) *Symbol { return b.byID[[3]string{kind, scope, id}] }

// All returns the symbols in the order in which they were added.
func (b *Book) All() []*Symbol { return b.order }

// Defined notes a place where a symbol, which may be nil, is defined. A place is noted once.
func (b *Book) Defined(s *Symbol, m Mention) {
	if s != nil && b.take(s, m) {
		s.Defined = append(s.Defined, m)
	}
}

// Meant notes a place where a symbol, which may be nil, is meant. A place is noted once.
func (b *Book) Meant(s *Symbol, m Mention) {
	if s != nil && b.take(s, m) {
		s.Mentions = append(s.Mentions, m)
	}
}

// Named notes a file or directory that is named after a symbol, which may be nil, once.
func (b *Book) Named(s *Symbol, n Named) {
	if s != nil && !slices.Contains(s.Files, n) {
		s.Files = append(s.Files, n)
	}
}

func (b *Book) take(s *Symbol, m Mention) bool {
	t := taken{s, m.Path, m.Own}
	if m.Own.Len() == 0 {
		t.own = m.Span
	}
	isNew := !b.taken[t]
	b.taken[t] = true
	return isNew
}

// Symbols returns the symbols with what was noted of them. One that nothing defines is defined where it is first
// meant.
func (b *Book) Symbols() (all []Symbol) {
	for _, s := range b.order {
		slices.SortFunc(s.Mentions, func(a, b Mention) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
		})
		i := slices.IndexFunc(s.Mentions, func(m Mention) bool { return !m.Within })
		if len(s.Defined) == 0 && i >= 0 {
			s.Defined = append(s.Defined, s.Mentions[i])
			s.Mentions = slices.Delete(s.Mentions, i, i+1)
		}
		all = append(all, *s)
	}
	return all
}
