package text

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// macro is `{{id param=value …}}` in a prompt.
type macro struct {
	id     string
	name   document.Span // of the id
	span   document.Span
	params []param
}

type param struct {
	name  string
	span  document.Span // of the value, without quotes
	value string        // "" if it is no plain text: a list, a here-document
	plain bool
}

// maxMacro is how many bytes a macro may have. What is longer is a `{{` that nothing closes.
const maxMacro = 16 << 10

// macros judges every macro against vocabulary/invocations.yml, and the here-documents.
func (t *text) macros() {
	raw := string(t.Doc.Src)
	for _, span := range t.masked.unclosed {
		t.Reportf("nx-macro-heredoc", span, "body",
			"the here-document %s is never closed, so what follows is read as prose; "+
				"write %q on a line of its own behind it", t.Doc.Text(span), "<<"+t.Doc.Text(span)[2:])
	}
	for _, m := range t.masked.misnamed {
		mark := t.Doc.Text(m.mark)
		t.Reportf("nx-macro-heredoc", m.mark, "body",
			"the here-document %s ends at %q, which has another name, so a harness that goes by the whole name passes on "+
				"nothing, or all that follows; write %q there", mark, t.Doc.Text(m.end), "<<"+mark[2:])
	}
	inside := t.masked.heredocs
	for at := 0; ; {
		i := strings.Index(raw[at:], "{{")
		if i < 0 {
			return
		}
		at += i
		for len(inside) > 0 && inside[0].End <= at {
			inside = inside[1:]
		}
		m := parseMacro(raw, at)
		if m == nil {
			t.unclosed(raw, at)
			at++
			continue
		}
		// The mark of a here-document ends the first line of its macro, so only what starts inside is nested.
		if len(inside) > 0 && inside[0].Start <= at {
			t.Reportf("nx-macro-heredoc", m.span, "body",
				"the macro {{%s}} stands inside of a here-document, where no harness expands it; "+
					"take it out, or write it as plain text", m.id)
		} else {
			t.macro(m)
		}
		at = m.span.End
	}
}

// unclosed reports the start of a known macro that has no end.
func (t *text) unclosed(raw string, at int) {
	id := macroID().FindStringSubmatchIndex(raw[at:min(len(raw), at+maxMacro)])
	if id == nil || t.project.Entry("invocations", raw[at+id[2]:at+id[3]]) == nil {
		return
	}
	name, rest := raw[at+id[2]:at+id[3]], raw[at+id[1]:]
	rest = rest[:min(len(rest), maxMacro)]
	end, next := strings.Index(rest, "}}"), strings.Index(rest, "{{")
	if paragraph := strings.Index(rest, "\n\n"); next < 0 || paragraph >= 0 && paragraph < next {
		next = paragraph
	}
	if end < 0 || next >= 0 && next < end {
		t.Reportf("nx-macro-unknown", document.Span{Start: at + id[2], End: at + id[3]}, "body",
			"the macro {{%s is never closed, so no harness expands it and the agent reads it as it stands; "+
				"write }} behind its last parameter", name)
	}
}

func (t *text) macro(m *macro) {
	ids, known := t.project.IDs("invocations")
	if !known {
		return // nx-vocab-missing says it, or the file cannot be read
	}
	entry := t.project.Entry("invocations", m.id)
	if entry == nil && t.project.IsGone("invocations", m.id) {
		return // the vocabulary is what has changed, and is reported there
	}
	if entry == nil {
		t.Reportf("nx-macro-unknown", m.name, "body",
			"no harness can expand {{%s}}: vocabulary/invocations.yml has no such id%s",
			m.id, model.Suggest(m.id, ids, writeOne))
		return
	}
	t.parameters(m, entry.Get("semantic_params"))
	t.values(m)
}

// mostParams is how many parameters an entry may have whose macros are held against them.
const mostParams = 100

// parameters holds the parameters of a macro against those of its entry.
func (t *text) parameters(m *macro, params *document.Node) {
	var names, required []string
	if params == nil || params.Type != document.List || len(params.Items) > mostParams {
		return // the contract says it
	}
	for _, p := range params.Items {
		name := document.Text(p.Get("name"))
		if name == "" {
			return // the contract says it
		}
		names = append(names, name)
		if r := p.Get("required"); r != nil && r.True && m.param(name) == nil {
			required = append(required, name)
		}
	}
	for _, p := range m.params {
		if slices.Contains(names, p.name) {
			continue
		}
		t.Reportf("nx-macro-param-unknown", p.span, "body",
			"%s is no parameter of {{%s}}, so harnesses pass over it%s",
			p.name, m.id, model.Suggest(p.name, names, writeOne))
		if near := spell.Nearest(p.name, required); near != "" {
			required = slices.DeleteFunc(required, func(name string) bool { return name == near }) // it is that one
		}
	}
	for _, name := range required {
		t.Reportf("nx-macro-param-missing", m.name, "body",
			"{{%s}} has no %s, which vocabulary/invocations.yml requires; add %s=…", m.id, name, name)
	}
}

