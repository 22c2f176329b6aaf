// Package parts is for tests of packs: it puts together what the engine judges with.
package parts

import (
	"slices"

	"github.com/nplint/nplint/analyzers/core"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/rules"
)

// Of returns the core and some packs with their data, and nothing of any other pack.
func Of(packs ...pack.Pack) engine.Parts {
	parts := engine.Parts{Core: core.Passes, Packs: slices.Clone(packs)}
	for _, data := range rules.Packs() {
		if slices.ContainsFunc(packs, func(half pack.Pack) bool { return half.Name == data.Name }) {
			parts.Data = append(parts.Data, data)
		}
	}
	return parts
}
