package markdown

import (
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// field reads `**Label:** value` or `**Label**: value` at start, behind the bullet if there is one.
func (sc *scanner) field(first, end, indent int, bullet string, start int) {
	if !strings.HasPrefix(sc.s[start:end], "**") {
		return
	}
	name := start + 2
	length := strings.Index(sc.s[name:end], "**")
	if length <= 0 {
		return
	}
	f := LabelField{Span: Span{Start: first, End: end}, Bullet: bullet, Indent: indent}
	value := name + length + 2
	nameEnd := name + length
	switch {
	case sc.s[nameEnd-1] == ':':
		f.Inside = true
		nameEnd--
	case strings.HasPrefix(strings.TrimLeft(sc.s[value:end], " "), ":"):
		value += strings.IndexByte(sc.s[value:end], ':') + 1
	default:
		return
	}
	f.Name = Span{Start: name, End: nameEnd}
	f.Label = strings.TrimSpace(sc.s[name:nameEnd])
	f.Value.Start, f.Value.End = source.Trim(sc.s, value, end)
	if f.Value.Len() == 0 {
		f.Value = Span{Start: value, End: value}
	}
	f.Text = sc.visible(f.Value)
	sc.Fields = append(sc.Fields, f)
}

// visible returns the text of a span on one line without the comments in it.
func (b *Body) visible(s Span) string {
	var out strings.Builder
	at := s.Start
	for i := sort.Search(len(b.Hidden), func(i int) bool { return b.Hidden[i].Span.End > s.Start }); i < len(b.Hidden) && b.Hidden[i].Span.Start < s.End; i++ {
		out.WriteString(b.s[at:max(at, b.Hidden[i].Span.Start)])
		at = min(b.Hidden[i].Span.End, s.End)
	}
	if at == s.Start {
		return b.s[s.Start:s.End]
	}
	out.WriteString(b.s[at:s.End])
	return strings.TrimSpace(out.String())
}

// table reads pipe tables: a delimiter row below a line with as many cells starts one, and lines with a pipe go on
// with it.
func (sc *scanner) table(first, end int) bool {
	if !sc.tableOpen {
		if sc.paragraph.Len() == 0 || !isDelimiterRow(sc.s[first:end]) {
			return false
		}
		header := cells(sc.s, sc.paragraph.Start, sc.paragraph.End)
		if len(header) != len(cells(sc.s, first, end)) {
			return false
		}
		sc.Tables = append(sc.Tables, Table{Span: Span{Start: sc.paragraph.Start, End: end}, Rows: [][]Span{header}})
		sc.paragraph, sc.tableOpen = Span{}, true
		return true
	}
	if strings.IndexByte(sc.s[first:end], '|') < 0 {
		sc.tableOpen = false
		return false
	}
	t := &sc.Tables[len(sc.Tables)-1]
	t.Rows = append(t.Rows, cells(sc.s, first, end))
	t.Span.End = end
	return true
}

func isDelimiterRow(line string) bool {
	return strings.IndexByte(line, '-') >= 0 && strings.IndexByte(line, '|') >= 0 && strings.Trim(line, "|:- \t") == ""
}

// cells splits a table row at its pipes; `\|` is text.
func cells(s string, start, end int) []Span {
	start, end = source.Trim(s, start, end)
	if s[start] == '|' {
		start++
	}
	var row []Span
	cell := start
	for i := start; i <= end; i++ {
		if i < end && (s[i] != '|' || s[i-1] == '\\') {
			continue
		}
		if i == end && cell == end && len(row) > 0 {
			break // the row ended with a pipe
		}
		first, last := source.Trim(s, cell, i)
		row = append(row, Span{Start: first, End: last})
		cell = i + 1
	}
	return row
}

// FieldsIn returns the labelled fields that start in the span.
func (b *Body) FieldsIn(s Span) []LabelField {
	from := sort.Search(len(b.Fields), func(i int) bool { return b.Fields[i].Span.Start >= s.Start })
	to := sort.Search(len(b.Fields), func(i int) bool { return b.Fields[i].Span.Start >= s.End })
	return b.Fields[from:max(from, to)]
}
