package project

import (
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// Item is a piece of text with its place in a document.
type Item struct {
	Text string
	Span document.Span
}

// Plan is a slice plan as the scaffolder looks at it: a list of tasks.
type Plan struct {
	Path   string
	Tasks  []*Task
	Closed bool // no fence or comment is left open, so that nothing is hidden which was meant to be there

	byID         map[string]*Task
	requirements []string
	text         string          // the whole plan
	aims         []document.Span // tasks, objective and success criteria
	words        sync.Once
	stems        map[string]bool
}

// Task returns the first task with the id that has an end, or nil.
func (p *Plan) Task(id string) *Task { return p.byID[id] }

// Words returns the words of what the plan sets out to do, its tasks, objective and success criteria, as the function finds them in a text. It is called
// once: later calls return what the first one found.
func (p *Plan) Words(find func(text string) map[string]bool) map[string]bool {
	p.words.Do(func() {
		var text strings.Builder
		for _, span := range p.aims {
			text.WriteString(p.text[span.Start:span.End])
			text.WriteByte('\n')
		}
		p.stems = find(text.String())
	})
	return p.stems
}

// Mentions reports whether a plan of the milestone names an id such as SC-1 or D-01, whatever zeros its number starts with.
func (m *Milestone) Mentions(id string) bool {
	return slices.ContainsFunc(m.Slices, func(s *Slice) bool { return s.Plan != nil && mentions(s.Plan.text, id) })
}

// mentions looks for an id that is no part of a longer word.
func mentions(text, id string) bool {
	letters, number, _ := strings.Cut(id, "-")
	number = strings.TrimLeft(number, "0")
	for rest := text; ; {
		i := strings.Index(rest, letters+"-")
		if i < 0 {
			return false
		}
		word := i > 0 && isWord(rest[i-1])
		rest = rest[i+len(letters)+1:]
		digits := strings.TrimLeft(rest, "0")
		if behind, ok := strings.CutPrefix(digits, number); ok && !word && (behind == "" || !isWord(behind[0])) {
			return true
		}
	}
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-'
}

// Requires reports whether a plan of the milestone lists the requirement in its frontmatter or names it.
func (m *Milestone) Requires(id string) bool {
	return slices.ContainsFunc(m.Slices, func(s *Slice) bool {
		return s.Plan != nil && (slices.Contains(s.Plan.requirements, id) || strings.Contains(s.Plan.text, id))
	})
}

// Task is a <task> of a slice plan.
type Task struct {
	ID    string // the text of the attribute id, "" if there is none
	Nth   int    // the place among the tasks of the plan, from 1
	Tag   document.Element
	Parts []Part // its direct sub-elements, in order
	// DependsOn is the ids in the attribute depends_on, as the scaffolder cuts it up.
	DependsOn []Item
	// Files is the paths in <files_modified>, or in <files> if that is not there.
	Files []Item
}

// Part is a sub-element of a task.
type Part struct {
	Name  string
	Open  document.Span
	Inner document.Span // what stands between the tags
	Text  string        // the same, without space around it
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
	return "number " + itoa(t.Nth)
}

// ReadPlan collects the tasks of a slice plan. Tags in fences and comments are none, and neither are tags whose name is not
// written in lower case.
func ReadPlan(d *document.Document) *Plan {
	p := &Plan{Path: d.Path, Closed: true, text: d.Content(), byID: map[string]*Task{}}
	if d.Body == nil {
		return p
	}
	for i := range d.Body.Hidden {
		p.Closed = p.Closed && d.Body.Hidden[i].Closed
	}
	src := d.Content()
	elements := d.Body.Elements
	owner := map[int]*Task{} // by the index of the element
	verify := map[int][2]int{}
	for i := range elements {
		e := &elements[i]
		if e.Hidden {
			continue
		}
		if e.Name == "task" || e.Name == "objective" || e.Name == "success_criteria" {
			p.aims = append(p.aims, e.Inner())
		}
		if e.Name == "task" {
			t := &Task{Nth: len(p.Tasks) + 1, Tag: *e}
			if id := e.Attr("id"); id != nil {
				t.ID = id.Text
			}
			if deps := e.Attr("depends_on"); deps != nil {
				t.DependsOn = dependencies(deps)
			}
			p.Tasks = append(p.Tasks, t)
			owner[i] = t
			if p.byID[t.ID] == nil && !e.Unclosed {
				p.byID[t.ID] = t
			}
			continue
		}
		if t := owner[e.Parent]; t != nil && e.Parent >= 0 {
			inner := e.Inner()
			t.Parts = append(t.Parts, Part{Name: e.Name, Open: e.Open, Inner: inner, Text: strings.TrimSpace(src[inner.Start:inner.End])})
			if e.Name == "verify" {
				verify[i] = [2]int{t.Nth - 1, len(t.Parts) - 1}
			}
		} else if at, ok := verify[e.Parent]; ok && e.Name == "automated" {
			part := &p.Tasks[at[0]].Parts[at[1]]
			part.Automated = append(part.Automated, e.Inner())
		}
	}
	if d.Front != nil && d.Front.Fault == nil {
		list, _ := items(d.Front.Root.Get("requirements"))
		for _, r := range list {
			p.requirements = append(p.requirements, r.Text)
		}
	}
	for _, t := range p.Tasks {
		if part := t.Part("files_modified"); part != nil && part.Text != "" {
			t.Files = Entries(src, part.Inner)
		} else if part := t.Part("files"); part != nil {
			t.Files = Entries(src, part.Inner)
		}
	}
	return p
}

// dependencies cuts the value of depends_on as the scaffolder does: one bracket at each end is dropped, commas separate.
func dependencies(a *document.Attr) []Item {
	text, at := a.Text, a.Value.Start
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), "["); ok {
		at += len(text) - len(rest)
		text = rest
	}
	text = strings.TrimSuffix(strings.TrimRight(text, " \t\r\n"), "]")
	return split(text, at, ",")
}

