package layout

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// live is the states of a job that is not over or whose outcome nobody has looked at.
var live = []string{"submitted", "running", "completed-unverified"}

// job holds the manifest of a job outside of the session against the plan that waits for it.
func job(j *judge) {
	id, status := manifest(j.Doc)
	if j.p.Standalone || id == nil || strings.TrimSpace(id.Text) == "" || !slices.Contains(live, status) {
		return
	}
	const rule, at = "gsd-async-job-plan", "$.plan_id"
	if plan, known := waiting(j.p, id.Text); !known {
		return
	} else if plan == nil {
		const format = "%s is the id of no plan, and GSD compares exactly, so no plan waits for the job and the one that " +
			"should is started a second time; write %s"
		if near := meant(j.p, id.Text); near != nil {
			j.Fixf(rule, id.Span, at, document.Replace("write "+near.ID, id.Span, id.Requote(near.ID)), format,
				document.Quote(id.Text), near.ID)
			return
		}
		j.Reportf(rule, id.Span, at, format, document.Quote(id.Text), "the name of its file up to -PLAN.md")
		return
	}
	for _, in := range j.p.Inputs(path.Dir(j.Doc.Path) + "/") {
		if in.Path >= j.Doc.Path || in.Kind != j.Doc.Kind {
			continue
		}
		if other, status := manifest(j.p.At(in.Path)); other != nil && other.Text == id.Text && slices.Contains(live, status) {
			j.Reportf(rule, id.Span, at, "plan %s has a job in %s as well, so GSD takes up neither and stops; let the one that counts "+
				"stand, and delete the other", id.Text, path.Base(in.Path))
			return
		}
	}
}

// manifest returns the id of the plan and the status that a manifest says.
func manifest(d *document.Document) (id *document.Node, status string) {
	if d == nil || d.Problem != nil || d.Data == nil || d.Data.Root == nil {
		return nil, ""
	}
	id = d.Data.Root.Get("plan_id")
	if id == nil || id.Type != document.String {
		return nil, ""
	}
	return id, dialect.Text(d.Data.Root.Get("status"))
}

// waiting returns the plan that has an id, and whether all plans are known that could.
func waiting(p *model.Planning, id string) (found *model.Plan, known bool) {
	some := false
	for _, ph := range p.Phases() {
		for _, plan := range ph.Plans {
			if plan.ID == id || plan.Canonical == id {
				return plan, true
			}
			some = true
		}
		if ph.Short() {
			return nil, false
		}
	}
	number, _ := parts(id)
	return nil, some && !model.Archived(p, number)
}

// parts returns the numbers of the phase and of the plan that an id or the name of a file tells, "" and -1 of none.
func parts(id string) (phase string, plan int) {
	id = strings.TrimSuffix(strings.TrimSuffix(path.Base(id), ".md"), "-PLAN")
	i := strings.LastIndexByte(id, '-')
	number, err := strconv.Atoi(id[i+1:])
	if i < 0 || err != nil {
		return notation.Number(id), -1
	}
	return notation.Number(id[:i]), number
}

// meant returns the one plan whose numbers are those of an id, or nil.
func meant(p *model.Planning, id string) *model.Plan {
	phase, number := parts(id)
	ph := p.PhaseNumbered(phase)
	if ph == nil {
		return nil
	}
	var found *model.Plan
	for _, plan := range ph.Plans {
		if _, own := parts(plan.Canonical); own == number && number >= 0 {
			if found != nil {
				return nil
			}
			found = plan
		}
	}
	return found
}
