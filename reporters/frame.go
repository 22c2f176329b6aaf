package reporters

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/report"
)

const (
	frameWidth = 120 // terminal columns of the longest line that is shown whole, wherever it is shown
	frameLead  = 40  // columns kept before a range that lies behind them
	tabWidth   = 4   // columns from one tab stop to the next
	// frameReach is how many bytes before and behind the start of a range are looked at. It holds a window's worth of
	// any text and keeps a finding cheap whose line is a megabyte of JSON.
	frameReach = 1024
)

// cell is one grapheme cluster as a terminal shows it.
type cell struct {
	text       string // harmless; a tab is spaces
	start, end int    // the cluster's bytes in the source
	column     int    // terminal columns before it in its line
	width      int    // terminal columns, at least 1
}

// framer makes excerpts of sources. It remembers the cells of the last, so that a long line with very many findings is
// not split into cells for each.
type framer struct {
	src      *byte // the first of the source
	from, to int   // the part of it
	cells    []cell
}

// excerpt returns the line of src in which r starts and a line of carets to be printed below it, under the part of r
// that is shown. A line wider than width is cut to a window around r, with an ellipsis where something is left out. An
// empty range gets one caret. It returns false if src does not have the range, such as when it is unknown.
func (f *framer) excerpt(src []byte, r report.Range, width int) (line, carets string, ok bool) {
	start, end := r.Start.Offset, r.End.Offset
	if src == nil || start < 0 || end < start || len(src) < end {
		return "", "", false
	}
	if 0 < start && start < len(src) && src[start-1] == '\r' && src[start] == '\n' {
		start-- // the line ends before both
	}
	from, to := lineAround(src, start)
	before := from > 0 && !lineEnd(src[from-1])
	behind := to < len(src) && !lineEnd(src[to])
	if part := src[from:to]; len(part) == 0 {
		f.cells = nil
		f.src = nil
	} else if f.src != &src[0] || f.from != from || f.to != to {
		*f = framer{&src[0], from, to, cells(part, from)}
	}
	line, carets = window(f.cells, start, end, width, before, behind)
	return line, carets, true
}

// lineAround returns where the line that holds the byte at offset starts and ends, without its line end. It goes no
// farther than one and a half frameReach either way, to the same places for all bytes of a stretch, and cuts no code point
// there.
func lineAround(src []byte, offset int) (from, to int) {
	stretch := offset - offset%(frameReach/2)
	from, to = max(0, stretch-frameReach), min(len(src), stretch+frameReach/2+frameReach)
	if i := bytes.LastIndexAny(src[from:offset], "\r\n"); i >= 0 {
		from += i + 1
	} else {
		for 0 < from && from < offset && !utf8.RuneStart(src[from]) {
			from++
		}
	}
	if i := bytes.IndexAny(src[offset:to], "\r\n"); i >= 0 {
		to = offset + i
	} else {
		for offset < to && to < len(src) && !utf8.RuneStart(src[to]) {
			to--
		}
	}
	return from, to
}

func lineEnd(b byte) bool { return b == '\n' || b == '\r' }

// cells splits a line, or the part of it that begins at the given byte offset of the source, into what a terminal
// shows.
func cells(text []byte, offset int) []cell {
	var found []cell
	column, state := 0, -1
	for len(text) > 0 {
		var cluster []byte
		c := cell{start: offset, column: column}
		cluster, text, c.width, state = uniseg.FirstGraphemeCluster(text, state)
		offset += len(cluster)
		c.end = offset
		switch plain := Visible(string(cluster), ""); {
		case string(cluster) == "#" && inert.IsCommand("#"+string(text[:min(len(text), 40)])):
			c.text, c.width = `\x23`, len(`\x23`)
		case string(cluster) == "\t":
			c.width = tabWidth - column%tabWidth
			c.text = strings.Repeat(" ", c.width)
		case plain != string(cluster):
			c.text, c.width = plain, uniseg.StringWidth(plain)
		case c.width == 0: // a mark without a base would sit on what is before it
			c.text = inert.Spelled(plain)
			c.width = len(c.text)
		default:
			c.text = plain
		}
		column += c.width
		found = append(found, c)
	}
	return found
}

// window joins the cells that fit into so many columns, with an ellipsis where some are left out, such that the range
// from byte start to byte end or at least its beginning is among them, and the carets below the range. before and
// behind say that the line has more than the cells on that side.
func window(cells []cell, start, end, width int, before, behind bool) (line, carets string) {
	upTo := func(n int) int { // terminal columns of the first n cells
		if n == 0 {
			return 0
		}
		return cells[n-1].column + cells[n-1].width
	}
	first := upTo(sort.Search(len(cells), func(i int) bool { return cells[i].end > start }))
	last := upTo(sort.Search(len(cells), func(i int) bool { return cells[i].start >= end }))
	total := upTo(len(cells))
	last = max(last, first+1)
	room := width - columnsIf(before) - columnsIf(behind || last < total)
	left := 0
	if last > room {
		left = max(0, first-min(frameLead, width/3))
		if ends := last - (width - 2); ends <= first { // the range fits between two ellipses
			left = max(left, ends)
		}
	}

	var text strings.Builder
	shift := left // the terminal column of the line that is shown in column 0
	right := left // the one behind the last that is shown
	for i := sort.Search(len(cells), func(i int) bool { return cells[i].column >= left }); i < len(cells); i++ {
		c := &cells[i]
		if text.Len() == 0 {
			shift = c.column
			if before || i > 0 {
				text.WriteString("…")
				shift--
			}
		}
		rest := behind || i+1 < len(cells) || last > total // what needs a column of its own: an ellipsis or a caret
		if c.column+c.width-shift+columnsIf(rest) > width {
			behind = true
			break
		}
		text.WriteString(c.text)
		right = c.column + c.width
	}
	if behind {
		text.WriteString("…")
	}
	last = max(min(last, right), first+1)
	return text.String(), strings.Repeat(" ", first-shift) + strings.Repeat("^", last-first)
}

// columnsIf returns how many columns an ellipsis has that may be there.
func columnsIf(there bool) int {
	if there {
		return 1
	}
	return 0
}
