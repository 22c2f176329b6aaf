package model

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// Milestone is a heading or a summary of a <details> that bears a version.
type Milestone struct {
	Text    string
	Span    document.Span
	Level   int // of the heading; 0 of a summary
	Version string
	Closed  bool
	Open    bool // says that it is in progress
	End     int  // offset where it ends

	First, Last int // of the phases that the text names; 0 if it names none
}

var (
	milestoneItem = memo.Regexp(`^\s*[-*]\s+[^\w*\n]{0,12}\*\*(v\d+(?:\.\d+)*)\b`)
	phaseRange    = memo.Regexp(`(?i)\bphases?\s+(\d+)(?:\s*[-‐‑‒–—]\s*(\d+))?\b`)
)

// over reports whether the roadmap says that the milestone which STATE.md names is over.
func (rm *Roadmap) over() bool {
	if rm.Scope != nil {
		return rm.Scope.Closed
	}
	over := false
	for _, m := range rm.Listed {
		if strings.EqualFold(m.Version, rm.Version) {
			if !m.Closed {
				return false
			}
			over = true
		}
	}
	return over
}

// archiveShipped marks the sections and ticked boxes of phases that the list of milestones calls shipped as archived: people leave
// them among those of the current milestone. Where numbers may have begun anew none is marked.
func archiveShipped(rm *Roadmap) {
	listed, unranged := rm.Version == "", false
	for _, m := range rm.Listed {
		listed = listed || strings.EqualFold(m.Version, rm.Version)
		unranged = unranged || !m.Closed && m.Last == 0
	}
	if !listed || unranged {
		return
	}
	isCurrent := func(l notation.Line) bool { return rm.Scope != nil && !rm.Scope.Closed && rm.Scope.Holds(l.Span) }
	open := map[string]bool{}
	for i := range rm.Entries {
		e := &rm.Entries[i]
		open[e.Number] = open[e.Number] || !e.Done()
	}
	over, ahead := rangesOf(rm.Listed, true), rangesOf(rm.Listed, false)
	isOver := func(number string, l notation.Line) bool {
		return !open[number] && over.has(number) && !ahead.has(number) && !isCurrent(l)
	}
	for i := range rm.Entries {
		if e := &rm.Entries[i]; isOver(e.Number, e.Line) {
			e.Archived = true
		}
	}
	for _, sec := range rm.Sections {
		if !isOver(sec.Number, sec.Head) {
			continue
		}
		sec.Kept = !sec.Head.Archived
		sec.Head.Archived = true
		for _, l := range sec.Body {
			l.Archived = true
		}
	}
}

// ranges are those of numbers of phases, sorted, none of which overlap.
type ranges [][2]int

