// Package plan decides by machine what the plan-checker of nubos-pilot leaves to a language model: whether the plan
// of a milestone can work. Its rules are the categories of that checker, by their names.
package plan

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// Analyzer judges slice plans, the task files made from them, and the criteria and decisions that they must cover.
var Analyzer = &analysis.Analyzer{
	Name:     "plan",
	Doc:      "hold the plan of a milestone against the categories of the plan-checker",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set, tree := document.Of(pass), model.Of(pass)
	lengths := &document.Memo[[2]string, int]{}
	each := func(kind string, judge func(a *artefact)) {
		set.Each([]string{kind}, func(r *document.Reporter) {
			if r.Doc.Problem == nil {
				judge(newArtefact(r, set, tree))
			}
		})
	}
	each("nubos/slice-plan", func(a *artefact) { slicePlan(a, lengths) })
	each("nubos/task-plan", taskPlan)
	each("nubos/roadmap", roadmap)
	each("nubos/milestone-context", context)
	each("nubos/slice-uat", uat)
	each("nubos/workflow", func(a *artefact) { workflow(a.Reporter) })
	return nil, nil
}

// artefact is one artefact under judgement, and where it lies: nowhere, if it is judged alone.
type artefact struct {
	*document.Reporter
	set       *document.Set
	tree      *model.Tree
	place     place.Place
	milestone *model.Milestone // nil if it lies in none
	slice     *model.Slice     // nil if it lies in none
}

func newArtefact(r *document.Reporter, set *document.Set, tree *model.Tree) *artefact {
	a := &artefact{Reporter: r, set: set, tree: tree}
	if !set.Standalone {
		a.place = place.Of(r.Doc.Root, r.Doc.Path)
		a.milestone = tree.Milestone(r.Doc.Root, a.place.Milestone)
		a.slice = a.milestone.Slice(a.place.Slice)
	}
	return a
}

func slicePlan(a *artefact, lengths *document.Memo[[2]string, int]) {
	plan, text := a.tree.PlanOf(a.Doc), readProse(a.Doc)
	own := ownSlice(a, plan)
	names(a, own)
	numbers(a.Reporter, plan, own)
	waves(a, plan, own)
	planDependencies(a, plan, own)
	count(a, plan)
	for _, t := range plan.Tasks {
		if !t.Tag.Unclosed {
			scope(a, text, t)
			sampled(a, plan, t)
			agents(a, text, t)
		}
	}
	sketches(a.Reporter)
	parallel(a.Reporter, plan.Tasks)
	sameFile(a, plan.Tasks)
	check := realityCheck{Reporter: a.Reporter, text: text, plan: plan,
		files: files{set: a.set, root: a.Doc.Root, lengths: lengths, changed: finished(a.slice)}}
	check.judge()
	overSpecified(a.Reporter, text)
	toBeDecided(a.Reporter, text)
	wordings(a.Reporter, text, plan)
	askUser(a.Reporter, text)
	requirements(a)
	if a.slice != nil && a.slice.UAT == "" {
		a.Reportf("slice-uat-missing", a.Doc.FirstLine(), "path",
			"the slice has no %s-UAT.md beside its plan, so nobody can say when it is accepted; write acceptance "+
				"criteria, happy path and edge cases there", a.slice.ID)
	}
}

func taskPlan(a *artefact) {
	text := readProse(a.Doc)
	fileDependencies(a)
	overSpecified(a.Reporter, text)
	askUser(a.Reporter, text)
}
