package state

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// paused reports a state that says that work goes on and holds the key that says that it rests. To YAML as GSD reads
// it null is a text like any other.
func (j *judge) paused() {
	n := j.s.Key("paused_at")
	text, status := strings.TrimSpace(dialect.Text(n)), dialect.Text(j.s.Key("status"))
	if text == "" || j.p.Old() || meaning(status) == "" || meaning(status) == "paused" {
		return
	}
	j.report("gsd-state-field", n.Span, "frontmatter.paused_at", false, nil,
		"`paused_at` is %s and the status %s: whatever stands here, null too, makes /gsd-next and others take the work for "+
			"paused; take the key out, or write `status: paused`", document.Quote(text), document.Quote(status))
}

// action judges what the status line shows as the next command.
func (j *judge) action() {
	n := j.s.Key("next_action")
	text := strings.TrimSpace(dialect.Text(n))
	known := j.p.Vocabulary("gsd", "commands")
	name := strings.TrimLeft(text, "/$")
	for _, prefix := range []string{"gsd-", "gsd:"} {
		name = strings.TrimPrefix(name, prefix)
	}
	name, _, _ = strings.Cut(name, " ")
	if name == "" || name == "null" || slices.Contains(known, name) {
		return
	}
	near := spell.Close(name, known)
	if i := slices.IndexFunc(known, func(k string) bool { return strings.HasSuffix(k, "-phase") && k == name+"-phase" }); i >= 0 {
		near = known[i]
	}
	var fixes []document.Fix
	did := ""
	if near != "" {
		fixes, did = document.Replace("write "+near, n.Span, n.Requote(near)), "; did you mean "+near+"?"
	}
	j.report("gsd-state-line", n.Span, "frontmatter.next_action", true, fixes,
		"the status line shows %s as the next command, and GSD has none of that name; write discuss-phase, plan-phase, "+
			"execute-phase or verify-phase%s", document.Quote(text), did)
}

// named reports whether an id, such as 01-02, is that of a plan, whose file may be called 02-PLAN.md in the directory of
// phase 1.
func named(plan *model.Plan, id string) bool {
	_, short, _ := strings.Cut(id, "-")
	return strings.EqualFold(plan.Canonical, id) || plan.ID == short
}

var stoppedAt = memo.Regexp(`(?i)^completed (?:plan )?(\d+[A-Z]?(?:\.\d+)*-\d{2})(?:-PLAN(?:\.md)?)?\b`)

// stopped reports a plan that the state calls completed and that is not, or is not there.
func (j *judge) stopped() {
	n, body := j.s.Key("stopped_at"), j.s.Field("Stopped at")
	if n != nil && completed(j, dialect.Text(n), n.Span, "frontmatter.stopped_at") || body == nil {
		return
	}
	completed(j, body.Text, body.Span, "body")
}

// completed judges a text that calls a plan completed, and reports whether there is a finding.
func completed(j *judge, text string, span document.Span, at string) bool {
	m := stoppedAt().FindStringSubmatch(text)
	if m == nil {
		return false
	}
	number, _, _ := strings.Cut(m[1], "-")
	ph := j.p.PhaseNumbered(notation.Number(number))
	if ph == nil || ph.Short() || ph.Stray() || len(ph.Plans) == 0 {
		return false
	}
	i := slices.IndexFunc(ph.Plans, func(plan *model.Plan) bool { return named(plan, m[1]) })
	switch {
	case i < 0:
		j.report("gsd-state-field", span, at, true, nil, "the state stopped behind plan %s, and phase %s "+
			"has none of that number, so whoever resumes looks for it; name the last plan that was completed", m[1], ph.Number)
	case !ph.Plans[i].Done():
		j.report("gsd-state-field", span, at, true, nil, "the state calls plan %s completed, and it has no "+
			"summary, so GSD executes it again; write the summary, or name the last plan that was completed", m[1])
	default:
		return false
	}
	return true
}

var phaseTitle = memo.Regexp(`^\d+[A-Z]?(?:\.\d+)*(?: of \d+)? (?:\(([^()]+)\)|[—–-] (.+))$`)

// called reports a name that the text gives the phase and that is the name of another.
func (j phaseJudge) called() {
	rm := j.p.Roadmap()
	at, _ := j.s.CurrentPhase()
	if rm == nil || rm.Section(at) == nil {
		return
	}
	f := j.s.Field("Phase")
	if f == nil {
		return
	}
	m := phaseTitle().FindStringSubmatch(f.Text)
	if m == nil || notation.PhaseIn(f.Text) != at {
		return
	}
	name := strings.TrimSpace(m[1] + m[2])
	for _, sec := range rm.Sections {
		if sec.Number != at && strings.EqualFold(sec.Name, name) && !strings.EqualFold(rm.Section(at).Name, name) {
			j.report("gsd-state-field", f.Span, "body", true, nil, "the state is at phase %s, and %s is the name of phase %s, "+
				"so people and agents read two phases here; correct the one that is wrong", at, document.Quote(name), sec.Number)
			return
		}
	}
}

// focused reports a phase in focus that is not the one under way.
func (j phaseJudge) focused() {
	at, _ := j.s.CurrentPhase()
	f := j.s.Field("Current focus")
	if f == nil || at == "" || j.odd != "" {
		return
	}
	m := focus().FindStringSubmatch(f.Text)
	if ph := j.p.PhaseNumbered(at); ph == nil || ph.Complete() || model.StandingOf(j.p, at).Ticked {
		return // what comes next may be in focus
	}
	if m == nil || notation.Number(m[1]) == at || model.StandingOf(j.p, notation.Number(m[1])).Nowhere {
		return
	}
	j.report("gsd-state-field", f.Span, "body", true, nil, "phase %s is in focus, and the state is at phase %s: the next session "+
		"begins with this line, and commands go by the other; correct the one that is wrong", m[1], at)
}
