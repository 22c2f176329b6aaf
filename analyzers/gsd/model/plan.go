package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// Plan is one plan of a phase.
type Plan struct {
	Phase        *Phase
	File         string // below the phase directory
	Path         string // relative to the run's base
	ID           string
	Canonical    string // what GSD goes by of the id
	Superseded   bool
	Closes       bool // gaps, so that a run which closes them takes it
	Lost         bool // its keys are not read
	Deps         []Dep
	DepsKnown    bool // there is a key depends_on
	Wave         int  // as declared
	WaveKnown    bool
	Runs         int  // the wave that GSD computes
	Unsure       bool // it is not known what the plan waits for, so Runs may be wrong
	Autonomous   bool
	Files        []string // of files_modified
	TaskFiles    []string
	Requirements []string        // of the key
	Coupled      string          // what it says of plans with the same files
	Mentions     map[string]bool // ids of requirements and decisions in its text
	Summary      *Summary        // or nil
}

// Dep is one entry of `depends_on`.
type Dep struct {
	ID     string
	Span   document.Span
	Plan   *Plan // nil if GSD drops the edge
	Circle bool  // the edge is part of a circle
}

// Done reports whether the plan has a summary that closes it.
func (plan *Plan) Done() bool { return plan.Summary != nil && plan.Summary.Status != "blocked" }

func (plan *Plan) next() []*Plan {
	var next []*Plan
	for _, dep := range plan.Deps {
		if dep.Plan != nil {
			next = append(next, dep.Plan)
		}
	}
	return next
}

// readPlan reads a plan. What it keeps of the text it clones, so that the text can be dropped.
func readPlan(p *Planning, ph *Phase, file, path string) *Plan {
	plan := &Plan{Phase: ph, File: file, Path: path, ID: notation.PlanID(file), Autonomous: true, Mentions: map[string]bool{}}
	plan.Canonical = notation.Canonical(plan.ID)
	d := p.At(path)
	if d == nil || d.Problem != nil {
		plan.Lost = true
		return plan
	}
	f := p.Front(d)
	plan.Lost = f.Lost()
	plan.Superseded = strings.EqualFold(strings.TrimSpace(dialect.Text(f.Root.Get("status"))), "superseded")
	plan.Closes = strings.TrimSpace(dialect.Text(f.Root.Get("gap_closure"))) == "true"
	plan.DepsKnown = f.Root.Has("depends_on")
	for _, n := range Keys(f.Root.Get("depends_on")) {
		if id := strings.TrimSpace(dialect.Text(n)); id != "" {
			plan.Deps = append(plan.Deps, Dep{ID: strings.Clone(id), Span: n.Span})
		}
	}
	plan.Wave, plan.WaveKnown = notation.ParseInt(dialect.Text(f.Root.Get("wave")))
	if n := f.Root.Get("autonomous"); n != nil {
		plan.Autonomous = dialect.Text(n) == "true"
	}
	for _, key := range []string{"files_modified", "files-modified"} {
		for _, n := range Keys(f.Root.Get(key)) {
			for _, file := range notation.Paths(strings.TrimSpace(dialect.Text(n))) {
				plan.Files = append(plan.Files, strings.Clone(file))
			}
		}
	}
	var ranges notation.Ranges
	for _, n := range Keys(f.Root.Get("requirements")) {
		for _, word := range ranges.Split(dialect.Text(n), 0) {
			plan.Requirements = append(plan.Requirements, strings.Clone(word.Text))
		}
	}
	for _, n := range Keys(f.Root.Get("coupling_justified")) {
		plan.Coupled += " " + dialect.Text(n)
	}
	text := d.Content()
	notation.Mentions(text, plan.Mentions)
	for _, t := range notation.Tasks(d) {
		for _, file := range t.Files(text) {
			plan.TaskFiles = append(plan.TaskFiles, strings.Clone(file.Text))
		}
	}
	return plan
}
