package drawing

import (
	"cmp"
	"slices"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/graph"
)

// The measures of a drawing, in pixels.
const (
	nodeWidth, nodeHeight = 240, 62
	gutter, channel       = 76, 22 // between columns, and between the rows of one
	titleHeight           = 34     // of what stands above a column
	laneStep              = 5      // between lines that run in parallel
)

// maxLines is how many edges of a graph are drawn, those that cannot hold first: nobody sees more, and a file can be
// made to have hundreds of thousands.
const maxLines = 5000

// layout is a graph with a place for all that it shows. A column is a group, in the order of groups; what nodes wait
// for and is not in the graph has a column in front.
type layout struct {
	columns []column
	lines   []line
	rows    int // of the longest column
	left    int // how many edges are not drawn
	circles [][]string
	circle  map[string]int         // the number of the circle that a node is in
	waits   map[string][]pack.Edge // by who waits
}

type column struct {
	title string
	boxes []box
}

// box is a node, or the id of one that is not there.
type box struct {
	id     string
	node   *pack.Node // nil if it is not there
	broken bool       // nobody knows it; else it is in another graph
}

// spot is where a box is.
type spot struct{ column, row int }

// line is an edge with its ends. It leads from what is done first to what waits.
type line struct {
	from, to spot
	fault    string
	circle   bool
	y0, y1   int   // where it leaves and arrives
	lanes    []int // the height at which it passes each column between
}

// lay gives each node and edge of a graph its place. It is the same for the same graph.
func lay(g *pack.Graph) *layout {
	l := &layout{waits: map[string][]pack.Edge{}}
	spots := map[string]spot{}
	if absent := Absent(g); len(absent) > 0 {
		l.columns = append(l.columns, absentColumn(g, absent))
	}
	for i := range g.Groups {
		group := &g.Groups[i]
		c := column{title: group.Title}
		for k := range group.Nodes {
			c.boxes = append(c.boxes, box{id: group.Nodes[k].ID, node: &group.Nodes[k]})
		}
		l.columns = append(l.columns, c)
	}
	for i, c := range l.columns {
		l.rows = max(l.rows, len(c.boxes))
		for k, b := range c.boxes {
			spots[b.id] = spot{i, k}
		}
	}
	l.circle = l.findCircles(g)
	drawn := map[pack.Edge]bool{}
	for _, faulty := range []bool{true, false} {
		for _, e := range g.Edges {
			from, known := spots[e.From]
			to, there := spots[e.To]
			if !known || !there || drawn[e] || faulty != (e.Fault != "") {
				continue
			}
			drawn[e] = true
			l.waits[e.From] = append(l.waits[e.From], e)
			if len(l.lines) == maxLines {
				l.left++
				continue
			}
			circle := l.circle[e.From] > 0 && l.circle[e.From] == l.circle[e.To]
			l.lines = append(l.lines, line{from: to, to: from, fault: e.Fault, circle: circle})
		}
	}
	l.ports()
	l.lanes()
	return l
}

func absentColumn(g *pack.Graph, ids []string) column {
	c := column{title: "not in this graph"}
	broken := map[string]bool{}
	for _, e := range g.Edges {
		broken[e.To] = broken[e.To] || e.Fault != ""
	}
	for _, id := range ids {
		c.boxes = append(c.boxes, box{id: id, broken: broken[id]})
	}
	return c
}

// findCircles lists the nodes that wait for one another, and returns for each a number of its circle.
func (l *layout) findCircles(g *pack.Graph) map[string]int {
	var ids []string
	for _, group := range g.Groups {
		for _, n := range group.Nodes {
			ids = append(ids, n.ID)
		}
	}
	next := map[string][]string{}
	alone := map[string]bool{} // depends on itself
	for _, e := range g.Edges {
		next[e.From] = append(next[e.From], e.To)
		alone[e.From] = alone[e.From] || e.From == e.To
	}
	numbers := graph.Components(ids, func(id string) []string { return next[id] })
	members := map[int][]string{}
	for _, id := range ids {
		members[numbers[id]] = append(members[numbers[id]], id)
	}
	circles := map[string]int{}
	for _, id := range ids {
		all := members[numbers[id]]
		if len(all) < 2 && !alone[id] {
			continue
		}
		if all[0] == id {
			l.circles = append(l.circles, all)
		}
		circles[id] = numbers[id]
	}
	return circles
}

func (l line) forward() bool { return l.from.column < l.to.column }

// upward reports whether a line between boxes of one column leads up. It is drawn at the left, and one that leads down
// at the right.
func (l line) upward() bool { return l.from.column == l.to.column && l.from.row > l.to.row }

func top(row int) int { return titleHeight + row*(nodeHeight+channel) }

// ports spreads the ends of lines over the sides of their boxes.
func (l *layout) ports() {
	type side struct {
		at   spot
		left bool
	}
	type end struct {
		y     *int
		other spot
	}
	ends := map[side][]end{}
	for i := range l.lines {
		e := &l.lines[i]
		leavesLeft := e.from.column > e.to.column || e.upward()
		arrivesLeft := e.forward() || e.upward()
		ends[side{e.from, leavesLeft}] = append(ends[side{e.from, leavesLeft}], end{&e.y0, e.to})
		ends[side{e.to, arrivesLeft}] = append(ends[side{e.to, arrivesLeft}], end{&e.y1, e.from})
	}
	for s, all := range ends {
		slices.SortStableFunc(all, func(a, b end) int {
			return cmp.Or(cmp.Compare(a.other.row, b.other.row), cmp.Compare(a.other.column, b.other.column))
		})
		step := min(10, (nodeHeight-16)/len(all))
		for i, e := range all {
			*e.y = top(s.at.row) + nodeHeight/2 + (2*i-len(all)+1)*step/2
		}
	}
}

// lanes leads lines that pass a column through a space between two of its boxes, the nearest to their way.
func (l *layout) lanes() {
	const maxPasses = 50_000 // beyond, lines run straight through
	passes := 0
	taken := map[spot]int{}
	for i := range l.lines {
		e := &l.lines[i]
		if passes > maxPasses {
			continue
		}
		step := 1
		if !e.forward() {
			step = -1
		}
		for c := e.from.column + step; e.from.column != e.to.column && c != e.to.column; c += step {
			y := e.y0 + (e.y1-e.y0)*(c-e.from.column)/(e.to.column-e.from.column)
			row := max(0, (y-top(0)+channel/2+(nodeHeight+channel)/2)/(nodeHeight+channel))
			if passes++; row > len(l.columns[c].boxes) {
				e.lanes = append(e.lanes, y) // nothing is there
				continue
			}
			lane := taken[spot{c, row}]
			taken[spot{c, row}]++
			e.lanes = append(e.lanes, top(row)-channel/2+(lane%3-1)*laneStep)
		}
	}
}
