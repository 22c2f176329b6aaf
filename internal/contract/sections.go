package contract

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// judgeSections reports sections that are missing, misspelt or there too often.
func judgeSections(a *artefact) {
	headings := a.doc.Body.Headings
	if !a.effort.Take(len(headings) * len(a.body.Sections)) {
		return
	}
	none := noneRecommended(a)
	for i := range a.body.Sections {
		s := &a.body.Sections[i]
		if !applies(a.doc, s) || none && s.Recommended {
			continue
		}
		if a.effort.Exceeded() {
			return
		}
		var room [8]int
		hits := hits(a.doc, s, room[:0])
		least := 1
		if s.Min != nil {
			least = *s.Min
		}
		switch {
		case len(hits) < least:
			missingSection(a, s, "body."+s.Name, len(hits), least)
		case s.Max > 0 && len(hits) > s.Max:
			a.add(document.Finding{Rule: "body-pattern-max", Span: headings[hits[s.Max]].Span, At: "body." + s.Name,
				Message: fmt.Sprintf("the section `%s` stands here again; there may be at most %d of it", s.Heading, s.Max),
				Related: []document.Related{{Span: headings[hits[0]].Span, Message: "first here"}}})
		}
		for _, k := range hits {
			if s.Text && !a.effort.Exceeded() && isEmpty(a.doc, headings[k].Below) {
				a.say("section-empty", headings[k].Span, "body."+s.Name,
					"the section `%s` is empty, so its readers find nothing where they look; write its content below the heading",
					s.Heading)
			}
		}
	}
}

// hits appends the indices of the headings that are the section.
func hits(d *document.Document, s *rules.Section, to []int) []int {
	level, title := heading(s)
	for k := range d.Body.Headings {
		if h := &d.Body.Headings[k]; h.Level == level && isTitled(h, title) {
			to = append(to, k)
		}
	}
	return to
}

// noneRecommended reports whether the artefact has none of several recommended sections, nor a heading like one: then
// it has another shape altogether, and that is one finding.
func noneRecommended(a *artefact) bool {
	var headings []string
	var room [8]int
	for i := range a.body.Sections {
		s := &a.body.Sections[i]
		if !s.Recommended {
			continue
		}
		if len(hits(a.doc, s, room[:0])) > 0 || nearHeading(a, s) != nil {
			return false
		}
		headings = append(headings, "`"+s.Heading+"`")
	}
	if len(headings) < 2 {
		return false
	}
	a.say("section-recommended", a.doc.FirstLine(), "body",
		"the file has none of the sections that its readers look for: %s; write them", document.AllOf(headings))
	return true
}

// applies reports whether a section is demanded of this artefact.
func applies(d *document.Document, s *rules.Section) bool {
	front := d.Front != nil && !d.Front.Absent()
	return s.When == "" || front == (s.When == "frontmatter")
}

// isEmpty reports whether a stretch holds nothing but comments, rules, white space and the last lines of a template.
func isEmpty(d *document.Document, s document.Span) bool {
	end := s.Start + len(withoutFooter(d.Content()[s.Start:s.End]))
	for at := s.Start; at < end; {
		h := d.Body.HiddenAt(at)
		switch {
		case h != nil && h.Kind == document.Comment:
			at = max(h.Span.End, at+1)
		case h != nil || strings.IndexByte(" \t\r\n-*_", d.Src[at]) < 0:
			return false
		default:
			at++
		}
	}
	return true
}

// withoutFooter returns a text without what templates put at the end of a file: a rule, and below it nothing but lines in
// emphasis.
func withoutFooter(text string) string {
	rule := strings.LastIndex(text, "\n---") + 1 // or the start
	first, rest, _ := strings.Cut(text[rule:], "\n")
	if strings.TrimSpace(first) != "---" {
		return text
	}
	for line := range strings.Lines(rest) {
		if line = strings.TrimSpace(line); line != "" && !isEmphasis(line) {
			return text
		}
	}
	return text[:rule]
}

// isEmphasis reports whether a line is nothing but a text between `*` or `_`.
func isEmphasis(line string) bool {
	mark := line[0]
	return (mark == '*' || mark == '_') && len(line) > 2 && line[len(line)-1] == mark &&
		line[1] != ' ' && line[1] != mark
}

// heading takes the heading that a contract gives a section apart.
func heading(s *rules.Section) (level int, title string) {
	title = strings.TrimLeft(s.Heading, "#")
	return len(s.Heading) - len(title), strings.TrimSpace(title)
}

// isSection reports whether a heading is the section.
func isSection(h *document.Heading, s *rules.Section) bool {
	level, title := heading(s)
	return h.Level == level && isTitled(h, title)
}

// maxHeading is how many bytes of a heading nobody means a title by.
const maxHeading = 200

// isTitled reports whether a heading has a title, alone or followed by a space or punctuation other than a hyphen.
func isTitled(h *document.Heading, title string) bool {
	text := h.Text[:min(len(h.Text), 2*len(title)+maxHeading)] // which is read for each section and block
	if h.Setext || h.Indent > 0 || text == "" || title == "" || text[0] != title[0] {
		return false // most headings are not even looked at
	}
	if strings.IndexByte(text, '\t') >= 0 || strings.Contains(text, "  ") {
		text = strings.Join(strings.Fields(text), " ")
	}
	rest, ok := strings.CutPrefix(text, title)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// missingSection reports at the heading that was probably meant, or at the first line.
func missingSection(a *artefact, s *rules.Section, at string, count, least int) {
	f := document.Finding{Rule: "body-pattern-min", Span: a.doc.FirstLine(), At: at,
		Message: fmt.Sprintf("the section `%s` is missing, and its consumer looks for exactly this heading", s.Heading)}
	if s.Recommended {
		f.Rule = "section-recommended"
	}
	if least > 1 {
		f.Message = fmt.Sprintf("there must be at least %d sections `%s`, and there are %d", least, s.Heading, count)
	}
	if line := nearSection(a, s); line.Len() > 0 {
		f.Span = line
		f.Message = fmt.Sprintf(
			"the section `%s` is missing; this heading looks like it, but its consumer looks for exactly `%s`",
			s.Heading, s.Heading)
		f.Fixes = document.Replace("write "+s.Heading, line, s.Heading)
	} else if h := inPlace(a, s); h != nil && count == 0 {
		f.Span = h.Span
		f.Message = fmt.Sprintf(
			"the section `%s` is missing, and its consumer looks for exactly this heading; if %q stands for it, rename it",
			s.Heading, h.Text)
	} else if s.Stub != "" && count == 0 {
		f.Message += fmt.Sprintf("; if there is nothing to list, write `%s` below it", s.Stub)
		f.Fixes = addSection(a, s)
	}
	a.add(f)
}

// addSection is the fix that puts an empty section in front of the section that follows it in the contract, or at the
// end.
func addSection(a *artefact, s *rules.Section) []document.Fix {
	if !a.effort.Take(2 * len(a.doc.Body.Headings) * len(a.body.Sections)) {
		return nil
	}
	text := s.Heading + "\n\n" + s.Stub + "\n"
	behind := false
	for i := range a.body.Sections {
		next := &a.body.Sections[i]
		if next == s {
			behind = true
			continue
		}
		for _, h := range a.doc.Body.Headings {
			if behind && isSection(&h, next) {
				return document.Replace("add an empty section "+s.Heading, document.Span{Start: h.Span.Start, End: h.Span.Start}, text+"\n")
			}
		}
	}
	return document.AppendBlock("add an empty section "+s.Heading, a.doc, text)
}
