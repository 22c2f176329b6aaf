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
	currentHead = memo.Regexp(`(?i)^##[ \t]+Current[ \t]+Test[ \t]*$`)
	currentKey  = memo.Regexp(`^(number|name|expected):[ \t]*(.*?)[ \t]*$`)
	someDigits  = memo.Regexp(`^\d+$`)
)

// current reports, of a run that is under way, a test to go on with that `uat render-checkpoint` cannot show, or that is
// none of the run.
func (a *acceptance) current(from int) {
	const rule = "gsd-uat-current"
	if a.status != "testing" || a.p.Edition == "1.x" || len(a.tests) == 0 {
		return
	}
	var head *notation.Line
	found := map[string]notation.Word{}
	for l := range notation.LinesIn(a.Doc, document.Span{Start: from, End: len(a.Doc.Src)}) {
		if l.Hidden {
			continue
		}
		if head == nil {
			if currentHead().MatchString(l.Text) {
				head = &l
			}
			continue
		}
		if strings.HasPrefix(l.Text, "## ") || strings.HasPrefix(l.Text, "# ") {
			break
		}
		if strings.Contains(strings.ToLower(l.Text), "[testing complete]") {
			return // that the run is over is told of its status
		}
		if m := currentKey().FindStringSubmatchIndex(l.Text); m != nil {
			if _, again := found[l.Text[m[2]:m[3]]]; !again {
				found[l.Text[m[2]:m[3]]] = l.Word(m[4], m[5])
			}
		}
	}
	if head == nil || len(found) == 0 {
		return // the first pending test is shown
	}
	var missing []string
	for _, key := range []string{"number", "name", "expected"} {
		word, ok := found[key] // without a value the next line is taken for it
		if !ok || key == "number" && word.Text != "" && !someDigits().MatchString(word.Text) {
			missing = append(missing, "`"+key+":`")
		}
	}
	number := found["number"]
	switch {
	case missing != nil:
		a.Report(document.Finding{Rule: rule, Span: head.Span, At: "body",
			Message: fmt.Sprintf("GSD reads no %s here, so `uat render-checkpoint` stops and verify-work cannot show the "+
				"test that is next; write number, name and expected of it", document.AllOf(missing))})
	case number.Text != "" && !slices.ContainsFunc(a.tests, func(t test) bool { return bare(t.number) == bare(number.Text) }):
		a.Report(document.Finding{Rule: rule, Span: number.Span, At: "body",
			Message: fmt.Sprintf("the run is at test %s and has none of this number, so verify-work shows it and nowhere writes down what "+
				"came out; name the test that is next", number.Text)})
	}
}

// bare is a number without zeros in front.
func bare(number string) string { return strings.TrimLeft(number, "0") }
