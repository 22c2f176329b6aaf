package state

import (
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// bodyFields is the fields of the body that commands read or write, each with what a value of it looks like.
var bodyFields = map[string]func() *memo.Pattern{
	"phase": place, "plan": place, "current phase": place, "current plan": place, "status": anything,
	"progress": memo.Regexp(`^\[|^\d+ ?%`), "last activity": anything, "last session": anything, "stopped at": anything,
	"resume file": anything, "current focus": anything,
}

var (
	place     = memo.Regexp(`^\d+[A-Z]?(?:\.\d+)* (?:of \d|\()`) // and not how many there are
	anything  = memo.Regexp(`.`)
	fieldLine = memo.Regexp(`^([ \t]*(?:[-*+][ \t]+)?)(?:\*\*)?([A-Z][a-z]+(?:[ _-][A-Za-z]+)?)(?::\*\*|\*\*:|:)[ \t]*(\S.*)`)
)

// slips reports misspelt fields of the body, where no line has the right name.
func slips(j *judge) {
	names := slices.Sorted(maps.Keys(bodyFields))
	meant, judged := map[string]string{}, map[string]bool{}
	inside := false // a section whose fields commands read
	for _, l := range j.s.Lines {
		if level, text := notation.Heading(l.Text); level > 0 && !l.Hidden {
			text = strings.ToLower(text)
			inside = strings.HasPrefix(text, "current") || strings.HasPrefix(text, "session") || strings.HasPrefix(text, "project ")
		}
		m := fieldLine().FindStringSubmatchIndex(l.Text)
		if m == nil || !inside || l.Hidden {
			continue
		}
		word, value := strings.ToLower(l.Text[m[4]:m[5]]), l.Text[m[6]:m[7]]
		if m[3] > m[2] {
			if is := bodyFields[word]; is == nil || judged[word] || !is().MatchString(value) {
				continue
			}
			if judged[word] = true; j.s.Field(word) == nil {
				name := l.Text[m[4]:m[5]]
				j.report("gsd-state-field", l.Part(m[4], m[5]), "body", false, nil, "GSD looks for its field %s at the start of a "+
					"line, so it leaves this one as it is, and writes what is new beside it or nowhere; write %s: there", name, name)
			}
			continue
		}
		if bodyFields[word] != nil {
			continue
		}
		near, asked := meant[word]
		if !asked {
			near = spell.Close(word, names)
			meant[word] = near
		}
		if near == "" || judged[near] || !bodyFields[near]().MatchString(value) {
			continue
		}
		if judged[near] = true; j.s.Field(near) != nil {
			continue
		}
		name := strings.ToUpper(near[:1]) + near[1:]
		span := l.Part(m[4], m[5])
		j.report("gsd-state-field", span, "body", false, document.Replace("write "+name, span, name),
			"GSD does not take this for its field %s, so it leaves the line as it is, and writes what is new beside it or nowhere; "+
				"write %s", name, name)
	}
}
