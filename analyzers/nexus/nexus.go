// Package nexus is the Go half of the pack nexus: trees of nexus-core, and the .nexus directory of its consumers.
package nexus

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/nexus/conformance"
	"github.com/nplint/nplint/analyzers/nexus/layout"
	"github.com/nplint/nplint/analyzers/nexus/manifest"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/analyzers/nexus/repo"
	"github.com/nplint/nplint/analyzers/nexus/spec"
	"github.com/nplint/nplint/analyzers/nexus/state"
	"github.com/nplint/nplint/analyzers/nexus/symbol"
	"github.com/nplint/nplint/analyzers/nexus/text"
	"github.com/nplint/nplint/analyzers/nexus/view"
	"github.com/nplint/nplint/analyzers/nexus/vocab"
	"github.com/nplint/nplint/analyzers/pack"
)

// Pack is the passes of nexus, in the order in which they run.
var Pack = pack.Pack{
	Name: "nexus",
	Passes: []*analysis.Analyzer{
		conformance.Analyzer,
		layout.Analyzer,
		manifest.Analyzer,
		repo.Analyzer,
		spec.Analyzer,
		state.Analyzer,
		text.Analyzer,
		vocab.Analyzer,
	},
	Edition: model.DetectEdition,
	Views:   []*analysis.Analyzer{view.Coverage},
	Symbols: []*analysis.Analyzer{symbol.Analyzer},
}
