package dialect

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	keyLine  = memo.Regexp(`^(\s*)([a-zA-Z0-9_-]+):\s*(.*)$`)
	itemLine = memo.Regexp(`^\s*-\s+(.*)$`)
)

// readLines reads keys as GSD did up to 1.11: every value is a text, there are no comments, lists stand deeper than
// their key or in brackets on its line, and what is neither key nor item is dropped.
func readLines(s string, part document.Span) *document.Node {
	type frame struct {
		node   *document.Node
		indent int
	}
	root := &document.Node{Type: document.Map, Span: part}
	places := map[place]int{}
	stack := []frame{{root, -1}}
	for at := part.Start; at < part.End; {
		end, next := document.LineEnd(s, at)
		text := s[at:end]
		indent := len(text) - len(strings.TrimLeft(text, " \t"))
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#") {
			at = next
			continue
		}
		for len(stack) > 1 && indent <= stack[len(stack)-1].indent {
			stack = stack[:len(stack)-1]
		}
		above := stack[len(stack)-1].node
		if m := keyLine().FindStringSubmatchIndex(text); m != nil {
			value := lineValue(s, document.Span{Start: at + m[6], End: at + m[7]})
			if above.Type == document.Null {
				above.Type = document.Map
			}
			if above.Type == document.Map {
				put(places, above, document.Pair{Key: text[m[4]:m[5]], KeySpan: document.Span{Start: at + m[4], End: at + m[5]},
					Value: value, Line: document.Span{Start: at, End: next}})
			}
			if value.Type == document.Null || value.Type == document.List && len(value.Items) == 0 && value.Span.Len() == 1 {
				stack = append(stack, frame{value, indent})
			}
		} else if m := itemLine().FindStringSubmatchIndex(text); m != nil &&
			(above.Type == document.Null || above.Type == document.List) {
			above.Type = document.List
			above.Items = append(above.Items, scalar(s, document.Span{Start: at + m[2], End: at + m[3]}))
			above.Span.End = at + m[3]
		}
		at = next
	}
	return root
}

// place is a key of a map.
type place struct {
	of  *document.Node
	key string
}

// put sets a key; the last of equal ones wins. places are where the keys are among the pairs of their maps.
func put(places map[place]int, m *document.Node, p document.Pair) {
	at := place{m, p.Key}
	if i, known := places[at]; known {
		m.Pairs[i] = p
		return
	}
	places[at] = len(m.Pairs)
	m.Pairs = append(m.Pairs, p)
}

// lineValue reads what stands behind a key.
func lineValue(s string, span document.Span) *document.Node {
	first, last := document.Trim(s, span.Start, span.End)
	text := s[first:last]
	switch {
	case text == "":
		return &document.Node{Type: document.Null, Span: document.Span{Start: span.Start, End: span.Start}}
	case text == "[":
		return &document.Node{Type: document.List, Flow: true, Span: document.Span{Start: first, End: last}}
	case text[0] == '[' && text[len(text)-1] == ']':
		list := &document.Node{Type: document.List, Flow: true, Span: document.Span{Start: first, End: last}}
		at, quote := first+1, byte(0)
		for i := at; i < last; i++ {
			switch c := s[i]; {
			case quote != 0 && i < last-1:
				if c == quote {
					quote = 0
				}
			case (c == '"' || c == '\'') && i < last-1:
				quote = c
			case c == ',' || i == last-1:
				if strings.TrimSpace(s[at:i]) != "" {
					list.Items = append(list.Items, scalar(s, document.Span{Start: at, End: i}))
				}
				at = i + 1
			}
		}
		return list
	}
	return scalar(s, document.Span{Start: first, End: last})
}

// scalar reads a text. One quote at each end is cut off, whether the other is there or not.
func scalar(s string, span document.Span) *document.Node {
	first, last := document.Trim(s, span.Start, span.End)
	n := &document.Node{Type: document.String, Span: document.Span{Start: first, End: last}, Text: s[first:last]}
	if n.Text != "" && (n.Text[0] == '"' || n.Text[0] == '\'') {
		n.Quote, n.Text = n.Text[0], n.Text[1:]
	}
	if len(n.Text) > 0 && (n.Text[len(n.Text)-1] == '"' || n.Text[len(n.Text)-1] == '\'') {
		n.Text = n.Text[:len(n.Text)-1]
	}
	return n
}
