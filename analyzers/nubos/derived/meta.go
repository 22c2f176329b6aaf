package derived

import (
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

// meta holds the status in a META.json against the roadmap: verify-work writes both. Nothing brings the rest of the
// file up to date, and nothing but its name is read.
func (j *artefact) meta() {
	n := j.Doc.Data.Root.Get("status")
	if n == nil || j.entry == nil {
		return
	}
	want := j.entry.Status.Text
	if !model.IsStatus(n.Text) || !model.IsStatus(want) || model.Status(n.Text) == model.Status(want) {
		return
	}
	j.report("meta-stale", n.Span, "$.status",
		document.Replace("write what the roadmap says", n.Span, document.JSONString(want)),
		"`status` is %s, but roadmap.yaml says %s, and the dashboard shows what stands here; write that",
		document.Quote(n.Text), document.Quote(want))
}
