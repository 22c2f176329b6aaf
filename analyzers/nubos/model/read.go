package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

func (t *Tree) readMilestone(root, id string) *Milestone {
	m := &Milestone{Outline: &Outline{ID: id, Root: root}}
	prefix := document.Join(root, place.Milestones+id+"/")
	inputs := t.Inputs(prefix)
	for i := range inputs {
		in := &inputs[i]
		if in.Root != root {
			continue
		}
		if m.First == "" {
			m.First = in.Path
		}
		if where := place.Of(root, in.Path); where.Slice != "" {
			t.readInSlice(m, where, in)
		} else if named(in.Path, id) {
			t.readInMilestone(m, in)
		}
	}
	slices.SortStableFunc(m.Slices, func(a, b *Slice) int {
		if (a.Number == 0) != (b.Number == 0) {
			return cmp.Compare(b.Number, a.Number)
		}
		return cmp.Compare(a.Number, b.Number)
	})
	m.link()
	m.outline()
	return m
}

// named reports whether a file is named after the directory that it is an artefact of, as programs look for it.
func named(path, id string) bool {
	return strings.HasPrefix(path[strings.LastIndexByte(path, '/')+1:], id+"-")
}

// readInMilestone takes the facts from an input, an artefact of the milestone itself.
func (t *Tree) readInMilestone(m *Milestone, in *document.Input) {
	switch in.Kind {
	case "nubos/milestone-context":
		m.Context, m.Decisions = in.Path, decisions(t.At(in.Path))
	case "nubos/verification":
		m.Verification = ReadVerification(t.At(in.Path))
	case "nubos/validation":
		m.Validation = readValidation(t.At(in.Path))
	}
}

// readInSlice takes the facts from an input, an artefact of a slice or of a task in it.
func (t *Tree) readInSlice(m *Milestone, where place.Place, in *document.Input) {
	s := m.Slice(where.Slice)
	if s == nil {
		o := &SliceOutline{ID: where.Slice, Full: m.ID + "-" + where.Slice, Number: place.IDNumber(where.Slice, 'S')}
		s = &Slice{SliceOutline: o, First: in.Path,
			Kinds: map[string]string{}, byID: map[string]*File{}, byDir: map[string]*File{}}
		m.Slices = append(m.Slices, s)
	}
	if where.Task == "" {
		s.Kinds[in.Kind] = in.Path
	}
	switch {
	case in.Kind == "nubos/slice-plan" && (s.Plan == nil || named(in.Path, s.ID)):
		s.Plan = readPlan(t.At(in.Path))
	case in.Kind == "nubos/slice-uat":
		s.UAT = in.Path
	case in.Kind == "nubos/task-plan":
		s.add(ReadFile(t.At(in.Path), where.Task))
	}
}

// readPlan reads a plan and what it covers.
func readPlan(d *document.Document) *Plan {
	p := ReadTasks(d)
	p.readAims(d)
	return p
}

// ReadFile takes the facts from a task file in the directory with the name dir.
func ReadFile(d *document.Document, dir string) *File {
	f := &File{Path: d.Path, Dir: dir}
	if !d.Readable() || d.Front == nil {
		f.Unreadable = true
		return f
	}
	root := d.Front.Root
	f.Open = d.Front.Open
	f.ID, f.Status, f.Tier = document.Text(root.Get("id")), document.Text(root.Get("status")), document.Text(root.Get(
		"tier"))
	f.DependsOn, f.Modified = Texts(root.Get("depends_on")), Texts(root.Get("files_modified"))
	for i := range d.Body.Headings {
		if h := &d.Body.Headings[i]; h.Level == 1 {
			f.Name = h.Text
			if _, name, ok := strings.Cut(h.Text, " — "); ok {
				f.Name = name
			}
			break
		}
	}
	for i := range d.Body.Elements {
		if e := &d.Body.Elements[i]; e.Name == "verify" && !e.Hidden {
			f.Verify = strings.TrimSpace(d.Text(e.Inner()))
			break
		}
	}
	return f
}

// Texts returns the texts in a list, and nil for every other node and for nil.
func Texts(n *document.Node) []Item {
	if n == nil || n.Type != document.List {
		return nil
	}
	list := make([]Item, 0, len(n.Items))
	for _, item := range n.Items {
		if item.Type == document.String {
			list = append(list, Item{item.Text, item.Span})
		}
	}
	return list
}
