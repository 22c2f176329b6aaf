package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// flags reports marks of a validation that are neither true nor false.
func (j workJudge) flags() {
	root := j.p.Front(j.Doc).Root
	for _, key := range []string{"nyquist_compliant", "wave_0_complete"} {
		pair := root.Pair(key)
		if pair == nil {
			continue
		}
		text := strings.TrimSpace(dialect.Text(pair.Value))
		if text == "true" || text == "false" || text == "" || pair.Value.Span.Len() == 0 {
			continue
		}
		f := document.Finding{Rule: "gsd-session-status", Span: pair.Value.Span, At: "frontmatter." + key,
			Message: fmt.Sprintf("`%s` is %s, and audit-milestone looks for true, so the phase counts as not compliant; "+
				"write true or false", key, document.Quote(text))}
		if meant := map[string]string{"yes": "true", "True": "true", "TRUE": "true", "no": "false", "False": "false",
			"FALSE": "false"}[text]; meant != "" {
			f.Fixes = document.Replace("write "+meant, pair.Value.Span, meant)
		}
		j.Report(f)
	}
}

// compliant reports a validation that is done and says that all is covered, with a task that is not green.
func (j workJudge) compliant() {
	front := j.p.Front(j.Doc)
	pair := front.Root.Pair("nyquist_compliant")
	if pair == nil || dialect.Text(pair.Value) != "true" || dialect.Text(front.Root.Get("status")) != "validated" {
		return
	}
	var open []document.Span
	status, width := -1, 0
	for l := range notation.LinesWith(j.Doc, front.End, "|") {
		cells := notation.Cells(l)
		if l.Hidden || len(cells) == 0 {
			continue
		}
		if titles := notation.Titles(cells); titles[0] == "task id" {
			status, width = slices.Index(titles, "status"), len(cells)
		} else if len(cells) != width {
			status = -1 // of another table
		} else if status >= 0 {
			word := strings.ToLower(strings.Trim(cells[status].Text, "⬜❌* "))
			if word == "pending" || word == "red" {
				open = append(open, cells[status].Span)
			}
		}
	}
	if len(open) == 0 {
		return
	}
	j.Report(document.Finding{Rule: "gsd-session-status", Span: pair.Value.Span, At: "frontmatter.nyquist_compliant",
		Least:   model.Past(j.p, j.Doc),
		Related: []document.Related{{Span: open[0], Message: "this one is not green"}},
		Message: fmt.Sprintf("the validation is done and compliant, and of its map %s red or pending, so audit-milestone "+
			"takes the phase for compliant in part; run the tests and write what they say, or `nyquist_compliant: false`",
			document.Count(len(open), "task")+" "+map[bool]string{true: "is", false: "are"}[len(open) == 1])})
}
