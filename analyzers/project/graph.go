package project

import (
	"slices"
)

// Node is a task in the graph of a milestone.
type Node struct {
	ID    string
	Slice int // number of its slice
	Edges []Edge
	Task  *Task // of the slice plan, or nil
	File  *File // scaffolded, or nil

	group int // the strongly connected component that it lies in
}

// Edge is one entry of a depends_on.
type Edge struct {
	To string
	// Path and the item's span tell where it is written. What the slice plan says is listed once, though the file scaffolded from it repeats it.
	Path string
	Item
}

// Node returns the task with the id, or nil.
func (m *Milestone) Node(id string) *Node { return m.tasks[id] }

// Nodes returns the tasks of a milestone by id.
func (m *Milestone) Nodes() []*Node {
	nodes := make([]*Node, 0, len(m.tasks))
	for _, n := range m.tasks {
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(a, b *Node) int {
		if len(a.ID) != len(b.ID) {
			return len(a.ID) - len(b.ID)
		}
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	return nodes
}

// link builds the graph from the slice plans and the scaffolded files.
func (m *Milestone) link() {
	m.tasks = map[string]*Node{}
	for _, s := range m.Slices {
		for _, t := range s.tasks() {
			if n := m.node(t.ID, s); n != nil && n.Task == nil {
				n.Task = t
				for _, dep := range t.DependsOn {
					n.Edges = append(n.Edges, Edge{To: dep.Text, Path: s.Plan.Path, Item: dep})
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
				planned[e.To] = true
			}
			for _, dep := range f.DependsOn {
				if !planned[dep.Text] {
					n.Edges = append(n.Edges, Edge{To: dep.Text, Path: f.Path, Item: dep})
				}
			}
		}
	}
	m.group()
}

func (s *Slice) tasks() []*Task {
	if s.Plan == nil {
		return nil
	}
	return s.Plan.Tasks
}

// node returns the node of an id that belongs into the slice, making it if it is new.
func (m *Milestone) node(id string, s *Slice) *Node {
	milestone, slice, _ := SplitID(id)
	if milestone != m.ID || slice != s.ID {
		return nil
	}
	n := m.tasks[id]
	if n == nil {
		n = &Node{ID: id, Slice: s.Number, group: -1}
		m.tasks[id] = n
	}
	return n
}

// group finds the strongly connected components after Tarjan, without recursion: a chain of tasks may be long.
func (m *Milestone) group() {
	type visit struct {
		n    *Node
		edge int
	}
	index, low := map[*Node]int{}, map[*Node]int{}
	var stack []*Node
	groups := 0
	for _, start := range m.Nodes() {
		if _, seen := index[start]; seen {
			continue
		}
		index[start], low[start] = len(index), len(index)
		stack = append(stack, start)
		path := []visit{{start, 0}}
		for len(path) > 0 {
			v := &path[len(path)-1]
			if v.edge < len(v.n.Edges) {
				to := m.tasks[v.n.Edges[v.edge].To]
				v.edge++
				if to == nil {
					continue
				}
				if _, seen := index[to]; !seen {
					index[to], low[to] = len(index), len(index)
					stack = append(stack, to)
					path = append(path, visit{to, 0})
				} else if to.group < 0 {
					low[v.n] = min(low[v.n], index[to])
				}
				continue
			}
			n := v.n
			path = path[:len(path)-1]
			if len(path) > 0 {
				above := path[len(path)-1].n
				low[above] = min(low[above], low[n])
			}
			if low[n] != index[n] {
				continue
			}
			for {
				last := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				last.group = groups
				if last == n {
					break
				}
			}
			groups++
		}
	}
	m.findClosing()
}

// closing is the edge at which a cycle is reported.
type closing struct {
	node *Node
	edge int
}

// findClosing chooses one edge of each component that breaks the order of slices and lies on a cycle: the first in the order of ids.
func (m *Milestone) findClosing() {
	m.closing = map[int]closing{}
	for _, n := range m.Nodes() {
		if _, done := m.closing[n.group]; done {
			continue
		}
		for i, e := range n.Edges {
			if to := m.tasks[e.To]; to != nil && to.group == n.group && m.Backward(n, e) {
				m.closing[n.group] = closing{n, i}
				break
			}
		}
	}
}

// Cycle returns the tasks of a shortest cycle that the dependency of from on to closes, starting with from and ending with the task that
// depends on it; nil if there is none.
func (m *Milestone) Cycle(from, to string) []string {
	a, b := m.tasks[from], m.tasks[to]
	if a == nil || b == nil || a.group != b.group {
		return nil
	}
	if a == b {
		return []string{from}
	}
	before := map[*Node]*Node{b: a}
	for queue := []*Node{b}; len(queue) > 0; queue = queue[1:] {
		for _, e := range queue[0].Edges {
			n := m.tasks[e.To]
			if n == nil || n.group != a.group {
				continue
			}
			if n == a {
				var cycle []string
				for at := queue[0]; at != a; at = before[at] {
					cycle = append(cycle, at.ID)
				}
				cycle = append(cycle, from)
				slices.Reverse(cycle)
				return cycle
			}
			if before[n] == nil {
				before[n] = queue[0]
				queue = append(queue, n)
			}
		}
	}
	return nil
}

// OnCycle reports whether the dependency of from on to lies on a cycle.
func (m *Milestone) OnCycle(from, to string) bool {
	a, b := m.tasks[from], m.tasks[to]
	return a != nil && b != nil && a.group == b.group && (a != b || from == to)
}

// Backward reports whether a dependency of a task in the slice with the given number breaks the order of slices: it does not point to
// an earlier one. Every cycle holds at least one such edge.
func (m *Milestone) Backward(n *Node, e Edge) bool {
	to := m.tasks[e.To]
	return to == nil || to.Slice >= n.Slice
}

// FirstOfCycle reports whether the i-th edge of n is the first of its component that breaks the order of slices, in the order of ids: the one place
// where the cycle is reported.
func (m *Milestone) FirstOfCycle(n *Node, i int) bool {
	first, ok := m.closing[n.group]
	return ok && first.node == n && first.edge == i
}
