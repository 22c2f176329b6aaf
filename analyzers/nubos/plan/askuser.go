package plan

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

const bareCall = " calls AskUserQuestion directly, which only one runtime has; write `node np-tools.cjs askuser " +
	"--json '{…}'`"

// forbidden is what turns a call into a warning.
var forbidden = memo.Regexp(`(?i)\b(?:bare|no|not|never|without|instead of|replaces?|removes?)\b`)

// askUser reports questions of a plan that go past the helper.
func askUser(r *document.Reporter, text *prose) {
	for m := range text.all(question, r.Doc.Body.Span) {
		if !forbidden().MatchString(text.before(m)) {
			r.Reportf("bare-askuser-call", m, "body", "the plan"+bareCall)
		}
	}
}

// bound tells a line that says what holds for one runtime from one that every runtime is to follow.
var bound = memo.Regexp(`(?i)\bclaude code\b|\bruntimes?\b|np-tools\.cjs\s+\w`)

// workflow reports such questions of a workflow, in fences as well, since a workflow's fences are carried out. It
// reports one a line: a line is one step.
func workflow(r *document.Reporter) {
	const name = "AskUserQuestion"
	text := prose{content: r.Doc.Content()}
	start := r.Doc.Body.Span.Start
	for line := range strings.Lines(text.content[start:]) {
		i := start + strings.Index(line, name)
		start += len(line)
		if !strings.Contains(line, name) || bound().MatchString(line) {
			continue
		}
		span, h := document.Span{Start: i, End: i + len(name)}, r.Doc.Body.HiddenAt(i)
		if (h == nil || h.Kind != document.Comment) && !forbidden().MatchString(text.before(span)) {
			r.Reportf("bare-askuser-call", span, "body", "the workflow"+bareCall)
		}
	}
}
