package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// formOf returns a text that two values share if JSON Schema takes them for equal: numbers by their value, maps without
// regard to the order of their keys.
func formOf(n *document.Node) string { return string(appendForm(nil, n)) }

func appendForm(b []byte, n *document.Node) []byte {
	switch n.Type {
	case document.Bool:
		return strconv.AppendBool(b, n.True)
	case document.Number:
		return strconv.AppendFloat(b, n.Num+0, 'g', -1, 64) // -0 + 0 is 0
	case document.String:
		return appendText(b, n.Text)
	case document.List:
		b = append(b, '[')
		for _, item := range n.Items {
			b = append(appendForm(b, item), ',')
		}
		return append(b, ']')
	case document.Map:
		pairs := slices.Clone(visible(n))
		slices.SortStableFunc(pairs, func(a, b document.Pair) int { return strings.Compare(a.Key, b.Key) })
		b = append(b, '{')
		for i := range pairs {
			b = append(appendForm(appendText(b, pairs[i].Key), pairs[i].Value), ',')
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

// appendText writes a text behind its length, so that nothing in it can be taken for anything else.
func appendText(b []byte, text string) []byte {
	return append(append(strconv.AppendInt(append(b, '"'), int64(len(text)), 10), ':'), text...)
}

// visible returns the pairs of a map that its consumer sees: of duplicate keys the last.
func visible(n *document.Node) []document.Pair {
	const few = 24 // up to which comparing each with each is quickest
	if len(n.Pairs) <= few {
		for i := range n.Pairs {
			if n.Pair(n.Pairs[i].Key) != &n.Pairs[i] {
				return lastOfEach(n.Pairs)
			}
		}
		return n.Pairs
	}
	return lastOfEach(n.Pairs)
}

func lastOfEach(pairs []document.Pair) []document.Pair {
	last := make(map[string]int, len(pairs))
	for i := range pairs {
		last[pairs[i].Key] = i
	}
	if len(last) == len(pairs) {
		return pairs
	}
	var kept []document.Pair
	for i := range pairs {
		if last[pairs[i].Key] == i {
			kept = append(kept, pairs[i])
		}
	}
	return kept
}
