package derived

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

// completed holds a project that says that it is completed against what would keep close-project from closing it.
func (j *artefact) completed() {
	n := j.Doc.Data.Root.Get("project_status")
	if n == nil || n.Text != "completed" {
		return
	}
	var blockers []string
	for _, m := range j.outlines() {
		blockers = append(blockers, j.blockers(m)...)
	}
	if len(j.roadmap.Milestones) == 0 {
		blockers = append(blockers, "there are no milestones")
	}
	if !j.tree.Has(j.tree.Path(j.Doc.Root, "nubos/project")) {
		blockers = append(blockers, "there is no PROJECT.md")
	}
	if len(blockers) > 0 {
		j.report("project-not-complete", n.Span, "project_status", nil,
			"the project is completed, but %s would keep it from being closed: %s; archive-project believes this "+
				"line, so finish what is open or write active",
			document.Count(len(blockers), "thing"), strings.Join(blockers[:min(len(blockers), maxShown)], ", "))
	}
}

// outlines returns the outlines of the milestones that the roadmap lists under an id, in its order.
func (j *artefact) outlines() []*model.Outline {
	var all []*model.Outline
	for _, e := range j.roadmap.Milestones {
		if e.ID.Text != "" {
			all = append(all, j.tree.Outline(j.Doc.Root, e.ID.Text))
		}
	}
	return all
}

// blockers returns what keeps a project from being closed because of one milestone, in the words of close-project.
func (j *artefact) blockers(m *model.Outline) []string {
	var all []string
	say := func(format string, args ...any) { all = append(all, m.ID+": "+fmt.Sprintf(format, args...)) }
	report := func(kind string) bool { return j.tree.Has(j.tree.Path(m.Root, kind, m.ID)) }
	switch v := m.Verification; {
	case !report("nubos/verification"):
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
	case !report("nubos/validation"):
		say("VALIDATION.md missing")
	case v != nil && v.Whole && v.Uncovered > 0:
		say("%d requirement(s) UNCOVERED", v.Uncovered)
	}
	return all
}
