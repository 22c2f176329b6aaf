// Package drawing shows dependencies: as text, for Mermaid and Graphviz, and as pictures.
package drawing

import (
	_ "embed"
	"fmt"
	"html"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/spell"
)

// CSS is the style of pictures.
//
//go:embed graph.css
var CSS string

// Found tells how many errors and warnings were found in places, and in words what was found there.
type Found func(places []pack.Place) (errors, warnings int, told string)

// SVG returns graphs as one picture, one below the other, in light or dark as whoever looks at it likes. What was found
// is in badges of the nodes that it is about.
func SVG(graphs []pack.Graph, found Found) string {
	const margin, between, legend = 24, 44, 40
	width, height := 0, margin
	var body strings.Builder
	for i := range graphs {
		d := New(&graphs[i], found)
		fmt.Fprintf(&body, `<g transform="translate(%d %d)">`, margin, height)
		w, h := d.draw(&body, true)
		body.WriteString("</g>\n")
		width, height = max(width, w), height+h+between
	}
	width = max(width+2*margin, legendWidth+2*margin)
	fmt.Fprintf(&body, `<g transform="translate(%d %d)">`, margin, height)
	writeLegend(&body)
	body.WriteString("</g>\n")
	height += legend
	var b strings.Builder
	const head = `<svg xmlns="http://www.w3.org/2000/svg" class="np-graph" width="%d" height="%d" ` +
		`viewBox="0 0 %[1]d %[2]d" role="img" aria-label="Dependencies, in waves">` + "\n<style>\n%[3]s</style>\n"
	fmt.Fprintf(&b, head, width, height, CSS)
	fmt.Fprintf(&b, `<rect class="page" width="%d" height="%d"/>`+"\n", width, height)
	b.WriteString(body.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// Drawing is a graph that is being drawn.
type Drawing struct {
	graph  *pack.Graph
	layout *layout
	found  Found
	words  strings.Builder // at lines, above all of them
}

// New lays out a graph.
func New(g *pack.Graph, found Found) *Drawing {
	return &Drawing{graph: g, layout: lay(g), found: found}
}

// Picture returns the graph as a part of a page, which has CSS.
func (d *Drawing) Picture() string {
	var body, picture strings.Builder
	width, height := d.draw(&body, false)
	const head = `<svg class="np-graph graph" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" ` +
		`role="img" aria-label="%s">`
	label := escaped("Waves of "+Title(d.graph)+"; the same as text is below", 200)
	fmt.Fprintf(&picture, head+"\n%[4]s</svg>", width, height, label, body.String())
	return picture.String()
}

// draw writes the graph from the origin on and returns its size.
func (d *Drawing) draw(b *strings.Builder, named bool) (width, height int) {
	if named {
		fmt.Fprintf(b, `<text class="name" x="0" y="16">%s</text>`+"\n", escaped(Title(d.graph), 90))
		height = 34
		for _, note := range d.Notes() {
			fmt.Fprintf(b, `<text class="fault" x="0" y="%d">%s</text>`+"\n", height, escaped(note, 110))
			height += 18
		}
	}
	fmt.Fprintf(b, `<g transform="translate(0 %d)">`+"\n", height)
	for i := range d.layout.columns {
		d.column(b, i)
	}
	for i := range d.layout.lines {
		d.line(b, &d.layout.lines[i])
	}
	b.WriteString(d.words.String())
	b.WriteString("</g>\n")
	if len(d.layout.columns) == 0 {
		fmt.Fprintf(b, `<text class="soft" x="0" y="%d">%s</text>`+"\n", height+10, unplanned)
		return nodeWidth, height + 20
	}
	return len(d.layout.columns)*(nodeWidth+gutter) + 16, height + top(d.layout.rows)
}

// Notes says in words what is wrong with a graph.
func (d *Drawing) Notes() []string {
	var notes []string
	const most = 20
	for _, circle := range d.layout.circles[:min(len(d.layout.circles), most)] {
		notes = append(notes, circleText(circle))
	}
	if more := len(d.layout.circles) - most; more > 0 {
		notes = append(notes, spell.Count(more, "more cycle"))
	}
	if d.layout.left > 0 {
		notes = append(notes, fmt.Sprintf("%d more dependencies are not drawn", d.layout.left))
	}
	return notes
}

// Circles says which nodes of a graph wait for one another.
func (d *Drawing) Circles() []string {
	var told []string
	for _, circle := range d.layout.circles {
		told = append(told, circleText(circle))
	}
	return told
}

// circleText names the nodes of a circle.
func circleText(ids []string) string {
	const most = 6
	if len(ids) == 1 {
		return "Cycle: " + ids[0] + " depends on itself"
	}
	shown := strings.Join(ids[:min(len(ids), most)], ", ")
	if more := len(ids) - most; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return "Cycle: " + shown + " depend on one another"
}

func left(column int) int { return column * (nodeWidth + gutter) }

func (d *Drawing) column(b *strings.Builder, i int) {
	c := &d.layout.columns[i]
	fmt.Fprintf(b, `<text class="wave" x="%d" y="14">%s</text>`+"\n", left(i), escaped(c.title, 34))
	for k := range c.boxes {
		d.box(b, &c.boxes[k], left(i), top(k))
	}
}

// box writes a node: its id, name and labels, a sign of its state, and what was found.
func (d *Drawing) box(b *strings.Builder, at *box, x, y int) {
	class := "box"
	switch {
	case at.node == nil && at.broken:
		class += " broken"
	case at.node == nil:
		class += " absent"
	case d.layout.circle[at.id] > 0:
		class += " circle"
	}
	fmt.Fprintf(b, `<g><title>%s</title><rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="6"/>`,
		escaped(d.told(at), 400), class, x, y, nodeWidth, nodeHeight)
	if at.node == nil {
		word := "in another graph"
		if at.broken {
			word = "does not exist"
		}
		fmt.Fprintf(b, `<text class="id" x="%d" y="%d">%s</text>`, x+12, y+26, escaped(at.id, 26))
		fmt.Fprintf(b, `<text class="soft" x="%d" y="%d">%s</text></g>`+"\n", x+12, y+45, word)
		return
	}
	errors, warnings, _ := d.found(at.node.Places)
	writeSign(b, at.node.State, x+10, y+10)
	room := 26
	if errors > 0 {
		room = 19
		writeBadge(b, "errors", "on", spell.Count(errors, "error"), x+nodeWidth-8, y+8)
	}
	fmt.Fprintf(b, `<text class="id" x="%d" y="%d">%s</text>`, x+30, y+20, escaped(at.id, room))
	if at.node.Name != at.id {
		fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`, x+12, y+38, escaped(at.node.Name, 32))
	}
	room = 38
	if warnings > 0 {
		room = 22
		writeBadge(b, "warnings", "warn", spell.Count(warnings, "warning"), x+nodeWidth-8, y+42)
	}
	fmt.Fprintf(b, `<text class="soft" x="%d" y="%d">%s</text></g>`+"\n", x+12, y+54, escaped(nodeFacts(at.node), room))
}

// nodeFacts joins the labels of a node.
func nodeFacts(n *pack.Node) string {
	var facts []string
	for _, label := range n.Labels {
		if text := fact(label); text != "" {
			facts = append(facts, text)
		}
	}
	if len(facts) == 0 {
		facts = append(facts, stateNames[n.State])
	}
	return strings.Join(facts, " · ")
}

// told says all of a node in words.
func (d *Drawing) told(at *box) string {
	text := at.id
	if at.node == nil {
		if at.broken {
			return text + " does not exist"
		}
		return text + " is in another graph"
	}
	text += ", " + at.node.Name + ", " + nodeFacts(at.node)
	if _, _, counts := d.found(at.node.Places); counts != "" {
		text += "; " + counts
	}
	after := "; waits for "
	const enough = 1000 // bytes: it is cut
	for _, e := range d.layout.waits[at.id] {
		if len(text) > enough {
			break
		}
		text += after + e.To
		if after = ", "; e.Fault != "" {
			text += " (" + e.Fault + ")"
		}
	}
	return text
}

// line writes an edge: from the side of what is done first to the side of what waits, past all that stands between.
func (d *Drawing) line(b *strings.Builder, e *line) {
	class := "line"
	if e.fault != "" {
		class += " bad"
	}
	const tip = 7
	x0, x1 := left(e.from.column)+nodeWidth, left(e.to.column)-tip
	step, bend := 1, gutter/2
	switch {
	case e.from.column == e.to.column:
		d.loop(b, e, class)
		return
	case !e.forward():
		x0, x1 = left(e.from.column), left(e.to.column)+nodeWidth+tip
		step, bend = -1, -gutter/2
	}
	fmt.Fprintf(b, `<path class="%s" d="M%d %d`, class, x0, e.y0)
	x, y := x0, e.y0
	for i, lane := range e.lanes {
		at := left(e.from.column + step*(i+1))
		enter, leave := at-4, at+nodeWidth+4
		if step < 0 {
			enter, leave = leave, enter
		}
		fmt.Fprintf(b, "C%d %d %d %d %d %dH%d", x+bend, y, enter-bend, lane, enter, lane, leave)
		x, y = leave, lane
	}
	fmt.Fprintf(b, `C%d %d %d %d %d %d"/>`, x+bend, y, x1-bend, e.y1, x1, e.y1)
	writeTip(b, class, x1, e.y1, tip*step)
	writeFault(&d.words, e, (x+x1)/2, (y+e.y1)/2)
}

// loop writes an edge between two boxes of one column.
func (d *Drawing) loop(b *strings.Builder, e *line, class string) {
	const tip, wide = 7, 34
	x, out := left(e.from.column)+nodeWidth, 1
	if e.upward() {
		x, out = left(e.from.column), -1
	}
	y1 := e.y1
	if e.from == e.to {
		y1 += 8
	}
	fmt.Fprintf(b, `<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x, e.y0,
		x+out*wide, e.y0, x+out*wide, y1, x+out*tip, y1)
	writeTip(b, class, x+out*tip, y1, -out*tip)
	if !e.upward() { // of two that meet, one says it
		writeFault(&d.words, e, x+out*wide, (e.y0+y1)/2)
	}
}

func writeTip(b *strings.Builder, class string, x, y, length int) {
	class = strings.TrimPrefix(strings.TrimPrefix(class, "line"), " ")
	fmt.Fprintf(b, `<path class="tip %s" d="M%d %dv-4l%d 4l%d 4z"/>`+"\n", class, x, y, length, -length)
}

// writeFault writes why an edge cannot hold, on a plate in the colour of the page.
func writeFault(b *strings.Builder, e *line, x, y int) {
	if e.fault == "" {
		return
	}
	word := "✕ " + e.fault
	if e.circle {
		word = "↻ " + e.fault
	}
	width := 7*uniseg.StringWidth(inert.Visible(word, "")) + 4
	width = min(width, gutter)
	fmt.Fprintf(b, `<rect class="plate" x="%d" y="%d" width="%d" height="16" rx="3"/>`, x-width/2, y-8, width)
	fmt.Fprintf(b, `<text class="fault" text-anchor="middle" x="%d" y="%d">%s</text>`+"\n", x, y+4, escaped(word, 12))
}

func writeBadge(b *strings.Builder, class, text, word string, right, y int) {
	width := 6*len(word) + 14
	fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%d" height="16" rx="8"/>`, class, right-width, y, width)
	fmt.Fprintf(b, `<text class="%s" text-anchor="middle" x="%d" y="%d">%s</text>`, text, right-width/2, y+12, word)
}

// stateNames are the states in words, and the names of their signs.
var stateNames = [...]string{pack.Open: "open", pack.Running: "running", pack.Done: "done", pack.Left: "left out",
	pack.Failed: "failed", pack.Unclear: "unclear status"}

// signs are the shapes of the states, 14 pixels wide and high: no font need have them, and no colour need be seen.
var signs = [...]string{
	pack.Open:    `<circle cx="7" cy="7" r="5.5"/>`,
	pack.Running: `<circle cx="7" cy="7" r="5.5"/><path class="full" d="M7 1.5a5.5 5.5 0 0 1 0 11z"/>`,
	pack.Done:    `<circle class="full" cx="7" cy="7" r="6.3"/><path class="cut" d="M3.8 7.2l2.2 2.3l4.2-4.6"/>`,
	pack.Left:    `<circle cx="7" cy="7" r="5.5"/><path d="M4 7h6"/>`,
	pack.Failed:  `<circle cx="7" cy="7" r="5.5"/><path d="M4.6 4.6l4.8 4.8m0-4.8l-4.8 4.8"/>`,
	pack.Unclear: `<path d="M7 1l6 11.5h-12z"/><path d="M7 5v3.4m0 1v1.4"/>`,
}

// StateName returns a state in words.
func StateName(s pack.State) string { return stateNames[s] }

// Sign returns the shape of a state, 14 pixels wide and high, and the class that colours it.
func Sign(s pack.State) (class, shape string) {
	class, _, _ = strings.Cut(stateNames[s], " ")
	return class, signs[s]
}

func writeSign(b *strings.Builder, s pack.State, x, y int) {
	class, shape := Sign(s)
	fmt.Fprintf(b, `<g class="np-sign %s" transform="translate(%d %d)">%s</g>`, class, x, y, shape)
}

// legendWidth is how wide the legend is.
const legendWidth = 800

// Legend returns what the signs mean as a part of a page, which has CSS.
func Legend() string {
	var b strings.Builder
	const head = `<svg class="np-graph graph" width="%d" height="16" viewBox="0 0 %[1]d 16" role="img" ` +
		`aria-label="What signs and lines mean">`
	fmt.Fprintf(&b, head, legendWidth)
	writeLegend(&b)
	b.WriteString("</svg>")
	return b.String()
}

// writeLegend says what the signs mean.
func writeLegend(b *strings.Builder) {
	x := 0
	for s := range pack.Unclear + 1 {
		writeSign(b, s, x, 0)
		fmt.Fprintf(b, `<text class="soft" x="%d" y="11">%s</text>`, x+20, stateNames[s])
		x += 36 + 7*len(stateNames[s])
	}
	fmt.Fprintf(b, `<path class="line" d="M%d 7h24"/><text class="soft" x="%d" y="11">is waited for</text>`, x, x+32)
	x += 120
	fmt.Fprintf(b, `<path class="line bad" d="M%d 7h24"/><text class="soft" x="%d" y="11">cannot hold</text>`, x, x+32)
}

// escaped returns text for an element, with at most so many columns of a terminal's width.
func escaped(s string, most int) string {
	return html.EscapeString(inert.Cut(inert.Visible(s, ""), most))
}
