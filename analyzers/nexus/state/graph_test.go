package state

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// graph makes tasks 0, 1, … of what each waits for.
func listOf(deps [][]int) *taskList {
	l := &taskList{byID: map[float64]*task{}}
	for i := range deps {
		t := &task{id: float64(i)}
		for _, dep := range deps[i] {
			t.deps = append(t.deps, &document.Node{Type: document.Number, Num: float64(dep)})
		}
		l.all = append(l.all, t)
		l.byID[t.id] = t
	}
	return l
}

func ways(l *taskList) string {
	var all [][]int
	for _, cycle := range l.cycles() {
		var ids []int
		for _, t := range cycle {
			ids = append(ids, int(t.id))
		}
		all = append(all, ids)
	}
	return fmt.Sprint(all)
}

func TestCycles(t *testing.T) {
	for _, c := range []struct {
		deps [][]int
		want string
	}{
		{[][]int{{}, {0}, {0, 1}}, "[]"},
		{[][]int{{1}, {0}}, "[[0 1]]"},
		{[][]int{{0}}, "[]"},                                   // nx-dep-self says it
		{[][]int{{7}, {0}}, "[]"},                              // nx-dep-unknown says it
		{[][]int{{1}, {2}, {0}, {0}}, "[[0 1 2]]"},             // 3 only waits for the cycle
		{[][]int{{1}, {0}, {3}, {2}}, "[[0 1] [2 3]]"},         // two cycles
		{[][]int{{1, 2}, {0}, {0}}, "[[0 1]]"},                 // one knot, one way around
		{[][]int{{1}, {2, 3}, {0}, {4}, {1}}, "[[0 1 2]]"},     // and the shortest
		{[][]int{{}, {2}, {3}, {1}, {1}, {4, 0}}, "[[1 2 3]]"}, // not from the first task
	} {
		if got := ways(listOf(c.deps)); got != c.want {
			t.Errorf("%v: %s, want %s", c.deps, got, c.want)
		}
	}
}

// TestCyclesLong shows that neither a long chain nor a long cycle needs a stack.
func TestCyclesLong(t *testing.T) {
	const n = 200_000
	deps := make([][]int, n)
	for i := 1; i < n; i++ {
		deps[i] = []int{i - 1}
	}
	if found := listOf(deps).cycles(); len(found) != 0 {
		t.Errorf("a chain has %d cycles", len(found))
	}
	deps[0] = []int{n - 1}
	if found := listOf(deps).cycles(); len(found) != 1 || len(found[0]) != n {
		t.Errorf("a ring has %d cycles", len(found))
	}
}

// FuzzCycles holds the knots that are found against those that going everywhere from every task finds.
func FuzzCycles(f *testing.F) {
	f.Add([]byte{0x01, 0x10})
	f.Add([]byte{0x01, 0x12, 0x20, 0x34, 0x43})
	f.Fuzz(func(t *testing.T, edges []byte) {
		deps := make([][]int, 16)
		for _, e := range edges {
			deps[e>>4] = append(deps[e>>4], int(e&15))
		}
		var reach [16][16]bool
		for i := range deps {
			for _, k := range deps[i] {
				reach[i][k] = true
			}
		}
		for k := range 16 {
			for i := range 16 {
				for j := range 16 {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		knots := map[int]bool{} // the first task of each
		for i := range 16 {
			for j := range 16 {
				if j != i && reach[i][j] && reach[j][i] {
					first := 0
					for first != i && !(reach[i][first] && reach[first][i]) {
						first++
					}
					knots[first] = true
				}
			}
		}
		found := listOf(deps).cycles()
		if len(found) != len(knots) {
			t.Fatalf("%v: %d knots, want %d", deps, len(found), len(knots))
		}
		for _, cycle := range found {
			if !knots[int(cycle[0].id)] {
				t.Errorf("%v: the way %v does not begin with the first task of a knot", deps, cycle[0].id)
			}
			for i, task := range cycle {
				next := cycle[(i+1)%len(cycle)]
				if !slices.ContainsFunc(task.deps, func(n *document.Node) bool { return n.Num == next.id }) {
					t.Errorf("%v: task %v does not wait for task %v", deps, task.id, next.id)
				}
			}
		}
	})
}
