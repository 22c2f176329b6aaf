package roadmap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// milestone reports that the milestone under way is closed while phases of it are open. One that is archived is over,
// with what was not done; until the next one begins STATE.md names it still.
func (j *judge) milestone() {
	scope := j.rm.Scope
	if scope == nil || !scope.Closed {
		listed(j)
		return
	}
	if j.rm.Next != "" || model.Exists(j.p, j.p.Dir+"milestones/"+j.rm.Version+"-ROADMAP.md") {
		return // that STATE.md is to name the next one is told there
	}
	for i := range j.rm.Entries {
		if e := &j.rm.Entries[i]; !e.Archived && !e.Done() && !e.Hidden && !notation.Parked(e.Number) {
			j.report("gsd-roadmap-milestone", scope.Span, false, nil,
				"STATE.md is at %s, whose heading says that it is over while phase %s of it is open, so GSD takes its phases "+
					"for finished ones; reopen the heading, or move STATE.md on", j.rm.Version, e.Number)
			return
		}
	}
}

// listed reports that the list of milestones calls the one under way shipped while phases of it are open.
func listed(j *judge) {
	i := slices.IndexFunc(j.rm.Listed, func(m model.Milestone) bool { return m.Closed && strings.EqualFold(m.Version, j.rm.Version) })
	if i < 0 || model.Exists(j.p, j.p.Dir+"milestones/"+j.rm.Version+"-ROADMAP.md") {
		return
	}
	m := &j.rm.Listed[i]
	for k := range j.rm.Entries {
		e := &j.rm.Entries[k]
		whole, _, _ := strings.Cut(e.Number, ".")
		n, isNumber := notation.ParseInt(whole)
		if isOf := isNumber && m.First <= n && n <= m.Last; e.Archived || e.Done() || e.Hidden || notation.Parked(e.Number) ||
			!isOf && (m.Last > 0 || j.rm.Scope == nil) {
			continue
		}
		j.report("gsd-roadmap-milestone", m.Span, true, nil,
			"STATE.md is at %s, which is shipped by this line, while phase %s of it is open, so who reads the list begins the "+
				"next milestone; mark it as in progress, or move STATE.md on", j.rm.Version, e.Number)
		return
	}
}

// beyond reports a heading that ends the milestone under way before the sections of its open phases.
func beyond(j *judge) {
	scope := j.rm.Scope
	if scope == nil || scope.Level == 0 || scope.Closed || j.rm.Cut != nil ||
		slices.ContainsFunc(j.rm.Milestones, func(m model.Milestone) bool { // GSD takes the one that has the sections
			return m.Span.Start > scope.Span.Start && m.Level > 0 && strings.EqualFold(m.Version, j.rm.Version)
		}) {
		return
	}
	var lost []string
	seen := map[string]bool{}
	for i := range j.rm.Entries {
		e := &j.rm.Entries[i]
		sec := j.rm.Section(e.Number)
		if seen[e.Number] || e.Done() || e.Hidden || e.Archived || notation.Parked(e.Number) || !scope.Holds(e.Span) || sec == nil || sec.Table ||
			sec.Head.Hidden || sec.Head.Span.Start < scope.End {
			continue
		}
		lost, seen[e.Number] = append(lost, e.Number), true
	}
	i := slices.IndexFunc(j.rm.Lines, func(l notation.Line) bool { return l.Span.Start == scope.End })
	if len(lost) == 0 || i < 0 {
		return
	}
	what := "the section of phase " + lost[0] + " stands"
	if n := len(lost) - 1; n > 0 {
		what = fmt.Sprintf("the sections of phase %s and %s stand", lost[0], document.Count(n, "other"))
	}
	j.report("gsd-roadmap-milestone", j.rm.Lines[i].Span, false, nil, "here ends what GSD reads as %s, since this heading has a "+
		"version or one of ✅ 📋 🚧, and %s behind it, so `roadmap analyze`, by which /gsd-progress, /gsd-next and /gsd-manager "+
		"go, sees no such phase (missing_phase_details); move what is of %[1]s above this heading", j.rm.Version, what)
}

