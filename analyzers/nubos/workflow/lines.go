package workflow

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// helpers is what `np-tools` knows.
type helpers struct {
	verbs, workflows []string
	slots            []slot
}

// vocabulary is what the helper of nubos-pilot knows, and the verbs that the user's configuration adds.
func vocabulary(set *document.Set) *helpers {
	words := func(list string) []string {
		return strings.Fields(strings.Join(set.Vocabulary("nubos", list), " "))
	}
	own := set.Options.Words("workflow-unknown-helper", "verbs")
	return &helpers{verbs: append(words("np_tools"), own...), workflows: words("np_workflows"), slots: slots(set)}
}

var (
	// call is a call of the helper: its verb, and the word behind it.
	call = memo.Regexp(`\bnode\s+["']?[^\s"'` + "`" +
		`]*np-tools\.cjs["']?[ \t]+([A-Za-z][\w-]*)(?:[ \t]+([A-Za-z][\w-]*))?`)
	// read is a look into the project's files past the helper.
	read = memo.Regexp(`\bcat\s+["']?(?:\./)?\.nubos-pilot\b|` +
		`\b(?:readFileSync|Read)\s*\(\s*['"][^'"]*\.nubos-pilot`)
	// query is the same with other tools, which only a command can mean.
	query = memo.Regexp(`^\s*(?:\w+=["']?\$\()?(?:head|tail|less|more|jq|yq|sed|awk|grep|rg|source)\s` +
		`[^|;&]*[\s"'=/]\.nubos-pilot/`)
	// negation is what turns a call into a warning.
	negation = memo.Regexp(`(?i)\b(?:no|not|never|without|instead of|don't|avoid)\b`)
)

// lines judges every line of the body, in fences and outside of them, but not in comments.
func (j *workflow) lines() {
	next := j.Doc.Body.Span.Start
	for line := range strings.Lines(j.Doc.Content()[next:]) {
		start := next
		next += len(line)
		line = strings.TrimSuffix(line, "\n")
		if !strings.Contains(line, "np-tools.cjs") && !strings.Contains(line, ".nubos-pilot") &&
			!strings.Contains(line, "agent=") && !strings.Contains(line, "agents/np-") {
			continue
		}
		h := j.Doc.Body.HiddenAt(start + len(line) - len(strings.TrimLeft(line, " \t")))
		if h != nil && h.Kind == document.Comment {
			continue
		}
		j.directRead(line, start, h != nil)
		quote := strings.IndexByte(line, '`')
		for _, m := range call().FindAllStringSubmatchIndex(line, -1) {
			j.helper(line, start, m)
			j.words(line, start, m[2], h != nil, quote >= 0 && quote < m[2])
			if line[m[2]:m[3]] == "askuser" {
				j.question(start + m[3])
			}
			if line[m[2]:m[3]] == "resolve-model" && m[4] >= 0 {
				j.agent(document.Span{Start: start + m[4], End: start + m[5]}, true, false)
			}
		}
		for _, m := range spawned().FindAllStringSubmatchIndex(line, -1) {
			j.agent(document.Span{Start: start + m[2], End: start + m[3]}, false, true)
		}
		for _, m := range prompt().FindAllStringSubmatchIndex(line, -1) {
			j.agent(document.Span{Start: start + m[2], End: start + m[3]}, true, true)
		}
	}
}

// directRead reports a look into the project's files past the helper.
func (j *workflow) directRead(line string, start int, fenced bool) {
	m := read().FindStringIndex(line)
	if m == nil && fenced {
		m = query().FindStringIndex(line)
	}
	if m == nil || call().MatchString(line) || !fenced && negation().MatchString(line[:m[0]]) {
		return
	}
	first := m[0] + len(line[m[0]:m[1]]) - len(strings.TrimLeft(line[m[0]:m[1]], " \t"))
	j.Reportf("workflow-direct-read", document.Span{Start: start + first, End: start + m[1]}, "body",
		"%s reads a file of the project past the helper, so it breaks when the layout or the format changes; ask "+
			"`node np-tools.cjs` instead, such as `state`, `phase-meta` or `config-get`",
		document.Quote(strings.TrimSpace(line[m[0]:m[1]])))
}

// laterVerb is a verb that came with a later version of nubos-pilot than the project is of.
type laterVerb struct {
	span       document.Span
	verb, with string
}

// tellLater reports the verbs that came later: those of a workflow have one cause.
func (j *workflow) tellLater() {
	if len(j.later) == 0 {
		return
	}
	f := document.Finding{Rule: "workflow-unknown-helper", Span: j.later[0].span, At: "body", Lesser: true}
	var names, verbs []string
	for i, call := range j.later {
		if i > 0 {
			f.Related = append(f.Related, document.Related{Span: call.span, Message: "`" + call.verb + "` came with " + call.with})
		}
		if !slices.Contains(verbs, call.verb) {
			line, _ := j.Doc.Position(call.span.Start)
			verbs, names = append(verbs, call.verb), append(names, fmt.Sprintf("`%s` (%s, line %d)", call.verb, call.with, line))
		}
	}
	f.Message = j.set.Version("nubos", j.Doc.Root).Later("helper verb", names) +
		"; where such a version runs, nothing is wrong, and in an older one the step fails"
	j.Report(f)
}

