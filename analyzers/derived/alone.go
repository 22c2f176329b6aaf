package derived

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// stateAlone holds a STATE.md that is judged alone against itself: what it points to is not known.
func (j *judge) stateAlone() {
	s := state{judge: j, front: j.Doc.Front.Root}
	s.positionAlone()
	milestone := s.text(s.front.Get("milestone"))
	if number := project.IDNumber(milestone, 'M', 3); number > 0 {
		s.numbered(milestone, itoa(number), "")
	}
	if progress := s.front.Get("progress"); progress != nil && progress.Type == document.Map {
		if t := written(progress); t.total > 0 && t.done <= t.total {
			s.percent(progress, t)
		}
	}
}

// todoAlone holds a TODO.md that is judged alone against itself: the tasks are not known, but rows and counters are written together.
func (j *judge) todoAlone() {
	t := todo{judge: j, Todo: project.ReadTodo(j.Doc)}
	slice := t.sliceAlone()
	t.strange()
	seen, count := map[string]bool{}, map[string]int{}
	open := len(t.Strange) > 0 // which counter is right
	for i := range t.Rows {
		row := &t.Rows[i]
		id, at := row.ID.Text, "body.tasks["+row.ID.Text+"]"
		switch {
		case seen[id]:
			t.stale(row.Span, at, "task %s is listed twice, so whoever counts the rows counts it twice; remove one row", id)
		case slice != "" && !strings.HasPrefix(id, slice+"-"):
			t.stale(row.Span, at, "the list is that of slice %s, but this row is of %s; move it to the list of its slice, or correct the id", slice, document.Quote(id))
		case row.Status() == "" && row.Box.Text != "?": // which the generator writes for a status that it does not know
			t.stale(row.Span, at, "the box [%s] of task %s says no known status; the boxes are `[ ]` pending, `[~]` in-progress, `[x]` done, `[-]` skipped and `[!]` parked", row.Box.Text, id)
			open = true
		}
		seen[id] = true
		count[row.Status()]++
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
			t.stale(v.Span, "frontmatter."+key, "`%s` is %s, but the list has %s%s; write %d", key, v.Text, document.Count(n, "row"), which, n)
		}
	}
}

// sliceAlone holds what a TODO.md says of its slice against one another, and returns the slice, "" where that is open.
func (t *todo) sliceAlone() string {
	milestone, slice := t.Doc.Front.Root.Get("milestone_id"), t.Doc.Front.Root.Get("slice_id")
	if slice == nil || slice.Type != document.String {
		return ""
	}
	m, _, number := project.SplitID(slice.Text + "-T0001")
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
		t.stale(slice.Span, "frontmatter.slice_id", "`slice_id` is %s, but all rows are of other slices; correct it, or write the list anew with `np-tools.cjs render-todo`", slice.Text)
		return ""
	case milestone != nil && project.IsID(milestone.Text, 'M', 3) && milestone.Text != m:
		t.stale(milestone.Span, "frontmatter.milestone_id", "`milestone_id` is %s, but the slice %s is of %s; write that", milestone.Text, slice.Text, m)
	}
	if named && title != slice.Text && project.IsID(strings.SplitN(title, "-", 2)[0], 'M', 3) {
		t.stale(t.Heading, "body.heading", "the heading names the slice %s, but the list is that of %s; write `# Slice %s`", title, slice.Text, slice.Text)
	}
	return slice.Text
}

// positionAlone holds milestone, slice, task and the file to resume from against one another: each names all that is above it.
func (s *state) positionAlone() {
	milestone, slice, task := s.front.Get("milestone"), s.front.Get("current_slice"), s.front.Get("current_task")
	m, sl, t := s.text(milestone), s.text(slice), s.text(task)
	if !project.IsID(m, 'M', 3) {
		m = ""
	}
	ofTask, inTask, number := project.SplitID(t)
	slicesMilestone, _, ok := project.SplitID(sl + "-T0001")
	if ok == "" {
		sl = ""
	}
	switch {
	case sl != "" && number != "" && sl != ofTask+"-"+inTask && slicesMilestone != ofTask && ofTask == m:
		s.report(statePosition, slice.Span, "frontmatter.current_slice", nil, "the current slice is %s, but milestone and task belong to %s; commands that go by the one and by the others work on different things", sl, m)
	case sl != "" && number != "" && sl != ofTask+"-"+inTask:
		s.report(statePosition, task.Span, "frontmatter.current_task", nil, "the current task is %s, but the current slice is %s; resume-work goes on in one of them, so write which", t, sl)
	case m != "" && sl != "" && slicesMilestone != m:
		s.report(statePosition, milestone.Span, "frontmatter.milestone", nil, "the current milestone is %s, but the current slice is %s; commands that go by the one and by the other work on different things", m, sl)
	case m != "" && number != "" && ofTask != m:
		s.report(statePosition, task.Span, "frontmatter.current_task", nil, "the current task is %s, but the current milestone is %s; commands that go by the one and by the other work on different things", t, m)
	}
	file := s.text(s.front.Get("session").Get("resume_file"))
	if of := strings.TrimSuffix(path.Base(file), ".json"); number != "" && of != t {
		if _, _, n := project.SplitID(of); n != "" {
			s.report(statePosition, task.Span, "frontmatter.current_task", nil, "the current task is %s, but the file to resume from is that of %s; resume-work goes on with one of them, so write which", t, of)
		}
	}
}
