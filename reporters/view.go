package reporters

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/drawing"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/terminal"
)

const noProject = "There is no project of a known framework here.\n"

// Sections returns the sections of all views, by root and then in the order of packs. "." is the root that is the base.
func Sections(views []pack.View) []pack.Section {
	var all []pack.Section
	for _, v := range views {
		for _, s := range v.Sections {
			s.Root = cmp.Or(s.Root, ".")
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b pack.Section) int { return strings.Compare(a.Root, b.Root) })
	return all
}

// DoctorJSON is projects as JSON output shows them: an object for each root, with its sections by their names.
type DoctorJSON struct {
	Projects []map[string]any `json:"projects"`
	Summary  report.Summary   `json:"summary"`
	History  *report.History  `json:"history,omitempty"`
}

// NewDoctorJSON returns what packs show of projects for JSON output.
func NewDoctorJSON(sections []pack.Section, r *report.Report) DoctorJSON {
	projects := []map[string]any{}
	for _, s := range sections {
		if n := len(projects); n == 0 || projects[n-1]["root"] != s.Root {
			projects = append(projects, map[string]any{"root": s.Root})
		}
		projects[len(projects)-1][s.Name] = s.Data
	}
	return DoctorJSON{Projects: projects, Summary: r.Summary}
}

// Totals returns how many files and findings of each severity a report counts.
func Totals(r *report.Report) string {
	sum := r.Summary
	return fmt.Sprintf("%s, %s, %s, %s", spell.Count(sum.Files, "file"),
		spell.Count(sum.Errors, "error"), spell.Count(sum.Warnings, "warning"), spell.Count(sum.Infos, "info"))
}

// SectionsText returns what packs show of projects as lines for people, of at most so many columns or of any length
// with 0, and with bars or without.
func SectionsText(sections []pack.Section, bars bool, columns int) string {
	if len(sections) == 0 {
		return noProject
	}
	var b strings.Builder
	for i, s := range sections {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintln(&b, terminal.Wrap(Visible(s.Root, "")+": "+Visible(s.Title, ""), columns, "  "))
		if bars {
			b.WriteString(partBars(s.Parts, columns))
		}
		rows := progressRows(nil, s.Progress, "", "  ")
		if bars {
			rows = barRows(nil, s.Progress, "")
		}
		b.WriteString(Columns("  ", rows, columns))
		for _, table := range s.Tables {
			b.WriteString(headed("  ", table.Columns, table.Rows, columns))
		}
		for _, note := range s.Notes {
			fmt.Fprintln(&b, terminal.Wrap("  "+Visible(note, ""), columns, "  "))
		}
	}
	return b.String()
}

// SectionsMarkdown returns what packs show of projects as headings and tables.
func SectionsMarkdown(sections []pack.Section) string {
	if len(sections) == 0 {
		return "\n" + noProject
	}
	var b strings.Builder
	for _, s := range sections {
		fmt.Fprintf(&b, "\n## %s: %s\n", CommentCell(s.Root), CommentCell(s.Title))
		tables := s.Tables
		if len(s.Progress) > 0 {
			done := pack.Table{Columns: []string{"what", "done"}, Rows: progressRows(nil, s.Progress, "", "")}
			tables = append([]pack.Table{done}, tables...)
		}
		for _, table := range tables {
			fmt.Fprintf(&b, "\n| %s |\n|%s\n", strings.Join(table.Columns, " | "),
				strings.Repeat("---|", len(table.Columns)))
			for _, row := range table.Rows {
				fmt.Fprintf(&b, "| %s |\n", strings.Join(each(dashed(row), CommentCell), " | "))
			}
		}
		for _, note := range s.Notes {
			fmt.Fprintf(&b, "\n%s\n", CommentCell(note))
		}
	}
	return b.String()
}

