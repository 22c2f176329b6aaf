package reporters

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/drawing"
	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
)

const (
	// maxRows is how many rows of a table a page shows: `nplint doctor` has them all.
	maxRows = 100
	// maxDrawn is how many nodes a page draws: `nplint graph` draws them all.
	maxDrawn = 300
)

// book is a report with what packs show, as a page tells it.
type book struct {
	frames   framer
	report   *report.Report
	sections []pack.Section
	chosen
	source  func(path string) []byte // bytes of a file as they may be shown, by its path in the report
	found   *placed
	rules   map[string]int // the number of each rule that is broken
	ids     []string       // of these rules, by number
	counts  []int
	anchors map[string]bool // that are taken
	only    []string        // what alone was linted; none is all
	worst   [2]string       // root and id of the part with the most errors
	listed  bool            // the page lists the findings
}

// chosen is what a page shows of graphs.
type chosen struct {
	drawn []pack.Graph // those with something in them
	bare  []pack.Graph
	left  int // how many are not drawn
}

// newBook returns a book for a page that lists the findings, or does not.
func newBook(r *report.Report, views []pack.View, listed bool) *book {
	b := &book{report: r, source: report.Shown(r), sections: Sections(views), found: newPlaced(r), rules: map[string]int{},
		anchors: map[string]bool{}, listed: listed}
	b.sort(views)
	b.choose()
	b.findWorst()
	for i := range r.Findings {
		id := r.Findings[i].Rule
		if _, known := b.rules[id]; !known {
			b.rules[id] = 0
			b.ids = append(b.ids, id)
		}
		b.rules[id]++
	}
	slices.Sort(b.ids)
	for i, id := range b.ids {
		b.counts = append(b.counts, b.rules[id]+r.Beyond.Rules[id])
		b.rules[id] = i
	}
	return b
}

// sort tells graphs that there is something in from the others.
func (c *chosen) sort(views []pack.View) {
	for _, v := range views {
		for _, g := range v.Graphs {
			if nodesOf(&g) == 0 {
				c.bare = append(c.bare, g)
			} else {
				c.drawn = append(c.drawn, g)
			}
		}
	}
}

// nodesOf counts the boxes that a drawing of a graph has, and returns 0 if it has no nodes.
func nodesOf(g *pack.Graph) (n int) {
	for _, group := range g.Groups {
		n += len(group.Nodes)
	}
	if n > 0 {
		n += len(drawing.Absent(g))
	}
	return n
}

// choose leaves of the graphs as many as a page shows: first those with dependencies that cannot hold.
func (c *chosen) choose() {
	faulty := func(g *pack.Graph) bool {
		return slices.ContainsFunc(g.Edges, func(e pack.Edge) bool { return e.Fault != "" })
	}
	keep := make([]bool, len(c.drawn))
	room := maxDrawn
	for _, first := range []bool{true, false} {
		for i := range c.drawn {
			if n := nodesOf(&c.drawn[i]); faulty(&c.drawn[i]) == first && n <= room {
				keep[i] = true
				room -= n
			}
		}
	}
	var kept []pack.Graph
	for i := range c.drawn {
		if keep[i] {
			kept = append(kept, c.drawn[i])
		}
	}
	c.left = len(c.drawn) - len(kept)
	c.drawn = kept
}

// findWorst finds the part with the most errors, of equal ones that with the most warnings.
func (b *book) findWorst() {
	most := [2]int{}
	for _, s := range b.sections {
		for _, p := range s.Parts {
			errors, warnings, _ := b.found.at(p.Places)
			if errors > 0 && (errors > most[0] || errors == most[0] && warnings > most[1]) {
				most, b.worst = [2]int{errors, warnings}, [2]string{s.Root, p.ID}
			}
		}
	}
}

type topView struct {
	Headline, Subline string
	Start             string // the anchor of what is looked for most
	Totals            []totalView
	Alerts            []linkView
	Links             []linkView
}

type totalView struct {
	Class, Noun string
	Count       int
}

// linkView is a text that leads to an anchor, to none if that is "".
type linkView struct{ Anchor, Name string }

