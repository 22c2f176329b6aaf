package spec

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

var (
	opening = memo.Regexp(`\{\{([^ {]+) `)
	place   = memo.Regexp(`\{(\w+)\}`)
	// unfilled is what nexus-sync takes for a key whose place was left open, whoever wrote it.
	unfilled = memo.Regexp(`,?\s*\w+:\s*"\{[^}]+\}"|,?\s*\w+:\s*\{[^}]+\}`)
)

// expand puts values into a template and cuts out what was left open, as nexus-sync does.
func expand(template string, params []param) string {
	for _, p := range params {
		template = strings.ReplaceAll(template, "{"+p.name+"}", p.value)
	}
	return unfilled().ReplaceAllString(template, "")
}

// mostWritten is how many bytes the templates may become that the macros of a file are put into.
const mostWritten = 1 << 24

// lost reports what a prompt says in a macro and no reader of the result gets to see, or sees as it stands.
func (m *member) lost(read *macro) {
	macro := m.catalogue().params[read.id]
	dropped, cut := map[string][]string{}, map[string][]string{} // names of harnesses by parameter
	for _, file := range m.project.Paths("nexus/harness-macros") {
		entry := m.project.Lookup(file).Map().Get("invocation_map").Get(read.id)
		template := document.Text(entry.Get("template"))
		if template == "" {
			continue // which is reported there
		}
		harness := path.Base(path.Dir(file))
		if m.written += len(template) * read.size; m.written > mostWritten {
			break
		}
		out := expand(template, read.params)
		for _, p := range read.params {
			switch {
			case !strings.Contains(template, "{"+p.name+"}"):
				if macro != nil && macro.isRequired[p.name] {
					continue // it is the template that is wrong, which is reported there
				}
				dropped[p.name] = append(dropped[p.name], harness)
			case !strings.Contains(out, p.value):
				cut[p.name] = append(cut[p.name], harness)
			}
		}
	}
	for _, p := range read.params {
		if p.heredoc {
			m.Reportf("nx-spec-cut", p.span, "body",
				"%s is written out as it stands: there are no here-documents any more; write the text in quotes", p.value)
		} else if in := cut[p.name]; in != nil {
			m.Reportf("nx-spec-cut", p.span, "body",
				"nexus-sync takes `key: {…}` for a place that was left open and cuts it out of %s for %s, silently; "+
					"write it without the braces", p.name, strings.Join(in, ", "))
		}
		if in := dropped[p.name]; in != nil {
			m.Reportf("nx-spec-dropped", p.span, "body",
				"%s is dropped for %s, whose template of {{%s}} has no place for it; say in the prompt what must not "+
					"be lost", p.name, strings.Join(in, ", "), read.id)
		}
	}
}

// templates judges the templates of a harness.
type templates struct {
	*document.Reporter
	project *model.Project
	entries *document.Pair
}

func (t *templates) judge(macros *catalogue) {
	called := t.users()
	for id, params := range macros.params {
		entry := t.entries.Value.Get(id)
		if users := called[id]; entry == nil && users != nil {
			t.Reportf("nx-harness-template", t.entries.KeySpan, "$.invocation_map",
				"there is no template for {{%s}}, and nexus-sync stops at it before it writes any file of this "+
					"harness: %s; add one", id, strings.Join(users, ", "))
		}
		if template := entry.Get("template"); document.Text(template) != "" {
			t.places(id, template, params)
		}
	}
}

// users returns the agents and skills whose prompts hold a macro with parameters, by its id.
func (t *templates) users() map[string][]string {
	users := map[string][]string{}
	for _, kind := range members {
		for _, file := range t.project.Paths(kind) {
			ids := map[string]bool{}
			for _, m := range opening().FindAllSubmatch(t.project.At(file).Src, -1) {
				ids[string(m[1])] = true
			}
			for id := range ids {
				users[id] = append(users[id], path.Base(path.Dir(file)))
			}
		}
	}
	return users
}

// places holds the places of a template against the parameters of its macro.
func (t *templates) places(id string, template *document.Node, params *known) {
	at := "$.invocation_map." + id + ".template"
	for _, m := range place().FindAllStringSubmatch(template.Text, -1) {
		if !params.has(m[1]) {
			t.Reportf("nx-harness-template", template.Span, at,
				"{%s} is no parameter of {{%s}}, so nothing ever stands in its place; name the parameter that is meant",
				m[1], id)
		}
	}
	var required []param
	for _, name := range params.required {
		required = append(required, param{name: name, value: "x"})
		if !strings.Contains(template.Text, "{"+name+"}") {
			t.Reportf("nx-harness-template", template.Span, at,
				"the template has no place for {%s}, which every {{%s}} must have, so it is dropped silently; add it",
				name, id)
		}
	}
	if fallback := t.entries.Value.Get(id).Get("name_fallback"); fallback != nil {
		required = append(required, param{name: "name", value: "x"})
	}
	for _, m := range place().FindAllStringSubmatch(expand(template.Text, required), -1) {
		if params.has(m[1]) {
			t.Reportf("nx-harness-template", template.Span, at,
				"{%s} is optional, and stands in the text as it is when a prompt leaves it out; only `key: \"{%s}\"` is cut "+
					"out then, so write it like that", m[1], m[1])
		}
	}
}
