// Package review holds the review log of a milestone's plans against its format and against itself, and against the
// last commit: what stands in the log is never changed. Nothing here has a fix, because every repair would change the
// log.
package review

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
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
		l := &log{Reporter: r, set: set}
		l.findIterations()
		l.title()
		l.sequence()
		l.times()
		l.limit()
		for i := range l.iterations {
			l.iteration(&l.iterations[i])
		}
		h.judge(l)
	})
	return nil, nil
}

// log is one review log under judgement.
type log struct {
	*document.Reporter
	set        *document.Set
	iterations []iteration
	text       []byte // the source as valid UTF-8 of the same length, made when the first verdict is read
}

// verdictText is the text that verdicts are read from. Without it, each verdict of a log with broken bytes would mend
// a copy of the whole log.
func (l *log) verdictText() []byte {
	if l.text == nil {
		l.text = l.Doc.Src
		if !utf8.Valid(l.text) {
			l.text = bytes.Clone(l.text)
			for i := 0; i < len(l.text); {
				char, width := utf8.DecodeRune(l.text[i:])
				if char == utf8.RuneError && width == 1 {
					l.text[i] = '?'
				}
				i += width
			}
		}
	}
	return l.text
}

var titleForm = rules.Lazy(`^# PLAN-REVIEW\.md — Phase (\d+) \(.*[^\s)].*\)$`)

// title judges the first heading of the first level.
func (l *log) title() {
	number, _ := strconv.Atoi(strings.TrimPrefix(l.Doc.Var("milestone"), "M"))
	want := "# PLAN-REVIEW.md — Phase <N> (<name>)"
	if number > 0 {
		want = fmt.Sprintf("# PLAN-REVIEW.md — Phase %d (<name>)", number)
	}
	for i := range l.Doc.Body.Headings {
		h := &l.Doc.Body.Headings[i]
		if h.Level != 1 || meant(h) {
			continue
		}
		m := titleForm().FindStringSubmatch(l.Doc.Text(h.Span))
		if m == nil {
			l.Reportf("review-title", h.Span, "title",
				"the title is %s, so readers do not see what is reviewed; write `%s`",
				quote(h.Text), want)
		} else if n, err := strconv.Atoi(m[1]); number > 0 && (err != nil || n != number) {
			l.Reportf("review-title", h.Span, "title",
				"the title says phase %s, but by its name the file is the log of %s; one of them is wrong",
				m[1], l.Doc.Var("milestone"))
		}
		return
	}
	l.Reportf("review-title", l.Doc.FirstLine(), "title",
		"the log has no title, so readers do not see what is reviewed; write `%s` in the first line",
		want)
}

// limit informs of the first iteration that the loop should not have come to.
func (l *log) limit() {
	most := l.set.Number("review-iteration-limit", "max")
	if n := int(most); len(l.iterations) > n {
		it := &l.iterations[n]
		l.Reportf("review-iteration-limit", it.heading, it.at,
			"the log holds %d iterations, and after %d the loop of planner and checker should stop and ask the user; "+
				"a plan that goes round longer is usually too large",
			len(l.iterations), n)
	}
}

// iteration judges what stands in one iteration.
func (l *log) iteration(it *iteration) {
	if it.hidden {
		return // the fence that hides it is reported
	}
	v := l.verdict(it)
	labels := l.labels(it, v.open)
	l.contradictions(it, v, labels)
}

// quote shows a value in a message, shortened if it is long.
func quote(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s[:min(len(s), 4*most)])[:most]) + "…"
	}
	return strconv.Quote(s)
}