// cut reports a heading before which no phase of the milestone under way stands, and behind which all do.
func cut(j *judge) {
	if j.rm.Cut == nil {
		return
	}
	current, _ := j.p.State().CurrentPhase()
	if j.rm.Ticked(current) || model.Archived(j.p, current) {
		return
	}
	if *j.rm.Cut == j.rm.Scope.Span {
		j.report("gsd-roadmap-milestone", *j.rm.Cut, true, nil, "no phase stands below the heading of %s, not phase %s either, at "+
			"which STATE.md is, so GSD counts those of other milestones too, and `milestone complete` refuses (V005); move the "+
			"heading above its phases", j.rm.Version, current)
		return
	}
	j.report("gsd-roadmap-milestone", *j.rm.Cut, false, nil, "here ends what GSD reads as %s, since this heading has a version "+
		"or one of ✅ 📋 🚧, and no phase stands before it, not phase %s either, at which STATE.md is, so GSD counts those of "+
		"other milestones too, and `milestone complete` refuses (V005); move the heading, or make it one level deeper",
		j.rm.Version, current)
}

// beneath reports phases of another milestone that count as those of the one under way: GSD cuts its part of the roadmap
// at headings alone, and takes a <details> out of it since 1.14 only where the summary says that it is over.
func beneath(j *judge) {
	scope := j.rm.Scope
	if scope == nil || scope.Level == 0 || scope.Closed {
		return
	}
	sections := inOrder(j.rm)
	for i := range j.rm.Milestones {
		m := &j.rm.Milestones[i]
		if m.Level > 0 || strings.EqualFold(m.Version, scope.Version) || !scope.Holds(m.Span) || m.Closed && !j.p.Old() {
			continue
		}
		var numbers []string
		known := map[string]bool{}
		part := document.Span{Start: m.Span.Start, End: max(m.Span.Start, min(m.End, scope.End))}
		add := func(number string, hidden bool) {
			if !hidden && !known[number] {
				numbers, known[number] = append(numbers, number), true
			}
		}
		for _, e := range within(j.rm.Entries, part, entryAt) {
			add(e.Number, e.Hidden)
		}
		for _, sec := range within(sections, part, sectionAt) {
			add(sec.Number, sec.Head.Hidden)
		}
		if len(numbers) == 0 {
			continue
		}
		what := "write in its summary that it is over, such as ✅ or SHIPPED, or move the block above the heading of " + scope.Version
		if m.Closed {
			what = "GSD before 1.14 goes by headings alone; move the block above the heading of " + scope.Version
		}
		j.report("gsd-roadmap-milestone", m.Span, true, nil, "this block of %s is a part of what stands below the heading of %s, "+
			"so GSD counts the phases in it as current ones (%s); %s", m.Version, scope.Version, document.AllOf(numbers), what)
		return
	}
}

// titled reports phases of another milestone that count as those of the one under way, since the title bears its version:
// then GSD takes all that stands below the title for its part of the roadmap.
func titled(j *judge) {
	if j.p.Old() || len(j.rm.Milestones) == 0 {
		return
	}
	title := &j.rm.Milestones[0]
	if title.Level != 1 || title.Closed || !strings.EqualFold(title.Version, j.rm.Version) {
		return
	}
	sections, others := inOrder(j.rm), j.rm.Milestones[1:]
	var under *model.Milestone // the other one that the line stands below
	var numbers []string
	for _, l := range j.rm.Lines {
		level, _ := notation.Heading(l.Text)
		if len(sections) > 0 && sections[0].Head.Span.Start == l.Span.Start {
			if under != nil && level > under.Level && !l.Hidden && !sections[0].Folded {
				numbers = append(numbers, sections[0].Number)
			}
			sections = sections[1:]
			continue
		}
		if level == 0 || l.Hidden || under != nil && level > under.Level {
			continue
		}
		if len(numbers) > 0 {
			break
		}
		for len(others) > 0 && others[0].Span.Start < l.Span.Start {
			others = others[1:]
		}
		under = nil
		if len(others) > 0 && others[0].Span.Start == l.Span.Start && !strings.EqualFold(others[0].Version, title.Version) {
			under = &others[0]
		}
	}
	if len(numbers) > 0 {
		j.report("gsd-roadmap-milestone", under.Span, true, nil, "the title names %s, so GSD takes the whole roadmap for it and "+
			"counts the phases below this heading as current ones (%s); write it into a heading above its own phases, and not "+
			"into the title", title.Version, document.AllOf(numbers))
	}
}

