package derived

import (
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// stateAlone holds a STATE.md that is judged alone against itself: what it points to is not known.
func (j *artefact) stateAlone() {
	s := state{artefact: j, front: j.Doc.Front.Root}
	s.positionAlone()
	milestone := document.Text(s.front.Get("milestone"))
	if number := place.IDNumber(milestone, 'M'); number > 0 {
		s.numbered(milestone, strconv.Itoa(number), "")
	}
}

// todoAlone holds a TODO.md that is judged alone against itself: the tasks are not known, but rows and counters are
// written together.
func (j *artefact) todoAlone() {
	t := todo{artefact: j, Todo: model.ReadTodo(j.Doc)}
	slice := t.sliceAlone()
	t.strange()
	seen, count := map[string]bool{}, map[string]int{}
	open := len(t.Strange) > 0 // which counter is right
	for i := range t.Rows {
		row := &t.Rows[i]
		id, at := row.ID.Text, "body.tasks["+row.ID.Text+"]"
		switch {
		case seen[id]:
			t.stale(row.Span, at,
				"task %s is listed twice, so whoever counts the rows counts it twice; remove one row",
				id)
		case slice != "" && !strings.HasPrefix(id, slice+"-"):
			t.stale(row.Span, at,
				"the list is that of slice %s, but this row is of %s; move it to the list of its slice, or correct "+
					"the id",
				slice, document.Quote(id))
		case row.Status == "" && row.Box.Text != "?": // which the generator writes for a status that it does not know
			t.stale(row.Span, at,
				"the box [%s] of task %s says no known status; the boxes are `[ ]` pending, `[~]` in-progress, `[x]` "+
					"done, `[-]` skipped and `[!]` parked",
				row.Box.Text, id)
			open = true
		}
		seen[id] = true
		count[row.Status]++
		count["total"]++
	}
	for _, key := range counters {
		v := j.Doc.Front.Root.Get(key)
		if open || v == nil || v.Type != document.Number || v.Num < 0 || v.Num != float64(int(v.Num)) {
			continue // reported by what it is
		}
		if n := count[strings.ReplaceAll(key, "_", "-")]; n != int(v.Num) {
			which := " with that box"
			if key == "total" {
				which = ""
			}
			t.stale(v.Span, "frontmatter."+key, "`%s` is %s, but the list has %s%s; write %d", key, v.Text,
				document.Count(n, "row"), which, n)
		}
	}
}

// sliceAlone holds what a TODO.md says of its slice against one another, and returns the slice, "" where that is
// open.
func (t *todo) sliceAlone() string {
	milestone, slice := t.Doc.Front.Root.Get("milestone_id"), t.Doc.Front.Root.Get("slice_id")
	if slice == nil || slice.Type != document.String {
		return ""
	}
	m, _, number := place.SplitID(slice.Text + "-T0001")
	ofRows := len(t.Rows) > 0
	for i := range t.Rows {
		ofRows = ofRows && !strings.HasPrefix(t.Rows[i].ID.Text, slice.Text+"-")
	}
	title, named := strings.CutPrefix(t.Doc.Text(t.Heading), "# Slice ")
	title = strings.TrimSpace(title)
	switch {
	case number == "":
		return ""
	case ofRows:
		t.stale(slice.Span, "frontmatter.slice_id",
			"`slice_id` is %s, but all rows are of other slices; correct it, or write the list anew with "+
				"`np-tools.cjs render-todo`",
			slice.Text)
		return ""
	case milestone != nil && place.IsID(milestone.Text, 'M') && milestone.Text != m:
		t.stale(milestone.Span, "frontmatter.milestone_id",
			"`milestone_id` is %s, but the slice %s is of %s; write that",
			milestone.Text, slice.Text, m)
	}
	if named && title != slice.Text && place.IsID(strings.SplitN(title, "-", 2)[0], 'M') {
		t.stale(t.Heading, "body.heading",
			"the heading names the slice %s, but the list is that of %s; write `# Slice %s`",
			title, slice.Text, slice.Text)
	}
	return slice.Text
}

// positionAlone holds slice and task against one another.
func (s *state) positionAlone() {
	slice, task := document.Text(s.front.Get("current_slice")), s.front.Get("current_task")
	ofTask, inTask, number := place.SplitID(document.Text(task))
	if _, _, ok := place.SplitID(slice + "-T0001"); ok != "" && number != "" && slice != ofTask+"-"+inTask {
		s.report(statePosition, task.Span, "frontmatter.current_task", nil,
			"the current task is %s, but the current slice is %s; resume-work goes on in one of them, so write which",
			task.Text, slice)
	}
}
