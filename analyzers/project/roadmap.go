package project

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Roadmap is what roadmap.yaml says of the milestones. Values of a wrong type are left out: they are reported elsewhere.
type Roadmap struct {
	Path       string
	Milestones []*Entry
	Ambiguous  bool // two milestones have one id, so nothing that counts or finds them can be held against it
	byID       map[string]*Entry
}

// Entry is one milestone or slice of the roadmap, or what another artefact repeats of it. A list that is not there is nil.
type Entry struct {
	Path                   string // of the artefact that says it
	ID, Name, Status, Goal Item
	Number                 Item
	Criteria               []Criterion
	Requirements           []Item
	Slices                 []*Entry // of version 2
	SliceCount, TaskCount  Item     // of artefacts that only count them
	// Keys is where the lists of requirements and success_criteria have their keys, and the slices of a milestone's ROADMAP.md their heading.
	Keys map[string]document.Span
	// Nameless is where an entry of roadmap.yaml should have its name: at the empty `name`, or else at the id. It is empty for one that has a
	// name, or a key that is probably a misspelling of `name`, which is reported as such.
	Nameless document.Span

	byID map[string]*Entry // the slices
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

// Criterion is a success criterion. Its id is its place in the list, SC-1 for the first; an id of its own is ignored by the verifier.
type Criterion struct {
	ID string
	Item
}

// Roadmap returns the roadmap of the project with the given root, or nil if there is none or it cannot be read. It is read when it is first
// asked for.
func (t *Tree) Roadmap(root string) *Roadmap {
	return t.roadmaps.Get(root, func() *Roadmap {
		d := t.peek(root, ".nubos-pilot/roadmap.yaml")
		if d == nil || d.Kind != "nubos/roadmap" {
			return nil
		}
		return ReadRoadmap(d)
	})
}

// ReadRoadmap takes the milestones from a roadmap; nil if it cannot be read.
func ReadRoadmap(d *document.Document) *Roadmap {
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
	e := &Entry{ID: item(n.Get("id")), Name: item(n.Get("name")), Status: item(n.Get("status")), Goal: item(n.Get("goal"))}
	for _, key := range []string{"requirements", "success_criteria"} {
		if p := n.Pair(key); p != nil {
			if e.Keys == nil {
				e.Keys = map[string]document.Span{}
			}
			e.Keys[key] = p.KeySpan
		}
	}
	e.Number = number(n.Get("number"))
	e.Nameless = nameless(n, e.ID.Span)
	if list := n.Get("success_criteria"); list != nil && list.Type == document.List {
		e.Criteria = []Criterion{}
		for i, c := range list.Items {
			e.Criteria = append(e.Criteria, Criterion{"SC-" + itoa(i+1), criterionText(c)})
		}
	}
	e.Requirements, _ = items(n.Get("requirements"))
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

// nameless returns where a name is missing, which is at the id if no key is there for it; an empty span if none is missing.
func nameless(n *document.Node, id document.Span) document.Span {
	for i := range n.Pairs {
		switch p := &n.Pairs[i]; {
		case p.Key == "name" && (p.Value.Type == document.Null || p.Value.Type == document.String && strings.TrimSpace(p.Value.Text) == ""):
			return p.KeySpan
		case p.Key == "name", rules.Nearest(p.Key, []string{"name"}) != "":
			return document.Span{}
		}
	}
	return id
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

// View returns what the project's generated ROADMAP.md says, or nil if there is none. It is read when it is first asked for.
func (t *Tree) View(root string) *View {
	return t.views.Get(root, func() *View {
		if d := t.peek(root, ".nubos-pilot/ROADMAP.md"); d != nil && d.Kind == "nubos/project-roadmap" {
			return ReadView(d)
		}
		return nil
	})
}

// peek returns the artefact at a path relative to a root to take facts from, or nil if there is none.
func (t *Tree) peek(root, path string) *document.Document {
	i, ok := slices.BinarySearchFunc(t.Inputs, Join(root, path), func(in document.Input, path string) int { return strings.Compare(in.Path, path) })
	if !ok {
		return nil
	}
	return t.Borrow(i)
}

// NameText returns the name of an entry, which may be nil.
func (e *Entry) NameText() string {
	if e == nil {
		return ""
	}
	return e.Name.Text
}

// Directories reports whether the roadmap, which may be nil, is one of version 2: its milestones have directories of their own.
func (r *Roadmap) Directories() bool {
	return r != nil && slices.ContainsFunc(r.Milestones, func(e *Entry) bool { return IsID(e.ID.Text, 'M', 3) })
}
