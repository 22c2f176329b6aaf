package drawing

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

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

// nothing is that nothing was found.
func nothing([]pack.Place) (errors, warnings int, told string) { return 0, 0, "" }

// TestSVGBounded holds that a graph with very many edges is drawn in a moment.
func TestSVGBounded(t *testing.T) {
	g := pack.Graph{ID: "M001"}
	for i := range 300 {
		id := fmt.Sprintf("T%d", i)
		g.Groups = append(g.Groups, pack.Group{ID: id, Title: id, Nodes: []pack.Node{{ID: id, Name: id}}})
		for k := range i {
			g.Edges = append(g.Edges, pack.Edge{From: id, To: fmt.Sprintf("T%d", k)}, pack.Edge{From: id, To: fmt.Sprintf("T%d", k)})
		}
	}
	g.Edges = append(g.Edges, pack.Edge{From: "T0", To: "T299", Fault: "cyclic"})
	svg := SVG([]pack.Graph{g}, nothing)
	if len(svg) > 5_000_000 || strings.Count(svg, `class="line`) > maxLines+4 {
		t.Errorf("the picture has %d bytes and %d lines", len(svg), strings.Count(svg, `class="line`))
	}
	if !strings.Contains(svg, "39851 more dependencies are not drawn") || !strings.Contains(svg, "↻ cyclic") {
		t.Error("the picture does not say what it leaves out, or leaves out what cannot hold")
	}
}
