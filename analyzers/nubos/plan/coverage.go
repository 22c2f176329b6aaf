package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/overlap"
	"github.com/nplint/nplint/rules"
)

const missingCriterion = "missing-success-criterion"

// What texts share with the plans that cover them at least, in the projects that we know, if it is only one word.
const (
	some = 2.0 / 7
	half = 1.0 / 2
	most = 2.0 / 3
)

// roadmap holds the success criteria and requirements of each milestone that is planned whole against its plans.
func (j *artefact) roadmap() {
	if j.set.Standalone {
		return
	}
	r := j.tree.Roadmap(j.Doc.Root)
	if r == nil {
		return
	}
	for _, entry := range r.Milestones {
		covered := j.tree.Coverage(j.Doc.Root, entry.ID.Text)
		if !planned(covered, entry) || r.Entry(entry.ID.Text) != entry {
			continue
		}
		said := &overlap.Words{}
		for _, c := range entry.Criteria {
			said.Read(c.Text)
		}
		for _, c := range entry.Criteria {
			if covered.Names(c.ID) || !overlap.Uncovered(c.Text, half, said, covered.Words()) {
				continue
			}
			j.Reportf(missingCriterion, c.Span, fmt.Sprintf("milestones[%s].success_criteria[%s]", entry.ID.Text, c.ID),
				"no task of milestone %s covers %s (%s): no plan names it, and no task shares its words, so it fails only after all work is done; plan a task for it and name %s there", entry.ID.Text, c.ID, document.Quote(c.Text), c.ID)
		}
		traced := j.tree.Requirements(j.Doc.Root)
		for _, requirement := range entry.Requirements {
			if traced != nil && len(traced.Defined) > 0 && traced.Requirement(requirement.Text) == nil &&
				traced.Trace(requirement.Text) == nil {
				continue // it is reported that nobody defines it
			}
			milestone, slice, _ := strings.Cut(traced.Traced(requirement.Text), "-")
			if covered.Names(requirement.Text) || milestone == entry.ID.Text && covered.Plans[slice] {
				continue // or it is reported where it is missing
			}
			j.Reportf(missingCriterion, requirement.Span, fmt.Sprintf("milestones[%s].requirements", entry.ID.Text),
				"no slice plan of milestone %s lists the requirement %s, so it is silently dropped; add it to the `requirements` of the slice that fulfils it", entry.ID.Text, requirement.Text)
		}
	}
}

// planned reports whether every slice of the milestone has a plan that can be read to its end: else nothing can be
// said of what no plan covers.
func planned(c *model.Coverage, entry *model.Entry) bool {
	return c.Whole &&
		(entry == nil || !slices.ContainsFunc(entry.Slices, func(s *model.Entry) bool { return !c.Plans[s.ID.Text] }))
}

var decision = rules.Lazy(`^\*\*(D-\d+):?\*\*:?\s*(.*)$`)

// context holds the locked decisions of a milestone against its plans.
func (j *artefact) context() {
	m, block := j.milestone, j.element("decisions")
	if m == nil || block == nil || block.Unclosed {
		return
	}
	covered := j.tree.Coverage(j.Doc.Root, m.ID)
	if !planned(covered, j.tree.Roadmap(j.Doc.Root).Entry(m.ID)) {
		return
	}
	said := &overlap.Words{}
	said.Read(j.Doc.Text(block.Inner()))
	for _, line := range model.Lines(j.Doc.Content(), block.Inner()) {
		match := decision().FindStringSubmatch(line.Text)
		if match == nil {
			continue
		}
		if covered.Names(match[1]) || !overlap.Uncovered(match[2], half, said, covered.Words()) {
			continue
		}
		j.Reportf(missingCriterion, line.Span, "body.decisions["+match[1]+"]",
			"no task of milestone %s honours the decision %s: no plan names it, and no task shares its words, though "+
				"it is locked; name %s in the task that carries it out",
			m.ID, match[1], match[1])
	}
}

// anyID finds what plans may name.
var anyID = rules.Lazy(`\b(?:SC|D|REQ(?:-[A-Z]+)*)-\d+\b`)

// uat holds the acceptance criteria of a slice against the tasks of this slice and the earlier ones.
func (j *artefact) uat() {
	m, s, block := j.milestone, j.slice(), j.element("acceptance_criteria")
	if s == nil || s.Plan == nil || len(s.Plan.Tasks) == 0 || s.Number == 0 || block == nil || block.Unclosed {
		return
	}
	var covered []*overlap.Words
	for _, earlier := range m.Slices {
		if earlier.Plan != nil && earlier.Number > 0 && earlier.Number <= s.Number {
			if !earlier.Plan.Closed {
				return // who knows what it holds
			}
			covered = append(covered, earlier.Plan.Words())
		}
	}
	said, names := &overlap.Words{}, j.tree.Coverage(j.Doc.Root, m.ID)
	said.Read(j.Doc.Content())
	for i, line := range model.Lines(j.Doc.Content(), block.Inner()) {
		named := slices.ContainsFunc(anyID().FindAllString(line.Text, -1), names.Names)
		if !named && overlap.Uncovered(line.Text, some, said, covered...) {
			n, all := overlap.Shared(line.Text, covered...)
			j.Reportf("uncovered-acceptance-criterion", line.Span, fmt.Sprintf("body.acceptance_criteria[%d]", i),
				"no task of slice %s or an earlier one seems to cover this criterion: what the tasks are to do holds "+
					"only %d of its %s; plan a task for it, or say in a task what it is about",
				s.Full, n, document.Count(all, "significant word"))
		}
	}
}

// requirements holds the plan's list against the requirements that are traced to its slice and that the milestone
// must fulfil.
func (j *artefact) requirements() {
	s := j.slice()
	if s == nil || !j.Doc.Readable() {
		return
	}
	entry := j.tree.Roadmap(j.Doc.Root).Entry(j.milestone.ID)
	if entry == nil {
		return
	}
	list := j.Doc.Front.Root.Pair("requirements")
	if list == nil || list.Value.Type != document.List {
		return // the contract wants one
	}
	traced, covered := j.tree.Requirements(j.Doc.Root), j.tree.Coverage(j.Doc.Root, j.milestone.ID)
	for _, item := range list.Value.Items {
		if traced != nil && len(traced.Defined) > 0 && traced.Requirement(item.Text) == nil &&
			traced.Trace(item.Text) == nil {
			return // nobody defines that one, which is reported, and it may be the one that is missing
		}
	}
	for _, r := range entry.Requirements {
		if traced.Traced(r.Text) == s.Full && !covered.Names(r.Text) {
			j.Reportf(missingCriterion, list.KeySpan, "frontmatter.requirements",
				"the requirement %s is traced to slice %s, but no slice plan of the milestone lists it, so it is "+
					"silently dropped; add it to `requirements`",
				r.Text, s.Full)
		}
	}
}
