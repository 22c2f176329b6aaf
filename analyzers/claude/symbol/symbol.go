// Package symbol tells what is called by a name in the files of Claude Code, where it is defined, and where it is
// meant: agents, skills and commands. It judges nothing.
//
// An agent is called as its key `name` says, a skill as its directory is, a command as its file is. What belongs to a
// plugin may have the name of that before its own.
package symbol

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
)

// Analyzer gathers the symbols of all projects.
var Analyzer = &analysis.Analyzer{
	Name:       "claudesymbols",
	Doc:        "tell which agents, skills and commands of Claude Code there are, and who means them",
	Requires:   []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	ResultType: reflect.TypeFor[pack.Symbols](),
	Run: func(pass *analysis.Pass) (any, error) {
		g := &gatherer{tree: model.Of(pass), books: map[string]*pack.Book{}}
		g.known = document.Shared[known](g.tree.Set)
		g.join(g.declared().symbols, (*pack.Book).Join)
		g.take()
		for _, in := range g.tree.Inputs("") {
			if strings.HasPrefix(in.Kind, "claude/") {
				g.join(g.uses(in.Path), func(b *pack.Book, noted []pack.Symbol) { b.JoinFile(in.Path, noted) })
			}
		}
		var all pack.Symbols
		for _, root := range g.roots {
			all.Symbols = append(all.Symbols, g.books[root].Symbols()...)
		}
		return all, nil
	},
}

// known is what was found out of projects that are kept.
type known struct {
	declared document.Memo[string, declared]
	names    document.Memo[string, names]
	heads    document.Memo[[3]string, head]       // by path, kind and name
	uses     document.Memo[string, []pack.Symbol] // by path: what the artefact means
}

// declared is the symbols of all projects with the places that define them.
type declared struct {
	symbols []pack.Symbol
	called  map[string][]ref // by each name that they are called by
	dirs    map[string]ref   // skills by their directories
}

// names is what tells who means a symbol: all but what else is known of it.
type names struct {
	own    map[string]pack.Names // by root
	called map[string][]ref
	dirs   map[string]ref
}

// ref is which symbol is meant.
type ref struct{ root, kind, scope, id, name string }

func refOf(s *pack.Symbol) ref { return ref{s.Root, s.Kind, s.Scope, s.ID, s.Name} }

// gatherer gathers the symbols of all projects, which may name those of one another, or those that one artefact means.
type gatherer struct {
	tree  *model.Tree
	known *known
	roots []string
	books map[string]*pack.Book // by root
	names                       // that there are; with none, they are gathered
}

// join notes what was noted of symbols of any project.
func (g *gatherer) join(noted []pack.Symbol, join func(*pack.Book, []pack.Symbol)) {
	for i := range noted {
		join(g.book(noted[i].Root), noted[i:i+1])
	}
}

// noted returns the symbols of all projects with what was noted of them.
func (g *gatherer) noted() (all []pack.Symbol) {
	for _, root := range g.roots {
		all = append(all, g.books[root].Noted()...)
	}
	return all
}

// part returns a gatherer of what one part tells of symbols that have names.
func (g *gatherer) part(n names) *gatherer {
	return &gatherer{tree: g.tree, known: g.known, books: map[string]*pack.Book{}, names: n}
}

func (g *gatherer) declared() declared {
	return g.known.declared.Get(g.tree.Set, "", func() declared {
		part := g.part(names{called: map[string][]ref{}, dirs: map[string]ref{}})
		part.define()
		return declared{part.noted(), part.called, part.dirs}
	})
}

// uses returns which symbols an artefact means, and where.
func (g *gatherer) uses(file string) []pack.Symbol {
	return g.known.uses.Get(g.tree.Set, file, func() []pack.Symbol {
		part := g.part(g.known.names.Get(g.tree.Set, "", func() names {
			d := g.declared()
			part := g.part(names{})
			part.join(d.symbols, (*pack.Book).Join)
			n := names{map[string]pack.Names{}, d.called, d.dirs}
			for _, root := range part.roots {
				n.own[root] = part.books[root].Names()
			}
			return n
		}))
		part.read(file)
		return part.noted()
	})
}

// book returns the symbols of the project with a root.
func (g *gatherer) book(root string) *pack.Book {
	if g.books[root] == nil {
		g.roots = append(g.roots, root)
		g.books[root] = g.own[root].Book(root)
	}
	return g.books[root]
}

