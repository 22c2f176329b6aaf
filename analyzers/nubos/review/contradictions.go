package review

import (
	"fmt"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// contradictions holds the parts of an iteration against each other.
func contradictions(r *document.Reporter, it *iteration, v verdict, labels map[string]*document.LabelField) {
	if v.status == nil {
		return
	}
	const rule = "review-verdict-contradiction"
	at := it.at + ".verdict.status"
	var critical []document.Related
	for _, f := range v.findings {
		if s := f.Get("severity"); s != nil && s.Text == "critical" {
			critical = append(critical, document.Related{Span: s.Span, Message: "a critical finding"})
		}
	}
	label, response := labels[checkerVerdict], labels[plannerResponse]
	switch {
	case v.status.Text == "passed" && len(critical) > 0:
		r.Report(document.Finding{Rule: rule, Span: v.status.Span, At: at, Related: critical[:1],
			Message: fmt.Sprintf("the verdict is passed, but it has %s, and any of them forces issues_found: the "+
				"plans would go on unrevised",
				document.Count(len(critical), "critical finding"))})
	case v.status.Text == "issues_found" && v.empty:
		r.Reportf(rule, v.status.Span, at,
			"the verdict is issues_found, but it lists no finding, so the planner does not know what to revise; list "+
				"what was found, or write passed")
	case label != nil && label.Text != v.status.Text && slices.Contains(statuses, label.Text):
		r.Report(document.Finding{Rule: rule, Span: label.Value, At: it.at + "." + checkerVerdict,
			Related: []document.Related{{Span: v.status.Span, Message: "the verdict's status"}},
			Message: fmt.Sprintf("the label says %s, but the verdict below it says %s; people read the label and "+
				"programs the verdict",
				label.Text, v.status.Text)})
	}
	switch {
	case response == nil:
	case response.Text == "done" && v.status.Text == "issues_found" && len(critical) > 0:
		r.Reportf("review-response", response.Value, it.at+"."+plannerResponse,
			"the planner answers done to %s: nothing says that the plans were revised; write revision and go round "+
				"again, or let the user decide", document.Count(len(critical), "critical finding"))
	case response.Text == "revision" && v.status.Text == "passed" && v.empty:
		r.Reportf("review-response", response.Value, it.at+"."+plannerResponse,
			"the planner answers revision, but the verdict is passed without any finding, so there is nothing to "+
				"revise; write done")
	}
}
