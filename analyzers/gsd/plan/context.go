package plan

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// canonical is what an entry of the canonical references names first: in backticks, or as a path with a directory.
var canonical = memo.Regexp("^\\s*[-*]\\s+(?:\\*\\*)?(?:`@?([^`\\s]+)`|@?([\\w.@()\\[\\]+-]+/[\\w./@()\\[\\]+-]*\\.\\w{1,10})(?:[\\s:,;]|$))")

// lockedSpec is the specification that has the requirements of a phase.
var lockedSpec = memo.Regexp("(?:^|[\\s`(])((?:[\\w./-]*/)?\\d[\\w.-]*-SPEC\\.md)\\b")

// there reports whether a file lies in the directory of a phase, or in that of the planning.
func there(p *model.Planning, ph *model.Phase, file string) bool {
	return model.Exists(p, path.Join(p.Dir, "phases", ph.Dir, file)) || model.Exists(p, p.Dir+file)
}

// context reports canonical references of a phase and a specification of it that are not there, which agents must read
// before they plan it.
func context(r *document.Reporter, p *model.Planning) {
	ph := p.PhaseOf(r.Doc)
	if ph.Complete() || model.StandingOf(p, ph.Number).Ticked || model.Past(p, r.Doc) {
		return
	}
	var gather model.Gather
	var lost unfound
	inside, locked := false, false
	for l := range notation.Lines(r.Doc) {
		switch text := strings.TrimSpace(l.Text); {
		case text == "<canonical_refs>":
			inside = true
		case text == "<spec_lock>":
			locked = true
		case text == "</spec_lock>":
			locked = false
		case strings.HasPrefix(text, "<"):
			inside = false
		}
		if m := lockedSpec().FindStringSubmatchIndex(l.Text); m != nil && locked && !l.Hidden {
			locked = false // the first one
			if file := l.Text[m[2]:m[3]]; !there(p, ph, file) && !model.Exists(p, file) {
				r.Reportf("gsd-context-reference", l.Part(m[2], m[3]), "body", "there is no %s, and the requirements of the phase are "+
					"locked in it and not repeated here, so researcher and planner go on without them; name the file that is there, or "+
					"run /gsd-spec-phase", document.Quote(file))
			}
			continue
		}
		m := canonical().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden || !inside {
			continue
		}
		start, end := max(m[2], m[4]), max(m[3], m[5])
		file := withoutPlace(l.Text[start:end])
		span := l.Part(start, start+len(file))
		if !isPath(strings.Replace(file, ".planning/", "planning/", 1)) || path.Ext(file) == "" || there(p, ph, file) {
			continue
		}
		near, missing := lost.absent(p, file)
		if !missing {
			continue
		}
		lost.add(p, file, unread("gsd-context-reference", span, near,
			file+" is not there, and no plan makes it, so researcher and planner, who must read it, go on without it"))
	}
	lost.gather(p, &gather)
	gather.Report(r)
}
