// Package markdown reads a Markdown body as programs that work by lines do: headings, fields with labels, list items,
// tables, fences, comments, and elements in angle brackets. It never fails and judges nothing.
package markdown

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// Span is a stretch of a text.
type Span = source.Span

// Body is the Markdown part of an artefact: its blocks in source order. What stands in fences and comments is no
// structure and is not found in the other slices.
type Body struct {
	Span     Span
	Headings []Heading
	Fields   []LabelField
	Items    []Item
	Tables   []Table
	Elements []Element
	Hidden   []Hidden // fences and comments, in order, not overlapping
	Strays   []Stray  // closing tags that close nothing, in order, without those in fences, comments and code spans

	s string
}

// Heading is an ATX (`## x`) or setext (underlined) heading.
type Heading struct {
	Level  int
	Span   Span // the line with its indentation, or both lines of a setext heading, without line end
	Indent int  // bytes before the first #; consumers see only headings at the start of a line
	Title  Span // the text without marks and surrounding space
	Setext bool
	Text   string
	Below  Span // what belongs to the heading: up to the next ATX heading of the same or a higher level
}

// LabelField is a line `- **Label:** value`: how reports hold values that programs read.
type LabelField struct {
	Label string
	Span  Span   // from the first mark to the end of the line
	Name  Span   // the label without asterisks and colon
	Value Span   // trimmed; empty behind the label if there is no value
	Text  string // the value without comments
	// Bullet is the list mark before the label: "-", "*", "+", "1." or "".
	Bullet string
	Indent int  // columns before the bullet or label
	Inside bool // the colon stands inside of the asterisks, as consumers want it
}

// Canonical reports whether consumers see the field: `-`, `*` or no bullet at the start of the line, no space around
// the label, and the colon inside of the asterisks.
func (f *LabelField) Canonical() bool {
	return f.Inside && f.Name.Len() == len(f.Label) && (f.Bullet == "" || f.Indent == 0 && (f.Bullet == "-" || f.Bullet == "*"))
}

// Item is a list item's first line.
type Item struct {
	Span   Span   // from the mark to the end of the line
	Text   Span   // what follows the mark
	Mark   string // "-", "*", "+" or "1."
	Indent int
}

// Table is a pipe table.
type Table struct {
	Span Span
	Rows [][]Span // trimmed cells; the first row is the header, the delimiter row is left out
}

// scanner reads the lines of a body once, from top to bottom.
type scanner struct {
	*Body
	paragraph Span // the last line if it is paragraph text, which a setext underline may turn into a heading
	list      int  // content indent of the open list item, 0 if there is none
	tableOpen bool
	skip      int  // lines before this offset lie in a comment
	unclosed  int  // no comment that starts within text before this offset is closed
	until     int  // where the paragraph ends that a comment was last looked for in
	nests     bool // fences may stand in fences of Markdown
}

// Parse reads a stretch of a text as Markdown.
func Parse(s string, span Span) *Body { return parse(s, span, false) }

// ParseMeant reads it as its author means it: a fence of Markdown may hold others, each with its language, and ends behind
// them, though to a strict reader it ends with the first of these.
func ParseMeant(s string, span Span) *Body { return parse(s, span, true) }

func parse(s string, span Span, nests bool) *Body {
	b := &Body{Span: span, s: s}
	body := b.s[span.Start:span.End]
	marks := strings.Count(body, "*") / 4
	b.Headings = make([]Heading, 0, room((strings.Count(body, "#")+1)/2))
	b.Fields, b.Items = make([]LabelField, 0, room(marks)), make([]Item, 0, room(strings.Count(body, "- ")+1))
	sc := scanner{Body: b, nests: nests}
	for at := span.Start; at < span.End; {
		end, next := source.LineEnd(b.s, at)
		at = sc.line(at, end, next)
	}
	scanElements(b)
	b.sections()
	return b
}

// sections gives every heading what stands below it, from the last to the first so that each is looked at once.
func (b *Body) sections() {
	var next [7]int // where the next heading of a level starts
	for level := range next {
		next[level] = b.Span.End
	}
	for i := len(b.Headings) - 1; i >= 0; i-- {
		h := &b.Headings[i]
		end := slices.Min(next[1 : h.Level+1])
		h.Below = Span{Start: min(h.Span.End, end), End: end}
		if !h.Setext { // consumers know none, and many a line above a rule was never meant as a heading
			next[h.Level] = h.Span.Start
		}
	}
}

