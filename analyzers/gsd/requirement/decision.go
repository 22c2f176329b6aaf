package requirement

import (
	"fmt"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
)

// decisions judges the decisions of a context.
func (j *judge) decisions() {
	ph := j.p.PhaseOf(j.Doc)
	all := j.p.Decisions(j.Doc)
	seen := map[string]document.Span{}
	for i := range all {
		d := &all[i]
		if !d.Read {
			var fixes []document.Fix
			if d.Fix != (document.Span{}) {
				fixes = document.Replace("write the colon", d.Fix, ":")
			}
			j.report("gsd-decision", d.Span, false, fixes, "GSD cannot parse this decision, and so none of the file "+
				"(could-not-parse): neither colon nor dash follows its id; write `- **%s:** …`", d.ID.Text)
			continue
		}
		if first, twice := seen[d.ID.Text]; twice {
			j.Report(document.Finding{Rule: "gsd-decision", Span: d.ID.Span, At: "body", Lesser: true,
				Related: []document.Related{{Span: first, Message: "it is here first"}},
				Message: fmt.Sprintf("%s stands for two decisions, so a plan that names it may mean either; give this one an "+
					"id of its own", d.ID.Text)})
			continue
		}
		seen[d.ID.Text] = d.ID.Span
	}
	if ph == nil || len(ph.Active()) == 0 || ph.Complete() || j.rm.Ticked(ph.Number) || model.Past(j.p, j.Doc) {
		return
	}
	named := func(id string) bool {
		for _, plan := range ph.Active() {
			if plan.Mentions[id] {
				return true
			}
		}
		return false
	}
	any, lost := false, false
	for i := range all {
		any = any || named(all[i].ID.Text)
	}
	for _, plan := range ph.Active() {
		lost = lost || plan.Lost
	}
	for i := range all {
		if d := &all[i]; any && !lost && d.Read && d.Tracked && !named(d.ID.Text) {
			j.gathered("uncovered", "gsd-decision-uncovered", d.ID.Span, false, nil,
				"no plan of the phase names %s, and others are named, so what was decided here may be forgotten; name it in "+
					"the plan that keeps it, or tag it [informational]", d.ID.Text)
		}
	}
}
