package reporters

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
)

// waves is a graph with so many tasks in each wave, and edges that lead anywhere.
func waves(rnd *rand.Rand, sizes ...int) pack.Graph {
	g := pack.Graph{ID: "M001"}
	var ids []string
	for i, size := range sizes {
		group := pack.Group{ID: fmt.Sprint(i), Title: fmt.Sprintf("wave %d", i)}
		for range size {
			id := fmt.Sprintf("T%d", len(ids))
			ids = append(ids, id)
			group.Nodes = append(group.Nodes, pack.Node{ID: id, Name: "task " + id})
		}
		g.Groups = append(g.Groups, group)
	}
	for range 2 * len(ids) {
		e := pack.Edge{From: ids[rnd.IntN(len(ids))], To: ids[rnd.IntN(len(ids))]}
		if rnd.IntN(10) == 0 {
			e.To, e.Fault = "T999", "broken"
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

// TestLayout holds that no line passes through a box, and that ends of lines lie on the sides of their boxes.
func TestLayout(t *testing.T) {
	for seed := range uint64(50) {
		g := waves(rand.New(rand.NewPCG(seed, 1)), 5, 9, 1, 12, 7, 9, 8, 9)
		l := lay(&g)
		edges := map[pack.Edge]bool{}
		for _, e := range g.Edges {
			edges[e] = true
		}
		if len(l.lines) != len(edges) {
			t.Fatalf("%d of %d edges are drawn", len(l.lines), len(edges))
		}
		for _, e := range l.lines {
			for _, end := range []struct{ y, row int }{{e.y0, e.from.row}, {e.y1, e.to.row}} {
				if end.y <= top(end.row) || end.y >= top(end.row)+nodeHeight {
					t.Errorf("a line ends at %d, beside the box at %d", end.y, top(end.row))
				}
			}
			step := 1
			if e.from.column > e.to.column {
				step = -1
			}
			for i, lane := range e.lanes {
				for row := range l.columns[e.from.column+step*(i+1)].boxes {
					if top(row) <= lane && lane <= top(row)+nodeHeight {
						t.Errorf("a line passes through the box at %d in %d", top(row), lane)
					}
				}
			}
		}
	}
}

// TestGraphSVG holds what a picture says: all nodes, which of them wait for one another, and what is found in them.
func TestGraphSVG(t *testing.T) {
	g := waves(rand.New(rand.NewPCG(1, 1)), 30, 30)
	for i := range g.Groups {
		for k := range g.Groups[i].Nodes {
			g.Groups[i].Nodes[k].State = pack.State(k) % (pack.Unclear + 1)
		}
	}
	g.Edges = []pack.Edge{{From: "T0", To: "T1", Fault: "cyclic"}, {From: "T1", To: "T31", Fault: "cyclic"},
		{From: "T31", To: "T0"}, {From: "T2", To: "T2", Fault: "cyclic"}, {From: "T3", To: "T70", Fault: "broken"},
		{From: "T4", To: "M000-T1"}}
	g.Groups[0].Nodes[0].Places = []pack.Place{{Path: "plan.md", Start: 10, End: 20}, {Path: "tasks/T0/"}, {Path: "tasks/"}}
	g.Groups[0].Nodes[1].Places = []pack.Place{{Path: "plan.md", Start: 20, End: 30}}
	r := &nplint.Report{}
	for _, f := range []struct {
		path     string
		at       int
		severity nplint.Severity
	}{
		{"plan.md", 9, nplint.Error}, {"plan.md", 10, nplint.Error}, {"plan.md", 19, nplint.Error}, {"tasks/T0/a.md", 1, nplint.Warning},
		{"tasks/T0/b.md", 1, nplint.Error}, {"tasks.md", 0, nplint.Error}, {"plan.md", 20, nplint.Warning},
	} {
		r.Findings = append(r.Findings, nplint.Finding{Path: f.path, Severity: f.severity,
			Range: nplint.Range{Start: nplint.Position{Offset: f.at}}})
	}
	svg := GraphSVG([]pack.Graph{g, g}, r)
	if svg != GraphSVG([]pack.Graph{g, g}, r) {
		t.Error("it is not always the same")
	}
	for _, want := range []string{
		"T0, task T0, open; 3 errors, 1 warning; waits for T1 (cyclic)", ">3 errors<", ">1 warning<", "T1, task T1, running; 1 warning",
		"Cycle: T0, T1, T31 wait for one another", "Cycle: T2 waits for itself", "T70 does not exist", "M000-T1 is in another graph",
		">does not exist<", ">in another graph<", "✕ broken", "↻ cyclic", ">wave 1<", "prefers-color-scheme:dark",
	} {
		if n := strings.Count(svg, want); n < 2 && want != "prefers-color-scheme:dark" || n == 0 {
			t.Errorf("%q is there %d times", want, n)
		}
	}
	for i := range 60 {
		if n := strings.Count(svg, fmt.Sprintf(">T%d</text>", i)); n != 2 {
			t.Errorf("T%d is there %d times", i, n)
		}
	}
	svgIsInert(t, svg)
}

// TestGraphSVGBounded holds that a graph with very many edges is drawn in a moment.
func TestGraphSVGBounded(t *testing.T) {
	g := pack.Graph{ID: "M001"}
	for i := range 300 {
		id := fmt.Sprintf("T%d", i)
		g.Groups = append(g.Groups, pack.Group{ID: id, Title: id, Nodes: []pack.Node{{ID: id, Name: id}}})
		for k := range i {
			g.Edges = append(g.Edges, pack.Edge{From: id, To: fmt.Sprintf("T%d", k)}, pack.Edge{From: id, To: fmt.Sprintf("T%d", k)})
		}
	}
	g.Edges = append(g.Edges, pack.Edge{From: "T0", To: "T299", Fault: "cyclic"})
	svg := GraphSVG([]pack.Graph{g}, nil)
	if len(svg) > 5_000_000 || strings.Count(svg, `class="line`) > maxLines+4 {
		t.Errorf("the picture has %d bytes and %d lines", len(svg), strings.Count(svg, `class="line`))
	}
	if !strings.Contains(svg, "39851 more dependencies are not drawn") || !strings.Contains(svg, "↻ cyclic") {
		t.Error("the picture does not say what it leaves out, or leaves out what cannot hold")
	}
}

func TestCut(t *testing.T) {
	for _, c := range [][2]string{
		{"short", "short"}, {"exactly 10", "exactly 10"}, {"eleven char", "eleven ch…"}, {"完成完成完", "完成完成完"}, {"完成完成完成", "完成完成…"},
		{"👩‍👩‍👧 and more of it", "👩‍👩‍👧 and mo…"},
	} {
		if got := cut(c[0], 10); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}
