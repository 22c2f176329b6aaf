package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

const missingCriterion = "missing-success-criterion"

// roadmap holds the success criteria and requirements of each milestone that is planned whole against its plans.
func (j *judge) roadmap() {
	if j.set.Standalone {
		return
	}
	r := project.ReadRoadmap(j.Doc)
	if r == nil {
		return
	}
	for _, entry := range r.Milestones {
		m := j.tree.MilestoneByID(j.Doc.Root, entry.ID.Text)
		if !planned(m, entry) {
			continue
		}
		covered := planWords(m, 0)
		for _, c := range entry.Criteria {
			words := significant(c.Text)
			if len(words) == 0 || m.Mentions(c.ID) || 2*shared(words, covered...) >= len(words) {
				continue
			}
			j.report(missingCriterion, c.Span, fmt.Sprintf("milestones[%s].success_criteria[%s]", entry.ID.Text, c.ID),
				"no task of milestone %s covers %s (%s): no plan names it, and no task shares its words, so it fails only after all work is done; plan a task for it and name %s there", entry.ID.Text, c.ID, document.Quote(c.Text), c.ID)
		}
		traced := j.tree.Requirements(j.Doc.Root)
		for _, requirement := range entry.Requirements {
			if m.Requires(requirement.Text) || m.Slice(strings.TrimPrefix(traced.Traced(requirement.Text), m.ID+"-")) != nil {
				continue // it is reported where it is missing
			}
			j.report(missingCriterion, requirement.Span, fmt.Sprintf("milestones[%s].requirements", entry.ID.Text),
				"no slice plan of milestone %s lists the requirement %s, so it is silently dropped; add it to the `requirements` of the slice that fulfils it", entry.ID.Text, requirement.Text)
		}
	}
}

// planned reports whether every slice of the milestone has a plan that can be read to its end: else nothing can be said of what no plan covers.
func planned(m *project.Milestone, entry *project.Entry) bool {
	for _, s := range entry.Slices {
		if p := m.Slice(s.ID.Text); p == nil || p.Plan == nil {
			return false
		}
	}
	return len(m.Slices) > 0 && !slices.ContainsFunc(m.Slices, func(s *project.Slice) bool {
		return s.Plan == nil || len(s.Plan.Tasks) == 0 || !s.Plan.Closed
	})
}

// planWords returns the words of what the tasks of a milestone are to do, by plan, up to the slice with the given number (0 is all).
func planWords(m *project.Milestone, last int) []map[string]bool {
	var texts []map[string]bool
	for _, s := range m.Slices {
		if s.Plan != nil && (last == 0 || s.Number > 0 && s.Number <= last) {
			texts = append(texts, s.Plan.Words(significant))
		}
	}
	return texts
}

var decision = regexp.MustCompile(`^\*\*(D-\d+):?\*\*:?\s*(.*)$`)

// context holds the locked decisions of a milestone against its plans.
func (j *judge) context() {
	m, block := j.milestone, j.element("decisions")
	if m == nil || block == nil || block.Unclosed {
		return
	}
	entry := j.tree.Roadmap(j.Doc.Root).Entry(m.ID)
	if entry == nil {
		entry = &project.Entry{}
	}
	if !planned(m, entry) {
		return
	}
	covered := planWords(m, 0)
	for _, line := range project.Lines(j.Doc.Content(), block.Inner()) {
		match := decision.FindStringSubmatch(line.Text)
		if match == nil {
			continue
		}
		words := significant(match[2])
		if len(words) == 0 || m.Mentions(match[1]) || 2*shared(words, covered...) >= len(words) {
			continue
		}
		j.report(missingCriterion, line.Span, "body.decisions["+match[1]+"]", "no task of milestone %s honours the decision %s: no plan names it, and no task shares its words, though it is locked; name %s in the task that carries it out", m.ID, match[1], match[1])
	}
}

// uat holds the acceptance criteria of a slice against the tasks of this slice and the earlier ones.
func (j *judge) uat() {
	m, s, block := j.milestone, j.slice(), j.element("acceptance_criteria")
	if s == nil || s.Plan == nil || len(s.Plan.Tasks) == 0 || !s.Plan.Closed || s.Number == 0 || block == nil || block.Unclosed {
		return
	}
	covered := planWords(m, s.Number)
	for i, line := range project.Lines(j.Doc.Content(), block.Inner()) {
		words := significant(line.Text)
		// Two sevenths is what a criterion that is covered shares with its tasks at least, in the projects that we know.
		if n := shared(words, covered...); len(words) > 0 && 7*n < 2*len(words) {
			j.report("uncovered-acceptance-criterion", line.Span, fmt.Sprintf("body.acceptance_criteria[%d]", i), "no task of slice %s or an earlier one seems to cover this criterion: of its %s only %d in what the tasks are to do; plan a task for it, or say in a task what it is about", s.Full, countWords(len(words)), n)
		}
	}
}

func countWords(n int) string { return document.Count(n, "significant word") }

// requirements holds the plan's list against the requirements that are traced to its slice and that the milestone must fulfil.
func (j *judge) requirements() {
	s := j.slice()
	if s == nil || !j.Doc.Readable() {
		return
	}
	entry := j.tree.Roadmap(j.Doc.Root).Entry(j.milestone.ID)
	if entry == nil {
		return
	}
	span, where := j.Doc.Front.Open, "frontmatter"
	if p := j.Doc.Front.Root.Pair("requirements"); p != nil {
		span, where = p.KeySpan, "frontmatter.requirements"
	}
	traced := j.tree.Requirements(j.Doc.Root)
	for _, r := range entry.Requirements {
		if traced.Traced(r.Text) == s.Full && !j.milestone.Requires(r.Text) {
			j.report(missingCriterion, span, where, "the requirement %s is traced to slice %s, but no slice plan of the milestone lists it, so it is silently dropped; add it to `requirements`", r.Text, s.Full)
		}
	}
}
