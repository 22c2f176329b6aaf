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
	isHidden := func(p *document.Pair) bool { return n.Pair(p.Key) != p }
	for i := range n.Pairs {
		if isHidden(&n.Pairs[i]) {
			kept := slices.Clone(n.Pairs[:i])
			for j := i; j < len(n.Pairs); j++ {
				if !isHidden(&n.Pairs[j]) {
					kept = append(kept, n.Pairs[j])
				}
			}
			return kept
		}
	}
	return n.Pairs
}
