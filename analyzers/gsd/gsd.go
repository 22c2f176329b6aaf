// Package gsd is the Go half of the pack gsd: the `.planning` directory of GSD.
package gsd

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/gsd/config"
	"github.com/nplint/nplint/analyzers/gsd/frontmatter"
	"github.com/nplint/nplint/analyzers/gsd/layout"
	"github.com/nplint/nplint/analyzers/gsd/phase"
	"github.com/nplint/nplint/analyzers/gsd/plan"
	"github.com/nplint/nplint/analyzers/gsd/report"
	"github.com/nplint/nplint/analyzers/gsd/requirement"
	"github.com/nplint/nplint/analyzers/gsd/roadmap"
	"github.com/nplint/nplint/analyzers/gsd/state"
	"github.com/nplint/nplint/analyzers/gsd/symbol"
	"github.com/nplint/nplint/analyzers/gsd/view"
	"github.com/nplint/nplint/analyzers/pack"
)

// Pack is the passes of gsd, in the order in which they run. Contracts are read with the dialect none: the pack reads
// frontmatter itself, since where it ends and what is in it depends on the edition.
var Pack = pack.Pack{
	Name: "gsd",
	Passes: []*analysis.Analyzer{
		frontmatter.Analyzer,
		plan.Analyzer,
		phase.Analyzer,
		roadmap.Analyzer,
		requirement.Analyzer,
		state.Analyzer,
		report.Analyzer,
		config.Analyzer,
		layout.Analyzer,
	},
	Views:   []*analysis.Analyzer{view.Waves},
	Symbols: []*analysis.Analyzer{symbol.Analyzer},
}
