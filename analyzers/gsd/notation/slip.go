package notation

import (
	"slices"
	"strings"

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
		near := spell.Close(p.Key, known)
		_, counted := ParseInt(p.Value.Text)
		if near == "" || root.Has(near) || !wordsNear(p.Key, near) ||
			p.Key == near+"s" && (counted || p.Value.Type == document.List) { // several of what is one elsewhere
			continue
		}
		found = append(found, Slip{p, near})
	}
	return found
}

// wordsNear reports whether each word of a key is near that of another at its place: what was shipped did not stop, though
// shipped_at is near stopped_at. The verifier is who has verified, and not when.
func wordsNear(key, near string) bool {
	a, b := strings.FieldsFunc(key, separates), strings.FieldsFunc(near, separates)
	for i := range a {
		if len(a) == len(b) && len(a[i]) > 2 && a[i] != b[i] && (spell.Close(a[i], b[i:i+1]) == "" ||
			strings.HasSuffix(a[i], "er") && strings.HasSuffix(b[i], "ed")) {
			return false
		}
	}
	return true
}

func separates(r rune) bool { return r == '_' || r == '-' }

// Mean reports whether one of them stands for a key.
func (s Slips) Mean(key string) bool {
	return slices.ContainsFunc(s, func(slip Slip) bool { return slip.Meant == key })
}
