package roadmap

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	labelLine = memo.Regexp(`^(\s*(?:[-*+]\s+)?)(\*\*|__|\*|_|#{5,6}\s+|)([A-Z][A-Za-z]+(?: [A-Za-z]+)?)` +
		`(\*\*|__|\*|_|)\s*(:|)(\*\*|__|\*|_|)[ \t]*(.*)$`)
	labels = []string{"Goal", "Depends on", "Requirements", "Success Criteria", "Plans"}
	// synonyms are labels that people write for those that GSD reads.
	synonyms = map[string]string{"depends": "Depends on", "dependencies": "Depends on", "depends upon": "Depends on",
		"dependency": "Depends on", "requirement": "Requirements", "requirement ids": "Requirements", "reqs": "Requirements",
		"goals": "Goal", "acceptance criteria": "Success Criteria", "success criterion": "Success Criteria",
		"criteria": "Success Criteria", "plan": "Plans", "plan count": "Plans"}
	// planCount is what stands behind Plans; other lines that begin with the word plan are of another sort.
	planCount = memo.Regexp(`(?i)^(?:TBD\b|(?:\d+\s*/\s*)?\d+\s+plans?\b)`)
)

// meantBy returns the label that a word stands for or is near, or "".
func meantBy(word string) string {
	for _, label := range labels {
		if strings.EqualFold(label, word) {
			return label
		}
	}
	if label := synonyms[strings.ToLower(word)]; label != "" {
		return label
	}
	return spell.Close(word, labels)
}

// below reports requirements that stand in bullets below their label.
func below(j *judge, sec *model.Section) {
	if len(sec.Below) == 0 {
		return
	}
	var ids []string
	for _, word := range sec.Below {
		ids = append(ids, word.Text)
	}
	at := sec.Requirements.Line
	end := document.Span{Start: at.End, End: at.End}
	j.gathered("field", "gsd-roadmap-field", at, false,
		document.Replace("name them on the line", end, " "+strings.Join(ids, ", ")),
		"GSD reads the requirements of phase %s on this line alone, so it has none, and no plan has to cover %s; write the ids "+
			"here", sec.Number, ids[0])
}

// hollow reports labels behind which nothing stands: GSD goes on to the next line, and takes the label there for the value.
func hollow(j *judge, sec *model.Section) {
	for _, label := range []struct {
		name string
		*model.Field
	}{{"Goal", sec.Goal}, {"Depends on", sec.Depends}} {
		if label.Field == nil || label.Text != "" {
			continue
		}
		for _, l := range sec.Body {
			text := strings.TrimSpace(l.Text)
			if l.Span.Start <= label.Line.Start || text == "" || l.Hidden {
				continue
			}
			if strings.HasPrefix(text, "**") && labelLine().MatchString(l.Text) {
				j.gathered("field", "gsd-roadmap-field", label.Line, false, nil, "nothing stands behind `**%s**:`, so GSD takes the next "+
					"line for it, which phase %s says of something else; write it here", label.name, sec.Number)
			}
			break
		}
	}
}

// without says what follows where GSD does not find a label of a phase.
func without(label string, sec *model.Section) string {
	if label == "Plans" {
		return "nobody brings the count of phase " + sec.Number + " up to date"
	}
	return "phase " + sec.Number + " has none to it"
}

// fields reports labels of a phase that GSD does not read, where the phase has no other line with what they say.
func (j *judge) fields() {
	told := map[*model.Section]map[string]bool{}
	for _, sec := range j.rm.Sections {
		if sec.Head.Archived || sec.Head.Hidden || sec.Table || j.rm.Ticked(sec.Number) || j.rm.Section(sec.Number) != sec {
			continue
		}
		has := map[string]bool{"Goal": sec.Goal != nil, "Depends on": sec.Depends != nil,
			"Requirements": sec.Requirements != nil, "Success Criteria": sec.Criteria != nil, "Plans": sec.Count != nil}
		below(j, sec)
		hollow(j, sec)
		for _, l := range sec.Body {
			m := labelLine().FindStringSubmatchIndex(l.Text)
			if m == nil || l.Hidden {
				continue
			}
			group := func(i int) string { return l.Text[m[2*i]:m[2*i+1]] }
			meant, colon := meantBy(group(3)), group(5) == ":"
			if meant == "Plans" && (strings.HasPrefix(l.Text, "Plans:") || !planCount().MatchString(group(7))) {
				continue
			}
			list := meant == "Success Criteria" // whose colon may stand at the end of the line
			if meant == "" || has[meant] || !colon && (group(2) != "**" || group(4) != "**" ||
				list && !strings.HasSuffix(strings.TrimSpace(l.Text), ":")) {
				continue
			}
			has[meant] = true
			told[sec] = has
			fixed := group(1) + "**" + meant + "**"
			if colon || !list {
				fixed += ":"
			}
			if rest := strings.TrimSpace(group(7)); rest != "" {
				fixed += " " + strings.TrimSpace(strings.TrimPrefix(rest, ":"))
			}
			j.gathered("field", "gsd-roadmap-field", l.Span, false, document.Replace("write **"+meant+"**:", l.Span, fixed),
				"GSD reads `**%s**:` alone, so %s; write it so", meant, without(meant, sec))
		}
	}
	j.lacking(told)
}
