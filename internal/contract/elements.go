package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// judgeElements holds tags such as <task> against the contract.
func judgeElements(a *artefact) {
	wanted := len(a.body.Elements) + len(a.body.Tags.Pairs)
	if wanted == 0 || !a.effort.Take((len(a.doc.Body.Elements)+len(a.doc.Body.Strays))*(stepsOfElement+wanted)) {
		return
	}
	isLost := func(h document.Hidden) bool { return !h.Closed } // which is reported; what is missing may stand there
	hidden := slices.ContainsFunc(a.doc.Body.Hidden, isLost)
	without := a.body.Tags.Optional && saysWithout(a)
	var told []string // elements that are reported as missing
	for i := range a.body.Elements {
		rule := &a.body.Elements[i]
		if opensAgain(a, rule) {
			continue
		}
		counts, ok := judgeEach(a, rule)
		if !ok {
			return
		}
		if rule.In != "" {
			fewInParents(a, rule, counts)
			continue
		}
		missing := counts[-1] == 0
		switch {
		case missing && !hidden && (rule.Min > 0 || rule.Near) && misspeltElement(a, rule):
		case missing && (hidden || without):
		default:
			fewElements(a, rule, counts[-1], placeOfMissing(a, rule), "the file")
		}
		if missing && rule.Min > 0 {
			told = append(told, rule.Name)
		}
	}
	strays(a, told)
}

// judgeEach judges the elements of a name, and returns how many there are by the index of the parent that counts for
// them, or -1. It is not ok if that takes too long.
func judgeEach(a *artefact, rule *rules.Element) (counts map[int]int, ok bool) {
	elements := a.doc.Body.Elements
	last := lastClosed(elements, rule.Name)
	unclosed := -2 // the parent of one that is never closed, perhaps since it opens twice
	counts = map[int]int{}
	open := false // a parent that is never closed
	for k := range elements {
		e := &elements[k]
		open = open || e.Name == rule.In && e.Unclosed && !e.Hidden
		if e.Name != rule.Name || e.Hidden || rule.Again && k < last && mentioned(a, e) {
			continue
		}
		if a.effort.Exceeded() {
			return nil, false
		}
		if rule.In != "" && (e.Parent < 0 || elements[e.Parent].Name != rule.In) {
			if open {
				continue // one cause
			}
			a.say("element-outside", e.Open, "body."+e.Name,
				"`<%s>` stands outside of `<%s>`, where its consumer does not look for it; move it there", e.Name, rule.In)
			continue
		}
		parent := -1
		if rule.In != "" {
			parent = e.Parent
		}
		if counts[parent]++; unclosed == parent && counts[parent] == rule.Max+1 {
			continue
		}
		if e.Unclosed {
			unclosed = parent
		}
		judgeElement(a, rule, e, counts[parent])
	}
	return counts, true
}

// placeOfMissing returns where the lack of an element is told: at a closing tag of its name, or an opening one that is
// probably meant, since there its content is; else at the first line.
func placeOfMissing(a *artefact, rule *rules.Element) document.Span {
	k := slices.IndexFunc(a.doc.Body.Strays, func(s document.Stray) bool { return s.Name == rule.Name })
	if k < 0 {
		return a.doc.FirstLine()
	}
	span := a.doc.Body.Strays[k].Span
	if e := misnamed(a, span.Start); e != nil {
		return e.Open
	}
	return span
}

// fewInParents reports elements that hold too few of the rule's. What is counted is by their indexes.
func fewInParents(a *artefact, rule *rules.Element, counts map[int]int) {
	for k := range a.doc.Body.Elements {
		e := &a.doc.Body.Elements[k]
		if e.Name == rule.In && !e.Hidden && !e.Unclosed && counts[k] < rule.Min && !a.effort.Exceeded() {
			fewElements(a, rule, counts[k], e.Open, "this `<"+e.Name+">`")
		}
	}
}

