package derived

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// position is a STATE.md under judgement: what it says is current. It is held against the roadmap and the disk.
type position struct {
	*document.Reporter
	tree    *model.Tree
	roadmap *model.Roadmap
	front   *document.Node
}

// text returns what stands under a key.
func (p *position) text(key string) string { return document.Text(p.front.Get(key)) }

// report reports the value of a key.
func (p *position) report(key, format string, args ...any) {
	p.Reportf("state-position", p.front.Get(key).Span, "frontmatter."+key, format, args...)
}

// judgeState holds STATE.md against the roadmap and the disk.
func judgeState(a *artefact) {
	roadmap := a.roadmap()
	if roadmap == nil {
		return
	}
	p := position{a.Reporter, a.tree, roadmap, a.Doc.Front.Root}
	if e := p.judge(); e != nil {
		number := strconv.Itoa(place.IDNumber(e.ID.Text, 'M'))
		numbered(a.Reporter, e.ID.Text, cmp.Or(e.Number.Text, number), number)
	}
}

// stateAlone holds a STATE.md that is judged alone against itself: what it points to is not known.
func stateAlone(r *document.Reporter) {
	p := position{Reporter: r, front: r.Doc.Front.Root}
	slice, task := p.text("current_slice"), p.text("current_task")
	if _, known := place.SplitSlice(slice); known != "" {
		if m, s, ok := place.SplitID(task); ok != "" && slice != m+"-"+s {
			p.report("current_task", elsewhere, task, slice)
		}
	}
	id := p.text("milestone")
	numbered(r, id, strconv.Itoa(place.IDNumber(id, 'M')), "")
}

const elsewhere = "the current task is %s, but the current slice is %s; resume-work goes on with the task, and people who " +
	"read STATE.md with the slice, so write which"

// judge judges the current milestone, slice and task. It returns the milestone's entry, or nil.
func (p *position) judge() *model.Entry {
	id := p.text("milestone")
	e := p.roadmap.Entry(id)
	if !place.Usable(id, 'M') {
		id = "" // it is reported by what it is
	}
	if place.IsID(id, 'M') && e == nil {
		if p.tree.Consistent(p.Doc.Root) { // else it may be one that the roadmap has lost
			p.report("milestone",
				"the current milestone is %s, which roadmap.yaml does not have, so every command that is called for it "+
					"fails; write the id of one that is there", id)
		}
		return nil
	}
	p.lost()
	slice, plan := p.current("current_slice"), p.current("current_plan")
	switch {
	case plan == "" || slice == "" || plan == slice:
	case strings.HasPrefix(p.text("current_task"), plan+"-"):
		p.report("current_slice",
			"the current slice is %s, but plan and task belong to %s, and resume-work goes by the task; write %s", slice,
			plan, plan)
		slice = plan
	default:
		p.report("current_plan",
			"the current plan is %s, but the current slice is %s; they are the same thing, so write which", plan, slice)
	}
	task := p.current("current_task")
	if slice != "" && task != "" && !strings.HasPrefix(task, slice+"-") {
		p.report("current_task", elsewhere, task, slice)
		return e
	}
	p.finished(task)
	return e
}

// lost reports an empty key above one that says where the work stands.
func (p *position) lost() {
	slice, task := p.text("current_slice"), p.text("current_task")
	for _, key := range []struct{ name, below, what string }{
		{"milestone", cmp.Or(slice, task), "milestone"},
		{"current_slice", task, "slice"},
	} {
		n := p.front.Get(key.name)
		if n == nil || key.below == "" || n.Type != document.Null && n.Text != "" {
			continue
		}
		p.Reportf("state-position", p.front.Pair(key.name).KeySpan, "frontmatter."+key.name,
			"no %s is current, but the work stands at %s, so who reads STATE.md is told two things; write the %s", key.what,
			key.below, key.what)
	}
}

// milestoneStart is how an id below a milestone starts.
var milestoneStart = memo.Regexp(`^M\d+-`)

