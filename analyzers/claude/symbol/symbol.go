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
		g := &gatherer{tree: model.Of(pass), books: map[string]*pack.Book{}, names: map[string][]*pack.Symbol{},
			dirs: map[string]*pack.Symbol{}}
		g.define()
		g.take()
		g.read()
		var all pack.Symbols
		for _, root := range g.roots {
			all.Symbols = append(all.Symbols, g.books[root].Symbols()...)
		}
		return all, nil
	},
}

// gatherer gathers the symbols of all projects, which may name those of one another.
type gatherer struct {
	tree  *model.Tree
	roots []string
	books map[string]*pack.Book     // by root
	names map[string][]*pack.Symbol // by each name that they are called by
	dirs  map[string]*pack.Symbol   // skills by their directories
}

// book returns the symbols of the project with a root.
func (g *gatherer) book(root string) *pack.Book {
	if g.books[root] == nil {
		g.roots = append(g.roots, root)
		g.books[root] = pack.NewBook(root)
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
			g.dirs[c.Dir] = s
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
	d := g.tree.At(file)
	s := pack.Symbol{ID: full, Name: own, Kind: kind, Form: `[a-z0-9]+(?:-[a-z0-9]+)*`, Like: "price-checker"}
	names := []string{full}
	if p != nil {
		s.Scope = p.Name
		names = append(names, strings.TrimPrefix(full, p.Name+":"))
	}
	if kind == "command" {
		s.Form = `[A-Za-z0-9][\w-]*`
	}
	b := g.book(d.Root)
	if twin := b.Find(kind, s.Scope, s.ID); twin != nil {
		return twin // Claude Code takes one of them
	}
	added := b.Add(s)
	if names = append(names, own); kind == "agent" {
		g.defineAgent(added, d)
	} else {
		g.defineCall(added, d)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		g.names[name] = append(g.names[name], added)
	}
	return added
}

// defineAgent notes where the name of an agent stands, and what it is for.
func (g *gatherer) defineAgent(s *pack.Symbol, d *document.Document) {
	at := pack.Mention{Path: d.Path}
	defer func() { g.book(s.Root).Defined(s, at) }()
	if !d.Readable() {
		return
	}
	front := d.Front.Root
	s.Title = document.Text(front.Get("description"))
	if model := document.Text(front.Get("model")); model != "" {
		s.Labels = []pack.Label{{Name: "model", Value: model}}
	}
	if n := front.Get("name"); document.Text(n) == s.Name {
		at = within(d, n.Span, s.Name)
	}
}

// defineCall notes where the name of a skill stands, which need not have one, and what skills and commands are for.
func (g *gatherer) defineCall(s *pack.Symbol, d *document.Document) {
	at := pack.Mention{Path: d.Path}
	if d.Readable() && d.Front != nil {
		front := d.Front.Root
		s.Title = document.Text(front.Get("description"))
		if n := front.Get("name"); s.Kind == "skill" && document.Text(n) == s.Name {
			at = within(d, n.Span, s.Name)
		}
	}
	g.book(s.Root).Defined(s, at)
}

// within is the mention of a name that stands in a span which may have quotes around it.
func within(d *document.Document, span document.Span, name string) pack.Mention {
	m := pack.Mention{Path: d.Path, Span: span}
	if i := strings.Index(d.Text(span), name); i >= 0 {
		m.Span = document.Span{Start: span.Start + i, End: span.Start + i + len(name)}
		m.Own = m.Span
	}
	return m
}

// file notes the file or directory of a symbol if it has its name.
func (g *gatherer) file(s *pack.Symbol, file, name string) {
	if name == s.Name {
		g.book(s.Root).Named(s, pack.Named{Path: file, Own: document.Span{End: len(name)}})
	}
}
