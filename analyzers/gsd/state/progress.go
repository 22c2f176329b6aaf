package state

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// counts judges the figures of progress by themselves.
func (j *judge) counts() {
	const rule = "gsd-state-progress"
	figure := func(name string) (int, *document.Node) {
		n := j.s.Key("progress." + name)
		v, ok := notation.ParseInt(strings.TrimSuffix(dialect.Text(n), "%"))
		if !ok {
			return 0, nil
		}
		return v, n
	}
	if p, n := j.s.Key("progress"), j.s.Key("total_phases"); p != nil && n != nil && len(p.Pairs) == 0 {
		j.report(rule, n.Span, "frontmatter.total_phases", false, nil, "this stands beside `progress`, so the status line shows "+
			"none, and GSD writes the figures anew above it; indent what belongs there")
	}
	var fractions []float64
	wrong := false
	for _, what := range []string{"plans", "phases"} {
		total, t := figure("total_" + what)
		done, d := figure("completed_" + what)
		if t == nil || d == nil {
			continue
		}
		if done > total {
			wrong = true
			j.report(rule, d.Span, "frontmatter.progress.completed_"+what, false, nil,
				"%d %s of %d are completed, which cannot be, and GSD never counts down by itself; correct the figure that is "+
					"wrong", done, what, total)
		}
		if total > 0 {
			fractions = append(fractions, 100*float64(done)/float64(total))
		} else {
			fractions = append(fractions, 0)
		}
	}
	beyond(j)
	percent, p := figure("percent")
	if p != nil && (percent < 0 || percent > 100) {
		j.report(rule, p.Span, "frontmatter.progress.percent", false, nil, "percent is %d; it must be 0 to 100", percent)
		return
	}
	if p == nil || wrong || j.inflated {
		return
	}
	fits := len(fractions) == 0
	for _, f := range fractions {
		fits = fits || near(percent, f)
	}
	switch {
	case fits:
		bar(j, percent, p, fractions)
	case otherTotal(j, percent):
	default:
		right := strconv.Itoa(int(slices.Min(fractions)))
		j.report(rule, p.Span, "frontmatter.progress.percent", false,
			document.Replace("write "+right, p.Span, p.Requote(right)),
			"percent is %d, and the figures beside it make %s, so people see another progress than there is; write %s",
			percent, right, right)
	}
}

// near reports whether a percentage is a fraction, rounded somehow.
func near(percent int, fraction float64) bool { return math.Abs(float64(percent)-fraction) <= 1 }

// otherTotal reports a total of phases that is not the one of the roadmap, where percent fits that one, and whether it is
// so: GSD counts the headings of phases whenever it writes the state.
func otherTotal(j *judge, percent int) bool {
	n := j.s.Key("progress.total_phases")
	total, isNumber := notation.ParseInt(dialect.Text(n))
	done, hasDone := notation.ParseInt(dialect.Text(j.s.Key("progress.completed_phases")))
	numbers := map[string]bool{}
	if rm := j.p.Roadmap(); rm != nil {
		for _, sec := range rm.Sections {
			if rm.Current(sec.Number) && !sec.Head.Hidden && !notation.Parked(sec.Number) {
				numbers[sec.Number] = true
			}
		}
	}
	if !isNumber || !hasDone || len(numbers) == 0 || total == len(numbers) ||
		!near(percent, 100*float64(done)/float64(len(numbers))) {
		return false
	}
	right := strconv.Itoa(len(numbers))
	j.report("gsd-state-progress", n.Span, "frontmatter.progress.total_phases", false,
		document.Replace("write "+right, n.Span, n.Requote(right)),
		"total_phases is %d, and the roadmap has %s in this milestone, to which percent fits, so commands show another total "+
			"than there is; write %s", total, document.Count(len(numbers), "phase"), right)
	return true
}

var shown = memo.Regexp(`(\d{1,3})%`)

// beyond reports more than all in what STATE.md says without figures: in the bar, and in a `progress` that is no map.
func beyond(j *judge) {
	const format = "the progress is %d %%; it must be 0 to 100, and commands show it as it stands"
	if f := j.s.Field("Progress"); f != nil {
		if m := shown().FindStringSubmatchIndex(f.Text); m != nil {
			if n, ok := notation.ParseInt(f.Text[m[2]:m[3]]); ok && n > 100 {
				span := document.Span{Start: f.Span.Start + m[0], End: f.Span.Start + m[1]}
				j.report("gsd-state-progress", span, "body", false, nil, format, n)
			}
		}
	}
	if n := j.s.Key("progress"); n != nil && n.Type == document.String {
		if percent, ok := notation.ParseInt(strings.TrimSuffix(n.Text, "%")); ok && (percent < 0 || percent > 100) {
			j.report("gsd-state-progress", n.Span, "frontmatter.progress", false, nil, format, percent)
		}
	}
}