// rangesOf returns the numbers that milestones name which are over, or which are not.
func rangesOf(milestones []Milestone, over bool) (all ranges) {
	for _, m := range milestones {
		if m.Closed == over && m.First <= m.Last {
			all = append(all, [2]int{m.First, m.Last})
		}
	}
	slices.SortStableFunc(all, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	n := 0 // of those that are merged
	for _, r := range all {
		if n > 0 && r[0] <= all[n-1][1] {
			all[n-1][1] = max(all[n-1][1], r[1])
			continue
		}
		all[n], n = r, n+1
	}
	return all[:n]
}

// has reports whether the number of a phase is among them; that of an inserted one, such as 2.1, counts with the phase before it.
func (rs ranges) has(number string) bool {
	whole, _, _ := strings.Cut(number, ".")
	n, err := strconv.Atoi(whole)
	i, found := slices.BinarySearchFunc(rs, n, func(r [2]int, n int) int { return cmp.Compare(r[0], n) })
	return err == nil && (found || i > 0 && n <= rs[i-1][1])
}

// follow finds the milestone in progress that has open phases, if the one which STATE.md names is over.
func (rm *Roadmap) follow() {
	if rm.Version == "" || !rm.over() {
		return
	}
	var open []int    // where the boxes of open phases stand
	var numbers []int // of those that are not archived
	some := false     // there is one of them
	for i := range rm.Entries {
		e := &rm.Entries[i]
		if e.Done() || e.Hidden || notation.Parked(e.Number) {
			continue
		}
		open = append(open, e.Span.Start)
		whole, _, _ := strings.Cut(e.Number, ".")
		if n, err := strconv.Atoi(whole); err == nil && !e.Archived {
			numbers = append(numbers, n)
		}
		some = some || !e.Archived
	}
	slices.Sort(numbers)
	within := func(sorted []int, first, last int) bool {
		i, _ := slices.BinarySearch(sorted, first)
		return i < len(sorted) && sorted[i] <= last
	}
	for _, m := range slices.Concat(rm.Milestones, rm.Listed) {
		if !m.Open || strings.EqualFold(m.Version, rm.Version) {
			continue
		}
		isNext := within(open, m.Span.Start, m.End-1)
		if m.End == 0 {
			first, last, names := m.phases()
			isNext = names && within(numbers, first, last) || !names && some
		}
		if isNext {
			rm.Next = m.Version
			return
		}
	}
}

// phases returns the first and the last of the phases that the item of a milestone names, if it names some.
func (m *Milestone) phases() (first, last int, names bool) {
	named := phaseRange().FindStringSubmatch(m.Text)
	if named == nil {
		return 0, 0, false
	}
	first, _ = strconv.Atoi(named[1])
	last, _ = strconv.Atoi(cmp.Or(named[2], named[1]))
	return first, last, true
}

// Holds reports whether something stands in the part of the roadmap that is about the milestone.
func (m *Milestone) Holds(span document.Span) bool {
	return m.Span.Start <= span.Start && span.Start < m.End
}

// milestones finds headings and summaries that bear a version, and marks the lines in details and below closed
// headings.
func (rm *Roadmap) milestones(s string) {
	rm.title, rm.own, rm.folded = -1, map[int]bool{}, map[int]bool{}
	details, closedLevel, own := 0, 0, false
	for i := range rm.Lines {
		l := &rm.Lines[i]
		if n := strings.Count(l.Text, "<details"); n > 0 {
			own, details = details == 0, details+n
		}
		if m := summaryTag().FindStringSubmatchIndex(l.Text); m != nil {
			text := l.Text[m[2]:m[3]]
			version := versionIn().FindString(text)
			own = own && version == "" && !closed(text)
			if version != "" {
				rm.Milestones = append(rm.Milestones, milestone(*l, text, 0, version))
			}
		}
		if m := milestoneItem().FindStringSubmatch(l.Text); m != nil && !l.Hidden {
			rm.Listed = append(rm.Listed, milestone(*l, l.Text, 0, m[1]))
		}
		level, text := notation.Heading(l.Text)
		if level > 0 && rm.title < 0 {
			rm.title = l.Span.Start
		}
		if level > 0 && !l.Hidden && !phaseWord().MatchString(text) {
			if closedLevel > 0 && level <= closedLevel {
				closedLevel = 0
			}
			if closedLevel == 0 && level > 1 && level <= 3 && closed(text) {
				closedLevel = level
			}
			if v := versionIn().FindString(text); v != "" && level <= 3 {
				rm.Milestones = append(rm.Milestones, milestone(*l, text, level, v))
			}
		}
		l.Archived = details > 0 || closedLevel > 0
		if details > 0 {
			rm.folded[l.Span.Start] = true
		}
		if own && details > 0 && closedLevel == 0 {
			rm.own[i] = true
		}
		details = max(0, details-strings.Count(l.Text, "</details"))
	}
	rm.ends(len(s))
}

// milestone reads what a text in a line says of a milestone: one of a level, or 0 if it is no heading.
func milestone(l notation.Line, text string, level int, version string) Milestone {
	m := Milestone{Text: text, Span: l.Span, Level: level, Version: version, Closed: closed(text), Open: openWord().MatchString(text)}
	m.First, m.Last, _ = m.phases()
	return m
}

// ends finds where each milestone ends: a heading before the next one of its level or above, a summary with its block.
func (rm *Roadmap) ends(size int) {
	const levels = 6
	next := [levels + 1]int{} // where what has a level ends; at 0, summaries
	for level := range next {
		next[level] = size
	}
	left := len(rm.Milestones)
	for _, l := range slices.Backward(rm.Lines) {
		for ; left > 0 && rm.Milestones[left-1].Span.Start == l.Span.Start; left-- {
			m := &rm.Milestones[left-1]
			m.End = next[m.Level]
		}
		if strings.Contains(l.Text, "</details") {
			next[0] = l.Span.End
		}
		level, text := notation.Heading(l.Text)
		if level == 0 || phaseWord().MatchString(text) || !versionIn().MatchString(text) && !strings.ContainsAny(text, "✅📋🚧") {
			continue
		}
		for ; level <= levels; level++ {
			next[level] = l.Span.Start
		}
	}
}

// closed reports whether the heading of a milestone says that it is over.
func closed(text string) bool { return closedWord().MatchString(text) && !openWord().MatchString(text) }

// scope finds the milestone that is under way, and marks the lines that are about others.
func (rm *Roadmap) scope(p *Planning, s string) {
	if state := p.State(); state != nil {
		rm.Version = state.Milestone()
	}
	if m := progressAt().FindStringSubmatch(s); m != nil && rm.Version == "" {
		rm.Version = "v" + m[1]
	}
	if rm.Version == "" {
		return
	}
	c := scoped{rm, regexp.MustCompile(`(?i)` + regexp.QuoteMeta(rm.Version) + `\b`)} // v2.0 is in v2.0.1 as well
	c.choose()
	if rm.Scope == nil {
		return
	}
	rm.preamble = len(s)
	for _, m := range rm.Milestones {
		if c.hasBody(&m) {
			rm.preamble = min(rm.preamble, m.Span.Start)
		}
	}
	c.archive()
}

// scoped is a roadmap with the version of the milestone under way.
type scoped struct {
	*Roadmap
	version *regexp.Regexp
}

// choose finds the milestone under way: the first heading that is not closed, else any, else a summary.
func (rm scoped) choose() {
	choices := []func(*Milestone) bool{
		func(m *Milestone) bool { return rm.hasBody(m) && !m.Closed },
		rm.hasBody,
		func(m *Milestone) bool { return m.Level == 0 },
	}
	for _, accept := range choices {
		for i := range rm.Milestones {
			if m := &rm.Milestones[i]; rm.version.MatchString(m.Text) && accept(m) {
				rm.Scope = m
				return
			}
		}
	}
}

// hasBody reports whether a milestone is a heading other than the title of the roadmap.
func (rm scoped) hasBody(m *Milestone) bool {
	return m.Level > 1 || m.Level == 1 && m.Span.Start != rm.title
}

// archive marks the lines that are not about the milestone under way.
func (rm scoped) archive() {
	ownPhases, over := rm.hasOwnPhases(), rm.isOver()
	left := false // within a phase above all milestones that GSD leaves out
	for i := range rm.Lines {
		l := &rm.Lines[i]
		inside, above := rm.Scope.Holds(l.Span), l.Span.Start < rm.preamble
		if level, _ := notation.Heading(l.Text); ownPhases && above && level > 0 {
			left = isPhaseHead(l.Text)
		}
		switch {
		case ownPhases && above && left:
			l.Archived = true
		case inside && (rm.Scope.Closed || rm.Scope.Level == 0):
			l.Archived = over
		case inside:
			l.Archived = l.Archived && !rm.own[i]
		case !above:
			l.Archived = true
		}
	}
}

// hasOwnPhases reports whether the milestone under way has phases of its own, so that GSD leaves out those above all milestones.
// It does not where the title of the roadmap has the version.
func (rm scoped) hasOwnPhases() bool {
	isWhole := func(m Milestone) bool { return m.Span.Start == rm.title && !m.Closed && rm.version.MatchString(m.Text) }
	return !rm.Scope.Closed && !slices.ContainsFunc(rm.Milestones, isWhole) &&
		slices.ContainsFunc(rm.Lines, func(l notation.Line) bool { return rm.Scope.Holds(l.Span) && isPhaseHead(l.Text) })
}

// isOver reports whether the milestone under way is closed and all of its phases are ticked.
func (rm scoped) isOver() bool {
	return rm.Scope.Closed && !slices.ContainsFunc(rm.Lines, func(l notation.Line) bool {
		m := phaseBox().FindStringSubmatch(l.Text)
		return rm.Scope.Holds(l.Span) && m != nil && m[1] == " "
	})
}

// isPhaseHead reports whether a line is the heading of a phase.
func isPhaseHead(line string) bool {
	_, _, isPhase := notation.SectionHead(line)
	return isPhase
}

// cut returns the place at which the part of the roadmap that is about the milestone under way ends, if no phase stands in
// it though the one at which STATE.md is stands in the roadmap, below no other milestone that is under way. What stands
// above all milestones is read with each of them.
func cut(p *Planning, rm *Roadmap) *document.Span {
	state := p.State()
	if state == nil || rm.Scope == nil || rm.Scope.Level == 0 || rm.Scope.Closed {
		return nil
	}
	current, _ := state.CurrentPhase()
	ends := underWay(rm)
	isUnderWay := func(at int) bool {
		i, _ := slices.BinarySearchFunc(ends, at+1, func(m Milestone, at int) int { return m.Span.Start - at })
		return i > 0 && at < ends[i-1].End
	}
	isLost := false
	inside := func(number string, l notation.Line) bool {
		at := l.Span.Start
		if l.Hidden || rm.folded[at] && !rm.Scope.Holds(l.Span) {
			return false
		}
		isLost = isLost || number == current && !isUnderWay(at)
		return at < rm.preamble || rm.Scope.Holds(l.Span)
	}
	if slices.ContainsFunc(rm.Entries, func(e Entry) bool { return inside(e.Number, e.Line) }) ||
		slices.ContainsFunc(rm.Sections, func(sec *Section) bool { return inside(sec.Number, sec.Head) }) || !isLost {
		return nil
	}
	for _, l := range rm.Lines {
		if l.Span.Start == rm.Scope.End {
			return &l.Span
		}
	}
	return &rm.Scope.Span
}

// underWay returns the headings of milestones that are not over, of which each ends no sooner than those before it.
func underWay(rm *Roadmap) (found []Milestone) {
	end := 0
	for _, m := range rm.Milestones {
		if m.Level > 0 && !m.Closed && m.Span.Start != rm.title {
			end = max(end, m.End)
			found = append(found, Milestone{Span: m.Span, End: end})
		}
	}
	return found
}

var archive = memo.Regexp(`/milestones/v[^/]*-ROADMAP\.md$`)

// between reports whether a milestone is over and the next one has not begun: get-shit-done moved the roadmap away then.
func between(p *Planning) bool {
	s := p.State()
	if s == nil || p.Has(p.Path("ROADMAP.md")) {
		return false
	}
	number, _ := s.CurrentPhase()
	return number == "" && FirstArchive(p) != ""
}

// FirstArchive returns the path of the first roadmap of a milestone in the archive, or "".
func FirstArchive(p *Planning) string {
	return p.archive.Get(p.Set, true, func() string {
		for _, in := range p.Inputs(p.Path("milestones/")) {
			if archive().MatchString(in.Path) {
				return in.Path
			}
		}
		return ""
	})
}
