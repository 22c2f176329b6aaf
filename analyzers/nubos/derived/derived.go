// Package derived holds artefacts that a program of nubos-pilot makes from others against their sources: the TODO.md
// and the SUMMARY.md of a slice against its tasks, META.json and ROADMAP.md against roadmap.yaml, STATE.md and
// checkpoints against the tasks, what was learnt against its words. It also knows which statuses cannot stand side by side.
//
// A copy that no program and no step of a workflow keeps true is no fault: counters, names, goals and the list of
// slices in roadmap.yaml are not compared. A disagreement is reported once, at the copy.
package derived

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// Analyzer judges copies and their sources.
var Analyzer = &analysis.Analyzer{
	Name:     "derived",
	Doc:      "hold artefacts that repeat others against their sources, and statuses against one another",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set, tree := document.Of(pass), model.Of(pass)
	if set.Standalone { // any other file that is judged alone has nothing to agree with
		alone(set, "nubos/state", stateAlone)
		alone(set, "nubos/todo", todoAlone)
		return nil, nil
	}
	for _, each := range []struct {
		kind    string
		judge   func(*artefact)
		collect func(kinds []string, call func(r *document.Reporter)) // EachLast if all the others have a say
	}{
		{"nubos/todo", ofSlice(judgeTodo), set.Each},
		{"nubos/milestone-meta", meta, set.Each},
		{"nubos/milestone-meta", metaName, set.Each},
		{"nubos/milestone-roadmap", list, set.Each},
		{"nubos/project-roadmap", view, set.EachLast},
		{"nubos/roadmap", source, set.EachLast},
		{"nubos/task-summary", ofSlice(taskSummary), set.Each},
		{"nubos/slice-summary", ofSlice(sliceSummary), set.Each},
		{"nubos/verification", verification, set.Each},
		{"nubos/state", judgeState, set.EachLast},
		{"nubos/checkpoint", checkpoint, set.Each},
		{"nubos/learnings", learnings, set.Each},
	} {
		each.collect([]string{each.kind}, func(r *document.Reporter) {
			if r.Doc.Problem == nil {
				each.judge(newArtefact(r, tree))
			}
		})
	}
	return nil, nil
}

// ofSlice judges artefacts of slices by judge. One in a directory with a wrong name is of none, and that is reported.
func ofSlice(judge func(*artefact)) func(*artefact) {
	return func(a *artefact) {
		if a.slice != nil {
			judge(a)
		}
	}
}

func alone(set *document.Set, kind string, judge func(r *document.Reporter)) {
	set.Each([]string{kind}, func(r *document.Reporter) {
		if r.Doc.Readable() {
			judge(r)
		}
	})
}

// artefact is one artefact under judgement, and where it lies.
type artefact struct {
	*document.Reporter
	tree      *model.Tree
	place     place.Place
	milestone *model.Milestone // nil if the artefact lies in none
	slice     *model.Slice     // nil if the artefact lies in none
}

func newArtefact(r *document.Reporter, tree *model.Tree) *artefact {
	a := &artefact{Reporter: r, tree: tree, place: place.Of(r.Doc.Root, r.Doc.Path)}
	if r.Doc.Kind == "nubos/verification" {
		return a // the milestone need not be read for it
	}
	if a.milestone = tree.Milestone(r.Doc.Root, a.place.Milestone); a.milestone != nil {
		a.slice = a.milestone.Slice(a.place.Slice)
	}
	return a
}

// roadmap returns the roadmap, or nil if there is none that can be read.
func (a *artefact) roadmap() *model.Roadmap { return a.tree.Roadmap(a.Doc.Root) }

// entry returns the entry of the milestone in the roadmap, or nil.
func (a *artefact) entry() *model.Entry {
	if a.place.Milestone == "" {
		return nil
	}
	return a.tree.Entry(a.Doc.Root, a.place.Milestone)
}

// tasksAgree reports whether every task of a slice can be told by its file: its id is that of the path, and its
// status one that there is. Where one cannot, that is reported there, and which copy is right is open.
func tasksAgree(tree *model.Tree, s *model.Slice) bool {
	known := tree.Vocabulary("nubos", "task-status")
	return !slices.ContainsFunc(s.Files, func(f *model.File) bool {
		return !slices.Contains(known, f.Status) || f.ID != s.Full+"-"+f.Dir
	})
}

// nameOf is what generators write as the name of a task.
func nameOf(f *model.File) string {
	if f.Name == "" {
		return "(unnamed)"
	}
	return f.Name
}

// maxShown is how many things of a list a message names.
const maxShown = 5

// shown names things in a message, the first of them and how many there are besides.
func shown(things []string) string { return shownOf(things, len(things)) }

// shownOf is shown of so many things, the first of which are there.
func shownOf(things []string, all int) string {
	if rest := all - maxShown; rest > 0 {
		things = append(things[:maxShown:maxShown], fmt.Sprintf("%d more", rest))
	}
	return document.AllOf(things)
}

// plural puts a phrase that starts with "is" into the plural unless n is 1.
func plural(n int, phrase string) string {
	if n == 1 {
		return phrase
	}
	return "are" + strings.TrimPrefix(phrase, "is")
}

// sameText compares two texts but for white space.
func sameText(a, b string) bool {
	return slices.Equal(strings.Fields(a), strings.Fields(b))
}
