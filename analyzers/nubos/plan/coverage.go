package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/overlap"
)

const missingCriterion = "missing-success-criterion"

// What texts share with the plans that cover them at least, in the projects that we know, if it is only one word.
const (
	some = 1.0 / 6
	half = 1.0 / 2
	most = 2.0 / 3
)

// roadmap holds the success criteria and requirements of each milestone that is planned whole against its plans.
func roadmap(a *artefact) {
	r := a.tree.Roadmap(a.Doc.Root)
	if a.set.Standalone || r == nil {
		return
	}
	tree, root := a.tree, a.Doc.Root
	for _, entry := range r.Milestones {
		id := entry.ID.Text
		if r.Entry(id) != entry || model.Test(tree, root, id, "is covered", func(e *model.Entry) bool {
			covered := tree.Coverage(root, id)
			return !planned(covered, e) || len(uncovered(e, covered))+len(unlisted(tree, root, e, covered)) == 0
		}) {
			continue
		}
		covered := tree.Coverage(root, id)
		for _, c := range uncovered(entry, covered) {
			a.Reportf(missingCriterion, c.Span, fmt.Sprintf("milestones[%s].success_criteria[%s]", id, c.ID),
				"no task of milestone %s covers %s (%s): no plan names it, and no task shares its words, so it fails "+
					"only after all work is done; plan a task for it and name %s there",
				id, c.ID, document.Quote(c.Text), c.ID)
		}
		for _, requirement := range unlisted(tree, root, entry, covered) {
			a.Reportf(missingCriterion, requirement.Span, fmt.Sprintf("milestones[%s].requirements", id),
				"no slice plan of milestone %s lists the requirement %s, so it is silently dropped; add it to the "+
					"`requirements` of the slice that fulfils it", id, requirement.Text)
		}
	}
}

// uncovered returns the success criteria of a milestone that no plan covers.
func uncovered(entry *model.Entry, covered *model.Coverage) (found []model.Criterion) {
	var texts []string
	for _, c := range entry.Criteria {
		texts = append(texts, c.Text)
	}
	said := overlap.Of(texts...)
	for _, c := range entry.Criteria {
		if !covers(covered, c.ID, c.Text, said) {
			found = append(found, c)
		}
	}
	return found
}

// covers reports whether a plan names an id, or tasks say what its text says. The text is one of several that have
// said something together.
func covers(c *model.Coverage, id, text string, said func() *overlap.Words) bool {
	return c.Names(id) || !overlap.Uncovered(text, half, said, c.Words())
}

// unlisted returns the requirements of a milestone that none of its plans lists, unless that is reported elsewhere.
func unlisted(tree *model.Tree, root string, entry *model.Entry, covered *model.Coverage) (found []model.Item) {
	traced := tree.Requirements(root)
	for _, requirement := range entry.Requirements {
		milestone, slice, _ := strings.Cut(traced.Traced(requirement.Text), "-")
		switch {
		case covered.Names(requirement.Text):
		case traced.Lacks(requirement.Text): // which is reported
		case milestone == entry.ID.Text && covered.Plans[slice]: // it is reported where it is missing
		default:
			found = append(found, requirement)
		}
	}
	return found
}

// planned reports whether every slice of the milestone has a plan that can be read to its end: else nothing can be
// said of what no plan covers.
func planned(c *model.Coverage, entry *model.Entry) bool {
	return c.Whole &&
		(entry == nil || !slices.ContainsFunc(entry.Slices, func(s *model.Entry) bool { return !c.Plans[s.ID.Text] }))
}

var decision = memo.Regexp(`^\*\*(D-\d+)\pZ?:?\*\*\pZ?:?\s*(.*)$`)

