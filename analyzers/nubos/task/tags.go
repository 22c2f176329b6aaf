package task

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// attributes are those that every task must have, in the order in which the documents list them.
var attributes = []string{"id", "depends_on", "wave", "tier"}

// tags judges how the scaffolder would read each <task>.
func (p *plan) tags() {
	next := make([]*model.Task, len(p.Tasks)+1) // the first task behind each that has an end
	for i := len(p.Tasks) - 1; i >= 0; i-- {
		if next[i] = next[i+1]; !p.Tasks[i].Tag.Unclosed {
			next[i] = p.Tasks[i]
		}
	}
	for i, t := range p.Tasks {
		if t.Tag.Unclosed {
			p.unclosed(t, next[i])
			continue
		}
		if t.Tag.SelfClosing {
			p.report("task-misread", t, "", t.Tag.Open, nil,
				"task %s ends with its own tag, so what stands below is no part of it and the task file is left "+
					"empty; end the tag with `>` and write `</task>` behind the last element", t.Label())
		}
		p.attributes(t)
		p.parts(t)
		for _, f := range t.Files {
			outside(p.Reporter, t.Label(), t.At("files_modified"), f)
		}
	}
	p.misnamed()
}

const aTask = "`<task id=\"…\" depends_on=\"…\" wave=\"…\" tier=\"…\">`"

// opened reports the end of a task that has no beginning. One that follows a tag which is meant as a task is reported
// there.
func opened(r *document.Reporter) {
	elements, at, from := r.Doc.Body.Elements, 0, 0
	meant := false
	for _, s := range r.Doc.Body.Strays {
		for ; at < len(elements) && elements[at].Open.Start < s.Span.Start; at++ {
			e := &elements[at]
			if !e.Hidden && model.MeantTask(e) {
				meant = meant || e.Unclosed || e.SelfClosing
				from = max(from, e.Close.End)
			}
		}
		if s.Name != "task" || meant {
			continue
		}
		broken := broken(r.Doc, document.Span{Start: min(from, s.Span.Start), End: s.Span.Start})
		if from = s.Span.End; broken != nil {
			r.Fixf("task-dropped", *broken, "tasks", addQuote(r.Doc, *broken),
				"%s is no tag that can be read: a quote, `<` or `>` is missing, or there is a space too many, so the "+
					"scaffolder misses the task or what the tag says; write "+aTask, document.Quote(r.Doc.Text(*broken)))
		} else {
			r.Reportf("task-dropped", s.Span, "tasks",
				"`</task>` ends a task that was never opened, so the scaffolder passes over what stands above it, and "+
					"that task vanishes; write "+aTask+" in front of it")
		}
	}
}

// wholeTag is the tag of a task that can be read.
var wholeTag = memo.Regexp(`^<task(?:[ \t]+[a-z_]+="[^"<>=]*")+[ \t]*>$`)

// beside is the places in the tag of a task where a quote may be missing: before the next attribute, before the end,
// and behind an equals sign.
var beside = memo.Regexp(`[ \t]+[a-z_]+=|[ \t]*>$|=`)

// addQuote is the fix for the tag of a task that lacks one quote, if there is only one place for it.
func addQuote(d *document.Document, tag document.Span) (fixes []document.Fix) {
	text := d.Text(tag)
	for _, m := range beside().FindAllStringIndex(text, -1) {
		for _, at := range []int{m[0], m[1]} {
			if !wholeTag().MatchString(text[:at] + `"` + text[at:]) {
				continue
			}
			if fixes != nil {
				return nil
			}
			place := document.Span{Start: tag.Start + at, End: tag.Start + at}
			fixes = document.Replace("write the missing quote", place, `"`)
		}
	}
	return fixes
}

// brokenTag is a line that starts like the tag of a task.
var brokenTag = memo.Regexp(`(?m)^[ \t]*(<?[ \t]*task[ \t]+[^\n]*=[^\n]*)`)

// broken returns the last line in a span that was meant as the tag of a task, though it is none, or nil.
func broken(d *document.Document, in document.Span) *document.Span {
	text := d.Content()[in.Start:in.End]
	for end := len(text); end > 0; {
		start := strings.LastIndexByte(text[:end], '\n') + 1
		line := text[start:end]
		m := brokenTag().FindStringSubmatchIndex(line)
		if m != nil && d.Body.HiddenAt(in.Start+start+m[2]) == nil {
			return &document.Span{Start: in.Start + start + m[2],
				End: in.Start + start + len(strings.TrimRight(line, " \t\r\n"))}
		}
		end = start - 1
	}
	return nil
}

