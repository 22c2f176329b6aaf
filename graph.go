package nplint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Graph is the tasks of a milestone in waves, with what each waits for.
type Graph struct {
	Root      string      `json:"root"` // of the project, relative to the run's base; "" if it is the base
	Milestone string      `json:"milestone"`
	Name      string      `json:"name,omitempty"` // as the roadmap says
	Waves     []GraphWave `json:"waves"`
	Edges     []GraphEdge `json:"edges"`
}

// GraphWave is a slice: its tasks run side by side, one wave after the other.
type GraphWave struct {
	Wave  int         `json:"wave"` // the number of the slice; 0 if its directory is not named as it should be
	Slice string      `json:"slice"`
	Tasks []GraphTask `json:"tasks"`
}

// GraphTask is a task of the slice plan, or a scaffolded one that the plan does not have.
type GraphTask struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Tier   string `json:"tier,omitempty"`
	Status string `json:"status,omitempty"` // of the scaffolded file
	Path   string `json:"path"`
}

// GraphEdge is a dependency. State is "" if it holds, "broken" if it does not, and "cyclic" if it lies on a cycle.
type GraphEdge struct {
	From  string `json:"from"` // the task that waits
	To    string `json:"to"`   // what it waits for; it need not exist
	State string `json:"state,omitempty"`
}

// Graphs returns the graph of one milestone, or of all if milestone is "", in every project that the options name, by root and id. The error is a
// *UsageError if there is no such milestone.
func Graphs(ctx context.Context, o Options, milestone string) ([]Graph, error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	if err := r.discover(ctx); err != nil {
		return nil, err
	}
	p, done := r.project(ctx)
	defer done()
	tree := project.NewTree(document.NewSet(p))
	var graphs []Graph
	var known []string
	for _, root := range tree.Roots() {
		for _, id := range tree.MilestoneIDs(root) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			known = append(known, id)
			if milestone == "" || milestone == id {
				graphs = append(graphs, newGraph(tree, root, id))
			}
		}
	}
	if len(graphs) == 0 && milestone != "" {
		return nil, usage("there is no milestone %q%s", milestone, rules.DidYouMean(milestone, known))
	}
	return graphs, nil
}

func newGraph(tree *project.Tree, root, id string) Graph {
	m := tree.MilestoneByID(root, id)
	g := Graph{Root: root, Milestone: id, Waves: []GraphWave{}, Edges: []GraphEdge{}}
	if entry := tree.Roadmap(root).Entry(id); entry != nil {
		g.Name = entry.Name.Text
	}
	waves := map[string]*GraphWave{}
	for _, s := range m.Slices {
		g.Waves = append(g.Waves, GraphWave{Wave: s.Number, Slice: s.ID, Tasks: []GraphTask{}})
	}
	for i := range g.Waves {
		waves[g.Waves[i].Slice] = &g.Waves[i]
	}
	for _, n := range m.Nodes() {
		_, slice, _ := project.SplitID(n.ID)
		w := waves[slice]
		t := GraphTask{ID: n.ID}
		if n.File != nil {
			t.Name, t.Tier, t.Status, t.Path = n.File.Name, n.File.Tier, n.File.Status, n.File.Path
		}
		if n.Task != nil {
			t.Path = m.Slice(slice).Plan.Path
			t.Name = n.Task.Text("name")
			if a := n.Task.Tag.Attr("tier"); a != nil {
				t.Tier = a.Text
			}
		}
		w.Tasks = append(w.Tasks, t)
		for _, e := range n.Edges {
			edge := GraphEdge{From: n.ID, To: e.To}
			switch {
			case m.OnCycle(n.ID, e.To):
				edge.State = "cyclic"
			case m.Backward(n, e):
				edge.State = "broken"
			}
			g.Edges = append(g.Edges, edge)
		}
	}
	return g
}

