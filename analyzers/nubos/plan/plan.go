// Package plan decides by machine what the plan-checker of nubos-pilot leaves to a language model: whether the plan
// of a milestone can work. Its rules are the categories of that checker, by their names.
package plan

import (
	"fmt"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges slice plans, the task files made from them, and the criteria and decisions that they must cover.
var Analyzer = &analysis.Analyzer{
	Name:     "plan",
	Doc:      "hold the plan of a milestone against the categories of the plan-checker",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	tree := model.Of(pass)
	lengths := &sync.Map{}
	each := func(kind string, judge func(j *artefact)) {
		set.Each([]string{kind}, func(r *document.Reporter) {
			if r.Doc.Problem != nil {
				return
			}
			j := newArtefact(r, set, tree)
			j.lengths = lengths
			judge(&j)
		})
	}
	each("nubos/slice-plan", (*artefact).slicePlan)
	each("nubos/task-plan", (*artefact).taskPlan)
	each("nubos/roadmap", (*artefact).roadmap)
	each("nubos/milestone-context", (*artefact).context)
	each("nubos/slice-uat", (*artefact).uat)
	each("nubos/workflow", (*artefact).workflow)
	return nil, nil
}

// artefact is one artefact under judgement, and where it lies.
type artefact struct {
	*document.Reporter
	set       *document.Set
	tree      *model.Tree
	place     place.Place
	milestone *model.Milestone // nil if the artefact is judged alone or lies in none
	plan      *model.Plan      // of a slice plan
	hits      []hit            // words that may be part of a phrase, by offset
	ticks     []tick           // the backticks of the document, once somebody asked
	own       *place.Place     // what ownSlice has found
	lengths   *sync.Map        // root and path of a file to the number of its lines
}

// newArtefact finds where a document lies, which is nowhere if it is judged alone.
func newArtefact(r *document.Reporter, set *document.Set, tree *model.Tree) artefact {
	j := artefact{Reporter: r, set: set, tree: tree}
	if !set.Standalone {
		j.place = place.Of(r.Doc.Root, r.Doc.Path)
		j.milestone = tree.Milestone(r.Doc.Root, j.place.Milestone)
	}
	return j
}

func (j *artefact) slicePlan() {
	j.plan = j.tree.PlanOf(j.Doc)
	j.hits = readHits(j.Doc.Content())
	j.names()
	j.numbers()
	j.waves()
	j.dependencies()
	j.count()
	for _, t := range j.plan.Tasks {
		if !t.Tag.Unclosed {
			j.scope(t)
			j.coverage(t)
			j.agents(t)
		}
	}
	j.sketches()
	j.parallel()
	j.realityCheck()
	j.overSpecified()
	j.prose()
	j.askUser()
	j.requirements()
	if s := j.slice(); s != nil && s.UAT == "" {
		j.Reportf("slice-uat-missing", j.Doc.FirstLine(), "path",
			"the slice has no %s-UAT.md beside its plan, so nobody can say when it is accepted; write acceptance "+
				"criteria, happy path and edge cases there",
			s.ID)
	}
}

func (j *artefact) taskPlan() {
	j.hits = readHits(j.Doc.Content())
	j.fileDependencies()
	j.overSpecified()
	j.askUser()
}

// slice returns the slice that the artefact belongs to, or nil.
func (j *artefact) slice() *model.Slice {
	if j.milestone == nil {
		return nil
	}
	return j.milestone.Slice(j.place.Slice)
}

// fullID is the form of an id; other texts are refused by the contract.
var fullID = rules.Lazy(`^M\d{3,}(?:-S\d{3,})?$`)

// names holds slice and milestone in the frontmatter, and the name of the file, against the path.
func (j *artefact) names() {
	dir := j.place.Slice
	if dir == "" {
		if j.set.Standalone && j.Doc.Readable() {
			j.aloneNames()
		}
		return
	}
	if name := "S" + j.Doc.Var("slice"); name != dir {
		j.Reportf("slice-path", j.Doc.FirstLine(), "path",
			"the file is named after %s but lies in the directory %s, so programs do not find it there; rename or "+
				"move it",
			name, dir)
		return
	}
	if j.Doc.Front == nil || j.Doc.Front.Fault != nil {
		return
	}
	for _, want := range []struct{ key, value string }{{"slice", j.place.Milestone + "-" + dir},
		{"milestone", j.place.Milestone}} {
		p := j.Doc.Front.Root.Pair(want.key)
		if p == nil || p.Value.Type != document.String || p.Value.Text == want.value ||
			!fullID().MatchString(p.Value.Text) {
			continue
		}
		j.Report(document.Finding{Rule: "slice-path", Span: p.Value.Span, At: "frontmatter." + want.key,
			Message: fmt.Sprintf("`%s` is %q, but the path says %s; programs that go by the one and programs that go "+
				"by the other see two slices",
				want.key, p.Value.Text, want.value),
			Fixes: document.Replace("write "+want.value, p.Value.Span, p.Value.Requote(want.value))})
	}
}
