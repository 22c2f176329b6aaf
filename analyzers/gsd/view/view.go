// Package view shows GSD projects as a whole: the waves of each phase as GSD runs them, and what of a milestone is
// covered. It judges nothing.
package view

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/pack"
)

// Waves shows the plans of each phase by the wave that GSD computes.
var Waves = &analysis.Analyzer{
	Name:       "gsdwaves",
	Doc:        "show the waves of phases as GSD runs them",
	Requires:   []*analysis.Analyzer{model.Analyzer},
	ResultType: reflect.TypeFor[pack.View](),
	Run: func(pass *analysis.Pass) (any, error) {
		var v pack.View
		for _, p := range model.Of(pass).Plannings() {
			for _, ph := range p.Phases() {
				if len(ph.Active) > 0 {
					v.Graphs = append(v.Graphs, graphOf(p, ph))
				}
			}
			if len(p.Phases()) > 0 || p.Roadmap() != nil {
				v.Sections = append(v.Sections, section(p))
			}
		}
		return v, nil
	},
}

func graphOf(p *model.Planning, ph *model.Phase) pack.Graph {
	g := pack.Graph{Root: p.Root, ID: graphID(ph), Name: ph.Dir, Groups: []pack.Group{},
		Edges: []pack.Edge{}}
	plans := slices.Clone(ph.Active)
	slices.SortStableFunc(plans, func(a, b *model.Plan) int { return cmp.Compare(a.Runs, b.Runs) })
	blocked := halted(ph.Active)
	for i, plan := range plans {
		if i == 0 || plans[i-1].Runs != plan.Runs {
			title := "wave " + strconv.Itoa(plan.Runs)
			if ph.Circle {
				title = "no wave: plans depend on one another"
			}
			g.Groups = append(g.Groups, pack.Group{ID: strconv.Itoa(plan.Runs), Title: title})
		}
		group := &g.Groups[len(g.Groups)-1]
		group.Nodes = append(group.Nodes, node(plan, blocked[plan]))
		for _, dep := range plan.Deps {
			g.Edges = append(g.Edges, edge(plan, dep))
		}
	}
	return g
}

// node tells a plan, with the halted ones that it waits for.
func node(plan *model.Plan, halted []*model.Plan) pack.Node {
	status, declared, needs := "open", "", ""
	if plan.Summary != nil {
		if status = plan.Summary.Status; status == "" || strings.HasPrefix(status, "complete") {
			status = "done"
		}
	}
	if plan.WaveKnown && plan.Wave != plan.Runs {
		declared = "wave " + strconv.Itoa(plan.Wave)
	}
	if !plan.Autonomous {
		needs = "a person"
	}
	blocked := make([]string, min(len(halted), mostHalted))
	for i := range blocked {
		blocked[i] = halted[i].ID
	}
	if len(halted) > mostHalted {
		blocked = append(blocked, "…")
	}
	places := []pack.Place{{Path: plan.Path}}
	state := pack.Open
	if plan.Summary != nil {
		places = append(places, pack.Place{Path: plan.Summary.Path})
		state = pack.Unclear
	}
	if status == "done" {
		state = pack.Done
	}
	return pack.Node{ID: plan.ID, Name: plan.ID, Path: plan.Path, State: state, Places: places, Labels: []pack.Label{
		{Name: "status", Value: status}, {Name: "declared", Value: declared}, {Name: "needs", Value: needs},
		{Name: "blocked by", Value: strings.Join(blocked, ", ")},
	}}
}

// mostHalted is how many halted plans are told of each that waits for them.
const mostHalted = 20

// halted returns the plans whose summaries say that they were halted, by those that wait for them, however far: the
// nearest first, and of each no more than one behind those that are told. Each goes on once from plan to plan.
func halted(plans []*model.Plan) map[*model.Plan][]*model.Plan {
	waiting := map[*model.Plan][]*model.Plan{}
	type step struct{ plan, halted *model.Plan }
	var queue []step
	for _, plan := range plans {
		for _, dep := range plan.Deps {
			if dep.Plan != nil {
				waiting[dep.Plan] = append(waiting[dep.Plan], plan)
			}
		}
		if plan.Summary != nil && plan.Summary.Status == "halted" {
			queue = append(queue, step{plan, plan})
		}
	}
	found := map[*model.Plan][]*model.Plan{}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range waiting[at.plan] {
			if all := found[next]; next != at.halted && len(all) <= mostHalted && !slices.Contains(all, at.halted) {
				found[next] = append(all, at.halted)
				queue = append(queue, step{next, at.halted})
			}
		}
	}
	return found
}