// top is what a page says first.
func (b *book) top(title string) topView {
	sum := b.report.Summary
	v := topView{Headline: title, Subline: "Nothing was found", Start: "state",
		Links: []linkView{{"state", "State"}}}
	safe, unsafe := Fixable(b.report)
	switch {
	case safe > 0 && unsafe > 0:
		const both = "nplint --fix fixes %s, --unsafe-fixes %d more"
		v.Subline = fmt.Sprintf(both, spell.Count(safe, "finding"), unsafe)
	case safe > 0:
		v.Subline = fmt.Sprintf("nplint --fix fixes %s", spell.Count(safe, "finding"))
	case unsafe > 0:
		v.Subline = fmt.Sprintf("nplint --fix --unsafe-fixes fixes %s", spell.Count(unsafe, "finding"))
	case len(b.report.Findings) > 0:
		v.Subline = "None of this has a fix"
	}
	if b.report.Unanalyzed {
		v.Subline += "; not all files could be analyzed"
	}
	v.Totals = []totalView{newTotal("error", "error", sum.Errors), newTotal("warning", "warning", sum.Warnings),
		newTotal("", "info", sum.Infos), newTotal("", "file", sum.Files)}
	if sum.Suppressed > 0 {
		v.Totals = append(v.Totals, totalView{"", "suppressed", sum.Suppressed})
	}
	if sum.Baselined > 0 {
		v.Totals = append(v.Totals, totalView{"", "in the baseline", sum.Baselined})
	}
	v.Alerts = b.alerts()
	if len(b.drawn)+len(b.bare) > 0 {
		v.Links = append(v.Links, linkView{"waves", "Dependencies"})
	}
	if b.listed {
		v.Start = "findings"
		v.Links = append(v.Links, linkView{"findings", "Findings"})
		if len(b.ids) > 0 {
			v.Links = append(v.Links, linkView{"rules", "Rules"})
		}
	}
	return v
}

// newTotal returns a number to be seen from afar, which is good news if it is a 0 that has a class.
func newTotal(class, noun string, n int) totalView {
	if n == 0 && class != "" {
		class = "good"
	}
	return totalView{class, strings.TrimLeft(spell.Count(n, noun), "0123456789 "), n}
}

// partial says that the findings of a project are counted in parts of it, if they are.
func (b *book) partial(root string) []string {
	whole := func(name string) bool { return name == "." || name == root || strings.HasPrefix(root, name+"/") }
	if len(b.only) == 0 || slices.ContainsFunc(b.only, whole) {
		return nil
	}
	const most = 5
	names := b.only[:min(len(b.only), most)]
	if more := len(b.only) - len(names); more > 0 {
		names = append(slices.Clone(names), spell.Count(more, "more path"))
	}
	return []string{"Errors and warnings are counted in " + strings.Join(names, ", ") + " alone, since the run was asked for no more; nplint without paths counts all."}
}

// alerts are what nobody should miss: the worst part, and what waits for itself.
func (b *book) alerts() (alerts []linkView) {
	const most = 8
	for _, s := range b.sections {
		for _, p := range s.Parts {
			if b.worst != [2]string{s.Root, p.ID} {
				continue
			}
			errors, warnings, _ := b.found.at(p.Places)
			counts := levels(errors, warnings, 0)
			text := fmt.Sprintf("Most errors: %s %s (%s)", s.Noun, partName(&p), counts)
			alerts = append(alerts, linkView{b.anchorOf(&s, &p), Visible(text, "")})
		}
	}
	for i := range b.drawn {
		for _, circle := range drawing.New(&b.drawn[i], b.found.told).Circles() {
			alerts = append(alerts, linkView{graphAnchor(i), Visible(circle, "")})
		}
	}
	if more := len(alerts) - most; more > 0 {
		alerts = append(alerts[:most], linkView{"waves", spell.Count(more, "more cycle")})
	}
	return alerts
}

// anchorOf returns where the page shows a part: its graph, or else the first error in it. "" is nowhere.
func (b *book) anchorOf(s *pack.Section, p *pack.Part) string {
	for i := range b.drawn {
		if g := &b.drawn[i]; g.ID == p.ID && cmp.Or(g.Root, ".") == s.Root {
			return graphAnchor(i)
		}
	}
	if b.listed {
		for _, place := range p.Places {
			for _, f := range b.found.in(place) {
				if f.Severity == report.Error {
					return fingerprintAnchor(f.Fingerprint)
				}
			}
		}
	}
	return ""
}

// visible spells out in each of some texts what Visible does, and keeps nothing.
func visible(texts []string) []string {
	return each(texts, func(s string) string { return Visible(s, "") })
}

func partName(p *pack.Part) string {
	if p.Name == "" || p.Name == p.ID || strings.HasPrefix(p.Name, p.ID+"-") {
		return cmp.Or(p.Name, p.ID)
	}
	return p.ID + " " + p.Name
}

type sectionView struct {
	Title, Root, Noun string
	Parts             []partView
	Bars              []barView
	Notes             []string
	Tables            []tableView
}

type partView struct {
	Anchor, Name, Status string
	Worst                bool
	Sign                 signView
	Bars                 []barView
	Errors, Warnings     int
}

