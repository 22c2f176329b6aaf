// Package permission knows which permission rules never match, wherever they stand.
package permission

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// NearSkill returns the skill that is meant where a rule for Skill names none that there is, or "".
func NearSkill(r *model.Reporter, tool notation.Tool) string {
	name := strings.TrimSpace(tool.Args)
	if tool.Name != "Skill" || name == "" || strings.ContainsAny(name, "* ") || r.SkillKnown(name) || r.IsCommand(name) {
		return ""
	}
	if near := spell.Nearest(name, r.Facts().SkillNames); near != "" && near[0] == name[0] {
		return near
	}
	return ""
}

// Refused returns why Claude Code refuses what a rule has in parentheses.
func Refused(tool, content string) (why, meant string) {
	switch {
	case tool == "Bash" && content == ":*":
		return "there is no command before `:*`", "Bash"
	case slices.Contains([]string{"Read", "Write", "Edit", "Glob", "NotebookRead", "NotebookEdit", "Cd"}, tool) &&
		strings.HasSuffix(content, ":*"):
		return "`:*` is for Bash; paths take `*` and `**`", tool + "(" + strings.TrimSuffix(content, ":*") + "/**)"
	case tool == "WebSearch" && strings.ContainsAny(content, "*?"):
		if content == "*" {
			return "", ""
		}
		return "WebSearch takes no wildcards", "WebSearch"
	case tool == "WebFetch" && strings.Contains(content, "://"):
		return "WebFetch takes domains, not addresses", "WebFetch(domain:" + host(content) + ")"
	case tool == "WebFetch" && content != "" && content != "*" && !strings.HasPrefix(content, "domain:"):
		return "WebFetch takes `domain:` before a name", "WebFetch(domain:" + host(hosts().ReplaceAllString(content, "")) + ")"
	}
	return "", ""
}

// IsPart reports whether a rule is for a part of a host, whose domain stands for all of it.
func IsPart(rule string) bool {
	tool := notation.ParseTool(strings.TrimSpace(rule))
	text := tool.Args
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	_, path, _ := strings.Cut(text, "/")
	return tool.Name == "WebFetch" && strings.Trim(path, "/*") != ""
}

// host returns the domain in what a rule for WebFetch has in parentheses.
func host(content string) string {
	text := strings.TrimSpace(strings.TrimPrefix(content, "domain:"))
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	text, _, _ = strings.Cut(text, "/")
	text, _, _ = strings.Cut(text, ":")
	return text
}

// hosts is what people write before a name of a host.
var hosts = memo.Regexp(`^(?:url|host|hostname|site|domains?)\s*[:=]\s*`)

// fields is the input of tools that a rule is about anyway, by the name that the tools have for it.
var fields = map[string]string{"Bash": "command", "PowerShell": "command", "Glob": "path", "Grep": "path", "Read": "file_path",
	"Edit": "file_path", "Write": "file_path", "NotebookEdit": "notebook_path", "WebSearch": "query"}

var (
	assignment = memo.Regexp(`^\w+=\*`)
	joined     = memo.Regexp(`^(?:[^"'\\]|\\.|"[^"]*"|'[^']*')*?(?:&&|[;|])`) // outside of quotes
	// A colon behind a program or a verb of one. The names of scripts have some.
	others = memo.Regexp(`\)\s*[,;|&\s]\s*([A-Z]\w*)\(`) // the second rule
	whole  = memo.Regexp(`[\s/]\*[\s/]`)                 // a `*` in place of a word, or of a part of a path
	colon  = memo.Regexp(`^(?:(?:git|gh|go|cargo) )?[a-z][\w-]*:\*.*[^*:]`)
)

// unstarred returns what is meant by the arguments of a rule for Bash that end with `*:*`: the words before, with any behind
// them, or a `*` that stands for any text.
func unstarred(args string) string {
	before := strings.TrimSuffix(args, "*:*")
	if words := strings.TrimRight(before, " :"); words != before && !strings.Contains(words, "*") {
		return words + ":*"
	}
	return before + "*"
}

// IsWide reports whether a rule for Bash allows other commands than those that begin as it does.
func IsWide(rule string) bool {
	args, isBash := strings.CutPrefix(rule, "Bash(")
	args = strings.TrimSuffix(args, "*)")
	return isBash && (args == "" || strings.Contains(args, "*"))
}

// Never returns why a rule that is taken does not do what it says, and the one that is probably meant.
func Never(r *model.Reporter, rule, list string) (why, meant string) {
	tool := notation.ParseTool(strings.TrimSpace(rule))
	field, rest, _ := strings.Cut(tool.Args, ":")
	field, rest = strings.TrimSpace(field), strings.TrimSpace(rest)
	if more := others().FindStringSubmatch(rule); tool.HasArg && more != nil && r.Known(more[1]) {
		return "it holds several rules, and Claude Code reads it as one, so it never matches; write each as a text of its own", ""
	}
	if !tool.HasArg || tool.Args == "*" {
		return "", ""
	}
	if field != "" && rest != "" && rest != "*" && field == fields[tool.Name] {
		if list != "allow" {
			meant = tool.Name + "(" + rest + ")"
		}
		return fmt.Sprintf("a rule for %s is about its `%s` anyway, and takes the name for a part of it, so it never matches; leave "+
			"the name out", tool.Name, field), meant
	}
	switch tool.Name {
	case "Write", "NotebookEdit", "MultiEdit":
		return "Claude Code asks Edit(path) alone before it writes, so it never matches", "Edit(" + tool.Args + ")"
	case "Glob":
		return "Claude Code asks Read(path) alone before it lists, so it never matches", "Read(" + tool.Args + ")"
	case "WebFetch":
		return neverHost(tool.Args)
	case "Read", "Edit":
		if why, meant := bracketed(r, tool); why != "" {
			return why, meant
		}
		if !r.Exists(path.Join(notation.Project(r.Doc.Path), tool.Args)) {
			return literal(tool)
		}
	case "Bash":
		return neverCommand(tool.Args, list == "allow")
	}
	return "", ""
}