func edge(plan *model.Plan, dep model.Dep) pack.Edge {
	switch {
	case dep.Plan == nil:
		return pack.Edge{From: plan.ID, To: dep.ID, Fault: "dropped"}
	case dep.Circle:
		return pack.Edge{From: plan.ID, To: dep.Plan.ID, Fault: "circle"}
	}
	return pack.Edge{From: plan.ID, To: dep.Plan.ID}
}

// phase is what JSON tells of a phase.
type phase struct {
	Number       string   `json:"number"`
	Directory    string   `json:"directory"`
	Plans        int      `json:"plans"`
	Done         int      `json:"done"`
	Ticked       bool     `json:"ticked"`
	Verification string   `json:"verification"`
	UAT          bool     `json:"uat"`
	Complete     bool     `json:"complete"` // to the edition
	Decisions    []string `json:"uncoveredDecisions"`
}

// coverage is what JSON tells of a requirement.
type coverage struct {
	ID        string   `json:"id"`
	Phase     string   `json:"phase"`
	Plans     []string `json:"plans"`
	Summaries []string `json:"summaries"` // those of the plans that have one
	Status    string   `json:"status"`
}

// whole is what JSON tells of a project.
type whole struct {
	Milestone    string     `json:"milestone"`
	Scope        string     `json:"scope"` // the heading of the milestone; "" is the whole roadmap
	Phases       []phase    `json:"phases"`
	Requirements []coverage `json:"requirements"`
}

func section(p *model.Planning) pack.Section {
	data := whole{Phases: []phase{}, Requirements: []coverage{}}
	s := pack.Section{Root: p.Root, Name: "gsd", Title: "GSD project", Noun: "phase"}
	if p.Workstream() {
		s.Title += ", " + strings.TrimSuffix(p.Dir, "/")
	}
	if rm := p.Roadmap(); rm != nil {
		data.Milestone = rm.Version
		if rm.Scope != nil {
			data.Scope = rm.Scope.Text
		}
	}
	if data.Milestone != "" {
		s.Title += ", milestone " + data.Milestone
	}
	known := naming{}
	for _, ph := range p.Phases() {
		told := phaseOf(p, ph, known)
		data.Phases = append(data.Phases, told)
		s.Parts = append(s.Parts, part(p, ph, told))
	}
	addPhases(&s, data.Phases)
	if req := p.Requirements(); req != nil && p.Roadmap() != nil {
		data.Requirements = append(data.Requirements, covered(p, req, known)...)
		addRequirements(&s, data.Requirements)
	}
	s.Data = data
	return s
}

// phaseOf tells a phase.
func phaseOf(p *model.Planning, ph *model.Phase, known naming) phase {
	rm := p.Roadmap()
	told := phase{Number: ph.Number, Directory: ph.Dir, Plans: ph.Total(), Done: len(ph.Active) - len(ph.Open()),
		Ticked: rm != nil && rm.Ticked(ph.Number), Verification: ph.Verified.Status,
		UAT:       slices.ContainsFunc(ph.Files, func(file string) bool { return strings.Contains(file, "UAT") }),
		Decisions: append([]string{}, uncovered(p, ph, known)...)}
	told.Complete = told.Verification == "passed" && ph.Complete() || p.Old() && (ph.Complete() || told.Ticked)
	return told
}

// addPhases adds the table of phases, how many of their plans have a summary, and decisions that no plan names.
func addPhases(s *pack.Section, phases []phase) {
	if len(phases) == 0 {
		s.Notes = append(s.Notes, "no phase has a directory: none is planned yet, or those of the milestone are archived")
		return
	}
	plans := pack.Progress{Name: "plans", Unit: "with a summary"}
	table := pack.Table{Columns: []string{"phase", "plans", "summaries", "verification", "tests", "complete"}}
	for _, ph := range phases {
		plans.Done, plans.Of = plans.Done+ph.Done, plans.Of+ph.Plans
		table.Rows = append(table.Rows, []string{ph.Directory, strconv.Itoa(ph.Plans), strconv.Itoa(ph.Done),
			ph.Verification, yes(ph.UAT), yes(ph.Complete)})
		if ph.Plans > 0 && len(ph.Decisions) > 0 {
			s.Notes = append(s.Notes, fmt.Sprintf("decisions of phase %s that no plan names: %s", ph.Number,
				strings.Join(ph.Decisions, " ")))
		}
	}
	s.Tables = append(s.Tables, table)
	if plans.Of > 0 {
		s.Progress = append(s.Progress, plans)
	}
}

