package derived

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/rules"
)

const (
	stateStale    = "state-stale"
	statePosition = "state-position"
)

// atoi returns the number that a text of digits stands for.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// state holds STATE.md against the roadmap and the disk.
func (j *artefact) state() {
	if !j.Doc.Readable() || j.Doc.Front == nil || j.roadmap == nil {
		return
	}
	s := state{artefact: j, front: j.Doc.Front.Root}
	if e := s.position(); e != nil {
		number := place.IDNumber(e.ID.Text, 'M')
		s.numbered(e.ID.Text, cmp.Or(e.Number.Text, strconv.Itoa(number)), strconv.Itoa(number))
	}
}

// state is a STATE.md under judgement.
type state struct {
	*artefact
	front *document.Node
}

// position judges the current milestone, slice and task. It returns the milestone's entry, or nil.
func (s *state) position() *model.Entry {
	milestone := s.front.Get("milestone")
	id := document.Text(milestone)
	e := s.roadmap.Entry(id)
	if !place.Usable(id, 'M') {
		id = "" // it is reported by what it is
	}
	if id != "" && place.IsID(id, 'M') && e == nil {
		if !s.tree.Consistent(s.Doc.Root) {
			return nil // it may be one that the roadmap has lost
		}
		s.report(statePosition, milestone.Span, "frontmatter.milestone", nil,
			"the current milestone is %s, which roadmap.yaml does not have, so every command that asks for it fails; "+
				"write the id of one that is there",
			id)
		return nil
	}
	s.lost(id)
	slice := s.current("current_slice", "slice", 2)
	plan, n := s.current("current_plan", "plan", 2), s.front.Get("current_task")
	switch {
	case plan == "" || slice == "" || plan == slice:
	case strings.HasPrefix(document.Text(n), plan+"-"):
		s.report(statePosition, s.front.Get("current_slice").Span, "frontmatter.current_slice", nil,
			"the current slice is %s, but plan and task belong to %s; resume-work goes on in one of them, so write "+
				"which",
			slice, plan)
		slice = plan
	default:
		s.report(statePosition, s.front.Get("current_plan").Span, "frontmatter.current_plan", nil,
			"the current plan is %s, but the current slice is %s; they are the same thing, so write which",
			plan, slice)
	}
	task := s.current("current_task", "task", 3)
	if slice != "" && task != "" && !strings.HasPrefix(task, slice+"-") {
		s.report(statePosition, n.Span, "frontmatter.current_task", nil,
			"the current task is %s, but the current slice is %s; resume-work goes on in one of them, so write which",
			task, slice)
		return e
	}
	s.finished(n, task)
	return e
}

// lost reports an empty key above one that says where the work stands.
func (s *state) lost(milestone string) {
	slice, task := document.Text(s.front.Get("current_slice")), document.Text(s.front.Get("current_task"))
	for _, key := range []struct {
		name, has, below, what string
	}{{"milestone", milestone, cmp.Or(slice, task), "milestone"}, {"current_slice", slice, task, "slice"}} {
		n := s.front.Get(key.name)
		if n == nil || key.has != "" || key.below == "" || n.Type != document.Null && n.Text != "" {
			continue
		}
		span := s.front.Pair(key.name).KeySpan
		s.report(statePosition, span, "frontmatter."+key.name, nil,
			"no %s is current, but the work stands at %s; commands that go by the one and by the other work on "+
				"different things, so write the %s",
			key.what, key.below, key.what)
	}
}

// milestoneStart is how an id below a milestone starts.
var milestoneStart = rules.Lazy(`^M\d+-`)

