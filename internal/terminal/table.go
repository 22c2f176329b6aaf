package terminal

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

const (
	gap     = "  " // between two columns
	below   = "    "
	legible = 24 // the least columns that the last column of a table gets beside the others
	least   = 6  // and any other, when all else fails
)

// Table returns rows as lines, each behind an indent, in which cells stand below each other. If they need more than so
// many columns, the last cell of each row is broken into lines or stands below the others; where even that is too wide,
// all cells are broken, or stand behind each other as in a text. With 0 columns a line is as long as it gets.
func Table(indent string, rows [][]string, columns int) string {
	var b strings.Builder
	for _, row := range Rows(indent, rows, columns) {
		b.WriteString(row + "\n")
	}
	return b.String()
}

// Headed is Table for rows below names of their columns. Where cells would be broken within words, each row is a
// paragraph that names its cells, without those that are only a dash.
func Headed(indent string, names []string, rows [][]string, columns int) string {
	l := newLayout(indent, append([][]string{names}, rows...), columns)
	if l.fit(); l.total() <= l.room {
		return strings.Join(l.beside(), "\n") + "\n"
	}
	var b strings.Builder
	for _, row := range rows {
		var facts []string
		for i, cell := range row[1:] {
			if cell != "-" {
				facts = append(facts, names[i+1]+": "+cell)
			}
		}
		b.WriteString(Wrap(indent+row[0], columns, indent) + "\n")
		b.WriteString(Wrap(indent+below+strings.Join(facts, "; "), columns, indent+below) + "\n")
	}
	return b.String()
}

// Rows returns the rows of a Table, each without its last line end.
func Rows(indent string, rows [][]string, columns int) []string {
	l := newLayout(indent, rows, columns)
	last := len(l.widths) - 1
	if left := l.room - (l.total() - l.last()); left < min(legible, l.last()) && left > -len(gap) {
		return l.under(last)
	}
	if l.fit(); l.total() > l.room {
		clear(l.words)
		l.fit()
	}
	if l.total() > l.room {
		return l.paragraphs()
	}
	return l.beside()
}

// mostPadded is how many columns cells are padded to where lines may be of any length: one wide cell would make each of
// very many rows as wide.
const mostPadded = 200

// layout is how rows become lines.
type layout struct {
	indent  string
	rows    [][]string
	columns int
	room    int   // columns for all cells together
	widths  []int // of each column
	words   []int // the longest part of each column that should not be broken
}

func newLayout(indent string, rows [][]string, columns int) *layout {
	l := &layout{indent: indent, rows: rows, columns: columns}
	for _, row := range rows {
		for i, cell := range row {
			if i == len(l.widths) {
				l.widths, l.words = append(l.widths, 0), append(l.words, 0)
			}
			width := uniseg.StringWidth(cell)
			if columns <= 0 {
				width = min(width, mostPadded)
			}
			l.widths[i] = max(l.widths[i], width)
			for part, state := "", -1; columns > 0 && cell != ""; {
				part, cell, _, state = uniseg.FirstLineSegmentInString(cell, state)
				l.words[i] = max(l.words[i], uniseg.StringWidth(strings.TrimRight(part, " ")))
			}
		}
	}
	l.room = columns - len(indent) - len(gap)*max(0, len(l.widths)-1)
	if columns <= 0 {
		l.room = l.total()
	}
	return l
}

// total returns how many columns the cells need.
func (l *layout) total() (sum int) {
	for _, width := range l.widths {
		sum += width
	}
	return sum
}

// last returns the width of the last column.
func (l *layout) last() int {
	if len(l.widths) == 0 {
		return 0
	}
	return l.widths[len(l.widths)-1]
}

// fit makes columns narrower until they fit or words would have to be broken: first the last one, then the widest.
func (l *layout) fit() {
	last := len(l.widths) - 1
	if over := l.total() - l.room; last >= 0 && over > 0 {
		l.widths[last] = max(l.widths[last]-over, min(legible, l.widths[last]))
	}
	for over := l.total() - l.room; over > 0; over-- {
		widest := -1
		for i, width := range l.widths {
			if width > max(least, l.words[i]) && (widest < 0 || width >= l.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		l.widths[widest]--
	}
}

// beside returns each row with its cells beside each other.
func (l *layout) beside() []string {
	shown := make([]string, len(l.rows))
	for i, row := range l.rows {
		cells := slices.Clone(row)
		for n, cell := range cells {
			if l.columns > 0 {
				cells[n] = Wrap(cell, l.widths[n], "")
			}
		}
		shown[i] = beside(l.indent, cells, l.widths)
	}
	return shown
}

// under returns each row with its last cell below the others.
func (l *layout) under(last int) []string {
	shown := make([]string, len(l.rows))
	for i, row := range l.rows {
		shown[i] = beside(l.indent, row[:min(last, len(row))], l.widths)
		if len(row) > last && row[last] != "" {
			shown[i] += "\n" + Wrap(l.indent+below+row[last], l.columns, l.indent+below)
		}
	}
	return shown
}

// paragraphs returns each row with its cells behind each other, broken like text.
func (l *layout) paragraphs() []string {
	shown := make([]string, len(l.rows))
	for i, row := range l.rows {
		shown[i] = Wrap(l.indent+strings.Join(row, gap), l.columns, l.indent+below)
	}
	return shown
}

// beside returns cells beside each other, each of as many lines as it has.
func beside(indent string, cells []string, widths []int) string {
	var lines []string
	rest := slices.Clone(cells)
	for more := true; more; {
		more = false
		line, pad := indent, 0
		for i := range rest {
			cell, after, found := strings.Cut(rest[i], "\n")
			rest[i], more = after, more || found
			line += strings.Repeat(" ", pad) + cell
			pad = max(widths[i]-uniseg.StringWidth(cell), 0) + len(gap)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}