// covered tells the requirements of each phase of the roadmap, and the plans of the phase that name them.
func covered(p *model.Planning, req *model.Requirements, known naming) (all []coverage) {
	listed := map[[2]string]bool{}
	for _, sec := range p.Roadmap().Sections {
		for _, word := range sec.IDs {
			at := [2]string{sec.Number, word.Text}
			if listed[at] || !req.Known(word.Text) { // a decision, a word of a remark, or one that is reported
				continue
			}
			listed[at] = true
			c := coverage{ID: word.Text, Phase: sec.Number, Plans: []string{}, Summaries: []string{}}
			for _, plan := range known.plans(p.PhaseNumbered(sec.Number), word.Text) {
				c.Plans = append(c.Plans, plan.ID)
				if plan.Done() {
					c.Summaries = append(c.Summaries, plan.ID)
				}
			}
			if row := req.Row(word.Text); row != nil {
				c.Status = row.Status.Text
			}
			all = append(all, c)
		}
	}
	return all
}

// addRequirements adds the table of requirements, and how many of them a plan names.
func addRequirements(s *pack.Section, all []coverage) {
	if len(all) == 0 {
		return
	}
	table := pack.Table{Columns: []string{"requirement", "phase", "plans", "summaries", "status"}}
	for _, c := range all {
		table.Rows = append(table.Rows, []string{c.ID, c.Phase, strings.Join(c.Plans, " "), strings.Join(c.Summaries, " "),
			c.Status})
	}
	s.Progress, s.Tables = append(s.Progress, named(all)), append(s.Tables, table)
}

// named counts each requirement once, of which several phases may tell, and lists those that no plan names in the order
// of the roadmap.
func named(rows []coverage) pack.Progress {
	isNamed := map[string]bool{}
	for _, row := range rows {
		isNamed[row.ID] = isNamed[row.ID] || len(row.Plans) > 0
	}
	p := pack.Progress{Name: "requirements", Of: len(isNamed), Unit: "named by a plan"}
	for _, row := range rows {
		is, first := isNamed[row.ID]
		switch delete(isNamed, row.ID); {
		case first && is:
			p.Done++
		case first:
			p.Missing = append(p.Missing, row.ID)
		}
	}
	return p
}

// part tells a phase for what draws.
func part(p *model.Planning, ph *model.Phase, told phase) pack.Part {
	drawn := pack.Part{ID: graphID(ph), Name: ph.Dir, Status: "open",
		Places: []pack.Place{{Path: document.Join(p.Root, p.Dir+"phases/"+ph.Dir+"/")}}}
	switch {
	case told.Complete:
		drawn.Status, drawn.State = "complete", pack.Done
	case told.Done > 0:
		drawn.Status, drawn.State = "begun", pack.Running
	}
	if told.Plans > 0 {
		drawn.Progress = []pack.Progress{{Name: "plans", Done: told.Done, Of: told.Plans, Unit: "with a summary"}}
	}
	return drawn
}

// graphID is what the graph of a phase is called.
func graphID(ph *model.Phase) string { return strings.SplitN(ph.Dir, "-", 2)[0] }

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// naming is the plans of phases by the ids that their texts name.
type naming map[*model.Phase]map[string][]*model.Plan

// plans returns the plans of a phase, which may be nil, whose text names an id.
func (n naming) plans(ph *model.Phase, id string) []*model.Plan {
	if ph == nil {
		return nil
	}
	of := n[ph]
	if of == nil {
		of = map[string][]*model.Plan{}
		for _, plan := range ph.Active {
			for id := range plan.Mentions {
				of[id] = append(of[id], plan)
			}
		}
		n[ph] = of
	}
	return of[id]
}

// uncovered returns the decisions of a phase that no plan of it names.
func uncovered(p *model.Planning, ph *model.Phase, known naming) []string {
	var ids []string
	of := p.PhaseNumbered(ph.Number)
	for _, file := range ph.Files {
		if !strings.HasSuffix(file, "CONTEXT.md") {
			continue
		}
		d := p.Doc("phases/" + ph.Dir + "/" + file)
		if d == nil {
			continue
		}
		for _, dec := range p.Decisions(d) {
			if dec.Read && dec.Tracked && len(known.plans(of, dec.ID.Text)) == 0 {
				ids = append(ids, dec.ID.Text)
			}
		}
	}
	return ids
}
