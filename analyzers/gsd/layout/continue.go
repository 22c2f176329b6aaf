package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/spell"
)

// goOn judges a note on where to continue: the phase that it is of, and its anti-patterns.
func goOn(j *judge) {
	if j.Doc.Problem != nil {
		return
	}
	front := j.p.Front(j.Doc)
	if n := front.Root.Get("phase"); n != nil && !j.p.Standalone {
		own := notation.DirNumber(notation.PhaseDir(j.p.Below(j.Doc)))
		if number := notation.PhaseIn(dialect.Text(n)); number != "" && own != "" && number != own {
			j.Reportf("gsd-handoff-place", n.Span, "frontmatter.phase", "the note is of phase %s and lies in the directory of phase "+
				"%s, %s", number, own, whichOne)
		}
	}
	severities(j, front.End)
}

// severities reports anti-patterns whose severity is none that the steps look for.
func severities(j *judge, start int) {
	known := []string{"blocking", "advisory"}
	inside, column := false, -1
	for l := range notation.LinesWith(j.Doc, start, "#", "|") {
		if level, text := notation.Heading(l.Text); level > 0 {
			inside, column = strings.HasPrefix(strings.ToLower(text), "critical anti-patterns") && !l.Hidden, -1
			continue
		}
		cells := notation.Cells(l)
		if !inside || l.Hidden || len(cells) == 0 {
			continue
		}
		if column < 0 {
			column = slices.Index(notation.Titles(cells), "severity")
			continue
		}
		if column >= len(cells) {
			continue
		}
		cell := cells[column]
		word := strings.ToLower(strings.Trim(cell.Bare(), "*`_"))
		first := word
		if i := strings.IndexAny(word, "*`_,: "); i >= 0 {
			first = word[:i]
		}
		if strings.Trim(word, ":- ") == "" || slices.Contains(known, first) || strings.ContainsAny(word, "[{") {
			continue // agents read the table, and a remark behind the word
		}
		f := document.Finding{Rule: "gsd-handoff-severity", Span: cell.Span, At: "body",
			Message: fmt.Sprintf("%s is no severity of an anti-pattern: the phase is discussed and executed without a stop for all "+
				"that is not blocking", document.Quote(cell.Bare()))}
		meant := spell.Close(word, known)
		if strings.HasPrefix(word, "block") || strings.HasPrefix(word, "critical") {
			meant = "blocking"
		}
		if meant == "" {
			f.Least = true
			f.Message += "; write blocking or advisory"
		} else {
			f.Message += "; write " + meant
			f.Fixes = document.Guess("write "+meant, cell.Span, meant)
		}
		j.Report(f)
	}
}
