package nexustext

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// lists is the word lists of an edition, ready to be looked up.
type lists struct {
	tools       map[string]bool
	ambiguous   map[string]bool
	called      map[string]bool // nil in editions without the rule
	namespaces  []string
	models      []pattern
	prose       []pattern // models that no gate names
	supervision []string
	// The bytes that words of tools and models start with, so that most words need no further look.
	toolStarts, modelStarts [256]bool
}

// ready fills the tables of first bytes.
func (l *lists) ready() *lists {
	l.toolStarts['m'] = true // mcp__plugin_
	for _, set := range []map[string]bool{l.tools, l.ambiguous, l.called} {
		for word := range set {
			if word != "" {
				l.toolStarts[word[0]] = true
			}
		}
	}
	for _, p := range slices.Concat(l.models, l.prose) {
		for c := range 256 {
			start := strings.ToLower(string(rune(c)))
			l.modelStarts[c] = l.modelStarts[c] || p.prefix == "" || strings.HasPrefix(p.prefix, start)
		}
	}
	return l
}

// pattern is a regular expression for what starts at the start of a word.
type pattern struct {
	prefix string // in lower case: what every match starts with
	whole  *regexp.Regexp
}

func newLists(set *document.Set, edition string) *lists {
	words := func(list string) []string { return set.Vocabulary("nexus", list) }
	extra := func(rule string) []string {
		more, _ := set.Option(rule, "extra").([]string)
		return more
	}
	l := &lists{
		ambiguous:   asSet(words("ambiguous_tools"), extra("nx-harness-word")),
		models:      patterns(words("models"), extra("nx-model-name")),
		prose:       patterns(words("models_prose"), extra("nx-rule-no-concrete-model")),
		supervision: slices.Concat(words("supervision"), extra("nx-rule-no-supervision")),
	}
	if edition == "0.6" {
		l.tools = asSet(words("harness_tools"), extra("nx-harness-tool"))
		return l.ready()
	}
	l.tools = asSet(words("harness_tools"), words("harness_tools_newer"), extra("nx-harness-tool"))
	l.called = asSet(words("called"), extra("nx-harness-call"))
	l.namespaces = slices.Concat(words("namespaces"), extra("nx-harness-namespace"))
	return l.ready()
}

func asSet(groups ...[]string) map[string]bool {
	set := map[string]bool{}
	for _, word := range slices.Concat(groups...) {
		set[word] = true
	}
	return set
}

// patterns compiles expressions without regard to case. One that a user misspelt is taken for a plain word.
func patterns(groups ...[]string) []pattern {
	var compiled []pattern
	for _, source := range slices.Concat(groups...) {
		plain, err := regexp.Compile(source)
		if err != nil {
			source = regexp.QuoteMeta(source)
			plain = regexp.MustCompile(source)
		}
		prefix, _ := plain.LiteralPrefix()
		compiled = append(compiled, pattern{strings.ToLower(prefix), regexp.MustCompile(`^(?i:` + source + `)\b`)})
	}
	return compiled
}

// match returns the end of the first pattern's match at an offset, or 0.
func match(all []pattern, s string, at int) int {
	for _, p := range all {
		if len(s)-at >= len(p.prefix) && strings.EqualFold(s[at:at+len(p.prefix)], p.prefix) {
			if end := p.whole.FindStringIndex(s[at:]); end != nil {
				return at + end[1]
			}
		}
	}
	return 0
}

// eachWord calls f with start and end of every run of ASCII letters, digits and underscores.
func eachWord(s string, f func(start, end int)) {
	for i := 0; i < len(s); {
		if !document.IsWordByte(s[i]) {
			i++
			continue
		}
		start := i
		for i < len(s) && document.IsWordByte(s[i]) {
			i++
		}
		f(start, i)
	}
}

