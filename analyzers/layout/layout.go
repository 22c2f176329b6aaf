// Package layout judges where files lie and what they are called: programs find every artefact by its path, and pass over one whose name is not
// exactly what they look for. It knows the directories of a nubos project and what belongs into them; it looks into an artefact only for the ids that
// should be those of its path.
package layout

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// Analyzer judges the names of files and directories below .nubos-pilot.
var Analyzer = &analysis.Analyzer{
	Name:     "layout",
	Doc:      "hold names and places of files against what programs look for",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	if set.Standalone {
		return nil, nil // a file that is judged alone lies anywhere
	}
	names := readNames(set)
	set.Each(pass, nil, func(r *document.Reporter) {
		for _, f := range names.findings[r.Doc.Path] {
			r.Report(f)
		}
	})
	set.Each(pass, idKinds, ids)
	set.Each(pass, []string{"nubos/roadmap"}, func(r *document.Reporter) { listed(r, tree) })
	set.Each(pass, nil, func(r *document.Reporter) {
		if first := names.firsts[r.Doc.Path]; first != nil {
			(&sibling{Reporter: r, tree: tree, first: first}).judge()
		}
	})
	return nil, nil
}

// finding is a finding at the start of a file, about its path.
func finding(rule, format string, args ...any) document.Finding {
	return document.Finding{Rule: rule, At: "path", Message: fmt.Sprintf(format, args...)}
}

// meant returns the id that a name was probably meant for: it differs in case, zeros or a missing letter. It is "" if there is none.
func meant(name string, letter byte, digits int) string {
	rest := strings.TrimLeft(strings.TrimPrefix(strings.ToUpper(name), string(letter)), "-_ ")
	number := project.IDNumber(string(letter)+strings.Repeat("0", digits)+rest, letter, digits)
	if rest == "" || number == 0 {
		return ""
	}
	return project.FormatID(letter, digits, number)
}
