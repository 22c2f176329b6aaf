package lsp

import (
	"sort"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
)

// encoding is what the characters of a position count.
type encoding string

// The encodings of positions.
const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
	utf32Units encoding = "utf-32"
)

// width returns how many characters a rune of so many bytes counts. A byte that is no UTF-8 is read as one character.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == utf8Units:
		return size
	case e == utf16Units && r >= 0x10000:
		return 2
	}
	return 1
}

// text is the content of a file with its lines, which end with LF, CRLF or a lone CR, as editors have them. It does not
// change.
type text struct {
	src    string
	valid  bool // it is UTF-8
	starts []int
	marks  []mark // one in each stretch of markEvery bytes, for lines that are very long
}

// mark says how many characters stand in front of one, and how many of them UTF-16 counts twice.
type mark struct{ at, runes, pairs int }

const markEvery = 1024

func newText(s string) *text {
	t := &text{src: s, valid: utf8.ValidString(s), starts: []int{0}}
	var m mark
	for at, r := range s {
		if at >= len(t.marks)*markEvery {
			m.at = at
			t.marks = append(t.marks, m)
		}
		if m.runes++; r >= 0x10000 {
			m.pairs++
		}
	}
	for at := 0; ; {
		end, next := document.LineEnd(s, at)
		if next == end {
			return t
		}
		t.starts = append(t.starts, next)
		at = next
	}
}

// position returns the place of an offset.
func (t *text) position(offset int, e encoding) position {
	offset = min(max(offset, 0), len(t.src))
	line := sort.SearchInts(t.starts, offset+1) - 1
	return position{Line: line, Character: t.characters(offset, e) - t.characters(t.starts[line], e)}
}

// characters returns how many characters begin in front of an offset.
func (t *text) characters(offset int, e encoding) int {
	i := min(offset/markEvery, len(t.marks)-1)
	if i > 0 && t.marks[i].at > offset {
		i--
	}
	if i < 0 {
		return 0
	}
	m := t.marks[i]
	n := m.runes
	switch e {
	case utf8Units:
		n = m.at
	case utf16Units:
		n += m.pairs
	}
	for at := m.at; at < offset; {
		r, size := utf8.DecodeRuneInString(t.src[at:])
		n += e.width(r, size)
		at += size
	}
	return n
}

// offset returns the offset of a place. One behind the end of its line is that end, and one in the middle of a
// character its start, as the protocol has it.
func (t *text) offset(p position, e encoding) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.starts):
		return len(t.src)
	}
	at := t.starts[p.Line]
	end, _ := document.LineEnd(t.src, at)
	return columnOf(t.src, at, end, p.Character, e)
}

// columnOf returns where a character stands in a line from at up to end.
func columnOf(src string, at, end, character int, e encoding) int {
	for left := character; at < end; {
		r, size := utf8.DecodeRuneInString(src[at:])
		if left -= e.width(r, size); left < 0 {
			break
		}
		at += size
	}
	return at
}

// span returns the place of a stretch of bytes.
func (t *text) span(start, end int, e encoding) rangeOf {
	return rangeOf{t.position(start, e), t.position(end, e)}
}

// changed returns the text with changes made to it, one after the other.
func (t *text) changed(changes []contentChange, e encoding) *text {
	if len(changes) > manyChanges {
		var b pieces
		b.change(contentChange{Text: t.src}, e)
		for _, c := range changes {
			b.change(c, e)
		}
		return newText(b.text())
	}
	for _, c := range changes {
		s := c.Text
		if c.Range != nil {
			start, end := t.offset(c.Range.Start, e), t.offset(c.Range.End, e)
			s = t.src[:min(start, end)] + c.Text + t.src[max(start, end):]
		}
		t = newText(s)
	}
	return t
}
