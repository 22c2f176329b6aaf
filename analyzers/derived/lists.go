package derived

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

const listStale = "milestone-roadmap-stale"

// list holds the ROADMAP.md of a milestone against roadmap.yaml, the slices on disk and their plans.
func (j *judge) list() {
	e := project.ReadList(j.Doc)
	if j.milestone == nil {
		return
	}
	if j.entry != nil {
		j.copied(listStale, "name", "body.title", e.Name, j.entry.Name, voices(copies(j.tree, j.outline), parts[0]))
	}
	if e.Slices == nil {
		return
	}
	j.listedSlices(e)
	for _, s := range e.Slices {
		if e.Slice(s.ID.Text) != s {
			continue // it is listed twice
		}
		at := "body.slices[" + s.ID.Text + "]"
		if source := j.entry.Slice(s.ID.Text); source != nil {
			view := j.tree.View(j.Doc.Root).Entry(j.milestone.ID).Slice(s.ID.Text)
			j.copied(listStale, "name of "+s.ID.Text, at, s.Name, source.Name, []string{view.NameText(), s.Name.Text})
			plan := ""
			if disk := j.milestone.Slice(s.ID.Text); disk != nil && disk.Plan.Says(s.Goal.Text) {
				plan = s.Goal.Text
			}
			j.copied(listStale, "goal of "+s.ID.Text, at, s.Goal, source.Goal, []string{plan, s.Goal.Text})
		}
		if disk := j.milestone.Slice(s.ID.Text); disk != nil && disk.Plan != nil {
			j.listedPlan(s, disk, at)
		}
	}
}

// copied reports a text that is not its source's, unless the copies say that the source is wrong.
func (j *judge) copied(rule, what, at string, got, want project.Item, voices []string) {
	if got.Text == "" || want.Text == "" || project.Same(got.Text, want.Text) {
		return
	}
	if _, outvoted := project.Outvoted(want.Text, voices...); !outvoted {
		j.report(rule, got.Span, at, document.Replace("write what roadmap.yaml says", got.Span, want.Text), "the %s is %s, but %s in roadmap.yaml, from which this is made; write that", what, document.Quote(got.Text), document.Quote(want.Text))
	}
}

// listedSlices compares the slices of the list with those on disk and in the roadmap: each is listed once, in the order in which they run.
func (j *judge) listedSlices(e *project.Entry) {
	seen := map[string]bool{}
	last, strange := 0, 0
	for _, s := range e.Slices {
		id, at := s.ID.Text, "body.slices["+s.ID.Text+"]"
		number := project.IDNumber(id, 'S', 3)
		switch {
		case seen[id]:
			j.report(listStale, s.ID.Span, at, nil, "slice %s is listed twice, so the order in which the slices run is open; remove one", id)
		case j.milestone.Slice(id) == nil && j.entry.Slice(id) == nil:
			strange++
			j.report(listStale, s.ID.Span, at, nil, "slice %s is listed, but the milestone has no directory slices/%s and roadmap.yaml does not know it; correct the id or remove the entry", id, id)
		case j.tree.Forgotten(j.Doc.Root, j.milestone.ID, id):
			strange++ // the roadmap probably has it under another id
		case number < last:
			j.report(listStale, s.ID.Span, at, nil, "slice %s is listed behind S%03d, but slices run by their numbers; move the entry up", id, last)
		}
		seen[id] = true
		last = max(last, number)
	}
	var missing []string
	for _, s := range j.milestone.Slices {
		if !seen[s.ID] && s.Number > 0 {
			missing = append(missing, s.ID)
		}
	}
	if j.entry != nil {
		for _, s := range j.entry.Slices {
			if id := s.ID.Text; !seen[id] && project.IsID(id, 'S', 3) && j.milestone.Slice(id) == nil {
				missing = append(missing, id)
			}
		}
	}
	if len(missing) > strange && (j.entry == nil || j.tree.Sound(j.Doc.Root, j.milestone.ID)) { // else they stand there under other ids
		j.report(listStale, e.Keys["slices"], "body.slices", nil, "the list lacks %s of the milestone, so the plan-checker and the verifier do not expect it; add it", shown(missing))
	}
}

// listedPlan compares tasks and requirements with the plan of the slice.
func (j *judge) listedPlan(s *project.Entry, disk *project.Slice, at string) {
	n := len(disk.Plan.Tasks)
	right := []string{"", strconv.Itoa(n), strconv.Itoa(len(disk.Files))}
	if n > 0 && n == disk.Plan.Tags && disk.Plan.Closed && !slices.Contains(right, s.TaskCount.Text) { // what hides or loses a task is reported there
		j.report(listStale, s.TaskCount.Span, at, document.Replace(fmt.Sprintf("write %d", n), s.TaskCount.Span, strconv.Itoa(n)), "slice %s is listed with %s tasks, but its plan has %d; write %d", s.ID.Text, s.TaskCount.Text, n, n)
	}
	required := texts(disk.Plan.Required())
	if len(required) == 0 || len(s.Requirements) == 0 {
		return
	}
	listed := texts(s.Requirements)
	planned := set(required)
	requirements := j.tree.Requirements(j.Doc.Root)
	strange := false
	for _, r := range s.Requirements {
		// Where the traceability table agrees with the list, it is the plan that stands alone.
		if !planned[r.Text] && requirements.Traced(r.Text) != disk.Full {
			strange = true
			j.report(listStale, r.Span, at, nil, "slice %s is listed with %s, but its plan does not list this requirement; correct one of them", s.ID.Text, r.Text)
		}
	}
	for _, id := range without(required, listed) {
		if traced := requirements.Traced(id); !strange && traced == disk.Full || !strange && traced == "" && requirements.Requirement(id) != nil {
			j.report(listStale, s.ID.Span, at, nil, "the plan of slice %s lists the requirement %s, which is missing here, so the verifier does not expect it of this slice; add it", s.ID.Text, id)
		}
	}
}
