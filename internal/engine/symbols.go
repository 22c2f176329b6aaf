package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/judge"
)

// SymbolTable is what packs know by name in the projects of a run, as its files were then. It does not change.
type SymbolTable struct {
	Version int    // of the session that was asked, else 0
	Base    string // the absolute path that all others are relative to
	Symbols []*pack.Symbol

	places map[string][]occurrence // by path, in their order
	texts  map[string][]byte       // of the files that symbols stand in
	mutex  sync.Mutex              // of what follows, which opens files and closes them
	views  func(context.Context) ([]pack.View, error)
	graphs []pack.Graph                         // of the views, once they were asked for
	parse  func(path string) *document.Document // an artefact, or nil
	look   func(path string) files.Entry
}

// occurrence is a mention with its symbol.
type occurrence struct {
	symbol  *pack.Symbol
	mention *pack.Mention
}

// Symbols returns what packs know by name in all projects that options name, whatever files in them. It does not
// lint.
func Symbols(ctx context.Context, o Options, parts Parts) (*SymbolTable, error) {
	p, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	defer s.files.Close()
	if p.Kind != "" {
		return nil, usage("a file that is judged alone has no project in which ids mean anything; leave out the kind")
	}
	all := project(ctx, p, s, s.inputs)
	set := document.NewSet(all)
	found, err := judge.Symbols(ctx, p.parts.Packs, set)
	if err != nil {
		return nil, err
	}
	t := &SymbolTable{Base: s.files.Dir, places: map[string][]occurrence{}, texts: map[string][]byte{}}
	t.views = func(ctx context.Context) ([]pack.View, error) {
		defer s.files.Close()
		return judge.Views(ctx, p.parts.Packs, document.NewSet(project(ctx, p, s, s.inputs)), nil)
	}
	t.look = s.files.Below("").Look
	t.parse = func(name string) *document.Document {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		defer s.files.Close()
		i, known := slices.BinarySearchFunc(all.Inputs, name, byName)
		if !known {
			return nil
		}
		return document.Parse(&all.Inputs[i], all.Read)
	}
	for _, of := range found {
		for i := range of.Symbols {
			t.add(&of.Symbols[i])
		}
	}
	slices.SortFunc(t.Symbols, func(a, b *pack.Symbol) int {
		return cmp.Or(
			cmp.Compare(a.Root, b.Root), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Scope, b.Scope), compareIDs(a.ID, b.ID))
	})
	for path := range t.places {
		slices.SortStableFunc(t.places[path], func(a, b occurrence) int {
			return cmp.Compare(a.mention.Span.Start, b.mention.Span.Start)
		})
		if d := set.At(path); d != nil {
			t.texts[path] = d.Src
		}
	}
	return t, ctx.Err()
}

// compareIDs compares ids so that SC-2 comes before SC-10.
func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }

func (t *SymbolTable) add(symbol *pack.Symbol) {
	t.Symbols = append(t.Symbols, symbol)
	for _, mentions := range [][]pack.Mention{symbol.Defined, symbol.Mentions} {
		for i := range mentions {
			m := &mentions[i]
			t.places[m.Path] = append(t.places[m.Path], occurrence{symbol, m})
		}
	}
}

// Text returns the text of a file that symbols stand in, as it was then; ok is false for others.
func (t *SymbolTable) Text(path string) (text []byte, ok bool) {
	text, ok = t.texts[path]
	return text, ok
}

// At returns the symbol that an offset in a file means, and the place where it does; nil if there is none. The end of
// a place is in it.
func (t *SymbolTable) At(path string, offset int) (*pack.Symbol, *pack.Mention) {
	var best occurrence
	for _, p := range t.places[path] {
		s := p.mention.Span
		if p.mention.Within || offset < s.Start || offset > s.End {
			continue
		}
		if best.mention == nil || s.Len() < best.mention.Span.Len() {
			best = p
		}
	}
	return best.symbol, best.mention
}

// In returns the symbols that are defined in a file, each with the place of its definition, by place.
func (t *SymbolTable) In(path string) (found []*pack.Symbol) {
	for _, p := range t.places[path] {
		for i := range p.symbol.Defined {
			if &p.symbol.Defined[i] == p.mention && !slices.Contains(found, p.symbol) {
				found = append(found, p.symbol)
			}
		}
	}
	return found
}

// Graphs returns what waits for what in the projects. It is found out when it is first asked for.
func (t *SymbolTable) Graphs(ctx context.Context) ([]pack.Graph, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.graphs == nil {
		views, err := t.views(ctx)
		if err != nil {
			return nil, err
		}
		if t.graphs, err = GraphsOf(views, ""); err != nil {
			return nil, err
		}
	}
	return t.graphs, nil
}

// Symbols returns what packs know by name in the version of the project that is the latest when it is called. What
// was found of a version is kept until there is another.
func (s *Session) Symbols(ctx context.Context) (*SymbolTable, error) {
	s.mutex.Lock()
	o, version := s.options, s.version
	o.Overlay = s.texts
	s.mutex.Unlock()
	select {
	case s.naming <- struct{}{}:
		defer func() { <-s.naming }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.named != nil && s.named.Version >= version {
		return s.named, nil
	}
	found, err := Symbols(ctx, o, s.parts)
	if err != nil {
		return nil, err
	}
	found.Version, s.named = version, found
	return found, nil
}
