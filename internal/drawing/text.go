package drawing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/terminal"
)

// Text returns graphs as lines for people, of at most so many columns or of any length with 0: the groups, and
// behind each node what it waits for.
func Text(graphs []pack.Graph, columns int) string {
	texts := make([]string, len(graphs))
	for i := range graphs {
		texts[i] = oneText(&graphs[i], columns)
	}
	return strings.Join(texts, "\n")
}

func oneText(g *pack.Graph, columns int) string {
	var b strings.Builder
	fmt.Fprintln(&b, terminal.Wrap(Title(g), columns, "  "))
	edges := map[string][]string{} // what each node waits for
	for _, e := range g.Edges {
		to := e.To
		if e.Fault != "" {
			to += " (" + e.Fault + ")"
		}
		edges[e.From] = append(edges[e.From], to)
	}
	if len(g.Groups) == 0 {
		fmt.Fprintf(&b, "\n  %s\n", unplanned)
	}
	widths := widthsOf(g)
	const deeper = "        "
	for _, group := range g.Groups {
		fmt.Fprintf(&b, "\n%s\n", terminal.Wrap("  "+group.Title, columns, "  "))
		for _, n := range group.Nodes {
			line := "    " + n.ID
			if widths[0] > 0 {
				line += "  " + padded(nameOf(&n), widths[0])
			}
			for i, label := range n.Labels {
				if widths[i+1] > 0 {
					line += "  " + padded(fact(label), widths[i+1])
				}
			}
			if needs := edges[n.ID]; len(needs) > 0 {
				after := "after " + strings.Join(needs, ", ")
				if columns > 0 && uniseg.StringWidth(line)+uniseg.StringWidth(after) > columns-2 {
					line = strings.TrimRight(line, " ") + "\n" + deeper + after
				} else {
					line += "  " + after
				}
			}
			for part := range strings.SplitSeq(strings.TrimRight(line, " "), "\n") {
				fmt.Fprintln(&b, terminal.Wrap(part, columns, deeper))
			}
		}
	}
	return b.String()
}

// widthsOf returns the widths of the columns with the names of nodes and with their labels.
func widthsOf(g *pack.Graph) []int {
	const longest = 40
	widths := []int{0}
	for _, group := range g.Groups {
		for _, n := range group.Nodes {
			widths[0] = max(widths[0], uniseg.StringWidth(inert.Visible(nameOf(&n), "")))
			for i, label := range n.Labels {
				if i+1 == len(widths) {
					widths = append(widths, 0)
				}
				widths[i+1] = max(widths[i+1], uniseg.StringWidth(inert.Visible(fact(label), "")))
			}
		}
	}
	for i := range widths {
		widths[i] = min(widths[i], longest)
	}
	return widths
}

// unplanned is what a graph without nodes says.
const unplanned = "nothing is planned yet"

// fact returns a label: one that every node has by its value, another with its name.
func fact(label pack.Label) string {
	if label.Value == "" || label.Name == "tier" || label.Name == "status" {
		return label.Value
	}
	return label.Name + " " + label.Value
}

// padded returns text with blanks behind it up to so many columns.
func padded(text string, columns int) string {
	text = inert.Visible(text, "")
	return text + strings.Repeat(" ", max(0, columns-uniseg.StringWidth(text)))
}

// nameOf returns what a node is called besides its id.
func nameOf(n *pack.Node) string {
	if n.Name == n.ID {
		return ""
	}
	return n.Name
}

// Title returns what a graph is called.
func Title(g *pack.Graph) string {
	title := g.ID
	switch {
	case strings.HasPrefix(g.Name, g.ID+"-"):
		title = g.Name // the directory of a phase
	case g.Name != "" && g.Name != g.ID:
		title += " — " + g.Name
	}
	if g.Root != "" {
		title += " (" + g.Root + ")"
	}
	return title
}

// Absent returns the ids that nodes wait for and that are no node of the graph, sorted.
func Absent(g *pack.Graph) []string {
	known := map[string]bool{}
	for _, group := range g.Groups {
		for _, n := range group.Nodes {
			known[n.ID] = true
		}
	}
	var absent []string
	for _, e := range g.Edges {
		if !known[e.To] {
			known[e.To] = true
			absent = append(absent, e.To)
		}
	}
	slices.Sort(absent)
	return absent
}