// split cuts text that starts at offset at into trimmed items that are not empty.
func split(text string, at int, separators string) []Item {
	var items []Item
	for start := 0; start <= len(text); {
		end := strings.IndexAny(text[start:], separators)
		if end < 0 {
			end = len(text) - start
		}
		piece := text[start : start+end]
		if trimmed := strings.TrimSpace(piece); trimmed != "" {
			from := at + start + strings.Index(piece, trimmed)
			items = append(items, Item{trimmed, document.Span{Start: from, End: from + len(trimmed)}})
		}
		start += end + 1
	}
	return items
}

// Entries cuts the text of a span at line ends and commas, as the scaffolder reads lists of files, without bullets.
func Entries(src string, span document.Span) []Item {
	items := split(src[span.Start:span.End], span.Start, ",\n")
	return unbullet(items)
}

// Lines cuts the text of a span at line ends only, without bullets.
func Lines(src string, span document.Span) []Item {
	return unbullet(split(src[span.Start:span.End], span.Start, "\n"))
}

func unbullet(items []Item) []Item {
	kept := items[:0]
	for _, item := range items {
		for _, bullet := range []string{"- ", "* "} {
			if rest, ok := strings.CutPrefix(item.Text, bullet); ok {
				item.Text = strings.TrimSpace(rest)
				item.Span.Start = item.Span.End - len(item.Text)
				break
			}
		}
		if item.Text != "" && item.Text != "-" && item.Text != "*" {
			kept = append(kept, item)
		}
	}
	return kept
}

// Required returns the ids in the requirements of the plan's frontmatter; nil if there is no such list.
func (p *Plan) Required() []string { return p.requirements }

// Says reports whether the plan, which may be nil, holds a text that is not empty, whatever its line breaks.
func (p *Plan) Says(text string) bool {
	return p != nil && text != "" && (strings.Contains(p.text, text) || strings.Contains(strings.Join(strings.Fields(p.text), " "), strings.Join(strings.Fields(text), " ")))
}
