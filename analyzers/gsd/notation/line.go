// Package notation reads what a text of GSD says by itself: its lines and the cells of its tables, the tasks of a plan,
// numbers of phases, names of their files, ids of requirements and paths. It asks for no other file.
package notation

import (
	"iter"
	"slices"
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

// Word is a text with its place.
type Word struct {
	Text string
	Span document.Span
}

// Part returns the place of a stretch of the line.
func (l Line) Part(from, to int) document.Span {
	return document.Span{Start: l.Span.Start + from, End: l.Span.Start + to}
}

// Word returns a stretch of the line with its place.
func (l Line) Word(from, to int) Word { return Word{l.Text[from:to], l.Part(from, to)} }

// Heading returns level and text of the heading that a line is; the level is 0 if it is none.
func Heading(line string) (level int, text string) {
	const blanks = " \t\n\f\r"
	level = len(line) - len(strings.TrimLeft(line, "#"))
	text = strings.TrimLeft(line[level:], blanks)
	if level == 0 || level > 6 || len(text) == len(line)-level {
		return 0, ""
	}
	return level, strings.TrimRight(text, blanks)
}

// Lines yields the lines of a document.
func Lines(d *document.Document) iter.Seq[Line] { return LinesIn(d, document.Span{End: len(d.Src)}) }

// LinesIn yields the lines of a document that start in a span, whose start is that of one.
func LinesIn(d *document.Document, span document.Span) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for at := span.Start; at < span.End; {
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

// Bare returns the text without the stars and blanks around it.
func (w Word) Bare() string { return strings.Trim(w.Text, "* ") }

// Titles returns what the cells of a header call the columns of a table, in small letters.
func Titles(cells []Word) []string {
	titles := make([]string, len(cells))
	for i, c := range cells {
		titles[i] = strings.ToLower(c.Bare())
	}
	return titles
}

// Cells returns the cells of a line of a table; none of another line.
func Cells(l Line) []Word {
	start, end := document.Trim(l.Text, 0, len(l.Text))
	if start == end || l.Text[start] != '|' {
		return nil
	}
	var cells []Word
	at := start + 1
	for i := at; i < end; i++ {
		if l.Text[i] == '|' && l.Text[i-1] != '\\' || i == end-1 {
			stop := i
			if l.Text[i] != '|' {
				stop = end
			}
			a, b := document.Trim(l.Text, at, stop)
			cells = append(cells, l.Word(a, b))
			at = i + 1
		}
	}
	return cells
}

// IsRule reports whether the cells of a line are all dashes, as those below the header of a table are.
func IsRule(cells []Word) bool {
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(c Word) bool {
		return !strings.Contains(c.Text, "-") || strings.Trim(c.Text, "-: ") != ""
	})
}

// AddRule returns the fix that puts a line of dashes between the header of a table, of which cells are given, and the
// line below it.
func AddRule(header []Word, below Line) []document.Fix {
	at := document.Span{Start: below.Span.Start, End: below.Span.Start}
	return document.Replace("add the line", at, strings.Repeat("|---", len(header))+"|\n")
}

// Paired reports whether the stars and backticks of a line are in pairs, so that a fix leaves none alone.
func Paired(line string) bool {
	return strings.Count(line, "**")%2 == 0 && strings.Count(line, "`")%2 == 0
}