// unclosed reports a task without an end: the scaffolder reads on to the end of the next one that has an end, if
// there is one.
func (p *plan) unclosed(t, next *model.Task) {
	what := "the scaffolder finds no task here, and it vanishes"
	if next != nil {
		what = fmt.Sprintf("the scaffolder takes everything up to the end of task %s for it, and that one vanishes",
			next.Label())
	}
	span, hint := p.Doc.Body.Unclosed(t.Tag.Name, t.Tag.Open)
	if next != nil && span.Start > next.Tag.Open.Start {
		span, hint = t.Tag.Open, ""
	}
	p.report("task-dropped", t, "", span, p.closeTask(t, span),
		"task %s is never closed: %s; write `</task>` behind its last element%s", t.Label(), what, hint)
}

// closeTask returns the fix of a task without an end: the tag that was meant as one is renamed, or one is written
// behind the last element that stands in front of the next task.
func (p *plan) closeTask(t *model.Task, meant document.Span) []document.Fix {
	if meant != t.Tag.Open {
		return document.Guess("write `</task>`", meant, "</task>")
	}
	elements, end, last := p.Doc.Body.Elements, len(p.Doc.Src), 0
	if t.Tag.Parent >= 0 && !elements[t.Tag.Parent].Unclosed {
		end = elements[t.Tag.Parent].Close.Start
	}
	first := sort.Search(len(elements), func(i int) bool { return elements[i].Open.Start >= t.Tag.Open.End })
	for _, e := range elements[first:] {
		if e.Open.Start >= end || e.Name == "task" {
			break
		}
		if !e.Hidden && !e.Unclosed {
			last = max(last, e.Open.End, e.Close.End)
		}
	}
	if last == 0 || last > end {
		return nil
	}
	return document.Guess("write `</task>` behind its last element", document.Span{Start: last, End: last},
		"\n</task>")
}

// attributes judges the opening tag of one task.
func (p *plan) attributes(t *model.Task) {
	if len(t.Tag.Attrs) == 0 {
		p.report("task-dropped", t, "", t.Tag.Open, nil,
			"task %s has no attributes, so the scaffolder drops it silently; write `id`, `depends_on`, `wave` "+
				"and `tier` into the tag", t.Label())
		return
	}
	firsts := make(map[string]*document.Attr, 8)
	for i := range t.Tag.Attrs {
		a := &t.Tag.Attrs[i]
		if strings.Contains(a.Text, ">") {
			p.report("task-misread", t, a.Name, a.Value, nil,
				"the attribute `%s` of task %s holds a `>`, where the scaffolder takes the tag for ended; every "+
					"attribute behind it is lost. Leave the sign out", a.Name, t.Label())
		}
		if first := firsts[a.Name]; first == nil {
			firsts[a.Name] = a
		} else {
			var fixes []document.Fix
			if last := &t.Tag.Attrs[i-1]; a.Text == first.Text && a.Quote == '"' && last.Quote == '"' {
				again := document.Span{Start: last.Value.End + 1, End: a.Value.End + 1}
				fixes = document.Replace("remove the second", again, "")
			}
			p.Report(document.Finding{Rule: "task-misread", Span: a.Key, At: t.At(a.Name), Fixes: fixes,
				Message: fmt.Sprintf("task %s has the attribute `%s` twice, and the scaffolder takes the last; remove "+
					"one", t.Label(), a.Name),
				Related: []document.Related{{Span: first.Key, Message: "the first one is here"}}})
		}
	}
	for _, name := range attributes {
		p.attribute(t, name)
	}
}

