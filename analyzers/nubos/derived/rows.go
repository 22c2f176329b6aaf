package derived

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// rows is the rows of a TODO.md.
type rows struct {
	heading document.Span // "# Slice M001-S001", or the first line
	all     []row
	byID    map[string]*row // the first of each id
	strange []model.Item    // what was meant as the row of a task and is none: the id, and the span of the item
}

// row is one task of a TODO.md: `- [x] **M001-S001-T0001** — Name`.
type row struct {
	box, id, name model.Item
	status        string        // that the box stands for, or ""
	span          document.Span // the line without its line end
}

// at is the place of the row in the list's own terms.
func (r *row) at() string { return "body.tasks[" + r.id.Text + "]" }

// boxes of a TODO.md by the status of a task.
var boxes = map[string]string{"pending": " ", "in-progress": "~", "done": "x", "skipped": "-", "parked": "!"}

// boxOf returns the sign in the checkbox of a task: "?" for a status that is unknown.
func boxOf(status string) string {
	if box, ok := boxes[status]; ok {
		return box
	}
	return "?"
}

var nearlyRow = memo.Regexp(`^[-*+]\s*(?:[\[(].{0,3}[\])]\s*\**|\*\*)(M\d{3,}-S\d{3,}-T\d{4,})\b`)

// readRows takes the rows from a TODO.md.
func readRows(d *document.Document) *rows {
	r := &rows{heading: d.FirstLine(), byID: map[string]*row{}}
	if h := d.Body.Title(); h != nil {
		r.heading = h.Span
	}
	for i := range d.Body.Items {
		item := d.Body.Items[i].Span
		if row, ok := readRow(d, item); ok {
			r.all = append(r.all, row)
		} else if m := nearlyRow().FindStringSubmatch(d.Text(item)); m != nil {
			r.strange = append(r.strange, model.Item{Text: m[1], Span: item})
		}
	}
	for i := range r.all {
		if row := &r.all[i]; r.byID[row.id.Text] == nil {
			r.byID[row.id.Text] = row
		}
	}
	return r
}

// readRow reads one list item as a row: `- [x] **ID** — Name`.
func readRow(d *document.Document, s document.Span) (r row, ok bool) {
	text := strings.TrimRight(d.Content()[s.Start:s.End], " \t")
	r.span = s
	part := func(from, to int) model.Item {
		return model.Item{Text: text[from:to], Span: document.Span{Start: s.Start + from, End: s.Start + to}}
	}
	box := strings.Index(text, "] **")
	if !strings.HasPrefix(text, "- [") || box <= len("- [") || box > len("- [")+4 {
		return r, false
	}
	id := box + len("] **")
	end := strings.Index(text[id:], "**")
	if end <= 0 {
		return r, false
	}
	end += id
	r.box, r.id = part(len("- ["), box), part(id, end)
	for status, sign := range boxes {
		if sign == r.box.Text {
			r.status = status
		}
	}
	name := strings.TrimLeft(text[end+len("**"):], " \t—–-")
	r.name = part(len(text)-len(name), len(text))
	return r, true
}

// counters are the keys of a TODO.md that count tasks, in its order.
var counters = []string{"total", "pending", "in_progress", "done", "skipped", "parked"}

// counter returns the key that counts the tasks with a status.
func counter(status string) string { return strings.ReplaceAll(status, "-", "_") }

// counts returns what the counters would be if they counted the rows.
func (r *rows) counts() map[string]int {
	n := map[string]int{"total": len(r.all)}
	for i := range r.all {
		n[counter(r.all[i].status)]++
	}
	return n
}