// progressRows adds a row for each progress and, indented by step, for each of its parts: its name, and "3 of 4
// covered; missing: path".
func progressRows(rows [][]string, all []pack.Progress, indent, step string) [][]string {
	for _, p := range all {
		rows = progressRows(append(rows, []string{indent + p.Name, progressText(&p)}), p.Parts, indent+step, step)
	}
	return rows
}

// barRows is progressRows with a bar in front of what is measured.
func barRows(rows [][]string, all []pack.Progress, indent string) [][]string {
	for _, p := range all {
		row := []string{indent + p.Name, bar(&p), progressText(&p)}
		rows = barRows(append(rows, row), p.Parts, indent+"  ")
	}
	return rows
}

// partBars draws how far each part is, a line for each progress.
func partBars(parts []pack.Part, columns int) string {
	var rows [][]string
	for i := range parts {
		p := &parts[i]
		row := []string{partName(p), cmp.Or(p.Status, drawing.StateName(p.State))}
		for _, progress := range p.Progress {
			rows = append(rows, append(row, progress.Name, bar(&progress), progressText(&progress)))
			row = []string{"", ""}
		}
		if len(p.Progress) == 0 {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return ""
	}
	table := Columns("  ", rows, 0)
	if columns > 0 && slices.ContainsFunc(strings.Split(table, "\n"), func(line string) bool {
		return uniseg.StringWidth(line) > columns
	}) {
		return narrowBars(rows, columns) + "\n"
	}
	return table + "\n"
}

// narrowBars draws the rows of partBars with the bars of a part below its name.
func narrowBars(rows [][]string, columns int) string {
	var b strings.Builder
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n][0] == "" {
			n++
		}
		b.WriteString(terminal.Wrap("  "+Visible(rows[0][0]+"  "+rows[0][1], ""), columns, "  ") + "\n")
		var bars [][]string
		for _, row := range rows[:n] {
			if len(row) > 2 {
				bars = append(bars, row[2:])
			}
		}
		b.WriteString(Columns("    ", bars, columns))
		rows = rows[n:]
	}
	return b.String()
}

// bar draws how much is done, in ten characters that every font of a terminal has.
func bar(p *pack.Progress) string {
	const cells = 10
	if p.Of <= 0 {
		return ""
	}
	full := cells * min(max(p.Done, 0), p.Of) / p.Of
	return strings.Repeat("█", full) + strings.Repeat("░", cells-full)
}

// progressText says how much is done: "3 of 4 covered; missing: path".
func progressText(p *pack.Progress) string {
	text := fmt.Sprint(p.Done)
	if p.Of > 0 {
		text += fmt.Sprintf(" of %d", p.Of)
	}
	if p.Unit != "" {
		text += " " + p.Unit
	}
	if len(p.Missing) > 0 {
		text += "; missing: " + strings.Join(p.Missing, ", ")
	}
	return text
}

// Columns returns rows as lines of at most so many columns, or of any length with 0, in which cells stand below each
// other, each line behind an indent. What a terminal would act on is spelled out.
func Columns(indent string, rows [][]string, columns int) string {
	shown := make([][]string, len(rows))
	for i, row := range rows {
		shown[i] = each(row, func(s string) string { return Visible(s, "") })
	}
	return terminal.Table(indent, shown, columns)
}

// headed is Columns for rows below the names of their columns, with a dash in each cell that is empty.
func headed(indent string, names []string, rows [][]string, columns int) string {
	visible := func(s string) string { return Visible(s, "") }
	shown := make([][]string, len(rows))
	for i, row := range rows {
		shown[i] = each(dashed(row), visible)
	}
	return terminal.Headed(indent, each(names, visible), shown, columns)
}

// dashed returns a row with a dash in each cell that is empty.
func dashed(row []string) []string {
	return each(row, func(s string) string { return cmp.Or(s, "-") })
}

func each(row []string, f func(string) string) []string {
	made := make([]string, len(row))
	for i, text := range row {
		made[i] = f(text)
	}
	return made
}
