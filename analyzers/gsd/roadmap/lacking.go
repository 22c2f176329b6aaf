package roadmap

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// parts is what the section of a phase says, with who misses it.
var parts = []struct {
	label, missed string
	of            func(*model.Section) bool
}{
	{"Goal", "planner and verifier have nothing to measure the phase by",
		func(sec *model.Section) bool { return sec.Goal != nil }},
	{"Success Criteria", "the verifier makes up what must be true",
		func(sec *model.Section) bool { return sec.Criteria != nil }},
	{"Depends on", "/gsd-manager takes the phase for one that waits for nothing",
		func(sec *model.Section) bool { return sec.Depends != nil }},
}

// lacking reports phases that are still to come without what most of the others have; ideas for later, which are in no
// order, and phases that are struck out need none of it. told is the labels of a phase that stand there otherwise than
// GSD reads them.
func (j *judge) lacking(told map[*model.Section]map[string]bool) {
	var sections []*model.Section
	for _, sec := range j.rm.Sections {
		if !sec.Head.Archived && !sec.Head.Hidden && !sec.Table && !notation.Parked(sec.Number) &&
			j.rm.Section(sec.Number) == sec {
			sections = append(sections, sec)
		}
	}
	have := make([]int, len(parts)) // how many sections say each
	for i, part := range parts {
		for _, sec := range sections {
			if part.of(sec) {
				have[i]++
			}
		}
	}
	for _, sec := range sections {
		var missing []string
		why := ""
		for i, part := range parts {
			if part.of(sec) || told[sec][part.label] || have[i] < 2 || 2*have[i] < len(sections) ||
				part.label == "Success Criteria" && len(sec.IDs) == 0 { // which `phase add` and `phase insert` do not write
				continue
			}
			if missing = append(missing, "`**"+part.label+"**:`"); why == "" {
				why = part.missed
			}
		}
		if len(missing) == 0 || j.rm.Ticked(sec.Number) || !j.rm.Current(sec.Number) || struck(sec) {
			continue
		}
		if ph := j.p.PhaseNumbered(sec.Number); ph != nil && ph.Complete() && ph.Verified.File != "" {
			continue // nothing is planned or verified by it any more
		}
		j.Reportf("gsd-roadmap-lacking", sec.Head.Span, "body",
			"phase %s has no %s, which the others have, so %s; add it", sec.Number, document.AllOf(missing), why)
	}
}

var (
	markLine = memo.Regexp(`(?i)^(\s*(?:[-*+]\s+)?[*_]{0,2})(Mode|UI hint)([*_]{0,2}\s*:[*_]{0,2})[ \t]*(.*?)[ \t]*$`)
	modeRead = memo.Regexp(`(?i)\*\*Mode(?:\*\*:|:\*\*)`)
	hintRead = memo.Regexp(`(?i)^\s*\*\*UI hint\*\*\s*:`)
	hintSaid = memo.Regexp(`(?i)^(yes|no)\b`)
)

// marks reports marks of a phase, how it is planned and whether it has a surface, that GSD does not take for what they
// say.
func (j *judge) marks() {
	for _, sec := range j.rm.Sections {
		if sec.Head.Archived || sec.Head.Hidden || j.rm.Ticked(sec.Number) {
			continue
		}
		for _, l := range sec.Body {
			m := markLine().FindStringSubmatchIndex(l.Text)
			if m == nil || l.Hidden {
				continue
			}
			name, value := l.Text[m[4]:m[5]], l.Text[m[8]:m[9]]
			span := l.Part(m[8], m[9])
			if value == "" {
				span = l.Span
			}
			bare := l.Part(indent(l.Text), m[7])
			said := hintSaid().FindString(value)
			switch {
			case strings.EqualFold(name, "Mode") && !modeRead().MatchString(l.Text):
				if strings.EqualFold(value, "mvp") {
					j.gathered("mode", "gsd-roadmap-field", l.Span, true, document.Replace("write **Mode:**", bare, "**Mode:**"),
						"GSD reads `**Mode:**` alone, so phase %s is planned as any other; write it so", sec.Number)
				}
			case strings.EqualFold(name, "Mode"):
				low := strings.ToLower(value)
				if low != "mvp" && (strings.Contains(low, "mvp") || spell.Close(low, []string{"mvp"}) != "") {
					j.report("gsd-roadmap-field", span, true, document.Replace("write mvp", span, "mvp"),
						"GSD knows one mode, and it is the word mvp alone, so phase %s is planned as any other; write mvp", sec.Number)
				}
			case !hintRead().MatchString(l.Text):
				if strings.EqualFold(said, "no") { // a yes is seen, whatever is around it
					j.gathered("hint", "gsd-roadmap-field", l.Span, true, document.Replace("write **UI hint**:", bare, "**UI hint**:"),
						"GSD reads `**UI hint**:` alone at the start of a line, and takes the word UI in any other for a sign of a "+
							"surface, so phase %s has one to it; write it so", sec.Number)
				}
			case said == "":
				j.report("gsd-roadmap-field", span, true, nil,
					"GSD knows yes and no here, so whether phase %s has a surface is guessed from its words; write one of them",
					sec.Number)
			}
		}
	}
}