// define adds agents, skills and commands.
func (g *gatherer) define() {
	facts := g.tree.Facts()
	for _, a := range facts.Agents {
		if a.Name != "" {
			s := g.add(a.Path, "agent", a.Full, a.Name, a.Plugin)
			g.file(s, a.Path, strings.TrimSuffix(path.Base(a.Path), ".md"))
		}
	}
	for _, c := range facts.Skills {
		if dir := path.Base(c.Dir); c.Name == dir { // else it lies at the root of a plugin, whose name it has
			s := g.add(c.Path, "skill", c.Full, c.Name, facts.PluginOf(c.Path))
			g.file(s, c.Dir, dir)
			g.dirs[c.Dir] = refOf(s)
		}
	}
	for _, c := range facts.Commands {
		own := c.Name[strings.LastIndexByte(c.Name, ':')+1:]
		s := g.add(c.Path, "command", c.Full, own, facts.PluginOf(c.Path))
		g.file(s, c.Path, own)
	}
}

// take keeps names that Claude Code has, and those of commands from skills and the other way round: who calls one
// would get the other.
func (g *gatherer) take() {
	calls := g.tree.List("commands")
	own := map[string][]string{
		"skill": slices.Clone(calls), "command": slices.Clone(calls), "agent": g.tree.List("agents"),
	}
	for _, root := range g.roots {
		for _, s := range g.books[root].All() {
			switch s.Kind {
			case "skill":
				own["command"] = append(own["command"], s.Name)
			case "command":
				own["skill"] = append(own["skill"], s.Name)
			}
		}
	}
	for _, root := range g.roots {
		for _, s := range g.books[root].All() {
			s.Taken = own[s.Kind]
		}
	}
}

// add adds a symbol that a file defines, in full and by its own name, and the names that it is called by.
func (g *gatherer) add(file, kind, full, own string, p *model.Plugin) *pack.Symbol {
	h := g.head(file, kind, own)
	s := pack.Symbol{ID: full, Name: own, Kind: kind, Form: `[a-z0-9]+(?:-[a-z0-9]+)*`, Like: "price-checker"}
	names := []string{full}
	if p != nil {
		s.Scope = p.Name
		names = append(names, strings.TrimPrefix(full, p.Name+":"))
	}
	if kind == "command" {
		s.Form = `[A-Za-z0-9][\w-]*`
	}
	b := g.book(h.root)
	if twin := b.Find(kind, s.Scope, s.ID); twin != nil {
		return twin // Claude Code takes one of them
	}
	s.Title, s.Labels = h.title, h.labels
	added := b.Add(s)
	b.Defined(added, h.at)
	names = append(names, own)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		g.called[name] = append(g.called[name], refOf(added))
	}
	return added
}

// head is what a file says of the agent, skill or command that it defines: what it is for, and where its name stands.
type head struct {
	root, title string
	labels      []pack.Label
	at          pack.Mention
}

func (g *gatherer) head(file, kind, name string) head {
	return g.known.heads.Get(g.tree.Set, [3]string{file, kind, name}, func() head {
		d := g.tree.At(file)
		h := head{root: d.Root, at: pack.Mention{Path: file}}
		if !d.Readable() || d.Front == nil {
			return h
		}
		front := d.Front.Root
		h.title = strings.Clone(document.Text(front.Get("description")))
		if model := document.Text(front.Get("model")); model != "" && kind == "agent" {
			h.labels = []pack.Label{{Name: "model", Value: strings.Clone(model)}}
		}
		if n := front.Get("name"); kind != "command" && document.Text(n) == name { // a skill need not have one
			h.at = within(d, n.Span, name)
		}
		return h
	})
}

// within is the mention of a name that stands in a span which may have quotes around it.
func within(d *document.Document, span document.Span, name string) pack.Mention {
	if at, found := document.Find(d, span, name); found {
		return pack.Mention{Path: d.Path, Span: at, Own: at}
	}
	return pack.Mention{Path: d.Path, Span: span}
}

// file notes the file or directory of a symbol if it has its name.
func (g *gatherer) file(s *pack.Symbol, file, name string) {
	if name == s.Name {
		g.book(s.Root).Named(s, pack.Named{Path: file, Own: document.Span{End: len(name)}})
	}
}
