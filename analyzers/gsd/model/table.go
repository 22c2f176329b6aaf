package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// tables reads tables of phases: that of progress, and those that stand in place of sections.
func (rm *Roadmap) tables() {
	var header []string
	for _, l := range rm.Lines {
		cells := Cells(l)
		if len(cells) < 2 || l.Hidden {
			header = nil
			continue
		}
		if header == nil {
			for _, c := range cells {
				header = append(header, strings.ToLower(strings.Trim(c.Text, "* ")))
			}
			if !strings.HasPrefix(header[0], "phase") && header[0] != "#" {
				header = []string{""}
			}
			continue
		}
		if strings.Trim(cells[0].Text, "-: ") == "" || header[0] == "" {
			continue
		}
		row := Row{Line: l, Cells: map[string]Word{}, Columns: len(cells), Header: len(header)}
		for i, c := range cells {
			if i < len(header) {
				row.Cells[header[i]] = c
			}
		}
		label := strings.Trim(cells[0].Text, "* ")
		label = strings.TrimPrefix(label, "Phase ")
		n, _, _ := strings.Cut(label, " ")
		row.Number = Number(strings.TrimRight(n, ".:"))
		if row.Number == "" {
			if _, ok := row.Cells["status"]; ok {
				rm.Unnumbered = append(rm.Unnumbered, row)
			}
			continue
		}
		if _, named := row.Cells["name"]; named {
			if rm.Section(row.Number) == nil {
				sec := &Section{Number: row.Number, Name: row.Cells["name"].Text, Head: l, Table: true}
				rm.Sections, rm.section[row.Number] = append(rm.Sections, sec), sec
			}
			continue
		}
		if _, ok := row.Cells["status"]; ok {
			rm.Progress = append(rm.Progress, row)
		}
	}
}

// Cells returns the cells of a line of a table; none of another line.
func Cells(l Line) []Word {
	start, end := document.Trim(l.Text, 0, len(l.Text))
	if end-start < 2 || l.Text[start] != '|' {
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
			cells = append(cells, Word{l.Text[a:b], document.Span{Start: l.Span.Start + a, End: l.Span.Start + b}})
			at = i + 1
		}
	}
	return cells
}
