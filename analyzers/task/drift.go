package task

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// scaffolded reports tasks of the plan that have no file though others of the slice have: nobody carries them out.
func (p *plan) scaffolded(tree *project.Tree) {
	m := tree.Milestone(p.Doc.Root, p.Doc.Path)
	if m == nil {
		return
	}
	s := m.Slice(p.slice)
	if s == nil || len(s.Files) == 0 {
		return // not scaffolded yet
	}
	reported := map[string]bool{}
	for _, t := range p.Tasks {
		_, _, number := project.SplitID(t.ID)
		if t.Tag.Unclosed || number == "" || reported[t.ID] || s.File(t.ID) != nil || s.FileIn(number) != nil {
			continue
		}
		reported[t.ID] = true
		p.report("task-unscaffolded", t, "", t.Tag.Open, nil, "task %s has no file tasks/%s/%s-PLAN.md, though the slice was scaffolded, so the executor never carries it out; scaffold the slice again, or remove the task", t.ID, number, number)
	}
}

// drift holds the file against the <task> that it was made from. The scaffolder never refreshes a file, so what is changed in the plan does not
// reach the executor, and what is changed in the file is not what the plan-checker approved.
func (f *file) drift(tree *project.Tree) {
	m := tree.Milestone(f.Doc.Root, f.Doc.Path)
	if m == nil || f.wrong["id"] {
		return
	}
	s := m.Slice(f.place.Slice)
	if s == nil || s.Plan == nil || !s.Plan.Closed {
		return
	}
	id := f.text("id")
	t := s.Plan.Task(id)
	if t == nil {
		if id != "" && !m.Meant(id) {
			f.report("task-orphan", "id", nil, "the slice plan %s has no task %s, so nobody planned or checked what this file tells the executor to do; remove the file, or add the task to the plan", s.Plan.Path, id)
		}
		return
	}
	d := comparison{file: f, task: t, plan: s.Plan, milestone: m}
	d.values()
	d.name()
	for _, part := range []string{"read_first", "action", "verify", "acceptance_criteria", "done"} {
		d.part(part)
	}
}

// comparison is a file beside its task.
type comparison struct {
	*file
	task      *project.Task
	plan      *project.Plan
	milestone *project.Milestone
}

const drifted = "task-drift"

// values compares tier, wave and the two lists.
func (d *comparison) values() {
	if a := d.task.Tag.Attr("tier"); a != nil && a.Quote == '"' && slices.Contains(tiers, a.Text) && !d.wrong["tier"] && d.text("tier") != a.Text {
		d.value("tier", strconv.Quote(a.Text), a.Text)
	}
	if a := d.task.Tag.Attr("wave"); a != nil && a.Quote == '"' && !d.wrong["wave"] {
		v := d.front.Get("wave")
		if n, err := strconv.Atoi(strings.TrimSpace(a.Text)); err == nil && v != nil && v.Type == document.Number && v.Num != float64(n) {
			d.value("wave", strconv.Itoa(n), strconv.Itoa(n))
		}
	}
	if a := d.task.Tag.Attr("depends_on"); a != nil && a.Quote == '"' && d.sound() {
		d.list("depends_on", d.task.DependsOn)
	}
	files := d.task.Part("files_modified")
	if files == nil {
		files = d.task.Part("files")
	}
	if files != nil && !files.Unclosed {
		d.list("files_modified", d.task.Files)
	}
}

// sound reports whether every dependency in the file and in the plan leads to an earlier slice: others are reported for what they are.
func (d *comparison) sound() bool {
	n := d.milestone.Node(d.task.ID)
	return n != nil && !slices.ContainsFunc(n.Edges, func(e project.Edge) bool { return d.milestone.Backward(n, e) })
}

// value reports a value that is not the plan's.
func (d *comparison) value(key, text, shown string) {
	v := d.front.Get(key)
	d.report(drifted, key, document.Replace("write "+shown, v.Span, text), "`%s` is %s, but the slice plan says %s; the executor goes by this file and the plan-checker by the plan", key, document.Show(v), shown)
}

// list reports a list that does not hold the same things as the plan's, in whatever order.
func (d *comparison) list(key string, want []project.Item) {
	v := d.front.Get(key)
	if v == nil || v.Type != document.List || d.wrong[key] {
		return
	}
	var missing, extra []string
	has, wanted := map[string]bool{}, map[string]bool{}
	for _, w := range want {
		wanted[w.Text] = true
	}
	for _, item := range v.Items {
		if has[item.Text] = true; !wanted[item.Text] {
			extra = append(extra, item.Text)
		}
	}
	for _, w := range want {
		if !has[w.Text] {
			missing = append(missing, w.Text)
		}
	}
	if len(missing)+len(extra) == 0 {
		return
	}
	var differences []string
	if len(missing) > 0 {
		differences = append(differences, "lacks "+document.AllOf(missing))
	}
	if len(extra) > 0 {
		differences = append(differences, "has "+document.AllOf(extra)+" besides")
	}
	p := d.front.Pair(key)
	newline := d.Doc.Newline()
	lines := key + ": []" + newline
	if len(want) > 0 {
		lines = key + ":" + newline
		for _, w := range want {
			lines += "  - " + strconv.Quote(w.Text) + newline
		}
	}
	d.report(drifted, key, document.Replace("write the list of the plan", p.Line, lines), "`%s` %s, compared with the slice plan; the executor goes by this file and the plan-checker by the plan", key, strings.Join(differences, " and "))
}

