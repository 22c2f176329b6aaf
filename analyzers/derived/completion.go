package derived

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// completed holds a project that says that it is completed against what would keep close-project from closing it.
func (j *judge) completed() {
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
	if !j.tree.HasArtefact(j.Doc.Root, ".nubos-pilot/PROJECT.md") {
		blockers = append(blockers, "there is no PROJECT.md")
	}
	if len(blockers) > 0 {
		j.report("project-not-complete", n.Span, "project_status", nil, "the project is completed, but %s would keep it from being closed: %s; archive-project believes this line, so finish what is open or write active", document.Count(len(blockers), "thing"), strings.Join(blockers[:min(len(blockers), maxShown)], ", "))
	}
}

// outlines returns the outlines of the milestones that the roadmap lists under an id, in its order.
func (j *judge) outlines() []*project.Outline {
	var all []*project.Outline
	for _, e := range j.roadmap.Milestones {
		if e.ID.Text != "" {
			all = append(all, j.tree.Outline(j.Doc.Root, e.ID.Text))
		}
	}
	return all
}

// blockers returns what keeps a project from being closed because of one milestone, in the words of close-project.
func (j *judge) blockers(m *project.Outline) []string {
	var all []string
	say := func(format string, args ...any) { all = append(all, m.ID+": "+fmt.Sprintf(format, args...)) }
	artefact := func(name string) bool {
		return j.tree.HasArtefact(m.Root, ".nubos-pilot/milestones/"+m.ID+"/"+m.ID+"-"+name)
	}
	switch v := m.Verification; {
	case !artefact("VERIFICATION.md"):
		say("VERIFICATION.md missing")
	case v == nil || !v.Sound(): // it cannot be read or contradicts itself, and that is reported
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
	case !artefact("VALIDATION.md"):
		say("VALIDATION.md missing")
	case v != nil && v.Whole && v.Uncovered > 0:
		say("%d requirement(s) UNCOVERED", v.Uncovered)
	}
	return all
}
