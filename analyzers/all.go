// Package analyzers is the one list of nplint's passes.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/agent"
	"github.com/nplint/nplint/analyzers/charter"
	"github.com/nplint/nplint/analyzers/contract"
	"github.com/nplint/nplint/analyzers/derived"
	"github.com/nplint/nplint/analyzers/handoff"
	"github.com/nplint/nplint/analyzers/layout"
	"github.com/nplint/nplint/analyzers/nexusconformance"
	"github.com/nplint/nplint/analyzers/nexuslayout"
	"github.com/nplint/nplint/analyzers/nexusmanifest"
	"github.com/nplint/nplint/analyzers/nexusrepo"
	"github.com/nplint/nplint/analyzers/nexusstate"
	"github.com/nplint/nplint/analyzers/nexustext"
	"github.com/nplint/nplint/analyzers/nexusvocab"
	"github.com/nplint/nplint/analyzers/placeholder"
	"github.com/nplint/nplint/analyzers/plan"
	"github.com/nplint/nplint/analyzers/reference"
	"github.com/nplint/nplint/analyzers/report"
	"github.com/nplint/nplint/analyzers/review"
	"github.com/nplint/nplint/analyzers/roadmap"
	"github.com/nplint/nplint/analyzers/suppression"
	"github.com/nplint/nplint/analyzers/syntax"
	"github.com/nplint/nplint/analyzers/task"
	"github.com/nplint/nplint/analyzers/verifycmd"
	"github.com/nplint/nplint/analyzers/workflow"
)

// All returns the passes that report, in the order in which they run. What they require runs before them.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		syntax.Analyzer,
		suppression.Analyzer,
		contract.Analyzer,
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
		nexusconformance.Analyzer,
		nexuslayout.Analyzer,
		nexusmanifest.Analyzer,
		nexusrepo.Analyzer,
		nexusstate.Analyzer,
		nexustext.Analyzer,
		nexusvocab.Analyzer,
	}
}