// bar holds percent against the bar of the text, and against the smaller fraction, which GSD computes; `phase complete`
// goes by phases alone. It writes percent whenever it writes the state, and the bar when a plan is done; up to gsd-core
// 1.11 it drew the bar by plans alone.
func bar(j *judge, percent int, p *document.Node, fractions []float64) {
	const rule = "gsd-state-progress"
	drawn, at := -1, document.Span{}
	if f := j.s.Field("Progress"); f != nil {
		if m := shown().FindStringSubmatchIndex(f.Text); m != nil {
			drawn, _ = notation.ParseInt(f.Text[m[2]:m[3]])
			at = document.Span{Start: f.Span.Start + m[0], End: f.Span.Start + m[1]}
		}
	}
	switch {
	case drawn < 0 || drawn > 100 || near(drawn, float64(percent)) || len(fractions) < 2:
	case near(drawn, slices.Min(fractions)) && fractions[1] < fractions[0]:
		j.Report(document.Finding{Rule: rule, Span: p.Span, At: "frontmatter.progress.percent",
			Fixes:   document.Replace(fmt.Sprintf("write %d", drawn), p.Span, p.Requote(strconv.Itoa(drawn))),
			Related: []document.Related{{Span: at, Message: "the bar is right"}},
			Message: fmt.Sprintf("percent is %d, which counts plans alone, and GSD takes the smaller of plans and phases, so "+
				"the status line shows more than is done; write %d, as in the bar", percent, drawn)})
	case !near(drawn, fractions[0]):
		j.Report(document.Finding{Rule: rule, Span: at, At: "body", Least: true,
			Related: []document.Related{{Span: p.Span, Message: "percent"}},
			Message: fmt.Sprintf("the bar shows %d %%, and percent is %d, which fits the figures beside it, so the bar is of "+
				"another day; `state update-progress` draws it anew", drawn, percent)})
	}
}

// disk holds the figures of progress against the directories.
func (j *judge) disk() {
	const rule = "gsd-state-progress"
	if ambiguous(j.p) {
		return
	}
	all := planned(j.p)
	if n, _ := j.s.CurrentPhase(); n != "" {
		if ph := j.p.PhaseNumbered(n); ph != nil && ph.Total() > 0 && !ph.Complete() && !ph.Short() {
			right := strconv.Itoa(ph.Total())
			for _, said := range totals(j.s) {
				if total, ok := notation.ParseInt(said.Text); ok && total != ph.Total() {
					j.report(rule, said.Span, "body", false, document.Replace("write "+right, said.Span, right),
						"the phase has %d plans here, and its directory %s (S005); write the number that is there", total, right)
				}
			}
		}
	}
	if n := j.s.Key("progress.total_plans"); n != nil {
		total, ok := notation.ParseInt(dialect.Text(n))
		if ok && total < all && !lastCounted(j, total) {
			j.report(rule, n.Span, "frontmatter.progress.total_plans", false,
				document.Replace("write the number", n.Span, n.Requote(strconv.Itoa(all))),
				"total_plans is %d, and phases/ holds %s, so the progress seems further than it is; write %d", total,
				document.Count(all, "plan"), all)
		}
	}
	if n := j.s.Key("progress.completed_plans"); j.inflated {
		j.report(rule, n.Span, "frontmatter.progress.completed_plans", false, nil,
			"completed_plans is %s, and the summaries, archives included, are %d; GSD never counts down by itself, so "+
				"write the number that is there", dialect.Text(n), summaries(j.p))
	}
	finished(j)
}

// lastCounted reports whether the figures are those of the last phases alone: total_phases is less than there are in a
// roadmap that does not part its milestones, and these hold no more plans than are counted, and as many summaries.
func lastCounted(j *judge, plans int) bool {
	rm := j.p.Roadmap()
	phases, ok := notation.ParseInt(dialect.Text(j.s.Key("progress.total_phases")))
	completed, hasCompleted := notation.ParseInt(dialect.Text(j.s.Key("progress.completed_plans")))
	if rm == nil || rm.Version == "" || rm.Scope != nil || !ok || !hasCompleted || phases < 1 {
		return false
	}
	held, done := 0, 0
	for i := len(rm.Sections) - 1; i >= 0; i-- {
		sec := rm.Sections[i]
		if sec.Head.Hidden || sec.Head.Archived || notation.Parked(sec.Number) || rm.Section(sec.Number) != sec {
			continue
		}
		if phases == 0 {
			return held <= plans && completed <= done
		}
		phases--
		if ph := j.p.PhaseNumbered(sec.Number); ph != nil {
			held += ph.Total()
			done += len(ph.Summaries)
		}
	}
	return false // they are all counted
}

// planned returns how many plans the directories of the milestone under way hold: those that the roadmap names, if it
// names some.
func planned(p *model.Planning) int {
	all, rm := 0, p.Roadmap()
	none := rm == nil || len(rm.Sections)+len(rm.Entries) == 0
	for _, ph := range p.Phases() {
		at := model.StandingOf(p, ph.Number)
		if !notation.Parked(ph.Number) && at.Current && (at.Counted || none && !model.Unlisted(p, ph)) {
			all += ph.Total()
		}
	}
	return all
}

