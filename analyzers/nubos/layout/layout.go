// Package layout judges where files lie and what they are called: programs find every artefact by its path, and pass
// over one whose name is not exactly what they look for. It knows the directories of a nubos project and what belongs
// into them; it looks into an artefact only for the ids that should be those of its path.
package layout

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// Analyzer judges the names of files and directories below .nubos-pilot.
var Analyzer = &analysis.Analyzer{
	Name:     "layout",
	Doc:      "hold names and places of files against what programs look for",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set, tree := document.Of(pass), model.Of(pass)
	if set.Standalone {
		return nil, nil // a file that is judged alone lies anywhere
	}
	names := readNames(set)
	set.Each(nil, func(r *document.Reporter) {
		for _, f := range names.findings[r.Doc.Path] {
			r.Report(f)
		}
	})
	lacks := &document.Memo[string, []lack]{Quick: true} // by path
	set.Each(idKinds, ids)
	set.Each([]string{"nubos/roadmap"}, func(r *document.Reporter) { listed(r, tree) })
	set.Each(nil, func(r *document.Reporter) {
		if first := names.firsts[r.Doc.Path]; first != nil {
			root := r.Doc.Root
			for _, l := range lacks.Get(set, r.Doc.Path, func() []lack { return lacksOf(tree, root, first) }) {
				r.Reportf(l.rule, r.Doc.FirstLine(), "path", "%s", l.message)
			}
		}
	})
	return nil, nil
}

// meant returns the id that a name was probably meant for: it differs in case, zeros or a missing letter. It is "" if
// there is none.
func meant(name string, letter byte) string {
	rest := strings.TrimLeft(strings.TrimPrefix(strings.ToUpper(name), string(letter)), "-_ ")
	number := place.IDNumber(string(letter)+"0000"+rest, letter)
	if rest == "" || number == 0 {
		return ""
	}
	return place.FormatID(letter, number)
}
