// Package view tells what nubos projects look like as a whole: how far their milestones are, and what their tasks
// wait for. It judges nothing.
package view

import (
	"fmt"
	"path"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/analyzers/pack"
)

// Graph shows the tasks of each milestone in waves.
var Graph = &analysis.Analyzer{
	Name:       "nubosgraph",
	Doc:        "show the waves and dependencies of milestones",
	Requires:   []*analysis.Analyzer{model.Analyzer},
	ResultType: reflect.TypeFor[pack.View](),
	Run: func(pass *analysis.Pass) (any, error) {
		tree := model.Of(pass)
		known := document.Shared[graphs](tree.Set)
		var v pack.View
		for _, root := range tree.Roots() {
			for _, id := range tree.MilestoneIDs(root) {
				v.Graphs = append(v.Graphs, known.Get(tree.Set, [2]string{root, id}, func() pack.Graph {
					return graph(tree, root, id)
				}))
			}
		}
		return v, nil
	},
}

// graphs is those of milestones, by root and directory.
type graphs struct {
	document.Memo[[2]string, pack.Graph]
}

// graph returns the tasks of a milestone: a group is a slice, whose tasks run side by side, one wave after the other.
// A task is one of the slice plan, or a scaffolded one that the plan does not have.
func graph(tree *model.Tree, root, id string) pack.Graph {
	m := tree.Milestone(root, id)
	g := pack.Graph{Root: root, ID: id, Name: tree.Roadmap(root).Entry(id).NameText(), Groups: []pack.Group{},
		Edges: []pack.Edge{}}
	nodes := map[string][]pack.Node{}
	for _, n := range m.Tasks {
		_, slice, _ := place.SplitID(n.ID)
		nodes[slice] = append(nodes[slice], node(m, n))
		for e := range m.Edges(n) {
			edge := pack.Edge{From: n.ID, To: e.To.Text}
			switch {
			case e.Cyclic:
				edge.Fault = "cyclic"
			case e.Backward:
				edge.Fault = "broken"
			}
			g.Edges = append(g.Edges, edge)
		}
	}
	for _, s := range m.Slices {
		title := fmt.Sprintf("wave %d, %s: %s", s.Number, s.ID, document.Count(len(nodes[s.ID]), "task"))
		g.Groups = append(g.Groups, pack.Group{ID: s.ID, Title: title, Nodes: append([]pack.Node{}, nodes[s.ID]...)})
	}
	return g
}

func node(m *model.Milestone, n *model.Node) pack.Node {
	var name, file, tier, status string
	var places []pack.Place
	if n.File != nil {
		name, file, tier, status = n.File.Name, n.File.Path, n.File.Tier, n.File.Status
		places = append(places, pack.Place{Path: path.Dir(file) + "/"})
	}
	if n.Task != nil {
		_, slice, _ := place.SplitID(n.ID)
		name, file = n.Task.Text("name"), m.Slice(slice).Plan.Path
		if a := n.Task.Tag.Attr("tier"); a != nil {
			tier = a.Text
		}
		places = append(places, pack.Place{Path: file, Start: n.Task.Tag.Open.Start, End: n.Task.Tag.Close.End})
	}
	return pack.Node{ID: n.ID, Name: name, Path: file, State: state(status), Places: places,
		Labels: []pack.Label{{Name: "tier", Value: tier}, {Name: "status", Value: status}}}
}

// state returns what a status of a task or milestone means.
func state(status string) pack.State {
	switch status {
	case "", "pending", "backlog":
		return pack.Open
	case "in-progress":
		return pack.Running
	case "done", "complete", "verified":
		return pack.Done
	case "skipped", "parked", "deferred":
		return pack.Left
	case "failed":
		return pack.Failed
	}
	return pack.Unclear
}
