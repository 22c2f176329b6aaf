package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// statuses of a success criterion and the frontmatter key that counts each.
var statuses = []struct{ status, counter string }{{"Pass", "passed"}, {"Fail", "failed"}, {"Defer", "deferred"},
	{"Pending", "pending"}}

// verification holds counters, status and header against the SC blocks, which are the evidence.
func (r *report) verification() {
	r.milestone()
	for i := range r.Doc.Body.Hidden {
		if !r.Doc.Body.Hidden[i].Closed {
			return // an open fence or comment hides the rest; that it does is reported
		}
	}
	counts, ok := r.criteria()
	if !ok {
		r.header("", func() bool { return false })
		return
	}
	total := 0
	for _, s := range statuses {
		total += counts[s.status]
	}
	// With fewer blocks than declared, some may be there that nobody sees: then what the others say is no reason to
	// rewrite anything. Looking for those takes longer than all the rest, and most reports have nothing to fix.
	_, declared := r.number("sc_total")
	sure := sync.OnceValue(func() bool { return total >= declared && !r.hides(total) })
	for _, s := range statuses {
		r.counter(s.counter, counts[s.status], "with the status "+s.status, sure)
	}
	r.counter("sc_total", total, "in all", sure)
	status := "verified"
	switch {
	case counts["Fail"] > 0:
		status = "failed"
	case counts["Defer"]+counts["Pending"] > 0, r.unconfirmed():
		status = "deferred"
	}
	if p := r.word("milestone_status", "verified", "failed", "deferred"); p != nil && p.Value.Text != status {
		r.value("verification-status", p, only(func() bool { return !better(status, p.Value.Text) && sure() }, status),
			"`milestone_status` is %s, but the success criteria make it %s (%s), and programs believe the "+
				"frontmatter; write %s",
			p.Value.Text, status, tally(counts), status)
	}
	r.header(status, sure)
}

// unconfirmed reports whether the report says deferred while a criterion is marked as one that a user has to confirm.
// Whether one has, the report does not tell, so that either status is right.
func (r *report) unconfirmed() bool {
	p := r.word("milestone_status", "deferred")
	return p != nil && slices.ContainsFunc(r.Doc.Body.Fields, func(f document.LabelField) bool {
		return strings.EqualFold(f.Label, "Needs user confirm") && strings.EqualFold(f.Text, "true")
	})
}

// better reports whether a status says more good of a milestone than another. No fix makes a verdict better: that is
// for people.
func better(status, than string) bool {
	rank := map[string]int{"failed": 0, "deferred": 1, "verified": 2}
	return rank[status] > rank[than]
}

// only returns text if the condition holds, else "".
func only(condition func() bool, text string) string {
	if condition() {
		return text
	}
	return ""
}

// criterion is a line that is, or was meant as, the heading of a success criterion.
var criterion = rules.Lazy(`(?im)^[ \t]*(?:<!--.*-->)?[ \t]*(?:#+|\*\*)[ \t]*(?:SC|Criterion)[-_ ]?(\d+)`)

// hides reports whether a criterion stands in a fence or comment, in a line that is no heading, or below a heading
// that is none of the blocks that were counted.
func (r *report) hides(blocks int) bool {
	body := r.Doc.Body
	for i := range body.Hidden {
		if criterion().MatchString(r.Doc.Text(body.Hidden[i].Inner)) {
			return true
		}
	}
	headings := 0
	for i := range body.Headings {
		if h := &body.Headings[i]; !h.Setext && criterion().MatchString(r.Doc.Text(h.Span)) {
			headings++
		}
	}
	states := 0 // of criteria, whatever stands above them
	for i := range body.Fields {
		if strings.EqualFold(body.Fields[i].Label, "Status") {
			states++
		}
	}
	return states > blocks || len(criterion().FindAllStringIndex(r.Doc.Text(body.Span), -1)) > headings
}

