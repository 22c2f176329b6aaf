package reference

import (
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// long is a name of three words or more, which no other word of a text is near to by chance.
var long = memo.Regexp(`[A-Za-z]\w*(?:-\w+){2,}`)

// Of very many words the first are compared, and with the first of very many names: many times what a text has.
const mostWords, mostNames = 2_000, 200

// judgeSlips reports a long name that is near to that of a part which the text names rightly elsewhere.
func (r *names) judgeSlips() {
	text := r.Doc.Content()
	var parts []string
	words := map[string]bool{} // and whether each is the name of a part
	for _, m := range long().FindAllStringIndex(text, -1) {
		name := text[m[0]:m[1]]
		if _, isKnown := words[name]; isKnown || len(words) == mostWords {
			continue
		}
		words[name] = r.AgentKnown(name) || r.IsSkill(name) || r.IsCommand(name)
		if words[name] && len(parts) < mostNames {
			parts = append(parts, name)
		}
	}
	if len(parts) == 0 {
		return
	}
	nears := map[string]string{}
	notation.Text(r.Doc, func(l notation.Line) {
		for _, m := range long().FindAllStringIndex(l.Text, -1) {
			name := l.Text[m[0]:m[1]]
			if isPart, isWord := words[name]; isPart || !isWord || r.told[name] || !isFree(l.Text, m[0], m[1]) {
				continue
			}
			near, isJudged := nears[name]
			if !isJudged {
				near = spell.Close(name, parts)
				nears[name] = near
			}
			if near == "" || name == near+"s" || near == name+"s" || sample().MatchString(l.Text) || r.isDue(l) {
				continue
			}
			r.told[name] = true
			span := l.Span(m[0], m[1])
			r.Fixf("cc-reference", span, "body", model.Mend(span, name, near, near), "this repository has no agent, skill or command %q, "+
				"and the text names %q elsewhere; did you mean that?", name, near)
		}
	})
}

// isFree reports whether a word stands for itself in a line, and is no part of a path, an option or an address.
func isFree(line string, from, to int) bool {
	if from > 0 && strings.IndexByte("/-_.:@$#<{\\=", line[from-1]) >= 0 {
		return false
	}
	if to < len(line) && strings.IndexByte("/-_(>}=", line[to]) >= 0 {
		return false
	}
	behind := strings.TrimLeft(line[to:], ".:")
	return len(behind) == len(line)-to || behind == "" || strings.IndexByte(" *`)", behind[0]) >= 0
}
