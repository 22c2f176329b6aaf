package model

import (
	"sort"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/overlap"
	"github.com/nplint/nplint/internal/spell"
)

// Plan is a slice plan as the scaffolder looks at it: a list of tasks. It refers to the document that it was read
// from.
type Plan struct {
	Path   string
	Tasks  []*Task
	Closed bool // no fence, comment or task is left open, so that nothing is lost which was meant to be there
	// Tags is how many tags were meant as tasks, those that the scaffolder drops included.
	Tags int
	// Dropped are the ids in tags that were meant as tasks and are none: of another name, in a fence or a comment.
	Dropped []string
	// Required is the requirements in the frontmatter; nil if there is no such list.
	Required []Item
	// Words returns the words of what the plan sets out to do: its tasks, objective and success criteria.
	Words func() *overlap.Words

	lost  bool // a task ends that was never opened
	doc   *document.Document
	byID  map[string]*Task
	names names // what the plan names
}

// Task returns the first task with the id that has an end, or nil.
func (p *Plan) Task(id string) *Task {
	if p == nil {
		return nil
	}
	return p.byID[id]
}

// Stray returns the first closing tag of the name that closes nothing in a task, or nil.
func (p *Plan) Stray(t *Task, name string) *document.Stray {
	strays, inner := p.doc.Body.Strays, t.Tag.Inner()
	from := sort.Search(len(strays), func(i int) bool { return strays[i].Span.Start >= inner.Start })
	for i := from; i < len(strays) && strays[i].Span.Start < inner.End; i++ {
		if strays[i].Name == name {
			return &strays[i]
		}
	}
	return nil
}

// Task is a <task> of a slice plan.
type Task struct {
	ID    string // the text of the attribute id, "" if there is none
	Nth   int    // the place among the tags of the plan that were meant as tasks, from 1
	Tag   *document.Element
	Parts []Part // its direct sub-elements, in order
	// DependsOn is the ids in the attribute depends_on, as the scaffolder cuts it up.
	DependsOn []Item
	// Files is the paths in <files_modified>, or in <files> if that is not there.
	Files     []Item
	TestFirst bool // its test is written first
}

// Part is a sub-element of a task.
type Part struct {
	Name     string // in lower case: the scaffolder takes any
	Unclosed bool
	Open     document.Span
	Inner    document.Span // what stands between the tags
	Text     string        // the same, without space around it
	// Automated is the spans inside of the <automated> elements of a <verify>.
	Automated []document.Span
}

// Part returns the first sub-element with the name, which is the one that the scaffolder takes, or nil.
func (t *Task) Part(name string) *Part {
	for i := range t.Parts {
		if t.Parts[i].Name == name {
			return &t.Parts[i]
		}
	}
	return nil
}

// Scaffolded reports whether the scaffolder takes the element of a task with the name into the task file.
func Scaffolded(name string) bool {
	switch name {
	case "name", "files_modified", "files", "read_first", "action", "verify", "acceptance_criteria", "done":
		return true
	}
	return false
}

// Misspelt returns the sub-element that may have been meant as the one with the name, or nil.
func (t *Task) Misspelt(name string) *Part {
	for i := range t.Parts {
		if part := &t.Parts[i]; !Scaffolded(part.Name) && spell.Nearest(part.Name, []string{name}) != "" {
			return part
		}
	}
	return nil
}

// Text returns the text of a sub-element, or "".
func (t *Task) Text(name string) string {
	if p := t.Part(name); p != nil {
		return p.Text
	}
	return ""
}

// Label names the task in a message: by its id, or by its place in the plan.
func (t *Task) Label() string {
	if t.ID != "" {
		return t.ID
	}
	return "number " + strconv.Itoa(t.Nth)
}

// At is the place of the task in the plan's own terms, or that of the named part of it:
// "tasks[M001-S001-T0001].verify". A task without an id goes by its number.
func (t *Task) At(part string) string {
	id := t.ID
	if id == "" {
		id = strconv.Itoa(t.Nth)
	}
	if part != "" {
		part = "." + part
	}
	return "tasks[" + id + "]" + part
}

// PlanOf returns the plan that a document holds, without reading it anew if the milestone was read from it.
func (t *Tree) PlanOf(d *document.Document) *Plan {
	if !t.Standalone {
		where := place.Of(d.Root, d.Path)
		s := t.Milestone(d.Root, where.Milestone).Slice(where.Slice)
		if s != nil && s.Plan != nil && s.Plan.doc == d {
			return s.Plan
		}
	}
	return ReadTasks(d)
}

