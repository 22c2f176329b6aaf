package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// verdicts are the statuses of a whole report, from bad to good. No fix makes a verdict better: that is for people.
var verdicts = []string{"failed", "deferred", "verified"}

// better reports whether a verdict says more good of a milestone than another.
func better(verdict, than string) bool {
	return slices.Index(verdicts, verdict) > slices.Index(verdicts, than)
}

// verification holds counters, status and header against the SC blocks, which are the evidence.
func verification(r *report) {
	r.milestone()
	if slices.ContainsFunc(r.Doc.Body.Hidden, func(h document.Hidden) bool { return !h.Closed }) {
		return // an open fence or comment hides the rest; that it does is reported
	}
	recordable(r.Reporter)
	evidence(r.Reporter)
	said := r.word("milestone_status", verdicts...)
	counts, ok := model.CountCriteria(r.Doc.Body)
	if !ok {
		if said != nil {
			header(r.Reporter, said.Value.Text, func() bool { return false })
		}
		return
	}
	total := 0
	for _, s := range model.CriterionCounters {
		total += counts[s.Status]
	}
	// With fewer blocks than declared, some may be there that nobody sees: then what the others say is no reason to
	// rewrite anything. Looking for those takes longer than all the rest, and most reports have nothing to fix.
	_, declared := r.number("sc_total")
	sure := sync.OnceValue(func() bool { return total >= declared && !hides(r.Doc, total) })
	expected := append(make([]counter, 0, 1+len(model.CriterionCounters)), counter{"sc_total", total, "in all"})
	for _, s := range model.CriterionCounters {
		expected = append(expected, counter{s.Key, counts[s.Status], "with the status " + s.Status})
	}
	count(r, expected, sure)
	verdict := "verified"
	switch {
	case counts["Fail"] > 0:
		verdict = "failed"
	case counts["Defer"]+counts["Pending"] > 0, said != nil && said.Value.Text == "deferred" && unconfirmed(r.Doc.Body):
		verdict = "deferred"
	}
	if said != nil && said.Value.Text != verdict {
		fix := ""
		if !better(verdict, said.Value.Text) && sure() {
			fix = verdict
		}
		r.value("verification-status", said, fix,
			"`milestone_status` is %s, but the success criteria make it %s (%s), and programs believe the frontmatter; "+
				"write %s", said.Value.Text, verdict, tally(counts), verdict)
	}
	header(r.Reporter, verdict, sure)
}

// unconfirmed reports whether a criterion is marked as one that a user has to confirm. Whether one has, the report
// does not tell, so that deferred is right, too.
func unconfirmed(body *document.Body) bool {
	return slices.ContainsFunc(body.Fields, func(f document.LabelField) bool {
		return strings.EqualFold(f.Label, "Needs user confirm") && strings.EqualFold(f.Text, "true")
	})
}

// counter is a key that counts SC blocks, and how many there are of which.
type counter struct {
	key   string
	count int
	which string
}

// count compares counters with the numbers of blocks. One fix sets all that are wrong, since their sum must hold.
func count(r *report, all []counter, sure func() bool) {
	fix := document.Fix{}
	var titles []string
	for _, c := range all {
		if p, n := r.number(c.key); p != nil && n != c.count {
			text := p.Value.Requote(strconv.Itoa(c.count))
			fix.Edits = append(fix.Edits, document.Edit{Span: p.Value.Span, Text: text})
			titles = append(titles, fmt.Sprintf("%s to %s", c.key, text))
		}
	}
	if fix.Title = "set " + document.AllOf(titles); len(titles) == 0 {
		return
	}
	var fixes []document.Fix
	if sure() {
		fixes = []document.Fix{fix}
	}
	for _, c := range all {
		if p, n := r.number(c.key); p != nil && n != c.count {
			r.Fixf("verification-counter", p.Place(), "frontmatter."+c.key, fixes,
				"`%s` is %d, but the body holds %s %s; close-project trusts the number and never counts",
				c.key, n, document.Count(c.count, "SC block"), c.which)
		}
	}
}

// tally tells the counts in a message.
func tally(counts map[string]int) string {
	var parts []string
	for _, s := range model.CriterionCounters {
		if n := counts[s.Status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.Status))
		}
	}
	return strings.Join(parts, ", ")
}

// header compares the bold header with the verdict. Further headers are history.
func header(r *document.Reporter, verdict string, sure func() bool) {
	i := slices.IndexFunc(r.Doc.Body.Fields, func(f document.LabelField) bool {
		return f.Label == "Milestone Status" && f.Inside && f.Bullet == "" && f.Indent == 0
	})
	if i < 0 {
		return
	}
	f := &r.Doc.Body.Fields[i]
	word := f.Text[:len(f.Text)-len(strings.TrimLeft(f.Text, "abcdefghijklmnopqrstuvwxyz"))]
	if word == verdict || !slices.Contains(verdicts, word) {
		return
	}
	span := document.Span{Start: f.Value.Start, End: f.Value.Start + len(word)}
	var fixes []document.Fix
	if !better(verdict, word) && sure() {
		fixes = document.Replace("write "+verdict, span, verdict)
	}
	r.Fixf("verification-header", span, "body.milestone_status_header", fixes,
		"the header says %s, but the report's status is %s; people read the header and programs the frontmatter",
		word, verdict)
}

// criterion is a line that is, or was meant as, the heading of a success criterion.
var criterion = memo.Regexp(`(?im)^[ \t]*(?:<!--.*-->)?[ \t]*(?:#+|\*\*)[ \t]*(?:SC|Criterion)[-_ ]?(\d+)`)

// hides reports whether a criterion stands in a fence or comment, in a line that is no heading, or below a heading
// that is none of the blocks that were counted.
func hides(d *document.Document, blocks int) bool {
	for i := range d.Body.Hidden {
		if criterion().MatchString(d.Text(d.Body.Hidden[i].Inner)) {
			return true
		}
	}
	headings, states := 0, 0
	for i := range d.Body.Headings {
		if h := &d.Body.Headings[i]; !h.Setext && criterion().MatchString(d.Text(h.Span)) {
			headings++
		}
	}
	for i := range d.Body.Fields { // of criteria, whatever stands above them
		if strings.EqualFold(d.Body.Fields[i].Label, "Status") {
			states++
		}
	}
	return states > blocks || len(criterion().FindAllStringIndex(d.Text(d.Body.Span), -1)) > headings
}
