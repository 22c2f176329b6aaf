package hook

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	jq     = memo.Regexp(`(?s)\bjq\b[^'"\n|]*(?:'([^']*)'|"([^"]*)")`)
	leads  = memo.Regexp(`(?:^|[\s(,:{])\.([a-z_]\w*)\.([a-z_]\w*)`)
	inputs = memo.Regexp(`\btool_input["']?\]?(?:,\s*\{\}\s*\))?(?:\.get\(|\[)\s*["'](\w+)|\btool_input\??\.([a-z_]\w*)(\(?)`)
	whole  = memo.Regexp(`[(,]\s*tool_input\s*[,)]|\btool_input(?:\.get\(|\[)\s*[\w$]`) // it looks at any field
)

// camel is how other programs name what a hook gets.
var camel = memo.Regexp(`(?:\.|["'])(tool(?:Input|Name))\b`)

// misnamed returns what the group of a pattern finds first in a text that does not have the right name, and its line.
func misnamed(text string, pattern *memo.Pattern, right string) (line int, name string) {
	if strings.Contains(text, right) {
		return 0, ""
	}
	m := pattern.FindStringSubmatchIndex(text)
	if m == nil {
		return 0, ""
	}
	return strings.Count(text[:m[2]], "\n") + 1, text[m[2]:m[3]]
}

// answer is how people's memory calls what the tool has answered.
var answer = memo.Regexp(`(?:\w\??\.|[\s'"|(]\.|\.get\(\s*["']|\w\[["'])(tool_(?:output|result)|tool(?:Output|Response|Result))\b`)

// eitherInput is what a line has that takes one of two values, of which the other is of the input.
var eitherInput = memo.Regexp(`\btool_input\b[\w.?\[\]"']*\s*(?:\|\||\?\?|//|\bor\b)\s*[\w.?\[\]"']*\btool_?(?:[oO]utput|[rR]es)|` +
	`\btool_?(?:[oO]utput|[rR]es\w*)[\w.?\[\]"']*\s*(?:\|\||\?\?|//|\bor\b)\s*[\w.?\[\]"']*\btool_input\b`)

// misnomer is what a script reads under another name than Claude Code's; without a name there is none.
type misnomer struct {
	line        int
	name, meant string
}

// renamed returns the name by which a script looks for what a hook gets, if it is another program's and the script does not
// know Claude Code's.
func renamed(text, event string) misnomer {
	if line, name := misnamed(text, camel(), "tool_"); name != "" {
		return misnomer{line, name, "tool_" + strings.ToLower(strings.TrimPrefix(name, "tool"))}
	}
	if event != "PostToolUse" {
		return misnomer{}
	}
	line, name := misnamed(text, answer(), "tool_response")
	if name != "" && eitherInput().MatchString(strings.Split(text, "\n")[line-1]) {
		return misnomer{} // it has something else in its place
	}
	return misnomer{line, name, "tool_response"}
}

// judgeRenamed reports a script that looks for the tool or its input under another program's name.
func judgeRenamed(h *hooks, event string, entry *document.Node, sources []*source, at string) {
	n := entry.Get("command")
	if !slices.Contains(h.List("events_tool"), event) {
		return
	}
	for _, s := range sources {
		if m := s.renamed(); m.name != "" {
			h.Reportf("cc-hook-input", n.Span, at+".command",
				"%s reads `%s`, and Claude Code names it `%s`, so it gets nothing; write `%s`", s.place(m.line), m.name, m.meant, m.meant)
		}
	}
}

var (
	// asked finds variables by which other programs, and people's memory, hand over what Claude Code writes to stdin.
	asked = memo.Regexp(`(?:\$\{?|\benviron(?:\.get\(|\[)\s*["']|\bgetenv\(\s*["']|\bprocess\.env(?:\.|\[\s*["']))` +
		`(CLAUDE_(?:FILE|TOOL)(?:_[A-Z]+)*)\b([:=?+-]?)`)
	stdin = memo.Regexp(`\b(?:cat|jq|stdin|tee)\b|(?:^|[^.\w])read\b|readFileSync\(\s*0`)
	// fed finds what reads such a variable from a pipe, to the end of the line.
	fed = memo.Regexp(`\b(?:echo|printf)\s[^|\n]*\$\{?CLAUDE_(?:FILE|TOOL)(?:_[A-Z]+)*\}?["']?\s*\|.*`)
)

// unset returns the first such variable that a text reads, if it neither sets it nor reads stdin, and its line.
func unset(text string) (line int, name string) {
	m := asked().FindStringSubmatchIndex(text)
	if m == nil || m[5] > m[4] {
		return 0, ""
	}
	name = text[m[2]:m[3]]
	if strings.Contains(text, name+"=") || stdin().MatchString(fed().ReplaceAllString(text, "")) {
		return 0, ""
	}
	return strings.Count(text[:m[0]], "\n") + 1, name
}

// handed is how people's memory calls the variables of asked in the command of a hook itself, without the program before them.
var handed = memo.Regexp(`^\$\{?((?i:FILES?|FILE_?PATHS?|FILE_?NAMES?|TOOL_?(?:INPUT|NAME|OUTPUT|RESPONSE|RESULT|ARGS?)(?:_?[A-Z]+)*))` +
	`(?:\}|\b[^:=?+\w-])`)

