package spec

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// toolName is the name of a tool of the server, as it is or behind that of a plugin, and not the beginning of several
// such as nx_plan_*. Some write the plural: nx_tasks_list.
var toolName = memo.Regexp(`(?:\b|_)(nx_(?:plan|task|history|artifact)s?_[a-z]+(?:_[a-z]+)*)\b`)

// toolDocs is where nexus-core describes the tools of its server.
const toolDocs = "docs/mcp-server-tools.md"

// tools reports tools of the server that a prompt names and that there are not.
func (m *member) tools() {
	unknownTools(m.Reporter, m.project, m.Doc.Front.End, "body", "so the call fails when a session comes to it")
}

// unknownTools reports tools of the server that stand behind an offset and that there are not, each once.
func unknownTools(r *document.Reporter, p *model.Project, from int, place, why string) {
	src := string(r.Doc.Src)
	if !strings.Contains(src, "nx_") {
		return
	}
	known := p.Vocabulary("nexus", "mcp_tools")
	told := map[string]bool{}
	for _, at := range toolName().FindAllStringSubmatchIndex(src[from:], -1) {
		span := document.Span{Start: from + at[2], End: from + at[3]}
		name := src[span.Start:span.End]
		isMore := strings.HasPrefix(src[span.End:], "_") || strings.HasPrefix(src[span.End:], "*")
		if slices.Contains(known, name) || told[name] || isMore {
			continue
		}
		told[name] = true
		hint, fixes := "; write one that "+toolDocs+" has", []document.Fix(nil)
		if near := spell.Close(name, known); near != "" { // all of them begin alike, and create is not update
			hint, fixes = "; did you mean "+near+"?", r.Meant(span, name, known)
		}
		r.Report(document.Finding{Rule: "nx-spec-tool", Span: span, At: place, Fixes: fixes,
			Lesser:  p.Version("nexus", r.Doc.Root).IsLater(),
			Message: "the server of nexus-core has no tool " + name + ", " + why + hint})
	}
}
