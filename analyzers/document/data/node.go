// Package data reads JSON, JSONL, TOML and YAML into trees in which every value knows its bytes. It judges nothing but
// syntax.
package data

import (
	"strconv"
	"sync/atomic"

	"github.com/nplint/nplint/analyzers/document/source"
)

// Type is the type of a value as its consumer reads it.
type Type uint8

// The types of values.
const (
	Null Type = iota
	Bool
	Number
	String
	List
	Map
)

var typeNames = [...]string{"null", "boolean", "number", "string", "array", "object"}

// String returns the JSON Schema name of the type; a Number is "number" even when it is whole.
func (t Type) String() string { return typeNames[t] }

// Node is a value in frontmatter, YAML or JSON, with the bytes that it was read from.
type Node struct {
	Type Type
	// Span covers the value with its quotes or brackets; an absent value (`key:`) has an empty span behind the colon.
	Span source.Span
	// Text is a String's value, or the source text of another scalar.
	Text  string
	Num   float64 // the value of a Number
	True  bool    // the value of a Bool
	Quote byte    // '"' or '\'' if the scalar is quoted in the source, else 0
	Flow  bool    // a List or Map in brackets or braces
	Items []*Node // of a List
	Pairs []Pair  // of a Map, in source order, duplicates included

	index atomic.Pointer[map[string]int] // of many pairs the last of each key, made when the first is asked for
}

// manyPairs is from how many pairs on they are looked up.
const manyPairs = 64

// Pair is one key of a Map with its value.
type Pair struct {
	Key     string
	KeySpan source.Span
	Value   *Node
	// Line covers everything that deleting the pair deletes: from the start of the key's line to behind the line end
	// of its value's last line. In flow style it covers the pair and one neighbouring comma.
	Line source.Span
}

// Get returns the value that the consumer sees for key: the last one, if the key is there more than once.
// It returns nil if n is nil, no Map, or has no such key.
func (n *Node) Get(key string) *Node {
	if p := n.Pair(key); p != nil {
		return p.Value
	}
	return nil
}

// Pair returns the pair that the consumer sees for key (the last one), or nil.
func (n *Node) Pair(key string) *Pair {
	if n == nil {
		return nil
	}
	if len(n.Pairs) >= manyPairs {
		if i, ok := n.lookup()[key]; ok {
			return &n.Pairs[i]
		}
		return nil
	}
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		if n.Pairs[i].Key == key {
			return &n.Pairs[i]
		}
	}
	return nil
}

// lookup returns where the last pair of each key stands.
func (n *Node) lookup() map[string]int {
	if known := n.index.Load(); known != nil {
		return *known
	}
	last := make(map[string]int, len(n.Pairs))
	for i := range n.Pairs {
		last[n.Pairs[i].Key] = i
	}
	n.index.Store(&last)
	return last
}

// Has reports whether the map n has the key, even with a null value.
func (n *Node) Has(key string) bool { return n.Pair(key) != nil }

// Value returns the node as encoding/json would decode it: nil, bool, float64, string, []any or map[string]any.
// Of duplicate keys the last wins.
func (n *Node) Value() any {
	if n == nil {
		return nil
	}
	switch n.Type {
	case Bool:
		return n.True
	case Number:
		return n.Num
	case String:
		return n.Text
	case List:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = item.Value()
		}
		return items
	case Map:
		m := make(map[string]any, len(n.Pairs))
		for _, p := range n.Pairs {
			m[p.Key] = p.Value.Value()
		}
		return m
	}
	return nil
}

// Requote writes text as a fix puts it in the place of the scalar n: in the quotes that n has in the source, or
// without if it has none. It escapes nothing, so text must be a word that holds neither quotes nor backslashes.
func (n *Node) Requote(text string) string {
	if n.Quote == 0 {
		return text
	}
	return string(n.Quote) + text + string(n.Quote)
}

// At follows a JSON-pointer-like path of keys and indices from n. It returns the pair whose key was named last (nil
// if the last step was an index), the node found, and whether the whole path exists.
func (n *Node) At(path []string) (*Pair, *Node, bool) {
	var pair *Pair
	for _, step := range path {
		if n == nil {
			return nil, nil, false
		}
		if n.Type == List {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil, nil, false
			}
			pair, n = nil, n.Items[i]
			continue
		}
		if pair = n.Pair(step); pair == nil {
			return nil, nil, false
		}
		n = pair.Value
	}
	return pair, n, true
}

// Equal reports whether two values are the same to a consumer, whatever their layout and the order of keys.
func (n *Node) Equal(other *Node) bool {
	if n == nil || other == nil {
		return n == other
	}
	if n.Type != other.Type || len(n.Items) != len(other.Items) || len(n.Pairs) != len(other.Pairs) || n.Num != other.Num || n.True != other.True ||
		n.Type == String && n.Text != other.Text {
		return false
	}
	for i := range n.Items {
		if !n.Items[i].Equal(other.Items[i]) {
			return false
		}
	}
	for i := range n.Pairs {
		if p := other.Pair(n.Pairs[i].Key); p == nil || !n.Pairs[i].Value.Equal(p.Value) {
			return false
		}
	}
	return true
}

// Text returns the value of a text, and "" for every other node and for nil.
func Text(n *Node) string {
	if n == nil || n.Type != String {
		return ""
	}
	return n.Text
}

// Texts returns the texts in a list, and nil for every other node and for nil.
func Texts(n *Node) []string {
	if n == nil || n.Type != List {
		return nil
	}
	var texts []string
	for _, item := range n.Items {
		if item.Type == String {
			texts = append(texts, item.Text)
		}
	}
	return texts
}

// Place returns where the value of a pair stands, or its key if the value is empty.
func (p *Pair) Place() source.Span {
	if p.Value.Span.Len() == 0 {
		return p.KeySpan
	}
	return p.Value.Span
}

// Items returns what is in a list, and nil for every other node and for nil.
func Items(n *Node) []*Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// Pairs returns what is in a map, and nil for every other node and for nil.
func Pairs(n *Node) []Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}

// Index returns the place of the i-th item of the list at a place: "$.tasks[2]".
func Index(at string, i int) string { return at + "[" + strconv.Itoa(i) + "]" }

// Whole returns the value of a whole number that is not negative; ok is false for every other node and for nil.
func Whole(n *Node) (number int, ok bool) {
	if n == nil || n.Type != Number || n.Num < 0 || n.Num != float64(int(n.Num)) {
		return 0, false
	}
	return int(n.Num), true
}
