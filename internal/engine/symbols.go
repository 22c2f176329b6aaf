package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/judge"
)

// SymbolTable is what packs know by name in the projects of a run, as its files were then. It does not change.
type SymbolTable struct {
	Version int    // of the session that was asked, else 0
	Base    string // the absolute path that all others are relative to
	Symbols []*pack.Symbol

	found  []pack.Symbols    // that the symbols are of
	texts  map[string][]byte // of the files that symbols stand in
	places placed
	mutex  sync.Mutex // of what follows, which opens files and closes them
	views  func(context.Context) ([]pack.View, error)
	graphs []pack.Graph                         // of the views, once they were asked for
	parse  func(path string) *document.Document // an artefact, or nil
	look   func(path string) files.Entry
}

// occurrence is a mention with its symbol.
type occurrence struct {
	symbol  *pack.Symbol
	mention *pack.Mention
	defined bool // there
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
	t := newTable(s.files, found, set, s.inputs, p.Config.MaxFileSize)
	t.views = func(ctx context.Context) ([]pack.View, error) {
		defer s.files.Close()
		return judge.Views(ctx, p.parts.Packs, document.NewSet(project(ctx, p, s, s.inputs)), nil)
	}
	return t, ctx.Err()
}

// newTable makes a table of what was found in a set of documents. Inputs and files are as they were then.
func newTable(
	at *files.FS, found []pack.Symbols, set *document.Set, inputs []document.Input, maxSize int,
) *SymbolTable {
	t := &SymbolTable{Base: at.Dir, found: found, texts: map[string][]byte{}, look: at.Below("").Look}
	t.parse = func(name string) *document.Document {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		defer at.Close()
		i, known := slices.BinarySearchFunc(inputs, name, byName)
		if !known {
			return nil
		}
		return document.Parse(&inputs[i], func(in *document.Input) ([]byte, *document.Problem) {
			return discover.Read(at, in, maxSize)
		})
	}
	for _, of := range found {
		for i := range of.Symbols {
			s := &of.Symbols[i]
			t.Symbols = append(t.Symbols, s)
			for _, mentions := range [][]pack.Mention{s.Defined, s.Mentions} {
				last := "" // places of one file stand together
				for k := range mentions {
					if name := mentions[k].Path; name != last {
						last = name
						t.takeText(set, name)
					}
				}
			}
		}
	}
	slices.SortStableFunc(t.Symbols, func(a, b *pack.Symbol) int {
		return cmp.Or(
			cmp.Compare(a.Root, b.Root), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Scope, b.Scope), compareIDs(a.ID, b.ID))
	})
	return t
}

// takeText takes the text of a file that a symbol stands in.
func (t *SymbolTable) takeText(set *document.Set, name string) {
	if _, known := t.texts[name]; known {
		return
	}
	if d := set.Bare(name); d != nil {
		t.texts[name] = d.Src
	}
}

// compareIDs compares ids so that SC-2 comes before SC-10.
func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }

// placed is where symbols stand in files, by path, for those that were asked for.
type placed struct {
	mutex sync.Mutex
	known map[string][]occurrence
}

// in returns the places in a file where symbols stand, in their order.
func (t *SymbolTable) in(path string) (found []occurrence) {
	t.places.mutex.Lock()
	defer t.places.mutex.Unlock()
	if found, known := t.places.known[path]; known {
		return found
	}
	for _, of := range t.found {
		for i := range of.Symbols {
			s := &of.Symbols[i]
			for k := range s.Defined {
				if s.Defined[k].Path == path {
					found = append(found, occurrence{s, &s.Defined[k], true})
				}
			}
			for k := range s.Mentions {
				if s.Mentions[k].Path == path {
					found = append(found, occurrence{s, &s.Mentions[k], false})
				}
			}
		}
	}
	slices.SortStableFunc(found,
		func(a, b occurrence) int { return cmp.Compare(a.mention.Span.Start, b.mention.Span.Start) })
	if t.places.known == nil {
		t.places.known = map[string][]occurrence{}
	}
	t.places.known[path] = found
	return found
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
	for _, p := range t.in(path) {
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
	known := map[*pack.Symbol]bool{}
	for _, p := range t.in(path) {
		if p.defined && !known[p.symbol] {
			known[p.symbol] = true
			found = append(found, p.symbol)
		}
	}
	return found
}

// Graphs returns dependencies in the projects. It is found out when it is first asked for.
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
// was found of a version is kept until there is another, and of that only what a change concerns is found out again.
func (s *Session) Symbols(ctx context.Context) (*SymbolTable, error) {
	if found := s.latest(); found != nil {
		return found, nil
	}
	done, err := s.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if found := s.latest(); found != nil {
		return found, nil
	}
	version, o := s.catchUp()
	found, err := again(ctx, s, o, func(k *kept) (*SymbolTable, error) { return k.symbols(ctx) },
		func() (*SymbolTable, error) { return Symbols(ctx, o, s.parts) })
	if err != nil {
		return nil, err
	}
	found.Version = version
	found.views = func(ctx context.Context) ([]pack.View, error) { return s.views(ctx, version, o) }
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.named = found
	return found, nil
}

// latest returns what was found of the version of now, or nil.
func (s *Session) latest() *SymbolTable {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.named == nil || s.named.Version != s.version {
		return nil
	}
	return s.named
}

// symbols returns what packs know by name in this version of the project. It is nil if the project has to be made anew.
func (k *kept) symbols(ctx context.Context) (*SymbolTable, error) {
	defer k.scene.files.Close()
	found, ok, err := k.said.Symbols(ctx)
	if !ok || err != nil {
		return nil, err
	}
	k.look()
	at := files.New(k.scene.files.Base, k.plan.Config.MaxFileSize, files.NewTexts(k.texts), k.scene.place.Dirs)
	var inputs []document.Input // without configurations
	for i := range k.prepared.inputs {
		if _, is := slices.BinarySearchFunc(k.scene.inputs, k.prepared.inputs[i].Path, byName); is {
			inputs = append(inputs, k.prepared.inputs[i])
		}
	}
	return newTable(at, found, k.said.Set(), inputs, k.plan.Config.MaxFileSize), ctx.Err()
}

// views returns what packs show of a version of the project, which options ask for.
func (s *Session) views(ctx context.Context, version int, o Options) ([]pack.View, error) {
	done, err := s.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if now, _ := s.catchUp(); now == version && s.kept != nil {
		defer s.kept.scene.files.Close()
		found, ok, err := s.kept.said.Views(ctx)
		if s.kept.look(); ok {
			return found, err
		}
	}
	p, found, err := begin(ctx, o, s.parts)
	if err != nil {
		return nil, err
	}
	defer found.files.Close()
	return judge.Views(ctx, p.parts.Packs, document.NewSet(project(ctx, p, found, found.inputs)), nil)
}
