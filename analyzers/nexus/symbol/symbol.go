// Package symbol tells what has an id in a nexus project, where it is defined, and where it is meant: tasks and
// issues of the state below .nexus, agents and skills of a specification. It judges nothing.
package symbol

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer gathers the symbols of all projects.
var Analyzer = &analysis.Analyzer{
	Name:       "nexussymbols",
	Doc:        "tell what has an id in nexus projects, and who means it",
	Requires:   []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	ResultType: reflect.TypeFor[pack.Symbols](),
	Run: func(pass *analysis.Pass) (any, error) {
		projects := model.Of(pass)
		known := document.Shared[known](projects.Set)
		var all pack.Symbols
		for _, root := range projects.Roots() {
			at := project{projects, known, root}
			b := pack.NewBook(root)
			b.Join(at.declared())
			for _, in := range projects.Inputs("") {
				if in.Root == root && strings.HasPrefix(in.Kind, "nexus/") {
					b.JoinFile(in.Path, at.uses(in.Path))
				}
			}
			all.Symbols = append(all.Symbols, b.Symbols()...)
		}
		return all, nil
	},
}

// known is what was found out of projects that are kept.
type known struct {
	declared document.Memo[string, []pack.Symbol] // by root
	names    document.Memo[string, pack.Names]    // by root
	uses     document.Memo[string, []pack.Symbol] // by path: what the artefact means
}

// project is one project, whatever is known of it.
type project struct {
	projects *model.Projects
	known    *known
	root     string
}

// declared returns the symbols of the project with the places that define them, and who means them in the state.
func (at project) declared() []pack.Symbol {
	return at.known.declared.Get(at.projects.Set, at.root, func() []pack.Symbol {
		b := &book{pack.NewBook(at.root), at.projects.Project(at.root)}
		b.state()
		b.members("agent", b.p.Agents.All)
		b.members("skill", b.p.Skills.All)
		return b.Noted()
	})
}

// uses returns which agents and skills an artefact means, and where.
func (at project) uses(file string) []pack.Symbol {
	return at.known.uses.Get(at.projects.Set, file, func() []pack.Symbol {
		names := at.known.names.Get(at.projects.Set, at.root, func() pack.Names {
			b := pack.NewBook(at.root)
			b.Join(at.declared())
			return b.Names()
		})
		b := &book{Book: names.Book(at.root)}
		if d := at.projects.At(file); d != nil && d.Problem == nil {
			b.read(d, "agent")
			b.read(d, "skill")
		}
		return b.Noted()
	})
}

// book is symbols of one project, or those that one artefact means.
type book struct {
	*pack.Book
	p *model.Project // of what defines them
}

// state adds the issues of the plan and the tasks. The cycles of history.json are over, and keep their ids.
func (b *book) state() {
	plan, tasks := b.file("nexus/plan-state"), b.file("nexus/tasks-state")
	for _, n := range document.Items(plan.Map().Get("issues")) {
		b.numbered("issue", plan.Path, n)
	}
	for _, n := range document.Items(tasks.Map().Get("tasks")) {
		s := b.numbered("task", tasks.Path, n)
		if s != nil && document.Text(n.Get("status")) == "in_progress" {
			s.Held = "somebody works on it"
		}
	}
	for _, n := range document.Items(tasks.Map().Get("tasks")) {
		for _, dep := range document.Items(n.Get("deps")) {
			b.means("task", tasks.Path, dep)
		}
		b.means("issue", tasks.Path, n.Get("plan_issue"))
	}
	for _, file := range b.p.Paths("nexus/agent-tracker") {
		d := b.p.At(file)
		if d == nil || d.Data == nil {
			continue
		}
		for _, n := range document.Items(d.Data.Root) {
			s := b.means("task", file, n.Get("task_id"))
			if s != nil && document.Text(n.Get("status")) == "running" {
				s.Held = path.Base(file) + " says that an agent works on it"
			}
		}
	}
}

// file returns the one file of a kind, or nil.
func (b *book) file(kind string) *document.Document {
	return b.p.At(document.Join(b.p.Root, b.p.Path(kind)))
}

