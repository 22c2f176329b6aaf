package plan

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/overlap"
	"github.com/nplint/nplint/internal/spell"
)

// realityCheck judges the evidence that a plan rests on: every slice plan opens with what the planner has read and
// run.
type realityCheck struct {
	*document.Reporter
	text  *prose
	plan  *model.Plan
	files files
}

// say reports what is wrong at a place of the element.
func (c *realityCheck) say(span document.Span, at, format string, args ...any) {
	c.Reportf("unverified-assumption", span, "body.reality_check"+at, format, args...)
}

// fixable reports what is wrong at a place of the element, with fixes.
func (c *realityCheck) fixable(span document.Span, at string, fixes []document.Fix, message string) {
	c.Fixf("unverified-assumption", span, "body.reality_check"+at, fixes, "%s", message)
}

// misspelt returns the fix that gives the one attribute of an element its right name, if that is nearly what it has.
func misspelt(e *document.Element, name string) []document.Fix {
	if len(e.Attrs) != 1 || spell.Nearest(e.Attrs[0].Name, []string{name}) == "" {
		return nil
	}
	return document.Replace("write "+name, e.Attrs[0].Key, name)
}

// meantIn returns the fix that writes what is meant for the first such text in a place; none for "".
func meantIn(d *document.Document, place document.Span, text, meant string) []document.Fix {
	at, found := document.Find(d, place, text)
	if meant == "" || !found {
		return nil
	}
	return document.Replace("write "+meant, at, meant)
}

func (c *realityCheck) judge() {
	body := c.Doc.Body
	e := body.Element("reality_check")
	if e == nil {
		c.say(meant(body, "reality_check", c.Doc.FirstLine()), "",
			"the plan has no `<reality_check>`, so nobody knows which of its assumptions anyone has looked at; write "+
				"one above `<tasks>`")
		return
	}
	if e.Unclosed {
		span, hint := body.Unclosed(e.Name, e.Open)
		c.say(span, "",
			"`<reality_check>` is never closed, so nothing in it counts as evidence; write `</reality_check>` above "+
				"`<tasks>`%s", hint)
		return
	}
	if tasks := body.Element("tasks"); tasks != nil && tasks.Open.Start < e.Open.Start {
		c.say(e.Open, "", "`<reality_check>` stands below `<tasks>`, where it reads like a result; move it above")
	}
	if strings.TrimSpace(c.text.of(e.Inner())) == "" {
		c.say(e.Open, "",
			"`<reality_check>` is empty, so nothing that the plan assumes is verified; list what was read and run")
		return
	}
	var read, run *evidence
	for _, name := range []string{"files_read", "commands_run", "assumptions", "unknowns"} {
		part := within(body, e, name)
		switch {
		case part == nil:
			c.say(meant(body, name, e.Open), "."+name,
				"`<reality_check>` has no `<%s>`; write it, and leave it empty if there is nothing to say", name)
		case part.Unclosed:
			span, hint := body.Unclosed(name, part.Open)
			c.say(span, "."+name, "`<%s>` is never closed, so nothing in it counts; write `</%s>`%s", name, name, hint)
		case name == "files_read":
			read = c.filesRead(part)
		case name == "commands_run":
			run = c.commandsRun(part)
		case name == "assumptions":
			c.assumptions(e, read, run)
			c.unmarked(part)
		default:
			c.unknowns(part)
		}
	}
	c.waived(e)
}

// meant returns where an element that is missing was meant to be: at a tag that is nearly of its name, or at a
// closing tag without an opening one; else the given span.
func meant(body *document.Body, name string, or document.Span) document.Span {
	for i := range body.Elements {
		if e := &body.Elements[i]; !e.Hidden && e.Name != name && spell.Nearest(e.Name, []string{name}) == name {
			return e.Open
		}
	}
	for _, s := range body.Strays {
		if s.Name == name {
			return s.Span
		}
	}
	return or
}

// within returns the first element with the name inside of e, or nil.
func within(body *document.Body, e *document.Element, name string) *document.Element {
	for i := range body.Elements {
		if c := &body.Elements[i]; c.Name == name && !c.Hidden && isWithin(c, e) {
			return c
		}
	}
	return nil
}

func isWithin(inner, outer *document.Element) bool {
	return inner.Open.Start >= outer.Open.End && inner.Open.Start < outer.Close.Start
}

// filesRead judges the entries and returns them without remarks.
func (c *realityCheck) filesRead(e *document.Element) *evidence {
	read := &evidence{text: c.text.of(e.Inner()), has: map[string]bool{}}
	for i, line := range entries(c.text, e) {
		at := document.Index(".files_read", i)
		entry, ok := parseEntry(line.Text)
		if !ok {
			c.say(line.Span, at,
				"the entry %s names no line, so nobody can look at the evidence; write path:line or path:line-line",
				document.Quote(line.Text))
			continue
		}
		fault, near := c.files.fault(entry)
		if read.has[entry.String()] = true; fault == "" {
			read.entries = append(read.entries, entry.String())
		} else {
			c.fixable(line.Span, at, meantIn(c.Doc, line.Span, entry.name, near), fault)
		}
	}
	return read
}

// commandsRun returns the commands, and judges whether each tells what it said.
func (c *realityCheck) commandsRun(e *document.Element) *evidence {
	run := &evidence{text: c.text.of(e.Inner()), has: map[string]bool{}}
	for i, line := range entries(c.text, e) {
		at := document.Index(".commands_run", i)
		rest, ok := strings.CutPrefix(line.Text, "`")
		command, output, closed := strings.Cut(rest, "`")
		if !ok || !closed {
			c.say(line.Span, at,
				"the entry %s does not tell command from output; write the command in backticks, an arrow, and what "+
					"it printed", document.Quote(line.Text))
			continue
		}
		run.add(command)
		// `grep …` → "" tells that nothing was found.
		if strings.Trim(output, " \t→->=:\"") == "" && !strings.HasSuffix(output, `""`) {
			c.say(line.Span, at,
				"the entry says that %s was run, but not what it printed, which is the evidence; write it behind an "+
					"arrow", document.Quote(command))
		}
	}
	return run
}