// Text returns the graph as lines for people: the waves, and behind each task what it waits for.
func (g *Graph) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", g.title())
	edges := g.byTask()
	width := 0
	for _, w := range g.Waves {
		for _, t := range w.Tasks {
			width = max(width, len([]rune(t.Name)))
		}
	}
	width = min(width, 40)
	for _, w := range g.Waves {
		fmt.Fprintf(&b, "\n  wave %d, %s: %s\n", w.Wave, w.Slice, document.Count(len(w.Tasks), "task"))
		for _, t := range w.Tasks {
			line := fmt.Sprintf("    %s  %-*s  %-6s  %-11s", t.ID, width, t.Name, t.Tier, t.Status)
			var needs []string
			for _, e := range edges[t.ID] {
				need := e.To
				if e.State != "" {
					need += " (" + e.State + ")"
				}
				needs = append(needs, need)
			}
			if len(needs) > 0 {
				line += "  after " + strings.Join(needs, ", ")
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return b.String()
}

func (g *Graph) title() string {
	title := g.Milestone
	if g.Name != "" {
		title += " — " + g.Name
	}
	if g.Root != "" {
		title += " (" + g.Root + ")"
	}
	return title
}

func (g *Graph) byTask() map[string][]GraphEdge {
	edges := map[string][]GraphEdge{}
	for _, e := range g.Edges {
		edges[e.From] = append(edges[e.From], e)
	}
	return edges
}

// missing returns the ids that tasks wait for and that are no task of the milestone, sorted.
func (g *Graph) missing() []string {
	known := map[string]bool{}
	for _, w := range g.Waves {
		for _, t := range w.Tasks {
			known[t.ID] = true
		}
	}
	var missing []string
	for _, e := range g.Edges {
		if !known[e.To] && !slices.Contains(missing, e.To) {
			missing = append(missing, e.To)
		}
	}
	slices.Sort(missing)
	return missing
}

// Mermaid returns the graph as a Mermaid flowchart: arrows lead from what is done first to what waits for it.
func (g *Graph) Mermaid() string {
	var b strings.Builder
	quote := strings.NewReplacer(`"`, "#quot;", "<", "#lt;", ">", "#gt;", "\n", " ", "`", "#96;").Replace
	b.WriteString("flowchart LR\n")
	name := map[string]string{}
	node := func(id string) string {
		if name[id] == "" {
			name[id] = fmt.Sprintf("t%d", len(name)+1)
		}
		return name[id]
	}
	for i, w := range g.Waves {
		fmt.Fprintf(&b, "  subgraph w%d [\"%s\"]\n", i+1, quote(w.Slice))
		for _, t := range w.Tasks {
			fmt.Fprintf(&b, "    %s[\"%s<br/>%s\"]\n", node(t.ID), quote(t.ID), quote(t.Name))
		}
		b.WriteString("  end\n")
	}
	for _, id := range g.missing() {
		fmt.Fprintf(&b, "  %s[\"%s does not exist\"]:::broken\n", node(id), quote(id))
	}
	var marked []string
	for i, e := range g.Edges {
		arrow := "-->"
		if e.State != "" {
			arrow = "-. " + e.State + " .->"
			marked = append(marked, fmt.Sprint(i))
		}
		fmt.Fprintf(&b, "  %s %s %s\n", node(e.To), arrow, node(e.From))
	}
	if len(marked) > 0 {
		fmt.Fprintf(&b, "  linkStyle %s stroke:#c00\n", strings.Join(marked, ","))
	}
	b.WriteString("  classDef broken stroke:#c00,color:#c00\n")
	return b.String()
}

// DOT returns the graph in the language of Graphviz: arrows lead from what is done first to what waits for it.
func (g *Graph) DOT() string {
	var b strings.Builder
	quote := func(s string) string {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
	}
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=LR;\n  node [shape=box];\n", quote(g.Milestone))
	for i, w := range g.Waves {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", i+1, quote(w.Slice))
		for _, t := range w.Tasks {
			fmt.Fprintf(&b, "    %s [label=%s];\n", quote(t.ID), quote(t.ID+"\n"+t.Name))
		}
		b.WriteString("  }\n")
	}
	for _, id := range g.missing() {
		fmt.Fprintf(&b, "  %s [color=red, fontcolor=red, label=%s];\n", quote(id), quote(id+" does not exist"))
	}
	for _, e := range g.Edges {
		style := ""
		if e.State != "" {
			style = fmt.Sprintf(" [color=red, label=%s]", quote(e.State))
		}
		fmt.Fprintf(&b, "  %s -> %s%s;\n", quote(e.To), quote(e.From), style)
	}
	b.WriteString("}\n")
	return b.String()
}
