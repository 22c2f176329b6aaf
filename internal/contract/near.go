package contract

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// inPlace returns the heading that stands where a missing section should: the only one of its level between the
// sections before and behind it, which are there.
func inPlace(a *artefact, s *rules.Section) *document.Heading {
	if !a.effort.Take(2 * len(a.doc.Body.Headings) * len(a.body.Sections)) {
		return nil
	}
	level, _ := heading(s)
	from, to, behind, gap := -1, len(a.doc.Body.Headings), false, false
	for i := range a.body.Sections {
		other := &a.body.Sections[i]
		if !applies(a.doc, other) {
			continue
		}
		if other == s {
			if gap {
				break // two are missing side by side
			}
			behind = true
			continue
		}
		hits := hits(a.doc, other, nil)
		gap = len(hits) == 0
		if behind {
			if !gap {
				to = hits[0]
			}
			break
		}
		if !gap {
			from = hits[len(hits)-1]
		}
	}
	if gap || from < 0 && to == len(a.doc.Body.Headings) {
		return nil // two are missing side by side, or none shows where this one should be
	}
	var found *document.Heading
	for k := from + 1; k < to; k++ {
		if h := &a.doc.Body.Headings[k]; h.Level == level {
			if found != nil || isAnySection(a, h) {
				return nil
			}
			found = h
		}
	}
	return found
}

// nearSection returns the heading that was probably meant for a section, or the line that holds its title and is no
// heading, as `##Covered` and `**Covered**` are.
func nearSection(a *artefact, s *rules.Section) (line document.Span) {
	if h := nearHeading(a, s); h != nil {
		return h.Span
	}
	if !a.effort.Take(a.doc.Body.Span.Len() / 2) {
		return line
	}
	_, title := heading(s)
	a.doc.Body.EachLine(func(text string, start int) bool {
		bare := strings.Trim(text, "#*_: \t\r")
		if len(bare) == len(title) && len(text) > len(title) && strings.EqualFold(bare, title) &&
			strings.IndexByte("#*_", text[0]) >= 0 {
			line = document.Span{Start: start, End: start + len(strings.TrimRight(text, " \t\r"))}
		}
		return line.Len() == 0
	})
	return line
}

// nearHeading returns the heading that was probably meant for a section: it reads alike, or one is the end or start of
// the other.
func nearHeading(a *artefact, s *rules.Section) *document.Heading {
	if !a.effort.Take(len(a.doc.Body.Headings) * (stepsOfNear + 2*len(a.body.Sections))) {
		return nil
	}
	_, title := heading(s)
	var loose *document.Heading
	for i := range a.doc.Body.Headings {
		h := &a.doc.Body.Headings[i]
		if len(h.Text) > len(title)+maxHeading || isAnySection(a, h) {
			continue
		}
		if spell.Same(strings.Trim(h.Text, "*_`: "), title) || spell.Nearest(h.Text, []string{title}) != "" &&
			!opposite(h.Text, title) {
			return h
		}
		// The title of the file may well hold the words of a section.
		if loose == nil && h.Level > 1 && len(h.Text) >= 4 && (wordsOf(title, h.Text) || wordsOf(h.Text, title)) {
			loose = h
		}
	}
	return loose
}

// opposite reports whether one of two titles is the other with something before it, as in "Uncovered" and "Covered".
func opposite(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return strings.HasSuffix(a, b) || strings.HasSuffix(b, a)
}

func isAnySection(a *artefact, h *document.Heading) bool {
	for i := range a.body.Sections {
		if isSection(h, &a.body.Sections[i]) {
			return true
		}
	}
	return false
}

// wordsOf reports whether part is the first or last words of whole.
func wordsOf(whole, part string) bool {
	whole, part = strings.ToLower(whole), strings.ToLower(part)
	if rest, ok := strings.CutPrefix(whole, part); ok {
		return strings.IndexAny(rest, " -:") == 0
	}
	rest, ok := strings.CutSuffix(whole, part)
	return ok && strings.HasSuffix(rest, " ")
}
