package derived

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

const (
	stateStale    = "state-stale"
	statePosition = "state-position"
)

func itoa(n int) string { return strconv.Itoa(n) }

// atoi returns the number that a text of digits stands for.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// state holds STATE.md against the roadmap and the disk.
func (j *judge) state() {
	if !j.Doc.Readable() || j.Doc.Front == nil || j.roadmap == nil {
		return
	}
	s := state{judge: j, front: j.Doc.Front.Root}
	e := s.position()
	if e != nil {
		s.milestoneCopies(e)
	}
	s.progress()
	s.todos()
}

// state is a STATE.md under judgement.
type state struct {
	*judge
	front *document.Node
}

// text returns the text of a key, "" if it is empty or no text.
func (s *state) text(n *document.Node) string {
	if n == nil || n.Type != document.String {
		return ""
	}
	return n.Text
}

// position judges the current milestone, slice and task. It returns the milestone's entry, or nil.
func (s *state) position() *project.Entry {
	milestone := s.front.Get("milestone")
	id := s.text(milestone)
	e := s.roadmap.Entry(id)
	if !project.Usable(id, 'M') {
		id = "" // it is reported by what it is
	}
	if id != "" && project.IsID(id, 'M', 3) && e == nil {
		if !s.tree.Sound(s.Doc.Root, "") {
			return nil // it may be one that the roadmap has lost
		}
		s.report(statePosition, milestone.Span, "frontmatter.milestone", nil, "the current milestone is %s, which roadmap.yaml does not have, so every command that asks for it fails; write the id of one that is there", id)
		return nil
	}
	if other := s.roadmap.Entry(s.worked()); other != nil && e != nil && other != e {
		s.report(statePosition, milestone.Span, "frontmatter.milestone", nil, "the current milestone is %s, but slice and task belong to %s; commands that go by the one and by the others work on different things", id, other.ID.Text)
		id, e = other.ID.Text, other
	}
	s.lost(id)
	slice := s.current("current_slice", "slice", 2, id)
	plan, n := s.current("current_plan", "plan", 2, id), s.front.Get("current_task")
	switch {
	case plan == "" || slice == "" || plan == slice:
	case strings.HasPrefix(s.text(n), plan+"-"):
		s.report(statePosition, s.front.Get("current_slice").Span, "frontmatter.current_slice", nil, "the current slice is %s, but plan and task belong to %s; resume-work goes on in one of them, so write which", slice, plan)
		slice = plan
	default:
		s.report(statePosition, s.front.Get("current_plan").Span, "frontmatter.current_plan", nil, "the current plan is %s, but the current slice is %s; they are the same thing, so write which", plan, slice)
	}
	task := s.current("current_task", "task", 3, id)
	if slice != "" && task != "" && !strings.HasPrefix(task, slice+"-") {
		s.report(statePosition, n.Span, "frontmatter.current_task", nil, "the current task is %s, but the current slice is %s; resume-work goes on in one of them, so write which", task, slice)
		return e
	}
	if task == "" && s.text(n) != "" {
		return e // it is reported already
	}
	s.resume(n, task)
	return e
}

// lost reports an empty key above one that says where the work stands.
func (s *state) lost(milestone string) {
	slice, task := s.text(s.front.Get("current_slice")), s.text(s.front.Get("current_task"))
	for _, key := range []struct {
		name, has, below, what string
	}{{"milestone", milestone, cmp.Or(slice, task), "milestone"}, {"current_slice", slice, task, "slice"}} {
		n := s.front.Get(key.name)
		if n == nil || key.has != "" || key.below == "" || n.Type != document.Null && n.Text != "" {
			continue
		}
		span := s.front.Pair(key.name).KeySpan
		s.report(statePosition, span, "frontmatter."+key.name, nil, "no %s is current, but the work stands at %s; commands that go by the one and by the other work on different things, so write the %s", key.what, key.below, key.what)
	}
}

// worked returns the milestone that the current slice and the current task belong to, "" if they do not agree.
func (s *state) worked() string {
	slice, _, _ := strings.Cut(s.text(s.front.Get("current_slice")), "-")
	task, _, _ := strings.Cut(s.text(s.front.Get("current_task")), "-")
	if slice != task {
		return ""
	}
	return task
}

// milestoneStart is how an id below a milestone starts.
var milestoneStart = rules.Lazy(`^M\d+-`)

// current judges a key that names a slice or a task by its full id, and returns the id if it is right.
func (s *state) current(key, what string, parts int, milestone string) string {
	n := s.front.Get(key)
	id := s.text(n)
	pieces := strings.Split(id, "-")
	if len(pieces) != parts || !project.IsID(pieces[0], 'M', 3) || !project.IsID(pieces[1], 'S', 3) || parts == 3 && !project.IsID(pieces[2], 'T', 4) {
		if key == "current_plan" && milestoneStart().MatchString(id) && id != s.text(s.front.Get("milestone")) {
			s.report(statePosition, n.Span, "frontmatter."+key, nil, "the current %s is %s, which is no id of a slice; write one such as M001-S001, or null", what, document.Quote(id))
		}
		return "" // empty, the way of version 1, or reported by its pattern
	}
	switch {
	case !s.exists(id):
		s.report(statePosition, n.Span, "frontmatter."+key, nil, "the current %s is %s, which does not exist, so resume-work has nothing to go on with; write the id of one that does, or null", what, id)
		return ""
	case milestone != "" && pieces[0] != milestone:
		s.report(statePosition, n.Span, "frontmatter."+key, nil, "the current %s is %s, but the current milestone is %s; commands that go by the one and by the other work on different things", what, id, milestone)
		return ""
	}
	return id
}