// attribute judges one of the attributes that must be there.
func (p *plan) attribute(t *model.Task, name string) {
	rule, lost := "fake-promotion-trigger", map[string]string{
		"depends_on": "the task is scaffolded without any dependency",
		"wave":       "the number of the slice is taken for it",
		"tier":       "sonnet is taken for it",
	}[name]
	if name == "id" {
		rule, lost = "task-dropped", "the task is dropped silently, though it uses up a number"
	}
	a, tiers := t.Tag.Attr(name), p.set.Vocabulary("nubos", "tier")
	switch {
	case a == nil:
		var fixes []document.Fix
		for i := range t.Tag.Attrs {
			if other := &t.Tag.Attrs[i]; strings.EqualFold(other.Name, name) ||
				spell.Nearest(other.Name, []string{name}) != "" {
				fixes = document.Replace(fmt.Sprintf("rename `%s` to `%s`", other.Name, name), other.Key, name)
				lost += fmt.Sprintf("; is `%s` a misspelling of it?", other.Name)
				break
			}
		}
		p.report(rule, t, name, t.Tag.Open, fixes,
			"task %s has no attribute `%s`, which every task must have: %s", t.Label(), name, lost)
	case a.Bare, a.Quote != '"':
		wrong := "without quotes"
		if a.Quote == '\'' {
			wrong = "in single quotes"
		}
		if a.Bare {
			wrong = "without a value"
		}
		p.report(rule, t, name, document.Span{Start: a.Key.Start, End: max(a.Value.End, a.Key.End)}, quote(a),
			"the attribute `%s` of task %s is written %s, and the scaffolder sees only double quotes: %s",
			name, t.Label(), wrong, lost)
	case name == "id" && t.ID == "":
		p.report(rule, t, name, t.Tag.Open, nil,
			"the `id` of task %s is empty, so the scaffolder drops the task silently; write "+
				"M<NNN>-S<NNN>-T<NNNN>", t.Label())
	case name == "tier" && !slices.Contains(tiers, a.Text):
		var fixes []document.Fix
		hint := ""
		if near := spell.Nearest(a.Text, tiers); near != "" {
			hint, fixes = fmt.Sprintf("; did you mean %s?", near), document.Replace("write "+near, a.Value, near)
		}
		span := a.Value
		if span.Len() == 0 {
			span = t.Tag.Open
		}
		p.report("tasks-invalid-tier", t, name, span, fixes,
			"the `tier` of task %s is %s, which the scaffolder copies into the task file and the task validator then "+
				"refuses; write %s%s", t.Label(), document.Quote(a.Text), document.OneOf(tiers), hint)
	}
}

// quote is the fix that puts a value into double quotes.
func quote(a *document.Attr) []document.Fix {
	text := strings.Trim(a.Text, "“”„‟«»‘’")
	if a.Bare || strings.ContainsAny(text, "\"<>“”„") {
		return nil
	}
	span := a.Value
	if a.Quote != 0 {
		span = document.Span{Start: span.Start - 1, End: span.End + 1}
	}
	return document.Replace("write the value in double quotes", span, `"`+text+`"`)
}

// misnamed reports tags that are meant as tasks and not named so, as a rule for their case: the scaffolder passes over
// them.
func (p *plan) misnamed() {
	nth := 0
	for i := range p.Doc.Body.Elements {
		e := &p.Doc.Body.Elements[i]
		if e.Hidden || !model.MeantTask(e) {
			continue
		}
		if nth++; e.Name == "task" {
			continue
		}
		t := &model.Task{Nth: nth, Tag: e}
		if id := e.Attr("id"); id != nil {
			t.ID = id.Text
		}
		how := "it in lower case"
		if !strings.EqualFold(e.Name, "task") {
			how = "`<task>`"
		}
		p.report("task-dropped", t, "", e.Open, document.Rename(e, "task"),
			"the tag of task %s is written `<%s>`, and the scaffolder sees only `<task>`, so the task vanishes; write "+
				"%s", t.Label(), e.Name, how)
	}
}

// hidden reports tasks in fences and comments: the scaffolder does not know either. What is hidden elsewhere stands
// in a code span.
func hidden(r *document.Reporter) {
	for i := range r.Doc.Body.Elements {
		e := &r.Doc.Body.Elements[i]
		id := e.Attr("id")
		if e.Name != "task" || !e.Hidden || e.Unclosed || id == nil || id.Quote != '"' || id.Text == "" ||
			r.Doc.Body.HiddenAt(e.Open.Start) == nil {
			continue
		}
		r.Reportf("task-hidden", e.Open, "tasks["+id.Text+"]",
			"task %s stands in a fence or a comment, and the scaffolder makes a file of it all the same, which is then "+
				"carried out; remove the task, or write its tag without attributes", id.Text)
	}
}

// duplicates reports the second task with an id. The scaffolder gives both the number of the second and then keeps
// the first one's text.
func duplicates(r *document.Reporter, tasks []*model.Task) {
	first := map[string]*model.Task{}
	for _, t := range tasks {
		if t.ID == "" {
			continue
		}
		other := first[t.ID]
		if other == nil {
			first[t.ID] = t
			continue
		}
		r.Report(document.Finding{Rule: "task-duplicate", Span: t.Tag.Attr("id").Value, At: t.At("id"),
			Message: fmt.Sprintf("the id %s is taken by task number %d of this plan: the scaffolder makes one file of "+
				"both, and what this one says is lost; give it the number T%04d", t.ID, other.Nth, t.Nth),
			Related: []document.Related{{Span: other.Tag.Attr("id").Value, Message: "the first one is here"}}})
	}
}