// context holds the locked decisions of a milestone against its plans.
func context(a *artefact) {
	m, block := a.milestone, a.Doc.Body.Element("decisions")
	if m == nil || block == nil || block.Unclosed {
		return
	}
	tree, root, id := a.tree, a.Doc.Root, m.ID
	if !model.Test(tree, root, id, "planned", func(e *model.Entry) bool { return planned(tree.Coverage(root, id), e) }) {
		return
	}
	covered := tree.Coverage(root, id)
	said := overlap.Of(a.Doc.Text(block.Inner()))
	for _, line := range model.Lines(a.Doc.Content(), block.Inner()) {
		match := decision().FindStringSubmatch(line.Text)
		if match == nil || covers(covered, match[1], match[2], said) {
			continue
		}
		a.Reportf(missingCriterion, line.Span, "body.decisions["+match[1]+"]",
			"no task of milestone %s honours the decision %s: no plan names it, and no task shares its words, though "+
				"it is locked; name %s in the task that carries it out", m.ID, match[1], match[1])
	}
}

// anyID finds what plans may name.
var anyID = memo.Regexp(`\b(?:SC|D|REQ(?:-[A-Z]+)*)-\d+\b`)

// uat holds the acceptance criteria of a slice against the tasks of this slice and the earlier ones.
func uat(a *artefact) {
	m, s, block := a.milestone, a.slice, a.Doc.Body.Element("acceptance_criteria")
	if s == nil || s.Plan == nil || len(s.Plan.Tasks) == 0 || block == nil || block.Unclosed {
		return
	}
	var covered []*overlap.Words
	all := &overlap.Words{}
	for _, earlier := range m.Slices {
		if earlier.Plan != nil && earlier.Number <= s.Number {
			if !earlier.Plan.Closed {
				return // who knows what it holds
			}
			covered = append(covered, earlier.Plan.Words())
			all.Add(earlier.Plan.Words())
		}
	}
	said, names := overlap.Of(a.Doc.Content()), a.tree.Coverage(a.Doc.Root, m.ID)
	for i, line := range model.Lines(a.Doc.Content(), block.Inner()) {
		if slices.ContainsFunc(anyID().FindAllString(line.Text, -1), names.Names) ||
			!overlap.Uncovered(line.Text, some, said, all) {
			continue
		}
		n, of := overlap.Shared(line.Text, covered...)
		a.Reportf("uncovered-acceptance-criterion", line.Span, document.Index("body.acceptance_criteria", i),
			"no task of slice %s or an earlier one seems to cover this criterion: what the tasks are to do holds only "+
				"%d of its %s; plan a task for it, or say in a task what it is about",
			s.Full, n, document.Count(of, "significant word"))
	}
}

// requirements holds the plan's list against the requirements that are traced to its slice and that the milestone
// must fulfil.
func requirements(a *artefact) {
	if a.slice == nil || !a.Doc.Readable() {
		return
	}
	list := a.Doc.Front.Root.Pair("requirements")
	if list == nil || list.Value.Type != document.List {
		return // the contract wants a list
	}
	tree, root, id, slice := a.tree, a.Doc.Root, a.milestone.ID, a.slice.Full
	drops := func(e *model.Entry) bool { return dropped(tree, root, id, slice, e) != nil }
	if !model.Test(tree, root, id, "drops requirements of "+slice, drops) {
		return
	}
	traced := tree.Requirements(root)
	for _, item := range list.Value.Items {
		if traced.Lacks(item.Text) {
			return // which is reported, and it may be the one that is missing
		}
	}
	for _, r := range dropped(tree, root, id, slice, tree.Entry(root, id)) {
		a.Reportf(missingCriterion, list.KeySpan, "frontmatter.requirements",
			"the requirement %s is traced to slice %s, but no slice plan of the milestone lists it, so it is "+
				"silently dropped; add it to `requirements`", r.Text, slice)
	}
}

// dropped returns the requirements of a milestone, whose entry may be nil, that are traced to a slice and that no plan
// lists.
func dropped(tree *model.Tree, root, id, slice string, e *model.Entry) (dropped []model.Item) {
	if e == nil {
		return nil
	}
	traced, covered := tree.Requirements(root), tree.Coverage(root, id)
	for _, r := range e.Requirements {
		if traced.Traced(r.Text) == slice && !covered.Names(r.Text) {
			dropped = append(dropped, r)
		}
	}
	return dropped
}
