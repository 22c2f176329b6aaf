package model

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// readMilestone takes the facts from the artefacts in the directory of a milestone.
func readMilestone(set *document.Set, root, id string) *Milestone {
	m := &Milestone{Outline: &Outline{ID: id, Root: root}}
	inputs := set.Inputs(document.Join(root, place.Milestones+id+"/"))
	for i := range inputs {
		in := &inputs[i]
		if in.Root != root {
			continue
		}
		m.First = cmp.Or(m.First, in.Path)
		if where := place.Of(root, in.Path); where.Slice != "" {
			m.ensure(where.Slice).read(set, where, in)
		} else if named(in.Path, id) {
			m.read(set, in)
		}
	}
	slices.SortStableFunc(m.Slices, func(a, b *Slice) int {
		if (a.Number == 0) != (b.Number == 0) {
			return cmp.Compare(b.Number, a.Number)
		}
		return cmp.Compare(a.Number, b.Number)
	})
	m.link()
	m.outline(set.Vocabulary("nubos", "task-status"))
	return m
}

// named reports whether a file is named after the directory that it is an artefact of, as programs look for it.
func named(file, id string) bool { return strings.HasPrefix(path.Base(file), id+"-") }

// read takes the facts from an artefact of the milestone itself.
func (m *Milestone) read(set *document.Set, in *document.Input) {
	switch in.Kind {
	case "nubos/milestone-context":
		m.Context, m.Decisions = in.Path, decisions(set.At(in.Path))
	case "nubos/verification":
		m.Verification = ReadVerification(set.At(in.Path))
	case "nubos/validation":
		m.Validation = readValidation(set.At(in.Path))
	}
}

var decisionID = memo.Regexp(`(?m)^[ \t]*(?:[-*][ \t]+)?\*\*(D-\d+)\pZ?:?\*\*`)

// Decisions returns the ids that a CONTEXT.md locks.
func Decisions(d *document.Document) (ids []Item) {
	for _, at := range decisionID().FindAllStringSubmatchIndex(d.Content(), -1) {
		ids = append(ids, spanned(d, document.Span{Start: at[2], End: at[3]}))
	}
	return ids
}

// decisions returns the same as a set.
func decisions(d *document.Document) map[string]bool {
	ids := map[string]bool{}
	for _, id := range Decisions(d) {
		ids[id.Text] = true
	}
	return ids
}

// ensure returns the slice whose directory has the name, making it if it is new.
func (m *Milestone) ensure(dir string) *Slice {
	if s := m.Slice(dir); s != nil {
		return s
	}
	outline := &SliceOutline{ID: dir, Full: m.ID + "-" + dir, Number: place.IDNumber(dir, 'S')}
	s := &Slice{SliceOutline: outline, byID: map[string]*File{}, byDir: map[string]*File{}}
	if m.slices == nil {
		m.slices = map[string]*Slice{}
	}
	m.Slices, m.slices[dir] = append(m.Slices, s), s
	return s
}

// read takes the facts from an artefact of the slice or of a task in it.
func (s *Slice) read(set *document.Set, where place.Place, in *document.Input) {
	switch {
	case in.Kind == "nubos/slice-plan" && (s.Plan == nil || named(in.Path, s.ID)):
		s.Plan = readPlan(set.At(in.Path))
	case in.Kind == "nubos/slice-uat":
		s.UAT = in.Path
	case in.Kind == "nubos/task-plan":
		s.add(ReadFile(set.At(in.Path), where.Task))
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
	f := &File{Path: d.Path, Dir: dir, Unreadable: !d.Readable()}
	if f.Unreadable {
		return f
	}
	root := d.Front.Root
	f.ID, f.Status = document.Text(root.Get("id")), document.Text(root.Get("status"))
	f.Tier = document.Text(root.Get("tier"))
	f.DependsOn, f.Modified = Texts(root.Get("depends_on")), Texts(root.Get("files_modified"))
	if h := d.Body.Title(); h != nil {
		f.Name = h.Text
		if _, name, ok := strings.Cut(h.Text, " — "); ok {
			f.Name = name
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
