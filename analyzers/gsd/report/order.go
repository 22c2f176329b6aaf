package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	// listedTest is a test that audits up to 1.11 list: three lines, with nothing between them.
	listedTest = memo.Regexp(`^###\s*\d+\.\s*[^\n]+\nexpected:\s*[^\n]+\nresult:\s*\[?\w+`)
	expected   = memo.Regexp(`^expected:[ \t]*([^\s|>].*)$`)
	entry      = memo.Regexp(`^\w+:`)
	openTests  = []string{"pending", "skipped", "blocked"}
)

// order reports tests without an outcome that an audit does not list, for their lines stand in another order.
func (a *acceptance) order() {
	if a.p.Edition == "1.14" {
		return // which finds the result wherever it stands
	}
	for i, t := range a.tests {
		end := len(a.Doc.Src)
		if i+1 < len(a.tests) {
			end = a.tests[i+1].head.Span.Start
		}
		block := document.Span{Start: t.head.Span.Start, End: end}
		if !slices.Contains(openTests, t.result) || listedTest().MatchString(a.Doc.Text(block)) {
			continue
		}
		f := document.Finding{Rule: "gsd-uat-order", Span: t.line.Span, At: "body",
			Message: fmt.Sprintf("test %s is %s, and audit-uat up to 1.11 lists a test only if `expected: …` on one line follows "+
				"its heading and `result: …` follows that, so nobody is told of this one; write the lines so", t.number, t.result)}
		if line := a.expects(block); line != nil {
			f.Fixes = []document.Fix{{Title: "write the lines in order", Edits: []document.Edit{
				{Span: t.head.Span, Text: strings.TrimRight(t.head.Text, " \t") + "\n" + line.Text + "\n" + t.line.Text},
				{Span: a.whole(line.Span)}, {Span: a.whole(t.line.Span)},
			}}}
			slices.SortStableFunc(f.Fixes[0].Edits, func(x, y document.Edit) int { return x.Span.Start - y.Span.Start })
		}
		a.gather.Add("order", f)
	}
}

// expects returns the line of a block that says what is expected, if it says all of it.
func (a *acceptance) expects(block document.Span) *notation.Line {
	var found *notation.Line
	for l := range notation.LinesIn(a.Doc, block) {
		if found != nil && l.Span.Start > found.Span.End && strings.TrimSpace(l.Text) != "" {
			if strings.HasPrefix(l.Text, " ") || !entry().MatchString(l.Text) && !strings.HasPrefix(l.Text, "#") {
				return nil // it goes on
			}
			return found
		}
		if found == nil && expected().MatchString(l.Text) {
			found = &l
		}
	}
	return found
}

// whole is the span of a line with its end.
func (a *acceptance) whole(line document.Span) document.Span {
	_, next := document.LineEnd(a.Doc.Content(), line.Start)
	return document.Span{Start: line.Start, End: next}
}
