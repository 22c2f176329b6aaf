package view

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/analyzers/pack"
)

// Progress shows how far the milestones of each project are.
var Progress = &analysis.Analyzer{
	Name:       "nubosprogress",
	Doc:        "show how far milestones are",
	Requires:   []*analysis.Analyzer{model.Analyzer, pack.Findings},
	ResultType: reflect.TypeFor[pack.View](),
	Run: func(pass *analysis.Pass) (any, error) {
		tree := model.Of(pass)
		ours := map[string]bool{} // roots of nubos projects
		for _, in := range tree.Inputs("") {
			if path.Dir(in.Kind) == "nubos" {
				ours[in.Root] = true
			}
		}
		var v pack.View
		for _, root := range slices.Sorted(maps.Keys(ours)) {
			v.Sections = append(v.Sections, section(tree, root, pack.FindingsOf(pass)))
		}
		return v, nil
	},
}

// project is what JSON tells of a project.
type project struct {
	// those of the roadmap in its order, then directories that it does not name
	Milestones []*milestone `json:"milestones"`
	Elsewhere  counts       `json:"elsewhere"` // findings in files of no milestone
}

type milestone struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`   // as the roadmap says
	Status   string   `json:"status"` // as the roadmap says; "" if it does not name the milestone
	Present  []string `json:"present"`
	Missing  []string `json:"missing"`  // of the artefacts that a milestone has when it is finished
	Findings counts   `json:"findings"` // in its directory
	// by status: pass, fail, defer, pending; without a verification all are pending
	Criteria map[string]int `json:"criteria"`
	Planned  int            `json:"planned"` // success criteria that a plan names
	Tasks    map[string]int `json:"tasks"`   // by status; planned are those of a slice plan that have no file
	// Uncovered and UnderSampled are requirements, after the validation; -1 without one, or if its counters contradict one another.
	Uncovered    int `json:"uncovered"`
	UnderSampled int `json:"underSampled"`
}

// counts is findings by severity.
type counts struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
}

func (c *counts) add(severity string) {
	switch severity {
	case "error":
		c.Errors++
	case "warning":
		c.Warnings++
	default:
		c.Infos++
	}
}

var columns = []string{"milestone", "status", "missing", "errors", "warnings", "criteria", "named by plans", "tasks",
	"uncovered", "under-sampled"}

// maxMilestones bounds how many milestones are shown of a project: a page of more is read by nobody.
const maxMilestones = 1000

func section(tree *model.Tree, root string, findings []pack.Finding) pack.Section {
	p := project{Milestones: []*milestone{}}
	byID := map[string]*milestone{}
	roadmap := tree.Roadmap(root)
	ids := milestoneIDs(tree, root, roadmap)
	for _, id := range ids[:min(len(ids), maxMilestones)] {
		byID[id] = newMilestone(tree, root, id, roadmap.Entry(id))
		p.Milestones = append(p.Milestones, byID[id])
	}
	milestones := document.Join(root, place.Milestones)
	for _, f := range pack.FindingsBelow(findings, root) {
		inside, _ := strings.CutPrefix(f.Path, milestones)
		id, _, _ := strings.Cut(inside, "/")
		if m := byID[id]; m != nil {
			m.Findings.add(f.Severity)
		} else {
			p.Elsewhere.add(f.Severity)
		}
	}
	table := pack.Table{Columns: columns}
	var parts []pack.Part
	for _, m := range p.Milestones {
		table.Rows = append(table.Rows, m.row())
		parts = append(parts, m.part(root))
	}
	note := fmt.Sprintf("in files of no milestone: %s, %s, %s", document.Count(p.Elsewhere.Errors, "error"),
		document.Count(p.Elsewhere.Warnings, "warning"), document.Count(p.Elsewhere.Infos, "info"))
	notes := []string{note}
	if n := len(ids) - maxMilestones; n > 0 {
		notes = append(notes, fmt.Sprintf("there are %s besides, of which nothing is shown", document.Count(n, "milestone")))
	}
	return pack.Section{Root: root, Name: "nubos", Title: "nubos project", Noun: "milestone", Parts: parts,
		Tables: []pack.Table{table},
		Notes:  notes, Data: p}
}

// milestoneIDs returns the ids in the roadmap, then those of directories that it does not name.
func milestoneIDs(tree *model.Tree, root string, roadmap *model.Roadmap) []string {
	var ids []string
	told := map[string]bool{"": true}
	add := func(id string) {
		if !told[id] {
			told[id] = true
			ids = append(ids, id)
		}
	}
	if roadmap != nil {
		for _, e := range roadmap.Milestones {
			add(e.ID.Text)
		}
	}
	for _, id := range tree.MilestoneIDs(root) {
		add(id)
	}
	return ids
}

// parts are the artefacts of a milestone, by the ends of their names.
var parts = []string{"CONTEXT.md", "ROADMAP.md", "META.json", "RESEARCH.md", "PLAN-REVIEW.md", "VERIFICATION.md",
	"VALIDATION.md"}

func newMilestone(tree *model.Tree, root, id string, entry *model.Entry) *milestone {
	m := &milestone{ID: id, Present: []string{}, Missing: []string{}, Criteria: map[string]int{},
		Tasks: map[string]int{}, Uncovered: -1, UnderSampled: -1}
	for _, part := range parts {
		if tree.HasArtefact(root, place.Milestones+id+"/"+id+"-"+part) {
			m.Present = append(m.Present, part)
		} else {
			m.Missing = append(m.Missing, part)
		}
	}
	outline := tree.Outline(root, id)
	for _, n := range tree.Milestone(root, id).Tasks {
		status := "planned"
		if n.File != nil {
			status = strings.Clone(n.File.Status)
		}
		m.Tasks[status]++
	}
	if v := outline.Validation; v != nil && v.Whole {
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
		m.Criteria = map[string]int{"pass": v.Passed, "fail": v.Failed, "defer": v.Deferred, "pending": v.Pending}
		d := tree.At(tree.Path(root, "nubos/verification", id))
		if counts, ok := model.CountCriteria(d.Body); ok { // the blocks are the evidence
			m.Criteria = map[string]int{}
			for status, n := range counts {
				m.Criteria[strings.ToLower(status)] = n
			}
		}
		maps.DeleteFunc(m.Criteria, func(_ string, n int) bool { return n <= 0 })
	}
	return m
}

// part tells the milestone for what draws.
func (m *milestone) part(root string) pack.Part {
	criteria, tasks := sum(m.Criteria), sum(m.Tasks)
	p := pack.Part{ID: m.ID, Name: m.Name, Status: m.Status, State: state(m.Status),
		Places: []pack.Place{{Path: document.Join(root, place.Milestones+m.ID+"/")}}}
	for _, progress := range []pack.Progress{
		{Name: "criteria", Done: m.Criteria["pass"], Of: criteria, Unit: "passed"},
		{Name: "planned", Done: m.Planned, Of: criteria, Unit: "criteria named by plans"},
		{Name: "tasks", Done: m.Tasks["done"], Of: tasks, Unit: "done"},
	} {
		if progress.Of > 0 {
			p.Progress = append(p.Progress, progress)
		}
	}
	return p
}

func sum(counts map[string]int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}

// row tells the milestone for people.
func (m *milestone) row() []string {
	criteria := sum(m.Criteria)
	missing := make([]string, len(m.Missing))
	for i, part := range m.Missing {
		missing[i], _, _ = strings.Cut(part, ".")
	}
	return []string{
		strings.TrimSpace(m.ID + " " + m.Name), m.Status, strings.Join(missing, ", "),
		fmt.Sprint(m.Findings.Errors), fmt.Sprint(m.Findings.Warnings),
		tally(m.Criteria, "pass", "fail", "defer", "pending"), fmt.Sprintf("%d of %d", m.Planned, criteria),
		tally(m.Tasks, "done", "in-progress", "pending", "parked", "skipped", "planned"), known(m.Uncovered), known(m.UnderSampled),
	}
}

// tally tells counts by status, the known statuses first.
func tally(counts map[string]int, order ...string) string {
	var parts []string
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(counts)),
		func(status string) bool { return slices.Contains(order, status) })
	for _, status := range append(order, others...) {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, cmp.Or(status, "-")))
		}
	}
	return strings.Join(parts, ", ")
}

// known tells a number that is -1 if nobody knows it.
func known(n int) string {
	if n < 0 {
		return ""
	}
	return fmt.Sprint(n)
}
