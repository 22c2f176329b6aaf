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
	var header, last []string
	table := 0
	shared := false // below the heading Progress, which GSD reads whatever milestone stands before it
	for _, l := range rm.Lines {
		level, text := notation.Heading(l.Text)
		if level > 0 {
			last = nil
		}
		if level > 0 && level <= 2 && !l.Hidden {
			shared = level == 2 && strings.HasPrefix(strings.ToLower(text), "progress")
		}
		l.Archived = l.Archived && (!shared || rm.folded[l.Span.Start])
		cells := notation.Cells(l)
		if len(cells) < 2 || l.Hidden {
			header = nil
			continue
		}
		if header == nil && phaseRow().MatchString(cells[0].Bare()) && (last == nil && shared && len(cells) > 2 ||
			len(last) == len(cells) && last[0] == "phase" && slices.Contains(last, "status")) {
			if rm.Loose == nil && !l.Archived {
				rm.Loose = &l
			}
			header = last
		}
		if header == nil {
			table = l.Span.Start
			if header = notation.Titles(cells); !strings.HasPrefix(header[0], "phase") && header[0] != "#" {
				header = []string{""}
			}
			last = header
			continue
		}
		if strings.Trim(cells[0].Text, "-: ") == "" || header[0] == "" {
			continue
		}
		row := Row{Line: l, Cells: map[string]notation.Word{}, Columns: len(cells), Header: len(header), Table: table}
		for i, c := range cells {
			if i < len(header) {
				row.Cells[header[i]] = c
			}
		}
		n := cells[0].Bare()
		if before, rest, ok := strings.Cut(n, "Phase "); ok && versionIn().FindString(before) == strings.TrimSpace(before) {
			n = rest // `v1.0 Phase 1: Name`
		}
		n, _, _ = strings.Cut(n, " ")
		row.Number = notation.Number(strings.TrimRight(n, ".:"))
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