// helper judges the verb of a call, and the workflow behind `init`.
func (j *workflow) helper(line string, start int, m []int) {
	word, list, known, what := line[m[2]:m[3]], "np_tools", j.known.verbs, "np-tools has no verb"
	span := document.Span{Start: start + m[2], End: start + m[3]}
	if word == "init" && m[4] >= 0 {
		word, list, known, what = line[m[4]:m[5]], "np_workflows", j.known.workflows, "`init` has no workflow"
		span = document.Span{Start: start + m[4], End: start + m[5]}
	}
	if slices.Contains(known, word) {
		return
	}
	if with, lacks := j.set.Came("nubos", list, j.Doc.Root, word); with != "" {
		if lacks {
			j.later = append(j.later, laterVerb{span, word, with})
		}
		return
	}
	hint := "write one that `node np-tools.cjs help` lists, or add yours to the option `verbs` of this rule"
	if near := spell.Nearest(word, known); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	j.Fixf("workflow-unknown-helper", span, "body", j.Meant(span, word, known), "%s %s, so this step fails; %s", what,
		document.Quote(word), hint)
}

var (
	// asked is what askuser is given, as far as it stands there.
	asked = memo.Regexp(`^[ \t]+--json[ \t]+'(\{[^']*\})'(?:[\s)"]|$)`)
	asks  = memo.Regexp(`"type"\s*:\s*"(\w*)"`)
)

// question judges what askuser is to ask, behind its verb.
func (j *workflow) question(at int) {
	const longest = 4000
	text := j.Doc.Content()[at:]
	m := asked().FindStringSubmatchIndex(text[:min(len(text), longest)])
	if m == nil {
		return
	}
	text = text[m[2]:m[3]]
	span := document.Span{Start: at + m[2], End: at + m[3]}
	typ := asks().FindStringSubmatchIndex(text)
	if typ == nil {
		return // it may be a sketch
	}
	name := text[typ[2]:typ[3]]
	if types := []string{"confirm", "input", "multiselect", "select"}; !slices.Contains(types, name) {
		span = document.Span{Start: span.Start + typ[2] - 1, End: span.Start + typ[3] + 1}
		j.Reportf("workflow-unknown-helper", span, "body", "askuser has no type %s, so this step fails; write %s",
			document.Quote(name), document.OneOf(types))
	} else if strings.HasSuffix(name, "select") && !strings.Contains(text, `"options"`) {
		j.Reportf("workflow-unknown-helper", span, "body", "askuser takes the answer of a %s from `options`, and there "+
			"are none, so this step fails; name them", name)
	}
}

var (
	// spawned is an agent that a workflow tells its runtime to start.
	spawned = memo.Regexp(`\bSpawn\s+agent=["']?([A-Za-z][\w-]*)`)
	// prompt is the file of an agent whose name says that it is nubos-pilot's.
	prompt = memo.Regexp("(?:^|[\\s`(\"'@])(?:\\.{1,2}/)?agents/(np-\\w[\\w-]*)\\.md\\b")
	// tier is what resolve-model takes in place of an agent.
	tier = memo.Regexp(`^(?:haiku|sonnet|opus)$`)
)

// agent judges the name of an agent. A runtime may know others than the helper, so where it is to start one by name,
// that counts only if it is nearly another, unless it must be one of the files.
func (j *workflow) agent(span document.Span, file, lesser bool) {
	name := j.Doc.Text(span)
	if len(j.agents) == 0 || slices.Contains(j.agents, name) || tier().MatchString(name) {
		return
	}
	if with, _ := j.set.Came("nubos", "agents", j.Doc.Root, name); with != "" {
		return // of a later version, as the verbs beside it
	}
	near := spell.Suggest(name, j.agents)
	if near == "" && !file {
		return
	}
	const message = "neither agents/ nor nubos-pilot has an agent %s, so this step fails%s"
	j.Report(document.Finding{Rule: "agent-not-found", Span: span, At: "body", Lesser: lesser,
		Message: fmt.Sprintf(message, document.Quote(name), near), Fixes: j.Meant(span, name, j.agents)})
}

var (
	spawn  = memo.Regexp(`Task\s*\(|Spawn\s+agent=`)
	record = memo.Regexp(`np-tools\.cjs["']?\s+metrics\s+record\b`)
)

// reach is how many lines below the start of an agent its metrics may be recorded.
const reach = 30

// metrics warns of agents that are started in a shell fence and not measured.
func (j *workflow) metrics() {
	content := j.Doc.Content()
	for i := range j.Doc.Body.Hidden {
		h := &j.Doc.Body.Hidden[i]
		info, _, _ := strings.Cut(h.Info, " ")
		if h.Kind != document.Fence || !slices.Contains([]string{"", "bash", "sh", "shell", "zsh"}, info) {
			continue
		}
		line := 0 // where the one ends that was judged last
		for _, m := range spawn().FindAllStringIndex(content[h.Inner.Start:h.Inner.End], -1) {
			span := document.Span{Start: h.Inner.Start + m[0], End: h.Inner.Start + m[1]}
			if span.Start < line {
				continue
			}
			line = span.Start + len(below(content, span.Start, 1))
			if !record().MatchString(below(content, span.Start, 1+reach)) {
				j.Reportf("workflow-missing-metrics", span, "body",
					"an agent starts here, and none of the %d lines below records it, so its tokens and time are in "+
						"no report; call `node np-tools.cjs metrics record` when it is done", reach)
			}
		}
	}
}

// below returns so many lines, the first from an offset on.
func below(content string, offset, lines int) string {
	end := offset
	for range lines {
		i := strings.IndexByte(content[end:], '\n')
		if i < 0 {
			return content[offset:]
		}
		end += i + 1
	}
	return content[offset:end]
}
