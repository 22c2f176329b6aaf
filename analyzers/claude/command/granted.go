package command

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
)

// twins are programs that texts call by either name, and that rules tell apart.
var twins = map[string]string{"python": "python3", "python3": "python", "pip": "pip3", "pip3": "pip"}

// judgeGranted reports a rule of allowed-tools for a script or program that the text runs in another way, and in no way
// that a rule allows: then Claude Code asks each time.
func judgeGranted(r *model.Reporter) {
	rules := notation.Tools(r.Doc, r.Front().Get("allowed-tools"))
	if slices.ContainsFunc(rules, func(t notation.Tool) bool { return t.Fault != "" || t.Name == "*" || isWhole(t) }) {
		return
	}
	own := slices.DeleteFunc(slices.Clone(rules), func(t notation.Tool) bool {
		script, program := ruled(t)
		return t.Name != "Bash" || script == "" && twins[program] == ""
	})
	if len(own) == 0 {
		return
	}
	rules = append(rules, permitted(r)...)
	shown := shownCommands(r, rules)
	for _, t := range own {
		script, program := ruled(t)
		var other string // what the text runs in its place
		isHeld := false
		for _, c := range shown {
			switch {
			case script != "" && c.script == script, script == "" && c.first == twins[program]:
			case script == "" && c.first == program:
				isHeld = true
				continue
			default:
				continue
			}
			if c.isAllowed() {
				isHeld = true
			} else if other == "" {
				other = c.text
			}
		}
		if other == "" || isHeld {
			continue
		}
		r.Reportf("cc-tool-grant", t.Span, "frontmatter.allowed-tools", "the text runs `%s`, and `Bash(%s)` does not allow that, so "+
			"Claude Code asks each time; write `Bash(%s:*)`", other, t.Args, granted(other, script))
	}
}

// shownCommand is a command that a text shows.
type shownCommand struct {
	text, first string      // without quotes; the first word
	script      string      // the name of the one that it runs, or ""
	isAllowed   func() bool // whether a rule covers it
}

// shownCommands returns the commands that fences of shell and code spans of a text hold. There may be very many rules.
func shownCommands(r *model.Reporter, rules []notation.Tool) (shown []shownCommand) {
	most := within(400, rules)
	add := func(l notation.Line) {
		if len(shown) < most && strings.Contains(strings.TrimSpace(l.Text), " ") {
			for _, p := range pieces(l.Text) {
				first, _, _ := strings.Cut(p.text, " ")
				shown = append(shown, shownCommand{p.text, first, runScript(p.text), sync.OnceValue(func() bool {
					return slices.ContainsFunc(rules, func(t notation.Tool) bool { return covers(t, p.text) })
				})})
			}
		}
	}
	notation.Shell(r.Doc, add)
	notation.TextWith(r.Doc, "`", func(l notation.Line) {
		codes, _ := l.Codes()
		for _, c := range codes {
			if !strings.HasSuffix(l.Text[:c.Start-l.Start], "!`") { // what runs before the prompt is told otherwise
				add(c)
			}
		}
	})
	return shown
}

// ruled returns the name of the script that a rule is about, or else its program.
func ruled(t notation.Tool) (script, program string) {
	args := strings.TrimRight(t.Args, ":* ")
	if strings.Contains(args, "*") {
		return "", ""
	}
	words := strings.Fields(args)
	if len(words) == 0 {
		return "", ""
	}
	return runScript(args), words[0]
}

// runScript returns the name of the script that a command runs, by its path or with an interpreter, or "".
func runScript(command string) string {
	for _, w := range notation.Words(command) {
		if (w.First || w.Script) && strings.Contains(w.Text, "/") && notation.IsScript(w.Text) {
			return path.Base(w.Text)
		}
	}
	return ""
}

// granted returns how the rule for a command begins: all up to its script, or its program.
func granted(command, script string) string {
	first, rest, _ := strings.Cut(command, " ")
	if script == "" {
		return first
	}
	end := strings.Index(rest, script)
	if end < 0 {
		return first
	}
	return fmt.Sprintf("%s %s", first, rest[:end+len(script)])
}
