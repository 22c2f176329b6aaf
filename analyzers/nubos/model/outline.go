package model

import (
	"path"
	"slices"
	"strings"
)

// Outline is what the rest of a project must know of a milestone. It is small, and stays when the milestone itself is
// let go.
type Outline struct {
	ID, Root     string
	First        string // path of the first file in its directory, "" if there is none
	Slices       []*SliceOutline
	Verification *Verification
	Validation   *Validation
	Writes       map[string]bool // paths that a task of it plans to write
}

// SliceOutline is what the rest of a project must know of a slice.
type SliceOutline struct {
	ID, Full string
	Number   int
	Tasks    []taskOutline
}

// taskOutline is a scaffolded task. Status is "" if it is one that no task may have.
type taskOutline struct{ ID, Dir, Status string }

// Slice returns the slice whose directory has the name, or nil.
func (o *Outline) Slice(id string) *SliceOutline {
	for _, s := range o.Slices {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Status returns the status of the task with the id, or in the directory that the id names, and whether there is one.
// The slice may be nil.
func (s *SliceOutline) Status(id string) (status string, ok bool) {
	if s == nil {
		return "", false
	}
	for _, t := range s.Tasks {
		if t.ID == id || s.Full+"-"+t.Dir == id {
			return t.Status, true
		}
	}
	return "", false
}

// Outline returns the outline of the milestone in the directory with the given name; it is empty if there is no such
// directory.
func (t *Tree) Outline(root, id string) *Outline {
	return t.outlines.Get(t.Set, [2]string{root, id}, func() *Outline { return t.milestone(root, id).Outline })
}

// outline fills in what the rest of the project must know of the tasks, whose statuses may be those given. Its texts
// must not keep whole files in memory.
func (m *Milestone) outline(statuses []string) {
	m.Writes = m.writes()
	for _, s := range m.Slices {
		m.Outline.Slices = append(m.Outline.Slices, s.SliceOutline)
		for _, f := range s.Files {
			t := taskOutline{ID: strings.Clone(f.ID), Dir: f.Dir}
			if i := slices.Index(statuses, f.Status); i >= 0 {
				t.Status = statuses[i]
			}
			s.Tasks = append(s.Tasks, t)
		}
	}
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
		for _, t := range s.tasks() {
			add(t.Files)
		}
	}
	return names
}

// Progress returns the status that follows from the tasks of a slice: done if all are done or skipped, pending if
// nobody has started, else in-progress; "" if there are no tasks, or one whose status is unknown. The slice may be nil.
func (s *SliceOutline) Progress() string {
	if s == nil { // no task of it could be read
		return ""
	}
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
