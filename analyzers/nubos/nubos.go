// Package nubos is the Go half of the pack nubos: what nubos-pilot's programs and agents make of their files.
package nubos

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/agent"
	"github.com/nplint/nplint/analyzers/nubos/charter"
	"github.com/nplint/nplint/analyzers/nubos/derived"
	"github.com/nplint/nplint/analyzers/nubos/dialect"
	"github.com/nplint/nplint/analyzers/nubos/handoff"
	"github.com/nplint/nplint/analyzers/nubos/layout"
	"github.com/nplint/nplint/analyzers/nubos/placeholder"
	"github.com/nplint/nplint/analyzers/nubos/plan"
	"github.com/nplint/nplint/analyzers/nubos/reference"
	"github.com/nplint/nplint/analyzers/nubos/report"
	"github.com/nplint/nplint/analyzers/nubos/review"
	"github.com/nplint/nplint/analyzers/nubos/roadmap"
	"github.com/nplint/nplint/analyzers/nubos/symbol"
	"github.com/nplint/nplint/analyzers/nubos/task"
	"github.com/nplint/nplint/analyzers/nubos/verifycmd"
	"github.com/nplint/nplint/analyzers/nubos/view"
	"github.com/nplint/nplint/analyzers/nubos/workflow"
	"github.com/nplint/nplint/analyzers/pack"
)

// Pack is the passes of nubos, in the order in which they run.
var Pack = pack.Pack{
	Name:     "nubos",
	Dialects: map[string]document.Reader{"nubos": dialect.Read, "state": dialect.ReadState},
	Passes: []*analysis.Analyzer{
		charter.Analyzer,
		placeholder.Analyzer,
		agent.Analyzer,
		report.Analyzer,
		task.Analyzer,
		plan.Analyzer,
		review.Analyzer,
		roadmap.Analyzer,
		verifycmd.Analyzer,
		derived.Analyzer,
		layout.Analyzer,
		handoff.Analyzer,
		reference.Analyzer,
		workflow.Analyzer,
	},
	Views:   []*analysis.Analyzer{view.Progress, view.Graph},
	Symbols: []*analysis.Analyzer{symbol.Analyzer},
}
