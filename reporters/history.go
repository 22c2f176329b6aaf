package reporters

import (
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/chart"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/terminal"
)

// chronicle is a history as all forms tell it.
type chronicle struct {
	title    string
	points   []string       // what each moment is called
	findings []chart.Series // errors, warnings and infos
	progress []chart.Series // what is done, in percent
	most     int            // of the findings of one series
	table    pack.Table
	gaps     []string // why moments were not judged
}

func newChronicle(h *report.History) *chronicle {
	c := &chronicle{title: "Since " + Visible(h.Since, "") + ": " + spell.Count(h.Commits, "commit")}
	if judged := len(h.Moments) - 1; judged < h.Commits {
		c.title += fmt.Sprintf(", of which %d were looked at", judged)
	}
	c.findings = []chart.Series{{Name: "errors", Class: "bad"}, {Name: "warnings", Class: "warn"}, {Name: "infos"}}
	for _, m := range h.Moments {
		for _, p := range m.Progress {
			if !slices.ContainsFunc(c.progress, func(s chart.Series) bool { return s.Name == Visible(p.Name, "") }) {
				c.progress = append(c.progress, chart.Series{Name: Visible(p.Name, ""), Class: "run"})
			}
		}
	}
	c.table.Columns = []string{"when", "commit", "errors", "warnings", "infos"}
	for _, s := range c.progress {
		c.table.Columns = append(c.table.Columns, s.Name)
	}
	for i := range h.Moments {
		c.add(&h.Moments[i])
	}
	return c
}

// add adds what was at a moment.
func (c *chronicle) add(m *report.Moment) {
	when, commit := "now", ""
	if m.Commit != "" {
		when, commit = m.Time.Format("2006-01-02"), Visible(m.Commit[:min(len(m.Commit), 7)], "")
	}
	c.points = append(c.points, strings.TrimSpace(when+" "+commit))
	row := []string{when, commit}
	counts := []int{chart.Gap, chart.Gap, chart.Gap}
	if m.Summary != nil {
		counts = []int{m.Summary.Errors, m.Summary.Warnings, m.Summary.Infos}
		c.most = max(c.most, slices.Max(counts))
	} else {
		c.gaps = append(c.gaps, commit+" could not be judged: "+Visible(m.Unjudged, ""))
	}
	for i, n := range counts {
		s, text := &c.findings[i], ""
		s.Values = append(s.Values, n)
		if n != chart.Gap {
			text = strconv.Itoa(n)
			s.Ends = s.Name + " " + text
		}
		row = append(row, text)
	}
	for i := range c.progress {
		s, text, percent := &c.progress[i], "", chart.Gap
		for _, p := range m.Progress {
			if Visible(p.Name, "") == s.Name {
				text, percent = fmt.Sprintf("%d of %d", p.Done, p.Of), 100*min(max(p.Done, 0), p.Of)/max(p.Of, 1)
			}
		}
		if s.Values = append(s.Values, percent); text != "" {
			s.Ends = s.Name + " " + text
		}
		row = append(row, text)
	}
	c.table.Rows = append(c.table.Rows, row)
}

// HistoryText returns how projects were as lines for people, of at most so many columns or of any length with 0, and
// with a drawing of each number or without.
func HistoryText(h *report.History, drawn bool, columns int) string {
	c := newChronicle(h)
	var b strings.Builder
	b.WriteString("\n" + terminal.Wrap(c.title, columns, "  ") + "\n")
	if drawn {
		var rows [][]string
		for _, s := range c.findings {
			rows = append(rows, []string{s.Name, "▕" + chart.Spark(s.Values, c.most) + "▏", fromTo(s.Values, "")})
		}
		for _, s := range c.progress {
			rows = append(rows, []string{s.Name, "▕" + chart.Spark(s.Values, 100) + "▏", fromTo(s.Values, " %")})
		}
		b.WriteString(Columns("  ", rows, columns) + "\n")
	}
	b.WriteString(headed("  ", c.table.Columns, c.table.Rows, columns))
	for _, gap := range c.gaps {
		b.WriteString(terminal.Wrap("  "+gap, columns, "    ") + "\n")
	}
	return b.String()
}

// fromTo returns the first and the last number that are known.
func fromTo(values []int, unit string) string {
	known := slices.DeleteFunc(slices.Clone(values), func(v int) bool { return v == chart.Gap })
	if len(known) == 0 {
		return ""
	}
	return fmt.Sprintf("%d%s to %d%s", known[0], unit, known[len(known)-1], unit)
}

// HistoryMarkdown returns how projects were as a heading and a table.
func HistoryMarkdown(h *report.History) string {
	c := newChronicle(h)
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n| %s |\n|%s\n", CommentCell(c.title), strings.Join(each(c.table.Columns, CommentCell), " | "),
		strings.Repeat("---|", len(c.table.Columns)))
	for _, row := range c.table.Rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(each(dashed(row), CommentCell), " | "))
	}
	for _, gap := range c.gaps {
		fmt.Fprintf(&b, "\n%s\n", CommentCell(gap))
	}
	return b.String()
}

// historyView is a history as a page shows it.
type historyView struct {
	Title  string
	Charts []chartView
	Table  tableView
	Gaps   []string
}

type chartView struct {
	Title   string
	Picture template.HTML
}

// historyOf returns a history for a page.
func historyOf(h *report.History) historyView {
	c := newChronicle(h)
	draw := func(title string, series []chart.Series, top int, unit string) chartView {
		return chartView{title, template.HTML(chart.SVG(title, series, c.points, top, unit))}
	}
	v := historyView{Title: c.title, Table: tableOf("How it was", c.table), Gaps: c.gaps}
	v.Charts = append(v.Charts, draw("Findings", c.findings, c.most, ""))
	if len(c.progress) > 0 {
		v.Charts = append(v.Charts, draw("Progress", c.progress, 100, " %"))
	}
	return v
}

// DoctorHTML writes what packs show of projects as one page: their state, how they were, which nil leaves out, and
// dependencies.
func DoctorHTML(w io.Writer, views []pack.View, r *report.Report, h *report.History) error {
	b := newBook(r, views, false)
	p := newPage(w, "nplint doctor: "+headline(r), false)
	top := b.top("nplint doctor")
	if h != nil {
		top.Links = slices.Insert(top.Links, 1, linkView{"history", "How it was"}) // behind the state
	}
	p.part("top", top)
	p.part("state", b.state())
	if h != nil {
		p.part("history", historyOf(h))
	}
	if graphs := b.graphs(); graphs != nil {
		p.part("graphs", graphs)
	}
	return p.end(false)
}
