package reference

import (
	"iter"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// long goes through the names of three words or more in a text, which no other word is near to by chance. It looks for
// hyphens alone: a pattern takes a fifth of what all else about Claude Code does.
func long(text string) iter.Seq2[int, int] {
	isPart := func(i int) bool { return text[i] == '-' || document.IsWordByte(text[i]) }
	return func(yield func(from, to int) bool) {
		for at := 0; ; {
			next := strings.IndexByte(text[at:], '-')
			if next < 0 {
				return
			}
			from, to := at+next, at+next
			for from > at && isPart(from-1) {
				from--
			}
			for to < len(text) && isPart(to) {
				to++
			}
			at = to
			word := text[from:to]
			isName := document.IsWordByte(word[0]) && !strings.HasSuffix(word, "-")
			if isName && strings.Count(word, "-") > 1 && !strings.Contains(word, "--") && !yield(from, to) {
				return
			}
		}
	}
}

// Of very many words the first are compared, and with the first of very many names: many times what a text has.
const mostWords, mostNames = 2_000, 200

// judgeSlips reports a long name that is near to that of a part which the text names rightly elsewhere.
func (r *names) judgeSlips() {
	text := r.Doc.Content()
	var parts []string
	words := map[string]bool{} // and whether each is the name of a part
	for from, to := range long(text) {
		name := text[from:to]
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
	notation.TextWith(r.Doc, "-", func(l notation.Line) {
		for from, to := range long(l.Text) {
			name := l.Text[from:to]
			if isPart, isWord := words[name]; isPart || !isWord || r.told[name] || !isFree(l.Text, from, to) {
				continue
			}
			near, isJudged := nears[name]
			if !isJudged {
				near = spell.Close(name, parts)
				nears[name] = near
			}
			if near == "" || name == near+"s" || near == name+"s" || strings.EqualFold(name, near) || sample().MatchString(l.Text) ||
				isDerived(name, near) || r.isDue(l) { // a heading or the start of a sentence has capitals
				continue
			}
			r.told[name] = true
			span := l.Span(from, to)
			r.Fixf("cc-reference", span, "body", model.Mend(span, name, near, near), "this repository has no agent, skill or command %q, "+
				"and the text names %q elsewhere; did you mean that?", name, near)
		}
	})
}

// bound is what stands behind a word that is the beginning of something longer.
var bound = memo.Regexp("^(?:[/_(>}=-]|[.:]+[^.: *`)])")

// isFree reports whether a word stands for itself in a line, and is no part of a path, an option or an address.
func isFree(line string, from, to int) bool {
	if from > 0 && strings.ContainsRune("/-_.:@$#<{\\=", rune(line[from-1])) {
		return false
	}
	return !bound().MatchString(line[to:])
}

// affixes make another word of one.
var affixes = []string{"un", "re", "er", "or", "ed", "ing"}

// isDerived reports whether one of two names has a word of the other with an affix, which is another word.
func isDerived(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	is, of := strings.Split(a, "-"), strings.Split(b, "-")
	for i := range min(len(is), len(of)) {
		for _, affix := range affixes {
			if is[i] == of[i]+affix || is[i] == affix+of[i] {
				return true
			}
		}
	}
	return false
}
