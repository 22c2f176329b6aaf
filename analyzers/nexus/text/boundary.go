package text

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// supervision reports names of what supervises agents, which is no business of a tree of prompts.
func supervision(r *document.Reporter, l *lists) {
	s := string(r.Doc.Src)
	for _, name := range l.supervision {
		eachPart(s, name, func(span document.Span) {
			if span.Start > 0 && document.IsWordByte(s[span.Start-1]) ||
				span.End < len(s) && document.IsWordByte(s[span.End]) {
				return
			}
			r.Reportf("nx-rule-no-supervision", span, "content",
				"%q belongs to a supervisor of agents, and the rule no-supervision-logic keeps all of that out of "+
					"nexus-core; leave it to the consumer that supervises", name)
		})
	}
}

// acp reports entries of the Agent Client Protocol in vocabulary and schemas.
func acp(r *document.Reporter) {
	if dir := path.Base(path.Dir(r.Doc.Path)); dir != "vocabulary" && r.Doc.Kind != "nexus/schema" {
		return
	}
	message := "the rule no-acp keeps the Agent Client Protocol out of vocabulary and schemas: consumers would " +
		"have to speak it; take it out"
	if strings.HasPrefix(path.Base(r.Doc.Path), "acp-") {
		r.Reportf("nx-rule-no-acp", r.Doc.FirstLine(), "content", "%s is named after it; %s", path.Base(r.Doc.Path),
			message)
		return
	}
	s := string(r.Doc.Src)
	eachWord(s, func(start, end int) {
		if word := strings.ToLower(s[start:end]); word == "acp" || strings.HasPrefix(word, "acp_") ||
			strings.HasSuffix(word, "_acp") {
			r.Reportf("nx-rule-no-acp", document.Span{Start: start, End: end}, "content", "%q: %s", s[start:end],
				message)
		}
	})
}

var (
	effect   = memo.Regexp(`(?i)\b(?:deletes?|removes?|writes?|updates?|creates?|appends?)\b`)
	negation = memo.Regexp(`(?i)\b(?:not|never|no longer|none|without)\b|않|금지|없`)
	foreign  = memo.Regexp("`(?:[\\w{}/.-]*/)?((?:edit-tracker|reopen-tracker)\\.json|tool-log\\.jsonl|[a-z-]+\\.extension\\.json)`")
	returned = memo.Regexp("`(memoryHint\\.hadLoopDetection)`")
)

// sideEffects reports promises of the tools' contract about files that are a harness's own.
func sideEffects(r *document.Reporter) {
	if path.Base(r.Doc.Path) != "nexus-tools-contract.md" {
		return
	}
	r.Doc.Body.EachLine(func(line string, start int) bool {
		if !strings.Contains(line, "`") {
			return true
		}
		if m := returned().FindStringSubmatchIndex(line); m != nil && !negation().MatchString(line) {
			r.Reportf("nx-rule-tool-side-effect", document.Span{Start: start + m[2], End: start + m[3]}, "body",
				"the contract of a tool returns %s, which only a harness can know; "+
					"by the rule neutral-tool-side-effect it is not part of the contract any more; take it out",
				line[m[2]:m[3]])
		}
		found := foreign().FindAllStringSubmatchIndex(line, -1)
		if len(found) == 0 || !effect().MatchString(line) || negation().MatchString(line) {
			return true
		}
		for _, m := range found {
			r.Reportf("nx-rule-tool-side-effect", document.Span{Start: start + m[2], End: start + m[3]}, "body",
				"the contract of a tool changes %s, which belongs to a harness; "+
					"by the rule neutral-tool-side-effect tools touch only plan, tasks, history and agent-tracker, "+
					"so leave it to the harness's hooks", line[m[2]:m[3]])
		}
		return true
	})
}
