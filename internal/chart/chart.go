// Package chart draws how numbers change: in a line of text, and as SVG. It knows nothing of what they count.
package chart

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
)

// Gap stands for a number that is not known.
const Gap = -1

// Series is numbers that follow each other; none but Gap is below 0.
type Series struct {
	Name   string
	Values []int
	Class  string // of its line
	Ends   string // what is written behind the last number
}

// Spark draws numbers between 0 and top as blocks of eight heights, a column each. A gap is a dot.
func Spark(values []int, top int) string {
	heights := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	for _, v := range values {
		switch {
		case v == Gap:
			b.WriteRune('·')
		case v == 0 || top <= 0:
			b.WriteRune(' ')
		default:
			b.WriteRune(heights[min(v*len(heights)/(top+1), len(heights)-1)])
		}
	}
	return b.String()
}

const (
	width, height = 640, 200
	left, right   = 48, 150 // of the field: for numbers, and for names of series
	over, under   = 12, 28
	apart         = 15 // lines of text
)

// SVG draws series as lines from 0 to top over the same points, each of which has a name.
func SVG(about string, series []Series, points []string, top int, unit string) string {
	var b strings.Builder
	const head = `<svg class="np-graph" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="%[3]s">` + "\n"
	fmt.Fprintf(&b, head, width, height, html.EscapeString(about))
	top = max(top, 1)
	at := place{last: max(len(points)-1, 1), top: top}
	fmt.Fprintf(&b, `<path class="line axis" d="M%d %dV%dH%d"/>`+"\n", left, over, height-under, width-right)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%d%s</text>`+"\n", left-6, over+8, top, html.EscapeString(unit))
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">0</text>`+"\n", left-6, height-under)
	if len(points) > 0 {
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`+"\n", left, height-8, html.EscapeString(points[0]))
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", width-right, height-8,
			html.EscapeString(points[len(points)-1]))
	}
	for _, s := range series {
		class := html.EscapeString(s.Class)
		fmt.Fprintf(&b, `<path class="line %s" d="%s"/>`+"\n", class, at.path(s.Values))
		for i, v := range s.Values {
			if v != Gap {
				fmt.Fprintf(&b, `<circle class="dot %s" cx="%d" cy="%d" r="2.5"><title>%s: %s %d%s</title></circle>`+"\n",
					class, at.x(i), at.y(v), html.EscapeString(points[i]), html.EscapeString(s.Name), v, html.EscapeString(unit))
			}
		}
	}
	names(&b, at, series)
	b.WriteString("</svg>\n")
	return b.String()
}

// names writes what a series is called behind its end, such that no two are over each other.
func names(b *strings.Builder, at place, series []Series) {
	type end struct {
		text string
		y    int
	}
	var ends []end
	for _, s := range series {
		for i := len(s.Values) - 1; i >= 0; i-- {
			if s.Values[i] != Gap {
				ends = append(ends, end{s.Ends, at.y(s.Values[i]) + 4})
				break
			}
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(b.y, a.y) }) // from below
	for i, e := range ends {
		if i > 0 {
			ends[i].y = min(e.y, ends[i-1].y-apart)
		}
		fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", width-right+8, ends[i].y, html.EscapeString(e.text))
	}
}

// place is where points are in the field.
type place struct{ last, top int }

func (p place) x(i int) int { return left + i*(width-left-right)/p.last }

func (p place) y(v int) int { return height - under - min(v, p.top)*(height-over-under)/p.top }

// path leads through values, with a new beginning behind each gap.
func (p place) path(values []int) string {
	var b strings.Builder
	move := true
	for i, v := range values {
		if v == Gap {
			move = true
			continue
		}
		step := "L"
		if move {
			step = "M"
		}
		fmt.Fprintf(&b, "%s%d %d", step, p.x(i), p.y(v))
		move = false
	}
	return b.String()
}
