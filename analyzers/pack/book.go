package pack

import (
	"cmp"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// Book gathers the symbols of one project. NewBook makes one.
type Book struct {
	root    string
	order   []*Symbol
	byID    map[[3]string]*Symbol
	taken   map[taken]bool
	touched map[touched]bool   // of the places that are taken
	files   map[namedFile]bool // that are named after symbols
	names   Names              // of another book, whose symbols are found, too
}

// Names is which symbols a book has: their names by their kinds, scopes and ids.
type Names map[[3]string]string

// taken is a place that means a symbol.
type taken struct {
	symbol *Symbol
	path   string
	own    document.Span
}

// touched is a file that has a place which means a symbol.
type touched struct {
	symbol *Symbol
	path   string
}

// namedFile is a file or directory that is named after a symbol.
type namedFile struct {
	symbol *Symbol
	Named
}

// NewBook returns an empty book of the project with a root.
func NewBook(root string) *Book {
	return &Book{root: root, byID: map[[3]string]*Symbol{}, taken: map[taken]bool{}, touched: map[touched]bool{},
		files: map[namedFile]bool{}}
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

// Names returns which symbols there are.
func (b *Book) Names() Names {
	names := Names{}
	for k, s := range b.byID {
		names[k] = s.Name
	}
	return names
}

// Book returns an empty book of the project with a root in which the symbols with the names are found, for what one
// file says of them. Of a symbol it knows the name, and what was noted in the book itself.
func (n Names) Book(root string) *Book {
	b := NewBook(root)
	b.names = n
	return b
}

// Find returns the symbol of a kind with a scope and an id, or nil.
func (b *Book) Find(kind, scope, id string) *Symbol {
	k := [3]string{kind, scope, id}
	if s := b.byID[k]; s != nil {
		return s
	}
	if name, is := b.names[k]; is {
		return b.Add(Symbol{ID: id, Name: name, Kind: kind, Scope: scope})
	}
	return nil
}

// Noted returns the symbols with what was noted of them until now, for Join. They are nobody's to change.
func (b *Book) Noted() (all []Symbol) {
	for _, s := range b.order {
		if b.names == nil || len(s.Defined)+len(s.Mentions)+len(s.Files) > 0 || s.Held != "" {
			all = append(all, *s)
		}
	}
	return all
}

// Join notes what was noted in another book of the same project. Of a symbol that is there already it takes the places
// and the files, and what is not known of it yet.
func (b *Book) Join(noted []Symbol) {
	for i := range noted {
		b.places(b.join(&noted[i]), &noted[i])
	}
}

// JoinFile is Join of what was noted in a book of Names, of which all places stand in one file. It takes less time, and
// is called once for each file.
func (b *Book) JoinFile(file string, noted []Symbol) {
	for i := range noted {
		from := &noted[i]
		if s := b.join(from); b.touched[touched{s, file}] {
			b.places(s, from)
		} else {
			s.Defined, s.Mentions = append(s.Defined, from.Defined...), append(s.Mentions, from.Mentions...)
		}
	}
}

// places notes the places of a symbol that were noted in another book.
func (b *Book) places(s, from *Symbol) {
	for _, m := range from.Defined {
		b.Defined(s, m)
	}
	for _, m := range from.Mentions {
		b.Meant(s, m)
	}
}

// join takes what was noted of a symbol in another book but its places, and returns the symbol.
func (b *Book) join(from *Symbol) *Symbol {
	s := b.byID[[3]string{from.Kind, from.Scope, from.ID}]
	if s == nil {
		own := *from
		own.Labels, own.Defined, own.Mentions, own.Files = slices.Clip(own.Labels), nil, nil, nil
		s = b.Add(own)
	}
	s.Title, s.Held = cmp.Or(s.Title, from.Title), cmp.Or(s.Held, from.Held)
	for _, n := range from.Files {
		b.Named(s, n)
	}
	return s
}

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
	if s != nil && !b.files[namedFile{s, n}] {
		b.files[namedFile{s, n}] = true
		s.Files = append(s.Files, n)
	}
}

func (b *Book) take(s *Symbol, m Mention) bool {
	t := taken{s, m.Path, m.Own}
	if m.Own.Len() == 0 {
		t.own = m.Span
	}
	before := len(b.taken)
	b.taken[t], b.touched[touched{s, m.Path}] = true, true
	return len(b.taken) > before
}

// Symbols returns the symbols with what was noted of them. One that nothing defines is defined where it is first
// meant.
func (b *Book) Symbols() (all []Symbol) {
	for _, s := range b.order {
		slices.SortStableFunc(s.Mentions, func(a, b Mention) int {
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
