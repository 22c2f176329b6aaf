package plan

import (
	"regexp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

var (
	adr       = rules.Lazy(`(?i)\bADR[- ]?\d+`)
	negation  = rules.Lazy(`(?i)\b(?:no|not|never|without|instead of|replaces?|removes?|deletes?|drops?|avoids?)\b`)
	forbidden = rules.Lazy(`(?i)\b(?:bare|no|not|never|without|instead of|replaces?|removes?)\b`)
)

// prose judges the wording of the plan: what stands for something that nobody has thought of yet.
func (j *judge) prose() {
	if j.Doc.Body == nil {
		return
	}
	check := j.element("reality_check")
	for from := j.Doc.Body.Span; ; {
		m := j.find(toBeDone, from)
		if m == nil {
			break
		}
		if rest := j.Doc.Content()[m.End:]; len(rest) > 1 && rest[0] == '-' && rest[1] >= '0' && rest[1] <= '9' {
			from.Start = m.End // the id of a ticket
			continue
		}
		if check == nil || m.Start < check.Open.Start || m.Start >= check.Close.End { // there, it is reported as what it stands for
			j.report("plan-tbd", *m, "body", "TBD is still in the plan, so something is left for the executor to guess; decide it and write it down")
		}
		from.Start = m.End
	}
	for _, t := range j.plan.Tasks {
		for i := range t.Parts {
			part := &t.Parts[i]
			switch part.Name {
			case "name", "action", "acceptance_criteria", "done", "behavior":
				j.wording(t, part)
			}
		}
	}
}

// wording judges one text of a task.
func (j *judge) wording(t *project.Task, part *project.Part) {
	if m := j.find(reduced, part.Inner); m != nil && !j.before(*m, negation()) && !strings.Contains(part.Text, "Deferred") {
		j.report("plan-reduced-scope", *m, at(t, part.Name), "task %s plans less than was decided (%s); plan the whole thing, or have the rest written into `<deferred>` of the milestone's CONTEXT and say Deferred here", t.Label(), document.Quote(j.Doc.Text(*m)))
	}
	if m := j.find(workaround, part.Inner); m != nil && !j.before(*m, negation()) && !adr().MatchString(part.Text) {
		j.report("plan-workaround", *m, at(t, part.Name), "task %s plans a workaround (%s) without the decision record that allows it; plan the real fix, or name the ADR", t.Label(), document.Quote(j.Doc.Text(*m)))
	}
}

// before reports whether the words before a match, back to the start of its sentence or line or a little way, match the pattern.
func (j *judge) before(m document.Span, pattern *regexp.Regexp) bool {
	text := j.Doc.Content()[max(0, m.Start-windowBefore):m.Start]
	return pattern.MatchString(text[strings.LastIndexAny(text, ".;:\n")+1:])
}

// askUser reports questions that go past the helper.
func (j *judge) askUser() {
	if j.Doc.Body == nil {
		return
	}
	for from := j.Doc.Body.Span; ; {
		m := j.find(question, from)
		if m == nil {
			return
		}
		if !j.before(*m, forbidden()) {
			j.report("bare-askuser-call", *m, "body", "the plan calls AskUserQuestion directly, which only one runtime has; write `node np-tools.cjs askuser --json '{…}'`")
		}
		from.Start = m.End
	}
}
