package phase

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
)

// lists reports keys of a summary whose entries history-digest asks for, and that have none: it then gives up the
// whole summary, and says nothing.
func (j *judge) lists(f *dialect.Front) {
	graph, stack := f.Root.Get("dependency-graph"), f.Root.Get("tech-stack")
	provides := graph.Pair("provides")
	at := "frontmatter.dependency-graph."
	if provides == nil || empty(provides.Value) {
		provides, at = f.Root.Pair("provides"), "frontmatter."
	}
	j.list(provides, at)
	j.list(graph.Pair("affects"), "frontmatter.dependency-graph.")
	j.list(f.Root.Pair("patterns-established"), "frontmatter.")
	j.list(f.Root.Pair("key-decisions"), "frontmatter.")
	j.list(stack.Pair("added"), "frontmatter.tech-stack.")
}

// empty reports whether programs take a value for none.
func empty(n *document.Node) bool {
	return n.Type == document.Null || n.Type != document.List && n.Type != document.Map && dialect.Text(n) == ""
}

func (j *judge) list(p *document.Pair, at string) {
	if p == nil || p.Value.Type == document.List || empty(p.Value) {
		return
	}
	finding := document.Finding{Rule: "gsd-summary-list", Span: p.Value.Span, At: at + p.Key,
		Message: fmt.Sprintf("`%s` is no list, and history-digest goes through its entries, so it fails and leaves out what "+
			"else it would take from the summary; write a list", p.Key)}
	text := j.Doc.Text(p.Value.Span)
	if p.Value.Type != document.Map && !strings.ContainsAny(text, "\n[{") {
		start := strings.LastIndexByte(j.Doc.Content()[:p.KeySpan.Start], '\n') + 1
		indent := strings.Repeat(" ", p.KeySpan.Start-start)
		finding.Fixes = document.Replace("write a list", document.Span{Start: p.KeySpan.End, End: p.Value.Span.End},
			":\n"+indent+"  - "+text)
	}
	j.Report(finding)
}