// name compares the heading with the name of the task.
func (d *comparison) name() {
	want := strings.Join(strings.Fields(d.task.Text("name")), " ") // a heading has one line
	if want == "" {
		return
	}
	for i := range d.Doc.Body.Headings {
		h := &d.Doc.Body.Headings[i]
		if h.Level != 1 {
			continue
		}
		_, name, ok := strings.Cut(h.Text, " — ")
		if _, behind, hyphen := strings.Cut(h.Text, " - "); !ok && hyphen && same(behind, want) {
			d.Report(document.Finding{Rule: drifted, Span: h.Title, At: "body.heading", Message: fmt.Sprintf("the heading parts id and name with a hyphen, but lists show as name what stands behind ` — `, and so the whole heading; write `# %s — %s`", d.task.ID, want),
				Fixes: document.Replace("write the long dash", h.Title, d.task.ID+" — "+want)})
			return
		}
		if ok && same(name, want) || same(h.Text, want) { // an id that is another one is reported as such
			return
		}
		d.Report(document.Finding{Rule: drifted, Span: h.Title, At: "body.heading", Message: fmt.Sprintf("the heading says %s, but the slice plan calls the task %s; lists show the heading", document.Quote(h.Text), document.Quote(want)),
			Fixes: document.Replace("write the name of the plan", h.Title, d.task.ID+" — "+want)})
		return
	}
	f := document.Finding{Rule: drifted, Span: d.Doc.FirstLine(), At: "body.heading", Message: fmt.Sprintf("the file has no heading, so lists show the task without a name; write `# %s — %s`", d.task.ID, want)}
	for i := range d.Doc.Body.Headings {
		if h := &d.Doc.Body.Headings[i]; strings.Contains(h.Text, want) || strings.Contains(h.Text, d.task.ID) {
			f.Span = h.Span
			f.Message = fmt.Sprintf("this heading is not one of the first level, so lists show the task without a name; write `# %s — %s`", d.task.ID, want)
			f.Fixes = document.Replace("write a heading of the first level", h.Span, "# "+d.task.ID+" — "+want)
			break
		}
	}
	d.Report(f)
}

// part compares the text of an element, whatever its line breaks.
func (d *comparison) part(name string) {
	want, e := d.task.Part(name), d.element(name)
	switch {
	case want != nil && want.Unclosed, d.plan.Lost(d.task, name): // nobody knows what the plan says
		return
	case want == nil && (name == "action" || name == "done"): // the plan must have them, so it is reported there
		return
	case want == nil && e == nil, want != nil && e != nil && same(want.Text, d.Doc.Text(e.Inner())), e != nil && e.Unclosed:
		return
	case e == nil && slices.ContainsFunc(d.Doc.Body.Strays, func(s document.Stray) bool { return s.Name == name }): // it is there and has lost its opening tag, which is reported
		return
	case e == nil && want.Text == "", want == nil && strings.TrimSpace(d.Doc.Text(e.Inner())) == "":
		return
	case e == nil:
		f := document.Finding{Rule: drifted, Span: d.Doc.FirstLine(), At: "body." + name, Message: fmt.Sprintf("the file has no `<%s>`, but the task in the slice plan has one, so the executor never sees it; copy it from there", name)}
		if near := d.misspelt(name); near != nil {
			f.Span = near.Open
			f.Message = fmt.Sprintf("the tag is written `<%s>`, and the task in the slice plan has a `<%s>`, which is what the executor looks for; write that", near.Name, name)
		}
		d.Report(f)
		return
	}
	newline := d.Doc.Newline()
	text := newline
	says, span := "has none", e.Open
	if want != nil {
		says, span = "says something else", d.differs(e, want.Text)
		text += strings.ReplaceAll(strings.ReplaceAll(want.Text, "\r\n", "\n"), "\n", newline) + newline
	}
	d.Report(document.Finding{Rule: drifted, Span: span, At: "body." + name, Message: fmt.Sprintf("`<%s>` is not that of the slice plan, which %s; the executor goes by this file and the plan-checker by the plan", name, says),
		Fixes: document.Replace("write what the plan says", e.Inner(), text)})
}

// element returns the first element of the file's body with the name that is no example.
func (d *comparison) element(name string) *document.Element {
	for i := range d.Doc.Body.Elements {
		if e := &d.Doc.Body.Elements[i]; e.Name == name && !e.Hidden && e.Parent < 0 {
			return e
		}
	}
	return nil
}

// misspelt returns the element of the file that was probably meant as the one with the name, or nil.
func (d *comparison) misspelt(name string) *document.Element {
	for i := range d.Doc.Body.Elements {
		e := &d.Doc.Body.Elements[i]
		if e.Hidden || e.Parent >= 0 || project.Scaffolded(e.Name) {
			continue
		}
		if strings.EqualFold(e.Name, name) || rules.Nearest(e.Name, []string{name}) != "" {
			return e
		}
	}
	return nil
}

// differs returns the first line of an element that the slice plan does not have, or its closing tag if it only lacks some.
func (d *comparison) differs(e *document.Element, want string) document.Span {
	text, at := d.Doc.Text(e.Inner()), e.Inner().Start
	left := words(want)
	for line := range strings.Lines(text) {
		for _, word := range words(line) {
			if len(left) == 0 || word != left[0] {
				trimmed := strings.TrimSpace(line)
				at += strings.Index(line, trimmed)
				return document.Span{Start: at, End: at + len(trimmed)}
			}
			left = left[1:]
		}
		at += len(line)
	}
	if e.Close.Start > e.Close.End-1 {
		return e.Open
	}
	return e.Close
}

// same compares two texts but for white space and the sign that lists are made with.
func same(a, b string) bool {
	return slices.Equal(words(a), words(b))
}

func words(s string) []string {
	fields := strings.Fields(s)
	for i, word := range fields {
		if word == "*" || word == "+" {
			fields[i] = "-"
		}
	}
	return fields
}
