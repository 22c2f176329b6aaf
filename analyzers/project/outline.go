package project

import (
	"path"
	"strings"
)

// Outline is what the rest of a project must know of a milestone. It is small, and stays when the milestone itself is let go.
type Outline struct {
	ID, Root     string
	First        string // path of the first file in its directory, "" if there is none
	Slices       []*SliceOutline
	Meta, List   *Entry // what META.json and the milestone's ROADMAP.md repeat of the roadmap, or nil
	Verification *Verification
	Validation   *Validation
	Writes       map[string]bool // paths that a task of it plans to write
}

// SliceOutline is what the rest of a project must know of a slice.
type SliceOutline struct {
	ID, Full  string
	Number    int
	Tasks     []TaskOutline
	Planned   int             // how many tasks there are, in the plan or as files, whichever are more
	HasPlan   bool            // there is one
	Required  map[string]bool // the requirements of its plan
	GoalInUse bool            // the plan repeats the goal that the milestone's ROADMAP.md gives the slice
}

// TaskOutline is a scaffolded task.
type TaskOutline struct{ ID, Dir, Status string } // the status as File.Believed tells it

// Slice returns the slice whose directory has the name, or nil.
func (o *Outline) Slice(id string) *SliceOutline {
	for _, s := range o.Slices {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Task returns the task with the id, or in the directory that the id names; nil if there is none.
func (s *SliceOutline) Task(id string) *TaskOutline {
	for i := range s.Tasks {
		if t := &s.Tasks[i]; t.ID == id || s.Full+"-"+t.Dir == id {
			return t
		}
	}
	return nil
}

// Outline returns the outline of the milestone in the directory with the given name; it is empty if there is no such directory.
func (t *Tree) Outline(root, id string) *Outline {
	return t.outlines.Get([2]string{root, id}, func() *Outline { return t.MilestoneByID(root, id).outline() })
}

// Writers returns the milestones whose tasks plan to write a file, by its path relative to the root. It is found out when it is first asked for.
func (t *Tree) Writers(root string) map[string][]string {
	return t.writers.Get(root, func() map[string][]string {
		writers := map[string][]string{}
		for _, id := range t.MilestoneIDs(root) {
			for name := range t.Outline(root, id).Writes {
				writers[name] = append(writers[name], id)
			}
		}
		return writers
	})
}

func (m *Milestone) outline() *Outline {
	o := &Outline{ID: m.ID, Root: m.Root, First: m.First, Meta: m.Meta, List: m.List, Verification: m.Verification, Validation: m.Validation, Writes: m.writes()}
	for _, s := range m.Slices {
		short := &SliceOutline{ID: s.ID, Full: s.Full, Number: s.Number, Planned: len(s.Files), HasPlan: s.Plan != nil}
		for _, f := range s.Files {
			// The texts must not keep whole files in memory.
			short.Tasks = append(short.Tasks, TaskOutline{ID: strings.Clone(f.ID), Dir: f.Dir, Status: interned(f.Believed())})
		}
		if s.Plan != nil {
			short.Planned = max(short.Planned, len(s.Plan.Tasks))
			short.Required = map[string]bool{}
			for _, r := range s.Plan.Required() {
				short.Required[strings.Clone(r.Text)] = true
			}
			if listed := m.List.Slice(s.ID); listed != nil {
				short.GoalInUse = s.Plan.Says(listed.Goal.Text)
			}
		}
		o.Slices = append(o.Slices, short)
	}
	return o
}

// interned returns a status as a text that keeps no file in memory; "" for one that no task may have.
func interned(status string) string {
	for _, known := range taskStatuses {
		if status == known {
			return known
		}
	}
	return ""
}

// writes returns the paths that tasks of the milestone plan to write.
func (m *Milestone) writes() map[string]bool {
	names := map[string]bool{}
	add := func(items []Item) {
		for _, i := range items {
			if name := path.Clean(i.Text); !names[name] {
				names[strings.Clone(name)] = true
			}
		}
	}
	for _, s := range m.Slices {
		for _, f := range s.Files {
			add(f.Modified)
		}
		if s.Plan != nil {
			for _, t := range s.Plan.Tasks {
				add(t.Files)
			}
		}
	}
	return names
}

// Progress returns the status that follows from the tasks of a slice: done if all are done or skipped, pending if nobody has started, else in-progress;
// "" if there are no tasks, or one whose status is unknown.
func (s *SliceOutline) Progress() string {
	done, started := 0, false
	for _, t := range s.Tasks {
		switch t.Status {
		case "done":
			done, started = done+1, true
		case "in-progress":
			started = true
		case "skipped":
			done++
		case "pending", "parked":
		default:
			return ""
		}
	}
	switch {
	case len(s.Tasks) == 0:
		return ""
	case done == len(s.Tasks) && started:
		return "done"
	case started:
		return "in-progress"
	}
	return "pending"
}

// Forgotten reports whether the roadmap lacks a slice, or a whole milestone if slice is "", that has a directory and stands in a roadmap for people: it was
// lost in roadmap.yaml, and is reported there.
func (t *Tree) Forgotten(root, milestone, slice string) bool {
	r := t.Roadmap(root)
	o, view := t.Outline(root, milestone), t.View(root).Entry(milestone)
	if slice == "" {
		return r.Directories() && r.Entry(milestone) == nil && view != nil && o.First != ""
	}
	e := r.Entry(milestone)
	return e != nil && e.Slices != nil && e.Slice(slice) == nil && o.Slice(slice) != nil && (view.Slice(slice) != nil || o.List.Slice(slice) != nil)
}

// MilestoneStatus returns the status of a milestone as the roadmap has it, unless META.json and the generated view agree on another one.
func (t *Tree) MilestoneStatus(root string, e *Entry) string {
	meta, said := "", ""
	if m := t.Outline(root, e.ID.Text).Meta; m != nil {
		meta = Status(m.Status.Text)
	}
	if view := t.View(root).Entry(e.ID.Text); view != nil {
		said = Status(view.Status.Text)
	}
	if text, ok := Outvoted(Status(e.Status.Text), meta, said); ok && IsStatus(e.Status.Text) {
		return text
	}
	return e.Status.Text
}

// SliceStatus returns the status of a slice as the roadmap has it, unless the generated view and the tasks agree on another one; and whether they do.
func (t *Tree) SliceStatus(o *Outline, e *Entry) (status string, outvoted bool) {
	said, progress := "", ""
	if view := t.View(o.Root).Entry(o.ID).Slice(e.ID.Text); view != nil {
		said = Status(view.Status.Text)
	}
	if s := o.Slice(e.ID.Text); s != nil {
		progress = s.Progress()
	}
	if text, ok := Outvoted(Status(e.Status.Text), said, progress); ok && IsStatus(e.Status.Text) {
		return text, true
	}
	return Status(e.Status.Text), false
}
