package plan

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/overlap"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

const unverified = "unverified-assumption"

// meant returns where an element that is missing was meant to be: at a tag that is nearly of its name, or at a
// closing tag without an opening one; else the given span.
func (j *artefact) meant(name string, or document.Span) document.Span {
	for i := range j.Doc.Body.Elements {
		if e := &j.Doc.Body.Elements[i]; !e.Hidden && e.Name != name && spell.Nearest(e.Name, []string{name}) == name {
			return e.Open
		}
	}
	for _, s := range j.Doc.Body.Strays {
		if s.Name == name {
			return s.Span
		}
	}
	return or
}

// realityCheck judges the evidence that a plan rests on: every slice plan opens with what the planner has read and
// run.
func (j *artefact) realityCheck() {
	e := j.element("reality_check")
	if e == nil {
		j.Reportf(unverified, j.meant("reality_check", j.Doc.FirstLine()), "body.reality_check",
			"the plan has no `<reality_check>`, so nobody knows which of its assumptions anyone has looked at; write "+
				"one above `<tasks>`")
		return
	}
	if e.Unclosed {
		span, hint := j.Doc.Body.Unclosed(e.Name, e.Open)
		j.Reportf(unverified, span, "body.reality_check",
			"`<reality_check>` is never closed, so nothing in it counts as evidence; write `</reality_check>` above "+
				"`<tasks>`%s",
			hint)
		return
	}
	if tasks := j.element("tasks"); tasks != nil && tasks.Open.Start < e.Open.Start {
		j.Reportf(unverified, e.Open, "body.reality_check",
			"`<reality_check>` stands below `<tasks>`, where it reads like a result; move it above")
	}
	if strings.TrimSpace(j.Doc.Content()[e.Inner().Start:e.Inner().End]) == "" {
		j.Reportf(unverified, e.Open, "body.reality_check",
			"`<reality_check>` is empty, so nothing that the plan assumes is verified; list what was read and run")
		return
	}
	var files, commands *evidence
	for _, name := range []string{"files_read", "commands_run", "assumptions", "unknowns"} {
		part := j.within(e, name)
		switch {
		case part == nil:
			j.Reportf(unverified, j.meant(name, e.Open), "body.reality_check."+name,
				"`<reality_check>` has no `<%s>`; write it, and leave it empty if there is nothing to say",
				name)
		case part.Unclosed:
			span, hint := j.Doc.Body.Unclosed(name, part.Open)
			j.Reportf(unverified, span, "body.reality_check."+name,
				"`<%s>` is never closed, so nothing in it counts; write `</%s>`%s",
				name, name, hint)
		case name == "files_read":
			files = j.filesRead(part)
		case name == "commands_run":
			commands = j.commandsRun(part)
		case name == "assumptions":
			j.assumptions(e, files, commands)
			j.unmarked(part)
		default:
			j.unknowns(part)
		}
	}
	j.waivers(e)
}

// within returns the first element with the name inside of e, or nil.
func (j *artefact) within(e *document.Element, name string) *document.Element {
	for i := range j.Doc.Body.Elements {
		if c := &j.Doc.Body.Elements[i]; c.Name == name && !c.Hidden && c.Open.Start >= e.Open.End &&
			c.Open.Start < e.Close.Start {
			return c
		}
	}
	return nil
}

// sayNone is a line that says that there are no entries, with a reason or without: "_none_", "(none)", "No
// unknowns.", "none — everything was read".
var sayNone = rules.Lazy(`(?i)^(?:_.*_|\(?(?:none|n/a|nothing|no unknowns|keine|nichts)\s*(?:[.;:,()–—-].*)?)$`)

// maxEntry is how many bytes of an entry over several lines are enough to judge it.
const maxEntry = 1000

