package plan

import (
	"regexp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/rules"
)

var (
	adr       = rules.Lazy(`(?i)\bADR[- ]?\d+`)
	negation  = rules.Lazy(`(?i)\b(?:no|not|never|without|instead of|replaces?|removes?|deletes?|drops?|avoids?)\b`)
	forbidden = rules.Lazy(`(?i)\b(?:bare|no|not|never|without|instead of|replaces?|removes?)\b`)
)

// prose judges the wording of the plan: what stands for something that nobody has thought of yet.
func (j *artefact) prose() {
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
		// there, it is reported as what it stands for
		if check == nil || m.Start < check.Open.Start || m.Start >= check.Close.End {
			j.Reportf("plan-tbd", *m, "body",
				"TBD is still in the plan, so something is left for the executor to guess; decide it and write it down")
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
func (j *artefact) wording(t *model.Task, part *model.Part) {
	negated := func(m document.Span) bool { return j.before(m, negation()) }
	if m := j.findUnless(reduced, part.Inner,
		func(m document.Span) bool { return negated(m) || j.literal(m) }); m != nil &&
		!strings.Contains(part.Text, "Deferred") {
		j.Reportf("plan-reduced-scope", *m, t.At(part.Name),
			"task %s plans less than was decided (%s); plan the whole thing, or have the rest written into "+
				"`<deferred>` of the milestone's CONTEXT and say Deferred here",
			t.Label(), document.Quote(j.Doc.Text(*m)))
	}
	if m := j.findUnless(workaround, part.Inner, negated); m != nil && !adr().MatchString(part.Text) {
		j.Reportf("plan-workaround", *m, t.At(part.Name),
			"task %s plans a workaround (%s) without the decision record that allows it; plan the real fix, or name "+
				"the ADR",
			t.Label(), document.Quote(j.Doc.Text(*m)))
	}
}

var (
	// double is a word that says of a stub that it stands in for something in a test, and replaces nothing that is
	// shipped.
	double = rules.Lazy(`(?i)\b(?:tests?|testing|specs?|mock(?:s|ed)?|fakes?|fixtures?)\b`)
	// input is a word that says of a placeholder that it is a thing of its own: a hint in a field, or what a query or
	// template has values bound to.
	input = rules.Lazy(`(?i)\b(?:inputs?|fields?|forms?|search|sql|quer(?:y|ies)|binds?|bound|prepared|templates?|translations?|interpolat(?:es?|ed|ion))\b`)
	// kind is what stands behind such a word if the two are the name of a thing.
	kind = rules.Lazy(`(?i)^[ -](?:attributes?|colou?rs?|expressions?|hints?|images?|keys?|labels?|names?|numbers?|parameters?|props?|strings?|syntax|texts?|tokens?|variables?)\b`)
)

// literal reports whether a match names a thing that the task is about, rather than how little of it is to be done:
// the placeholder of an input field, a stub in a test, the string of a basic version.
func (j *artefact) literal(m document.Span) bool {
	switch word := strings.ToLower(j.Doc.Text(m)); {
	case kind().MatchString(j.Doc.Content()[m.End:]):
		return true
	case strings.HasPrefix(word, "stub"):
		return double().MatchString(j.sentence(m))
	case strings.HasPrefix(word, "placeholder"):
		return input().MatchString(j.sentence(m))
	}
	return false
}

// sentence returns the sentence or line around a match, or as much of it as is near.
func (j *artefact) sentence(m document.Span) string {
	text := j.Doc.Content()
	before, behind := text[max(0, m.Start-windowBefore):m.Start], text[m.End:min(len(text), m.End+windowBehind)]
	before = before[strings.LastIndexAny(before, sentenceEnds)+1:]
	if end := strings.IndexAny(behind, sentenceEnds); end >= 0 {
		behind = behind[:end]
	}
	return before + j.Doc.Text(m) + behind
}

// sentenceEnds are the signs that a sentence or a line may end with.
const sentenceEnds = ".;:\n"

// before reports whether the words before a match, back to the start of its sentence or line or a little way, match
// the pattern.
func (j *artefact) before(m document.Span, pattern *regexp.Regexp) bool {
	text := j.Doc.Content()[max(0, m.Start-windowBefore):m.Start]
	return pattern.MatchString(text[strings.LastIndexAny(text, sentenceEnds)+1:])
}

// askUser reports questions that go past the helper.
func (j *artefact) askUser() {
	if j.Doc.Body == nil {
		return
	}
	for from := j.Doc.Body.Span; ; {
		m := j.find(question, from)
		if m == nil {
			return
		}
		if !j.before(*m, forbidden()) {
			j.Reportf("bare-askuser-call", *m, "body",
				"the plan calls AskUserQuestion directly, which only one runtime has; write `node np-tools.cjs "+
					"askuser --json '{…}'`")
		}
		from.Start = m.End
	}
}