// neverHost is Never for what a rule for WebFetch has in its parentheses.
func neverHost(args string) (why, meant string) {
	text := strings.TrimPrefix(args, "domain:")
	if !strings.ContainsAny(text, "/: ") {
		return "", ""
	}
	name := host(args)
	why = "behind `domain:` stands the name of a host alone, without port, path and spaces, so it never matches"
	if strings.TrimRight(strings.TrimPrefix(strings.TrimSpace(text), name), "/*") == "" {
		return why, "WebFetch(domain:" + name + ")"
	}
	return why + "; `domain:" + name + "` is about all of that host", ""
}

// neverCommand is Never for what a rule for Bash has in its parentheses, one that allows or one that forbids or asks.
func neverCommand(args string, allows bool) (why, meant string) {
	prefix, isPrefix := strings.CutSuffix(args, ":*")
	program, _, _ := strings.Cut(prefix, " ")
	switch {
	case allows && strings.Contains(args, "*") && joined().MatchString(args):
		return "Claude Code asks for each of several commands by itself, so it never matches; write a rule for each", ""
	case strings.HasSuffix(args, "*:*"):
		return "before `:*` a `*` stands for itself, so it never matches", "Bash(" + unstarred(args) + ")"
	case isPrefix && whole().MatchString(args):
		return "before `:*` a `*` stands for itself, so it matches only commands that have one there", "Bash(" + prefix + " *)"
	case strings.Contains(args, ":*, "):
		return "it holds several commands, and Claude Code reads it as one, so it never matches; write a rule for each", ""
	case colon().MatchString(args):
		return "`:*` counts at the end alone, and here `:` is a plain colon, so it matches only commands that have one there; " +
			"write a space for it", ""
	case isPrefix && strings.Contains(program, "*"):
		return "before `:*` a `*` stands for itself, so it never matches", "Bash(" + prefix + " *)"
	case allows && assignment().MatchString(args):
		return "the `*` stands for the value and for any command behind it, so more is allowed than is meant", ""
	case allows && inner(args):
		return "a `*` before the end stands for any words, so more is allowed than is meant", ""
	}
	return "", ""
}

var (
	braces   = memo.Regexp(`\{[^{}/]*,[^{}]*\}`)
	variable = memo.Regexp(`^["']?\$\{?(\w+)\}?/(.*)`)
	several  = memo.Regexp(`^[^,|\s]*[./*~][^,|\s]*(?:(?:\s*[,|]\s*|\s+)[^,|\s]*[./*~][^,|\s]*)+$`)
	// On Windows, too: Claude Code turns only those behind a drive or at the start.
	slashed = memo.Regexp(`^[\w.][^\\:]*\\[\w.*]`)
	parting = memo.Regexp(`[,|]|\s[./~*]`)
)

// bracketed returns why a rule whose path has brackets is about no file, or about others than it names.
func bracketed(r *model.Reporter, tool notation.Tool) (why, meant string) {
	if notation.OpenBracket(tool.Args) >= 0 {
		return "the bracket in it is never closed, so it never matches; close it, or write `?` for it", ""
	}
	lead := tool.Args[:len(tool.Args)-len(strings.TrimLeft(strings.TrimPrefix(tool.Args, "./"), "/"))]
	if lead == "//" || strings.HasPrefix(tool.Args, "~") {
		return "", ""
	}
	exists := func(file string) bool { return r.Exists(path.Join(notation.Project(r.Doc.Path), file)) }
	file, glob := notation.Bracketed(tool.Args[len(lead):], exists)
	if file == "" {
		return "", ""
	}
	return "brackets stand for one of the characters in them, so it does not match " + file + ", which is there",
		tool.Name + "(" + lead + glob + ")"
}

// literal returns why a rule with a path is about no file: it holds what other programs put something in for, and to
// Claude Code, which reads it as a line of a .gitignore, the characters are those of a name.
func literal(tool notation.Tool) (why, meant string) {
	args := tool.Args
	switch m := variable().FindStringSubmatch(args); {
	case m != nil && m[1] == "HOME":
		return "variables are not replaced in it, so it never matches", tool.Name + "(~/" + m[2] + ")"
	case m != nil && m[1] == "CLAUDE_PROJECT_DIR":
		return "variables are not replaced in it, so it never matches", tool.Name + "(/" + m[2] + ")"
	case m != nil && strings.ToUpper(m[1]) == m[1]:
		return "variables are not replaced in it, so it never matches; write the path", ""
	case slashed().MatchString(args):
		return "a backslash parts no directories in it, so it never matches", tool.Name + "(" + strings.ReplaceAll(args, `\`, "/") + ")"
	case braces().MatchString(args):
		return "braces are plain characters in it, so it never matches; write a rule for each of what stands in them", ""
	case len(args) > 1 && strings.ContainsAny(args[:1], `"'`) && args[0] == args[len(args)-1]:
		return "quotes are plain characters in it, so it never matches", tool.Name + "(" + args[1:len(args)-1] + ")"
	case several().MatchString(args) && parting().MatchString(args):
		return "it holds one path, and these are read as the name of one file, so it never matches; write a rule for each", ""
	}
	return "", ""
}

// inner reports whether a wildcard stands between words.
func inner(args string) bool {
	words := strings.Fields(args)
	return len(words) > 2 && slices.Contains(words[1:len(words)-1], "*")
}
