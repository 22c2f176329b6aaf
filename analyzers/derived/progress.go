package derived

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// tally counts what there is and what of it is finished.
type tally struct{ total, done int }

// progress holds the counters against the roadmap and the tasks.
func (s *state) progress() {
	progress := s.front.Get("progress")
	if progress == nil || progress.Type != document.Map || !s.tree.Sound(s.Doc.Root, "") {
		return
	}
	var milestones, listed, onDisk, tasks tally
	planned, unknown, open := 0, false, false // whether the status of a milestone is unknown, or that of a task
	for _, e := range s.roadmap.Milestones {
		status := s.tree.MilestoneStatus(s.Doc.Root, e)
		milestones.count(project.Finished(status))
		unknown = unknown || !project.IsStatus(status)
		m := s.tree.Outline(s.Doc.Root, e.ID.Text)
		for _, slice := range e.Slices {
			status, _ := s.tree.SliceStatus(m, slice)
			listed.count(project.Finished(status))
		}
		for _, slice := range m.Slices {
			onDisk.count(slice.Progress() == "done")
			planned += slice.Planned
			for _, t := range slice.Tasks {
				tasks.count(t.Status == "done")
				open = open || t.Status == ""
			}
		}
	}
	// Where roadmap and disk differ, that is reported there; a counter is right if it is what either says.
	s.counter(progress, "total_milestones", "milestone", "in roadmap.yaml", milestones.total, milestones.total)
	if !unknown {
		s.counter(progress, "completed_milestones", "milestone", "finished", milestones.done, milestones.done)
	}
	s.counter(progress, "total_slices", "slice", "in the project", listed.total, onDisk.total)
	s.counter(progress, "total_tasks", "task", "in the project", tasks.total, planned)
	if open {
		return // it is reported there, and what is done is open
	}
	s.counter(progress, "completed_slices", "slice", "done", listed.done, onDisk.done)
	s.counter(progress, "completed_tasks", "task", "done", tasks.done, tasks.done)
	s.percent(progress, tasks)
}

func (t *tally) count(done bool) {
	t.total++
	if done {
		t.done++
	}
}

func (s *state) counter(progress *document.Node, key, noun, which string, right, other int) {
	n := progress.Get(key)
	if n == nil || n.Type != document.Number || n.Num < 0 || n.Text == itoa(right) || n.Text == itoa(other) {
		return
	}
	if of, ok := strings.CutPrefix(key, "completed_"); ok {
		if total := progress.Get("total_" + of); total != nil && total.Type == document.Number && n.Num > total.Num {
			return // an invariant of the file, which says it
		}
	}
	s.report(stateStale, n.Span, "frontmatter.progress."+key, document.Replace("write "+itoa(right), n.Span, itoa(right)), "`%s` is %s, but %s %s %s; write %d", key, n.Text, document.Count(right, noun), plural(right, "is"), which, right)
}

// percent holds the percentage against the tasks, or against the counters that stand beside it.
func (s *state) percent(progress *document.Node, tasks tally) {
	n := progress.Get("percent")
	if n == nil || n.Type != document.Number || n.Num < 0 || n.Num > 100 || tasks.total == 0 {
		return
	}
	right := []tally{tasks}
	if said := written(progress); said.total > 0 {
		right = append(right, said)
	}
	for _, t := range right {
		if low := 100 * t.done / t.total; n.Num >= float64(low) && n.Num <= float64(low+1) && (n.Num == float64(low) || 100*t.done%t.total != 0) {
			return
		}
	}
	want := itoa((200*tasks.done + tasks.total) / (2 * tasks.total))
	s.report(stateStale, n.Span, "frontmatter.progress.percent", document.Replace("write "+want, n.Span, want), "`percent` is %s, but %d of %d tasks are done; write %s", n.Text, tasks.done, tasks.total, want)
}

// written returns the counters of tasks that stand in STATE.md; nothing if they are not both there.
func written(progress *document.Node) tally {
	total, done := progress.Get("total_tasks"), progress.Get("completed_tasks")
	if total == nil || done == nil || total.Num < 1 {
		return tally{}
	}
	return tally{int(total.Num), int(done.Num)}
}

const pendingTodos = ".nubos-pilot/todos/pending"

// todos compares pending_todos with the notes that wait.
func (s *state) todos() {
	n := s.front.Get("pending_todos")
	if n == nil || n.Type != document.Number {
		return
	}
	names, err := s.tree.List(s.Doc.Root, pendingTodos)
	if err != nil && s.tree.Look(s.Doc.Root, pendingTodos) != document.Absent {
		return
	}
	count := 0
	for _, name := range names {
		if strings.HasSuffix(name, ".md") {
			count++
		}
	}
	if n.Text != itoa(count) {
		s.report(stateStale, n.Span, "frontmatter.pending_todos", document.Replace("write "+itoa(count), n.Span, itoa(count)), "`pending_todos` is %s, but %s %s in todos/pending; write %d", n.Text, document.Count(count, "note"), plural(count, "is"), count)
	}
}
