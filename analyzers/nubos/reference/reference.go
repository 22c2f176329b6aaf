// Package reference follows what artefacts name in other artefacts and in the working tree: requirements, decisions,
// success criteria and files. It judges only names that look like what they should lead to; addresses, patterns and
// placeholders are none.
package reference

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
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
	set, tree := document.Of(pass), model.Of(pass)
	if set.Standalone {
		return nil, nil // there is nothing that a reference could lead to
	}
	written := &writers{}
	judged := func(judges ...func(*source)) func(r *document.Reporter) {
		return func(r *document.Reporter) {
			if r.Doc.Problem != nil {
				return
			}
			s := newSource(r, tree, written)
			for _, judge := range judges {
				judge(s)
			}
		}
	}
	set.Each([]string{"nubos/slice-plan"}, judged(planRequirements, mentions, planPaths))
	set.Each([]string{"nubos/task-plan"}, judged(mentions, modified))
	set.Each([]string{"nubos/slice-uat", "nubos/slice-assessment"}, judged(mentions))
	set.Each([]string{"nubos/handoff"}, judged(told))
	set.Each([]string{"nubos/milestone-context"}, judged(canonical))
	set.Each([]string{"nubos/verification"}, judged(evidence))
	set.Each([]string{"nubos/validation"}, judged(validated))
	set.Each([]string{"nubos/roadmap"}, judged(roadmapRequirements))
	set.EachLast([]string{"nubos/requirements"}, judged(requirements))
	return nil, nil
}

// source is one artefact under judgement, and where it lies.
type source struct {
	*document.Reporter
	tree    *model.Tree
	place   place.Place
	guesses guesses
	written *writers
}

func newSource(r *document.Reporter, tree *model.Tree, written *writers) *source {
	return &source{Reporter: r, tree: tree, place: place.Of(r.Doc.Root, r.Doc.Path), written: written}
}

// entry returns the entry of the milestone in the roadmap, or nil.
func (s *source) entry() *model.Entry {
	if s.place.Milestone == "" {
		return nil
	}
	return s.tree.Entry(s.Doc.Root, s.place.Milestone)
}

// milestone returns the milestone that the artefact lies in, or nil if it lies in none. It is read for those who ask.
func (s *source) milestone() *model.Milestone { return s.tree.Milestone(s.Doc.Root, s.place.Milestone) }

// slice returns the slice that the artefact lies in, or nil.
func (s *source) slice() *model.Slice { return s.milestone().Slice(s.place.Slice) }

// guesses is how often a misspelling was looked for in one artefact.
type guesses int

// maxGuesses bounds it: that takes longer than all the rest.
const maxGuesses = 20

func (g *guesses) spent() bool { return *g >= maxGuesses }

// nearest returns the candidate that a word is probably a misspelling of, or "".
func (g *guesses) nearest(word string, candidates []string) string {
	if *g++; *g > maxGuesses {
		return ""
	}
	return spell.Nearest(word, candidates)
}
