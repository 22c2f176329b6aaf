package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	gapEntry = memo.Regexp(`^([ \t]*)- `)
	gapsHead = memo.Regexp(`(?i)\b(?:gap|issue)s?\b`) // Issues in old runs
	gapTruth = memo.Regexp(`^([ \t]*)((?:[-*+•–—]|\d{1,9}[.)])?[ \t]*)\**truth(?::\**|\**:)[ \t]*\S`)
)

// gaps reports gaps of a run of acceptance tests that begin otherwise than audit-uat wants, which reads them as part of
// the gap above.
func gaps(j *judge) {
	if j.p.Old() {
		return
	}
	inside, told, base := false, false, -1
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "#", "- ", "truth") {
		if heading, ok := strings.CutPrefix(l.Text, "## "); ok && !l.Hidden {
			inside = strings.EqualFold(strings.TrimSpace(heading), "Gaps")
		}
		if !inside || l.Hidden {
			continue
		}
		m := gapTruth().FindStringSubmatchIndex(l.Text)
		if e := gapEntry().FindStringSubmatchIndex(l.Text); e != nil && (base < 0 || e[3] <= base) {
			base, told = e[3], m != nil
			continue
		}
		if m == nil {
			continue
		}
		if marker := l.Text[m[4]:m[5]]; marker == "" && m[3] > max(base, 0) && !told {
			told = true // a key of the entry above
			continue
		}
		span := l.Part(0, m[5])
		j.Fixf("gsd-uat-gap", l.Part(m[3], len(strings.TrimRight(l.Text, " \t\r"))), "body",
			document.Replace("write it as an entry", span, strings.Repeat(" ", max(base, 0))+"- "),
			"audit-uat takes only what begins with a hyphen and a space, no deeper than the first entry, for a gap, so this one is "+
				"not listed and its keys count as those of the one above; write `- truth: …`")
	}
}

// lost reports an issue that the tests found where the run lists no gap at all: gaps are what is planned for.
func (a *acceptance) lost() {
	found := slices.IndexFunc(a.tests, func(t test) bool {
		return t.result == "issue" && strings.TrimSpace(a.Doc.Text(document.Span{Start: t.at.End, End: t.line.Span.End})) == ""
	})
	if found < 0 || a.status == "resolved" {
		return
	}
	inside := false
	for l := range notation.LinesWith(a.Doc, a.p.Front(a.Doc).End, "#", "- ", "truth") {
		if level, text := notation.Heading(l.Text); level == 2 && !l.Hidden {
			inside = gapsHead().MatchString(text)
		} else if inside && (gapEntry().MatchString(l.Text) || gapTruth().MatchString(l.Text)) {
			return // in a fence, too
		}
	}
	t, more, n := a.tests[found], "", 0
	for _, other := range a.tests[found+1:] {
		if other.result == "issue" {
			n++
		}
	}
	if n > 0 {
		more = fmt.Sprintf("; the same holds for %s", document.Count(n, "other test"))
	}
	a.Report(document.Finding{Rule: "gsd-uat-gap", Span: t.at, At: "body",
		Message: fmt.Sprintf("test %s found an issue, and `## Gaps` lists none, so `plan-phase --gaps` plans nothing for it; add "+
			"`- truth: …` with `status: failed` and `test: %s`%s", t.number, t.number, more)})
}

// nothing is a text that says that there is nothing.
var nothing = memo.Regexp(`(?i)^(?:no(?:ne)?\b|n/?a\b|-+$|—$|\{|\[none)`)

// ofReport is a line that says how a report came about.
var ofReport = memo.Regexp(`(?i)^(?:re-?verification|status|result|verdict)\b`)

// unnamed reports a report that found something and does not say what: neither in the key that is read first, nor in
// its text.
func unnamed(j *judge, root *document.Node, status *document.Pair) {
	key, heading := "gaps", "gap"
	what := "the report found gaps and names none in `gaps`, so `plan-phase --gaps` has nothing to plan; add each with truth, " +
		"status, reason and missing"
	switch strings.TrimSpace(dialect.Text(status.Value)) {
	case "gaps_found":
	case "human_needed":
		key, heading = "human_verification", "human"
		what = "the report asks for people and names nothing in `human_verification`, so nobody is told what to test; add each " +
			"with test, expected and why_human"
	default:
		return
	}
	if n := root.Get(key); n != nil && (len(n.Items) > 0 || n.Type == document.String) {
		return
	}
	inside := 0 // the level of the heading of the section
	for l := range notation.Lines(j.Doc) {
		text := strings.Trim(l.Text, "*_ \t\r")
		switch level, title := notation.Heading(l.Text); {
		case l.Hidden || text == "" || l.Span.Start < j.p.Front(j.Doc).End:
		case inside > 0 && level > inside:
			return
		case level > 0:
			inside = 0
			if strings.Contains(strings.ToLower(title), heading) {
				inside = level
			}
		case strings.HasPrefix(text, "---"):
			inside = 0
		case inside > 0 && !nothing().MatchString(text), inside == 0 && !ofReport().MatchString(text) &&
			strings.Contains(strings.ToLower(text), heading):
			return
		}
	}
	j.Report(document.Finding{Rule: "gsd-verification-status", Span: status.Value.Span, At: "frontmatter.status", Lesser: true,
		Least: model.Past(j.p, j.Doc), Message: what})
}
