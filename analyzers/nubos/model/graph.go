package model

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/graph"
)

// Node is a task in the graph of a milestone.
type Node struct {
	ID    string
	Slice int   // number of its slice
	Task  *Task // of the slice plan, or nil
	File  *File // scaffolded, or nil

	plan      string // the path of the slice plan, if that has the task
	beyond    []Item // what the file depends on and the slice plan does not say
	component int    // tasks with one number depend on one another
	closes    int    // the edge at which a circle is reported, or -1 …
	circle    []string
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

// Edges returns what a task of the milestone depends on: first what the slice plan says. They are made of the lists that
// the files hold, since there may be millions.
func (m *Milestone) Edges(n *Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for i, item := range n.items() {
			e := Edge{To: item, Path: n.plan, Backward: true}
			if i >= n.planned() {
				e.Path = n.File.Path
			}
			if to := m.nodes[item.Text]; to != nil {
				e.Backward, e.Cyclic = to.Slice >= n.Slice, to.component == n.component
			}
			if i == n.closes {
				e.Cycle = n.circle
			}
			if !yield(e) {
				return
			}
		}
	}
}

// items returns the entries of depends_on with their numbers.
func (n *Node) items() iter.Seq2[int, Item] {
	return func(yield func(int, Item) bool) {
		for i := range n.planned() + len(n.beyond) {
			if more := i - n.planned(); more >= 0 && !yield(i, n.beyond[more]) || more < 0 && !yield(i, n.Task.DependsOn[i]) {
				return
			}
		}
	}
}

// planned returns how many entries the slice plan has.
func (n *Node) planned() int {
	if n.Task == nil {
		return 0
	}
	return len(n.Task.DependsOn)
}

// link builds the graph from the slice plans and the scaffolded files.
func (m *Milestone) link() {
	m.nodes = map[string]*Node{}
	for _, s := range m.Slices {
		s.faulty = s.Plan != nil && s.Plan.faulty(s.Full)
		for _, t := range s.tasks() {
			if n := m.node(t.ID, s); n != nil && n.Task == nil {
				n.Task, n.plan = t, s.Plan.Path
			}
		}
		for _, f := range s.Files {
			if n := m.node(f.ID, s); n != nil && n.File == nil {
				n.File, n.beyond = f, f.DependsOn
				if n.planned() > 0 {
					n.beyond = without(f.DependsOn, n.Task.DependsOn)
				}
			}
		}
	}
	slices.SortStableFunc(m.Tasks, func(a, b *Node) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), strings.Compare(a.ID, b.ID))
	})
	m.judge()
}

// without returns those items whose texts no item of others has.
func without(items, others []Item) (left []Item) {
	known := make(map[string]bool, len(others))
	for _, item := range others {
		known[item.Text] = true
	}
	for _, item := range items {
		if !known[item.Text] {
			left = append(left, item)
		}
	}
	return left
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
		n = &Node{ID: id, Slice: s.Number, closes: -1}
		m.nodes[id] = n
		m.Tasks = append(m.Tasks, n)
	}
	return n
}

// judge finds out which edges cannot hold. One edge of each circle that breaks the order of slices closes it: the
// first in the order of ids. Every circle holds at least one such edge.
func (m *Milestone) judge() {
	for n, component := range graph.Components(m.Tasks, m.waitsFor) {
		n.component = component
	}
	closed := map[int]bool{}
	for _, n := range m.Tasks {
		if closed[n.component] {
			continue
		}
		i := 0
		for e := range m.Edges(n) {
			if e.Cyclic && e.Backward {
				closed[n.component], n.closes, n.circle = true, i, m.cycle(n, e.To.Text)
				break
			}
			i++
		}
	}
}

// waitsFor returns the tasks that a task depends on and that are there.
func (m *Milestone) waitsFor(n *Node) (all []*Node) {
	for _, item := range n.items() {
		if to := m.nodes[item.Text]; to != nil {
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
