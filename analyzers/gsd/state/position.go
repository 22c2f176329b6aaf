package state

import (
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	plain     = memo.Regexp(`^(\d+)(?:\s.*)?$`)
	counted   = memo.Regexp(`^(\d+)\s+of\s+(\d+)(?:\s.*)?$`)
	nearly    = memo.Regexp(`(?i)^(?:plan\s+)?#?(\d+)\s*(?:/|-|(?:out\s+)?of)\s*#?(\d+)\b(.*)$`)
	startsOut = memo.Regexp(`(?i)^(?:plan\s+)?#?\d`)
)

// positionJudge judges the plan that is under way.
type positionJudge struct{ *judge }

// position judges the plan that is under way, as `state advance-plan` reads it behind each plan.
func (j positionJudge) position() {
	const rule = "gsd-state-position"
	if l := secondPhase(j.s); l != nil {
		j.report(rule, l.Span, "body", false, nil, "Current Position has a second line `Phase:`, so `state advance-plan` "+
			"refuses to count on (ambiguous_position_phase); keep the one that is under way")
		return
	}
	current, total, plan := j.s.Field("Current Plan"), j.s.Field("Total Plans in Phase"), j.s.Field("Plan")
	match := func(f *model.Field, forms ...func(string) []string) []string {
		for _, form := range forms {
			if f == nil {
				break
			}
			if m := form(f.Text); m != nil {
				return m
			}
		}
		return nil
	}
	number, ofTotal := plain().FindStringSubmatch, counted().FindStringSubmatch
	own, other := match(current, ofTotal, number), match(plan, ofTotal, number)
	switch {
	case own != nil && other != nil && atoi(own[1]) != atoi(other[1]):
		j.report(rule, plan.Span, "body", false, nil, "the plan is %s here and %s in `Current Plan`, so `state "+
			"advance-plan` refuses to count on (ambiguous_plan_position); correct the one that is wrong", other[1], own[1])
	case own != nil && match(total, number) != nil, match(current, ofTotal) != nil:
	case match(plan, ofTotal) != nil:
		if n, m := atoi(other[1]), atoi(other[2]); n > m {
			j.report(rule, plan.Span, "body", false, nil, "the state is at plan %d of %d, so `state advance-plan` takes the "+
				"phase for done; write the plan that is under way", n, m)
		}
	default:
		j.unread(rule, plan, current)
	}
}

// ahead reports a position that the plans of the phase do not bear out: `state advance-plan` takes the phase for done
// at the last plan, whatever is open.
func (j positionJudge) ahead() {
	const rule = "gsd-state-position"
	n, _ := j.s.CurrentPhase()
	plan, rm := j.s.Field("Plan"), j.p.Roadmap()
	if n == "" || rm == nil || plan == nil || j.s.Field("Current Plan") != nil || j.odd != "" ||
		meaning(dialect.Text(j.s.Key("status"))) != "executing" {
		return
	}
	m := counted().FindStringSubmatch(plan.Text)
	if m == nil || atoi(m[1]) == 0 || atoi(m[1]) > atoi(m[2]) || !rm.Current(n) || rm.Ticked(n) ||
		model.StandingOf(j.p, n).Nowhere || model.Archived(j.p, n) {
		return
	}
	ph := j.p.PhaseNumbered(n)
	if ph == nil || ph.Total() == 0 && len(ph.Misnamed) == 0 {
		for _, other := range j.p.Phases() {
			if other.Number != "" && other.Number != n && rm.Current(other.Number) && !rm.Ticked(other.Number) &&
				!notation.Parked(other.Number) && len(other.Unsummed()) > 0 {
				j.report(rule, plan.Span, "body", true, nil, "the state executes plan %s of %s of phase %s, which has no plan, so "+
					"whoever goes on finds nothing to execute, and phase %s has open plans; name the phase that is under way, "+
					"or plan phase %s first", m[1], m[2], n, other.Number, n)
				return
			}
		}
		return
	}
	done := len(ph.Active) - len(ph.Unsummed())
	if ph.Short() || ph.Stray() || len(ph.Counted) > 0 || atoi(m[2]) != ph.Total() || atoi(m[1]) <= done+1 {
		return
	}
	right := strconv.Itoa(done+1) + " of " + m[2]
	j.report(rule, plan.Span, "body", true, nil, "the state is at plan %s of %s, and phase %s has %s with a summary, so "+
		"`state advance-plan` takes the phase for done too early; write %s", m[1], m[2], n, document.Count(done, "plan"), right)
}

// unread reports a position that GSD cannot parse, where it is to count on from it.
func (j positionJudge) unread(rule string, plan, current *model.Field) {
	at := plan
	if at == nil {
		at = current
	}
	text := dialect.Text(j.s.Key("status"))
	if body := j.s.Field("Status"); text == "" && body != nil {
		text = body.Text
	}
	status := meaning(text)
	if at == nil || !startsOut().MatchString(at.Text) || status == "completed" {
		return
	}
	var fixes []document.Fix
	m := nearly().FindStringSubmatch(at.Text)
	if m != nil && at == plan && atoi(m[1]) <= atoi(m[2]) {
		fixes = document.Replace("write it as GSD reads it", at.Span, m[1]+" of "+m[2]+m[3])
	} else if status != "executing" {
		return // it is no position, and nobody counts on from it
	}
	j.report(rule, at.Span, "body", false, fixes, "`state advance-plan` looks for `Plan: 2 of 5` (or `Current Plan: 2` and "+
		"`Total Plans in Phase: 5`) and cannot parse %s, so the position stays where it is, whatever is done; write it so",
		document.Quote(at.Text))
}

// secondPhase returns the second line of the position that names a phase, or nil.
func secondPhase(s *model.State) *notation.Line {
	inside, seen := false, false
	for i := range s.Lines {
		l := &s.Lines[i]
		switch {
		case strings.HasPrefix(l.Text, "#") && !l.Hidden:
			inside = strings.EqualFold(strings.TrimSpace(strings.TrimLeft(l.Text, "#")), "Current Position")
		case inside && strings.HasPrefix(l.Text, "Phase:") && seen:
			return l
		case inside && strings.HasPrefix(l.Text, "Phase:"):
			seen = true
		}
	}
	return nil
}

// named reports a phase that the state calls by its name, where programs look for its number.
func (j phaseJudge) named() {
	rm := j.p.Roadmap()
	at, where := j.s.Key("current_phase"), "frontmatter.current_phase"
	if rm == nil || at == nil || notation.PhaseIn(dialect.Text(at)) != "" {
		return
	}
	for _, sec := range rm.Sections {
		if text := strings.TrimSpace(dialect.Text(at)); strings.EqualFold(sec.Name, text) {
			j.report("gsd-state-phase", at.Span, where, true,
				document.Replace("write "+sec.Number, at.Span, at.Requote(sec.Number)),
				"commands look for the number of the phase, and current_phase is %s, so they work on none; write %s",
				document.Quote(text), sec.Number)
			return
		}
	}
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
