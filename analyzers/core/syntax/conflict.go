package syntax

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// judgeConflicts reports the marks that git leaves around two versions of some lines. In frontmatter and data they
// are errors of syntax.
func judgeConflicts(r *reporter) {
	const from, to = "<<<<<<< ", ">>>>>>> "
	text := r.Doc.Content()[r.Doc.Body.Span.Start:r.Doc.Body.Span.End]
	if !strings.Contains(text, from) || !strings.Contains(text, to) {
		return
	}
	open := document.Span{}
	r.Doc.Body.EachLine(func(line string, start int) bool {
		switch {
		case strings.HasPrefix(line, from):
			open = document.Span{Start: start, End: start + len(line)}
		case strings.HasPrefix(line, to) && open.Len() > 0:
			r.Report(document.Finding{Rule: "merge-conflict", Span: open, At: "body",
				Message: "a merge left two versions of the lines from here to the next `>>>>>>>`, and whoever " +
					"reads the file takes both for the text; keep one, and remove the marks"})
			open = document.Span{}
		}
		return true
	})
}
