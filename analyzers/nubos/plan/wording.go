package plan

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// ofTicket is what stands behind TBD in the id of a ticket.
var ofTicket = memo.Regexp(`^-\d`)

// toBeDecided reports what stands for something that nobody has thought of yet.
func toBeDecided(r *document.Reporter, text *prose) {
	check := r.Doc.Body.Element("reality_check")
	for m := range text.all(toBeDone, r.Doc.Body.Span) {
		if ofTicket().MatchString(text.content[m.End:]) {
			continue
		}
		// in the reality check, it is reported as what it stands for
		if check == nil || m.Start < check.Open.Start || m.Start >= check.Close.End {
			r.Reportf("plan-tbd", m, "body",
				"TBD is still in the plan, so something is left for the executor to guess; decide it and write it down")
		}
	}
}

// wordings judges the texts of each task.
func wordings(r *document.Reporter, text *prose, plan *model.Plan) {
	for _, t := range plan.Tasks {
		for i := range t.Parts {
			switch part := &t.Parts[i]; part.Name {
			case "name", "action", "acceptance_criteria", "done", "behavior":
				wording(r, text, t, part)
			}
		}
	}
}

var (
	adr      = memo.Regexp(`(?i)\bADR[- ]?\d+`)
	negation = memo.Regexp(`(?i)\b(?:no|not|never|without|instead of|replaces?|removes?|deletes?|drops?|avoids?)\b`)
)

// wording judges one text of a task.
func wording(r *document.Reporter, text *prose, t *model.Task, part *model.Part) {
	negated := func(m document.Span) bool { return negation().MatchString(text.before(m)) }
	harmless := func(m document.Span) bool { return negated(m) || literal(text, m) }
	if m, ok := text.find(reduced, part.Inner, harmless); ok && !strings.Contains(part.Text, "Deferred") {
		r.Reportf("plan-reduced-scope", m, t.At(part.Name),
			"task %s plans less than was decided (%s); plan the whole thing, or have the rest written into `<deferred>` "+
				"of the milestone's CONTEXT and say Deferred here", t.Label(), document.Quote(text.of(m)))
	}
	if m, ok := text.find(workaround, part.Inner, negated); ok && !adr().MatchString(part.Text) {
		r.Reportf("plan-workaround", m, t.At(part.Name),
			"task %s plans a workaround (%s) without the decision record that allows it; plan the real fix, or name "+
				"the ADR", t.Label(), document.Quote(text.of(m)))
	}
}

var (
	// double is a word that says of a stub that it stands in for something in a test, and replaces nothing that is
	// shipped.
	double = memo.Regexp(`(?i)\b(?:tests?|testing|specs?|mock(?:s|ed)?|fakes?|fixtures?)\b`)
	// input is a word that says of a placeholder that it is a thing of its own: a hint in a field, or what a query or
	// template has values bound to.
	input = memo.Regexp(`(?i)\b(?:inputs?|fields?|forms?|search|sql|quer(?:y|ies)|binds?|bound|prepared|templates?|` +
		`translations?|interpolat(?:es?|ed|ion))\b`)
	// kind is what stands behind such a word if the two are the name of a thing.
	kind = memo.Regexp(`(?i)^[ -](?:attributes?|colou?rs?|expressions?|hints?|images?|keys?|labels?|names?|numbers?|` +
		`parameters?|props?|strings?|syntax|texts?|tokens?|variables?)\b`)
)

// literal reports whether a match names a thing that the task is about, rather than how little of it is to be done:
// the placeholder of an input field, a stub in a test, the string of a basic version.
func literal(text *prose, m document.Span) bool {
	switch word := strings.ToLower(text.of(m)); {
	case kind().MatchString(text.content[m.End:]):
		return true
	case strings.HasPrefix(word, "stub"):
		return double().MatchString(text.sentence(m))
	case strings.HasPrefix(word, "placeholder"):
		return input().MatchString(text.sentence(m))
	}
	return false
}
