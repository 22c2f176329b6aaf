// Package reference follows what artefacts name in other artefacts and in the working tree: requirements, decisions, success criteria and files. It
// judges only names that look like what they should lead to; addresses, patterns and placeholders are none.
package reference

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
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
	set.Each(pass, []string{"nubos/slice-uat"}, judged((*judge).mentions))
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
	tree      *project.Tree
	place     project.Place
	milestone *project.Milestone // nil if the artefact lies in none
	entry     *project.Entry     // of the milestone in the roadmap, or nil
}

func newJudge(r *document.Reporter, tree *project.Tree) *judge {
	j := &judge{Reporter: r, tree: tree, place: project.PlaceOf(r.Doc.Root, r.Doc.Path), milestone: tree.Milestone(r.Doc.Root, r.Doc.Path)}
	if j.milestone != nil {
		j.entry = tree.Roadmap(r.Doc.Root).Entry(j.milestone.ID)
	}
	return j
}

func (j *judge) report(rule string, span document.Span, at, format string, args ...any) {
	j.Report(document.Finding{Rule: rule, Span: span, At: at, Message: fmt.Sprintf(format, args...)})
}

// slice returns the slice that the artefact lies in, or nil.
func (j *judge) slice() *project.Slice {
	if j.milestone == nil {
		return nil
	}
	return j.milestone.Slice(j.place.Slice)
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
