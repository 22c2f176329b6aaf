// Package symbol tells what has an id in a nubos project, where it is defined, and where it is meant: milestones,
// slices, tasks, success criteria, decisions, requirements and agents. It judges nothing.
//
// The id of a slice holds that of its milestone, and the id of a task that of its slice, so each is renamed with what
// it belongs to. Tasks, criteria and decisions are numbered by their places, so a number that its place does not ask
// for is refused.
package symbol

import (
	"cmp"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/analyzers/pack"
)

// Analyzer gathers the symbols of all projects.
var Analyzer = &analysis.Analyzer{
	Name:       "nubossymbols",
	Doc:        "tell what has an id in nubos projects, and who means it",
	Requires:   []*analysis.Analyzer{model.Analyzer},
	ResultType: reflect.TypeFor[pack.Symbols](),
	Run: func(pass *analysis.Pass) (any, error) {
		tree := model.Of(pass)
		var all pack.Symbols
		for _, root := range tree.Roots() {
			b := newBook(tree, root)
			b.define()
			b.hold()
			b.read()
			all.Symbols = append(all.Symbols, b.symbols()...)
			all.Links = append(all.Links, b.links...)
		}
		return all, nil
	},
}

// book is the symbols of one project.
type book struct {
	tree  *model.Tree
	root  string
	order []*pack.Symbol
	byKey map[key]*pack.Symbol
	taken map[taken]bool // places that mean a symbol
	links []pack.Link
}

// key finds a symbol: by the milestone whose criterion or decision it is, or "", and its id.
type key struct{ scope, id string }

// taken is a place that means a symbol.
type taken struct {
	symbol *pack.Symbol
	path   string
	own    document.Span
}

func newBook(tree *model.Tree, root string) *book {
	return &book{tree: tree, root: root, byKey: map[key]*pack.Symbol{}, taken: map[taken]bool{}}
}

// add adds a symbol unless there is one with its id, and returns the one that there is.
func (b *book) add(s pack.Symbol) *pack.Symbol {
	k := key{s.Scope, s.ID}
	if strings.HasPrefix(s.ID, s.Scope+"-") {
		k.scope = "" // the scope stands in the id
	}
	if b.byKey[k] == nil {
		s.Root = b.root
		b.byKey[k] = &s
		b.order = append(b.order, &s)
	}
	return b.byKey[k]
}

// defined notes where a symbol is defined.
func (b *book) defined(s *pack.Symbol, m pack.Mention) {
	if s != nil && b.take(s, m) {
		s.Defined = append(s.Defined, m)
	}
}

// meant notes where a symbol is meant.
func (b *book) meant(s *pack.Symbol, m pack.Mention) {
	if s != nil && b.take(s, m) {
		s.Mentions = append(s.Mentions, m)
	}
}

func (b *book) take(s *pack.Symbol, m pack.Mention) bool {
	t := taken{s, m.Path, m.Own}
	if m.Own.Len() == 0 {
		t.own = m.Span
	}
	isNew := !b.taken[t]
	b.taken[t] = true
	return isNew
}

// symbols returns the symbols with what was noted. One that nothing defines is defined where it is first meant.
func (b *book) symbols() (all []pack.Symbol) {
	for _, s := range b.order {
		slices.SortFunc(s.Mentions, func(a, b pack.Mention) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
		})
		if i := slices.IndexFunc(s.Mentions, func(m pack.Mention) bool { return !m.Within }); len(s.Defined) == 0 && i >= 0 {
			s.Defined = append(s.Defined, s.Mentions[i])
			s.Mentions = slices.Delete(s.Mentions, i, i+1)
		}
		all = append(all, *s)
	}
	return all
}

// The forms of names.
const (
	threeDigits = `(?:\d{3}|[1-9]\d{3,})`
	fourDigits  = `(?:\d{4}|[1-9]\d{4,})`
)

func milestoneSymbol(id string) pack.Symbol {
	return pack.Symbol{ID: id, Name: id, Kind: "milestone", Form: "M" + threeDigits, Like: "M001"}
}

func sliceSymbol(milestone, slice string) pack.Symbol {
	id := milestone + "-" + slice
	return pack.Symbol{ID: id, Name: slice, Kind: "slice", Scope: milestone, Form: "S" + threeDigits, Like: "S001"}
}

func taskSymbol(id, slice, task string) pack.Symbol {
	return pack.Symbol{ID: id, Name: task, Kind: "task", Scope: slice, Form: "T" + fourDigits, Like: "T0001"}
}

// whole is a mention whose text is all of a symbol's id.
func whole(path string, span document.Span) pack.Mention {
	return pack.Mention{Path: path, Span: span, Own: span}
}

// tail is a mention in which the symbol's own name stands at the end.
func tail(path string, span document.Span, name string) pack.Mention {
	return pack.Mention{Path: path, Span: span, Own: document.Span{Start: span.End - len(name), End: span.End}}
}

// inputs returns the artefacts of the project.
func (b *book) inputs() (all []document.Input) {
	for _, in := range b.tree.Inputs("") {
		if in.Root == b.root && strings.HasPrefix(in.Kind, "nubos/") {
			all = append(all, in)
		}
	}
	return all
}

// named notes the files and directories that are named after milestones, slices and tasks.
func (b *book) named(in *document.Input) {
	where := place.Of(b.root, in.Path)
	dir := document.Join(b.root, place.Milestones)
	note := func(s *pack.Symbol, path, name string, base int) {
		own := document.Span{Start: base, End: base + len(name)}
		if s == nil || slices.ContainsFunc(s.Files, func(n pack.Named) bool { return n.Path == path && n.Own == own }) {
			return
		}
		s.Files = append(s.Files, pack.Named{Path: path, Own: own})
	}
	base := path.Base(in.Path)
	for _, level := range []struct {
		symbol *pack.Symbol
		dir    string // between the directory above and its own
		name   string
	}{
		{b.milestone(where.Milestone), "", where.Milestone},
		{b.slice(where.Milestone, where.Slice), "slices/", where.Slice},
		{b.task(where.Milestone, where.Slice, where.Task), "tasks/", where.Task},
	} {
		if level.name == "" {
			return
		}
		dir += level.dir + level.name
		note(level.symbol, dir, level.name, 0)
		dir += "/"
		if in.Path == dir+base && strings.HasPrefix(base, level.name+"-") {
			note(level.symbol, in.Path, level.name, 0)
		}
	}
}

func (b *book) milestone(id string) *pack.Symbol { return b.byKey[key{"", id}] }

func (b *book) slice(milestone, slice string) *pack.Symbol {
	return b.byKey[key{"", milestone + "-" + slice}]
}

func (b *book) task(milestone, slice, task string) *pack.Symbol {
	return b.byKey[key{"", milestone + "-" + slice + "-" + task}]
}
