package report

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	gapEntry = memo.WithMark("- ", `^([ \t]*)- `)
	gapTruth = memo.WithMark("truth", `^([ \t]*)((?:[-*+•–—]|\d{1,9}[.)])?[ \t]*)\**truth(?::\**|\**:)[ \t]*\S`)
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
		m := gapTruth.FindIndex(l.Text)
		if e := gapEntry.FindIndex(l.Text); e != nil && (base < 0 || e[3] <= base) {
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
			"audit-uat takes only what begins with a hyphen and a blank, no deeper than the first entry, for a gap, so this one is "+
				"not listed and its keys count as those of the one above; write `- truth: …`")
	}
}
