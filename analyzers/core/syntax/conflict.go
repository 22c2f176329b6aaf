package syntax

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// judgeConflicts reports the marks that git leaves around two versions of some lines. In frontmatter and data they
// are errors of syntax.
func judgeConflicts(r *reporter) {
	const from, to = "<<<<<<< ", ">>>>>>> "
	text := r.Doc.Content()[r.Doc.Body.Span.Start:r.Doc.Body.Span.End]
	starts, ends := strings.Contains(text, from), strings.Contains(text, to)
	if !starts && !ends {
		return
	}
	alone := starts != ends // else the counterpart may be in a fence
	open := document.Span{}
	defer func() {
		if alone {
			judgeLone(r, open)
		}
	}()
	r.Doc.Body.EachLine(func(line string, start int) bool {
		switch {
		case strings.HasPrefix(line, from):
			open = document.Span{Start: start, End: start + len(line)}
		case strings.HasPrefix(line, to) && open.Len() > 0:
			r.Report(document.Finding{Rule: "merge-conflict", Span: open, At: "body",
				Message: "a merge left two versions of the lines from here to the next `>>>>>>>`, and whoever " +
					"reads the file takes both for the text; keep one, and remove the marks"})
			open = document.Span{}
		case alone && closing().MatchString(line):
			judgeLone(r, document.Span{Start: start, End: start + len(line)})
		}
		return true
	})
}

// closing is the line that git ends two versions with: a branch, or a commit with its subject. Behind seven marks of a
// quote stands a sentence.
var closing = memo.Regexp(`^>{7} (?:[\w./@-]+|[0-9a-f]{7,40} \(.*\))\r?$`)

// judgeLone reports a mark whose counterpart is gone.
func judgeLone(r *reporter, mark document.Span) {
	if mark.Len() == 0 {
		return
	}
	r.Report(document.Finding{Rule: "merge-conflict", Span: mark, At: "body", Lesser: true,
		Message: "a mark of a merge conflict was left here, and its counterpart is gone, so nobody knows whether both versions " +
			"still stand around it; look at them, and remove it"})
}
