package project

import (
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// Roadmap is what roadmap.yaml says of the milestones. Values of a wrong type are left out: they are reported elsewhere.
type Roadmap struct {
	Path       string
	Milestones []*Entry
}

// Entry is one milestone of the roadmap.
type Entry struct {
	ID, Name, Status, Goal Item
	Number                 int // 0 if there is none
	Criteria               []Criterion
	Requirements           []Item
	Slices                 []*Entry // of version 2
}

// Criterion is a success criterion. Its id is its place in the list, SC-1 for the first; an id of its own is ignored by the verifier.
type Criterion struct {
	ID string
	Item
}

// Roadmap returns the roadmap of the project with the given root, or nil if there is none or it cannot be read. It is read when it is first
// asked for.
func (t *Tree) Roadmap(root string) *Roadmap {
	read, _ := t.roadmaps.LoadOrStore(root, sync.OnceValue(func() *Roadmap {
		d := t.Lookup(join(root, ".nubos-pilot/roadmap.yaml"))
		if d == nil || d.Kind != "nubos/roadmap" {
			return nil
		}
		return ReadRoadmap(d)
	}))
	return read.(func() *Roadmap)()
}

// ReadRoadmap takes the milestones from a roadmap; nil if it cannot be read.
func ReadRoadmap(d *document.Document) *Roadmap {
	if !d.Readable() || d.Data == nil {
		return nil
	}
	r := &Roadmap{Path: d.Path}
	list := d.Data.Root.Get("milestones")
	if list == nil || list.Type != document.List {
		return r
	}
	for _, n := range list.Items {
		if n.Type == document.Map {
			r.Milestones = append(r.Milestones, entry(n))
		}
	}
	return r
}

func entry(n *document.Node) *Entry {
	e := &Entry{ID: item(n.Get("id")), Name: item(n.Get("name")), Status: item(n.Get("status")), Goal: item(n.Get("goal"))}
	if number := n.Get("number"); number != nil && number.Type == document.Number {
		e.Number = int(number.Num)
	}
	if list := n.Get("success_criteria"); list != nil && list.Type == document.List {
		for i, c := range list.Items {
			e.Criteria = append(e.Criteria, Criterion{"SC-" + itoa(i+1), criterionText(c)})
		}
	}
	e.Requirements, _ = items(n.Get("requirements"))
	if list := n.Get("slices"); list != nil && list.Type == document.List {
		for _, s := range list.Items {
			if s.Type == document.Map {
				e.Slices = append(e.Slices, entry(s))
			}
		}
	}
	return e
}

// criterionText returns the text of a success criterion, which is a string or stands under one of several keys.
func criterionText(n *document.Node) Item {
	if n.Type != document.Map {
		return item(n)
	}
	for _, key := range []string{"text", "criterion", "description", "title", "id"} {
		if v := n.Get(key); v != nil && v.Type == document.String && v.Text != "" {
			return item(v)
		}
	}
	return Item{Span: n.Span}
}

func item(n *document.Node) Item {
	if n == nil {
		return Item{}
	}
	i := Item{Span: n.Span}
	if n.Type == document.String {
		i.Text = n.Text
	}
	return i
}

// Entry returns the entry of a milestone, or nil.
func (r *Roadmap) Entry(id string) *Entry {
	if r == nil {
		return nil
	}
	for _, e := range r.Milestones {
		if e.ID.Text == id {
			return e
		}
	}
	return nil
}

// Traced returns what read finds in the REQUIREMENTS.md of the project with the given root, or nil if there is none. It is read when it is first
// asked for.
func (t *Tree) Traced(root string, read func(text string) map[string]string) map[string]string {
	traced, _ := t.traced.LoadOrStore(root, sync.OnceValue(func() map[string]string {
		if text, err := t.File(root, ".nubos-pilot/REQUIREMENTS.md"); err == nil {
			return read(string(text))
		}
		return nil
	}))
	return traced.(func() map[string]string)()
}