// Mermaid returns graphs as one Mermaid flowchart: arrows lead from what is done first to what waits for it. Of
// several, each stands in a frame of its own.
func Mermaid(graphs []pack.Graph) string {
	m := mermaid{names: map[[2]string]string{}}
	m.text.WriteString("flowchart LR\n")
	for i := range graphs {
		if len(graphs) == 1 {
			m.graph(&graphs[i], "", "  ")
			continue
		}
		frame := fmt.Sprintf("g%d", i+1)
		fmt.Fprintf(&m.text, "  subgraph %s [\"%s\"]\n", frame, mermaidText(Title(&graphs[i])))
		m.graph(&graphs[i], frame, "    ")
		m.text.WriteString("  end\n")
	}
	if len(m.marked) > 0 {
		fmt.Fprintf(&m.text, "  linkStyle %s stroke:#c00\n", strings.Join(m.marked, ","))
	}
	m.text.WriteString("  classDef broken stroke:#c00,color:#c00\n")
	return m.text.String()
}

// mermaid is a flowchart that is being written.
type mermaid struct {
	text   strings.Builder
	names  map[[2]string]string // of nodes, by frame and id
	links  int
	marked []string // the numbers of the links that do not hold
}

// node returns the name of a node of the graph in a frame: projects may have the same ids.
func (m *mermaid) node(frame, id string) string {
	key := [2]string{frame, id}
	if m.names[key] == "" {
		m.names[key] = fmt.Sprintf("t%d", len(m.names)+1)
	}
	return m.names[key]
}

func (m *mermaid) graph(g *pack.Graph, frame, indent string) {
	for i, group := range g.Groups {
		fmt.Fprintf(&m.text, "%ssubgraph %sw%d [\"%s\"]\n", indent, frame, i+1, mermaidText(group.ID))
		for _, n := range group.Nodes {
			label := mermaidText(n.ID)
			if name := nameOf(&n); name != "" {
				label += "<br/>" + mermaidText(name)
			}
			fmt.Fprintf(&m.text, "%s  %s[\"%s\"]\n", indent, m.node(frame, n.ID), label)
		}
		m.text.WriteString(indent + "end\n")
	}
	for _, id := range Absent(g) {
		fmt.Fprintf(&m.text, "%s%s[\"%s does not exist\"]:::broken\n", indent, m.node(frame, id), mermaidText(id))
	}
	for _, e := range g.Edges {
		arrow := "-->"
		if e.Fault != "" {
			arrow = "-. " + e.Fault + " .->"
			m.marked = append(m.marked, fmt.Sprint(m.links))
		}
		m.links++
		fmt.Fprintf(&m.text, "%s%s %s %s\n", indent, m.node(frame, e.To), arrow, m.node(frame, e.From))
	}
}

// mermaidText returns a text as it stands between quotes, where #35; and &amp; stand for characters and %%{…}%% for
// directives.
func mermaidText(s string) string {
	return mermaidEscapes.Replace(s)
}

var mermaidEscapes = strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "\n", " ", "`", "#96;",
	"&", "#amp;", "%", "#37;")

// DOT returns graphs as one of Graphviz: arrows lead from what is done first to what waits for it. Of several,
// each stands in a frame of its own.
func DOT(graphs []pack.Graph) string {
	var b strings.Builder
	name := "nplint"
	if len(graphs) == 1 {
		name = graphs[0].ID
	}
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=LR;\n  node [shape=box];\n", dotText(name))
	for i := range graphs {
		if len(graphs) == 1 {
			writeDOT(&b, &graphs[i], "", "  ")
			continue
		}
		frame := fmt.Sprintf("%d_", i+1)
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", i+1, dotText(Title(&graphs[i])))
		writeDOT(&b, &graphs[i], frame, "    ")
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// writeDOT writes what is in a graph. frame, if it is not empty, tells its nodes from those of other graphs.
func writeDOT(b *strings.Builder, g *pack.Graph, frame, indent string) {
	for i, group := range g.Groups {
		fmt.Fprintf(b, "%ssubgraph cluster_%s%d {\n%s  label=%s;\n", indent, frame, i+1, indent, dotText(group.ID))
		for _, n := range group.Nodes {
			fmt.Fprintf(b, "%s  %s [label=%s];\n", indent, dotText(frame+n.ID), dotText(strings.TrimSuffix(n.ID+"\n"+nameOf(&n), "\n")))
		}
		b.WriteString(indent + "}\n")
	}
	for _, id := range Absent(g) {
		const node = "%s%s [color=red, fontcolor=red, label=%s];\n"
		fmt.Fprintf(b, node, indent, dotText(frame+id), dotText(id+" does not exist"))
	}
	for _, e := range g.Edges {
		style := ""
		if e.Fault != "" {
			style = fmt.Sprintf(" [color=red, label=%s]", dotText(e.Fault))
		}
		fmt.Fprintf(b, "%s%s -> %s%s;\n", indent, dotText(frame+e.To), dotText(frame+e.From), style)
	}
}

// dotText returns a text between quotes, where &amp; stands for a character.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "&", "&amp;").Replace(s) + `"`
}
