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

var planTotal = memo.Regexp(`(?i)^\s*\*\*Plans(?:\*\*:|:\*\*)\s*(?:\d+\s*/\s*)?(\d+)\s+plans?\b`)

// planForm is how ids of plans are written.
var planForm = memo.Regexp(`^\d+[A-Za-z]?(?:\.\d+)*-\d+`)

// plans holds the list of plans of each phase against its directory.
func (j *judge) plans() {
	const rule = "gsd-roadmap-plans"
	for _, sec := range j.rm.Sections {
		ph := j.p.PhaseNumbered(sec.Number)
		if sec.Head.Archived || sec.Head.Hidden || ph == nil || len(sec.Plans) == 0 || j.rm.Section(sec.Number) != sec {
			continue
		}
		j.planCount(sec, ph)
		ticked := slices.ContainsFunc(sec.Plans, func(b model.Box) bool { return strings.EqualFold(b.Mark, "x") })
		listed, find, dated := map[*model.Plan]bool{}, finder(ph), ph.Dated
		var ghosts []*model.Box
		for i := range sec.Plans {
			box := &sec.Plans[i]
			plan := find(box.ID)
			done := strings.EqualFold(box.Mark, "x")
			number, _, _ := strings.Cut(box.ID, "-")
			switch {
			case plan == nil && j.meant[notation.Number(number)]: // of the phase below, whose heading is not seen
			case plan == nil && len(dated) > 0: // by its number, which GSD takes from the date
			case plan == nil && slices.Contains(ph.Misnamed, box.ID+"-PLAN.md"):
			case plan == nil && done && planForm().MatchString(box.ID):
				j.report(rule, box.Span, true, nil,
					"%s is ticked here and is no plan of %s, so nobody can read what it did; correct the name, or restore the plan", box.ID, ph.Dir)
			case plan == nil && ph.Total() > 0 && planForm().MatchString(box.ID):
				j.planless[sec.Number] = true
				ghosts = append(ghosts, box)
			case plan == nil:
			case done && !plan.Done() && j.unclosed[sec.Number]: // it is told at the box of the phase
			case done && !plan.Done() && !plan.Superseded && !ph.Stray():
				fixes := document.Replace("untick it", box.MarkAt, " ")
				fixes[0].Unsafe = true // the summary may be what lacks
				j.report(rule, box.Span, false, fixes,
					"%s is ticked and has no summary that closes it, so GSD runs it again; untick it, or write the summary",
					plan.ID)
			case box.Mark == " " && plan.Done():
				j.gathered(fmt.Sprint("tick ", ticked), rule, box.Span, !ticked, document.Replace("tick it", box.MarkAt, "x"),
					"%s has its summary, and its checkbox is open; tick it", plan.ID)
			}
			if plan != nil {
				listed[plan] = true
				literal(j, sec, box, plan)
			}
		}
		left := slices.DeleteFunc(slices.Clone(ph.Active), func(plan *model.Plan) bool { return listed[plan] })
		if len(dated) == 0 {
			unlisted(j, sec, ph, ghosts, left)
		}
	}
}

var namedPhase = memo.Regexp(`^(\s*)[-*+]\s+\[[^\]]*\]\s*\**Phase\s+[\w.]+\**:`)

// listedTwice reports a phase that stands twice in one list of phases, as a merge leaves it: the second is never ticked.
func listedTwice(j *judge) {
	seen, rest := map[string]*model.Entry{}, j.rm.Entries
	for i := range j.rm.Lines {
		l := &j.rm.Lines[i]
		if level, _ := notation.Heading(l.Text); level > 0 || strings.Contains(l.Text, "details>") {
			clear(seen)
		}
		if len(rest) == 0 || rest[0].Span.Start != l.Span.Start {
			continue
		}
		e := &rest[0]
		rest = rest[1:]
		m := namedPhase().FindStringSubmatch(e.Text)
		if m == nil || e.Hidden || e.Archived {
			continue
		}
		first := seen[m[1]+e.Number]
		if first == nil {
			seen[m[1]+e.Number] = e
			continue
		}
		j.Report(document.Finding{Rule: "gsd-roadmap-duplicate", Span: e.Span, At: "body", Lesser: true,
			Related: []document.Related{{Span: first.Span, Message: "it is here first"}},
			Message: fmt.Sprintf("phase %s is in the list twice, and GSD ticks the first line alone, so this one stays as it is; "+
				"take it out, or give it a number of its own", e.Number)})
	}
}

