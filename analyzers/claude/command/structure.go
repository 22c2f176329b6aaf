package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// starts is where a command begins in a line of shell.
const starts = `(?m)(?:^|[;|&]|\b(?:then|do|else)\b)\s*`

// structures is what Claude Code looks through in no command, each with the first group where it stands.
var structures = []struct {
	pattern func() *memo.Pattern
	what    string
}{
	{memo.Regexp(`(?:^|[^&><|])(&)(?:[^&>]|$)`), "a job in the background"},
	{memo.Regexp(starts + `(\()`), "a command in parentheses"},
	{memo.Regexp(starts + `(\{)\s`), "a group in braces"},
	{memo.Regexp(starts + `(for|case)\s`), "a loop over words or a `case`"},
	{memo.Regexp(starts + `(while\s+(?:IFS=\S*\s+)?read)\b`), "a loop over lines"},
	{memo.Regexp(starts + `([A-Za-z_]\w*=[^\s;|&]*)[^\S\n]*(?:[;|&\n]|\z)`), "a variable that it sets"},
	{memo.Regexp(`(<\()`), "a command in the place of a file"},
	{memo.Regexp(`(\{[^{}\s]*,[^{}\s]*\})`), "words in braces"},
	{memo.Regexp(starts + `find\s[^;|&\n]*?\s(-(?:exec|execdir|ok|okdir|delete))\b`), "a find that runs or deletes something"},
}

var (
	writes = memo.Regexp(`(?:\d|&)?>>?\|?[^\S\n]*([^\s;|&<>()]+)`)
	away   = memo.Regexp(`^(?:~|\$HOME)(?:/|$)|(?:^|/)\.\.(?:/|$)|^/(?:$|(?:bin|etc|proc|sys|usr)(?:/|$))`)
	// here is a cd to the directory that Claude Code was started in, or to what may be that one.
	here = memo.Regexp(`^cd (?:\./?$|/|.*\$)`)
	// wide is how a rule begins that lets files be read outside of the directory that Claude Code was started in.
	wide = memo.Regexp(`^(?:[/~*]|\.\.)`)
)

// plain returns a line of shell with an x for each byte that has no meaning of its own: what stands in quotes, behind a
// backslash, or in braces behind a dollar; and with blanks for remarks. It ends before a text that the line holds.
func plain(command string) string {
	if i := strings.Index(command, "<<"); i >= 0 && !strings.HasPrefix(command[i:], "<<<") {
		command = command[:i]
	}
	out := []byte(command)
	hide := func(i, size int, by byte) int {
		end := min(i+size, len(out))
		for ; i < end; i++ {
			out[i] = by
		}
		return end
	}
	through := func(rest, end string) int { // the length up to the end of what ends so
		if at := strings.Index(rest[1:], end); at >= 0 {
			return 1 + at + len(end)
		}
		return len(rest)
	}
	for i := 0; i < len(out); {
		rest := command[i:]
		switch c := out[i]; {
		case c == '\\':
			i = hide(i, 2, 'x')
		case c == '\'', c == '"':
			i = hide(i, through(rest, rest[:1]), 'x')
		case strings.HasPrefix(rest, "${"):
			i = hide(i, through(rest, "}"), 'x')
		case strings.HasPrefix(rest, "$(("):
			i = hide(i, through(rest, "))"), 'x')
		case c == '#' && (i == 0 || strings.ContainsRune(" \n\t", rune(out[i-1]))):
			line, _, _ := strings.Cut(rest, "\n")
			i = hide(i, len(line), ' ')
		default:
			i++
		}
	}
	return string(out)
}

// judgeStructure reports whether a command does what no rule for commands allows: it is built of more than Claude Code
// looks through, writes into a file, or leaves the directory that Claude Code was started in; and tells of it.
func judgeStructure(r *model.Reporter, command notation.Line, rules []notation.Tool, isMild bool) bool {
	f := document.Finding{Rule: "cc-command-shell", At: "body", Least: isMild}
	text := plain(command.Text)
	for _, s := range structures {
		if m := s.pattern().FindStringSubmatchIndex(text); m != nil {
			f.Span = command.Span(m[2], m[3])
			f.Message = fmt.Sprintf("%s runs before the prompt, and Claude Code cannot check %s beforehand, whatever rules allow, so it "+
				"stops there and sends nothing; have a script do it and allow that, or allow Bash as a whole",
				document.Quote(command.Text), s.what)
			r.Report(f)
			return true
		}
	}
	if m := written(command.Text, text); m != nil && !grants(rules, "Edit", func(args string) bool { return args != "*" }) {
		f.Span = command.Span(m[0], m[1])
		f.Message = fmt.Sprintf("%s runs before the prompt, and no rule lets it write into a file, so Claude Code stops there and sends "+
			"nothing; add `Edit(%s)` to allowed-tools", document.Quote(command.Text), command.Text[m[0]:m[1]])
		r.Report(f)
		return true
	}
	all := pieces(command.Text)
	for _, p := range all {
		if word := leaves(r, p.text); word != "" && !grants(rules, "Read", wide().MatchString) {
			f.Span, _ = document.Find(r.Doc, command.Span(0, len(command.Text)), word)
			f.Message = fmt.Sprintf("%s runs before the prompt, and Claude Code lets it into no directory but the one that it was started "+
				"in, whatever rules allow Bash, so it stops there and sends nothing; name what lies there, or have a script do it",
				document.Quote(command.Text))
			r.Report(f)
			return true
		}
	}
	isMoved := func(p piece) bool { return strings.HasPrefix(p.text+" ", "cd ") && !here().MatchString(p.text) }
	isGit := func(p piece) bool { return strings.HasPrefix(p.text, "git ") }
	if slices.ContainsFunc(all, isMoved) && slices.ContainsFunc(all, isGit) {
		f.Span = command.Span(0, len(command.Text))
		f.Message = fmt.Sprintf("%s runs before the prompt, and Claude Code runs git beside a cd under no rule, so it stops there and "+
			"sends nothing; write `git -C` and the directory, and allow that", document.Quote(command.Text))
		r.Report(f)
		return true
	}
	return false
}

// written returns where the name of a file stands that a command writes into, or nil.
func written(command, text string) []int {
	for _, m := range writes().FindAllStringSubmatchIndex(text, -1) {
		if !strings.HasPrefix(command[m[2]:], "/dev/") {
			return m[2:4]
		}
	}
	return nil
}

// grants reports whether a rule for a tool has arguments that fit.
func grants(rules []notation.Tool, tool string, fits func(args string) bool) bool {
	return slices.ContainsFunc(rules, func(t notation.Tool) bool { return t.Name == tool && t.Args != "" && fits(t.Args) })
}

// leaves returns the word of a command that leads out of the directory that it is run in, or "".
func leaves(r *model.Reporter, command string) string {
	words := strings.Fields(command)
	if len(words) == 0 || !slices.Contains(r.List("shell_paths"), words[0]) {
		return ""
	}
	if command == "cd" {
		return "cd"
	}
	for _, word := range words[1:] {
		if strings.HasPrefix(word, "-") && words[0] == "find" {
			break
		}
		if away().MatchString(word) {
			return word
		}
	}
	return ""
}
