// Package symbol tells what has an id in a nubos project, where it is defined, and where it is meant: milestones,
// slices, tasks, success criteria, decisions, requirements and agents. It judges nothing.
//
// The id of a slice holds that of its milestone, and the id of a task that of its slice, so each is renamed with what
// it belongs to. Tasks, criteria and decisions are numbered by their places, so a number that its place does not ask
// for is refused.
package symbol

import (
	"path"
	"reflect"
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
		known := document.Shared[known](tree.Set)
		var all pack.Symbols
		for _, root := range tree.Roots() {
			at := project{tree, root, known}
			b := pack.NewBook(root)
			b.Join(at.declared())
			for _, in := range at.inputs() {
				b.JoinFile(in.Path, at.uses(in))
			}
			all.Symbols = append(all.Symbols, b.Symbols()...)
		}
		return all, nil
	},
}

// project is one project, whatever is known of it.
type project struct {
	tree  *model.Tree
	root  string
	known *known
}

// book is the symbols of one project, or those that one part of it tells of.
type book struct {
	*pack.Book
	project
}

// known is what was found out of projects that are kept.
type known struct {
	declared   document.Memo[string, []pack.Symbol]    // by root
	names      document.Memo[string, pack.Names]       // by root
	milestones document.Memo[[2]string, []pack.Symbol] // by root and directory: what that declares
	agents     document.Memo[string, []pack.Symbol]    // by path: what the file declares
	holders    document.Memo[string, held]             // by path: what the file holds
	uses       document.Memo[string, []pack.Symbol]    // by path: what the file means
}

// part returns an empty book of the project.
func (at project) part() *book { return &book{pack.NewBook(at.root), at} }

// declared returns the symbols of the project with the places that define them.
func (at project) declared() []pack.Symbol {
	return at.known.declared.Get(at.tree.Set, at.root, func() []pack.Symbol {
		part := at.part()
		part.define()
		hold(part)
		return part.Noted()
	})
}

// uses returns which symbols an artefact means, and where.
func (at project) uses(in document.Input) []pack.Symbol {
	return at.known.uses.Get(at.tree.Set, in.Path, func() []pack.Symbol {
		names := at.known.names.Get(at.tree.Set, at.root, func() pack.Names {
			part := at.part()
			part.Join(at.declared())
			return part.Names()
		})
		part := &book{names.Book(at.root), at}
		part.read(&in)
		return part.Noted()
	})
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
func (at project) inputs() (all []document.Input) {
	for _, in := range at.tree.Inputs("") {
		if in.Root == at.root && strings.HasPrefix(in.Kind, "nubos/") {
			all = append(all, in)
		}
	}
	return all
}

// named notes the files and directories that are named after milestones, slices and tasks.
func named(b *book, in *document.Input) {
	where := place.Of(b.root, in.Path)
	dir := document.Join(b.root, place.Milestones)
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
		own := document.Span{End: len(level.name)}
		dir += level.dir + level.name
		b.Named(level.symbol, pack.Named{Path: dir, Own: own})
		dir += "/"
		if in.Path == dir+base && strings.HasPrefix(base, level.name+"-") {
			b.Named(level.symbol, pack.Named{Path: in.Path, Own: own})
		}
	}
}

func (b *book) milestone(id string) *pack.Symbol { return b.Find("milestone", "", id) }

func (b *book) slice(milestone, slice string) *pack.Symbol {
	return b.Find("slice", milestone, milestone+"-"+slice)
}

func (b *book) task(milestone, slice, task string) *pack.Symbol {
	scope := milestone + "-" + slice
	return b.Find("task", scope, scope+"-"+task)
}

// place returns the milestone, slice or task with an id in full, or nil.
func (b *book) place(id string) *pack.Symbol {
	switch parts := strings.Split(id, "-"); len(parts) {
	case 1:
		return b.milestone(id)
	case 2:
		return b.slice(parts[0], parts[1])
	case 3:
		return b.task(parts[0], parts[1], parts[2])
	}
	return nil
}
