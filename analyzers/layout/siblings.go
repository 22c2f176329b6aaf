package layout

import (
	"fmt"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// sibling is the first file of a directory, where it is reported what the roadmap does not know of the directory, and what is missing beside it.
type sibling struct {
	*document.Reporter
	tree  *project.Tree
	first *first
}

func (s *sibling) judge() {
	s.plan()
	roadmap := s.tree.Roadmap(s.Doc.Root)
	if !roadmap.Directories() {
		return // without a roadmap of version 2 nobody says what should be there
	}
	place := s.first.place
	e := roadmap.Entry(place.Milestone)
	switch {
	case e == nil && (s.tree.Forgotten(s.Doc.Root, place.Milestone, "") || s.tree.Misnamed(s.Doc.Root, "")):
	case s.first.level == milestoneLevel && e == nil:
		s.report("milestone-unlisted", "roadmap.yaml has no milestone %s, so no command works on what is in this directory; add the milestone to the roadmap, or remove the directory", place.Milestone)
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
	case s.first.level == sliceLevel && !s.first.kinds["nubos/slice-plan"]:
		s.report(planMissing, "the directory of %s has no %s-PLAN.md, so nobody knows what the slice is to do; restore the plan, or remove the directory", place.Slice, place.Slice)
	case s.first.level == taskLevel && !s.first.kinds["nubos/task-plan"] && !s.planned():
		s.report(planMissing, "the directory of %s has no %s-PLAN.md, so the task does not exist for any program; restore the plan, or remove the directory", place.Task, place.Task)
	}
}

// planned reports whether the slice plan has the task and others of it have files: then it is reported there that the file is missing.
func (s *sibling) planned() bool {
	slice := s.tree.MilestoneByID(s.Doc.Root, s.first.place.Milestone).Slice(s.first.place.Slice)
	return slice != nil && slice.Plan != nil && len(slice.Files) > 0 && slice.Plan.Task(slice.Full+"-"+s.first.place.Task) != nil
}

// milestone reports artefacts that a milestone lacks though it is planned.
func (s *sibling) milestone(e *project.Entry) {
	id := s.first.place.Milestone
	if !s.first.below {
		if s.inUse() && e.Status.Text != "pending" && e.Status.Text != "backlog" && project.IsStatus(e.Status.Text) {
			s.report("milestone-slices-dir-missing", "milestone %s is %s, but its directory has no slices, so there is nothing to carry out; plan it, or set it back to pending", id, e.Status.Text)
		}
		return
	}
	for _, want := range []struct{ kind, word, loses string }{
		{"nubos/milestone-context", "CONTEXT.md", "planner and executor do not know its locked decisions"},
		{"nubos/milestone-roadmap", "ROADMAP.md", "the plan-checker does not know which slices to expect"},
		{"nubos/milestone-meta", "META.json", "status displays do not show it"},
	} {
		if !s.first.mistake && !s.first.kinds[want.kind] {
			s.missing(id+"-"+want.word, want.loses)
		}
	}
}

// slice reports a slice that the roadmap does not list, and artefacts that it lacks.
func (s *sibling) slice(e *project.Entry) {
	place := s.first.place
	listed := e.Slice(place.Slice)
	if listed == nil {
		if e.Slices != nil && !s.tree.Forgotten(s.Doc.Root, place.Milestone, place.Slice) && !s.tree.Misnamed(s.Doc.Root, place.Milestone) {
			s.report("slice-unlisted", "roadmap.yaml lists no slice %s in milestone %s, so execute-milestone never gets to it; add the slice to the roadmap, or remove the directory", place.Slice, place.Milestone)
		}
		return
	}
	if s.first.mistake {
		return
	}
	if s.first.below && !s.first.kinds["nubos/todo"] {
		s.missing("TODO.md", "whoever resumes sees no list of its tasks")
	}
	if status, _ := s.tree.SliceStatus(s.tree.Outline(s.Doc.Root, place.Milestone), listed); project.Finished(status) && !s.first.kinds["nubos/slice-summary"] {
		s.missing(place.Slice+"-SUMMARY.md", "the verifier finds no evidence of what was done")
	}
}

// task reports that the summary of a task is missing, which the executor writes when it is done, if the scaffolder has not before.
func (s *sibling) task(e *project.Entry) {
	if e.Status.Text == "backlog" || s.first.mistake || !s.first.kinds["nubos/task-plan"] || s.first.kinds["nubos/task-summary"] {
		return
	}
	slice := s.tree.MilestoneByID(s.Doc.Root, s.first.place.Milestone).Slice(s.first.place.Slice)
	if slice == nil {
		return
	}
	if f := slice.FileIn(s.first.place.Task); f != nil && f.Believed() == "done" {
		s.missing(s.first.place.Task+"-SUMMARY.md", "the verifier finds no evidence of what was done")
	}
}

// inUse reports whether commands have worked in the project. Where there is no STATE.md, none has, and nothing is expected.
func (s *sibling) inUse() bool { return s.tree.HasArtefact(s.Doc.Root, ".nubos-pilot/STATE.md") }

func (s *sibling) missing(name, loses string) {
	if s.inUse() {
		s.report("artefact-missing", "%s is missing beside this file, so %s; generate or restore it", name, loses)
	}
}

func (s *sibling) report(rule, format string, args ...any) {
	s.Reportf(rule, s.Doc.FirstLine(), "path", format, args...)
}

// listed reports what the roadmap lists and the disk does not have.
func listed(r *document.Reporter, tree *project.Tree) {
	root := r.Doc.Root
	if r.Doc.Problem == nil && tree.Look(root, ".nubos-pilot/phases") == document.Dir {
		r.Report(document.Finding{Rule: "legacy-phases-dir", Span: r.Doc.FirstLine(), At: "path", Message: "the project still has a directory .nubos-pilot/phases, which no command reads since version 2; archive or remove it"})
	}
	roadmap := tree.Roadmap(root)
	if !roadmap.Directories() || !tree.HasBelow(root, ".nubos-pilot/milestones/") && !tree.HasArtefact(root, ".nubos-pilot/STATE.md") {
		return // there is only a roadmap
	}
	seen := map[string]bool{}
	for _, e := range roadmap.Milestones {
		id := e.ID.Text
		if !project.IsID(id, 'M', 3) || e.Status.Text == "backlog" || seen[id] || e.Status.Text != "" && !project.IsStatus(e.Status.Text) {
			continue
		}
		seen[id] = true
		at := "milestones[" + id + "]"
		if !tree.HasBelow(root, ".nubos-pilot/milestones/"+id+"/") {
			r.Report(document.Finding{Rule: "milestone-dir-missing", Span: e.ID.Span, At: at, Message: fmt.Sprintf("milestone %s has no directory .nubos-pilot/milestones/%s, so no command can work on it; create it with new-milestone, or set the milestone to backlog", id, id)})
			continue
		}
		if !tree.HasBelow(root, ".nubos-pilot/milestones/"+id+"/slices/") {
			continue // it is not planned yet
		}
		for _, s := range e.Slices {
			if name := s.ID.Text; project.IsID(name, 'S', 3) && !tree.HasBelow(root, ".nubos-pilot/milestones/"+id+"/slices/"+name+"/") {
				r.Report(document.Finding{Rule: "slice-dir-missing", Span: s.ID.Span, At: at + ".slices[" + name + "]", Message: fmt.Sprintf("slice %s-%s has no directory slices/%s, though others of its milestone do, so nobody can carry it out; plan it, or remove it from the roadmap", id, name, name)})
			}
		}
	}
}
