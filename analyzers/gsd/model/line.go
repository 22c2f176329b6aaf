package model

import (
	"iter"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Line is a line of a text.
type Line struct {
	Text   string
	Span   document.Span
	Hidden bool // in a fence or comment
	// Archived lines belong to milestones that are not the current one.
	Archived bool
}

// heading returns level and text of the heading that a line is; the level is 0 if it is none.
func heading(line string) (level int, text string) {
	const blanks = " \t\n\f\r"
	level = len(line) - len(strings.TrimLeft(line, "#"))
	text = strings.TrimLeft(line[level:], blanks)
	if level == 0 || level > 6 || len(text) == len(line)-level {
		return 0, ""
	}
	return level, strings.TrimRight(text, blanks)
}

// Lines yields the lines of a document.
func Lines(d *document.Document) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for at := 0; at < len(d.Src); {
			l, next := lineAt(d, at)
			if !yield(l) {
				return
			}
			at = next
		}
	}
}

// LinesWith yields the lines behind an offset, where one starts, that have any of some words.
func LinesWith(d *document.Document, at int, words ...string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		s := d.Content()
		found := make([]int, len(words)) // where each word is next
		for at < len(s) {
			first := len(s)
			for i, word := range words {
				if found[i] <= at {
					if found[i] = strings.Index(s[at:], word) + at; found[i] < at {
						found[i] = len(s)
					}
				}
				first = min(first, found[i])
			}
			if first == len(s) {
				return
			}
			l, next := lineAt(d, at+strings.LastIndexAny(s[at:first], "\r\n")+1)
			if !yield(l) {
				return
			}
			at = next
		}
	}
}

// lineAt returns the line that starts at an offset, and where the next does.
func lineAt(d *document.Document, at int) (Line, int) {
	s := d.Content()
	end, next := document.LineEnd(s, at)
	hidden := d.Body != nil && (d.Body.HiddenAt(at) != nil || end > at && d.Body.HiddenAt(end-1) != nil)
	return Line{Text: s[at:end], Span: document.Span{Start: at, End: end}, Hidden: hidden}, next
}