var (
	opens  = memo.Regexp(`(?i)<details>`) // with an attribute GSD leaves it alone
	closes = memo.Regexp(`(?i)</details>`)
)

// folded reports phases under way in what GSD takes for a milestone that is over: it cuts out each <details> where no
// heading or summary bears the version of the milestone.
func folded(j *judge) {
	bears := func(m model.Milestone) bool {
		return strings.Contains(strings.ToLower(m.Text), strings.ToLower(j.rm.Version))
	}
	if j.rm.Version != "" && slices.ContainsFunc(j.rm.Milestones, bears) {
		return
	}
	var blocks []document.Span
	first := map[document.Span]notation.Line{}
	var open *notation.Line
	for i := range j.rm.Lines {
		l := &j.rm.Lines[i]
		if open == nil && opens().MatchString(l.Text) {
			open = l
		}
		if open != nil && closes().MatchString(l.Text) {
			block := document.Span{Start: open.Span.Start, End: l.Span.End}
			blocks, first[block], open = append(blocks, block), *open, nil
		}
	}
	blockOf := func(sec *model.Section) (i int, ok bool) {
		i, _ = slices.BinarySearchFunc(blocks, sectionAt(sec), func(b document.Span, at int) int { return b.End - 1 - at })
		return i, i < len(blocks) && blocks[i].Start <= sectionAt(sec)
	}
	elsewhere := map[string]bool{} // phases with a section outside of blocks
	for _, sec := range j.rm.Sections {
		if _, ok := blockOf(sec); !ok {
			elsewhere[sec.Number] = true
		}
	}
	lostIn := make([][]string, len(blocks))
	for _, sec := range j.rm.Sections {
		if i, ok := blockOf(sec); ok && !elsewhere[sec.Number] && underWay(j, sec) {
			lostIn[i] = append(lostIn[i], sec.Number)
		}
	}
	for i, block := range blocks {
		lost := lostIn[i]
		if text := j.Doc.Text(block); len(lost) > 0 && !shipped().MatchString(text) {
			noun, is := "phase", "is"
			if len(lost) > 1 {
				noun, is = "phases", "are"
			}
			j.report("gsd-roadmap-milestone", first[block].Span, false, nil,
				"GSD takes this block for a milestone that is over and cuts it out, so it does not see %s %s, which %s not "+
					"done; end the block before it", noun, document.AllOf(lost), is)
		}
	}
}

// shipped is a summary that names a version, or says that its phases are over.
var shipped = memo.Regexp(`(?i)<summary[^>]*>[^<]*(?:\bv\d|\b(?:CLOSED|ARCHIVED|ABANDONED|SHIPPED|FAILED)\b|✅|🗄)`)

// underWay reports whether a phase is not over and is known beside its section: by an open box outside of blocks, by
// open plans on disk, or by STATE.md.
func underWay(j *judge, sec *model.Section) bool {
	e, ph := j.rm.Entry(sec.Number), j.p.PhaseNumbered(sec.Number)
	if sec.Head.Hidden || notation.Parked(sec.Number) || e != nil && e.Done() || model.Archived(j.p, sec.Number) {
		return false
	}
	if e != nil && !e.Archived || ph != nil && ph.Total() > 0 && !ph.Complete() {
		return true
	}
	if state := j.p.State(); state != nil {
		n, _ := state.CurrentPhase()
		return n == sec.Number && (ph == nil || !ph.Complete())
	}
	return false
}

