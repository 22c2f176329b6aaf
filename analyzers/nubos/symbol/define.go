package symbol

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/analyzers/pack"
)

// define finds the symbols and the places that define them: roadmap.yaml, plans, CONTEXT.md, REQUIREMENTS.md, agents.
func (b *book) define() {
	roadmap := b.tree.Roadmap(b.root)
	file := b.tree.Path(b.root, "nubos/roadmap")
	if roadmap != nil {
		for _, e := range roadmap.Milestones {
			b.entry(file, e)
		}
	}
	for _, id := range b.tree.MilestoneIDs(b.root) {
		b.Add(milestoneSymbol(id))
		b.Join(b.known.milestones.Get(b.tree.Set, [2]string{b.root, id}, func() []pack.Symbol {
			part := b.part()
			part.directory(part.tree.Milestone(part.root, id))
			return part.Noted()
		}))
	}
	limits(b)
	b.requirements()
	b.agents()
}

// entry adds a milestone of the roadmap with its slices and criteria.
func (b *book) entry(file string, e *model.Entry) {
	id := e.ID.Text
	if !place.IsName(id, 'M') || b.milestone(id) != nil {
		return // of two with one id, programs find the first
	}
	m := b.Add(milestoneSymbol(id))
	m.Title, m.Labels = e.Name.Text, []pack.Label{{Name: "status", Value: e.Status.Text}}
	b.Defined(m, written(b, file, e.ID))
	for i, c := range e.Criteria {
		number := i + 1
		s := b.Add(pack.Symbol{
			ID: c.ID, Name: c.ID, Kind: "criterion", Scope: id, Title: c.Text, Form: `SC-[1-9]\d*`, Like: "SC-1",
			Numbers: &pack.Numbers{Only: strconv.Itoa(number), Why: fmt.Sprintf(
				"it is the criterion number %d in success_criteria of %s, and programs count; move it there", number, id)},
		})
		b.Defined(s, pack.Mention{Path: file, Span: c.Span})
	}
	for _, slice := range e.Slices {
		name := slice.ID.Text
		if !place.IsName(name, 'S') || b.slice(id, name) != nil {
			continue
		}
		s := b.Add(sliceSymbol(id, name))
		s.Title, s.Labels = slice.Name.Text, []pack.Label{{Name: "status", Value: slice.Status.Text}}
		b.Defined(s, written(b, file, slice.ID))
	}
}

// written is the mention of an item that may stand in quotes.
func written(b *book, file string, item model.Item) pack.Mention {
	return whole(file, inside(b.tree.At(file), item.Span, item.Text))
}

// inside returns where a text stands in a span that may have quotes around it.
func inside(d *document.Document, span document.Span, text string) document.Span {
	at, found := document.Find(d, span, text)
	if !found {
		at.End = at.Start
	}
	return at
}

// directory adds the slices, tasks and decisions of a milestone's directory.
func (b *book) directory(m *model.Milestone) {
	for _, s := range m.Slices {
		if !place.IsName(s.ID, 'S') {
			continue
		}
		b.Add(sliceSymbol(m.ID, s.ID))
		if s.Plan != nil {
			b.planned(m.ID, s)
		}
		for _, f := range s.Files {
			b.scaffolded(m.ID, s, f)
		}
	}
	if m.Context != "" {
		b.decisions(m)
	}
}

// planned adds the tasks of a slice plan.
func (b *book) planned(milestone string, slice *model.Slice) {
	full := milestone + "-" + slice.ID
	counts := !slices.ContainsFunc(slice.Plan.Tasks, func(t *model.Task) bool { return t.Tag.Unclosed }) &&
		slice.Plan.Tags == len(slice.Plan.Tasks)
	var dropped []string // names of tasks that are mended one day
	for _, id := range slice.Plan.Dropped {
		if name, ok := strings.CutPrefix(id, full+"-"); ok {
			dropped = append(dropped, strings.Clone(name))
		}
	}
	for _, t := range slice.Plan.Tasks {
		name, ok := strings.CutPrefix(t.ID, full+"-")
		a := t.Tag.Attr("id")
		if !ok || !place.IsName(name, 'T') || a == nil || b.task(milestone, slice.ID, name) != nil {
			continue
		}
		s := b.Add(taskSymbol(t.ID, full, name))
		s.Title, s.Taken = t.Text("name"), dropped
		for _, key := range []string{"tier", "wave"} {
			if a := t.Tag.Attr(key); a != nil {
				s.Labels = append(s.Labels, pack.Label{Name: key, Value: a.Text})
			}
		}
		if counts {
			s.Numbers = &pack.Numbers{Only: strconv.Itoa(t.Nth), Why: fmt.Sprintf(
				"it is task number %d of %s, tasks count from T0001 without a gap, and the scaffolder would call it "+
					"T%04d again; move it in the plan", t.Nth, path.Base(slice.Plan.Path), t.Nth)}
		}
		m := tail(slice.Plan.Path, a.Value, name)
		m.Around = document.Span{Start: t.Tag.Open.Start, End: max(t.Tag.Open.End, t.Tag.Close.End)}
		b.Defined(s, m)
		if wave := t.Tag.Attr("wave"); wave != nil {
			b.number(b.slice(milestone, slice.ID), slice.Plan.Path, wave.Text, wave.Value)
		}
	}
}

