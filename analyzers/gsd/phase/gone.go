package phase

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// gone reports ticked phases of the roadmap that have neither a directory nor an archive, and those of former milestones
// that GSD takes for ones of this, since their sections stand among its own. Many are one finding.
func gone(r *document.Reporter, p *model.Planning) {
	rm := p.Roadmap()
	if rm == nil || r.Doc.Problem != nil || len(p.Phases()) == 0 {
		return
	}
	j := goneJudge{p: p, rm: rm, isOver: over(rm), isNext: !p.Old()}
	dirs := byNumber(p)
	for _, sec := range rm.Sections {
		if sec.Head.Archived && !sec.Kept || sec.Head.Hidden || rm.Section(sec.Number) != sec || notation.Parked(sec.Number) {
			continue
		}
		if ph := dirs[sec.Number]; ph == nil || ph.Total() == 0 && ph.Verified.Status != "passed" {
			j.section(sec, ph != nil)
		}
	}
	j.gather.Report(r)
}

// byNumber returns the directories of phases by their numbers, and by what stands before a hyphen, as in v1.3-01-name.
func byNumber(p *model.Planning) map[string]*model.Phase {
	dirs := map[string]*model.Phase{}
	for _, ph := range p.Phases() {
		dir := strings.ToUpper(ph.Dir)
		dirs[ph.Number] = cmp.Or(dirs[ph.Number], ph)
		for i := range len(dir) {
			if dir[i] == '-' {
				dirs[dir[:i]] = cmp.Or(dirs[dir[:i]], ph)
			}
		}
	}
	return dirs
}

// goneJudge judges the sections of phases that have no plan, one after the other.
type goneJudge struct {
	p      *model.Planning
	rm     *model.Roadmap
	isOver bool // all boxes are ticked
	isNext bool // no section before is the one that GSD plans next
	gather model.Gather
}

func (j *goneJudge) add(cause string, at document.Span, format string, number string) {
	j.gather.Add(cause, document.Finding{Rule: "gsd-phase-dir", Span: at, At: "body", Lesser: true,
		Message: fmt.Sprintf(format, number)})
}

// section judges the section of a phase that has a directory without plans, or none.
func (j *goneJudge) section(sec *model.Section, hasDir bool) {
	e := j.rm.Entry(sec.Number)
	switch {
	case e == nil && (!sec.Kept || strings.Contains(sec.Number, ".")) || e != nil && !e.Done():
		j.isNext = false // this one is, or one before it, and an inserted one may be of this milestone
	case sec.Kept || e.Archived:
		if j.isNext && (e == nil || strings.Contains(e.Text, sec.Name)) {
			j.add("next", sec.Head.Span, "phase %s is over, and GSD reads its section among those of the milestone under way and finds no "+
				"plan of it, so it is the next one that GSD plans (next_phase); put the section into a <details> of its milestone", sec.Number)
		}
	case hasDir:
		if j.isNext {
			j.add("next", e.Span, "phase %s is ticked, and its directory has no plan, so it is the next one that GSD plans (next_phase); "+
				"restore the plans, or untick it", sec.Number)
		}
		j.isNext = false
	default:
		if !j.isOver && !model.Archived(j.p, sec.Number) {
			next := ""
			if j.isNext {
				next = ", and it is the next one that GSD plans (next_phase)"
			}
			j.add("W006", e.Span, "phase %s is ticked and has neither a directory nor an archive (W006), so nobody can read what it "+
				"did"+next+"; restore the directory", sec.Number)
		}
		j.isNext = false // this one is, though all is over
	}
}

// over reports whether all boxes of the current milestone are ticked: then its phases may have been cleared away.
func over(rm *model.Roadmap) bool {
	return !slices.ContainsFunc(rm.Entries, func(e model.Entry) bool { return !e.Archived && !e.Done() })
}
