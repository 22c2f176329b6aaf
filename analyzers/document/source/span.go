// Package source knows places in a text: spans of bytes, lines and their ends, and edits. It knows no format.
package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
	"unsafe"
)

// Span is a stretch of a document's bytes: Start is the first byte, End the one behind the last.
type Span struct{ Start, End int }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Of returns the bytes of src that the span covers.
func (s Span) Of(src []byte) string { return string(src[s.Start:s.End]) }

// ByteOrderMark is what some editors write in front of a text.
var ByteOrderMark = []byte("\uFEFF")

// Text returns src as a string without copying it. Nobody may write to src from then on.
func Text(src []byte) string { return unsafe.String(unsafe.SliceData(src), len(src)) }

// Lines finds line and column of byte offsets. Lines end with LF, CRLF or a lone CR.
type Lines struct {
	src    []byte
	starts []int
	// the last answer: a long line is not counted anew for every place in it
	offset, line, column int
	marks                map[int][]lineMark // of a long line by its index, once somebody went back in it
}

// lineMark is the column of an offset in a long line.
type lineMark struct{ offset, column int }

// markEvery is how many bytes there are at least between two marks.
const markEvery = 4096

// NewLines indexes the line starts of src.
func NewLines(src []byte) *Lines {
	starts := make([]int, 1, bytes.Count(src, []byte{'\n'})+1)
	if bytes.IndexByte(src, '\r') < 0 {
		for at := 0; ; {
			i := bytes.IndexByte(src[at:], '\n')
			if i < 0 {
				return &Lines{src: src, starts: starts, line: 1, column: 1}
			}
			at += i + 1
			starts = append(starts, at)
		}
	}
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			starts = append(starts, i+1)
		case '\n':
			starts = append(starts, i+1)
		}
	}
	return &Lines{src: src, starts: starts, line: 1, column: 1}
}

// Position returns line and column, both from 1, of a byte offset; the column counts code points.
// An offset outside the source is moved to its nearest end. It is not safe for use by several goroutines.
func (l *Lines) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.src))
	i := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }) - 1
	if i+1 != l.line || offset < l.offset || offset-l.offset >= markEvery {
		mark := l.mark(i, offset)
		l.offset, l.line, l.column = mark.offset, i+1, mark.column
	}
	l.column += utf8.RuneCount(l.src[l.offset:offset])
	l.offset = offset
	return l.line, l.column
}

// mark returns the last mark in the i-th line at or before an offset, or its start.
func (l *Lines) mark(i, offset int) lineMark {
	at := lineMark{l.starts[i], 1}
	if offset-at.offset < markEvery {
		return at
	}
	marks, known := l.marks[i]
	if !known {
		end := len(l.src)
		if i+1 < len(l.starts) {
			end = l.starts[i+1]
		}
		for m := at; m.offset < end; {
			marks = append(marks, m)
			next := min(m.offset+markEvery, end)
			for next < end && !utf8.RuneStart(l.src[next]) {
				next++
			}
			m = lineMark{next, m.column + utf8.RuneCount(l.src[m.offset:next])}
		}
		if l.marks == nil {
			l.marks = map[int][]lineMark{}
		}
		l.marks[i] = marks
	}
	return marks[sort.Search(len(marks), func(k int) bool { return marks[k].offset > offset })-1]
}

// Start returns the offset of the first byte of a line (from 1), or the end of the source if there are fewer.
func (l *Lines) Start(line int) int {
	if line > len(l.starts) {
		return len(l.src)
	}
	return l.starts[max(line, 1)-1]
}

// Line returns the bytes of the given line (from 1) without its line end, or nil if there is no such line.
func (l *Lines) Line(line int) []byte {
	if line < 1 || line > len(l.starts) {
		return nil
	}
	end := len(l.src)
	if line < len(l.starts) {
		end = l.starts[line]
	}
	text := l.src[l.starts[line-1]:end]
	for len(text) > 0 && (text[len(text)-1] == '\n' || text[len(text)-1] == '\r') {
		text = text[:len(text)-1]
	}
	return text
}