// unsettled is what leads from a verdict of a verification to passed.
var unsettled = map[string]string{
	"human_needed": "run /gsd-verify-work, which writes passed once the tests have passed",
	"gaps_found":   "close the gaps and verify it again",
}

// lists holds the boxes of phases against plans, summaries and reports.
func (j *judge) lists() {
	for i := range j.rm.Entries {
		e := &j.rm.Entries[i]
		ph := j.p.PhaseNumbered(e.Number)
		if e.Archived || e.Hidden || ph == nil || j.rm.Entry(e.Number) != e {
			continue
		}
		open := ph.Unsummed()
		switch {
		case e.Done() && len(open) > 0:
			have, what := "has", "summary that closes it"
			if len(open) > 1 {
				have, what = "have", "summaries that close them"
			}
			j.unclosed[e.Number] = true
			j.report("gsd-roadmap-done", e.Span, false, nil,
				"phase %s is ticked while %s %s no %s, so progress and STATE.md disagree (W011); untick it, or "+
					"write what is missing", e.Number, planNames(open), have, what)
		case e.Mark == " " && ph.Verified.Status == "passed" && ph.Complete():
			j.report("gsd-roadmap-done", e.Span, true, document.Replace("tick it", e.MarkAt, "x"),
				"phase %s is open here while its verification passed and all its plans have summaries; tick it", e.Number)
		case e.Done() && ph.Complete() && !j.p.Old() && unsettled[ph.Verified.Status] != "":
			j.gathered(ph.Verified.Status, "gsd-roadmap-done", e.Span, true, nil,
				"phase %s is ticked while its verification says %s, so GSD since 1.14 takes it for partial; %s, or "+
					"untick it", e.Number, ph.Verified.Status, unsettled[ph.Verified.Status])
		case e.Done() && len(open) == 0 && j.unverified(ph):
			j.gathered("verification", "gsd-verification-missing", e.Span, false, nil,
				"phase %s is ticked, all its plans have summaries, and no VERIFICATION is there: GSD since 1.14 takes it for "+
					"partial; verify it", e.Number)
		}
	}
}

// passed reports phases without a box that the state has left behind and that nobody has verified.
func passed(j *judge) {
	state := j.p.State()
	if state == nil {
		return
	}
	current, _ := state.CurrentPhase()
	sections := inOrder(j.rm)
	at := slices.IndexFunc(sections, func(sec *model.Section) bool { return sec.Number == current })
	for _, sec := range sections[:max(at, 0)] {
		ph := j.p.PhaseNumbered(sec.Number)
		if ph == nil || sec.Head.Archived || sec.Head.Hidden || j.rm.Entry(sec.Number) != nil || !j.unverified(ph) {
			continue
		}
		j.gathered("passed", "gsd-verification-missing", sec.Head.Span, false, nil,
			"all plans of phase %s have summaries, no VERIFICATION is there, and STATE.md is at phase %s: GSD since 1.14 "+
				"takes it for partial; verify it", sec.Number, current)
	}
}

// unverified reports whether all plans of a phase have summaries, and no report is there, while other phases have one.
func (j *judge) unverified(ph *model.Phase) bool {
	return ph.Complete() && ph.Verified.File == "" && !j.p.Old() && verified(j.p) &&
		!slices.ContainsFunc(ph.Misnamed, verification)
}

// verification reports whether a file has the name of a report on a phase.
func verification(file string) bool { return strings.HasSuffix(file, "VERIFICATION.md") }

// verified reports whether some phase has a report.
func verified(p *model.Planning) bool {
	return slices.ContainsFunc(p.Phases(), func(ph *model.Phase) bool { return ph.Verified.File != "" })
}

func planNames(plans []*model.Plan) string {
	var names []string
	for _, plan := range plans {
		names = append(names, plan.ID)
	}
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
	}
	return document.AllOf(names)
}
