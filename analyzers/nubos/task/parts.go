package task

import (
	"fmt"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// parts judges whether a task has the elements that it must have, and whether those that the scaffolder takes have an
// end.
func (p *plan) parts(t *model.Task) {
	if t.Tag.SelfClosing {
		return
	}
	firsts := make(map[string]*model.Part, 8)
	for i := range t.Parts {
		part := &t.Parts[i]
		if !model.Scaffolded(part.Name) {
			continue
		}
		first := firsts[part.Name]
		if first == nil {
			first = part
			firsts[part.Name] = part
		}
		switch {
		case part.Unclosed:
			span, hint := p.Doc.Body.Unclosed(part.Name, part.Open)
			p.report("task-misread", t, part.Name, span, nil,
				"`<%s>` of task %s is never closed, so the scaffolder finds none and the task file goes without; "+
					"write `</%s>` behind its content%s", part.Name, t.Label(), part.Name, hint)
		case part != first:
			p.Report(document.Finding{Rule: "task-misread", Span: part.Open, At: t.At(part.Name),
				Message: fmt.Sprintf("task %s has `<%s>` twice, and the scaffolder takes the first and drops this "+
					"one; make one of both", t.Label(), part.Name),
				Related: []document.Related{{Span: first.Open, Message: "the first one is here"}}})
		}
	}
	p.required(t)
}

// chooses finds what tells that a tool chooses the names of files: a word for it, or a command with arguments in
// backticks.
var chooses = memo.Regexp("(?i)generat|publish|scaffold|erzeug|generier|veröffentlich|`(?:npx|npm|pnpm|yarn|bunx?|" +
	"php|composer|rails|bundle|python3?|uvx?|poetry|dotnet|cargo|go|ng|make|docker) [^`\n]+`")

// required reports elements that the task must have and does not, or that are empty.
func (p *plan) required(t *model.Task) {
	for _, want := range []struct {
		name, other string
		filled      bool // it must hold something; whether a <verify> does is judged elsewhere
		lost        string
	}{
		{"files_modified", "files", true, "the task file lists none, and its commit is refused unless the executor reports what " +
			"it touched"},
		{"action", "", true, "the executor is not told what to do"},
		{"verify", "", false, "nothing shows whether the work is done"},
		{"done", "", true, "nobody can say when the task is finished"},
	} {
		part := t.Part(want.name)
		if part == nil {
			part = t.Part(want.other)
		}
		switch {
		case part == nil && want.name == "verify" && (t.TestFirst || t.Uncovered(p.set) != nil):
			// it has a test, or is reported by the plan-checker's category
		case part == nil:
			span, hint := t.Tag.Open, "write one"
			var fixes []document.Fix
			if other := t.Misspelt(want.name); other != nil {
				span, hint = other.Open, fmt.Sprintf("is `<%s>` a misspelling of it?", other.Name)
				fixes = p.rename(other, want.name)
			} else if stray, name := p.stray(t, want.name, want.other); stray != nil {
				span, hint = stray.Span, fmt.Sprintf("write `<%s>` in front of what `</%s>` ends", name, name)
			}
			p.report("task-incomplete", t, want.name, span, fixes,
				"task %s has no `<%s>`, so %s; %s", t.Label(), want.name, want.lost, hint)
		case !want.filled, part.Unclosed, part.Text != "":
		case want.name == "files_modified" && (p.isDone(t) || chooses().MatchString(t.Text("action"))):
			// np-planner leaves it empty then, or it was committed all the same
		default:
			p.report("task-incomplete", t, want.name, part.Open, nil,
				"`<%s>` of task %s is empty, so %s; fill it", part.Name, t.Label(), want.lost)
		}
	}
	for _, name := range []string{"name", "read_first", "acceptance_criteria"} { // which a task may do without
		if other := t.Misspelt(name); other != nil && t.Part(name) == nil && !other.Unclosed {
			p.report("task-incomplete", t, name, other.Open, p.rename(other, name),
				"task %s has no `<%s>`, so the task file goes without; is `<%s>` a misspelling of it?",
				t.Label(), name, other.Name)
		}
	}
}

// stray returns the closing tag of an element that has no opening one, by either of its names, and that name; or nil.
func (p *plan) stray(t *model.Task, names ...string) (stray *document.Stray, name string) {
	for _, name := range names {
		if s := p.Stray(t, name); s != nil {
			return s, name
		}
	}
	return nil, ""
}

// rename returns the fix that gives the element of a part another name.
func (p *plan) rename(part *model.Part, name string) []document.Fix {
	for i := range p.Doc.Body.Elements {
		if e := &p.Doc.Body.Elements[i]; e.Open == part.Open {
			return document.Rename(e, name)
		}
	}
	return nil
}
