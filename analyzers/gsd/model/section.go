package model

import (
	"cmp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// Section is the section of one phase.
type Section struct {
	Number       string // as Number writes it
	Name         string
	Head         notation.Line
	Body         []*notation.Line
	Goal         *Field
	Depends      *Field
	Requirements *Field
	Criteria     *notation.Line // the line that announces criteria
	Count        *Field         // of plans, behind `**Plans**:`
	PlansAt      *notation.Line // the line `Plans:`
	Plans        []Box
	Folded       bool   // it stands in a <details>
	Table        bool   // the phase stands in a table alone
	Kept         bool   // archived as of the list of milestones alone, so that GSD reads it
	bare         string // the text of Requirements without remarks
	// IDs is the requirements that Requirements names, with their places. Ranges are expanded, and remarks in parentheses
	// name none.
	IDs []notation.Word
	// Below is the requirements in bullets below a line Requirements that is empty, which GSD does not read.
	Below []notation.Word
}

// below returns the requirements with which bullets begin that follow the line Requirements.
func (sec *Section) below(ranges *notation.Ranges) (ids []notation.Word) {
	for _, l := range sec.Body {
		text := strings.TrimSpace(l.Text)
		if l.Span.Start <= sec.Requirements.Line.Start || text == "" {
			continue
		}
		if !strings.HasPrefix(text, "- ") && !strings.HasPrefix(text, "* ") {
			break
		}
		const most = 16 // bytes of a bullet, a box and stars before an id
		head, _, _ := strings.Cut(l.Text, ": ")
		words := ranges.Split(head, l.Span.Start)
		if len(words) > 0 && words[0].Span.Start-l.Span.Start < most {
			ids = append(ids, words...)
		}
	}
	return ids
}

// Listed reports whether one of IDs is one of a list. Others are words of a text.
func (sec *Section) Listed(word notation.Word) bool {
	return notation.Listed(sec.bare, word.Span.Start-sec.Requirements.Span.Start)
}

// Field is a value behind a label, `**Label**: value`.
type Field struct {
	Text string
	Span document.Span // of the value
	Line document.Span
}

// Box is a list item with a box that names a plan.
type Box struct {
	notation.Line
	Mark   string // what stands between the brackets
	MarkAt document.Span
	ID     string // the word that names the plan
}

// sections finds phases: sections with their fields, and boxes.
func (rm *Roadmap) sections() {
	var open *Section
	level := 0
	for i, l := range rm.Lines {
		text := strings.TrimLeft(l.Text, " ")
		if own, _ := notation.Heading(l.Text); own > 0 || strings.HasPrefix(text, "##") {
			if n, name, ok := notation.SectionHead(l.Text); ok {
				open = &Section{Number: n, Name: name, Head: l, Folded: rm.folded[l.Span.Start]}
				level = len(text) - len(strings.TrimLeft(text, "#"))
				rm.Sections = append(rm.Sections, open)
				continue
			}
			if own > 0 && !l.Hidden && own <= level {
				open = nil
			}
		}
		if strings.Contains(l.Text, "</details") {
			open = nil
		}
		if m := phaseBox().FindStringSubmatchIndex(l.Text); m != nil {
			rm.Entries = append(rm.Entries, Entry{Line: l, Mark: l.Text[m[2]:m[3]], Number: notation.Number(l.Text[m[4]:m[5]]),
				MarkAt: l.Part(m[2], m[3])})
			continue
		}
		if open == nil {
			continue
		}
		open.Body = append(open.Body, &rm.Lines[i])
		open.line(&rm.Lines[i])
	}
}

// line takes what one line says of the section that it stands in.
func (sec *Section) line(l *notation.Line) {
	if m := fieldLine().FindStringSubmatchIndex(l.Text); m != nil {
		start, end := document.Trim(l.Text, m[4], m[5])
		f := &Field{Text: l.Text[start:end], Span: l.Part(start, end),
			Line: l.Span}
		switch strings.ToLower(l.Text[m[2]:m[3]]) {
		case "goal":
			sec.Goal = cmp.Or(sec.Goal, f)
		case "depends on":
			sec.Depends = cmp.Or(sec.Depends, f)
		case "requirements":
			sec.Requirements = cmp.Or(sec.Requirements, f)
		case "plans":
			sec.Count = cmp.Or(sec.Count, f)
			if sec.PlansAt == nil {
				sec.PlansAt = l
			}
		}
	}
	if sec.Criteria == nil && criteria().MatchString(l.Text) {
		sec.Criteria = l
	}
	if strings.EqualFold(strings.Trim(l.Text, " *"), "Plans:") {
		sec.PlansAt = l
	}
	if sec.PlansAt == nil {
		return
	}
	if m := planBox().FindStringSubmatchIndex(l.Text); m != nil {
		sec.Plans = append(sec.Plans, Box{Line: *l, Mark: l.Text[m[2]:m[3]],
			ID:     strings.TrimSuffix(strings.Trim(l.Text[m[4]:m[5]], "."), "-PLAN.md"),
			MarkAt: l.Part(m[2], m[3])})
	}
}
