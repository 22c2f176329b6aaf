package model

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// CriterionCounters are the statuses of a success criterion and the frontmatter key that counts each.
var CriterionCounters = []struct{ Status, Key string }{
	{"Pass", "passed"}, {"Fail", "failed"}, {"Defer", "deferred"}, {"Pending", "pending"},
}

// CountCriteria counts the SC blocks by status. It fails if the blocks cannot be counted: one is misshapen, has no known
// status or two, or is there twice. Then the counters would only repeat what is reported already.
func CountCriteria(body *document.Body) (counts map[string]int, ok bool) {
	counts = map[string]int{}
	seen, misshapen := map[string]bool{}, []string(nil)
	for i := range body.Headings {
		h := &body.Headings[i]
		number := CriterionNumber(h.Text)
		if number == "" {
			if h.Level == 3 && carriesStatus(body.FieldsIn(h.Below)) {
				return nil, false // it was meant as a block, and is reported
			}
			continue
		}
		id, title, colon := strings.Cut(h.Text, ":")
		if h.Level != 3 || h.Setext || h.Indent > 0 || !colon || strings.TrimSpace(title) == "" || id != "SC-"+number {
			misshapen = append(misshapen, number)
			continue
		}
		status := CriterionStatus(body.FieldsIn(h.Below))
		if status == "" || seen[number] {
			return nil, false
		}
		seen[number] = true
		counts[status]++
	}
	body.EachLineWith("#", func(line string, _ int) bool {
		if rest := strings.TrimLeft(line, "#"); rest != line && !strings.HasPrefix(rest, " ") {
			if number := CriterionNumber(rest); number != "" {
				misshapen = append(misshapen, number) // the space is missing, and block-heading says so
			}
		}
		return true
	})
	// A heading that only starts like a block, such as "SC-2 follow-up" beside SC-2, hides none.
	return counts, len(seen) > 0 && !slices.ContainsFunc(misshapen, func(number string) bool { return !seen[number] })
}

// CriterionNumber returns the number of a heading that starts with SC and a number, or "".
func CriterionNumber(text string) string {
	if len(text) < 3 || !strings.EqualFold(text[:2], "SC") {
		return ""
	}
	digits := strings.TrimLeft(text[2:], "- _")
	end := 0
	for end < len(digits) && '0' <= digits[end] && digits[end] <= '9' {
		end++
	}
	return digits[:end]
}

// carriesStatus reports whether fields are a status and another field of a criterion.
func carriesStatus(fields []document.LabelField) bool {
	status, other := false, false
	for _, f := range fields {
		status = status || f.Label == "Status"
		other = other || f.Label == "Classified by" || f.Label == "Evidence"
	}
	return status && other
}

// CriterionStatus returns the status among the fields of a block if there is exactly one, and it is known; else "".
func CriterionStatus(fields []document.LabelField) string {
	status, found := "", 0
	for _, f := range fields {
		if f.Label != "Status" || !f.Canonical() {
			continue
		}
		found++
		for _, c := range CriterionCounters {
			if f.Text == c.Status {
				status = c.Status
			}
		}
	}
	if found != 1 {
		return ""
	}
	return status
}