// line reads one line and returns where to go on: behind it, or behind the fence that it opens.
func (sc *scanner) line(at, end, next int) int {
	at = max(at, min(sc.skip, end))
	first := at
	for first < end && (sc.s[first] == ' ' || sc.s[first] == '\t') {
		first++
	}
	if first == end {
		sc.paragraph, sc.tableOpen = Span{}, false
		return next
	}
	indent := columns(sc.s[at:first])
	if indent < sc.list && sc.s[first] != '-' && sc.s[first] != '*' && sc.s[first] != '+' {
		sc.list = 0
	}
	if strings.IndexByte(sc.s[first:end], '<') >= 0 {
		sc.comments(first, end, indent <= 3)
		if n := len(sc.Hidden); n > 0 && sc.Hidden[n-1].Span.Start == first {
			return next // the line starts with a comment, so nothing else does
		}
	}
	switch c := sc.s[first]; {
	case c == '`' || c == '~':
		if resume := sc.fence(first, end, next, indent); resume != 0 {
			return resume
		}
	case c == '#' && indent <= 3 && sc.atx(at, first, end):
		return next
	case (c == '=' || c == '-') && sc.setext(first, end, indent):
		return next
	case sc.table(first, end):
		return next
	}
	return sc.text(first, end, next, indent)
}

// text reads a line that may be a list item, a labelled field or both; anything else is paragraph text.
func (sc *scanner) text(first, end, next, indent int) int {
	mark, content := listMark(sc.s[first:end])
	if mark == "" {
		sc.field(first, end, indent, "", first)
		if indent <= 3 && sc.s[first] != '>' && sc.list == 0 {
			sc.paragraph = Span{Start: first, End: end}
		}
		return next
	}
	start := first + content
	_, last := source.Trim(sc.s, start, end)
	sc.Items = append(sc.Items, Item{
		Span: Span{Start: first, End: end}, Text: Span{Start: start, End: max(last, start)}, Mark: mark, Indent: indent,
	})
	sc.paragraph, sc.list = Span{}, indent+content
	sc.field(first, end, indent, mark, start)
	if start < end && (sc.s[start] == '`' || sc.s[start] == '~') {
		if resume := sc.fence(start, end, next, sc.list); resume != 0 {
			return resume
		}
	}
	return next
}

// listMark returns the list mark that a line starts with and the offset of what follows it, or "".
func listMark(line string) (mark string, content int) {
	n := 0
	switch line[0] {
	case '-', '*', '+':
		n = 1
	default:
		for n < len(line) && n < 9 && '0' <= line[n] && line[n] <= '9' {
			n++
		}
		if n == 0 || n == len(line) || line[n] != '.' && line[n] != ')' {
			return "", 0
		}
		n++
	}
	if n < len(line) && line[n] != ' ' && line[n] != '\t' {
		// Consumers take `-**Label:**` for a labelled item though Markdown does not.
		if n == 1 && strings.HasPrefix(line[1:], "**") && line[0] != '*' {
			return line[:1], 1
		}
		return "", 0
	}
	content = n
	for content < len(line) && (line[content] == ' ' || line[content] == '\t') {
		content++
	}
	return line[:n], content
}

func columns(indent string) int {
	n := 0
	for _, c := range indent {
		if c == '\t' {
			n += 4 - n%4
		} else {
			n++
		}
	}
	return n
}

// atx reads `## title`.
func (sc *scanner) atx(at, first, end int) bool {
	level := 0
	for first+level < end && sc.s[first+level] == '#' {
		level++
	}
	if level > 6 || first+level < end && sc.s[first+level] != ' ' && sc.s[first+level] != '\t' {
		return false
	}
	start, stop := source.Trim(sc.s, first+level, end)
	if bare := strings.TrimRight(sc.s[start:stop], "#"); bare == "" || bare[len(bare)-1] == ' ' || bare[len(bare)-1] == '\t' {
		start, stop = source.Trim(sc.s, start, start+len(bare))
	}
	_, last := source.Trim(sc.s, first, end)
	start, stop = min(start, last), min(stop, last)
	title := Span{Start: start, End: max(start, stop)}
	sc.Headings = append(sc.Headings, Heading{
		Level: level, Span: Span{Start: at, End: last}, Indent: first - at, Title: title, Text: sc.s[title.Start:title.End],
	})
	sc.paragraph, sc.tableOpen, sc.list = Span{}, false, 0
	return true
}

// setext turns the paragraph line above an underline into a heading.
func (sc *scanner) setext(first, end, indent int) bool {
	_, last := source.Trim(sc.s, first, end)
	if sc.paragraph.Len() == 0 || indent > 3 || strings.Trim(sc.s[first:last], sc.s[first:first+1]) != "" {
		return false
	}
	level := 1
	if sc.s[first] == '-' {
		level = 2
	}
	start, stop := source.Trim(sc.s, sc.paragraph.Start, sc.paragraph.End)
	if sc.HiddenAt(start) != nil {
		return false // a comment is no title
	}
	sc.Headings = append(sc.Headings, Heading{
		Level: level, Span: Span{Start: start, End: last}, Title: Span{Start: start, End: stop}, Text: sc.s[start:stop], Setext: true,
	})
	sc.paragraph, sc.list = Span{}, 0
	return true
}

// room is the capacity to start a slice with that will probably hold n things. A hostile file must not make it large.
// To parse a verification takes 7.4 KB with it, and 15.8 KB without.
func room(n int) int { return min(n, 256) }
