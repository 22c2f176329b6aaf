package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/graph"
)

// parse reads edges such as "ab ba c": a and b lead to one another, c is alone.
func parse(text string) (nodes []string, next func(string) []string) {
	edges := map[string][]string{}
	for _, word := range strings.Fields(text) {
		for _, n := range strings.Split(word, "") {
			if !slices.Contains(nodes, n) {
				nodes = append(nodes, n)
			}
		}
		if len(word) == 2 {
			edges[word[:1]] = append(edges[word[:1]], word[1:])
		}
	}
	return nodes, func(n string) []string { return edges[n] }
}

func TestComponents(t *testing.T) {
	for _, c := range []struct{ graph, components, back string }{
		{"a", "a", ""},
		{"ab bc", "a b c", ""},
		{"aa", "a", "aa"},
		{"ab ba", "ab", "ba"},
		{"ab bc ca cd de ed", "abc de", "ca ed"},
		{"ab ac bd cd da", "abcd", "da"},
		{"ab bc cb ca", "abc", "cb ca"},
		{"ab cb bd db ce ec", "a ce bd", "db ec"},
	} {
		nodes, next := parse(c.graph)
		component := graph.Components(nodes, next)
		for _, a := range nodes {
			for _, b := range nodes {
				together := slices.ContainsFunc(strings.Fields(c.components),
					func(s string) bool { return strings.Contains(s, a) && strings.Contains(s, b) })
				if (component[a] == component[b]) != together {
					t.Errorf("%s: %s and %s: components %v, want %s", c.graph, a, b, component, c.components)
				}
			}
		}
		var back []string
		graph.Back(nodes, next, func(from string, i int) { back = append(back, from+next(from)[i]) })
		if got := strings.Join(back, " "); got != c.back {
			t.Errorf("%s: back %q, want %q", c.graph, got, c.back)
		}
	}
}

func TestWay(t *testing.T) {
	for _, c := range []struct{ graph, from, to, want string }{
		{"ab bc", "a", "c", "ab"},
		{"ab bc", "c", "a", ""},
		{"ab bc ca", "a", "a", "abc"},
		{"aa", "a", "a", "a"},
		{"ab bc cd ac", "a", "d", "ac"},
		{"ab ac bd cd", "a", "d", "ab"},
		{"a", "a", "a", ""},
	} {
		_, next := parse(c.graph)
		if got := strings.Join(graph.Way(c.from, c.to, next), ""); got != c.want {
			t.Errorf("%s: from %s to %s: %q, want %q", c.graph, c.from, c.to, got, c.want)
		}
	}
}

// TestLong holds that a long chain overflows nothing.
func TestLong(t *testing.T) {
	const n = 100000
	nodes := make([]int, n)
	for i := range nodes {
		nodes[i] = i
	}
	circle := func(i int) []int { return []int{(i + 1) % n} }
	if c := graph.Components(nodes, circle); c[0] != c[n-1] {
		t.Error("the circle falls apart")
	}
	if way := graph.Way(0, 0, circle); len(way) != n {
		t.Error(fmt.Sprint(len(way), " nodes"))
	}
}

func TestAfter(t *testing.T) {
	next := map[string][]string{"a": {"b", "c"}, "b": {"c"}, "d": {"a"}}
	var order []string
	graph.After([]string{"d", "a", "b", "c"}, func(n string) []string { return next[n] }, func(n string) { order = append(order, n) })
	if got, want := strings.Join(order, " "), "c b a d"; got != want {
		t.Errorf("the order is %s, not %s", got, want)
	}
}
