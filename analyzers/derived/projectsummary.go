package derived

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

const projectSummaryStale = "project-summary-stale"

var summaryHeading = rules.Lazy(`^(M\d{3,})\s+[—–-]\s+(.*)$`)

// projectSummary holds PROJECT-SUMMARY.md against the milestones and their reports.
func (j *judge) projectSummary() {
	if j.roadmap == nil || j.roadmap.Ambiguous || j.Doc.Body == nil {
		return
	}
	sound := j.tree.Sound(j.Doc.Root, "")
	var blockers []string
	for _, m := range j.outlines() {
		sound = sound && (m.Verification == nil || m.Verification.Sound()) && (m.Validation == nil || m.Validation.Whole)
		blockers = append(blockers, j.blockers(m)...)
	}
	seen := map[string]bool{}
	strange := 0
	first := document.Span{}
	for i := range j.Doc.Body.Headings {
		h := &j.Doc.Body.Headings[i]
		switch m := summaryHeading().FindStringSubmatch(h.Text); {
		case h.Level == 2 && h.Text == "Milestones":
			first = h.Span
		case h.Level == 2 && strings.HasPrefix(h.Text, "Blockers") && sound:
			j.listedBlockers(h, blockers)
		case h.Level == 3 && m != nil:
			seen[m[1]] = true
			if j.roadmap.Entry(m[1]) == nil {
				strange++
			}
			j.summarized(h, m[1], m[2])
		}
	}
	var missing []string
	for _, e := range j.roadmap.Milestones {
		if e.ID.Text != "" && !seen[e.ID.Text] {
			missing = append(missing, e.ID.Text)
		}
	}
	if len(missing) > strange && len(seen) > 0 && sound { // else they stand there under other ids
		j.report(projectSummaryStale, j.misshapen(missing[0], true, first), "body.milestones", nil, "the summary lacks %s of roadmap.yaml; write it anew with close-project", shown(missing))
	}
	for i := range j.Doc.Body.Fields {
		if f := &j.Doc.Body.Fields[i]; sound && (len(j.Doc.Body.Headings) < 2 || f.Span.Start < j.Doc.Body.Headings[1].Span.Start) {
			j.summaryHead(f, len(blockers))
		}
	}
}

// summaryHead judges the fields below the title.
func (j *judge) summaryHead(f *document.LabelField, blockers int) {
	switch n := itoa(len(j.roadmap.Milestones)); {
	case f.Label == "Milestones" && f.Text != n:
		j.report(projectSummaryStale, f.Value, "body.milestones", document.Replace("write "+n, f.Value, n), "the summary counts %s milestones, but roadmap.yaml has %s; write %s", document.Quote(f.Text), n, n)
	case f.Label == "Status" && f.Text == "incomplete" && blockers == 0:
		j.report(projectSummaryStale, f.Value, "body.status", nil, "the summary calls the project incomplete, but nothing keeps it from being closed any more; write it anew with close-project")
	case f.Label == "Status" && strings.HasPrefix(f.Text, "complete") && blockers > 0:
		j.report(projectSummaryStale, f.Value, "body.status", nil, "the summary calls the project complete, but %s it from being closed; finish what is open, or write the summary anew with close-project", keep(blockers))
	}
}

// keep starts a sentence about n things that keep a project from being closed.
func keep(n int) string {
	if n == 1 {
		return "1 thing keeps"
	}
	return fmt.Sprintf("%d things keep", n)
}

// summarized judges the block of a milestone.
func (j *judge) summarized(h *document.Heading, id, name string) {
	at := "body.blocks[" + id + "]"
	e := j.roadmap.Entry(id)
	if e == nil && !j.tree.Sound(j.Doc.Root, "") {
		return // it may be one that the roadmap has lost
	}
	if e == nil {
		j.report(projectSummaryStale, h.Span, at, nil, "roadmap.yaml has no milestone %s; write the summary anew with close-project", id)
		return
	}
	m := j.tree.Outline(j.Doc.Root, id)
	if _, outvoted := project.Outvoted(e.Name.Text, voices(copies(j.tree, m), parts[0])...); !outvoted && e.Name.Text != "" && !project.Same(name, e.Name.Text) {
		j.report(projectSummaryStale, h.Title, at+".heading", document.Replace("write what roadmap.yaml says", h.Title, id+" — "+e.Name.Text), "the milestone is called %s here, but %s in roadmap.yaml; write that", document.Quote(name), document.Quote(e.Name.Text))
	}
	want := map[string]string{}
	status := j.tree.MilestoneStatus(j.Doc.Root, e)
	if project.IsStatus(status) {
		want["Roadmap status"] = "pending" // whatever is not finished
		if project.Finished(status) {
			want["Roadmap status"] = "done"
		}
	}
	report := func(name string) bool {
		return j.tree.HasArtefact(j.Doc.Root, ".nubos-pilot/milestones/"+id+"/"+id+"-"+name+".md")
	}
	if v := m.Verification; v != nil && v.Sound() {
		want["Verification"] = fmt.Sprintf("%s (%d SC, %d failed, %d pending)", v.Status, v.Total, v.Failed, v.Pending)
	} else if !report("VERIFICATION") {
		want["Verification"] = "missing"
	}
	if v := m.Validation; v != nil && v.Uncovered >= 0 && v.UnderSampled >= 0 && v.Whole {
		want["Validation"] = fmt.Sprintf("%d uncovered, %d under-sampled", v.Uncovered, v.UnderSampled)
	} else if !report("VALIDATION") {
		want["Validation"] = "missing"
	}
	for _, f := range j.Doc.Body.FieldsIn(h.Below) {
		text, known := want[f.Label]
		delete(want, f.Label) // a second one is of the next milestone, whose heading is none
		if !known || f.Text == text || f.Label == "Roadmap status" && (f.Text == status || project.Finished(f.Text) && project.Finished(status)) {
			continue
		}
		j.report(projectSummaryStale, f.Value, at+"."+f.Label, document.Replace("write "+text, f.Value, text), "%s of %s is given as %s, but it is %s now; write that, or write the summary anew with close-project", strings.ToLower(f.Label[:1])+f.Label[1:], id, document.Quote(f.Text), text)
	}
}

// blockerForms are the sentences of close-project that are understood.
var blockerForms = rules.Lazy(`^(M\d{3,}): (VERIFICATION\.md missing|VALIDATION\.md missing|\d+ SC (?:failed|pending)|\d+ requirement\(s\) UNCOVERED)$`)

// listedBlockers compares the list of blockers with what blocks.
func (j *judge) listedBlockers(h *document.Heading, blockers []string) {
	listed, blocking := map[string]bool{}, set(blockers)
	gone := 0
	for i := range j.Doc.Body.Items {
		item := &j.Doc.Body.Items[i]
		if !h.Below.Contains(item.Span.Start) {
			continue
		}
		text := j.Doc.Text(item.Text)
		listed[text] = true
		if blockerForms().MatchString(text) && !blocking[text] {
			gone++
			j.report(projectSummaryStale, item.Span, "body.blockers", nil, "%s blocks nothing any more; write the summary anew with close-project", document.Quote(text))
		}
	}
	var missing []string
	for _, blocker := range blockers {
		if !listed[blocker] && blockerForms().MatchString(blocker) {
			missing = append(missing, blocker)
		}
	}
	if len(missing) > gone { // else they stand there with other numbers
		j.report(projectSummaryStale, h.Span, "body.blockers", nil, "the list of blockers lacks %s; write the summary anew with close-project", shown(missing))
	}
}
