// Package pack is the Go half of a pack: what a framework's contracts and rule pages cannot say as data.
package pack

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// Pack is the Go half of the pack of one framework. The data half, rules/<name>, joins it by name.
type Pack struct {
	Name   string
	Passes []*analysis.Analyzer // those that report; what they require runs before them
	// Dialects is how the framework's programs read frontmatter, by the names that contracts call it; nil if YAML and
	// JSON are all they read.
	Dialects map[string]document.Reader
	// Fronts is the same for programs that find frontmatter otherwise than between lines of `---`.
	Fronts map[string]document.FrontReader
	// Edition tells the edition of the contracts that holds in the project with the given root from its files; "" is
	// the newest. nil if the pack's contracts have one edition.
	Edition func(set *document.Set, root string) string
	// Named returns the files that artefacts of the pack name and that are artefacts for that reason, wherever they
	// lie: their kinds by their paths relative to the run's base. A file that has a kind by its own path keeps it.
	// nil if there are none.
	Named func(set *document.Set) map[string]string
	// Views show what the projects of the pack look like as a whole. Each requires the pack's model, or
	// document.Analyzer, and returns a View.
	Views []*analysis.Analyzer
	// Symbols tell what has a name in the projects of the pack and who means it. Each requires what a view may
	// require, and returns Symbols.
	Symbols []*analysis.Analyzer
}
