package text

import (
	"errors"
	"regexp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

// lists is the word lists of an edition, ready to be looked up.
type lists struct {
	tools       map[string]bool
	ambiguous   map[string]bool
	called      map[string]bool // nil in editions without the rule
	namespaces  []string
	models      *regexp.Regexp // those that no gate names are its group prose
	refused     error          // why the expressions of the options are not among the models
	supervision []string
}

// newLists reads the word lists of the pack, of the oldest edition or of the newest, with what the options of rules
// add.
func newLists(p *model.Projects, oldest bool) *lists {
	l := &lists{
		ambiguous:   asSet(p.WordList("ambiguous_tools", "nx-harness-word")),
		supervision: p.WordList("supervision", "nx-rule-no-supervision"),
	}
	l.models, l.refused = modelsOf(p.WordList("models", "nx-model-name"), p.WordList("models_prose", "nx-rule-no-concrete-model"))
	if l.refused != nil {
		l.models, _ = modelsOf(p.WordList("models"), p.WordList("models_prose"))
	}
	tools := p.WordList("harness_tools", "nx-harness-tool")
	if !oldest {
		tools = append(tools, p.WordList("harness_tools_newer")...)
		l.called = asSet(p.WordList("called", "nx-harness-call"))
		l.namespaces = p.WordList("namespaces", "nx-harness-namespace")
	}
	l.tools = asSet(tools)
	return l
}

func asSet(words []string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

// modelsOf returns an expression that matches the names of models: those of the gates, and in the group prose others. The
// error says why to match it may take too long.
func modelsOf(gated, prose []string) (*regexp.Regexp, error) {
	var read memo.Patterns
	first, err := anyOf(&read, gated)
	if err != nil {
		return nil, err
	}
	second, err := anyOf(&read, prose)
	if err != nil {
		return nil, err
	}
	return memo.Compile(`(?i)\b(?:` + first + `|(?P<prose>` + second + `))\b`)
}

// anyOf joins expressions to one that matches what any of them does. One that a user misspelt is taken for a plain
// word.
func anyOf(read *memo.Patterns, sources []string) (string, error) {
	parts := make([]string, len(sources))
	for i, source := range sources {
		if _, err := read.Parse(source); errors.As(err, new(*memo.TooCostly)) {
			return "", err
		} else if err != nil {
			source = regexp.QuoteMeta(source)
		}
		parts[i] = "(?:" + source + ")"
	}
	return strings.Join(parts, "|"), nil
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

// words judges the words of the file: those of tools where the reference does not look away, those of models
// everywhere.
func (t *text) words() {
	seen := t.masked.text
	raw := string(t.Doc.Src)
	eachWord(seen, func(start, end int) {
		word := seen[start:end]
		span := document.Span{Start: start, End: end}
		switch {
		case t.isTool(word):
			t.Reportf("nx-harness-tool", span, "content",
				"%q is a tool of one harness, and the others that build this prompt have no such tool; "+
					"say what is to be done, or name a capability", word)
		case t.lists.called[word] && t.callAt(end) > 0:
			span.End = t.callAt(end)
			t.Reportf("nx-harness-call", span, "content",
				"%q is how one harness calls it; write a macro, such as {{%s}}, which every harness expands",
				word+"(", map[string]string{"Skill": "skill_activation skill=…", "Agent": "subagent_spawn target_role=… prompt=…"}[word])
		case !t.body && t.lists.ambiguous[word]:
			t.Reportf("nx-harness-word", span, "content",
				"%q is the name of a tool of a harness, and no name of a tool may stand in metas and vocabulary; "+
					"use another word", word)
		case t.body && isUpper(word[0]) && t.lists.ambiguous[word] && toolBehind(seen, end):
			t.Reportf("nx-harness-prose", span, "content",
				"%q with the word \"tool\" behind it is a tool of one harness, and the others that build this "+
					"prompt have no such tool; say what is to be done", word)
		}
	})
	for _, name := range t.lists.namespaces {
		eachPart(seen, "/"+name+":", func(span document.Span) {
			t.Reportf("nx-harness-namespace", span, "content",
				"%q starts a command of one harness; the others have none of that name, so name the skill or its "+
					"tag instead", "/"+name+":")
		})
	}
	if t.lists.refused != nil {
		t.Reportf("nx-model-name", t.Doc.FirstLine(), "content", "what `extra` of nx-model-name and nx-rule-no-concrete-model adds to "+
			"the names of models is not looked for: as one expression %v", t.lists.refused)
	}
	key, prose := t.modelKey(), t.lists.models.SubexpIndex("prose")
	for _, m := range t.lists.models.FindAllStringSubmatchIndex(raw, -1) {
		span := document.Span{Start: m[0], End: m[1]}
		switch {
		case key.Contains(span.Start): // it is said already
		case m[2*prose] < 0:
			t.Reportf("nx-model-name", span, "content",
				"%q is a model of one vendor; say what is needed by model_tier, high or standard", t.Doc.Text(span))
		default:
			t.Reportf("nx-rule-no-concrete-model", span, "content",
				"%q is a model of one vendor, which the gates of the reference do not know but its rules forbid; "+
					"say what is needed by model_tier, high or standard", t.Doc.Text(span))
		}
	}
	for _, inside := range t.masked.heredocs {
		eachWord(raw[inside.Start:inside.End], func(start, end int) {
			if word := raw[inside.Start+start : inside.Start+end]; t.isTool(word) {
				t.Reportf("nx-harness-heredoc", document.Span{Start: inside.Start + start, End: inside.Start + end}, "content",
					"%q is a tool of one harness; the gates look away from here-documents, but the agent that gets "+
						"this text has no such tool", word)
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
	t.Reportf("nx-rule-no-concrete-model", p.KeySpan, "$.model",
		"`model` names a model, and the rule no-concrete-model forbids the key whatever its value; "+
			"say what is needed by model_tier, high or standard")
	return p.Line
}

func (t *text) isTool(word string) bool {
	rest, plugin := strings.CutPrefix(word, "mcp__plugin_")
	return t.lists.tools[word] || plugin && rest != "" &&
		strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// callAt returns the end of a parenthesis that opens behind white space at an offset, or 0.
func (t *text) callAt(at int) int {
	s := t.masked.text
	rest := strings.TrimLeft(s[at:],
		" \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff")
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
