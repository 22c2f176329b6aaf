package model

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// phaseRow is the cell that a row about a phase begins with.
var phaseRow = memo.Regexp(`^(?i:phase )?\d+(?:\.\d+)*[.:]? `)

// tables reads tables of phases: that of progress, and those that stand in place of sections.
func (rm *Roadmap) tables() {
	t := tableReader{rm: rm}
	for _, l := range rm.Lines {
		t.read(l)
	}
}

// tableReader reads the tables of a roadmap line by line.
type tableReader struct {
	rm     *Roadmap
	start  int      // of the table
	header []string // of the table; nil outside of one, and one of "" in one that is about no phases
	last   []string // the last header below this heading
	shared bool     // below the heading Progress, which GSD reads whatever milestone stands before it
}

func (t *tableReader) read(l notation.Line) {
	level, text := notation.Heading(l.Text)
	if level > 0 {
		t.last = nil
	}
	if level > 0 && level <= 2 && !l.Hidden {
		t.shared = level == 2 && strings.HasPrefix(strings.ToLower(text), "progress")
	}
	l.Archived = l.Archived && (!t.shared || t.rm.folded[l.Span.Start])
	cells := notation.Cells(l)
	if len(cells) < 2 || l.Hidden {
		t.header = nil
		return
	}
	if t.header == nil && t.isLoose(cells) {
		if t.rm.Loose == nil && !l.Archived {
			t.rm.Loose = &l
		}
		t.header = t.last
	}
	if t.header == nil {
		t.start = l.Span.Start
		if t.header = notation.Titles(cells); !strings.HasPrefix(t.header[0], "phase") && t.header[0] != "#" {
			t.header = []string{""}
		}
		t.last = t.header
	} else if strings.Trim(cells[0].Text, "-: ") != "" && t.header[0] != "" {
		t.add(t.row(l, cells))
	}
}

// isLoose reports whether cells outside of a table are a row that belongs to the one before, or to one that has no header.
func (t *tableReader) isLoose(cells []notation.Word) bool {
	if !phaseRow().MatchString(cells[0].Bare()) {
		return false
	}
	if t.last == nil {
		return t.shared && len(cells) > 2
	}
	return len(t.last) == len(cells) && t.last[0] == "phase" && slices.Contains(t.last, "status")
}

// row reads a row of the table.
func (t *tableReader) row(l notation.Line, cells []notation.Word) Row {
	row := Row{Line: l, Cells: map[string]notation.Word{}, Columns: len(cells), Header: len(t.header), Table: t.start}
	for i, c := range cells {
		if i < len(t.header) {
			row.Cells[t.header[i]] = c
		}
	}
	n := cells[0].Bare()
	if before, rest, ok := strings.Cut(n, "Phase "); ok && versionIn().FindString(before) == strings.TrimSpace(before) {
		n = rest // `v1.0 Phase 1: Name`
	}
	n, _, _ = strings.Cut(n, " ")
	row.Number = notation.Number(strings.TrimRight(n, ".:"))
	return row
}

// add takes a row for one of progress, or for the section of a phase where it has a name.
func (t *tableReader) add(row Row) {
	rm := t.rm
	_, hasStatus := row.Cells["status"]
	name, isNamed := row.Cells["name"]
	switch {
	case row.Number == "":
		if hasStatus {
			rm.Unnumbered = append(rm.Unnumbered, row)
		}
	case isNamed:
		if rm.Section(row.Number) == nil {
			sec := &Section{Number: row.Number, Name: name.Text, Head: row.Line, Table: true}
			rm.Sections, rm.section[row.Number] = append(rm.Sections, sec), sec
		}
	case hasStatus:
		rm.Progress = append(rm.Progress, row)
	}
}
