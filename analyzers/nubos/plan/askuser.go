package plan

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// bound tells a line that says what holds for one runtime from one that every runtime is to follow.
var bound = rules.Lazy(`(?i)\bclaude code\b|\bruntimes?\b|np-tools\.cjs\s+\w`)

// workflow reports questions that go past the helper, in fences as well, since a workflow's fences are carried out.
func (j *artefact) workflow() {
	if j.Doc.Body == nil {
		return
	}
	const name = "AskUserQuestion"
	content := j.Doc.Content()
	for at := j.Doc.Body.Span.Start; at < len(content); {
		line, start := content[at:], at
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		at += len(line) + 1
		if !strings.Contains(line, name) || bound().MatchString(line) {
			continue
		}
		// One finding a line: a line is one step.
		i := start + strings.Index(line, name)
		span := document.Span{Start: i, End: i + len(name)}
		h := j.Doc.Body.HiddenAt(i)
		if (h == nil || h.Kind != document.Comment) && !j.before(span, forbidden()) {
			j.Reportf("bare-askuser-call", span, "body",
				"the workflow calls AskUserQuestion directly, which only one runtime has; write `node np-tools.cjs "+
					"askuser --json '{…}'`")
		}
	}
}
