// Package reference follows what artefacts name in other artefacts and in the working tree: requirements, decisions,
// success criteria and files. It judges only names that look like what they should lead to; addresses, patterns and
// placeholders are none.
package reference

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports what leads nowhere.
var Analyzer = &analysis.Analyzer{
	Name:     "reference",
	Doc:      "follow requirements, decisions, criteria and paths to what they name",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	tree := model.Of(pass)
	if set.Standalone {
		return nil, nil // there is nothing that a reference could lead to
	}
	written := &memo.Memo[string, map[string][]string]{}
	judged := func(calls ...func(*source)) func(r *document.Reporter) {
		return func(r *document.Reporter) {
			if r.Doc.Problem == nil {
				j := newSource(r, tree)
				j.written = written
				for _, call := range calls {
					call(j)
				}
			}
		}
	}
	set.Each([]string{"nubos/slice-plan"}, judged((*source).planRequirements, (*source).mentions, (*source).planPaths))
	set.Each([]string{"nubos/task-plan"}, judged((*source).mentions, (*source).modified))
	set.Each([]string{"nubos/slice-uat", "nubos/slice-assessment"}, judged((*source).mentions))
	set.Each([]string{"nubos/milestone-context"}, judged((*source).canonical))
	set.Each([]string{"nubos/verification"}, judged((*source).evidence))
	set.Each([]string{"nubos/validation"}, judged((*source).validated))
	set.Each([]string{"nubos/roadmap"}, judged((*source).roadmapRequirements))
	set.EachLast([]string{"nubos/requirements"}, judged((*source).requirements))
	return nil, nil
}

// source is one artefact under judgement, and where it lies.
type source struct {
	*document.Reporter
	tree  *model.Tree
	place place.Place
	entry *model.Entry // of the milestone in the roadmap, or nil
	hints int          // how often a misspelling was looked for
	// written is what writers has found out, by root.
	written *memo.Memo[string, map[string][]string]
}

func newSource(r *document.Reporter, tree *model.Tree) *source {
	j := &source{Reporter: r, tree: tree, place: place.Of(r.Doc.Root, r.Doc.Path)}
	if j.place.Milestone != "" {
		j.entry = tree.Roadmap(r.Doc.Root).Entry(j.place.Milestone)
	}
	return j
}

// milestone returns the milestone that the artefact lies in, or nil if it lies in none. It is read for those who ask.
func (j *source) milestone() *model.Milestone { return j.tree.Milestone(j.Doc.Root, j.place.Milestone) }

// slice returns the slice that the artefact lies in, or nil.
func (j *source) slice() *model.Slice {
	if m := j.milestone(); m != nil {
		return m.Slice(j.place.Slice)
	}
	return nil
}

// element returns the first element of the body with the name that is no example and has an end, or nil.
func (j *source) element(name string) *document.Element {
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
func (j *source) nearest(word string, candidates []string) string {
	if j.hints++; j.hints > maxHints {
		return ""
	}
	return spell.Nearest(word, candidates)
}
