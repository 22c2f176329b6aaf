package task

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// name compares the heading with the name of the task.
func (d *comparison) name() {
	want := strings.Join(strings.Fields(d.task.Text("name")), " ") // a heading has one line
	if want == "" {
		return
	}
	title := d.task.ID + " — " + want
	h := d.Doc.Body.Title()
	if h == nil {
		d.untitled(want, title)
		return
	}
	_, name, ok := strings.Cut(h.Text, " — ")
	_, behind, hyphen := strings.Cut(h.Text, " - ")
	switch {
	case !ok && hyphen && same(behind, want):
		d.Fixf(drifted, h.Title, "body.heading", document.Replace("write the long dash", h.Title, title),
			"the heading parts id and name with a hyphen, but lists show as name what stands behind ` — `, and so the "+
				"whole heading; write `# %s`", title)
	case ok && same(name, want) || same(h.Text, want): // an id that is another one is reported as such
	default:
		d.Reportf(drifted, h.Title, "body.heading",
			"the heading says %s, but the slice plan calls the task %s; lists show the heading",
			document.Quote(h.Text), document.Quote(want))
	}
}

// untitled reports that there is no heading of the first level: at one of another level that was meant, if there is.
func (d *comparison) untitled(name, title string) {
	i := slices.IndexFunc(d.Doc.Body.Headings, func(h document.Heading) bool {
		return strings.Contains(h.Text, name) || strings.Contains(h.Text, d.task.ID)
	})
	if i < 0 {
		d.Reportf(drifted, d.Doc.FirstLine(), "body.heading",
			"the file has no heading, so lists show the task without a name; write `# %s`", title)
		return
	}
	span := d.Doc.Body.Headings[i].Span
	d.Fixf(drifted, span, "body.heading", document.Replace("write a heading of the first level", span, "# "+title),
		"this heading is not one of the first level, so lists show the task without a name; write `# %s`", title)
}

// part compares the text of an element, whatever its line breaks.
func (d *comparison) part(name string) {
	want, e := d.task.Part(name), d.element(name)
	switch {
	case want != nil && want.Unclosed, e != nil && e.Unclosed, d.lost(name): // nobody knows what is meant
	case want == nil && (name == "action" || name == "done"): // the plan must have them, so it is reported there
	case want == nil:
		if e != nil && strings.TrimSpace(d.Doc.Text(e.Inner())) != "" {
			d.differs(name, "has none", e.Open, nil)
		}
	case e == nil:
		d.missing(name, want.Text)
	case !same(want.Text, d.Doc.Text(e.Inner())):
		var fixes []document.Fix
		if name != "verify" && name != "read_first" && adds(d.Doc.Text(e.Inner()), want.Text) {
			fixes = document.Replace("write what the plan says", e.Inner(), "\n"+want.Text+"\n")
		}
		d.differs(name, "says something else", difference(d.Doc, e, want.Text), fixes)
	}
}

// lost reports whether the task lacks a sub-element in the plan that was meant to be there, which is reported there:
// its closing tag is there without an opening one, or an element is there whose name is nearly the same.
func (d *comparison) lost(name string) bool {
	return d.task.Part(name) == nil && (d.plan.Stray(d.task, name) != nil || d.task.Misspelt(name) != nil)
}

// differs reports an element that is not that of the plan.
func (d *comparison) differs(name, says string, span document.Span, fixes []document.Fix) {
	d.Fixf(drifted, span, "body."+name, fixes,
		"`<%s>` is not that of the slice plan, which %s; the executor goes by this file and the plan-checker by the plan",
		name, says)
}

// missing reports that the file lacks an element with a text. Where it has lost its opening tag, that is reported.
func (d *comparison) missing(name, text string) {
	closes := func(s document.Stray) bool { return s.Name == name }
	if text == "" || slices.ContainsFunc(d.Doc.Body.Strays, closes) {
		return
	}
	if near := d.misspelt(name); near != nil {
		d.Fixf(drifted, near.Open, "body."+name, document.Rename(near, name),
			"the tag is written `<%s>`, and the task in the slice plan has a `<%s>`, which is what the executor looks "+
				"for; write that", near.Name, name)
		return
	}
	d.Reportf(drifted, d.Doc.FirstLine(), "body."+name,
		"the file has no `<%s>`, but the task in the slice plan has one, so the executor never sees it; copy it from "+
			"there", name)
}

// stub finds words for what is not done yet: a plan that says so is reported itself.
var stub = memo.Regexp(`(?i)tbd|todo|stub|placeholder|hack|workaround|simplified|hardcoded|for now|later|skip|etc\.|` +
	`as needed`)

// adds reports whether the plan's text holds all words of the file's in their order, so that nothing is lost, and what
// it has besides is meant seriously.
func adds(file, plan string) bool {
	left := words(file)
	var added []string
	for _, word := range words(plan) {
		if len(left) > 0 && word == left[0] {
			left = left[1:]
		} else {
			added = append(added, word)
		}
	}
	return len(left) == 0 && !stub().MatchString(strings.Join(added, " "))
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
		if !e.Hidden && e.Parent < 0 && (strings.EqualFold(e.Name, name) || spell.Nearest(e.Name, []string{name}) != "") {
			return e
		}
	}
	return nil
}

// difference returns the first line of an element that the slice plan does not have, or its closing tag if it only
// lacks some.
func difference(d *document.Document, e *document.Element, want string) document.Span {
	at, left := e.Inner().Start, words(want)
	for line := range strings.Lines(d.Text(e.Inner())) {
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
	if e.Close.Len() == 0 {
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
