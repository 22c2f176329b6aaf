// Package analyzers lists what nplint is made of: the passes of its core, and the packs.
package analyzers

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude"
	"github.com/nplint/nplint/analyzers/core"
	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/analyzers/pack"
)

// All is the packs that have a half in Go.
var All = []pack.Pack{nubos.Pack, nexus.Pack, gsd.Pack, claude.Pack}

// Passes returns the passes that report, in the order in which they run. What they require runs before them.
func Passes() []*analysis.Analyzer {
	passes := slices.Clone(core.Passes)
	for _, p := range All {
		passes = append(passes, p.Passes...)
	}
	return passes
}
