// Package charter judges what plans must obey: the decisions of a milestone and the requirements of the project. Both
// are lists whose entries are found by their ids.
package charter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer judges artefacts of the kinds nubos/milestone-context and nubos/requirements.
var Analyzer = &analysis.Analyzer{
	Name:     "charter",
	Doc:      "hold decisions and requirements against the form that their readers find them by",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	for kind, judge := range map[string]func(*document.Reporter){
		"nubos/milestone-context": decisions,
		"nubos/requirements":      requirements,
	} {
		set.Each([]string{kind}, func(r *document.Reporter) {
			if r.Doc.Problem == nil {
				judge(r)
			}
		})
	}
	return nil, nil
}

// decision is an item of <decisions> that has an id.
type decision struct {
	id     string
	number int
	span   document.Span
}

// at is the place of the decision in the artefact's own terms.
func (d *decision) at() string { return "body.decisions[" + d.id + "]" }

var (
	// decisionItem is how agents find a decision: `**D-01:** text`, in French with a blank before the colon.
	decisionItem = memo.Regexp(`^\*\*(D-(\d+))\pZ?:?\*\*\pZ?:?[ \t]*\S`)
	// likeDecision is an id that was meant so.
	likeDecision = memo.Regexp(`^[*_]*D[- ]?(\d+)\b[*_]*[:.)]?[*_]*`)
)

// decisions judges the ids of the decisions: each is there, once, and they count from 1.
func decisions(r *document.Reporter) {
	found, whole := numbered(r)
	unpadded(r, found)
	if unique := once(r, found); !whole || !unique {
		return // the right order is open
	}
	for i, d := range found {
		if d.number != i+1 {
			r.Reportf("decision-sequence", d.span, d.at(),
				"%s stands where D-%02d is expected: a gap looks like a decision that was lost; write what became of the missing "+
					"one, or number them from D-01 on, and the plans that cite them with them", d.id, i+1)
			return // what follows is off because of this one
		}
	}
}

// numbered returns the decisions that have an id, and reports the others. It reports whether there are none.
func numbered(r *document.Reporter) (found []decision, whole bool) {
	whole = true
	for _, span := range decisionLines(r.Doc) {
		text := r.Doc.Text(span)
		if m := decisionItem().FindStringSubmatch(text); m != nil {
			if n, err := strconv.Atoi(m[2]); err == nil {
				found = append(found, decision{m[1], n, span})
			}
			continue
		}
		whole = false
		if m := likeDecision().FindStringSubmatch(text); m != nil {
			r.Reportf("decision-form", span, "body.decisions",
				"%s is probably decision %s, but agents look for `**D-%02s:** <text>`, in bold, and do not find it; "+
					"write it so", document.Quote(text), m[1], m[1])
		} else {
			r.Reportf("decision-form", span, "body.decisions",
				"the decision %s has no id, so no plan can say that it carries it out; start it with `**D-%02d:**` or "+
					"the next free number", document.Quote(text), len(found)+1)
		}
	}
	return found, whole
}

// unpadded reports ids of one digit among others of two. Where there is the same number with two, that is reported.
func unpadded(r *document.Reporter, found []decision) {
	if !slices.ContainsFunc(found, func(d decision) bool { return strings.HasPrefix(d.id, "D-0") }) {
		return
	}
	ids := map[int]map[string]bool{} // by the number
	for _, d := range found {
		if ids[d.number] == nil {
			ids[d.number] = map[string]bool{}
		}
		ids[d.number][d.id] = true
	}
	for _, d := range found {
		if len(d.id) == len("D-1") && len(ids[d.number]) == 1 {
			r.Reportf("decision-form", d.span, d.at(),
				"%s has one digit and the others have two, so nobody who looks for D-%02d finds it; write `**D-%02d:**`",
				d.id, d.number, d.number)
		}
	}
}

// once reports ids that are taken, and whether there are none.
func once(r *document.Reporter, found []decision) bool {
	first := map[int]*decision{}
	for i := range found {
		d := &found[i]
		other := first[d.number]
		if other == nil {
			first[d.number] = d
			continue
		}
		r.Report(document.Finding{Rule: "decision-duplicate", Span: d.span, At: d.at(),
			Message: fmt.Sprintf("the id %s is taken by the decision above, so a task that names it may mean either; "+
				"give this one a number of its own", d.id),
			Related: []document.Related{{Span: other.span, Message: other.id + " is here first"}}})
	}
	return len(first) == len(found)
}

// decisionLines returns the spans of the texts of the outermost list items in <decisions>, and of lines that start
// with an id without being one.
func decisionLines(d *document.Document) []document.Span {
	body := d.Body
	e := body.Closed("decisions")
	if e == nil {
		return nil
	}
	inner := e.Inner()
	var spans []document.Span
	outermost := -1
	// open is where ends what stands below a heading such as "Claude's Discretion": it is left open, and no decision.
	headings, open := body.Headings, 0
	for _, item := range body.Items {
		for ; len(headings) > 0 && headings[0].Below.Start <= item.Span.Start; headings = headings[1:] {
			if strings.Contains(strings.ToLower(headings[0].Text), "discretion") {
				open = max(open, headings[0].Below.End)
			}
		}
		if !inner.Contains(item.Span.Start) || item.Span.Start < open {
			continue
		}
		if outermost < 0 {
			outermost = item.Indent
		}
		if item.Indent <= outermost && item.Text.Len() > 0 {
			spans = append(spans, item.Text)
		}
	}
	for _, f := range body.Fields {
		if inner.Contains(f.Span.Start) && f.Bullet == "" && likeDecision().MatchString("**"+f.Label) {
			span := document.Span{Start: f.Name.Start - len("**"), End: f.Span.End}
			span.End = span.Start + len(strings.TrimRight(d.Text(span), " \t\r"))
			spans = append(spans, span)
		}
	}
	slices.SortStableFunc(spans, func(a, b document.Span) int { return a.Start - b.Start })
	return spans
}

var (
	// requirementItem is how readers find a requirement behind its bullet.
	requirementItem = memo.Regexp(`^\[[ xX]\] \*\*[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+\*\*: \S`)
	// likeRequirement is an item that starts with such an id, however it is written.
	likeRequirement = memo.Regexp(`^(?:\[.?\])?[ \t]*[*_` + "`" + `]*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+)\b`)
)

// requirements judges the form of the items that are meant as requirements.
func requirements(r *document.Reporter) {
	// aside is where the section ends that speaks about requirements and lists none, or lists those that
	// discuss-project proposes, in a form of their own.
	headings, aside := r.Doc.Body.Headings, 0
	for _, item := range r.Doc.Body.Items {
		for len(headings) > 0 && headings[0].Span.Start < item.Span.Start {
			if h := &headings[0]; strings.HasPrefix(h.Text, "Out of Scope") ||
				strings.HasPrefix(h.Text, "Traceability") || strings.HasPrefix(h.Text, "Proposed") {
				aside = max(aside, h.Below.End)
			}
			headings = headings[1:]
		}
		if item.Indent > 0 || item.Span.Start < aside || r.Doc.Body.HiddenAt(item.Span.Start) != nil {
			continue
		}
		text := r.Doc.Text(item.Text)
		m := likeRequirement().FindStringSubmatch(text)
		if m == nil || item.Mark == "-" && requirementItem().MatchString(text) {
			continue
		}
		r.Reportf("requirement-form", item.Span, "body["+m[1]+"]",
			"%s is not written as a requirement, so who counts what is open, or looks for the id in bold, passes over "+
				"it; write `- [ ] **%s**: <text>`", document.Quote(text), m[1])
	}
}
