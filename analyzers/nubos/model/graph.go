package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/graph"
)

// Node is a task in the graph of a milestone.
type Node struct {
	ID    string
	Slice int // number of its slice
	Edges []Edge
	Task  *Task // of the slice plan, or nil
	File  *File // scaffolded, or nil
}

// Edge is one entry of a depends_on. What the slice plan says is listed once, though the file scaffolded from it
// repeats it.
type Edge struct {
	To       Item   // the id of a task that need not exist, and where it stands …
	Path     string // … in this file
	Backward bool   // it breaks the order of slices: there is no such task in an earlier one
	Cyclic   bool   // it lies on a circle
	// Cycle is set at the one edge of a circle where that is reported: the tasks of a shortest circle that it lies
	// on, starting with the task that waits and ending with the one that depends on it.
	Cycle []string
}

// Node returns the task with the id, or nil. The milestone may be nil.
func (m *Milestone) Node(id string) *Node {
	if m == nil {
		return nil
	}
	return m.nodes[id]
}

// link builds the graph from the slice plans and the scaffolded files.
func (m *Milestone) link() {
	m.nodes = map[string]*Node{}
	for _, s := range m.Slices {
		s.faulty = s.Plan != nil && s.Plan.faulty(s.Full)
		for _, t := range s.tasks() {
			if n := m.node(t.ID, s); n != nil && n.Task == nil {
				n.Task, n.Edges = t, make([]Edge, 0, len(t.DependsOn))
				for _, dep := range t.DependsOn {
					n.Edges = append(n.Edges, Edge{To: dep, Path: s.Plan.Path})
				}
			}
		}
		for _, f := range s.Files {
			n := m.node(f.ID, s)
			if n == nil || n.File != nil {
				continue
			}
			n.File = f
			planned := map[string]bool{}
			for _, e := range n.Edges {
				planned[e.To.Text] = true
			}
			if len(planned) == 0 {
				n.Edges = slices.Grow(n.Edges, len(f.DependsOn))
			}
			for _, dep := range f.DependsOn {
				if !planned[dep.Text] {
					n.Edges = append(n.Edges, Edge{To: dep, Path: f.Path})
				}
			}
		}
	}
	slices.SortFunc(m.Tasks, func(a, b *Node) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), strings.Compare(a.ID, b.ID))
	})
	m.judge()
}

func (s *Slice) tasks() []*Task {
	if s.Plan == nil {
		return nil
	}
	return s.Plan.Tasks
}

// node returns the node of an id that belongs into the slice, making it if it is new.
func (m *Milestone) node(id string, s *Slice) *Node {
	milestone, slice, _ := place.SplitID(id)
	if milestone != m.ID || slice != s.ID {
		return nil
	}
	n := m.nodes[id]
	if n == nil {
		n = &Node{ID: id, Slice: s.Number}
		m.nodes[id] = n
		m.Tasks = append(m.Tasks, n)
	}
	return n
}

// judge finds out which edges cannot hold. One edge of each circle that breaks the order of slices closes it: the
// first in the order of ids. Every circle holds at least one such edge.
func (m *Milestone) judge() {
	component := graph.Components(m.Tasks, m.waitsFor)
	closed := map[int]bool{}
	for _, n := range m.Tasks {
		for i := range n.Edges {
			e, to := &n.Edges[i], m.nodes[n.Edges[i].To.Text]
			e.Backward = to == nil || to.Slice >= n.Slice
			if to == nil || component[to] != component[n] {
				continue
			}
			e.Cyclic = true
			if e.Backward && !closed[component[n]] {
				closed[component[n]], e.Cycle = true, m.cycle(n, e.To.Text)
			}
		}
	}
}

// waitsFor returns the tasks that a task depends on and that are there.
func (m *Milestone) waitsFor(n *Node) []*Node {
	all := make([]*Node, 0, len(n.Edges))
	for _, e := range n.Edges {
		if to := m.nodes[e.To.Text]; to != nil {
			all = append(all, to)
		}
	}
	return all
}

// cycle returns the tasks of a shortest circle that the dependency of a task on another closes.
func (m *Milestone) cycle(from *Node, to string) []string {
	cycle := []string{from.ID}
	if to != from.ID {
		for _, n := range graph.Way(m.nodes[to], from, m.waitsFor) {
			cycle = append(cycle, n.ID)
		}
	}
	return cycle
}
