package model

import (
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// standing is what the roadmap tells of a phase to those who judge its files. It has no places, so that it stays while
// other lines of the roadmap change.
type standing struct {
	Read    bool // there is a roadmap
	Listed  bool // it has a section or a box of the phase
	Counted bool // GSD counts its plans among those of the milestone: it has a section, or a box in bold type
	Nowhere bool // no line of it, no directory and no archive knows the phase
	Current bool // as of Roadmap
	Ticked  bool
	Shipped bool            // it is in no list, and a milestone that is over names it as one of its own
	Between bool            // a milestone is over and the next one has not begun, so there need be no roadmap
	IDs     map[string]bool // requirements that its section names, if that is not archived
	Plans   []standingPlan  // those in its section
}

type standingPlan struct{ ID, Mark string }

// StandingOf returns what the roadmap tells of the phase with a number.
func StandingOf(p *Planning, number string) standing {
	if known, ok := p.standings.Known(p.Set, number); ok {
		return known
	}
	return p.standings.Get(p.Set, number, func() standing {
		rm := p.Roadmap()
		sec := rm.Section(number)
		at := standing{Read: rm != nil, Listed: sec != nil || rm.Entry(number) != nil, Current: rm.Current(number),
			Ticked: rm.Ticked(number), Between: between(p)}
		at.Counted = sec != nil || rm.Entry(number).bold()
		at.Shipped = rm != nil && !at.Listed && rm.Shipped(number)
		at.Nowhere = rm != nil && !at.Listed && p.PhaseNumbered(number) == nil && !Archived(p, number) && !rm.spoken()(number)
		if sec == nil {
			return at
		}
		if !sec.Head.Archived {
			at.IDs = map[string]bool{}
			for _, word := range sec.IDs {
				at.IDs[word.Text] = true
			}
		}
		for _, box := range sec.Plans {
			at.Plans = append(at.Plans, standingPlan{box.ID, box.Mark})
		}
		return at
	})
}

var numberRange = memo.Regexp(`(?i)phases?\s+(\d+)\s*[-–—]\s*(\d+)`)

// speaks returns what reports whether a line of the roadmap speaks of the phase with a number, if only as one of a range.
func speaks(rm *Roadmap) func(number string) bool {
	named, all := map[string]bool{}, []Milestone(nil)
	for _, l := range rm.Lines {
		for rest := l.Text; ; {
			_, behind, ok := strings.Cut(rest, "Phase ")
			if !ok {
				break
			}
			if end := strings.IndexAny(behind, " :"); end > 0 && end <= longest {
				named[behind[:end]] = true
			}
			rest = behind
		}
		for _, m := range numberRange().FindAllStringSubmatch(l.Text, -1) {
			first, _ := strconv.Atoi(m[1])
			last, _ := strconv.Atoi(m[2])
			all = append(all, Milestone{First: first, Last: last})
		}
	}
	within := rangesOf(all, false)
	return func(number string) bool { return named[number] || within.has(number) }
}