// saysWithout reports whether an artefact has text and none of the elements, not even a tag of one or what may be a
// misspelling of one.
func saysWithout(a *artefact) bool {
	body := a.doc.Body
	var names []string
	for _, e := range a.body.Elements {
		names = append(names, e.Name)
	}
	if slices.ContainsFunc(body.Elements, func(e document.Element) bool {
		return isKnown(a, e.Name) || a.nearest(e.Name, names) != ""
	}) ||
		slices.ContainsFunc(body.Strays, func(s document.Stray) bool { return isKnown(a, s.Name) }) {
		return false
	}
	from := body.Span.Start
	for _, h := range body.Headings {
		if !isEmpty(a.doc, document.Span{Start: from, End: h.Span.Start}) {
			return true
		}
		from = h.Span.End
	}
	return !isEmpty(a.doc, document.Span{Start: from, End: body.Span.End})
}

// strays reports closing tags of known elements that close nothing, but for those of elements that are reported
// already: misnested ones, which are never closed, and those in told.
func strays(a *artefact, told []string) {
	elements, next, from := a.doc.Body.Elements, 0, a.doc.Body.Span.Start
	crossed := map[string]bool{}
	for _, s := range a.doc.Body.Strays {
		var near *document.Element // since the stray tag before this one
		for ; next < len(elements) && elements[next].Open.Start < s.Span.Start; next++ {
			if e := &elements[next]; e.Unclosed && !e.Hidden {
				crossed[e.Name] = true
				if spell.Nearest(e.Name, []string{s.Name}) != "" || !isKnown(a, e.Name) && alone(a.doc, e.Open) {
					near = e
				}
			}
		}
		between := a.doc.Content()[from:s.Span.Start]
		from = s.Span.End
		known := isKnown(a, s.Name)
		switch {
		case !known, crossed[s.Name], slices.Contains(told, s.Name), near != nil && isKnown(a, near.Name):
		case strings.LastIndex(between, "<"+s.Name+" ") > strings.LastIndex(between, "</"+s.Name+">"): // a tag that is none, since its attribute holds its own quotes
		case near != nil:
			f := document.Finding{Rule: "element-unopened", Span: near.Open, At: "body." + s.Name, Message: fmt.Sprintf(
				"`<%s>` ends with `</%s>`, so its consumer finds no `<%s>` and passes over what stands in it; give both tags "+
					"one name", near.Name, s.Name, s.Name)}
			if spell.Nearest(near.Name, []string{s.Name}) != "" {
				f.Fixes = document.Guess("write `<"+s.Name+">`", document.Span{Start: near.Open.Start + 1,
					End: near.Open.Start + 1 + len(near.Name)}, s.Name)
			}
			a.add(f)
		case opened(between, s.Name) >= 0:
			at := s.Span.Start - len(between) + opened(between, s.Name)
			end := at + 1 + len(s.Name)
			a.add(document.Finding{Rule: "element-unopened", Span: document.Span{Start: at, End: end}, At: "body." + s.Name,
				Message: fmt.Sprintf("`<%s` has no `>`, so its consumer finds no `<%s>` and passes over what stands in it; "+
					"write `<%s>`", s.Name, s.Name, s.Name),
				Fixes: document.Replace("write `<"+s.Name+">`", document.Span{Start: end, End: end}, ">")})
		default:
			a.say("element-unopened", s.Span, "body."+s.Name,
				"`</%s>` closes nothing, so its consumer finds no `<%s>` and passes over what stands in it; write `<%s>` in "+
					"front of the content, or remove the tag", s.Name, s.Name, s.Name)
		}
	}
}

// isKnown reports whether the contract speaks of an element.
func isKnown(a *artefact, name string) bool {
	return slices.Contains(a.body.Tags.Pairs, name) ||
		slices.ContainsFunc(a.body.Elements, func(e rules.Element) bool { return e.Name == name })
}

