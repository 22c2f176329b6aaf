package layout

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// handoff holds where a hand-off says that the work stopped against the phases.
func handoff(j *judge) {
	if j.p.Standalone || !j.Doc.Readable() || j.Doc.Data == nil || j.Doc.Data.Root == nil {
		return
	}
	const rule = "gsd-handoff-place"
	root := j.Doc.Data.Root
	if n := root.Get("phase_dir"); n != nil && n.Type == document.String && strings.Contains(n.Text, "phases/") &&
		!model.Exists(j.p, n.Text) {
		j.Reportf(rule, n.Span, "$.phase_dir", "there is no directory %s, so whoever resumes finds no plan there; name the one of "+
			"the phase, or delete the hand-off", document.Quote(n.Text))
		return
	}
	n := root.Get("phase")
	number := notation.PhaseIn(text(n))
	if number == "" {
		return
	}
	ph, rm := j.p.PhaseNumbered(number), j.p.Roadmap()
	if elsewhere(j, root.Get("phase_dir"), number) {
		return
	}
	if ph == nil {
		if rm != nil && rm.Section(number) == nil && rm.Entry(number) == nil && !model.Archived(j.p, number) &&
			len(rm.Sections) > 0 {
			j.Reportf(rule, n.Span, "$.phase", "phase %s is in no section of the roadmap, no directory and no archive, so whoever "+
				"resumes works on nothing; name the phase that was under way, or delete the hand-off", number)
		}
		return
	}
	p := root.Get("plan")
	want := text(p)
	want = want[strings.LastIndexByte(want, '-')+1:]
	which, err := strconv.Atoi(want)
	if err != nil || len(ph.Plans) == 0 || ph.Stray() {
		return
	}
	i := slices.IndexFunc(ph.Plans, func(plan *model.Plan) bool {
		own, err := strconv.Atoi(plan.Canonical[strings.LastIndexByte(plan.Canonical, '-')+1:])
		return err == nil && own == which
	})
	switch {
	case i < 0:
		j.Reportf(rule, p.Span, "$.plan", "phase %s has no plan %s, so whoever resumes looks for it; name the plan that was under "+
			"way, or delete the hand-off", number, want)
	case ph.Plans[i].Done():
		j.Reportf(rule, p.Span, "$.plan", "plan %s has its summary, and the hand-off sends whoever resumes into the middle of it; "+
			"delete the hand-off, or name the plan that is under way", ph.Plans[i].ID)
	default:
		named(j, root.Get("phase_name"), number)
	}
}

const whichOne = "so whoever resumes does not know which is meant; correct the one that is wrong"

// elsewhere reports a directory that is not of the phase.
func elsewhere(j *judge, n *document.Node, number string) bool {
	if n == nil || n.Type != document.String || !strings.Contains(n.Text, "phases/") {
		return false
	}
	own := notation.DirNumber(path.Base(strings.TrimSuffix(n.Text, "/")))
	if own == "" || own == number {
		return false
	}
	j.Reportf("gsd-handoff-place", n.Span, "$.phase_dir", "the hand-off is of phase %s, and this is the directory of phase %s, %s",
		number, own, whichOne)
	return true
}

// named reports a name that is one of another phase.
func named(j *judge, n *document.Node, number string) {
	rm := j.p.Roadmap()
	if rm == nil || text(n) == "" || rm.Section(number) == nil || strings.EqualFold(rm.Section(number).Name, text(n)) {
		return
	}
	for _, sec := range rm.Sections {
		if sec.Number != number && strings.EqualFold(sec.Name, text(n)) {
			j.Reportf("gsd-handoff-place", n.Span, "$.phase_name", "the hand-off is of phase %s, and this is the name of phase %s, %s",
				number, sec.Number, whichOne)
			return
		}
	}
}

// text returns what a value of JSON says, be it a text or a figure.
func text(n *document.Node) string {
	if n == nil || n.Type == document.Null {
		return ""
	}
	return strings.TrimSpace(dialect.Text(n))
}
