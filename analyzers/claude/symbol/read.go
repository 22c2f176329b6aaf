package symbol

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/memo"
)

const name = `[A-Za-z0-9][\w.:-]*`

var (
	// listed is agents or skills that a list of tools or a permission names: Agent(a, b), Skill(c).
	listed = memo.Regexp(`\b(Agent|Task|Skill)\(([^()\n]*)\)`)
	// inPath is an agent, skill or command by its file or directory.
	inPath = memo.Regexp(`\b(agents|skills|commands)/((?:[\w.-]+/)*)([\w-]+)(\.md)?`)
	// hyphened is a word that is a name and hardly anything else.
	hyphened = memo.Regexp(`[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+`)
	anyName  = memo.Regexp(name)
	// slashed is a command or skill as somebody types it.
	slashed = memo.Regexp("(?:^|[\\s`\"'(*])/(" + name + ")")
	// upwards is a path that leads to directories beside that of the artefact.
	upwards = memo.Regexp(`(?:\.\./)+(?:[\w.-]+/)*`)
)

// read finds out whom an artefact means: keys and permissions that name symbols, texts in the forms that cc-reference
// looks at, paths, and words with a hyphen that are the name of one symbol alone.
func (g *gatherer) read(file string) {
	d := g.tree.At(file)
	if d == nil || d.Problem != nil || d.Dialect == "unread" {
		return
	}
	r := &reader{gatherer: g, doc: d, text: d.Content(), nearest: map[string][]ref{}}
	r.keys()
	if d.Body != nil {
		notation.Mentions(d, slices.Contains(model.Prompts, d.Kind), func(m notation.Mention) {
			kinds := map[string][]string{"skill": {"skill", "command"}, "command": {"skill", "command"}}[m.What]
			switch {
			case m.What == "part" && len(r.near(m.Text[m.From:m.To])) > 1:
				return // which one is meant, nothing says
			case m.What == "part":
				kinds = []string{"agent", "skill", "command"}
			case kinds == nil:
				kinds = []string{"agent"}
			}
			r.means(m.Span(m.From, m.To), kinds...)
		})
	}
	for _, m := range listed().FindAllStringSubmatchIndex(r.text, -1) {
		kinds := []string{"skill", "command"}
		if r.text[m[2]:m[3]] != "Skill" {
			kinds = []string{"agent"}
		}
		r.list(document.Span{Start: m[4], End: m[5]}, kinds...)
	}
	r.paths()
	r.upwards()
	if d.Body == nil {
		return
	}
	for _, m := range slashed().FindAllStringSubmatchIndex(r.text, -1) {
		if _, behind := r.beside(m[2], m[3]); behind != '/' && behind != '*' {
			end := m[2] + len(strings.TrimRight(r.text[m[2]:m[3]], ".:-"))
			r.means(document.Span{Start: m[2], End: end}, "skill", "command")
		}
	}
	for _, m := range hyphened().FindAllStringIndex(r.text, -1) {
		before, behind := r.beside(m[0], m[1])
		if !strings.ContainsRune("/-_.:@$", before) && !strings.ContainsRune("/-_:", behind) {
			r.word(document.Span{Start: m[0], End: m[1]})
		}
	}
}

// reader reads one artefact.
type reader struct {
	*gatherer
	doc     *document.Document
	text    string
	nearest map[string][]ref // by name, those that were asked for
}

// beside returns the characters before and behind a stretch, blanks at the ends of the text.
func (r *reader) beside(from, to int) (before, behind rune) {
	before, behind = ' ', ' '
	if from > 0 {
		before = rune(r.text[from-1])
	}
	if to < len(r.text) {
		behind = rune(r.text[to])
	}
	return before, behind
}

