package state

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// phaseJudge judges the phase that is under way.
type phaseJudge struct{ *judge }

// phase holds it against the roadmap and the directories.
func (j phaseJudge) phase() {
	n, span := j.s.CurrentPhase()
	rm := j.p.Roadmap()
	if n == "" || rm == nil || len(rm.Sections)+len(rm.Entries) == 0 {
		return
	}
	text := dialect.Text(j.s.Key("status"))
	if body := j.s.Field("Status"); text == "" && body != nil {
		text = body.Text
	}
	if model.StandingOf(j.p, n).Nowhere {
		j.report("gsd-state-phase", span, "current_phase", meaning(text) == "completed", nil,
			"phase %s is in no section of the roadmap, no directory and no archive (S004), so the next command works on "+
				"nothing; name the phase that is under way", n)
		return
	}
	if f := j.s.Field("Current focus"); f != nil {
		if m := focus().FindStringSubmatch(f.Text); m != nil && notation.Number(m[1]) != n &&
			model.StandingOf(j.p, notation.Number(m[1])).Nowhere {
			j.report("gsd-state-phase", f.Span, "body", true, nil,
				"phase %s is in no section of the roadmap, no directory and no archive (W002), and the next session begins "+
					"with what is in focus here; name the phase that is under way", m[1])
		}
	}
	entry := rm.Entry(n)
	if entry == nil || !entry.Done() {
		j.behind(n, text, entry != nil)
		return
	}
	switch meaning(text) {
	case "completed", "verifying", "paused":
		return
	case "":
		if text == "" || settled(text) {
			return
		}
	}
	if ph := j.p.PhaseNumbered(n); ph != nil && !entry.Hidden && len(ph.Unsummed()) > 0 {
		return // the tick is too early, which is told in the roadmap
	}
	next := "go on to the next phase"
	if entry.Archived {
		next = "name the phase that is under way, or write completed"
	}
	j.report("gsd-state-phase", span, "current_phase", true, nil,
		"the state is at phase %s, which the roadmap has ticked, and its status is %s (W011), so the next command works "+
			"on what is done; %s", n, document.Quote(text), next)
}

// calledOver is a status after which GSD looks for no further phase of the milestone.
var calledOver = memo.Regexp(`(?i)milestone complete|archived`)

// unbegun reports a status that calls the milestone complete while a phase of it is open and has no directory.
func (j phaseJudge) unbegun() {
	status, rm := j.s.Key("status"), j.p.Roadmap()
	if rm == nil || !calledOver().MatchString(dialect.Text(status)) {
		return
	}
	for i := range rm.Entries {
		e := &rm.Entries[i]
		sec := rm.Section(e.Number)
		if e.Done() || e.Hidden || sec == nil || sec.Head.Hidden || !rm.Current(e.Number) || notation.Parked(e.Number) ||
			rm.Scope != nil && !rm.Scope.Holds(sec.Head.Span) || j.p.PhaseNumbered(e.Number) != nil ||
			model.Archived(j.p, e.Number) {
			continue
		}
		j.report("gsd-state-phase", status.Span, "frontmatter.status", true, nil, "the status calls the milestone complete, "+
			"and phase %s of it is open and has no directory (W026), so `milestone complete` refuses; write what is under "+
			"way, or take the phase out of the roadmap", e.Number)
		return
	}
}

// behind reports a status that says executing though all plans of the phase are done, and none was halted. If the phase
// has a box in the roadmap, which is open, its verification is told there.
func (j phaseJudge) behind(n, status string, boxed bool) {
	ph := j.p.PhaseNumbered(n)
	if ph == nil || !ph.Complete() || !strings.Contains(strings.ToLower(status), "executing") ||
		slices.ContainsFunc(ph.Summaries, func(s *model.Summary) bool { return s.Status == "halted" }) {
		return
	}
	f := document.Finding{Rule: "gsd-state-phase", At: "frontmatter.status", Lesser: true}
	if key, body := j.s.Key("status"), j.s.Field("Status"); dialect.Text(key) != "" {
		f.Span = key.Span
	} else {
		f.Span, f.At = body.Span, "body"
	}
	switch {
	case ph.Verified.Status == "passed" && !boxed:
		f.Message = fmt.Sprintf("the verification of phase %s passed, and the status is still %s (S006), so whoever goes on "+
			"looks for a plan to execute; write completed, or go on to the next phase", n, document.Quote(status))
	case ph.Verified.File == "":
		f.Least = true
		f.Message = fmt.Sprintf("all plans of phase %s have summaries, and the status is still %s (S007), so whoever goes on "+
			"looks for one to execute; verify the phase", n, document.Quote(status))
	default:
		return
	}
	j.Report(f)
}

var focus = memo.Regexp(`^\**Phase (\d+[A-Z]?(?:\.\d+)*)\b`)
