package layout

import (
	"fmt"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// sibling is the first file of a directory, where it is reported what the roadmap does not know of the directory, and
// what is missing beside it.
type sibling struct {
	tree  *model.Tree
	root  string
	first *first
	lacks []lack
}

// lack is what is said of a directory. Nothing in its first file matters for it.
type lack struct{ rule, message string }

// lacksOf finds out what is to be said of a directory.
func lacksOf(tree *model.Tree, root string, first *first) []lack {
	s := &sibling{tree: tree, root: root, first: first}
	s.plan()
	if s.tree.HasDirectories(root) { // without a roadmap of version 2 nobody says what should be there
		s.listed()
	}
	return s.lacks
}

func (s *sibling) listed() {
	place := s.first.place
	e := s.tree.Entry(s.root, place.Milestone)
	switch {
	case e == nil && misnamed(s.tree, s.root):
	case s.first.level == milestoneLevel && e == nil:
		s.report("milestone-unlisted",
			"roadmap.yaml has no milestone %s, so no command works on what is in this directory; add the milestone to "+
				"the roadmap, or remove the directory", place.Milestone)
	case e == nil:
	case s.first.level == milestoneLevel:
		s.milestone(e)
	case s.first.level == sliceLevel:
		s.slice(e)
	default:
		s.task(e)
	}
}

// plan reports the directory of a slice or task that has no plan.
func (s *sibling) plan() {
	place := s.first.place
	switch {
	case s.first.mistake || s.first.level == milestoneLevel:
	case s.first.level == sliceLevel && !s.first.has("nubos/slice-plan"):
		s.report(planMissing,
			"the directory of %s has no %s-PLAN.md, so nobody knows what the slice is to do; restore the plan, or "+
				"remove the directory", place.Slice, place.Slice)
	case s.first.level == taskLevel && !s.first.has("nubos/task-plan") && !s.planned():
		s.report(planMissing,
			"the directory of %s has no %s-PLAN.md, so the task does not exist for any program; restore the plan, or "+
				"remove the directory", place.Task, place.Task)
	}
}

// planned reports whether the slice plan has the task and others of it have files: then it is reported there that the
// file is missing.
func (s *sibling) planned() bool {
	slice := s.tree.Milestone(s.root, s.first.place.Milestone).Slice(s.first.place.Slice)
	return slice != nil && slice.Plan != nil && len(slice.Files) > 0 &&
		slice.Plan.Task(slice.Full+"-"+s.first.place.Task) != nil
}

// milestone reports artefacts that a milestone lacks though it is planned.
func (s *sibling) milestone(e *model.Entry) {
	id := s.first.place.Milestone
	if !s.first.below {
		if s.inUse() && e.Status.Text != "pending" && e.Status.Text != "backlog" && s.tree.IsStatus(e.Status.Text) {
			s.report("milestone-slices-dir-missing",
				"milestone %s is %s, but its directory has no slices, so there is nothing to carry out; plan it, or "+
					"set it back to pending", id, e.Status.Text)
		}
		return
	}
	for _, want := range []struct{ kind, word, loses string }{
		{"nubos/milestone-context", "CONTEXT.md", "planner and executor do not know its locked decisions"},
		{"nubos/milestone-roadmap", "ROADMAP.md", "the plan-checker does not know which slices to expect"},
		{"nubos/milestone-meta", "META.json", "the dashboard shows neither its name nor its status"},
	} {
		if !s.first.mistake && !s.first.has(want.kind) {
			s.missing(id+"-"+want.word, want.loses)
		}
	}
}

// slice reports artefacts that a slice lacks: those that are there once it is carried out, and the one that
// finalize-slice writes before the milestone is finished.
func (s *sibling) slice(e *model.Entry) {
	if s.first.mistake || !s.first.below {
		return
	}
	if !s.first.has("nubos/todo") {
		s.missing("TODO.md", "nobody sees at a glance what is done and what is open")
	}
	id := s.first.place.Slice
	slice := s.tree.Outline(s.root, s.first.place.Milestone).Slice(id)
	if p := slice.Progress(); (p == "done" || p == "in-progress") && !s.first.has("nubos/slice-assessment") {
		s.missing(id+"-ASSESSMENT.md", "nobody can say which risks the plan took into account")
	}
	if model.Finished(e.Status.Text) && !s.first.has("nubos/slice-summary") {
		s.missing(id+"-SUMMARY.md", "the verifier finds no evidence of what was done")
	}
}

// task reports that the summary of a task is missing, which the executor writes when it is done, if the scaffolder
// has not before.
func (s *sibling) task(e *model.Entry) {
	if e.Status.Text == "backlog" || s.first.mistake || !s.first.has("nubos/task-plan") ||
		s.first.has("nubos/task-summary") {
		return
	}
	slice := s.tree.Milestone(s.root, s.first.place.Milestone).Slice(s.first.place.Slice)
	if slice == nil {
		return
	}
	if f := slice.FileIn(s.first.place.Task); f != nil && f.Status == "done" {
		s.missing(s.first.place.Task+"-SUMMARY.md", "the verifier finds no evidence of what was done")
	}
}

// inUse reports whether commands have worked in the project. Where there is no STATE.md, none has, and nothing is
// expected.
func (s *sibling) inUse() bool { return s.tree.Has(s.tree.Path(s.root, "nubos/state")) }

func (s *sibling) missing(name, loses string) {
	if s.inUse() {
		s.report("artefact-missing", "%s is missing beside this file, so %s; generate or restore it", name, loses)
	}
}

func (s *sibling) report(rule, format string, args ...any) {
	s.lacks = append(s.lacks, lack{rule, fmt.Sprintf(format, args...)})
}

// listed reports what the roadmap lists and the disk does not have.
func listed(r *document.Reporter, tree *model.Tree) {
	root := r.Doc.Root
	if r.Doc.Problem == nil && tree.Files.Look(root, place.Home+"/phases") == document.Dir {
		r.Reportf("legacy-phases-dir", r.Doc.FirstLine(), "path",
			"the project still has a directory .nubos-pilot/phases, which no command reads since version 2; archive or "+
				"remove it")
	}
	roadmap := tree.Roadmap(root)
	if roadmap == nil || !roadmap.Directories ||
		!tree.HasBelow(root, place.Milestones) && !tree.Has(tree.Path(root, "nubos/state")) {
		return // there is only a roadmap
	}
	seen := map[string]bool{}
	for _, e := range roadmap.Milestones {
		id := e.ID.Text
		if !place.IsID(id, 'M') || e.Status.Text == "backlog" || seen[id] ||
			e.Status.Text != "" && !tree.IsStatus(e.Status.Text) {
			continue
		}
		seen[id] = true
		if !tree.HasBelow(root, place.Milestones+id+"/") {
			r.Reportf("milestone-dir-missing", e.ID.Span, "milestones["+id+"]",
				"milestone %s has no directory .nubos-pilot/milestones/%s, so its CONTEXT, ROADMAP and META are missing, and "+
					"the dashboard does not show it; restore it, or set the milestone to backlog", id, id)
		}
	}
}

// misnamed reports whether an entry of the roadmap has an id that no directory has, or none may have: then that is
// reported, and a directory that is not listed is probably the one that was meant.
func misnamed(t *model.Tree, root string) bool {
	return slices.ContainsFunc(t.Roadmap(root).Milestones, func(e *model.Entry) bool {
		return !place.Usable(e.ID.Text, 'M') ||
			e.Status.Text != "backlog" && !t.HasBelow(root, place.Milestones+e.ID.Text+"/")
	})
}
