package spec

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// toolName is the name of a tool of the server, and not the beginning of several such as nx_plan_*.
var toolName = memo.Regexp(`\bnx_(?:plan|task|history|artifact)_[a-z]+(?:_[a-z]+)*\b`)

// toolDocs is where nexus-core describes the tools of its server.
const toolDocs = "docs/mcp-server-tools.md"

// tools reports tools of the server that a prompt names and that there are not, each once.
func (m *member) tools() {
	src := string(m.Doc.Src)
	if !strings.Contains(src, "nx_") {
		return
	}
	known := m.project.Vocabulary("nexus", "mcp_tools")
	told := map[string]bool{}
	for _, at := range toolName().FindAllStringIndex(src[m.Doc.Front.End:], -1) {
		span := document.Span{Start: m.Doc.Front.End + at[0], End: m.Doc.Front.End + at[1]}
		name := src[span.Start:span.End]
		if slices.Contains(known, name) || told[name] || strings.HasPrefix(src[span.End:], "_") || strings.HasPrefix(src[span.End:], "*") {
			continue
		}
		told[name] = true
		hint := "; write one that " + toolDocs + " has"
		if near := spell.Suggest(name, known); near != "" {
			hint = near
		}
		m.Report(document.Finding{Rule: "nx-spec-tool", Span: span, At: "body", Fixes: m.Meant(span, name, known),
			Lesser:  m.project.Version("nexus", m.Doc.Root).IsLater(),
			Message: "the server of nexus-core has no tool " + name + ", so the call fails when a session comes to it" + hint})
	}
}
