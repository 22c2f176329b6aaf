// Package analyzers is the one list of nplint's passes.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/agent"
	"github.com/nplint/nplint/analyzers/contract"
	"github.com/nplint/nplint/analyzers/plan"
	"github.com/nplint/nplint/analyzers/report"
	"github.com/nplint/nplint/analyzers/review"
	"github.com/nplint/nplint/analyzers/suppression"
	"github.com/nplint/nplint/analyzers/syntax"
	"github.com/nplint/nplint/analyzers/task"
	"github.com/nplint/nplint/analyzers/verifycmd"
)

// All returns the passes that report, in the order in which they run. What they require runs before them.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		syntax.Analyzer,
		suppression.Analyzer,
		contract.Analyzer,
		agent.Analyzer,
		report.Analyzer,
		task.Analyzer,
		plan.Analyzer,
		review.Analyzer,
		verifycmd.Analyzer,
	}
}