// lines returns the entries of an element without those in comments and those that say that there are none. A line
// that is indented behind the bullet of an entry goes on with it.
func (j *artefact) lines(e *document.Element) []model.Item {
	var kept, entries []model.Item
	last := -1 // the column of the bullet of the last entry, if it has one
	for _, line := range model.Lines(j.Doc.Content(), e.Inner()) {
		column, bullet := j.indent(line)
		switch {
		case j.quoted(line.Span.Start):
		case !bullet && last >= 0 && column > last:
			if entry := &entries[len(entries)-1]; len(entry.Text) < maxEntry {
				entry.Text += " " + line.Text
			}
		default:
			if last = -1; bullet {
				last = column
			}
			entries = append(entries, line)
		}
	}
	for _, entry := range entries {
		if !sayNone().MatchString(entry.Text) {
			kept = append(kept, entry)
		}
	}
	return kept
}

// indent returns how many bytes stand before the line of an entry, or before its bullet, and whether it has one.
func (j *artefact) indent(line model.Item) (column int, bullet bool) {
	before := j.Doc.Content()[:line.Span.Start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if mark := strings.TrimSpace(before); mark == "-" || mark == "*" {
		return strings.Index(before, mark), true
	}
	return len(before), false
}

// filesRead judges the entries and returns them without remarks.
func (j *artefact) filesRead(e *document.Element) *evidence {
	inner := e.Inner()
	read := &evidence{text: j.Doc.Content()[inner.Start:inner.End]}
	for i, line := range j.lines(e) {
		where := fmt.Sprintf("body.reality_check.files_read[%d]", i)
		entry, ok := parseEntry(line.Text)
		if !ok {
			j.Reportf(unverified, line.Span, where,
				"the entry %s names no line, so nobody can look at the evidence; write path:line or path:line-line",
				document.Quote(line.Text))
			continue
		}
		read.add(entry.String())
		j.fileRead(entry, line.Span, where)
	}
	return read
}

// commandsRun returns the commands, and judges whether each tells what it said.
func (j *artefact) commandsRun(e *document.Element) *evidence {
	inner := e.Inner()
	run := &evidence{text: j.Doc.Content()[inner.Start:inner.End]}
	for i, line := range j.lines(e) {
		where := fmt.Sprintf("body.reality_check.commands_run[%d]", i)
		rest, ok := strings.CutPrefix(line.Text, "`")
		command, output, closed := strings.Cut(rest, "`")
		if !ok || !closed {
			j.Reportf(unverified, line.Span, where,
				"the entry %s does not tell command from output; write the command in backticks, an arrow, and what "+
					"it printed",
				document.Quote(line.Text))
			continue
		}
		run.add(command)
		if strings.Trim(output, " \t→->=:\"") == "" {
			j.Reportf(unverified, line.Span, where,
				"the entry says that %s was run, but not what it printed, which is the evidence; write it behind an "+
					"arrow",
				document.Quote(command))
		}
	}
	return run
}

// assumptions judges what each <assumption> is verified by.
func (j *artefact) assumptions(e *document.Element, files, commands *evidence) {
	nth := 0
	for i := range j.Doc.Body.Elements {
		a := &j.Doc.Body.Elements[i]
		if a.Name != "assumption" || a.Hidden || a.Open.Start < e.Open.End || a.Open.Start >= e.Close.Start {
			continue
		}
		where := fmt.Sprintf("body.reality_check.assumptions[%d]", nth)
		nth++
		by := a.Attr("verified_by")
		switch {
		case a.Unclosed:
			j.Reportf(unverified, a.Open, where,
				"`<assumption>` is never closed, so it takes in what follows; write `</assumption>`")
		case by == nil:
			j.Reportf(unverified, a.Open, where,
				"the assumption names no evidence; write `verified_by=\"path:line\"` of an entry in `<files_read>`, "+
					"or `verified_by=\"cmd:…\"` of one in `<commands_run>`")
		case strings.TrimSpace(by.Text) == "":
			j.Reportf(unverified, a.Open, where+".verified_by",
				"`verified_by` is empty, which is the same as no evidence; name an entry of `<files_read>` or "+
					"`<commands_run>`")
		default:
			j.verifiedBy(by, where+".verified_by", files, commands)
		}
	}
}

// unmarked reports the bullets in <assumptions> that stand in no <assumption>, and so can name no evidence.
func (j *artefact) unmarked(e *document.Element) {
	end := e.Open.End
	for i := range j.Doc.Body.Elements {
		if a := &j.Doc.Body.Elements[i]; !a.Hidden && a.Open.Start >= end && a.Open.Start < e.Close.Start {
			j.bullets(document.Span{Start: end, End: a.Open.Start})
			end = a.Close.End
			if a.Unclosed {
				return // which is reported, and who knows what it holds
			}
		}
	}
	j.bullets(document.Span{Start: end, End: e.Close.Start})
}

// bullets reports the bullets between two tags.
func (j *artefact) bullets(between document.Span) {
	for _, line := range model.Lines(j.Doc.Content(), between) {
		if _, bullet := j.indent(line); bullet && !sayNone().MatchString(line.Text) && !j.quoted(line.Span.Start) {
			j.Reportf(unverified, line.Span, "body.reality_check.assumptions",
				"the assumption %s names no evidence; write it as `<assumption "+
					"verified_by=\"path:line\">…</assumption>`, with an entry of `<files_read>` or a `cmd:…` of "+
					"`<commands_run>`",
				document.Quote(line.Text))
		}
	}
}

// taskID is the full id of a task.
var taskID = rules.Lazy(`\bM\d{3,}-S\d{3,}-T\d{4,}\b`)

// unknowns holds what the planner could not find out against the first task, which must find it out.
func (j *artefact) unknowns(e *document.Element) {
	known, said := &overlap.Words{}, &overlap.Words{}
	said.Read(j.Doc.Text(e.Inner()))
	if len(j.plan.Tasks) > 0 {
		known.Read(j.plan.Tasks[0].Text("name"))
		known.Read(j.plan.Tasks[0].Text("action"))
	}
	for i, line := range j.lines(e) {
		phrase := unknownOf(line.Text)
		where := fmt.Sprintf("body.reality_check.unknowns[%d]", i)
		if len(j.plan.Tasks) == 0 {
			j.Reportf(unverified, line.Span, where,
				"no task finds out %s; let the first task of the slice do it",
				document.Quote(phrase))
			continue
		}
		first := j.plan.Tasks[0]
		if id := taskID().FindString(line.Text); id != "" && j.plan.Task(id) == nil &&
			strings.HasPrefix(id, first.ID[:strings.LastIndexByte(first.ID, '-')+1]) {
			j.Reportf(unverified, line.Span, where,
				"%s is to find out what is unknown here, and the plan has no such task; name one that it has, best "+
					"the first, %s",
				id, first.Label())
			continue
		}
		if overlap.Uncovered(phrase, most, said, known) {
			j.Reportf(unverified, line.Span, where,
				"the first task, %s, does not mention %s, so the slice is built on something that nobody knows; let "+
					"its name or action say that it finds it out",
				first.Label(), document.Quote(phrase))
		}
	}
}

// reason starts what an entry says about the unknown that it names.
var reason = rules.Lazy(`[:;(<]|\s[–—-]\s`)

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

// waivers reports the first phrase that waives a check. What stands in quotes was printed by a command.
func (j *artefact) waivers(e *document.Element) {
	for from := e.Inner(); ; {
		m := j.find(waiver, from)
		if m == nil {
			return
		}
		line := j.Doc.Content()[:m.Start]
		if strings.Count(line[strings.LastIndexByte(line, '\n')+1:], `"`)%2 == 0 {
			j.Reportf(unverified, *m, "body.reality_check",
				"%s in `<reality_check>` stands where evidence should; verify it, or list it under `<unknowns>` with "+
					"the task that finds it out",
				document.Quote(j.Doc.Text(*m)))
			return
		}
		from.Start = m.End
	}
}
