package project

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

func (t *Tree) readMilestone(root, id string) *Milestone {
	m := &Milestone{ID: id, Root: root}
	prefix := Join(root, milestonesDir+id+"/")
	for i := t.from(prefix); i < len(t.Inputs) && strings.HasPrefix(t.Inputs[i].Path, prefix); i++ {
		in := &t.Inputs[i]
		if in.Root != root {
			continue
		}
		if m.First == "" {
			m.First = in.Path
		}
		if place := PlaceOf(root, in.Path); place.Slice != "" {
			t.readInSlice(m, place, i)
		} else if named(in.Path, id) {
			t.readInMilestone(m, i)
		}
	}
	slices.SortStableFunc(m.Slices, func(a, b *Slice) int {
		if (a.Number == 0) != (b.Number == 0) {
			return cmp.Compare(b.Number, a.Number)
		}
		return cmp.Compare(a.Number, b.Number)
	})
	for _, s := range m.Slices {
		s.linkStatuses(t, root)
	}
	m.link()
	return m
}

// named reports whether a file is named after the directory that it is an artefact of, as programs look for it.
func named(path, id string) bool {
	return strings.HasPrefix(path[strings.LastIndexByte(path, '/')+1:], id+"-")
}

// readInMilestone takes the facts from the i-th input, an artefact of the milestone itself.
func (t *Tree) readInMilestone(m *Milestone, i int) {
	switch t.Inputs[i].Kind {
	case "nubos/milestone-context":
		m.Context = ReadContext(t.Borrow(i))
	case "nubos/milestone-meta":
		m.Meta = ReadMeta(t.Borrow(i))
	case "nubos/milestone-roadmap":
		m.List = ReadList(t.Borrow(i))
	case "nubos/verification":
		m.Verification = ReadVerification(t.Borrow(i))
	case "nubos/validation":
		m.Validation = ReadValidation(t.Borrow(i))
	}
}

// readInSlice takes the facts from the i-th input, an artefact of a slice or of a task in it.
func (t *Tree) readInSlice(m *Milestone, place Place, i int) {
	in := &t.Inputs[i]
	s := m.Slice(place.Slice)
	if s == nil {
		s = &Slice{ID: place.Slice, Full: m.ID + "-" + place.Slice, Number: IDNumber(place.Slice, 'S', 3), First: in.Path,
			Kinds: map[string]string{}, byID: map[string]*File{}, byDir: map[string]*File{}, summaries: map[string]string{}}
		m.Slices = append(m.Slices, s)
	}
	if place.Task == "" {
		s.Kinds[in.Kind] = in.Path
	}
	switch {
	case in.Kind == "nubos/slice-plan" && (s.Plan == nil || named(in.Path, s.ID)):
		s.Plan = readPlan(t.Borrow(i))
	case in.Kind == "nubos/slice-uat":
		s.UAT = in.Path
	case in.Kind == "nubos/todo":
		s.Todo = ReadTodo(t.Borrow(i))
	case in.Kind == "nubos/status-history":
		s.history = readHistory(t.Borrow(i))
	case in.Kind == "nubos/task-plan":
		s.add(readFile(t.Borrow(i), place.Task))
	case in.Kind == "nubos/task-summary" && named(in.Path, place.Task):
		if d := t.Borrow(i); d.Readable() && d.Front != nil {
			s.summaries[place.Task] = text(d.Front.Root.Get("status"))
		}
	}
}

// linkStatuses gives every task the statuses that others tell of it.
func (s *Slice) linkStatuses(t *Tree, root string) {
	for _, f := range s.Files {
		f.Summary, f.History = s.summaries[f.Dir], s.history[f.ID]
		f.NoSummary = !t.Has(path.Dir(f.Path) + "/" + f.Dir + "-SUMMARY.md")
		if s.Todo != nil && s.Todo.ByID[f.ID] != nil {
			f.Row = s.Todo.ByID[f.ID].Status()
		}
		if f.History == "" && f.Row == "in-progress" && t.HasArtefact(root, ".nubos-pilot/checkpoints/"+f.ID+".json") {
			f.History = "in-progress" // who works on a task writes a checkpoint, and removes it at the end
		}
	}
}

// readPlan reads a plan and what it covers.
func readPlan(d *document.Document) *Plan {
	p := ReadPlan(d)
	p.readAims(d)
	return p
}

func readFile(d *document.Document, dir string) *File {
	f := &File{Path: d.Path, Dir: dir, size: len(d.Src)}
	if !d.Readable() || d.Front == nil {
		f.Unreadable = true
		return f
	}
	root := d.Front.Root
	f.Open = d.Front.Open
	f.ID, f.Status, f.Tier = text(root.Get("id")), text(root.Get("status")), text(root.Get("tier"))
	f.DependsOn, f.DependsOnList = items(root.Get("depends_on"))
	f.Modified, f.ModifiedList = items(root.Get("files_modified"))
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

func text(n *document.Node) string {
	if n == nil || n.Type != document.String {
		return ""
	}
	return n.Text
}

func items(n *document.Node) ([]Item, bool) {
	if n == nil || n.Type != document.List {
		return nil, false
	}
	list := make([]Item, 0, len(n.Items))
	for _, item := range n.Items {
		if item.Type == document.String {
			list = append(list, Item{item.Text, item.Span})
		}
	}
	return list, true
}

func itoa(n int) string { return strconv.Itoa(n) }
