package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/rules"
)

// keyPath returns the place of a key in the table at the given place: overrides[1].rules."agent/enum".
func keyPath(at, key string) string {
	if !bareKey().MatchString(key) {
		key = quote(key)
	}
	if at == "" {
		return key
	}
	return at + "." + key
}

var bareKey = rules.Lazy(`^[A-Za-z0-9_-]+$`)

// itemPath returns the place of an element, counted from 0, of the array at the given place.
func itemPath(at string, i int) string { return fmt.Sprintf("%s[%d]", at, i) }

// quote returns s as a TOML string.
func quote(s string) string {
	return `"` + mistake.Escape(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)) + `"`
}

// keyLines adds the line (from 1) of every key and every element of an array in a value, which stands at a place. A
// place is addressed as keyPath and itemPath write it.
func keyLines(found map[string]int, lines *document.Lines, n *document.Node, at string) {
	for _, p := range n.Pairs {
		at := keyPath(at, p.Key)
		found[at], _ = lines.Position(p.KeySpan.Start)
		keyLines(found, lines, p.Value, at)
	}
	for i, item := range n.Items {
		at := itemPath(at, i)
		found[at], _ = lines.Position(item.Span.Start)
		keyLines(found, lines, item, at)
	}
}

// date is a date or time of TOML, which no setting has.
type date string

// valueOf returns what a node of TOML says as a map[string]any, []any, string, bool, int64, float64 or date.
func valueOf(n *document.Node) any {
	switch n.Type {
	case document.Map:
		table := make(map[string]any, len(n.Pairs))
		for _, p := range n.Pairs {
			table[p.Key] = valueOf(p.Value)
		}
		return table
	case document.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = valueOf(item)
		}
		return list
	case document.String:
		if n.Quote == 0 {
			return date(n.Text)
		}
		return n.Text
	case document.Bool:
		return n.True
	}
	if whole, err := strconv.ParseInt(n.Text, 0, 64); err == nil {
		return whole
	}
	if number, err := strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64); err == nil {
		return number
	}
	return math.NaN() // with a sign, which the parser of Go does not know
}
