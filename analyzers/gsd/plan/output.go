package plan

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var summaryName = memo.Regexp(`(?:^|[/\s` + "`" + `"'(@])((\d[\w.-]*)-SUMMARY\.md)\b`)

// output reports a plan that has its summary written under the name of another plan of the phase, or of none.
func output(j *judge) {
	if !j.open {
		return
	}
	inside := false
	usual := path.Base(notation.SummaryNames(j.plan.File)[0])
	var wrong *document.Finding
	for l := range notation.LinesWith(j.Doc, j.front.End, "-SUMMARY.md", "output>") {
		inside = inside || strings.Contains(l.Text, "<output>")
		if m := summaryName().FindStringSubmatchIndex(l.Text); m != nil && inside && !l.Hidden {
			name := l.Text[m[2]:m[3]]
			if closedBy(j.plan, name) {
				return
			}
			closes := "no plan: this one counts as open and"
			if other := claims(j.p, j.plan.Phase.Dir, name); other != nil {
				closes = other.ID + ": that plan counts as done, and this one"
			} else if slices.ContainsFunc(j.plan.Phase.Summaries, func(s *model.Summary) bool { return s.File == name }) {
				return // it is there already, and that no plan claims it is told there
			}
			if span := l.Part(m[2], m[3]); wrong == nil {
				wrong = &document.Finding{Rule: "gsd-plan-id", Span: span, At: "body", Lesser: true,
					Fixes: document.Replace("write "+usual, span, usual),
					Message: fmt.Sprintf("the summary of this plan is to be %s, which closes %s runs again; write %s", name,
						closes, usual)}
			}
		}
		inside = inside && !strings.Contains(l.Text, "</output>")
	}
	if wrong != nil {
		j.Report(*wrong)
	}
}

// claims returns the active plan of the phase in a directory that a summary of some name closes, or nil.
func claims(p *model.Planning, dir, name string) *model.Plan {
	return p.Closing.Get(p.Set, dir, func() map[string]*model.Plan {
		closing := map[string]*model.Plan{}
		for _, plan := range slices.Backward(p.Phase(dir).Active) { // the first counts
			for _, file := range notation.SummaryNames(plan.File) {
				closing[path.Base(file)] = plan
			}
		}
		return closing
	})[name]
}

// closedBy reports whether a summary of some name closes a plan.
func closedBy(plan *model.Plan, name string) bool {
	return slices.ContainsFunc(notation.SummaryNames(plan.File), func(file string) bool { return path.Base(file) == name })
}