// values judges the values that must name something.
func (t *text) values(m *macro) {
	switch m.id {
	case "subagent_spawn":
		agents := t.project.Agents.IDs()
		if p := m.param("target_role"); p != nil && p.plain && t.project.Agents.Find(p.value) == nil {
			t.Fixf("nx-macro-role-unknown", p.span, "body", t.Meant(p.span, p.value, agents),
				"target_role is %q, and there is no agent with that id, so nothing can be spawned%s",
				p.value, model.Suggest(p.value, agents, writeOne))
		}
	case "skill_activation":
		t.activation(m)
	case "task_register":
		states := t.project.WordList("task-status")
		if p := m.param("state"); p != nil && p.plain && !slices.Contains(states, p.value) {
			t.Reportf("nx-macro-state", p.span, "body",
				"state is %q; a task is pending, in_progress or completed%s",
				p.value, model.Suggest(p.value, states, writeOne))
		}
	}
}

func (t *text) activation(m *macro) {
	p := m.param("skill")
	if p == nil || !p.plain {
		return
	}
	skills := t.project.Skills.IDs()
	skill := t.project.Skills.Find(p.value)
	if skill == nil {
		t.Fixf("nx-macro-skill-unknown", p.span, "body", t.Meant(p.span, p.value, skills),
			"skill is %q, and there is no skill with that id, so nothing can be activated%s",
			p.value, model.Suggest(p.value, skills, writeOne))
		return
	}
	if manual := skill.Meta.Get("manual_only"); manual != nil && manual.True && !skill.Meta.Has("triggers") {
		t.Reportf("nx-macro-manual-only", p.span, "body",
			"the skill %s is manual_only, so only a user may start it; take the macro out", p.value)
	}
	mode := m.param("mode")
	if mode == nil || !mode.plain {
		return
	}
	modes, known := t.modes(skill)
	if known && !slices.Contains(modes, mode.value) && !slices.Contains(modes, "*") {
		t.Fixf("nx-macro-skill-unknown", mode.span, "body", t.Meant(mode.span, mode.value, modes),
			"mode is %q, and that is no variant of a tag of the skill %s%s",
			mode.value, p.value, model.Suggest(mode.value, modes, writeOne))
	}
}

// modes returns the variants of the tags that start a skill: those that name it, and those that it lists. They are
// not known when a tag of it is missing or misshapen, which is reported there.
func (t *text) modes(skill *model.Member) (modes []string, known bool) {
	listed := document.Texts(skill.Meta.Get("triggers"))
	found := 0
	for _, tag := range t.project.Entries["tags"] {
		id, variants := document.Text(tag.Get("id")), tag.Get("variants")
		if !slices.Contains(listed, id) && document.Text(tag.Get("skill")) != skill.Dir {
			continue
		}
		if variants != nil && variants.Type != document.List {
			return nil, false
		}
		modes = append(modes, document.Texts(variants)...)
		found++
	}
	return modes, found > 0 && found >= len(listed)
}

func (m *macro) param(name string) *param {
	i := slices.IndexFunc(m.params, func(p param) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return &m.params[i]
}

var (
	macroID   = memo.Regexp(`^\{\{([A-Za-z_][A-Za-z0-9_]*)`)
	paramName = memo.Regexp(`^([A-Za-z_][A-Za-z0-9_]*)=`)
)

// parseMacro returns the macro at an offset, or nil if there is none.
func parseMacro(s string, at int) *macro {
	s = s[:min(len(s), at+maxMacro)]
	id := macroID().FindStringSubmatch(s[at:])
	if id == nil {
		return nil
	}
	m := &macro{id: id[1], name: document.Span{Start: at + 2, End: at + len(id[0])}}
	for i := at + len(id[0]); i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
		case strings.HasPrefix(s[i:], "}}"):
			m.span = document.Span{Start: at, End: i + 2}
			return m
		default:
			name := paramName().FindStringSubmatch(s[i:])
			if name == nil {
				return nil // something else between braces
			}
			p := param{name: name[1]}
			if i = p.read(s, i+len(name[0])); i < 0 {
				return nil
			}
			m.params = append(m.params, p)
		}
	}
	return nil
}

// read reads the value that starts at an offset and returns where it ends, or -1 if it does not.
func (p *param) read(s string, at int) int {
	if at == len(s) {
		return -1
	}
	switch s[at] {
	case '"':
		end := strings.IndexByte(s[at+1:], '"')
		if end < 0 {
			return -1
		}
		p.span = document.Span{Start: at + 1, End: at + 1 + end}
		p.value, p.plain = s[p.span.Start:p.span.End], true
		return p.span.End + 1
	case '[', '{':
		end := bracketEnd(s, at)
		p.span = document.Span{Start: at, End: end}
		return end
	}
	end := at
	for end < len(s) && strings.IndexByte(" \t\r\n", s[end]) < 0 && !strings.HasPrefix(s[end:], "}}") {
		end++
	}
	p.span = document.Span{Start: at, End: end}
	p.value = s[at:end]
	p.plain = !strings.HasPrefix(p.value, ">>") && !strings.ContainsAny(p.value, "<>{}")
	return end
}

// bracketEnd returns the offset behind the bracket that closes the one at an offset, or -1.
func bracketEnd(s string, at int) int {
	depth, quoted := 0, false
	for i := at; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
