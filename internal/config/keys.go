package config

import (
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/mistake"
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

var bareKey = memo.Regexp(`^[A-Za-z0-9_-]+$`)

// itemPath returns the place of an element, counted from 0, of the array at the given place.
func itemPath(at string, i int) string { return at + "[" + strconv.Itoa(i) + "]" }

var quoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quote returns s as a TOML string.
func quote(s string) string { return `"` + mistake.Escape(quoted.Replace(s)) + `"` }

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
