package report

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

// evidence reports criteria that the verifier has judged, and for which it names nothing that anybody could look at.
// What a user has judged needs none: record-sc leaves the field as it is.
func evidence(r *document.Reporter) {
	for i := range r.Doc.Body.Headings {
		h := &r.Doc.Body.Headings[i]
		number := model.CriterionNumber(h.Text)
		if h.Level != 3 || number == "" {
			continue
		}
		fields := r.Doc.Body.FieldsIn(h.Below)
		status, by, shown := model.CriterionStatus(fields), field(fields, "Classified by"), field(fields, "Evidence")
		if status != "Pass" && status != "Fail" || by == nil || by.Text != "verifier" || shown == nil || shown.Text == "" {
			continue // an empty field is reported by the contract
		}
		if strings.Trim(shown.Text, " .–—-") == "" || strings.EqualFold(strings.Trim(shown.Text, "_*. "), "none") {
			r.Reportf("verification-evidence", shown.Span, "body.blocks[SC-"+number+"].Evidence",
				"the verifier says %s of SC-%s and names no evidence, so nobody can tell why; name the test, the file or the "+
					"commit, or let a user judge", status, number)
		}
	}
}
