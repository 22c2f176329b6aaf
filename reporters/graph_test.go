package reporters

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
)

// waves is a graph with so many tasks in each wave, in all states, and two edges from each.
func waves(sizes ...int) pack.Graph {
	g := pack.Graph{ID: "M001"}
	n := 0
	for i, size := range sizes {
		group := pack.Group{ID: fmt.Sprint(i), Title: fmt.Sprintf("wave %d", i)}
		for range size {
			id, state := fmt.Sprintf("T%d", n), pack.State(n)%(pack.Unclear+1)
			group.Nodes = append(group.Nodes, pack.Node{ID: id, Name: "task " + id, State: state})
			n++
		}
		g.Groups = append(g.Groups, group)
	}
	for i := range 2 * n {
		e := pack.Edge{From: fmt.Sprintf("T%d", i/2), To: fmt.Sprintf("T%d", 7*i%n)}
		if i%10 == 0 {
			e.To, e.Fault = "T999", "broken"
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

// TestGraphSVG holds what a picture says: all nodes, which of them wait for one another, and what is found in them.
func TestGraphSVG(t *testing.T) {
	g := waves(30, 30)
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
		"Cycle: T0, T1, T31 depend on one another", "Cycle: T2 depends on itself", "T70 does not exist", "M000-T1 is in another graph",
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