// keys reads the keys that name agents and skills.
func (r *reader) keys() {
	if r.doc.Front != nil && r.doc.Readable() {
		front := r.doc.Front.Root
		if n := front.Get("agent"); n != nil {
			r.list(n.Span, "agent")
		}
		if n := front.Get("skills"); n != nil {
			r.list(n.Span, "skill", "command")
		}
	}
	if r.doc.Kind != "claude/hooks" && r.doc.Kind != "claude/settings" && r.doc.Kind != "claude/plugin" {
		return
	}
	for _, event := range document.Pairs(r.doc.Map().Get("hooks")) {
		if !strings.HasPrefix(event.Key, "Subagent") {
			continue
		}
		for _, n := range document.Items(event.Value) {
			if matcher := n.Get("matcher"); matcher != nil {
				r.list(matcher.Span, "agent")
			}
		}
	}
}

// list reads the names in a stretch.
func (r *reader) list(span document.Span, kinds ...string) {
	for _, m := range anyName().FindAllStringIndex(r.doc.Text(span), -1) {
		r.means(document.Span{Start: span.Start + m[0], End: span.Start + m[1]}, kinds...)
	}
}

// means notes the symbols of some kinds that a name means.
func (r *reader) means(span document.Span, kinds ...string) {
	text := r.doc.Text(span)
	for _, s := range r.near(text) {
		if slices.Contains(kinds, s.kind) && strings.HasSuffix(text, s.name) {
			r.meant(s, span, document.Span{Start: span.End - len(s.name), End: span.End})
			return
		}
	}
}

// meant notes a place that means a symbol.
func (r *reader) meant(s ref, span, own document.Span) {
	b := r.book(s.root)
	b.Meant(b.Find(s.kind, s.scope, s.id), pack.Mention{Path: r.doc.Path, Span: span, Own: own})
}

// near returns the symbols with a name, those first that lie in the project or plugin of the artefact.
func (r *reader) near(name string) []ref {
	all := r.called[name]
	if len(all) < 2 {
		return all
	}
	if sorted, known := r.nearest[name]; known {
		return sorted
	}
	plugin := ""
	if p := r.tree.Facts().PluginOf(r.doc.Path); p != nil {
		plugin = p.Name
	}
	sorted := slices.Clone(all)
	far := func(s ref) int {
		switch {
		case s.root == r.doc.Root && s.scope == plugin:
			return 0
		case s.root == r.doc.Root:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(sorted, func(a, b ref) int { return far(a) - far(b) })
	r.nearest[name] = sorted
	return sorted
}

// word notes the symbol whose name a word is, if it is that of one alone, and of no plugin.
func (r *reader) word(span document.Span) {
	name := r.doc.Text(span)
	if all := r.called[name]; len(all) == 1 && r.tree.Facts().PluginNamed(name) == nil {
		r.means(span, all[0].kind)
	}
}

// upwards reads paths that lead from the artefact into the directories of skills.
func (r *reader) upwards() {
	for _, m := range upwards().FindAllStringIndex(r.text, -1) {
		dir := path.Dir(r.doc.Path)
		for at := m[0]; at < m[1] && len(dir) < document.MaxPath; {
			part, _, _ := strings.Cut(r.text[at:m[1]], "/")
			dir = path.Join(dir, part)
			if s, is := r.dirs[dir]; is && part == s.name {
				span := document.Span{Start: at, End: at + len(part)}
				r.meant(s, span, span)
			}
			at += len(part) + 1
		}
	}
}

// paths reads paths of agents, skills and commands.
func (r *reader) paths() {
	for _, m := range inPath().FindAllStringSubmatchIndex(r.text, -1) {
		kind := strings.TrimSuffix(r.text[m[2]:m[3]], "s")
		last := document.Span{Start: m[6], End: m[7]}
		switch dirs := r.text[m[4]:m[5]]; {
		case kind == "skill" && dirs != "":
			r.means(document.Span{Start: m[4], End: m[4] + strings.IndexByte(dirs, '/')}, kind)
		case kind == "skill":
			r.means(last, kind)
		case m[8] >= 0:
			r.means(last, kind)
		}
	}
}
