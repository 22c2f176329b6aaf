// Package derived holds artefacts that a program of nubos-pilot makes from others against their sources: the TODO.md and
// the SUMMARY.md of a slice against its tasks, META.json and ROADMAP.md against roadmap.yaml, STATE.md and checkpoints
// against the tasks. It also knows which statuses cannot stand side by side.
//
// A copy that no program and no step of a workflow keeps true is no fault: counters, names, goals and the list of slices
// in roadmap.yaml are not compared. A disagreement is reported once, at the copy.
package derived

import (
	"fmt"
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
	set := document.Of(pass)
	tree := model.Of(pass)
	if set.Standalone {
		set.Each([]string{"nubos/state", "nubos/todo"}, func(r *document.Reporter) {
			switch j := (&artefact{Reporter: r}); {
			case !r.Doc.Readable() || r.Doc.Front == nil:
			case r.Doc.Kind == "nubos/state":
				j.stateAlone()
			default:
				j.todoAlone()
			}
		})
		return nil, nil // any other file that is judged alone has nothing to agree with
	}
	for _, each := range []struct {
		kind string
		last bool // it is judged by what all the others say
		call func(*artefact)
	}{
		{"nubos/todo", false, (*artefact).todo},
		{"nubos/milestone-meta", false, (*artefact).meta},
		{"nubos/milestone-roadmap", false, (*artefact).list},
		{"nubos/project-roadmap", true, (*artefact).view},
		{"nubos/roadmap", true, (*artefact).source},
		{"nubos/task-summary", false, (*artefact).taskSummary},
		{"nubos/slice-summary", false, (*artefact).sliceSummary},
		{"nubos/verification", false, (*artefact).verification},
		{"nubos/state", true, (*artefact).state},
		{"nubos/checkpoint", false, (*artefact).checkpoint},
	} {
		judged := func(r *document.Reporter) {
			if r.Doc.Problem == nil {
				each.call(newArtefact(r, tree))
			}
		}
		if each.last {
			set.EachLast([]string{each.kind}, judged)
		} else {
			set.Each([]string{each.kind}, judged)
		}
	}
	return nil, nil
}

// artefact is one artefact under judgement, and where it lies.
type artefact struct {
	*document.Reporter
	tree      *model.Tree
	place     place.Place
	roadmap   *model.Roadmap   // nil if there is none that can be read
	milestone *model.Milestone // nil if the artefact lies in none
	slice     *model.Slice     // nil if the artefact lies in none
	entry     *model.Entry     // of the milestone in the roadmap, or nil
}

func newArtefact(r *document.Reporter, tree *model.Tree) *artefact {
	j := &artefact{Reporter: r, tree: tree, place: place.Of(r.Doc.Root, r.Doc.Path), roadmap: tree.Roadmap(r.Doc.Root)}
	if r.Doc.Kind == "nubos/verification" && j.roadmap.Entry(j.place.Milestone) == nil {
		return j // there is nothing to hold it against, so the milestone need not be read
	}
	if j.milestone = tree.Milestone(r.Doc.Root, j.place.Milestone); j.milestone != nil {
		j.slice = j.milestone.Slice(j.place.Slice)
		j.entry = j.roadmap.Entry(j.milestone.ID)
	}
	return j
}

func (j *artefact) report(rule string, span document.Span, at string, fixes []document.Fix, format string,
	args ...any) {
	j.Report(document.Finding{Rule: rule, Span: span, At: at, Message: fmt.Sprintf(format, args...), Fixes: fixes})
}

// base is the name of a file without its directory.
func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// maxShown is how many things of a list a message names.
const maxShown = 5

// shown names things in a message, texts of several words in quotes.
func shown(things []string) string {
	named := make([]string, len(things))
	for i, s := range things {
		if named[i] = s; strings.ContainsAny(s, " \t") {
			named[i] = document.Quote(s)
		}
	}
	return some(named)
}

// some names the first of several things, and how many there are besides.
func some(things []string) string {
	if rest := len(things) - maxShown; rest > 0 {
		things = append(things[:maxShown:maxShown], fmt.Sprintf("%d more", rest))
	}
	return document.AllOf(things)
}

// sameText compares two texts but for white space.
func sameText(a, b string) bool {
	return a == b || strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}
