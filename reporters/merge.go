package reporters

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/fleet"
	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/terminal"
)

// maxMerged is how many repositories, packs and rules a text or comment lists.
const maxMerged = 20

// mergedHead is what a merged report says first: totals, and what has changed.
func mergedHead(r *fleet.Report) (lines, alerts []string) {
	s := r.Summary
	lines = []string{fmt.Sprintf("%s: %s in %s; %d without errors and warnings", spell.Count(s.Repositories, "repository"),
		countsText(s.Counts), spell.Count(s.Files, "file"), s.Clean)}
	if s.Unread > 0 {
		alerts = append(alerts,
			fmt.Sprintf("%s could not be read and %s in no number", spell.Count(s.Unread, "report"), isAre(s.Unread)))
	}
	if t := r.Trend; t != nil {
		const since = "since the earlier report %s in the %s of both, %d new, %d gone"
		lines = append(lines,
			fmt.Sprintf(since, changeText(&t.Change), spell.Count(t.Common, "repository"), len(t.New), len(t.Gone)))
	}
	return lines, alerts
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func countsText(c fleet.Counts) string {
	if text := levels(c.Errors, c.Warnings, c.Infos); text != "" {
		return text
	}
	return "no findings"
}

// changeText says how counts have changed: "+2 errors, -1 warning".
func changeText(c *fleet.Counts) string {
	if c == nil {
		return "new"
	}
	var parts []string
	for _, one := range []struct {
		n    int
		noun string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}} {
		switch {
		case one.n > 0:
			parts = append(parts, "+"+spell.Count(one.n, one.noun))
		case one.n < 0:
			parts = append(parts, "-"+spell.Count(-one.n, one.noun))
		}
	}
	if len(parts) == 0 {
		return "no change"
	}
	return strings.Join(parts, ", ")
}

// mergedTable is one of the tables of a merged report.
type mergedTable struct {
	title, anchor string
	columns       []string
	rows          [][]string
	errors        []int // of each row
}

// mergedTables returns the tables of a merged report.
func mergedTables(r *fleet.Report) []mergedTable {
	trend := r.Trend != nil
	columns := func(names ...string) []string {
		if trend {
			return append(names, "change")
		}
		return names
	}
	list := mergedTable{title: "Repositories", anchor: "repositories",
		columns: columns("repository", "errors", "warnings", "infos", "files", "rules broken most")}
	for _, one := range r.Repositories {
		row := append(mergedRowOf(one.Name, one.Counts, one.Files), strings.Join(one.Rules, ", "))
		if trend {
			row = append(row, changeText(one.Change))
		}
		list.rows, list.errors = append(list.rows, row), append(list.errors, one.Errors)
	}
	tables := []mergedTable{list}
	for _, part := range []struct {
		title, noun string
		shares      []fleet.Share
	}{{"Packs", "pack", r.Packs}, {"Rules", "rule", r.Rules}} {
		t := mergedTable{title: part.title, anchor: strings.ToLower(part.title),
			columns: columns(part.noun, "errors", "warnings", "infos", "repositories")}
		for _, s := range part.shares {
			row := mergedRowOf(s.Name, s.Counts, s.Repositories)
			if trend {
				row = append(row, changeText(s.Change))
			}
			t.rows, t.errors = append(t.rows, row), append(t.errors, s.Errors)
		}
		tables = append(tables, t)
	}
	return tables
}

func mergedRowOf(name string, c fleet.Counts, of int) []string {
	return []string{name, fmt.Sprint(c.Errors), fmt.Sprint(c.Warnings), fmt.Sprint(c.Infos), fmt.Sprint(of)}
}

// shortened returns the first rows of a table, and how many there are more.
func (t *mergedTable) shortened() (rows [][]string, more string) {
	rows = t.rows[:min(len(t.rows), maxMerged)]
	if n := len(t.rows) - len(rows); n > 0 {
		more = fmt.Sprintf("… and %d more", n)
	}
	return rows, more
}

// MergedText returns a merged report as lines for people, of at most so many columns or of any length with 0.
func MergedText(r *fleet.Report, columns int) string {
	var b strings.Builder
	for _, t := range mergedTables(r) {
		if len(t.rows) == 0 {
			continue
		}
		rows, more := t.shortened()
		var cells [][]string
		for _, row := range rows {
			cells = append(cells, each(row, func(s string) string { return inert.Cut(s, 60) }))
		}
		b.WriteString(headed("", t.columns, cells, columns))
		if more != "" {
			b.WriteString(more + "\n")
		}
		b.WriteString("\n")
	}
	head, alerts := mergedHead(r)
	for _, line := range append(head, alerts...) {
		b.WriteString(terminal.Wrap(Visible(line, ""), columns, "  ") + "\n")
	}
	return b.String()
}

