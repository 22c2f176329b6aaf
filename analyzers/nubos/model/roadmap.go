package model

import (
	"slices"
	"strconv"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/contract"
)

// Roadmap is what roadmap.yaml says of the milestones. Values of a wrong type are left out: they are reported
// elsewhere.
type Roadmap struct {
	Milestones  []*Entry
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

// Criterion is a success criterion. Its id is its place in the list, SC-1 for the first; an id of its own is ignored
// by the verifier.
type Criterion struct {
	ID string
	Item
}

// Roadmap returns the roadmap of the project with the given root, or nil if there is none or it cannot be read. It is
// another one after each change of its file: who judges another file asks for what it needs of it, by Entry.
func (t *Tree) Roadmap(root string) *Roadmap {
	return t.roadmaps.Get(t.Set, root, func() *Roadmap { return readRoadmap(t.only(root, "nubos/roadmap")) })
}

// Entry returns the entry of a milestone in the roadmap of a project, or nil; of several, the first. It has no spans,
// so that it is the same while other entries change.
func (t *Tree) Entry(root, id string) *Entry {
	return t.entries.Get(t.Set, [2]string{root, id}, func() *Entry { return t.Roadmap(root).Entry(id).withoutSpans() })
}

// Test reports whether something holds of the entry of a milestone, which is nil if there is none. What is asked says
// all that test goes by but for the entry and the Tree, and test holds no part of a document. Who needs no more of an
// entry is not judged again while the answer stays: a roadmap that cannot be read, as while somebody types in it, has
// no entries.
func Test(t *Tree, root, id, what string, test func(e *Entry) bool) bool {
	return t.tests.Get(t.Set, [3]string{root, id, what}, func() bool { return test(t.Entry(root, id)) })
}

// HasDirectories reports whether a project has a roadmap of version 2, whose milestones have directories of their own.
func (t *Tree) HasDirectories(root string) bool {
	return t.ofTwo.Get(t.Set, root, func() bool {
		r := t.Roadmap(root)
		return r != nil && r.Directories
	})
}

// readRoadmap takes the milestones from a roadmap; nil if there is none or it cannot be read.
func readRoadmap(d *document.Document) *Roadmap {
	if d == nil || !d.Readable() {
		return nil
	}
	r := &Roadmap{Milestones: entries(d.Data.Root.Get("milestones"))}
	r.byID = byID(r.Milestones)
	for _, e := range r.Milestones {
		r.Directories = r.Directories || place.IsID(e.ID.Text, 'M')
	}
	return r
}

// entries returns the entries of a list, and nil for every other node and for nil.
func entries(list *document.Node) []*Entry {
	if list == nil || list.Type != document.List {
		return nil
	}
	all := []*Entry{}
	for _, n := range list.Items {
		if n.Type == document.Map {
			all = append(all, entry(n))
		}
	}
	return all
}

// byID finds entries by their ids; of several with one id, the first.
func byID(entries []*Entry) map[string]*Entry {
	first := map[string]*Entry{}
	for _, e := range entries {
		if first[e.ID.Text] == nil {
			first[e.ID.Text] = e
		}
	}
	return first
}

func entry(n *document.Node) *Entry {
	e := &Entry{ID: item(n.Get("id")), Name: item(n.Get("name")), Status: item(n.Get("status")),
		Goal: item(n.Get("goal")), Number: number(n.Get("number")), Requirements: Texts(n.Get("requirements")),
		Slices: entries(n.Get("slices")), Phases: n.Has("phases")}
	e.byID = byID(e.Slices)
	if list := n.Get("success_criteria"); list != nil && list.Type == document.List {
		e.Criteria = []Criterion{}
		for i, c := range list.Items {
			e.Criteria = append(e.Criteria, Criterion{"SC-" + strconv.Itoa(i+1), criterionText(c)})
		}
	}
	return e
}

// withoutSpans returns a copy of an entry, which may be nil, whose items have no spans.
func (e *Entry) withoutSpans() *Entry {
	if e == nil {
		return nil
	}
	bare := *e
	for _, i := range []*Item{&bare.ID, &bare.Name, &bare.Status, &bare.Goal, &bare.Number} {
		i.Span = document.Span{}
	}
	bare.Criteria, bare.Requirements = slices.Clone(e.Criteria), slices.Clone(e.Requirements)
	for i := range bare.Criteria {
		bare.Criteria[i].Span = document.Span{}
	}
	for i := range bare.Requirements {
		bare.Requirements[i].Span = document.Span{}
	}
	bare.Slices = slices.Clone(e.Slices)
	for i := range bare.Slices {
		bare.Slices[i] = bare.Slices[i].withoutSpans()
	}
	bare.byID = byID(bare.Slices)
	return &bare
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

// only returns the artefact of a kind of which a project has one, to take facts from, or nil if there is none.
func (t *Tree) only(root, kind string) *document.Document {
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
	if d := t.only(root, kind); d != nil && d.Readable() {
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