var loops = memo.Regexp(`\bfor\s+(\w+)`)

// unsetBy returns the first such variable in a command that neither sets it nor reads stdin, or "".
func unsetBy(command string) string {
	if stdin().MatchString(command) {
		return ""
	}
	const longest = 64
	isSet := notation.Assigned(command)
	for _, m := range loops().FindAllStringSubmatch(command, -1) {
		isSet[m[1]] = true
	}
	for i, quote := range notation.Dollars(command) {
		m := handed().FindStringSubmatch(command[i:min(len(command), i+longest)] + " ")
		if m != nil && quote != '\'' && !isSet[m[1]] {
			return m[1]
		}
	}
	return ""
}

// judgeUnset reports a script that reads what it is asked about from a variable that is not set.
func judgeUnset(h *hooks, event string, entry *document.Node, sources []*source, at string) {
	n := entry.Get("command")
	for i, s := range sources {
		line, name := s.unset()
		if name == "" && i == 0 && slices.Contains(h.List("events_tool"), event) {
			name = unsetBy(s.text)
		}
		if name == "" || slices.Contains(h.List("environment"), name) || h.Doc.Map().Get("env").Has(name) ||
			strings.Contains(document.Text(n), name+"=") {
			continue
		}
		h.Reportf("cc-hook-input", n.Span, at+".command", "%s reads %s, which Claude Code does not set, so it gets nothing: what the "+
			"hook is asked about comes as JSON on stdin; read it there", s.place(line), name)
	}
}

// judgeInput reports a script that reads nothing of what the tools have that its hook is for.
func judgeInput(h *hooks, event string, group, entry *document.Node, sources []*source, at string) {
	matcher := document.Text(group.Get("matcher"))
	if !slices.Contains(h.List("events_tool"), event) || matcher == "" || !listed().MatchString(matcher) {
		return
	}
	var fields, tools []string
	for _, tool := range strings.FieldsFunc(matcher, func(c rune) bool { return strings.ContainsRune("|, ", c) }) {
		known := h.Table("tool_inputs")[tool]
		if known == nil {
			return
		}
		fields, tools = append(fields, known...), append(tools, tool)
	}
	n := entry.Get("command")
	have := "have"
	if len(tools) == 1 {
		have = "has"
	}
	for _, s := range sources {
		line, read := s.inputs()
		if len(read) == 0 || slices.ContainsFunc(read, func(f string) bool { return slices.Contains(fields, f) }) {
			continue
		}
		h.Reportf("cc-hook-input", n.Span, at+".command",
			"%s reads %s of `tool_input`, which is none of what %s %s, so it gets nothing; write %s", s.place(line),
			document.AllOf(read), document.AllOf(tools), have, document.OneOf(fields))
	}
}

// fieldsRead returns the fields of `tool_input` that a script reads, if it looks at those alone, and the line of the first.
func fieldsRead(text string) (line int, read []string) {
	if strings.Contains(text, "tool_name") || whole().MatchString(text) {
		return 0, nil
	}
	for _, m := range inputs().FindAllStringSubmatchIndex(text, -1) {
		if m[6] == m[7] {
			if read == nil {
				line = strings.Count(text[:m[0]], "\n") + 1
			}
			read = append(read, text[max(m[2], m[4]):max(m[3], m[5])])
		}
	}
	slices.Sort(read)
	return line, slices.Compact(read)
}

// judgeStatus reports a status line that reads what its input does not have.
func judgeStatus(r *model.Reporter) {
	n := r.Doc.Map().Get("statusLine").Get("command")
	command := document.Text(n)
	if r.Standalone {
		return
	}
	c := &commands{Reporter: r, plugin: r.PluginOf(r.Doc.Path)}
	for _, s := range c.sources("", command, nil) {
		for _, m := range jq().FindAllStringSubmatchIndex(s.text, -1) {
			from, to := m[2], m[3]
			if from < 0 {
				from, to = m[4], m[5]
			}
			program, _, _ := strings.Cut(s.text[from:to], "|")
			name, field := unread(r, program)
			if name == "" {
				continue
			}
			where := s.place(strings.Count(s.text[:m[0]], "\n") + 1)
			known := r.Table("status_fields")[name]
			near := ""
			if spell.Close(field, known) != "" {
				near = spell.DidYouMean(field, known)
			}
			r.Reportf("cc-hook-input", n.Span, "$.statusLine.command",
				"%s reads `.%s.%s`, which the input of a status line does not have, so the line shows null or nothing; "+
					"`%s` has %s%s", where, name, field, name, document.AllOf(known), near)
			return
		}
	}
}

// unread returns the first field of a program of jq that the input of a status line does not have, if it reads no other
// in its place.
func unread(r *model.Reporter, program string) (name, field string) {
	all, isRead := leads().FindAllStringSubmatch(program, -1), map[string]bool{}
	for _, m := range all {
		isRead[m[1]] = isRead[m[1]] || slices.Contains(r.Table("status_fields")[m[1]], m[2])
	}
	for _, m := range all {
		known := r.Table("status_fields")[m[1]]
		if known == nil || slices.Contains(known, m[2]) {
			continue
		}
		if !isRead[m[1]] {
			return m[1], m[2]
		}
	}
	return "", ""
}