// assumptions judges what each <assumption> is verified by. What is nil could not be read.
func (c *realityCheck) assumptions(e *document.Element, read, run *evidence) {
	nth := 0
	for i := range c.Doc.Body.Elements {
		a := &c.Doc.Body.Elements[i]
		if a.Name != "assumption" || a.Hidden || !isWithin(a, e) {
			continue
		}
		at := document.Index(".assumptions", nth)
		nth++
		by := a.Attr("verified_by")
		switch {
		case a.Unclosed:
			c.say(a.Open, at, "`<assumption>` is never closed, so it takes in what follows; write `</assumption>`")
		case by == nil:
			c.fixable(a.Open, at, misspelt(a, "verified_by"),
				"the assumption names no evidence; write `verified_by=\"path:line\"` of an entry in `<files_read>`, "+
					"or `verified_by=\"cmd:…\"` of one in `<commands_run>`")
		case strings.TrimSpace(by.Text) == "":
			c.say(a.Open, at+".verified_by",
				"`verified_by` is empty, which is the same as no evidence; name an entry of `<files_read>` or "+
					"`<commands_run>`")
		default:
			if fault, near := unfounded(strings.TrimSpace(by.Text), read, run); fault != "" {
				c.fixable(by.Value, at+".verified_by", meantIn(c.Doc, by.Value, strings.TrimSpace(by.Text), near), fault)
			}
		}
	}
}

// unmarked reports the bullets in <assumptions> that stand in no <assumption>, and so can name no evidence.
func (c *realityCheck) unmarked(e *document.Element) {
	end := e.Open.End
	for i := range c.Doc.Body.Elements {
		if a := &c.Doc.Body.Elements[i]; !a.Hidden && a.Open.Start >= end && a.Open.Start < e.Close.Start {
			c.bullets(document.Span{Start: end, End: a.Open.Start})
			end = a.Close.End
			if a.Unclosed {
				return // which is reported, and who knows what it holds
			}
		}
	}
	c.bullets(document.Span{Start: end, End: e.Close.Start})
}

// bullets reports the bullets between two tags.
func (c *realityCheck) bullets(between document.Span) {
	for _, line := range model.Lines(c.text.content, between) {
		if _, bullet := indent(c.text.content, line); bullet && !sayNone().MatchString(line.Text) &&
			!c.text.quoted(line.Span.Start) {
			c.say(line.Span, ".assumptions",
				"the assumption %s names no evidence; write it as `<assumption verified_by=\"path:line\">…</assumption>`, "+
					"with an entry of `<files_read>` or a `cmd:…` of `<commands_run>`", document.Quote(line.Text))
		}
	}
}

// taskID is the full id of a task.
var taskID = memo.Regexp(`\bM\d{3,}-S\d{3,}-T\d{4,}\b`)

// unknowns holds what the planner could not find out against the first task, which must find it out.
func (c *realityCheck) unknowns(e *document.Element) {
	var first *model.Task
	var known func() *overlap.Words
	said := overlap.Of(c.text.of(e.Inner()))
	if len(c.plan.Tasks) > 0 {
		first = c.plan.Tasks[0]
		known = overlap.Of(first.Text("name"), first.Text("action"))
	}
	for i, line := range entries(c.text, e) {
		phrase, at := unknownOf(line.Text), document.Index(".unknowns", i)
		if first == nil {
			c.say(line.Span, at, "no task finds out %s; let the first task of the slice do it", document.Quote(phrase))
			continue
		}
		id := taskID().FindString(line.Text)
		ofSlice := id != "" && strings.HasPrefix(id, first.ID[:strings.LastIndexByte(first.ID, '-')+1])
		switch {
		case ofSlice && c.plan.Task(id) == nil:
			c.say(line.Span, at,
				"%s is to find out what is unknown here, and the plan has no such task; name one that it has, best "+
					"the first, %s", id, first.Label())
		case overlap.Uncovered(phrase, most, said, known()):
			c.say(line.Span, at,
				"the first task, %s, does not mention %s, so the slice is built on something that nobody knows; let "+
					"its name or action say that it finds it out", first.Label(), document.Quote(phrase))
		}
	}
}

// reason starts what an entry says about the unknown that it names.
var reason = memo.Regexp(`[:;(<]|\s[–—-]\s`)

// unknownOf returns the phrase in an entry of <unknowns> that says what is not known, without an <unknown> around the
// entry and the reason behind it.
func unknownOf(entry string) string {
	if strings.HasPrefix(entry, "<") {
		_, entry, _ = strings.Cut(entry, ">")
	}
	if end := reason().FindStringIndex(entry); end != nil && strings.TrimSpace(entry[:end[0]]) != "" {
		entry = entry[:end[0]]
	}
	return strings.TrimSpace(entry)
}

// waived reports the first phrase that waives a check. What stands in quotes was printed by a command.
func (c *realityCheck) waived(e *document.Element) {
	for m := range c.text.all(waiver, e.Inner()) {
		line := c.text.content[:m.Start]
		if strings.Count(line[strings.LastIndexByte(line, '\n')+1:], `"`)%2 == 0 {
			c.say(m, "",
				"%s in `<reality_check>` stands where evidence should; verify it, or list it under `<unknowns>` with "+
					"the task that finds it out", document.Quote(c.text.of(m)))
			return
		}
	}
}
