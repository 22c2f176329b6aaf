package plan

import (
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
)

const overSpecifies = "plan-over-specifies-implementation"

// snippetLimit is how many code points of code a plan may hold in one piece.
const snippetLimit = 200

// overSpecified judges whether the plan prescribes what the executor decides. Each sign is reported once.
func (j *artefact) overSpecified() {
	text := j.Doc.Content()
	whole, anywhere := document.Span{Start: 0, End: len(text)}, func(document.Span) bool { return true }
	if m := j.match(ddl, whole, anywhere); m != nil {
		j.Reportf(overSpecifies, document.Span{Start: m[0], End: m[1]}, "schema-ddl",
			"the plan defines a schema (%s), which the framework decides and the executor writes; say what must hold: "+
				"which data there is, and how that is seen",
			document.Quote(strings.TrimSpace(text[m[0]:m[1]])))
	}
	if m := j.match(stamped, whole, anywhere); m != nil {
		span := document.Span{Start: m[0], End: m[1]}
		j.Report(document.Finding{Rule: overSpecifies, Span: span, At: "framework-timestamped-filename",
			Message: "the plan names " + text[m[0]:m[1]] +
				", but the framework makes up that time when it generates the file, so the file will have another " +
				"name; write a pattern",
			Fixes: document.Replace("write a pattern", span, "*"+text[m[2]:m[3]])})
	}
	if j.Doc.Body == nil {
		return
	}
	for i := range j.Doc.Body.Hidden {
		h := &j.Doc.Body.Hidden[i]
		info, _, _ := strings.Cut(strings.TrimSpace(h.Info), " ")
		if h.Kind != document.Fence || !h.Closed || info == "mermaid" || info == "dot" {
			continue
		}
		if n := utf8.RuneCountInString(strings.TrimRight(j.Doc.Text(h.Inner), "\r\n")); n >= snippetLimit {
			j.Reportf(overSpecifies, h.Open, "inline-code-snippet",
				"the plan holds %d characters of code in one piece, and a plan says what must be true at the end, not "+
					"how; describe what the code must do (up to %d characters pass)",
				n, snippetLimit-1)
			return
		}
	}
}