// unlisted reports entries that are no plans, and plans that are left without an entry: one of each is one slip.
func unlisted(j *judge, sec *model.Section, ph *model.Phase, ghosts []*model.Box, left []*model.Plan) {
	const rule = "gsd-roadmap-plans"
	ticked := j.rm.Ticked(sec.Number)
	if len(ghosts) == 1 && len(left) == 1 && !left[0].Done() {
		ghost, plan := ghosts[0], left[0]
		span, _ := document.Find(j.Doc, document.Span{Start: ghost.MarkAt.End, End: ghost.Span.End}, ghost.ID)
		// It may be another plan, which is still to be written.
		fixes, advice := document.Guess("write "+plan.ID, span, plan.ID), "write "+plan.ID
		own, _, _ := strings.Cut(plan.ID, "-")
		meant, _, _ := strings.Cut(ghost.ID, "-")
		if notation.Number(meant) == ph.Number && notation.Number(own) != ph.Number {
			fixes, advice = nil, "rename the plan, whose name is one of another phase"
		}
		j.report(rule, ghost.Span, ticked, fixes,
			"%s is listed here and is no plan of %s, and %s is one and is not listed, so no checkbox is ticked when it is "+
				"done; %s", ghost.ID, ph.Dir, plan.ID, advice)
		return
	}
	for _, box := range ghosts {
		j.gathered("ghost "+sec.Number, rule, box.Span, ticked, nil,
			"%s is listed here and is no plan of %s, so it never runs; correct the name, or write the plan", box.ID, ph.Dir)
	}
	if len(left) == 0 {
		return
	}
	l := sec.Plans[len(sec.Plans)-1].Line
	lines := ""
	for _, plan := range left {
		lines += "\n- [" + box(plan) + "] " + plan.ID + "-PLAN.md"
	}
	message := "is a plan of phase %s and is not in its list of plans, so no checkbox is ticked when it is done; add it"
	if n := len(left) - 1; n > 0 {
		message = "and " + document.Count(n, "other") + " are plans of phase %s and are not in its list of plans, so no checkbox is " +
			"ticked when they are done; add them"
	}
	fixes := document.Replace("add what is not listed", document.Span{Start: l.Span.End, End: l.Span.End}, lines)
	fixes[0].Unsafe = len(ghosts) > 0 // one of which may be meant for it
	j.report(rule, l.Span, ticked, fixes, "%s "+message, left[0].ID, sec.Number)
}

// literal reports an open box whose id of a plan only looks like that of the plan.
func literal(j *judge, sec *model.Section, box *model.Box, plan *model.Plan) {
	starts := func(id string) bool { return len(box.ID) >= len(id) && strings.EqualFold(box.ID[:len(id)], id) }
	right := notation.Canonical(plan.ID)
	if box.Mark != " " || starts(plan.ID) || starts(right) || plan.Done() || plan.Superseded || j.rm.Ticked(sec.Number) {
		return
	}
	span, _ := document.Find(j.Doc, document.Span{Start: box.MarkAt.End, End: box.Span.End}, box.ID)
	j.gathered("plans", "gsd-roadmap-plans", span, false, document.Replace("write "+right, span, right),
		"GSD looks for the checkbox of plan %s by exactly that name, so it never ticks %s; write %s", right, box.ID,
		right)
}

// planCount holds the number of plans that a phase announces against its directory.
func (j *judge) planCount(sec *model.Section, ph *model.Phase) {
	for _, l := range sec.Body {
		m := planTotal().FindStringSubmatchIndex(l.Text)
		if m == nil || j.rm.Ticked(sec.Number) || ph.Total() == 0 || ph.Short() {
			continue
		}
		if n, _ := notation.ParseInt(l.Text[m[2]:m[3]]); n != ph.Total() && n != len(sec.Plans) {
			span := l.Part(m[2], m[3])
			right := fmt.Sprint(ph.Total())
			j.report("gsd-roadmap-plans", span, false, document.Replace("write "+right, span, right),
				"phase %s announces %s, and its list and its directory have %s; write the number that is there",
				sec.Number, document.Count(n, "plan"), right)
		}
		return
	}
}

func box(plan *model.Plan) string {
	if plan.Done() {
		return "x"
	}
	return " "
}

// unpadded returns the id of a plan without the zeros before the numbers of the phase and the plan.
func unpadded(id string) string {
	phase, rest, _ := strings.Cut(id, "-")
	return strings.TrimLeft(phase, "0") + "-" + strings.TrimLeft(rest, "0")
}

// finder returns a function that returns the plan of a phase that an entry of a list names, or nil.
func finder(ph *model.Phase) func(id string) *model.Plan {
	type key struct{ how, id string }
	keys := func(id string) []key {
		return []key{{"id", strings.ToLower(id)}, {"canonical", strings.ToLower(notation.Canonical(id))},
			{"number", unpadded(id)}}
	}
	first := map[key]int{}
	for i, plan := range ph.Plans {
		own := keys(plan.ID)
		if !strings.Contains(plan.ID, "-") { // 01-PLAN.md, which lists call by the number of the phase, too
			own = append(own, key{"number", unpadded(ph.Number + "-" + plan.ID)})
		}
		for _, k := range own {
			if _, known := first[k]; !known {
				first[k] = i
			}
		}
	}
	return func(id string) *model.Plan {
		found := len(ph.Plans)
		for _, k := range keys(strings.TrimSuffix(id, ".md")) {
			if i, known := first[k]; known {
				found = min(found, i)
			}
		}
		if found == len(ph.Plans) {
			return nil
		}
		return ph.Plans[found]
	}
}
