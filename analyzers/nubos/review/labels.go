package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// The bold labels of an iteration.
const (
	plannerOutput   = "Planner output"
	checkerVerdict  = "Checker verdict"
	findingsLabel   = "Findings"
	plannerResponse = "Planner response"
)

var labelNames = []string{plannerOutput, checkerVerdict, findingsLabel, plannerResponse}

// labelValues is the words that programs and people compare, by label.
var labelValues = map[string][]string{
	checkerVerdict:  {"passed", "issues_found"},
	plannerResponse: {"done", "revision"},
}

// labels judges the labels of an iteration and returns those that were found, by name. In an iteration with an open
// fence none is missed, for the fence may hide it.
func labels(r *document.Reporter, it *iteration, open bool) map[string]*document.LabelField {
	found := map[string]*document.LabelField{}
	fields := r.Doc.Body.FieldsIn(it.extent)
	for i := range fields {
		f := &fields[i]
		name := f.Label
		if !slices.Contains(labelNames, name) {
			name = spell.Nearest(f.Label, labelNames)
		}
		switch at := it.at + "." + name; {
		case name == "":
			continue
		case found[name] != nil:
			r.Report(document.Finding{Rule: "review-label", Span: f.Span, At: at,
				Message: fmt.Sprintf("iteration %d has the label **%s:** again, and readers go by one of the two; "+
					"keep what was there first, and append an iteration for what is new", it.number, name),
				Related: []document.Related{{Span: found[name].Span, Message: "it is here first"}}})
			continue
		case f.Label != name || !f.Canonical():
			r.Reportf("review-label", f.Span, at,
				"the label is written %s, and readers look for exactly `**%s:**` at the start of a line",
				quote(r.Doc.Text(document.Span{Start: f.Span.Start, End: f.Value.Start})), name)
		}
		found[name] = f
		labelValue(r, it, name, f)
	}
	var missing []string
	for _, name := range labelNames {
		// While the loop runs, the planner has not answered yet.
		if found[name] == nil && !(name == plannerResponse && it.last) {
			missing = append(missing, "**"+name+":**")
		}
	}
	if len(missing) > 0 && !open {
		r.Reportf("review-label", it.heading, it.at,
			"iteration %d lacks %s, so the round cannot be audited; every iteration has the four labels Planner "+
				"output, Checker verdict, Findings and Planner response", it.number, strings.Join(missing, ", "))
	}
	return found
}

// labelValue judges the value of one label.
func labelValue(r *document.Reporter, it *iteration, name string, f *document.LabelField) {
	at, known := it.at+"."+name, labelValues[name]
	switch {
	case f.Text == "":
		if name != findingsLabel && !(name == plannerResponse && it.last) && (known != nil || nothingBelow(r.Doc, it, f)) {
			r.Reportf("review-label", f.Span, at,
				"**%s:** of iteration %d is empty; write %s behind it, on the same line",
				name, it.number, wanted(known))
		}
	case known != nil && !slices.Contains(known, f.Text):
		r.Reportf("review-label", f.Value, at, "**%s:** is %s, and readers know only %s%s", name, quote(f.Text),
			wanted(known), spell.Suggest(f.Text, known))
	}
}

// wanted says what a label's value is to be, of those that are known if it is one of a few.
func wanted(known []string) string {
	if known == nil {
		return "what was planned"
	}
	return strings.Join(known, " or ")
}

// nothingBelow reports whether nothing follows a label before the next one, a fence or the end of the iteration: a
// value may also be a list.
func nothingBelow(d *document.Document, it *iteration, f *document.LabelField) bool {
	body, end := d.Body, it.extent.End
	if next := body.FieldsIn(document.Span{Start: f.Span.End, End: end}); len(next) > 0 {
		end = next[0].Span.Start
	}
	if hidden := hiddenIn(body, document.Span{Start: f.Span.End, End: end}); len(hidden) > 0 {
		end = hidden[0].Span.Start
	}
	return strings.TrimSpace(d.Text(document.Span{Start: f.Span.End, End: end})) == ""
}