// misnamed returns the last opening tag before an offset that is never closed, has a line to itself and is unknown, so
// that it was probably meant for what is closed at the offset; or nil.
func misnamed(a *artefact, offset int) (last *document.Element) {
	if !a.effort.Take(len(a.doc.Body.Elements) * (1 + len(a.body.Elements))) {
		return nil
	}
	for k := range a.doc.Body.Elements {
		if e := &a.doc.Body.Elements[k]; e.Open.Start < offset && e.Unclosed && !e.Hidden && !isKnown(a, e.Name) &&
			alone(a.doc, e.Open) {
			last = e
		}
	}
	return last
}

// alone reports whether a tag has a line to itself, as those of parts have.
func alone(d *document.Document, tag document.Span) bool {
	src := d.Content()
	before, after := strings.TrimRight(src[:tag.Start], " \t"), strings.TrimLeft(src[tag.End:], " \t\r")
	return (before == "" || before[len(before)-1] == '\n') && (after == "" || after[0] == '\n')
}

// mentioned reports whether the opening tag of an element stands in a line of text and is never closed. If an element of its
// name follows, it tells of that one.
func mentioned(a *artefact, e *document.Element) bool { return e.Unclosed && !alone(a.doc, e.Open) }

// lastClosed returns the index of the last element of a name that is closed, or -1.
func lastClosed(elements []document.Element, name string) int {
	for k := len(elements) - 1; k >= 0; k-- {
		if e := &elements[k]; e.Name == name && !e.Unclosed && !e.Hidden {
			return k
		}
	}
	return -1
}

// opened returns where the last opening tag with the name begins that does not end on its line, if no closing one
// follows; else -1.
func opened(text, name string) int {
	tag := "<" + name
	closed := strings.LastIndex(text, "</"+name+">")
	for rest := text; ; {
		at := strings.LastIndex(rest, tag)
		if at < 0 || at < closed {
			return -1
		}
		if line, _, _ := strings.Cut(rest[at+len(tag):], "\n"); strings.TrimSpace(line) == "" {
			return at
		}
		rest = rest[:strings.LastIndexByte(rest[:at], '\n')+1] // what stands before it on the line has it behind
	}
}

// opensAgain reports an opening tag that was meant as the closing one: two of the same name, and neither of them
// closed.
func opensAgain(a *artefact, rule *rules.Element) bool {
	var both []*document.Element
	for k := range a.doc.Body.Elements {
		if e := &a.doc.Body.Elements[k]; e.Name == rule.Name && !e.Hidden {
			if both = append(both, e); len(both) > 2 || !e.Unclosed {
				return false
			}
		}
	}
	if len(both) < 2 || rule.Max != 1 || rule.In != "" {
		return false
	}
	a.say("element-unclosed", both[1].Open, "body."+rule.Name,
		"`<%s>` opens here again and is never closed, so its consumer reads on into what follows; write `</%s>` if its "+
			"end was meant", rule.Name, rule.Name)
	return true
}

// misspeltElement reports an element whose name is probably a misspelling of one that is missing. Where nothing
// demands that one, it is so only if it is closed as it is opened, and its tag has a line to itself: else text says so.
func misspeltElement(a *artefact, rule *rules.Element) bool {
	elements := a.doc.Body.Elements
	if !a.effort.Take(stepsOfNear * len(elements)) {
		return false
	}
	for k := range elements {
		e := &elements[k]
		if e.Hidden || e.Parent >= 0 || len(e.Attrs) > 0 && len(rule.Attributes) == 0 || isKnown(a, e.Name) ||
			rule.Near && (e.Unclosed || e.SelfClosing || !alone(a.doc, e.Open) || !alone(a.doc, e.Close)) ||
			spell.Nearest(e.Name, []string{rule.Name}) == "" {
			continue
		}
		edits := []document.Edit{{Span: document.Span{Start: e.Open.Start + 1, End: e.Open.Start + 1 + len(e.Name)}, Text: rule.Name}}
		if !e.Unclosed && !e.SelfClosing {
			edits = append(edits, document.Edit{Span: document.Span{Start: e.Close.Start + 2, End: e.Close.Start + 2 + len(e.Name)}, Text: rule.Name})
		}
		a.add(document.Finding{Rule: "element-min", Span: e.Open, At: "body." + rule.Name,
			Message: fmt.Sprintf(
				"the file has no `<%s>`, so its consumer finds nothing where it looks; is `<%s>` a misspelling of it?",
				rule.Name, e.Name),
			Fixes: []document.Fix{{Title: fmt.Sprintf("rename the element to `<%s>`", rule.Name), Edits: edits}}})
		return true
	}
	return false
}

