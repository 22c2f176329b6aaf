package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Verification is what a VERIFICATION.md says in its frontmatter, and the titles of its criteria. Numbers that are
// not there are -1.
type Verification struct {
	Path                                     string
	Status                                   string
	Total, Passed, Failed, Deferred, Pending int
	Titles                                   map[string]Item // by id: SC-1
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

// ReadVerification takes the facts from a verification; nil if its frontmatter cannot be read.
func ReadVerification(d *document.Document) *Verification {
	if !d.Readable() || d.Front == nil {
		return nil
	}
	root := d.Front.Root
	v := &Verification{Path: d.Path, Status: document.Text(root.Get("milestone_status")), Titles: map[string]Item{}}
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
	Path                    string
	Uncovered, UnderSampled int
	Whole                   bool // the three counters add up to the total
}

// readValidation takes the facts from a validation; nil if its frontmatter cannot be read.
func readValidation(d *document.Document) *Validation {
	if !d.Readable() || d.Front == nil {
		return nil
	}
	root := d.Front.Root
	v := &Validation{Path: d.Path, Uncovered: count(root.Get("uncovered")),
		UnderSampled: count(root.Get("under_sampled"))}
	v.Whole = count(root.Get("requirements_total")) == count(root.Get("covered"))+v.Uncovered+v.UnderSampled
	return v
}

// count returns a whole number that is not negative, or -1.
func count(n *document.Node) int {
	if n == nil || n.Type != document.Number || n.Num < 0 || n.Num != float64(int(n.Num)) {
		return -1
	}
	return int(n.Num)
}

// Todo is the rows of a TODO.md.
type Todo struct {
	Path    string
	Heading document.Span // "# Slice M001-S001", or the first line
	Rows    []Row
	ByID    map[string]*Row // the first of each id
	Other   bool            // there is something else in the body
	Strange []Item          // what was meant as the row of a task and is none: the id, and the span of the item
}

var nearlyRow = rules.Lazy(`^[-*+]\s*(?:[\[(].{0,3}[\])]\s*\**|\*\*)(M\d{3,}-S\d{3,}-T\d{4,})\b`)

// Row is one task of a TODO.md: `- [x] **M001-S001-T0001** — Name`.
type Row struct {
	Box, ID, Name Item
	Status        string        // that the box stands for, or ""
	Span          document.Span // the line without its line end
}

// boxes of a TODO.md by the status of a task.
var boxes = map[string]string{"pending": " ", "in-progress": "~", "done": "x", "skipped": "-", "parked": "!"}

// Box returns the sign in the checkbox of a task: "?" for a status that is unknown.
func Box(status string) string {
	if box, ok := boxes[status]; ok {
		return box
	}
	return "?"
}

// readRow reads one list item as a row: `- [x] **ID** — Name`.
func readRow(d *document.Document, s document.Span) (Row, bool) {
	src := d.Content()
	text := strings.TrimRight(src[s.Start:s.End], " \t")
	row := Row{Span: s}
	part := func(from, to int) Item {
		return Item{text[from:to], document.Span{Start: s.Start + from, End: s.Start + to}}
	}
	box := strings.Index(text, "] **")
	if !strings.HasPrefix(text, "- [") || box <= len("- [") || box > len("- [")+4 {
		return row, false
	}
	id := box + len("] **")
	end := strings.Index(text[id:], "**")
	if end <= 0 {
		return row, false
	}
	end += id
	row.Box, row.ID = part(len("- ["), box), part(id, end)
	for status, sign := range boxes {
		if sign == row.Box.Text {
			row.Status = status
		}
	}
	name := strings.TrimLeft(text[end+len("**"):], " \t—–-")
	row.Name = part(len(text)-len(name), len(text))
	return row, true
}

// ReadTodo takes the rows from a TODO.md.
func ReadTodo(d *document.Document) *Todo {
	t := &Todo{Path: d.Path, Heading: d.FirstLine(), ByID: map[string]*Row{}}
	if d.Body == nil {
		return t
	}
	for i := range d.Body.Headings {
		if h := &d.Body.Headings[i]; h.Level == 1 {
			t.Heading = h.Span
			break
		}
	}
	t.Other = len(d.Body.Headings) > 1 || len(d.Body.Hidden) > 0
	for i := range d.Body.Items {
		item := &d.Body.Items[i]
		row, ok := readRow(d, item.Span)
		if !ok {
			t.Other = true
			if m := nearlyRow().FindStringSubmatch(d.Text(item.Span)); m != nil {
				t.Strange = append(t.Strange, Item{m[1], item.Span})
			}
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	for i := range t.Rows {
		if row := &t.Rows[i]; t.ByID[row.ID.Text] == nil {
			t.ByID[row.ID.Text] = row
		}
	}
	return t
}

var decisionID = rules.Lazy(`(?m)^[ \t]*(?:[-*][ \t]+)?\*\*(D-\d+):?\*\*`)

// decisions returns the ids that a CONTEXT.md locks.
func decisions(d *document.Document) map[string]bool {
	ids := map[string]bool{}
	for _, found := range decisionID().FindAllStringSubmatch(d.Content(), -1) {
		ids[found[1]] = true
	}
	return ids
}