// current judges a key that names a slice or a task by its full id, and returns the id if it is right.
func (s *state) current(key, what string, parts int) string {
	n := s.front.Get(key)
	id := document.Text(n)
	pieces := strings.Split(id, "-")
	if len(pieces) != parts || !place.IsID(pieces[0], 'M') || !place.IsID(pieces[1], 'S') ||
		parts == 3 && !place.IsID(pieces[2], 'T') {
		if key == "current_plan" && milestoneStart().MatchString(id) && id != document.Text(s.front.Get("milestone")) {
			s.report(statePosition, n.Span, "frontmatter."+key, nil,
				"the current %s is %s, which is no id of a slice; write one such as M001-S001, or null",
				what, document.Quote(id))
		}
		return "" // empty, the way of version 1, or reported by its pattern
	}
	if !s.exists(id) {
		s.report(statePosition, n.Span, "frontmatter."+key, nil,
			"the current %s is %s, which does not exist, so whoever goes on from STATE.md finds nothing there; write "+
				"the id of one that does, or null",
			what, id)
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
	_, ok := slice.Status(id)
	return ok
}

// finished reports a current task that is finished while another one is being worked on.
func (s *state) finished(n *document.Node, task string) {
	milestone, slice, _ := place.SplitID(task)
	status, _ := s.tree.Outline(s.Doc.Root, milestone).Slice(slice).Status(task)
	if status != "done" && status != "skipped" {
		return
	}
	for _, id := range s.tree.MilestoneIDs(s.Doc.Root) {
		for _, slice := range s.tree.Outline(s.Doc.Root, id).Slices {
			for _, f := range slice.Tasks {
				if f.Status == "in-progress" {
					s.report(statePosition, n.Span, "frontmatter.current_task", nil,
						"the current task is %s, which is %s, while %s is in progress; resume-work goes on with "+
							"the wrong one, so write %s",
						task, status, f.ID, f.ID)
					return
				}
			}
		}
	}
}

// numbered holds the number of the current milestone, which is written together with its id, against it; other is
// taken too.
func (s *state) numbered(id, number, other string) {
	if n := s.front.Get("milestone_number"); n != nil && n.Type == document.Number && n.Num >= 0 && n.Text != number &&
		n.Text != other && number != "0" {
		s.report(stateStale, n.Span, "frontmatter.milestone_number", document.Replace("write "+number, n.Span, number),
			"`milestone_number` is %s, but the current milestone %s has the number %s; write that", n.Text, id, number)
	}
}

// checkpoint reports work in progress that STATE.md does not know of.
func (j *artefact) checkpoint() {
	if !j.Doc.Readable() || j.Doc.Data == nil {
		return
	}
	root := j.Doc.Data.Root
	id, status := root.Get("task_id"), root.Get("status")
	if id == nil || id.Type != document.String {
		return
	}
	milestone, slice, task := place.SplitID(id.Text)
	if task == "" {
		return // reported by its form
	}
	if name := strings.TrimSuffix(base(j.Doc.Path), ".json"); name != id.Text {
		j.report("orphan-checkpoint", id.Span, "$.task_id", nil,
			"the checkpoint is that of task %s, but the file is named after %s, so resume-work does not find it; "+
				"rename the file or correct the id",
			document.Quote(id.Text), name)
		return
	}
	_, known := j.tree.Outline(j.Doc.Root, milestone).Slice(slice).Status(id.Text)
	state := j.tree.Front(j.Doc.Root, "nubos/state")
	current := document.Text(state.Get("current_task"))
	switch {
	case !known:
		j.report("orphan-checkpoint", id.Span, "$.task_id", nil,
			"there is no task %s, so nobody can go on from this checkpoint; remove it, or correct the id",
			id.Text)
	case state == nil || status == nil || status.Text != "in-progress" || current == id.Text:
	default:
		j.report("orphan-checkpoint", status.Span, "$.status", nil,
			"the checkpoint of %s is in progress, but the current task in STATE.md is %s, as after a crash at the end "+
				"of the task; clean up with `np-tools.cjs undo-task %s`, or remove the checkpoint if the task is done",
			id.Text, cmp.Or(current, "null"), id.Text)
	}
}
