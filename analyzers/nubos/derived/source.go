package derived

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

const impossible = "impossible-status"

// source holds the statuses in roadmap.yaml against the disk.
func source(a *artefact) {
	roadmap := a.roadmap()
	if roadmap == nil {
		return
	}
	for _, e := range roadmap.Milestones {
		if e.ID.Text == "" || roadmap.Entry(e.ID.Text) != e || !a.tree.IsStatus(e.Status.Text) {
			continue // the first of several with one id is compared
		}
		m := a.tree.Outline(a.Doc.Root, e.ID.Text)
		at := "milestones[" + e.ID.Text + "].status"
		if open := openTasks(m); model.Finished(e.Status.Text) && len(open) > 0 {
			a.Reportf(impossible, e.Status.Span, at,
				"milestone %s is %s, so ROADMAP.md shows it as finished and propose-milestones leaves it alone, but %s %s open: %s; "+
					"finish or skip what is open, or set the milestone back to in-progress",
				e.ID.Text, e.Status.Text, document.Count(len(open), "task"), plural(len(open), "is"), shown(open))
		} else if why := unverified(a.tree, m, e.Status.Text); why != "" {
			a.Reportf(impossible, e.Status.Span, at, "%s", why)
		}
	}
	completed(a)
}

// openTasks returns the tasks that somebody has still to do. One that is parked waits for something else.
func openTasks(m *model.Outline) (open []string) {
	for _, slice := range m.Slices {
		for _, t := range slice.Tasks {
			if t.Status == "pending" || t.Status == "in-progress" {
				open = append(open, slice.ID+"-"+t.Dir+" ("+t.Status+")")
			}
		}
	}
	return open
}

// unverified says why a milestone cannot have the status, going by its verification, or returns "".
func unverified(tree *model.Tree, m *model.Outline, status string) string {
	v := m.Verification
	if v == nil {
		if status == "verified" && len(m.Slices) > 0 && !has(tree, m, "nubos/verification") {
			return fmt.Sprintf("milestone %s is verified, but there is no %s-VERIFICATION.md, so nobody can say by "+
				"what; verify it, or write done", m.ID, m.ID)
		}
		return ""
	}
	says := v.Milestone()
	switch {
	case says == "" || says == status:
	case status == "verified",
		model.Finished(status) && says != "verified" && says != "deferred",
		(status == "failed" || status == "deferred") && says != "in-progress":
		return fmt.Sprintf("milestone %s is %s, but its verification (%s) makes it %s; verify it again, or write %s",
			m.ID, status, counts(v), says, says)
	}
	return ""
}

// has reports whether a milestone has an artefact of a kind.
func has(tree *model.Tree, m *model.Outline, kind string) bool {
	return tree.Has(tree.Path(m.Root, kind, m.ID))
}

// counts tells the counters of a verification in a message: "3 passed, 1 failed".
func counts(v *model.Verification) string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{{v.Passed, "passed"}, {v.Failed, "failed"}, {v.Deferred, "deferred"}, {v.Pending, "pending"}} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprint(c.n, " ", c.what))
		}
	}
	return strings.Join(parts, ", ")
}

// completed holds a project that says that it is completed against what would keep close-project from closing it.
func completed(a *artefact) {
	n := a.Doc.Data.Root.Get("project_status")
	if n == nil || n.Text != "completed" {
		return
	}
	var all []string
	listed := a.roadmap().Milestones
	for _, e := range listed {
		if e.ID.Text != "" {
			all = append(all, blockers(a.tree, a.tree.Outline(a.Doc.Root, e.ID.Text))...)
		}
	}
	if len(listed) == 0 {
		all = append(all, "there are no milestones")
	}
	if !a.tree.Has(a.tree.Path(a.Doc.Root, "nubos/project")) {
		all = append(all, "there is no PROJECT.md")
	}
	if len(all) > 0 {
		a.Reportf("project-not-complete", n.Span, "project_status",
			"the project is completed, but %s would keep it from being closed: %s; archive-project believes this "+
				"line, so finish what is open or write active",
			document.Count(len(all), "thing"), strings.Join(all[:min(len(all), maxShown)], ", "))
	}
}

// blockers returns what keeps a project from being closed because of one milestone, in the words of close-project.
func blockers(tree *model.Tree, m *model.Outline) (all []string) {
	say := func(format string, args ...any) { all = append(all, m.ID+": "+fmt.Sprintf(format, args...)) }
	switch v := m.Verification; {
	case !has(tree, m, "nubos/verification"):
		say("VERIFICATION.md missing")
	case v == nil || !v.Consistent(): // it cannot be read or contradicts itself, and that is reported
	default:
		if v.Failed > 0 {
			say("%d SC failed", v.Failed)
		}
		if v.Pending > 0 {
			say("%d SC pending", v.Pending)
		}
		if v.Total == 0 {
			say("0 SC")
		}
	}
	switch v := m.Validation; {
	case !has(tree, m, "nubos/validation"):
		say("VALIDATION.md missing")
	case v != nil && v.Whole && v.Uncovered > 0:
		say("%d requirement(s) UNCOVERED", v.Uncovered)
	}
	return all
}
