package command

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/internal/memo"
)

// told is what a line has that tells of arguments, or of texts that have them.
var told = memo.Regexp(`(?i)commands?\b|skill|placeholder|substitut|frontmatter|syntax|hint|\$[1@*]|\x60\$ARGUMENTS\x60`)

// judgeUnfilled reports arguments, and commands of the shell, in texts in which Claude Code puts in neither: those of agents, of
// instructions and of rules.
func judgeUnfilled(r *model.Reporter) {
	if text := r.Doc.Content(); !strings.Contains(text, "$ARGUMENTS") && !strings.Contains(text, "!`") {
		return
	}
	isAgent := slices.Contains(model.Agents, r.Doc.Kind) && !strings.Contains(r.Doc.Content(), "ARGUMENTS=")
	isShell := true // what is told once
	notation.Text(r.Doc, func(l notation.Line) {
		if at := strings.Index(l.Text, "$ARGUMENTS"); at >= 0 && isAgent && !told().MatchString(l.Text) {
			isAgent = false
			r.Reportf("cc-command-argument", l.Span(at, at+len("$ARGUMENTS")), "body", "Claude Code puts arguments into skills and commands "+
				"alone, so in an agent `$ARGUMENTS` stays in the text; say instead that the task comes with the prompt")
		}
		if !isShell || !strings.Contains(l.Text, "!`") {
			return
		}
		codes, _ := l.Codes()
		for _, c := range codes {
			at := c.Start - l.Start - len("!`")
			if at >= 0 && strings.HasPrefix(l.Text[at:], "!`") && isStart(l.Text, at) && c.Text != "" && c.Text[0] >= 'a' && isShell {
				isShell = false
				r.Reportf("cc-command-shell", c.Span(0, len(c.Text)), "body", "Claude Code runs what stands behind `!` in skills and "+
					"commands alone, so here the model gets the text of the command and nothing that it prints; have the model run it")
			}
		}
	})
}
