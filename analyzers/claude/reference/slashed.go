package reference

import (
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	parted = memo.Regexp("(?:^|[\\s(`\"'])/([a-z][\\w-]*(?:/[\\w-]+)+)(?:$|[\\s.,;:!?)`\"'])")
	said   = memo.Regexp(`(?i)\b(?:runs?|use|using|types?|calls?|invokes?|executes?|try|via|with|commands?)\b`)
)

// judgeSlashed reports commands in directories that are called with slashes, as a path.
func judgeSlashed(r *model.Reporter) {
	if !strings.Contains(r.Doc.Content(), "/") || len(r.Facts().Commands) == 0 {
		return
	}
	told := map[string]bool{}
	notation.Text(r.Doc, func(l notation.Line) {
		if strings.Count(l.Text, "/") < 2 {
			return // which saves a fifth of the time of agents, skills and commands
		}
		for _, m := range parted().FindAllStringSubmatchIndex(l.Text, -1) {
			text := l.Text[m[2]:m[3]]
			name := strings.ReplaceAll(text, "/", ":")
			if told[name] || !r.IsCommand(name) || !said().MatchString(l.Text[:m[2]]) || sample().MatchString(l.Text) {
				continue
			}
			told[name] = true
			span := l.Span(m[2], m[3])
			r.Fixf("cc-reference", span, "body", document.Replace("write "+name, span, name),
				"the directories of a command are parted by colons, so /%s calls nothing; write /%s", text, name)
		}
	})
}