type signView struct {
	Class string
	Shape template.HTML
}

type barView struct {
	Percent int
	Text    string
}

type tableView struct {
	Label   string
	Columns []string
	Rows    [][]string
	More    string
}

func (b *book) state() (views []sectionView) {
	for _, s := range b.sections {
		v := sectionView{Title: Visible(s.Title, ""), Root: Visible(s.Root, ""), Noun: cmp.Or(s.Noun, "part")}
		if s.Root == "." {
			v.Root = ""
		}
		for i := range s.Parts {
			v.Parts = append(v.Parts, b.part(&s, &s.Parts[i]))
		}
		v.Bars = bars(s.Progress)
		v.Notes = visible(append(b.partial(s.Root), s.Notes...))
		tables := s.Tables
		for _, p := range s.Progress {
			if len(p.Parts) > 0 {
				tables = append(slices.Clone(tables), pack.Table{Columns: []string{p.Name, "done"},
					Rows: progressRows(nil, p.Parts, "", "")})
			}
		}
		for i, t := range tables {
			v.Tables = append(v.Tables, tableOf(fmt.Sprintf("%s, table %d", s.Title, i+1), t))
		}
		views = append(views, v)
	}
	return views
}

func (b *book) part(s *pack.Section, p *pack.Part) partView {
	v := partView{Name: Visible(partName(p), ""), Status: Visible(cmp.Or(p.Status, drawing.StateName(p.State)), ""),
		Worst: b.worst == [2]string{s.Root, p.ID}, Bars: bars(p.Progress)}
	class, shape := drawing.Sign(p.State)
	v.Sign = signView{class, template.HTML(shape)}
	v.Errors, v.Warnings, _ = b.found.at(p.Places)
	v.Anchor = b.anchorOf(s, p)
	return v
}

// bars returns a bar for each progress.
func bars(all []pack.Progress) (views []barView) {
	for _, p := range all {
		v := barView{Text: fmt.Sprintf("%s: %s", p.Name, progressText(&p))}
		if p.Of > 0 {
			v.Percent = 100 * min(max(p.Done, 0), p.Of) / p.Of
		}
		v.Text = inert.Cut(Visible(v.Text, ""), 300)
		views = append(views, v)
	}
	return views
}

// tableOf returns a table of which no more is shown than fits a page.
func tableOf(label string, t pack.Table) tableView {
	v := tableView{Label: Visible(label, ""), Columns: t.Columns}
	for _, row := range t.Rows[:min(len(t.Rows), maxRows)] {
		v.Rows = append(v.Rows, each(dashed(row), func(s string) string { return inert.Cut(Visible(s, ""), 200) }))
	}
	if more := len(t.Rows) - maxRows; more > 0 {
		v.More = fmt.Sprintf("… and %s; `nplint doctor` shows them", spell.Count(more, "more row"))
	}
	return v
}

type graphsView struct {
	Drawn       []graphView
	Empty, Left string
	Legend      template.HTML
}

type graphView struct {
	Anchor, Title, Text string
	Notes               []string
	Picture             template.HTML
}

func graphAnchor(i int) string { return fmt.Sprintf("g%d", i+1) }

// graphs draws dependencies; nil if there is nothing.
func (b *book) graphs() *graphsView {
	if len(b.drawn)+len(b.bare) == 0 {
		return nil
	}
	v := &graphsView{}
	for i := range b.drawn {
		g := &b.drawn[i]
		d := drawing.New(g, b.found.told)
		v.Drawn = append(v.Drawn, graphView{Anchor: graphAnchor(i), Title: Visible(drawing.Title(g), ""),
			Picture: template.HTML(d.Picture()), Text: Visible(drawing.Text(b.drawn[i:i+1], 0), "\n"),
			Notes: visible(d.Notes())})
	}
	var bare []string
	for i := range b.bare {
		bare = append(bare, Visible(strings.TrimSpace(b.bare[i].ID+" "+b.bare[i].Name), ""))
	}
	if len(bare) > 0 {
		v.Empty = "There are no tasks in " + inert.Cut(strings.Join(bare, ", "), 1000) + "."
	}
	if b.left > 0 {
		v.Left = fmt.Sprintf("%s not drawn here, since a page would be too large; `nplint graph -o svg` draws all.",
			spell.Count(b.left, "more graph"))
	}
	if len(b.drawn) > 0 {
		const region = `<div class="scroll" tabindex="0" role="region" aria-label="Legend">`
		v.Legend = template.HTML(region + drawing.Legend() + "</div>")
	}
	return v
}
