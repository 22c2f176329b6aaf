package lsp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
)

// manyChanges is how many changes of one message are made to pieces and not each to the whole text. An editor that
// replaces a word everywhere sends thousands.
const manyChanges = 8

// pieceSize is how many bytes a piece has, up to twice as many: a change goes over the pieces in front of it, and
// through those that it touches.
const pieceSize = 1024

// pieces is a text in pieces, so that a change moves little of it, be it one long line. No piece is empty but one that
// is alone, and none ends within a character or a line end.
type pieces []piece

// piece is a part of a text, with its line ends and characters as encodings count them.
type piece struct {
	text               string
	ends, runes, pairs int
}

// spot is a place in pieces: that in front of a byte of one.
type spot struct{ piece, at int }

// piecesOf cuts a text into pieces of about the same size.
func piecesOf(s string) pieces {
	all := make(pieces, 0, len(s)/pieceSize+1)
	for n := max(len(s)/pieceSize, 1); n > 0 && s != ""; n-- {
		end := len(s) / n
		for end < len(s) && (!utf8.RuneStart(s[end]) || s[end-1] == '\r' && s[end] == '\n') {
			end++
		}
		all = append(all, newPiece(s[:end]))
		s = s[end:]
	}
	return all
}

func newPiece(s string) piece {
	p := piece{text: s}
	for _, r := range s {
		if p.runes++; r >= 0x10000 {
			p.pairs++
		}
	}
	for at := 0; ; p.ends++ {
		end, next := document.LineEnd(s, at)
		if next == end {
			return p
		}
		at = next
	}
}

// width returns how many characters a piece counts.
func (p *piece) width(e encoding) int {
	switch e {
	case utf8Units:
		return len(p.text)
	case utf16Units:
		return p.runes + p.pairs
	}
	return p.runes
}

func (b pieces) text() string {
	var all strings.Builder
	for i := range b {
		all.WriteString(b[i].text)
	}
	return all.String()
}

// place returns where a position is, as text.offset does.
func (b pieces) place(p position, e encoding) spot {
	if p.Line < 0 {
		return spot{}
	}
	i, at, line := 0, 0, p.Line
	for ; i < len(b) && line > b[i].ends; i++ {
		line -= b[i].ends
	}
	if i == len(b) {
		return spot{i - 1, len(b[i-1].text)} // behind the end
	}
	for ; line > 0; line-- {
		_, at = document.LineEnd(b[i].text, at)
	}
	for left := p.Character; ; i, at = i+1, 0 {
		part := &b[i]
		if width := part.width(e); at == 0 && part.ends == 0 && width <= left && i+1 < len(b) {
			left -= width
			continue
		}
		end, _ := document.LineEnd(part.text, at)
		before := at
		at = columnOf(part.text, at, end, left, e)
		if at < end || end < len(part.text) || i+1 == len(b) {
			return spot{i, at}
		}
		walked := newPiece(part.text[before:at])
		left -= walked.width(e)
	}
}

// change makes one change.
func (b *pieces) change(c contentChange, e encoding) {
	if c.Range == nil {
		*b = piecesOf(c.Text)
	} else {
		from, to := b.place(c.Range.Start, e), b.place(c.Range.End, e)
		if to.piece < from.piece || to.piece == from.piece && to.at < from.at {
			from, to = to, from
		}
		// With the pieces beside them, with which what comes may make one line end of two characters.
		first, last := max(from.piece-1, 0), min(to.piece+1, len(*b)-1)
		now := (*b)[first:from.piece].text() + (*b)[from.piece].text[:from.at] + c.Text +
			(*b)[to.piece].text[to.at:] + (*b)[to.piece+1:last+1].text()
		*b = slices.Replace(*b, first, last+1, piecesOf(now)...)
	}
	if len(*b) == 0 {
		*b = pieces{{}}
	}
}
