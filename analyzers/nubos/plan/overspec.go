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
func overSpecified(r *document.Reporter, text *prose) {
	whole, anywhere := document.Span{End: len(text.content)}, func(document.Span) bool { return true }
	if m := text.match(ddl, whole, anywhere); m != nil {
		span := document.Span{Start: m[0], End: m[1]}
		r.Reportf(overSpecifies, span, "schema-ddl",
			"the plan defines a schema (%s), which the framework decides and the executor writes; say what must hold: "+
				"which data there is, and how that is seen", document.Quote(strings.TrimSpace(text.of(span))))
	}
	if m := text.match(stamped, whole, anywhere); m != nil {
		span := document.Span{Start: m[0], End: m[1]}
		r.Fixf(overSpecifies, span, "framework-timestamped-filename",
			document.Replace("write a pattern", span, "*"+text.content[m[2]:m[3]]),
			"the plan names %s, but the framework makes up that time when it generates the file, so the file will have "+
				"another name; write a pattern", text.of(span))
	}
	for i := range r.Doc.Body.Hidden {
		h := &r.Doc.Body.Hidden[i]
		info, _, _ := strings.Cut(strings.TrimSpace(h.Info), " ")
		if h.Kind != document.Fence || !h.Closed || info == "mermaid" || info == "dot" {
			continue
		}
		if n := utf8.RuneCountInString(strings.TrimRight(text.of(h.Inner), "\r\n")); n >= snippetLimit {
			r.Reportf(overSpecifies, h.Open, "inline-code-snippet",
				"the plan holds %d characters of code in one piece, and a plan says what must be true at the end, not "+
					"how; describe what the code must do (up to %d characters pass)", n, snippetLimit-1)
			return
		}
	}
}