// ReadTasks collects the tasks of a slice plan. Tags in fences and comments are none, and neither are tags whose name
// is not written in lower case.
func ReadTasks(d *document.Document) *Plan {
	p := &Plan{Path: d.Path, doc: d, Closed: true, byID: map[string]*Task{}}
	if d.Body == nil {
		return p // there is no text
	}
	for i := range d.Body.Hidden {
		p.Closed = p.Closed && d.Body.Hidden[i].Closed
	}
	elements, strays := d.Body.Elements, d.Body.Strays
	parts := partsOf(d, func(i int) bool { return elements[i].Name == "task" && isTask(elements, &elements[i]) })
	for i := range elements {
		e := &elements[i]
		strays = p.endsOnly(strays, e.Open.Start)
		if id := e.Attr("id"); id != nil && (e.Hidden || e.Name != "task") && MeantTask(e) {
			p.Dropped = append(p.Dropped, id.Text)
		}
		if !isTask(elements, e) {
			continue
		}
		if p.Tags++; e.Name == "task" {
			t := p.addTask(e)
			t.Parts = parts[i]
			t.readFiles(d.Content())
		}
	}
	p.endsOnly(strays, len(d.Src))
	p.Closed = p.Closed && !p.lost
	return p
}

// partsOf returns the sub-elements of each of some elements of a plan, the tasks, by their index. What stands in tasks that
// stand in others is that of the innermost.
func partsOf(d *document.Document, isTask func(i int) bool) map[int][]Part {
	elements, parts := d.Body.Elements, map[int][]Part{}
	around := make([]int, len(elements)) // the innermost task around each element, or -1
	for k := range elements {
		e := &elements[k]
		if around[k] = e.Parent; e.Parent >= 0 && !isTask(e.Parent) {
			around[k] = around[e.Parent]
		}
		i := around[k]
		if i < 0 || e.Hidden || e.Open.Start >= max(elements[i].Close.Start, elements[i].Open.End) {
			continue
		}
		if e.Parent == i {
			text := spanned(d, e.Inner())
			parts[i] = append(parts[i], Part{Name: strings.ToLower(e.Name), Unclosed: e.Unclosed, Open: e.Open,
				Inner: text.Span, Text: strings.TrimSpace(text.Text)})
		} else if all := parts[i]; e.Name == "automated" && len(all) > 0 && strings.EqualFold(elements[e.Parent].Name, "verify") {
			last := &all[len(all)-1]
			last.Automated = append(last.Automated, e.Inner())
		}
	}
	return parts
}

// endsOnly counts the tasks that end before an offset and were never opened, and returns the stray tags behind it.
func (p *Plan) endsOnly(strays []document.Stray, before int) []document.Stray {
	for len(strays) > 0 && strays[0].Span.Start < before {
		if strays[0].Name == "task" && p.Closed {
			p.Tags++
			p.lost = true
		}
		strays = strays[1:]
	}
	return strays
}

// MeantTask reports whether an element was meant as a task by its name: it is "task" but for case, or nearly so with
// the id of a task.
func MeantTask(e *document.Element) bool {
	if strings.EqualFold(e.Name, "task") {
		return true
	}
	id := e.Attr("id")
	if id == nil || e.Name == "tasks" || spell.Nearest(strings.ToLower(e.Name), []string{"task"}) == "" {
		return false
	}
	_, _, number := place.SplitID(id.Text)
	return number != ""
}

// isTask reports whether an element was meant as a task: it is one but for case, and no prose that speaks of a
// <task>.
func isTask(elements []document.Element, e *document.Element) bool {
	if e.Hidden || !MeantTask(e) {
		return false
	}
	return !e.Unclosed || len(e.Attrs) > 0 || e.Parent < 0 || elements[e.Parent].Name == "tasks"
}

func (p *Plan) addTask(e *document.Element) *Task {
	t := &Task{Nth: p.Tags, Tag: e}
	p.Closed = p.Closed && !e.Unclosed
	if id := e.Attr("id"); id != nil {
		t.ID = id.Text
	}
	if deps := e.Attr("depends_on"); deps != nil {
		t.DependsOn = dependencies(deps)
	}
	if tdd := e.Attr("tdd"); tdd != nil {
		t.TestFirst = tdd.Text == "true"
	}
	p.Tasks = append(p.Tasks, t)
	if p.byID[t.ID] == nil && !e.Unclosed {
		p.byID[t.ID] = t
	}
	return t
}

func (t *Task) readFiles(src string) {
	if part := t.Part("files_modified"); part != nil && part.Text != "" {
		t.Files = Entries(src, part.Inner)
	} else if part := t.Part("files"); part != nil {
		t.Files = Entries(src, part.Inner)
	}
}

// readAims notes what the plan names and what it sets out to do: its tasks, objective and success criteria.
func (p *Plan) readAims(d *document.Document) {
	var aims []string
	if d.Problem == nil {
		p.Required = Texts(d.Front.Root.Get("requirements"))
		p.names.read(d.Content())
		for i := range d.Body.Elements {
			if e := &d.Body.Elements[i]; !e.Hidden &&
				(MeantTask(e) || e.Name == "objective" || e.Name == "success_criteria") {
				aims = append(aims, spanned(d, e.Inner()).Text)
			}
		}
	}
	p.Words = overlap.Of(aims...) // not every run asks
}
