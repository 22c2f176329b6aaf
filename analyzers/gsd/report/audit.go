package report

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
)

// audit reports an audit of the milestone under way that passed with gaps: a run that completes the milestone asks nobody
// where it reads passed.
func (j *judge) audit() {
	front, state := j.p.Front(j.Doc), j.p.State()
	if front.Lost() || state == nil || dialect.Text(front.Root.Get("status")) != "passed" ||
		!strings.EqualFold(j.p.Below(j.Doc), state.Milestone()+"-MILESTONE-AUDIT.md") ||
		slices.ContainsFunc(front.Root.Pairs, func(pair document.Pair) bool { return strings.Contains(pair.Key, "resolved") }) {
		return
	}
	const rule, follows = "gsd-verification-score", "and the audit passed, so /gsd-autonomous completes the milestone " +
		"without asking anybody"
	for _, what := range []string{"requirements", "integration", "flows"} {
		if pair := front.Root.Get("gaps").Pair(what); pair != nil && pair.Value.Type == document.List && len(pair.Value.Items) > 0 {
			j.Reportf(rule, pair.KeySpan, "frontmatter.gaps."+what, "`gaps` holds %s here, %s; write `status: gaps_found`, or "+
				"take out what is closed", document.Count(len(pair.Value.Items), "gap"), follows)
			return
		}
	}
	if pair := front.Root.Get("scores").Pair("requirements"); pair != nil {
		if s, ok := readScore(dialect.Text(pair.Value)); ok && s.n < s.m && s.later < s.m-s.n {
			j.Reportf(rule, pair.Value.Span, "frontmatter.scores.requirements", "%d of %d requirements are met here, %s; write "+
				"`status: gaps_found`, or correct the score", s.n, s.m, follows)
		}
	}
}
