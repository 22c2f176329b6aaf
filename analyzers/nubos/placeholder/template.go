package placeholder

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// template is one template under judgement.
type template struct {
	*document.Reporter
	set *document.Set
}

var (
	// opening is where a placeholder starts, and all that may belong to it.
	opening = memo.Regexp(`\{\{([^{}\n]*)(\}{0,2})`)
	// name is what the renderer takes for the name of a variable.
	name = memo.Regexp(`^\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*$`)
	// declaration is the comment at the top of a template that lists its variables.
	declaration = memo.Regexp(`<!--\s*Placeholders:[ \t]*([^\n]*)`)
)

// placeholders judges all placeholders outside of comments.
func (t *template) placeholders() {
	content := t.Doc.Content()
	declared := t.declared()
	said := map[string]bool{}
	bare := 0 // where braces with nothing behind them end
	for _, m := range opening().FindAllStringSubmatchIndex(content, -1) {
		span := document.Span{Start: m[0], End: m[1]}
		isRow := m[0] == bare && bare > 0 // of braces, which is told once
		if m[1]-m[0] == len("{{") {
			if bare = m[1]; isRow {
				continue
			}
		}
		h := t.Doc.Body.HiddenAt(m[0])
		if h != nil && h.Kind == document.Comment {
			continue
		}
		variable := name().FindStringSubmatch(content[m[2]:m[3]])
		switch {
		case variable == nil || m[5]-m[4] < 2:
			if h == nil { // in a fence it may be code
				t.Reportf("template-placeholder", span, "content",
					"%s is no placeholder for the renderer, so it stands unchanged in every file made from this "+
						"template; write `{{name}}` with letters, digits and `_` alone", document.Quote(t.Doc.Text(span)))
			}
		case declared != nil && !declared[variable[1]] && !said[variable[1]]:
			said[variable[1]] = true
			t.Reportf("template-unresolved-var", span, "content",
				"the template uses `%s` and does not declare it in its comment `Placeholders:`, so whoever renders it "+
					"does not supply it and rendering fails; add it there", variable[1])
		}
	}
}

// declared returns the variables that the template declares, or nil if it declares none.
func (t *template) declared() map[string]bool {
	m := declaration().FindStringSubmatch(t.Doc.Content())
	if m == nil {
		return nil
	}
	names := map[string]bool{}
	list, _, _ := strings.Cut(m[1], "-->")
	for word := range strings.SplitSeq(list, ",") {
		names[strings.TrimSpace(word)] = true
	}
	return names
}

// renders is the kinds that templates are for. That for the validation has another shape than the kind: the auditor
// writes it anew.
var renders = []struct{ template, kind string }{
	{"templates/PROJECT.md", "nubos/project"},
	{"templates/REQUIREMENTS.md", "nubos/requirements"},
	{"templates/RULES.md", "nubos/rules"},
	{"templates/milestone/CONTEXT.md", "nubos/milestone-context"},
	{"templates/milestone/ROADMAP.md", "nubos/milestone-roadmap"},
	{"templates/slice/ASSESSMENT.md", "nubos/slice-assessment"},
	{"templates/slice/PLAN.md", "nubos/slice-plan"},
	{"templates/slice/RESEARCH.md", "nubos/slice-research"},
	{"templates/slice/SUMMARY.md", "nubos/slice-summary"},
	{"templates/slice/UAT.md", "nubos/slice-uat"},
	{"templates/task/SUMMARY.md", "nubos/task-summary"},
}

// headings holds the template's sections and elements against those of the kind that it is for.
func (t *template) headings() {
	for _, r := range renders {
		if t.Doc.Path != r.template && !strings.HasSuffix(t.Doc.Path, "/"+r.template) {
			continue
		}
		if body := contract.BodyOf(t.set, r.kind); body != nil {
			t.sections(r.kind, body)
		}
	}
}

func (t *template) sections(kind string, body *rules.Body) {
	missing := func(what string, near document.Span) {
		if near.Len() > 0 {
			t.Reportf("template-heading", near, "body",
				"this is not %s, so every file made from the template lacks it, against the contract %s; correct the name",
				what, kind)
			return
		}
		t.Reportf("template-heading", t.Doc.FirstLine(), "body",
			"the template lacks %s, so every file made from it lacks it, too, against the contract %s; add it",
			what, kind)
	}
	for i := range body.Sections {
		if s := &body.Sections[i]; s.When != "frontmatter" && !t.has(s.Heading) {
			missing("the section `"+s.Heading+"`", t.near(s.Heading))
		}
	}
	for i := range body.Elements {
		e := &body.Elements[i]
		if e.Min > 0 && e.In == "" && t.Doc.Body.Element(e.Name) == nil {
			missing("the element `<"+e.Name+">`", t.near("<"+e.Name+">"))
		}
	}
}

// has reports whether the template has a heading, written with its marks.
func (t *template) has(heading string) bool {
	for i := range t.Doc.Body.Headings {
		h := &t.Doc.Body.Headings[i]
		if !h.Setext && strings.Repeat("#", h.Level)+" "+h.Text == heading {
			return true
		}
	}
	return false
}

// near returns the line that was probably meant for a heading or an opening tag, or an empty span.
func (t *template) near(line string) (span document.Span) {
	bare := func(s string) string { return strings.Trim(s, "#<> \t\r") }
	t.Doc.Body.EachLine(func(text string, start int) bool {
		if text == "" || text[0] != line[0] || strings.HasPrefix(text, "</") {
			return true
		}
		if bare(text) == bare(line) || spell.Nearest(bare(text), []string{bare(line)}) != "" {
			span = document.Span{Start: start, End: start + len(strings.TrimRight(text, " \t\r"))}
		}
		return span.Len() == 0
	})
	return span
}