// MergedMarkdown returns a merged report as headings and tables.
func MergedMarkdown(r *fleet.Report) string {
	var b strings.Builder
	head, alerts := mergedHead(r)
	b.WriteString("# nplint\n\n" + strings.Join(each(append(head, alerts...), CommentCell), "\n\n") + "\n")
	for _, t := range mergedTables(r) {
		if len(t.rows) == 0 {
			continue
		}
		rows, more := t.shortened()
		fmt.Fprintf(&b, "\n## %s\n\n| %s |\n|%s\n", t.title, strings.Join(t.columns, " | "),
			strings.Repeat("---|", len(t.columns)))
		for _, row := range rows {
			cells := each(dashed(row), func(s string) string { return CommentCell(inert.Cut(s, 200)) })
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
		if more != "" {
			b.WriteString("\n" + more + "\n")
		}
	}
	return b.String()
}

type mergedView struct {
	Title, Anchor string
	Columns       []string
	Rows          []mergedRow
}

type mergedRow struct {
	Percent int // of the most errors that a row of the table has
	Cells   []string
}

// MergedHTML writes a merged report as one page.
func MergedHTML(w io.Writer, r *fleet.Report) error {
	head, alerts := mergedHead(r)
	p := newPage(w, "nplint merge: "+head[0], false)
	sum := r.Summary
	clean := fmt.Sprintf("%d without errors and warnings", sum.Clean)
	top := topView{Headline: "nplint over " + spell.Count(sum.Repositories, "repository"),
		Subline: strings.Join(append([]string{clean}, head[1:]...), "; "),
		Totals: []totalView{newTotal("error", "error", sum.Errors), newTotal("warning", "warning", sum.Warnings),
			newTotal("", "info", sum.Infos), newTotal("", "file", sum.Files)},
		Start: "repositories"}
	for _, text := range alerts {
		top.Alerts = append(top.Alerts, linkView{Name: text})
	}
	tables := mergedTables(r)
	for _, t := range tables {
		top.Links = append(top.Links, linkView{t.anchor, t.title})
	}
	p.part("top", top)
	for _, t := range tables {
		v := mergedView{Title: t.title, Anchor: t.anchor, Columns: t.columns}
		most := 1
		for _, n := range t.errors {
			most = max(most, n)
		}
		for i, row := range t.rows {
			cells := each(dashed(row), func(s string) string { return inert.Cut(Visible(s, ""), 200) })
			v.Rows = append(v.Rows, mergedRow{100 * t.errors[i] / most, cells})
		}
		p.part("merged", v)
	}
	if r.Trend != nil {
		for _, list := range []struct {
			title string
			names []string
		}{{"New repositories", r.Trend.New}, {"Repositories that are gone", r.Trend.Gone}} {
			names := each(list.names, func(s string) string { return inert.Cut(Visible(s, ""), 200) })
			p.part("names", namesView{list.title, names})
		}
	}
	return p.end(false)
}

type namesView struct {
	Title string
	Names []string
}

// MergedSARIF writes the findings of many repositories as one SARIF log, each as a run whose category is its name.
type MergedSARIF struct {
	out io.Writer
	o   *Options
	any bool
}

// NewMergedSARIF writes the head of a log.
func NewMergedSARIF(w io.Writer, o *Options) (*MergedSARIF, error) {
	_, err := fmt.Fprintf(w, "{\n  \"$schema\": %q,\n  \"version\": \"2.1.0\",\n  \"runs\": [", sarifSchema)
	return &MergedSARIF{out: w, o: o}, err
}

// Add writes the run of a repository.
func (m *MergedSARIF) Add(name string, r *report.Report) error {
	options := *m.o
	options.Category = name
	b := sarifBuilder{report: r, source: r.Source, rule: r.Rule}
	comma := ""
	if m.any {
		comma = ","
	}
	m.any = true
	if _, err := io.WriteString(m.out, comma+"\n"); err != nil {
		return err
	}
	ids := firedRules(r)
	return encodeList(&unended{out: m.out}, b.log(&options, ids).Runs[0], `"results": `, len(r.Findings), func(i int) any {
		f := &r.Findings[i]
		index, _ := slices.BinarySearch(ids, f.Rule)
		return b.result(f, index)
	})
}

// unended passes on what is written but for the line end at the end of all.
type unended struct {
	out  io.Writer
	held bool
}

func (u *unended) Write(p []byte) (int, error) {
	text := bytes.TrimSuffix(p, []byte("\n"))
	if u.held && len(p) > 0 {
		text = append([]byte("\n"), text...)
	}
	u.held = u.held && len(p) == 0 || bytes.HasSuffix(p, []byte("\n"))
	_, err := u.out.Write(text)
	return len(p), err
}

// Close writes the end of the log.
func (m *MergedSARIF) Close() error {
	_, err := io.WriteString(m.out, "\n  ]\n}\n")
	return err
}
