package nexusstate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// dependencies judges what tasks wait for.
func (l *taskList) dependencies() {
	waiting := false
	for _, t := range l.all {
		if len(t.deps) == 0 {
			continue
		}
		waiting = true
		seen := map[float64]bool{}
		list := t.node.Get("deps")
		for i, dep := range items(list) {
			at := index(t.at+".deps", i)
			switch {
			case dep.Type != document.Number:
				continue
			case dep.Num == t.id && t.node.Has("id"):
				l.Reportf("nx-dep-self", dep.Span, at, "task %s waits for itself, so it never becomes ready; remove the dependency", dep.Text)
			case l.byID[dep.Num] == nil:
				l.Report(document.Finding{Rule: "nx-dep-unknown", Span: dep.Span, At: at, Fixes: document.DropItem(list, i),
					Message: fmt.Sprintf("there is no task %s, so this one waits for ever; name the task that must come first, or remove the dependency", dep.Text)})
			case seen[dep.Num]:
				l.Report(document.Finding{Rule: "nx-dep-duplicate", Span: dep.Span, At: at, Fixes: document.DropItem(list, i),
					Message: fmt.Sprintf("task %s stands in `deps` twice; remove one", dep.Text)})
			}
			seen[dep.Num] = true
		}
	}
	if !waiting {
		return
	}
	for _, cycle := range l.cycles() {
		var names []string
		for _, t := range append(cycle, cycle[0]) {
			names = append(names, number(t.id))
		}
		first := cycle[0]
		l.Reportf("nx-dep-cycle", first.node.Get("deps").Span, first.at+".deps", "the tasks %s wait for each other, so none of them ever becomes ready; remove one of these dependencies", strings.Join(names, " → "))
	}
}

// cycles returns one way around for each knot of tasks that wait for each other, beginning with its first task. It needs no recursion,
// however long the chains are.
func (l *taskList) cycles() [][]*task {
	component := l.components()
	members := map[int][]*task{}
	for _, t := range l.all {
		if l.byID[t.id] == t {
			members[component[t]] = append(members[component[t]], t)
		}
	}
	var found [][]*task
	for _, t := range l.all {
		knot := members[component[t]]
		if len(knot) > 1 && knot[0] == t {
			found = append(found, l.around(t, component))
		}
	}
	return found
}

// around returns the shortest way from a task back to itself inside of its knot.
func (l *taskList) around(from *task, component map[*task]int) []*task {
	previous := map[*task]*task{}
	for queue := []*task{from}; len(queue) > 0; queue = queue[1:] {
		for _, dep := range queue[0].deps {
			next := l.byID[dep.Num]
			switch {
			case next == nil || component[next] != component[from] || next == queue[0]:
			case next == from:
				var way []*task
				for t := queue[0]; t != nil; t = previous[t] {
					way = append(way, t)
				}
				slices.Reverse(way)
				return way
			case previous[next] == nil:
				previous[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	return []*task{from} // not reached: a knot has a way around
}

// components numbers the strongly connected parts of the graph, by Tarjan's algorithm with a stack of its own.
func (l *taskList) components() map[*task]int {
	type frame struct {
		t    *task
		next int
	}
	index, low := map[*task]int{}, map[*task]int{}
	component := map[*task]int{}
	var open []*task
	for _, root := range l.all {
		if index[root] != 0 {
			continue
		}
		for frames := []frame{{t: root}}; len(frames) > 0; {
			f := &frames[len(frames)-1]
			if index[f.t] == 0 {
				index[f.t] = len(index) + 1
				low[f.t] = index[f.t]
				open = append(open, f.t)
			}
			if f.next < len(f.t.deps) {
				next := l.byID[f.t.deps[f.next].Num]
				f.next++
				if next != nil && index[next] == 0 {
					frames = append(frames, frame{t: next})
				} else if next != nil && component[next] == 0 {
					low[f.t] = min(low[f.t], index[next])
				}
				continue
			}
			t := f.t
			frames = frames[:len(frames)-1]
			if low[t] == index[t] {
				for component[t] == 0 {
					last := open[len(open)-1]
					open = open[:len(open)-1]
					component[last] = index[t]
				}
			}
			if len(frames) > 0 {
				above := frames[len(frames)-1].t
				low[above] = min(low[above], low[t])
			}
		}
	}
	return component
}

// readiness reports a task that was begun before what it waits for was done.
func (l *taskList) readiness(t *task) {
	status := t.text("status")
	if status != "in_progress" && status != "completed" {
		return
	}
	for _, dep := range t.deps {
		other := l.byID[dep.Num]
		if other != nil && other != t && other.text("status") != "completed" {
			l.Reportf("nx-dep-order", t.node.Get("status").Span, t.at+".status", "the task is %s, and task %s, which it waits for, is not completed, so it was begun without what it needs; correct one of the two statuses", status, dep.Text)
			return
		}
	}
}