// criteria counts the SC blocks by status. It fails if the blocks cannot be counted: one is misshapen, has no known
// status or two, or is there twice. Then the counters would only repeat what is reported already.
func (r *report) criteria() (counts map[string]int, ok bool) {
	counts = map[string]int{}
	seen, misshapen := map[string]bool{}, []string(nil)
	for i := range r.Doc.Body.Headings {
		h := &r.Doc.Body.Headings[i]
		number := criterionNumber(h.Text)
		if number == "" {
			if h.Level == 3 && r.carriesStatus(h.Below) {
				return nil, false // it was meant as a block, and is reported
			}
			continue
		}
		id, title, colon := strings.Cut(h.Text, ":")
		if h.Level != 3 || h.Setext || h.Indent > 0 || !colon || strings.TrimSpace(title) == "" || id != "SC-"+number {
			misshapen = append(misshapen, number)
			continue
		}
		status := r.status(h.Below)
		if status == "" || seen[number] {
			return nil, false
		}
		seen[number] = true
		counts[status]++
	}
	r.Doc.Body.EachLine(func(line string, start int) bool {
		if strings.HasPrefix(line, "#") && r.Doc.Body.HiddenAt(start) == nil &&
			!strings.HasPrefix(strings.TrimLeft(line, "#"), " ") {
			if number := criterionNumber(strings.TrimLeft(line, "#")); number != "" {
				misshapen = append(misshapen, number) // the space is missing, and block-heading says so
			}
		}
		return true
	})
	// A heading that only starts like a block, such as "SC-2 follow-up" beside SC-2, hides none.
	return counts, len(seen) > 0 && !slices.ContainsFunc(misshapen, func(number string) bool { return !seen[number] })
}

// criterionNumber returns the number of a heading that starts with SC and a number, or "".
func criterionNumber(text string) string {
	if len(text) < 3 || !strings.EqualFold(text[:2], "SC") {
		return ""
	}
	digits := strings.TrimLeft(text[2:], "- _")
	return digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
}

// carriesStatus reports whether a stretch holds a status and another field of a criterion.
func (r *report) carriesStatus(below document.Span) bool {
	status, other := false, false
	for _, f := range r.Doc.Body.FieldsIn(below) {
		status = status || f.Label == "Status"
		other = other || f.Label == "Classified by" || f.Label == "Evidence"
	}
	return status && other
}

// status returns the status of a block if it has exactly one, and it is known; else "".
func (r *report) status(block document.Span) string {
	status, found := "", 0
	for _, f := range r.Doc.Body.FieldsIn(block) {
		if f.Label != "Status" || !f.Canonical() {
			continue
		}
		found++
		for _, s := range statuses {
			if f.Text == s.status {
				status = s.status
			}
		}
	}
	if found != 1 {
		return ""
	}
	return status
}

func (r *report) counter(key string, count int, which string, sure func() bool) {
	p, n := r.number(key)
	if p == nil || n == count {
		return
	}
	r.value("verification-counter", p, only(sure, strconv.Itoa(count)),
		"`%s` is %d, but the body holds %s %s; close-project trusts the number and never counts",
		key, n, document.Count(count, "SC block"), which)
}

// tally tells the counts in a message.
func tally(counts map[string]int) string {
	var parts []string
	for _, s := range statuses {
		if n := counts[s.status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.status))
		}
	}
	return strings.Join(parts, ", ")
}

// header compares the bold header with the status that follows from the blocks, or with the frontmatter if they give
// none.
func (r *report) header(status string, sure func() bool) {
	if status == "" {
		p := r.word("milestone_status", "verified", "failed", "deferred")
		if p == nil {
			return
		}
		status = p.Value.Text
	}
	for _, f := range r.Doc.Body.Fields {
		if f.Label != "Milestone Status" || !f.Inside || f.Bullet != "" || f.Indent > 0 {
			continue
		}
		word := f.Text[:len(f.Text)-len(strings.TrimLeft(f.Text, "abcdefghijklmnopqrstuvwxyz"))]
		if word != status && (word == "verified" || word == "failed" || word == "deferred") {
			span := document.Span{Start: f.Value.Start, End: f.Value.Start + len(word)}
			finding := document.Finding{Rule: "verification-header", Span: span, At: "body.milestone_status_header",
				Message: fmt.Sprintf("the header says %s, but the report's status is %s; people read the header and "+
					"programs the frontmatter",
					word, status)}
			if !better(status, word) && sure() {
				finding.Fixes = document.Replace("write "+status, span, status)
			}
			r.Report(finding)
		}
		return // further headers are history
	}
}
