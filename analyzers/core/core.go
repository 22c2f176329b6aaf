// Package core lists the passes that judge the artefacts of any pack.
package core

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/core/contract"
	"github.com/nplint/nplint/analyzers/core/suppression"
	"github.com/nplint/nplint/analyzers/core/syntax"
)

// Passes is those passes, in the order in which they run.
var Passes = []*analysis.Analyzer{syntax.Analyzer, suppression.Analyzer, contract.Analyzer}
