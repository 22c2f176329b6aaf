package model

import (
	"strconv"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/contract"
)

// Roadmap is what roadmap.yaml says of the milestones. Values of a wrong type are left out: they are reported
// elsewhere.
type Roadmap struct {
	Path        string
	Milestones  []*Entry
	Ambiguous   bool // two milestones have one id, so nothing that counts or finds them can be held against it
	Directories bool // it is one of version 2: its milestones have directories of their own
	byID        map[string]*Entry
}

// Entry is one milestone or slice of the roadmap. A list that is not there is nil.
type Entry struct {
	ID, Name, Status, Goal Item
	Number                 Item
	Criteria               []Criterion
	Requirements           []Item
	Slices                 []*Entry          // of version 2
	Phases                 bool              // it has phases, as of version 1
	byID                   map[string]*Entry // the slices
}

// Slice returns the slice with the id, or nil.
func (e *Entry) Slice(id string) *Entry {
	if e == nil {
		return nil
	}
	return e.byID[id]
}

// addSlice adds a slice; of several with one id, the first is found by it.
func (e *Entry) addSlice(s *Entry) {
	e.Slices = append(e.Slices, s)
	if e.byID == nil {
		e.byID = map[string]*Entry{}
	}
	if e.byID[s.ID.Text] == nil {
		e.byID[s.ID.Text] = s
	}
}

// Criterion is a success criterion. Its id is its place in the list, SC-1 for the first; an id of its own is ignored
// by the verifier.
type Criterion struct {
	ID string
	Item
}

// Roadmap returns the roadmap of the project with the given root, or nil if there is none or it cannot be read. It is
// read when it is first asked for.
func (t *Tree) Roadmap(root string) *Roadmap {
	return t.roadmaps.Get(root, func() *Roadmap {
		d := t.peek(root, "nubos/roadmap")
		if d == nil {
			return nil
		}
		return readRoadmap(d)
	})
}

// readRoadmap takes the milestones from a roadmap; nil if it cannot be read.
func readRoadmap(d *document.Document) *Roadmap {
	if !d.Readable() || d.Data == nil {
		return nil
	}
	r := &Roadmap{Path: d.Path, byID: map[string]*Entry{}}
	list := d.Data.Root.Get("milestones")
	if list == nil || list.Type != document.List {
		return r
	}
	for _, n := range list.Items {
		if n.Type == document.Map {
			e := entry(n)
			r.Milestones = append(r.Milestones, e)
			r.Directories = r.Directories || place.IsID(e.ID.Text, 'M')
			if r.byID[e.ID.Text] == nil {
				r.byID[e.ID.Text] = e
			} else {
				r.Ambiguous = true
			}
		}
	}
	return r
}

func entry(n *document.Node) *Entry {
	e := &Entry{ID: item(n.Get("id")), Name: item(n.Get("name")), Status: item(n.Get("status")),
		Goal: item(n.Get("goal"))}
	e.Phases = n.Has("phases")
	e.Number = number(n.Get("number"))
	if list := n.Get("success_criteria"); list != nil && list.Type == document.List {
		e.Criteria = []Criterion{}
		for i, c := range list.Items {
			e.Criteria = append(e.Criteria, Criterion{"SC-" + strconv.Itoa(i+1), criterionText(c)})
		}
	}
	e.Requirements = Texts(n.Get("requirements"))
	if list := n.Get("slices"); list != nil && list.Type == document.List {
		e.Slices = []*Entry{}
		for _, s := range list.Items {
			if s.Type == document.Map {
				e.addSlice(entry(s))
			}
		}
	}
	return e
}

// number returns a whole number as it is written, or nothing.
func number(n *document.Node) Item {
	if n == nil || n.Type != document.Number || n.Num != float64(int(n.Num)) {
		return Item{}
	}
	return Item{strconv.Itoa(int(n.Num)), n.Span}
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

// Entry returns the entry of a milestone, or nil; of several, the first.
func (r *Roadmap) Entry(id string) *Entry {
	if r == nil {
		return nil
	}
	return r.byID[id]
}

// peek returns the artefact of a kind of which a project has one, to take facts from, or nil if there is none.
func (t *Tree) peek(root, kind string) *document.Document {
	if d := t.At(t.Path(root, kind)); d != nil && d.Kind == kind {
		return d
	}
	return nil
}

// Path returns the path of an artefact, relative to the run's base, by its kind and the ids of where it lies, as its
// contract has it; "" if the run does not know the kind.
func (t *Tree) Path(root, kind string, ids ...string) string {
	if c := contract.Of(t.Set, kind); c != nil {
		return document.Join(root, c.Path(ids...))
	}
	return ""
}

// Front returns the frontmatter of such an artefact, or nil if there is none that can be read.
func (t *Tree) Front(root, kind string) *document.Node {
	if d := t.peek(root, kind); d != nil && d.Readable() && d.Front != nil {
		return d.Front.Root
	}
	return nil
}

// NameText returns the name of an entry, which may be nil.
func (e *Entry) NameText() string {
	if e == nil {
		return ""
	}
	return e.Name.Text
}