func fewElements(a *artefact, rule *rules.Element, count int, span document.Span, where string) {
	least := ""
	if rule.Min > 1 {
		least = fmt.Sprintf(", at least %d of them", rule.Min)
	}
	switch {
	case count >= rule.Min:
	case count == 0:
		a.say("element-min", span, "body."+rule.Name,
			"%s holds no `<%s>`, so its consumer finds nothing where it looks; write `<%s>…</%s>` with its content%s", where,
			rule.Name, rule.Name, rule.Name, least)
	default:
		a.say("element-min", span, "body."+rule.Name,
			"%s holds %d `<%s>`, and its consumer needs at least %d; write what is missing", where, count, rule.Name, rule.Min)
	}
}

func judgeElement(a *artefact, rule *rules.Element, e *document.Element, nth int) {
	at := "body." + e.Name
	if id := e.Attr("id"); id != nil && id.Text != "" {
		at += "[" + id.Text + "]"
	}
	if rule.Max > 0 && nth == rule.Max+1 {
		a.say("element-max", e.Open, at, "`<%s>` is here again, and its consumer reads at most %d", e.Name, rule.Max)
	}
	if e.Unclosed {
		span, hint := a.doc.Body.Unclosed(e.Name, e.Open)
		a.say("element-unclosed", span, at,
			"`<%s>` is never closed, so its consumer reads on into what follows; write `</%s>` behind its content%s",
			e.Name, e.Name, hint)
	}
	if !a.effort.Take(len(rule.Order) * (1 + len(e.Attrs))) {
		return
	}
	for _, name := range rule.Order {
		judgeAttribute(a, e, name, rule.Attributes[name], at)
	}
	if inner := e.Inner(); rule.Text && !e.Unclosed && strings.TrimSpace(a.doc.Text(inner)) == "" {
		a.say("element-empty", e.Open, at, "`<%s>` is empty; write its content between the tags", e.Name)
	}
}

func judgeAttribute(a *artefact, e *document.Element, name string, want rules.Field, at string) {
	attr := e.Attr(name)
	at += "." + name
	switch {
	case attr == nil && want.Optional:
	case attr == nil:
		a.say("element-attribute-missing", e.Open, at,
			"`<%s>` has no attribute `%s`; write `%s=\"%s\"` inside the tag", e.Name, name, name, sampleOf(want))
	case len(want.Enum) > 0 && !a.has(want.Enum, attr.Text):
		f := document.Finding{Rule: "element-attribute-value", Span: attr.Value, At: at,
			Message: fmt.Sprintf("the attribute `%s` is %q; it must be %s", name, attr.Text, document.OneOf(want.Enum))}
		if near := a.nearest(attr.Text, want.Enum); near != "" {
			f.Message += fmt.Sprintf("; did you mean %s?", near)
			f.Fixes = nearFix(attr.Text, near, want.Enum, attr.Value, near)
		}
		a.add(f)
	case want.Regexp != nil && !a.matches(want, attr.Text):
		a.say("element-attribute-value", attr.Value, at,
			"the attribute `%s` is %q; it must be %s", name, attr.Text, fieldPattern(want))
	}
}

// sampleOf is what may stand in an attribute.
func sampleOf(want rules.Field) string {
	if len(want.Enum) > 0 {
		return want.Enum[0]
	}
	return "…"
}
