package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Verification is what a VERIFICATION.md says in its frontmatter, and the titles of its criteria. Numbers that are
// not there are -1.
type Verification struct {
	Status                                   string
	Total, Passed, Failed, Deferred, Pending int
	Titles                                   map[string]Item // by id: SC-1
}

// ReadVerification takes the facts from a verification; nil if its frontmatter cannot be read.
func ReadVerification(d *document.Document) *Verification {
	if !d.Readable() {
		return nil
	}
	root := d.Front.Root
	v := &Verification{Status: document.Text(root.Get("milestone_status")), Titles: map[string]Item{}}
	v.Total, v.Passed, v.Failed = count(root.Get("sc_total")), count(root.Get("passed")), count(root.Get("failed"))
	v.Deferred, v.Pending = count(root.Get("deferred")), count(root.Get("pending"))
	for i := range d.Body.Headings {
		h := &d.Body.Headings[i]
		if id, title, ok := criterionHeading(d, h.Title); ok && h.Level == 3 {
			if _, twice := v.Titles[id]; !twice {
				v.Titles[id] = title
			}
		}
	}
	return v
}

// criterionHeading cuts a heading such as "SC-1: A user signs in" into id and title.
func criterionHeading(d *document.Document, title document.Span) (id string, text Item, ok bool) {
	id, rest, ok := strings.Cut(d.Content()[title.Start:title.End], ":")
	if number, is := strings.CutPrefix(id, "SC-"); !ok || !is || number == "" ||
		strings.Trim(number, "0123456789") != "" {
		return "", Item{}, false
	}
	start := title.End - len(strings.TrimLeft(rest, " \t"))
	return id, spanned(d, document.Span{Start: start, End: title.End}), true
}

// Consistent reports whether counters and status of a verification agree with one another. Where they do not, that is
// reported there, and what others repeat of it is not held against it. A milestone may be deferred though all
// criteria pass: people have to confirm some.
func (v *Verification) Consistent() bool {
	if v.Passed < 0 || v.Failed < 0 || v.Deferred < 0 || v.Pending < 0 ||
		v.Total != v.Passed+v.Failed+v.Deferred+v.Pending {
		return false
	}
	switch v.Status {
	case "failed":
		return v.Failed > 0
	case "verified":
		return v.Failed+v.Deferred+v.Pending == 0
	}
	return v.Status == "deferred" && v.Failed == 0
}

// Milestone returns the status that the verifier gives the milestone in the roadmap; "" if it leaves it as it is or
// the counters cannot be read.
func (v *Verification) Milestone() string {
	switch {
	case v == nil || !v.Consistent():
		return ""
	case v.Failed > 0:
		return "failed"
	case v.Passed+v.Deferred == 0:
		return ""
	case v.Pending > 0:
		return "in-progress"
	case v.Deferred > 0:
		return "deferred"
	}
	return "verified"
}

// Validation is the counters of a VALIDATION.md that others read. Numbers that are not there are -1.
type Validation struct {
	Uncovered, UnderSampled int
	Whole                   bool // the three counters add up to the total
}

// readValidation takes the facts from a validation; nil if its frontmatter cannot be read.
func readValidation(d *document.Document) *Validation {
	if !d.Readable() {
		return nil
	}
	root := d.Front.Root
	v := &Validation{Uncovered: count(root.Get("uncovered")), UnderSampled: count(root.Get("under_sampled"))}
	v.Whole = count(root.Get("requirements_total")) == count(root.Get("covered"))+v.Uncovered+v.UnderSampled
	return v
}

// count returns a whole number that is not negative, or -1.
func count(n *document.Node) int {
	if number, ok := document.Whole(n); ok {
		return number
	}
	return -1
}