// current judges a key that names a slice or a task by its full id, and returns the id if it is right.
func (p *position) current(key string) string {
	id, what := p.text(key), strings.TrimPrefix(key, "current_")
	milestone, slice := place.SplitSlice(id)
	task := ""
	if key == "current_task" {
		milestone, slice, task = place.SplitID(id)
	}
	switch {
	case slice == "": // empty, the way of version 1, or reported by its pattern
		if key == "current_plan" && milestoneStart().MatchString(id) && id != p.text("milestone") {
			p.report(key, "the current %s is %s, which is no id of a slice; write one such as M001-S001, or null",
				what, document.Quote(id))
		}
	case p.exists(milestone, slice, task):
		return id
	default:
		p.report(key,
			"the current %s is %s, which does not exist, so whoever goes on from STATE.md finds nothing there; write "+
				"the id of one that does, or null", what, id)
	}
	return ""
}

// exists reports whether there is a slice, or a task if it is not "".
func (p *position) exists(milestone, slice, task string) bool {
	s := p.tree.Outline(p.Doc.Root, milestone).Slice(slice)
	if task == "" {
		return s != nil || p.roadmap.Entry(milestone).Slice(slice) != nil
	}
	_, ok := s.Status(milestone + "-" + slice + "-" + task)
	return ok
}

// finished reports a current task that is finished while another one is being worked on.
func (p *position) finished(task string) {
	milestone, slice, _ := place.SplitID(task)
	status, _ := p.tree.Outline(p.Doc.Root, milestone).Slice(slice).Status(task)
	if status != "done" && status != "skipped" {
		return
	}
	for _, id := range p.tree.MilestoneIDs(p.Doc.Root) {
		for _, slice := range p.tree.Outline(p.Doc.Root, id).Slices {
			for _, f := range slice.Tasks {
				if f.Status == "in-progress" {
					p.report("current_task",
						"the current task is %s, which is %s, while %s is in progress; resume-work goes on with the "+
							"wrong one, so write %s", task, status, f.ID, f.ID)
					return
				}
			}
		}
	}
}

// numbered holds the number of the current milestone, which is written together with its id, against it; other is
// taken too.
func numbered(r *document.Reporter, id, number, other string) {
	n := r.Doc.Front.Root.Get("milestone_number")
	if n != nil && n.Type == document.Number && n.Num >= 0 && n.Text != number && n.Text != other && number != "0" {
		r.Fixf("state-stale", n.Span, "frontmatter.milestone_number",
			document.Replace("write "+number, n.Span, number),
			"`milestone_number` is %s, but the current milestone %s has the number %s; write that", n.Text, id, number)
	}
}

// checkpoint reports work in progress that STATE.md does not know of.
func checkpoint(a *artefact) {
	const rule = "orphan-checkpoint"
	root := a.Doc.Map()
	n := root.Get("task_id")
	id := document.Text(n)
	milestone, slice, task := place.SplitID(id)
	if task == "" {
		return // reported by its form, or as a file that cannot be read
	}
	if name := strings.TrimSuffix(path.Base(a.Doc.Path), ".json"); name != id {
		a.Reportf(rule, n.Span, "$.task_id",
			"the checkpoint is that of task %s, but the file is named after %s, so resume-work does not find it; "+
				"rename the file or correct the id", document.Quote(id), name)
		return
	}
	if _, known := a.tree.Outline(a.Doc.Root, milestone).Slice(slice).Status(id); !known {
		a.Reportf(rule, n.Span, "$.task_id",
			"there is no task %s, so nobody can go on from this checkpoint; remove it, or correct the id", id)
		return
	}
	status := root.Get("status")
	if document.Text(status) == "done" {
		a.Reportf(rule, status.Span, "$.status",
			"the checkpoint of %s is done, and commit-task removes it when it is, so resume-work calls it an orphan and "+
				"does not go on; commit the task, or remove the checkpoint", id)
		return
	}
	state := a.tree.Front(a.Doc.Root, "nubos/state")
	current := document.Text(state.Get("current_task"))
	if state != nil && document.Text(status) == "in-progress" && current != id {
		a.Reportf(rule, status.Span, "$.status",
			"the checkpoint of %s is in progress, but the current task in STATE.md is %s, as after a crash at the end "+
				"of the task; clean up with `np-tools.cjs undo-task %s`, or remove the checkpoint if the task is done",
			id, cmp.Or(current, "null"), id)
	}
}