// exists reports whether there is a slice or a task with the full id.
func (s *state) exists(id string) bool {
	pieces := strings.Split(id, "-")
	m := s.tree.Outline(s.Doc.Root, pieces[0])
	slice := m.Slice(pieces[1])
	if len(pieces) == 2 {
		return slice != nil || s.roadmap.Entry(pieces[0]).Slice(pieces[1]) != nil
	}
	return slice != nil && slice.Task(id) != nil
}

// resume holds the file to resume from against the current task, and the task against what is being worked on.
func (s *state) resume(n *document.Node, task string) {
	session := s.front.Get("session")
	file := session.Get("resume_file")
	name := s.text(file)
	if name != "" {
		_, _, number := project.SplitID(strings.TrimSuffix(path.Base(name), ".json"))
		switch {
		case path.IsAbs(name) || strings.Contains(name, ".."):
		case s.tree.Look(s.Doc.Root, name) == document.Absent:
			s.report(statePosition, file.Span, "frontmatter.session.resume_file", nil, "the file to resume from, %s, does not exist, so resume-work starts anew; write the path of the checkpoint, or null", name)
			return
		case number != "" && task != "" && path.Base(name) != task+".json":
			s.report(statePosition, n.Span, "frontmatter.current_task", nil, "the current task is %s, but the file to resume from is that of %s; resume-work goes on with one of them, so write which", task, strings.TrimSuffix(path.Base(name), ".json"))
			return
		}
	}
	if status := s.status(task); status == "done" || status == "skipped" {
		for _, id := range s.tree.MilestoneIDs(s.Doc.Root) {
			for _, slice := range s.tree.Outline(s.Doc.Root, id).Slices {
				for _, f := range slice.Tasks {
					if f.Status == "in-progress" {
						s.report(statePosition, n.Span, "frontmatter.current_task", nil, "the current task is %s, which is %s, while %s is in progress; resume-work goes on with the wrong one, so write %s", task, status, f.ID, f.ID)
						return
					}
				}
			}
		}
	}
}

// status returns the status of a task, or "".
func (s *state) status(task string) string {
	milestone, slice, _ := project.SplitID(task)
	if disk := s.tree.Outline(s.Doc.Root, milestone).Slice(slice); disk != nil && disk.Task(task) != nil {
		return disk.Task(task).Status
	}
	return ""
}

// milestoneCopies compares what STATE.md repeats of the current milestone.
func (s *state) milestoneCopies(e *project.Entry) {
	m := s.tree.Outline(s.Doc.Root, e.ID.Text)
	if n := s.front.Get("milestone_name"); n != nil && n.Type == document.String {
		s.copied(stateStale, "name of the current milestone", "frontmatter.milestone_name", project.Item{Text: n.Text, Span: inner(n)}, e.Name, voices(copies(s.tree, m), parts[0]))
	}
	number := e.Number.Text
	if number == "" {
		number = itoa(project.IDNumber(e.ID.Text, 'M', 3))
	}
	if number != "0" {
		s.numbered(e.ID.Text, number, itoa(project.IDNumber(e.ID.Text, 'M', 3)))
	}
}

// numbered holds what repeats the number of the current milestone against it; other is taken too.
func (s *state) numbered(id, number, other string) {
	for _, key := range []string{"milestone_number", "current_phase"} {
		if n := s.front.Get(key); n != nil && n.Type == document.Number && n.Num >= 0 && n.Text != number && n.Text != other {
			s.report(stateStale, n.Span, "frontmatter."+key, document.Replace("write "+number, n.Span, number), "`%s` is %s, but the current milestone %s has the number %s; write that", key, n.Text, id, number)
		}
	}
}

// inner returns the span of a text without its quotes.
func inner(n *document.Node) document.Span {
	if n.Quote != 0 {
		return document.Span{Start: n.Span.Start + 1, End: n.Span.End - 1}
	}
	return n.Span
}

// checkpoint reports work in progress that STATE.md does not know of.
func (j *judge) checkpoint() {
	if !j.Doc.Readable() || j.Doc.Data == nil {
		return
	}
	root := j.Doc.Data.Root
	id, status := root.Get("task_id"), root.Get("status")
	if id == nil || id.Type != document.String {
		return
	}
	milestone, slice, task := project.SplitID(id.Text)
	if task == "" {
		return // reported by its form
	}
	if name := strings.TrimSuffix(base(j.Doc.Path), ".json"); name != id.Text {
		j.report("orphan-checkpoint", id.Span, "$.task_id", nil, "the checkpoint is that of task %s, but the file is named after %s, so resume-work does not find it; rename the file or correct the id", document.Quote(id.Text), name)
		return
	}
	disk := j.tree.Outline(j.Doc.Root, milestone).Slice(slice)
	switch state := j.tree.State(j.Doc.Root); {
	case disk == nil || disk.Task(id.Text) == nil:
		j.report("orphan-checkpoint", id.Span, "$.task_id", nil, "there is no task %s, so nobody can go on from this checkpoint; remove it, or correct the id", id.Text)
	case state == nil || status == nil || status.Text != "in-progress" || state.CurrentTask == id.Text || path.Base(state.ResumeFile) == base(j.Doc.Path):
	default:
		j.report("orphan-checkpoint", status.Span, "$.status", nil, "the checkpoint of %s is in progress, but the current task in STATE.md is %s, so nobody goes on from it; resume the task, or remove the checkpoint", id.Text, document.Quote(state.CurrentTask))
	}
}
