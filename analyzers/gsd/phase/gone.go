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
	var gather model.Gather
	isOver, isNext := over(rm), !p.Old()
	dirs := map[string]*model.Phase{} // by their numbers, and by what stands before a hyphen, as in v1.3-01-name
	for _, ph := range p.Phases() {
		dir := strings.ToUpper(ph.Dir)
		dirs[ph.Number] = cmp.Or(dirs[ph.Number], ph)
		for i := range len(dir) {
			if dir[i] == '-' {
				dirs[dir[:i]] = cmp.Or(dirs[dir[:i]], ph)
			}
		}
	}
	for _, sec := range rm.Sections {
		if sec.Head.Archived && !sec.Kept || sec.Head.Hidden || rm.Section(sec.Number) != sec || notation.Parked(sec.Number) {
			continue
		}
		e, ph := rm.Entry(sec.Number), dirs[sec.Number]
		if ph != nil && (ph.Total() > 0 || ph.Verified.Status == "passed") {
			continue
		}
		at, cause, message := sec.Head.Span, "next", ""
		switch {
		case e == nil && (!sec.Kept || strings.Contains(sec.Number, ".")) || e != nil && !e.Done():
			isNext = false // this one is, or one before it, and an inserted one may be of this milestone
		case (sec.Kept || e.Archived) && isNext && (e == nil || strings.Contains(e.Text, sec.Name)):
			message = "phase %s is over, and GSD reads its section among those of the milestone under way and finds no plan of " +
				"it, so it is the next one that GSD plans (next_phase); put the section into a <details> of its milestone"
		case sec.Kept || e.Archived:
		case ph != nil:
			if at = e.Span; isNext {
				message = "phase %s is ticked, and its directory has no plan, so it is the next one that GSD plans (next_phase); " +
					"restore the plans, or untick it"
			}
			isNext = false
		case !isOver && !model.Archived(p, sec.Number):
			at, cause = e.Span, "W006"
			message = "phase %s is ticked and has neither a directory nor an archive (W006), so nobody can read what it " +
				"did; restore the directory"
			if isNext {
				message = strings.Replace(message, ";", ", and it is the next one that GSD plans (next_phase);", 1)
			}
			isNext = false
		default:
			isNext = false // this one is, though all is over
		}
		if message != "" {
			gather.Add(cause, document.Finding{Rule: "gsd-phase-dir", Span: at, At: "body", Lesser: true,
				Message: fmt.Sprintf(message, sec.Number)})
		}
	}
	gather.Report(r)
}

// over reports whether all boxes of the current milestone are ticked: then its phases may have been cleared away.
func over(rm *model.Roadmap) bool {
	return !slices.ContainsFunc(rm.Entries, func(e model.Entry) bool { return !e.Archived && !e.Done() })
}
