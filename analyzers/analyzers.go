// Package analyzers lists what nplint is made of: the passes of its core, and the packs.
package analyzers

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude"
	"github.com/nplint/nplint/analyzers/core/contract"
	"github.com/nplint/nplint/analyzers/core/suppression"
	"github.com/nplint/nplint/analyzers/core/syntax"
	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/analyzers/pack"
)

// Core is the passes that judge the artefacts of any pack, in the order in which they run.
var Core = []*analysis.Analyzer{syntax.Analyzer, suppression.Analyzer, contract.Analyzer}

// All is the packs that have a half in Go.
var All = []pack.Pack{nubos.Pack, nexus.Pack, gsd.Pack, claude.Pack}

// Passes returns the passes that report, in the order in which they run. What they require runs before them.
func Passes() []*analysis.Analyzer {
	passes := slices.Clone(Core)
	for _, p := range All {
		passes = append(passes, p.Passes...)
	}
	return passes
}
