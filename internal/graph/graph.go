// Package graph finds what waits for itself in a graph of who waits for whom. It knows nodes and where each leads, in
// order; nothing of what they are. No function recurses: a chain may be as long as a file.
package graph

import "slices"

// Components numbers the strongly connected components of the nodes, from 1: nodes with one number lead to one
// another. It is Tarjan's algorithm.
func Components[N comparable](nodes []N, next func(N) []N) map[N]int {
	index, low, component := map[N]int{}, map[N]int{}, map[N]int{}
	var open []N
	walk(nodes, next, func(n N) {
		index[n] = len(index) + 1
		low[n] = index[n]
		open = append(open, n)
	}, func(from, to N, _ int) {
		if component[to] == 0 {
			low[from] = min(low[from], low[to])
		}
	}, func(n N) {
		for low[n] == index[n] && component[n] == 0 {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			component[last] = index[n]
		}
	})
	return component
}

// Back calls each with every edge, the i-th of a node, that leads back to a node on the way to it, depth first.
// Without these no node waits for itself.
func Back[N comparable](nodes []N, next func(N) []N, each func(from N, i int)) {
	way := map[N]bool{}
	walk(nodes, next, func(n N) { way[n] = true }, func(from, to N, i int) {
		if way[to] {
			each(from, i)
		}
	}, func(n N) { way[n] = false })
}

// After calls each with every node after all nodes that it leads to, if none waits for itself.
func After[N comparable](nodes []N, next func(N) []N, each func(N)) {
	walk(nodes, next, func(N) {}, func(N, N, int) {}, each)
}

// walk goes through the nodes and all that they lead to, depth first: enter and leave are called once for each node,
// and edge for each edge, after the node that it leads to was entered for the first time and left again.
func walk[N comparable](nodes []N, next func(N) []N, enter func(N), edge func(from, to N, i int), leave func(N)) {
	type visit struct {
		n  N
		to []N
		at int
	}
	seen := map[N]bool{}
	var way []visit
	begin := func(n N) {
		seen[n] = true
		enter(n)
		way = append(way, visit{n: n, to: next(n)})
	}
	for _, start := range nodes {
		if seen[start] {
			continue
		}
		begin(start)
		for len(way) > 0 {
			v := &way[len(way)-1]
			switch {
			case v.at == len(v.to):
				leave(v.n)
				way = way[:len(way)-1]
			case !seen[v.to[v.at]]:
				begin(v.to[v.at])
			default:
				edge(v.n, v.to[v.at], v.at)
				v.at++
			}
		}
	}
}

// Way returns the nodes of a shortest way from one node to another, which may be the same, without the last; nil if
// there is none.
func Way[N comparable](from, to N, next func(N) []N) []N {
	before := map[N]N{}
	for queue := []N{from}; len(queue) > 0; queue = queue[1:] {
		for _, n := range next(queue[0]) {
			if n == to {
				way := []N{queue[0]}
				for way[len(way)-1] != from {
					way = append(way, before[way[len(way)-1]])
				}
				slices.Reverse(way)
				return way
			}
			if _, seen := before[n]; !seen && n != from {
				before[n] = queue[0]
				queue = append(queue, n)
			}
		}
	}
	return nil
}
