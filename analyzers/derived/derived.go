// Package derived holds every artefact that repeats what another one says against its source: the TODO.md of a slice against its tasks, META.json and
// both roadmaps for people against roadmap.yaml and the disk, STATE.md and the summaries against all of them. It also knows which statuses cannot stand
// side by side.
//
// A disagreement is reported once, at the copy. Only where all copies agree with one another and not with the source, the source is where somebody made a
// mistake, and it is reported there.
package derived

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// Analyzer judges copies and their sources.
var Analyzer = &analysis.Analyzer{
	Name:     "derived",
	Doc:      "hold artefacts that repeat others against their sources, and statuses against one another",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	if set.Standalone {
		set.Each(pass, []string{"nubos/state", "nubos/todo"}, func(r *document.Reporter) {
			switch j := (&judge{Reporter: r}); {
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
		call func(*judge)
	}{
		{"nubos/todo", false, (*judge).todo},
		{"nubos/milestone-meta", false, (*judge).meta},
		{"nubos/milestone-roadmap", false, (*judge).list},
		{"nubos/project-roadmap", true, (*judge).view},
		{"nubos/roadmap", true, (*judge).source},
		{"nubos/task-plan", false, (*judge).task},
		{"nubos/task-summary", false, (*judge).taskSummary},
		{"nubos/slice-summary", false, (*judge).sliceSummary},
		{"nubos/verification", false, (*judge).verification},
		{"nubos/state", true, (*judge).state},
		{"nubos/checkpoint", false, (*judge).checkpoint},
		{"nubos/project-summary", true, (*judge).projectSummary},
	} {
		judge := func(r *document.Reporter) {
			if r.Doc.Problem == nil {
				each.call(newJudge(r, tree))
			}
		}
		if each.last {
			set.EachLast(pass, []string{each.kind}, judge)
		} else {
			set.Each(pass, []string{each.kind}, judge)
		}
	}
	return nil, nil
}

// judge is one artefact under judgement, and where it lies.
type judge struct {
	*document.Reporter
	tree      *project.Tree
	place     project.Place
	roadmap   *project.Roadmap   // nil if there is none that can be read
	milestone *project.Milestone // nil if the artefact lies in none
	slice     *project.Slice     // nil if the artefact lies in none
	outline   *project.Outline   // of the milestone
	entry     *project.Entry     // of the milestone in the roadmap, or nil
}

func newJudge(r *document.Reporter, tree *project.Tree) *judge {
	j := &judge{Reporter: r, tree: tree, place: project.PlaceOf(r.Doc.Root, r.Doc.Path), roadmap: tree.Roadmap(r.Doc.Root)}
	if r.Doc.Kind == "nubos/verification" && j.roadmap.Entry(j.place.Milestone) == nil {
		return j // there is nothing to hold it against, so the milestone need not be read
	}
	if j.milestone = tree.Milestone(r.Doc.Root, r.Doc.Path); j.milestone != nil {
		j.slice = j.milestone.Slice(j.place.Slice)
		j.outline = tree.Outline(r.Doc.Root, j.milestone.ID)
		j.entry = j.roadmap.Entry(j.milestone.ID)
	}
	return j
}

func (j *judge) report(rule string, span document.Span, at string, fixes []document.Fix, format string, args ...any) {
	j.Report(document.Finding{Rule: rule, Span: span, At: at, Message: fmt.Sprintf(format, args...), Fixes: fixes})
}

// base is the name of a file without its directory.
func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// copies returns what META.json, the project's ROADMAP.md and the milestone's ROADMAP.md repeat of a milestone; empty entries for those that say nothing.
func copies(tree *project.Tree, m *project.Outline) []*project.Entry {
	all := []*project.Entry{m.Meta, tree.View(m.Root).Entry(m.ID), m.List}
	for i := range all {
		if all[i] == nil {
			all[i] = &project.Entry{}
		}
	}
	return all
}

// part is one text of an entry that copies repeat.
type part struct {
	key, what string
	of        func(e *project.Entry) project.Item
}

var parts = []part{
	{"name", "name", func(e *project.Entry) project.Item { return e.Name }},
	{"goal", "goal", func(e *project.Entry) project.Item { return e.Goal }},
	{"status", "status", func(e *project.Entry) project.Item {
		return project.Item{Text: project.Status(e.Status.Text), Span: e.Status.Span}
	}},
}

// voices returns what the copies of a milestone say of a part.
func voices(copies []*project.Entry, p part) []string {
	var said []string
	for _, c := range copies {
		said = append(said, p.of(c).Text)
	}
	return said
}

// sources names the files that copies stand in, for a message.
func sources(copies []*project.Entry) string {
	var names []string
	for _, c := range copies { // three at most
		if !slices.Contains(names, base(c.Path)) {
			names = append(names, base(c.Path))
		}
	}
	return document.AllOf(names)
}

// texts returns the texts of items.
func texts(items []project.Item) []string {
	all := make([]string, len(items))
	for i := range items {
		all[i] = items[i].Text
	}
	return all
}

// criteria returns the texts of criteria.
func criteria(list []project.Criterion) []string {
	all := make([]string, len(list))
	for i := range list {
		all[i] = strings.Join(strings.Fields(list[i].Text), " ")
	}
	return all
}

// difference says what a list has that it should not have and the other way round; "" if both hold the same in whatever order.
func difference(got, want []string) string {
	lacks, has := without(want, got), without(got, want)
	var parts []string
	if len(lacks) > 0 {
		parts = append(parts, "lacks "+shown(lacks))
	}
	if len(has) > 0 {
		parts = append(parts, "has "+shown(has)+" besides")
	}
	return strings.Join(parts, " and ")
}

// set returns the things of a list, to ask for them.
func set(things []string) map[string]bool {
	in := make(map[string]bool, len(things))
	for _, s := range things {
		in[s] = true
	}
	return in
}

// without returns what is in a and not in b.
func without(a, b []string) []string {
	in := set(b)
	var left []string
	for _, s := range a {
		if !in[s] {
			left = append(left, s)
		}
	}
	return left
}

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
