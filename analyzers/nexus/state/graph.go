package state

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/graph"
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
		for i, dep := range document.Items(list) {
			at := document.Index(t.at+".deps", i)
			switch {
			case dep.Type != document.Number:
				continue
			case dep.Num == t.id && t.node.Has("id"):
				l.Reportf("nx-dep-self", dep.Span, at,
					"task %s depends on itself, so it never becomes ready; remove the dependency", dep.Text)
			case l.byID[dep.Num] == nil:
				l.Report(document.Finding{Rule: "nx-dep-unknown", Span: dep.Span, At: at,
					Fixes: document.DropItem(list, i),
					Message: fmt.Sprintf("there is no task %s, so this one never starts; "+
						"name the task that must come first, or remove the dependency", dep.Text)})
			case seen[dep.Num]:
				l.Report(document.Finding{Rule: "nx-dep-duplicate", Span: dep.Span, At: at,
					Fixes:   document.DropItem(list, i),
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
		l.Reportf("nx-dep-cycle", first.node.Get("deps").Span, first.at+".deps",
			"the tasks %s depend on each other, so none of them ever becomes ready; remove one of these dependencies",
			strings.Join(names, " → "))
	}
}

// cycles returns one way around for each group of tasks that wait for each other, beginning with its first task.
func (l *taskList) cycles() [][]*task {
	component := graph.Components(l.all, l.needs)
	members := map[int][]*task{}
	for _, t := range l.all {
		if l.byID[t.id] == t {
			members[component[t]] = append(members[component[t]], t)
		}
	}
	var found [][]*task
	for _, t := range l.all {
		if group := members[component[t]]; len(group) > 1 && group[0] == t {
			found = append(found, graph.Way(t, t, l.needs))
		}
	}
	return found
}

// needs returns the other tasks that a task waits for.
func (l *taskList) needs(t *task) []*task {
	var others []*task
	for _, dep := range t.deps {
		if other := l.byID[dep.Num]; other != nil && other != t {
			others = append(others, other)
		}
	}
	return others
}

// readiness reports a task that was begun before what it waits for was done.
func (l *taskList) readiness(t *task) {
	status := t.text("status")
	if status != "in_progress" && status != "completed" {
		return
	}
	for _, other := range l.needs(t) {
		if other.text("status") != "completed" {
			l.Reportf("nx-dep-order", t.node.Get("status").Span, t.at+".status",
				"the task is %s, and task %s, which it waits for, is not completed, so it was begun without what "+
					"it needs; correct one of the two statuses", status, number(other.id))
			return
		}
	}
}