// numbered adds what has a number for an id, and returns it.
func (b *book) numbered(kind, file string, n *document.Node) *pack.Symbol {
	id := n.Get("id")
	if id == nil || id.Type != document.Number {
		return nil
	}
	s := b.Add(pack.Symbol{ID: id.Text, Name: id.Text, Kind: kind, Title: document.Text(n.Get("title")),
		Form: `[1-9]\d*`, Like: "1"})
	if s.Labels == nil {
		s.Labels = []pack.Label{{Name: "status", Value: document.Text(n.Get("status"))}}
		b.Defined(s, pack.Mention{Path: file, Span: id.Span, Own: id.Span, Around: n.Span})
	}
	return s
}

// means notes a number that means what has it for an id, and returns that.
func (b *book) means(kind, file string, n *document.Node) *pack.Symbol {
	if n == nil || n.Type != document.Number {
		return nil
	}
	s := b.Find(kind, "", n.Text)
	b.Meant(s, pack.Mention{Path: file, Span: n.Span, Own: n.Span})
	return s
}

// word is a word that may be the id of an agent or skill.
var word = memo.Regexp(`[a-z0-9]+(?:-[a-z0-9]+)*`)

// members adds the agents or skills of a specification. One whose id is not the name of its directory is left out:
// which of the two is meant is open.
func (b *book) members(kind string, all []model.Member) {
	for _, m := range all {
		id := m.ID()
		if id != m.Dir || b.Find(kind, "", id) != nil {
			continue
		}
		s := b.Add(pack.Symbol{ID: id, Name: id, Kind: kind, Title: document.Text(m.Meta.Get("description")),
			Form: `[a-z0-9]+(?:-[a-z0-9]+)*`, Like: map[string]string{"agent": "architect", "skill": "nx-plan"}[kind]})
		b.Named(s, pack.Named{Path: path.Dir(m.Path), Own: document.Span{End: len(id)}})
		b.text(kind, b.p.At(m.Path), m.Meta.Get("id"), b.Defined)
	}
}

// text notes an id that is all of a value.
func (b *book) text(kind string, d *document.Document, n *document.Node, note func(*pack.Symbol, pack.Mention)) {
	id := document.Text(n)
	if id == "" {
		return
	}
	if span, found := document.Find(d, n.Span, id); found {
		note(b.Find(kind, "", id), pack.Mention{Path: d.Path, Span: span, Own: span})
	}
}

// read finds out which agents or skills an artefact means: keys that name them, and in prompts and the like words with
// a hyphen.
func (b *book) read(d *document.Document, kind string) {
	if d.Data != nil {
		b.keys(d, d.Data.Root, kind, members(d, kind))
	}
	if d.Body == nil {
		return
	}
	text := d.Content()
	for _, m := range word().FindAllStringIndex(text, -1) {
		span := document.Span{Start: m[0], End: m[1]}
		beside := func(at int) bool { return at >= 0 && at < len(text) && isPart(text[at]) }
		if strings.Contains(text[m[0]:m[1]], "-") && !beside(m[0]-1) && !beside(m[1]) {
			b.Meant(b.Find(kind, "", d.Text(span)), pack.Mention{Path: d.Path, Span: span, Own: span})
		}
	}
}

func isPart(c byte) bool { return c == '-' || document.IsWordByte(c) }

// namers is the keys whose values name agents, and those that name skills.
var namers = map[string][]string{
	"agent": {"owner", "role", "agent", "agent_id", "agents"},
	"skill": {"skill", "skills", "skill_id"},
}

// keys reads the values of keys that name agents or skills, of which some maps are about one.
func (b *book) keys(d *document.Document, n *document.Node, kind string, members map[*document.Node]bool) {
	own := members[n]
	for _, p := range document.Pairs(n) {
		if slices.Contains(namers[kind], p.Key) || own && (p.Key == "id" || p.Key == "name") {
			for _, value := range append([]*document.Node{p.Value}, document.Items(p.Value)...) {
				if document.Text(value) != "" {
					b.text(kind, d, value, b.Meant)
				}
			}
		}
		b.keys(d, p.Value, kind, members)
	}
	for _, item := range document.Items(n) {
		b.keys(d, item, kind, members)
	}
}

// members returns the maps that are about an agent or skill, so that their id is that of one.
func members(d *document.Document, kind string) map[*document.Node]bool {
	all := map[*document.Node]bool{}
	switch d.Kind {
	case "nexus/manifest":
		for _, n := range document.Items(d.Map().Get(kind + "s")) {
			all[n] = true
		}
	case "nexus/" + kind + "-meta":
		all[d.Map()] = true
	}
	return all
}