// scaffolded adds a task by its file.
func (b *book) scaffolded(milestone string, slice *model.Slice, f *model.File) {
	full := milestone + "-" + slice.ID
	if !place.IsName(f.Dir, 'T') {
		return
	}
	s := b.Add(taskSymbol(full+"-"+f.Dir, full, f.Dir))
	if s.Title == "" {
		s.Title = f.Name
	}
	s.Labels = append(s.Labels, pack.Label{Name: "status", Value: f.Status})
	d := b.tree.At(f.Path)
	if d == nil || !d.Readable() {
		return
	}
	if id := d.Front.Root.Get("id"); document.Text(id) == s.ID {
		b.Defined(s, tail(f.Path, inside(d, id.Span, s.ID), s.Name))
	}
}

// decisions adds what a CONTEXT.md locks.
func (b *book) decisions(m *model.Milestone) {
	d := b.tree.At(m.Context)
	for i, id := range model.Decisions(d) {
		line, _ := document.LineEnd(d.Content(), id.Span.End)
		s := b.Add(pack.Symbol{
			ID: id.Text, Name: id.Text, Kind: "decision", Scope: m.ID, Form: `D-\d{2,}`, Like: "D-01",
			Title: strings.Trim(d.Text(document.Span{Start: id.Span.End, End: line}), " \t:*"),
			Numbers: &pack.Numbers{Only: strconv.Itoa(i + 1), Why: fmt.Sprintf(
				"it is decision number %d of %s, and a gap looks like a decision that was lost; move it there",
				i+1, path.Base(m.Context))},
		})
		b.Defined(s, whole(m.Context, id.Span))
	}
}

// limits keeps milestones and slices in their order: what comes later may build on what comes before.
func limits(b *book) {
	above := map[string][]*pack.Symbol{}
	for _, s := range b.All() {
		if s.Kind == "milestone" || s.Kind == "slice" {
			above[s.Scope] = append(above[s.Scope], s)
		}
	}
	for _, all := range above {
		number := func(s *pack.Symbol) int { return place.IDNumber(s.Name, s.Name[0]) }
		slices.SortStableFunc(all, func(a, b *pack.Symbol) int { return number(a) - number(b) })
		for i, s := range all {
			n := &pack.Numbers{Above: "0", Why: "programs go by the number"}
			if i > 0 {
				n.Above = strconv.Itoa(number(all[i-1]))
				n.Why += ", and it comes behind " + all[i-1].ID
			}
			if i+1 < len(all) {
				n.Below = strconv.Itoa(number(all[i+1]))
				n.Why += ", and it comes before " + all[i+1].ID
			}
			s.Numbers = n
		}
	}
}

// requirements adds what REQUIREMENTS.md defines.
func (b *book) requirements() {
	r := b.tree.Requirements(b.root)
	if r == nil {
		return
	}
	file := b.tree.Path(b.root, "nubos/requirements")
	d := b.tree.At(file)
	for _, id := range r.Defined {
		line, _ := document.LineEnd(d.Content(), id.Span.End)
		s := b.Add(pack.Symbol{
			ID: id.Text, Name: id.Text, Kind: "requirement", Form: `[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+`, Like: "REQ-01",
			Title: strings.Trim(d.Text(document.Span{Start: id.Span.End, End: line}), " \t:*"),
		})
		b.Defined(s, whole(file, id.Span))
	}
}

// agents adds the agents of the project.
func (b *book) agents() {
	for _, in := range b.inputs() {
		if in.Kind == "nubos/agent" {
			b.Join(b.known.agents.Get(b.tree.Set, in.Path, func() []pack.Symbol {
				part := b.part()
				part.agent(in.Path)
				return part.Noted()
			}))
		}
	}
}

// agent adds the agent of a file. Those of nubos-pilot keep their names, which its programs go by.
func (b *book) agent(file string) {
	shipped := b.tree.Vocabulary("nubos", "agents")
	base := path.Base(file)
	name := strings.TrimSuffix(base, ".md")
	s := b.Add(pack.Symbol{ID: name, Name: name, Kind: "agent", Form: `[a-z0-9]+(?:-[a-z0-9]+)*`, Like: "np-reviewer",
		Taken: shipped})
	b.Named(s, pack.Named{Path: file, Own: document.Span{End: len(name)}})
	if with, _ := b.tree.Came("nubos", "agents", b.root, name); with != "" || slices.Contains(shipped, name) {
		s.Held = "it is an agent of nubos-pilot, whose programs call it by this name"
	}
	d := b.tree.At(file)
	if d == nil || !d.Readable() || d.Front == nil {
		return
	}
	s.Title = document.Text(d.Front.Root.Get("description"))
	s.Labels = []pack.Label{{Name: "tier", Value: document.Text(d.Front.Root.Get("tier"))}}
	if id := d.Front.Root.Get("name"); document.Text(id) == name {
		b.Defined(s, whole(file, inside(d, id.Span, name)))
	}
}