// summaries returns how many plans have a summary, those in archives included.
func summaries(p *model.Planning) int {
	done := archivedSummaries(p)
	for _, ph := range p.Phases() {
		done += len(ph.Summaries)
		for _, name := range ph.Misnamed {
			if notation.IsSummary(name) {
				done++ // which is told at the file
			}
		}
	}
	return done
}

// inflated reports whether more plans are called completed than have summaries, and not more than there are at all. Where
// directories are away, it is so if as many plans are counted as those that are here hold.
func inflated(p *model.Planning, s *model.State) bool {
	completed, ok := notation.ParseInt(dialect.Text(s.Key("progress.completed_plans")))
	total, hasTotal := notation.ParseInt(dialect.Text(s.Key("progress.total_plans")))
	return ok && !(hasTotal && completed > total) && len(p.Phases()) > 0 && completed > summaries(p) && !ambiguous(p) &&
		(!cleared(p) || hasTotal && total == planned(p))
}

// ambiguous reports whether two directories of phases have one number, which is told there.
func ambiguous(p *model.Planning) bool {
	return slices.ContainsFunc(p.Phases(), func(ph *model.Phase) bool {
		return ph.Number != "" && p.PhaseNumbered(ph.Number) == nil
	})
}

// cleared reports whether the directory of a phase is away of which the roadmap has something ticked, and its summaries
// with it.
func cleared(p *model.Planning) bool {
	rm := p.Roadmap()
	if rm == nil {
		return false
	}
	isTicked := func(b model.Box) bool { return strings.EqualFold(b.Mark, "x") }
	return slices.ContainsFunc(rm.Entries, func(e model.Entry) bool { return e.Done() && away(p, e.Number) }) ||
		slices.ContainsFunc(rm.Sections, func(sec *model.Section) bool {
			return slices.ContainsFunc(sec.Plans, isTicked) && away(p, sec.Number)
		})
}

// finished reports more phases that are completed than anything calls so. A project with a former milestone may count
// its phases, too.
func finished(j *judge) {
	rm, n := j.p.Roadmap(), j.s.Key("progress.completed_phases")
	completed, ok := notation.ParseInt(dialect.Text(n))
	total, hasTotal := notation.ParseInt(dialect.Text(j.s.Key("progress.total_phases")))
	former, _ := j.p.Files.List(j.p.Root, j.p.Dir+"milestones")
	if !ok || rm == nil || len(rm.Entries) == 0 || hasTotal && completed > total || len(former) > 0 ||
		slices.ContainsFunc(slices.Concat(rm.Milestones, rm.Listed), func(m model.Milestone) bool { return m.Closed }) {
		return
	}
	done := map[string]bool{}
	for i := range rm.Entries {
		if e := &rm.Entries[i]; e.Mark != " " {
			done[e.Number] = true
		}
	}
	for _, row := range rm.Progress {
		if strings.Contains(strings.ToLower(row.Cells["status"].Text), "complete") {
			done[row.Number] = true
		}
	}
	for _, ph := range j.p.Phases() {
		if ph.Complete() || len(ph.Summaries) > 0 && len(ph.Unsummed()) == 0 { // a plan may have been cleared away
			done[ph.Number] = true
		}
	}
	if completed > len(done) {
		j.report("gsd-state-progress", n.Span, "frontmatter.progress.completed_phases", false, nil,
			"completed_phases is %d, and the phases that are ticked or complete are %d; GSD never counts down by itself, so "+
				"write the number that is there", completed, len(done))
	}
}

// away reports whether no directory of a phase is here: it was deleted, or git ignores it.
func away(p *model.Planning, number string) bool {
	return p.PhaseNumbered(number) == nil && !model.Archived(p, number)
}

// totals returns where the state says how many plans the phase has.
func totals(s *model.State) (found []notation.Word) {
	if n := s.Key("total_plans_in_phase"); n != nil {
		found = append(found, notation.Word{Text: dialect.Text(n), Span: n.Span})
	}
	for i, name := range []string{"Plan", "Total Plans in Phase"} {
		if f := s.Field(name); f != nil {
			if m := []*memo.Pattern{phaseOf(), plain()}[i].FindStringSubmatchIndex(f.Text); m != nil {
				found = append(found, notation.Word{Text: f.Text[m[2]:m[3]],
					Span: document.Span{Start: f.Span.Start + m[2], End: f.Span.Start + m[3]}})
			}
		}
	}
	return found
}

// archived returns where `milestone complete` moved a file of a phase, or "".
func archived(p *model.Planning, file string) string {
	rest, inPhases := strings.CutPrefix(strings.TrimPrefix(file, p.Dir), "phases/")
	names, _ := p.Files.List(p.Root, p.Dir+"milestones")
	for _, name := range names {
		if moved := p.Dir + "milestones/" + name + "/" + rest; inPhases && strings.HasSuffix(name, "-phases") &&
			model.Exists(p, moved) {
			return moved
		}
	}
	return ""
}

// archivedSummaries returns how many summaries the archives of milestones hold.
func archivedSummaries(p *model.Planning) int {
	count := 0
	for _, in := range p.Inputs(p.Path("milestones/")) {
		if strings.HasSuffix(in.Path, "SUMMARY.md") {
			count++
		}
	}
	return count
}
