package model

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// Misspelt is a key that nobody reads, and the one that was probably meant.
type Misspelt struct {
	*document.Pair
	Meant string
}

// MisspeltKeys returns the keys of the top level of a document that are near one that GSD knows and that is not there.
func MisspeltKeys(set *document.Set, d *document.Document, root *document.Node) []Misspelt {
	return Near(root, set.Vocabulary("gsd", strings.TrimPrefix(d.Kind, "gsd/")+"_keys"))
}

// Near returns the keys of a map that are near a known one which it does not have.
func Near(root *document.Node, known []string) []Misspelt {
	if len(known) == 0 {
		return nil
	}
	var found []Misspelt
	for i := range document.Pairs(root) {
		p := &root.Pairs[i]
		if slices.Contains(known, p.Key) {
			continue
		}
		if near := spell.Close(p.Key, known); near != "" && !root.Has(near) {
			found = append(found, Misspelt{p, near})
		}
	}
	return found
}

// Meant returns the key that stands for one which is not there, or nil.
func Meant(all []Misspelt, key string) *document.Pair {
	for _, m := range all {
		if m.Meant == key {
			return m.Pair
		}
	}
	return nil
}
