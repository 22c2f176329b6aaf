// Package reference follows what artefacts name in other artefacts and in the working tree: requirements, decisions, success criteria and files. It
// judges only names that look like what they should lead to; addresses, patterns and placeholders are none.
package reference

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Analyzer reports what leads nowhere.
var Analyzer = &analysis.Analyzer{
	Name:     "reference",
	Doc:      "follow requirements, decisions, criteria and paths to what they name",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	if set.Standalone {
		return nil, nil // there is nothing that a reference could lead to
	}
	judged := func(calls ...func(*judge)) func(r *document.Reporter) {
		return func(r *document.Reporter) {
			if r.Doc.Problem == nil {
				j := newJudge(r, tree)
				for _, call := range calls {
					call(j)
				}
			}
		}
	}
	set.Each(pass, []string{"nubos/slice-plan"}, judged((*judge).planRequirements, (*judge).mentions, (*judge).planPaths))
	set.Each(pass, []string{"nubos/task-plan"}, judged((*judge).mentions, (*judge).modified))
	set.Each(pass, []string{"nubos/slice-uat", "nubos/slice-assessment"}, judged((*judge).mentions))
	set.Each(pass, []string{"nubos/milestone-context"}, judged((*judge).canonical))
	set.Each(pass, []string{"nubos/verification"}, judged((*judge).evidence))
	set.Each(pass, []string{"nubos/validation"}, judged((*judge).validated))
	set.Each(pass, []string{"nubos/roadmap"}, judged((*judge).roadmapRequirements))
	set.EachLast(pass, []string{"nubos/requirements"}, judged((*judge).requirements))
	return nil, nil
}

// judge is one artefact under judgement, and where it lies.
type judge struct {
	*document.Reporter
	tree  *project.Tree
	place project.Place
	entry *project.Entry // of the milestone in the roadmap, or nil
	hints int            // how often a misspelling was looked for
}

func newJudge(r *document.Reporter, tree *project.Tree) *judge {
	j := &judge{Reporter: r, tree: tree, place: project.PlaceOf(r.Doc.Root, r.Doc.Path)}
	if j.place.Milestone != "" {
		j.entry = tree.Roadmap(r.Doc.Root).Entry(j.place.Milestone)
	}
	return j
}

// milestone returns the milestone that the artefact lies in, or nil if it lies in none. It is read for those who ask.
func (j *judge) milestone() *project.Milestone { return j.tree.Milestone(j.Doc.Root, j.Doc.Path) }

// slice returns the slice that the artefact lies in, or nil.
func (j *judge) slice() *project.Slice {
	if m := j.milestone(); m != nil {
		return m.Slice(j.place.Slice)
	}
	return nil
}

// element returns the first element of the body with the name that is no example and has an end, or nil.
func (j *judge) element(name string) *document.Element {
	for i := range j.Doc.Body.Elements {
		if e := &j.Doc.Body.Elements[i]; e.Name == name && !e.Hidden && !e.Unclosed {
			return e
		}
	}
	return nil
}

// maxHints is how often a misspelling is looked for in one artefact: that takes longer than all the rest.
const maxHints = 20

// nearest returns the candidate that a word is probably a misspelling of, or "".
func (j *judge) nearest(word string, candidates []string) string {
	if j.hints++; j.hints > maxHints {
		return ""
	}
	return rules.Nearest(word, candidates)
}
