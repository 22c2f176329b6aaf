package nplint

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/project"
)

// NubosDiagnosis tells how far the milestones of a nubos project are.
type NubosDiagnosis struct {
	Milestones []MilestoneDiagnosis `json:"milestones"` // those of the roadmap in its order, then directories that it does not name
	Elsewhere  Counts               `json:"elsewhere"`  // findings in files of no milestone
}

// MilestoneDiagnosis is one milestone.
type MilestoneDiagnosis struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`   // as the roadmap says
	Status   string         `json:"status"` // as the roadmap says; "" if it does not name the milestone
	Present  []string       `json:"present"`
	Missing  []string       `json:"missing"`  // of the artefacts that a milestone has when it is finished
	Findings Counts         `json:"findings"` // in its directory
	Criteria map[string]int `json:"criteria"` // by status: pass, fail, defer, pending; without a verification all are pending
	Planned  int            `json:"planned"`  // success criteria that a plan names
	Tasks    map[string]int `json:"tasks"`    // by status
	// Uncovered and UnderSampled are requirements, after the validation; -1 without one.
	Uncovered    int `json:"uncovered"`
	UnderSampled int `json:"underSampled"`
}

// Counts is findings by severity.
type Counts struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
}

func (c *Counts) add(s Severity) {
	switch s {
	case Error:
		c.Errors++
	case Warning:
		c.Warnings++
	default:
		c.Infos++
	}
}

// milestoneParts are the artefacts of a milestone, by the ends of their names.
var milestoneParts = []string{"CONTEXT.md", "ROADMAP.md", "META.json", "RESEARCH.md", "PLAN-REVIEW.md", "VERIFICATION.md", "VALIDATION.md"}

func describeNubos(tree *project.Tree, root string, findings []Finding) *NubosDiagnosis {
	n := &NubosDiagnosis{Milestones: []MilestoneDiagnosis{}}
	roadmap := tree.Roadmap(root)
	var ids []string
	if roadmap != nil {
		for _, e := range roadmap.Milestones {
			if e.ID.Text != "" && !slices.Contains(ids, e.ID.Text) {
				ids = append(ids, e.ID.Text)
			}
		}
	}
	for _, id := range tree.MilestoneIDs(root) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	at := map[string]int{}
	for _, id := range ids {
		at[id] = len(n.Milestones)
		n.Milestones = append(n.Milestones, describeMilestone(tree, root, id, roadmap.Entry(id)))
	}
	for i := range findings {
		f := &findings[i]
		inside, ok := strings.CutPrefix(f.Path, project.Join(root, ".nubos-pilot/milestones/"))
		id, _, _ := strings.Cut(inside, "/")
		if k, known := at[id]; ok && known {
			n.Milestones[k].Findings.add(f.Severity)
		} else if root == "" || strings.HasPrefix(f.Path, root+"/") {
			n.Elsewhere.add(f.Severity)
		}
	}
	return n
}

func describeMilestone(tree *project.Tree, root, id string, entry *project.Entry) MilestoneDiagnosis {
	m := MilestoneDiagnosis{ID: id, Present: []string{}, Missing: []string{}, Criteria: map[string]int{}, Tasks: map[string]int{}, Uncovered: -1, UnderSampled: -1}
	for _, part := range milestoneParts {
		if tree.HasArtefact(root, path.Join(".nubos-pilot/milestones", id, id+"-"+part)) {
			m.Present = append(m.Present, part)
		} else {
			m.Missing = append(m.Missing, part)
		}
	}
	outline := tree.Outline(root, id)
	for _, s := range outline.Slices {
		for _, t := range s.Tasks {
			m.Tasks[t.Status]++
		}
	}
	if v := outline.Validation; v != nil {
		m.Uncovered, m.UnderSampled = v.Uncovered, v.UnderSampled
	}
	if entry != nil {
		m.Name, m.Status = entry.Name.Text, entry.Status.Text
		covered := tree.Coverage(root, id)
		for _, c := range entry.Criteria {
			if covered.Names(c.ID) {
				m.Planned++
			}
		}
		if n := len(entry.Criteria); n > 0 {
			m.Criteria["pending"] = n
		}
	}
	if v := outline.Verification; v != nil {
		m.Criteria = map[string]int{}
		for status, n := range map[string]int{"pass": v.Passed, "fail": v.Failed, "defer": v.Deferred, "pending": v.Pending} {
			if n > 0 {
				m.Criteria[status] = n
			}
		}
	}
	return m
}
