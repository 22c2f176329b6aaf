package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// statuses of a success criterion and the frontmatter key that counts each.
var statuses = []struct{ status, counter string }{{"Pass", "passed"}, {"Fail", "failed"}, {"Defer", "deferred"}, {"Pending", "pending"}}

// verification holds counters, status and header against the SC blocks, which are the evidence.
func (r *report) verification() {
	r.milestone()
	counts, ok := r.criteria()
	if !ok {
		r.header("")
		return
	}
	total := 0
	for _, s := range statuses {
		total += counts[s.status]
		r.counter(s.counter, counts[s.status], "with the status "+s.status)
	}
	r.counter("sc_total", total, "in all")
	status := "verified"
	switch {
	case counts["Fail"] > 0:
		status = "failed"
	case counts["Defer"]+counts["Pending"]+counts["unconfirmed"] > 0:
		status = "deferred"
	}
	if p := r.word("milestone_status", "verified", "failed", "deferred"); p != nil && p.Value.Text != status {
		r.value("verification-status", p, status, "`milestone_status` is %s, but the success criteria make it %s (%s), and programs believe the frontmatter; write %s", p.Value.Text, status, tally(counts), status)
	}
	r.header(status)
}

// criteria counts the SC blocks by status. It fails if the blocks cannot be counted: one is misshapen, has no known status, or
// is there twice. Then the counters would only repeat what is reported already.
func (r *report) criteria() (counts map[string]int, ok bool) {
	counts = map[string]int{}
	seen := map[string]bool{}
	for _, h := range r.Doc.Body.Headings {
		if len(h.Text) < 3 || !strings.EqualFold(h.Text[:2], "SC") {
			continue
		}
		if number := strings.TrimLeft(h.Text[2:], "- _"); number == "" || number[0] < '0' || number[0] > '9' {
			continue
		}
		id, title, colon := strings.Cut(h.Text, ":")
		if h.Level != 3 || h.Setext || !colon || strings.TrimSpace(title) == "" || !strings.HasPrefix(id, "SC-") || strings.Trim(id[3:], "0123456789") != "" || seen[id] {
			return nil, false
		}
		seen[id] = true
		status, unconfirmed := r.status(h.Below)
		if status == "" {
			return nil, false
		}
		counts[status]++
		if unconfirmed {
			counts["unconfirmed"]++
		}
	}
	return counts, len(seen) > 0
}

// status returns the status of a block if it is a known one, and whether a person still has to confirm it.
func (r *report) status(block document.Span) (status string, unconfirmed bool) {
	by := ""
	for _, f := range r.Doc.Body.FieldsIn(block) {
		switch {
		case !f.Canonical():
		case f.Label == "Status" && status == "":
			for _, s := range statuses {
				if f.Text == s.status {
					status = s.status
				}
			}
			if status == "" {
				return "", false
			}
		case f.Label == "Classified by" && by == "":
			by = f.Text
		case strings.EqualFold(f.Label, "Needs user confirm") || strings.EqualFold(f.Label, "Needs-User-Confirm"):
			unconfirmed = strings.EqualFold(f.Text, "true") || strings.EqualFold(f.Text, "yes")
		}
	}
	return status, unconfirmed && !strings.HasPrefix(strings.ToLower(by), "user")
}

func (r *report) counter(key string, count int, which string) {
	p, n := r.number(key)
	if p == nil || n == count {
		return
	}
	r.value("verification-counter", p, strconv.Itoa(count), "`%s` is %d, but the body holds %s %s; close-project trusts the number and never counts", key, n, document.Count(count, "SC block"), which)
}

// tally tells the counts in a message.
func tally(counts map[string]int) string {
	var parts []string
	for _, s := range statuses {
		if n := counts[s.status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.status))
		}
	}
	if n := counts["unconfirmed"]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d to be confirmed by a user", n))
	}
	return strings.Join(parts, ", ")
}

// header compares the bold header with the status that follows from the blocks, or with the frontmatter if they give none.
func (r *report) header(status string) {
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
			r.Report(document.Finding{Rule: "verification-header", Span: span, At: "body.milestone_status_header",
				Message: fmt.Sprintf("the header says %s, but the report's status is %s; people read the header and programs the frontmatter", word, status),
				Fixes:   document.Replace("write "+status, span, status)})
		}
	}
}
