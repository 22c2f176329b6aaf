package notation

import (
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// Slip is a key that nobody reads, and the one that was probably meant.
type Slip struct {
	*document.Pair
	Meant string
}

// Slips is those of one map.
type Slips []Slip

// SlipsIn returns the keys of a map that are near a known one which it does not have.
func SlipsIn(root *document.Node, known []string) Slips {
	if len(known) == 0 {
		return nil
	}
	var found Slips
	for i := range document.Pairs(root) {
		p := &root.Pairs[i]
		if slices.Contains(known, p.Key) {
			continue
		}
		if near := spell.Close(p.Key, known); near != "" && !root.Has(near) {
			found = append(found, Slip{p, near})
		}
	}
	return found
}

// Mean reports whether one of them stands for a key.
func (s Slips) Mean(key string) bool {
	return slices.ContainsFunc(s, func(slip Slip) bool { return slip.Meant == key })
}
