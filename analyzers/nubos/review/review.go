// Package review holds the review log of a milestone's plans against its format and against itself, and against the
// last commit: what stands in the log is never changed. Nothing here has a fix, because every repair would change the
// log.
package review

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer judges review logs.
var Analyzer = &analysis.Analyzer{
	Name:     "review",
	Doc:      "hold review logs against their format, themselves and the last commit",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run:      run,
}

const kind = "nubos/milestone-plan-review"

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	h := newHistory(set)
	set.Each([]string{kind}, func(r *document.Reporter) {
		if !r.Doc.Readable() || len(bytes.TrimSpace(r.Doc.Src)) == 0 {
			return
		}
		iterations := readIterations(r.Doc)
		title(r)
		sequence(r, iterations)
		times(r, iterations)
		limit(r, iterations, int(set.Options.Number("review-iteration-limit", "max")))
		verdicts := verdicts{Reporter: r, set: set}
		for i := range iterations {
			it := &iterations[i]
			if it.hidden {
				continue // the fence that hides it is reported
			}
			v := verdicts.of(it)
			contradictions(r, it, v, labels(r, it, v.open))
		}
		h.judge(r, iterations)
	})
	return nil, nil
}

var titleForm = memo.Regexp(`^# PLAN-REVIEW\.md — Phase (\d+) \(.*[^\s)].*\)$`)

// title judges the first heading of the first level.
func title(r *document.Reporter) {
	milestone := r.Doc.Var("milestone")
	number, _ := strconv.Atoi(strings.TrimPrefix(milestone, "M"))
	want := "# PLAN-REVIEW.md — Phase <N> (<name>)"
	if number > 0 {
		want = fmt.Sprintf("# PLAN-REVIEW.md — Phase %d (<name>)", number)
	}
	i := slices.IndexFunc(r.Doc.Body.Headings, func(h document.Heading) bool { return h.Level == 1 && !meant(&h) })
	if i < 0 {
		r.Reportf("review-title", r.Doc.FirstLine(), "title",
			"the log has no title, so readers do not see what is reviewed; write `%s` in the first line", want)
		return
	}
	h := &r.Doc.Body.Headings[i]
	if m := titleForm().FindStringSubmatch(r.Doc.Text(h.Span)); m == nil {
		r.Reportf("review-title", h.Span, "title",
			"the title is %s, so readers do not see what is reviewed; write `%s`", quote(h.Text), want)
	} else if n, err := strconv.Atoi(m[1]); number > 0 && (err != nil || n != number) {
		r.Reportf("review-title", h.Span, "title",
			"the title says phase %s, but by its name the file is the log of %s; one of them is wrong", m[1], milestone)
	}
}

// limit informs of the first iteration that the loop should not have come to, behind so many.
func limit(r *document.Reporter, iterations []iteration, most int) {
	if len(iterations) > most {
		it := &iterations[most]
		r.Reportf("review-iteration-limit", it.heading, it.at,
			"the log holds %d iterations, and after %d the loop of planner and checker should stop and ask the user; "+
				"a plan that goes round longer is usually too large", len(iterations), most)
	}
}

// quote shows a value in a message, shortened if it is long.
func quote(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s[:min(len(s), 4*most)])[:most]) + "…"
	}
	return strconv.Quote(s)
}