// words judges the words of the file: those of tools where the reference does not look away, those of models everywhere.
func (t *text) words() {
	seen := t.masked.text
	raw := string(t.Doc.Src)
	eachWord(seen, func(start, end int) {
		if !t.lists.toolStarts[seen[start]] {
			return
		}
		word := seen[start:end]
		span := document.Span{Start: start, End: end}
		switch {
		case t.isTool(word):
			t.Reportf("nx-harness-tool", span, "content", "%q is a tool of one harness, and the others that build this prompt have no such tool; say what is to be done, or name a capability", word)
		case t.lists.called[word] && t.callAt(end) > 0:
			span.End = t.callAt(end)
			t.Reportf("nx-harness-call", span, "content", "%q is how one harness calls it; write a macro, such as {{%s}}, which every harness expands", word+"(", map[string]string{"Skill": "skill_activation skill=…", "Agent": "subagent_spawn target_role=… prompt=…"}[word])
		case !t.body && t.lists.ambiguous[word]:
			t.Reportf("nx-harness-word", span, "content", "%q is the name of a tool of a harness, and no name of a tool may stand in metas and vocabulary; use another word", word)
		case t.body && isUpper(word[0]) && t.lists.ambiguous[word] && toolBehind(seen, end):
			t.Reportf("nx-harness-prose", span, "content", "%q with the word \"tool\" behind it is a tool of one harness, and the others that build this prompt have no such tool; say what is to be done", word)
		}
	})
	for _, name := range t.lists.namespaces {
		eachPart(seen, "/"+name+":", func(span document.Span) {
			t.Reportf("nx-harness-namespace", span, "content", "%q starts a command of one harness; the others have none of that name, so name the skill or its tag instead", "/"+name+":")
		})
	}
	model, said := t.modelKey(), 0
	eachWord(raw, func(start, end int) {
		if !t.lists.modelStarts[raw[start]] || model.Contains(start) || start < said {
			return // no model, or said already
		}
		if stop := match(t.lists.models, raw, start); stop > 0 {
			said = stop
			t.Reportf("nx-model-name", document.Span{Start: start, End: stop}, "content", "%q is a model of one vendor; say what is needed by model_tier, high or standard", raw[start:stop])
		} else if stop := match(t.lists.prose, raw, start); stop > 0 {
			said = stop
			t.Reportf("nx-rule-no-concrete-model", document.Span{Start: start, End: stop}, "content", "%q is a model of one vendor, which the gates of the reference do not know but its rules forbid; say what is needed by model_tier, high or standard", raw[start:stop])
		}
	})
	for _, inside := range t.masked.heredocs {
		eachWord(raw[inside.Start:inside.End], func(start, end int) {
			if word := raw[inside.Start+start : inside.Start+end]; t.isTool(word) {
				t.Reportf("nx-harness-heredoc", document.Span{Start: inside.Start + start, End: inside.Start + end}, "content",
					"%q is a tool of one harness; the gates look away from here-documents, but the agent that gets this text has no such tool", word)
			}
		})
	}
}

// modelKey reports the key `model` of a meta.yml, whatever its value, and returns what it covers.
func (t *text) modelKey() document.Span {
	if t.Doc.Data == nil || t.Doc.Kind != "nexus/agent-meta" && t.Doc.Kind != "nexus/skill-meta" {
		return document.Span{}
	}
	p := t.Doc.Data.Root.Pair("model")
	if p == nil {
		return document.Span{}
	}
	t.Reportf("nx-rule-no-concrete-model", p.KeySpan, "$.model", "`model` names a model, and the rule no-concrete-model forbids the key whatever its value; say what is needed by model_tier, high or standard")
	return p.Line
}

func (t *text) isTool(word string) bool {
	rest, plugin := strings.CutPrefix(word, "mcp__plugin_")
	return t.lists.tools[word] || plugin && rest != "" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// callAt returns the end of a parenthesis that opens behind white space at an offset, or 0.
func (t *text) callAt(at int) int {
	s := t.masked.text
	rest := strings.TrimLeft(s[at:], " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff")
	if !strings.HasPrefix(rest, "(") {
		return 0
	}
	return len(s) - len(rest) + 1
}

// toolBehind reports whether the word "tool" follows, perhaps behind a backtick.
func toolBehind(s string, at int) bool {
	rest := strings.TrimPrefix(s[at:], "`")
	rest, ok := strings.CutPrefix(rest, " tool")
	rest = strings.TrimPrefix(rest, "s")
	return ok && (rest == "" || !document.IsWordByte(rest[0]))
}

// eachPart calls f with the span of every occurrence of part.
func eachPart(s, part string, f func(document.Span)) {
	for at := 0; ; at += len(part) {
		i := strings.Index(s[at:], part)
		if i < 0 {
			return
		}
		at += i
		f(document.Span{Start: at, End: at + len(part)})
	}
}
