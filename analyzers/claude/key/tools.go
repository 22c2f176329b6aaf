package key

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var single = memo.Regexp(`^mcp_[^_]`)

// judgeTools reports entries of a list of tools that are none: of unknown names one finding.
func judgeTools(r *model.Reporter, isAgent bool, key string) {
	at := "frontmatter." + key
	unknown := document.Finding{Rule: "cc-tool-unknown", At: at, Least: true}
	var names, told, servers []string
	for _, tool := range model.Tools(r.Doc, r.Front().Get(key)) {
		server := model.Server(tool.Name)
		switch {
		case tool.Fault != "":
			r.Report(document.Finding{
				Rule: "cc-tool-form", Span: tool.Span, At: at,
				Message: fmt.Sprintf("%s is no entry of a list of tools: %s; write `Tool` or `Tool(arguments)`",
					document.Quote(r.Doc.Text(tool.Span)), tool.Fault),
			})
		case single().MatchString(tool.Name):
			r.Report(document.Finding{
				Rule: "cc-tool-mcp", Span: tool.Span, At: at,
				Message: fmt.Sprintf("%q names no tool: those of servers have two underscores, mcp__SERVER__TOOL, so this one "+
					"never matches", tool.Name),
			})
		case server != "" && !r.Standalone:
			if !slices.Contains(servers, server) {
				judgeServer(r, tool, server, at)
			}
			servers = append(servers, server)
		case server != "" || tool.Name == "*" || strings.HasPrefix(tool.Name, "mcp__") || r.Known(tool.Name) ||
			placeholder(tool.Name):
		case slices.Contains(told, tool.Name):
		default:
			told = append(told, tool.Name)
			near, program := r.Near(tool.Name)
			switch {
			case program != "":
				names = append(names, fmt.Sprintf("%q (a tool of %s; here %s)", tool.Name, program, near))
			case near != "":
				names = append(names, fmt.Sprintf("%q (did you mean %q?)", tool.Name, near))
			default:
				names = append(names, fmt.Sprintf("%q", tool.Name))
			}
			unknown.Least = unknown.Least && near == "" && !isAgent
			if len(names) == 1 {
				unknown.Span = tool.Span
			}
			if near != "" && strings.EqualFold(near, tool.Name) && tool.Own.Len() > 0 {
				unknown.Fixes = append(unknown.Fixes, document.Replace("write "+near, tool.Own, near)...)
			}
		}
	}
	if len(names) == 0 {
		return
	}
	unknown.Fixes = joined(unknown.Fixes)
	form, it := "%s has no tool %s: it is left out without a word%s", "it"
	if len(names) > 1 {
		form, it = "%s has no tools %s: they are left out without a word%s", "them"
	}
	const most = 5
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d others", more))
	}
	unknown.Message = fmt.Sprintf(form, model.Version, document.AllOf(names), effect(isAgent, key, it))
	r.Report(unknown)
}

// effect returns what follows for tools that are left out.
func effect(isAgent bool, key, them string) string {
	switch {
	case strings.HasPrefix(key, "dis"):
		return ", so nothing is denied"
	case isAgent:
		return ", so the agent does not have " + them
	case them == "it":
		return ", so it is still asked for"
	}
	return ", so they are still asked for"
}

// joined makes one fix of several.
func joined(fixes []document.Fix) []document.Fix {
	if len(fixes) < 2 {
		return fixes
	}
	all := document.Fix{Title: "write the names as Claude Code does"}
	for _, f := range fixes {
		all.Edits = append(all.Edits, f.Edits...)
	}
	return []document.Fix{all}
}

func placeholder(name string) bool {
	return strings.ContainsAny(name, "<>{}$") || name == "..." || name == ""
}

func judgeServer(r *model.Reporter, tool model.Tool, server, at string) {
	known := slices.Clone(r.Servers())
	for _, n := range document.Items(r.Front().Get("mcpServers")) {
		for _, p := range document.Pairs(n) {
			known = append(known, p.Key)
		}
	}
	for _, p := range document.Pairs(r.Front().Get("mcpServers")) {
		known = append(known, p.Key)
	}
	if meant := model.Parted(server, r.Servers()); meant != "" && tool.Name == "mcp__"+server && !slices.Contains(known, server) {
		f := document.Finding{Rule: "cc-tool-mcp", Span: tool.Span, At: at, Message: fmt.Sprintf("%q names no tool: two "+
			"underscores part the server from the tool, so it never matches; write %q", tool.Name, meant)}
		r.Report(f)
		return
	}
	if _, full := r.OwnServer(tool.Name); full != "" {
		r.Reportf("cc-tool-mcp", tool.Span, at, "tools of a server of a plugin are called %s…, so %q is none of this plugin, "+
			"and never matches one", full, tool.Name)
		return
	}
	near := spell.Close(server, known)
	if slices.Contains(known, server) || near == "" || strings.Contains(server, "*") {
		return
	}
	f := document.Finding{
		Rule: "cc-tool-mcp", Span: tool.Span, At: at,
		Message: fmt.Sprintf("no server %q is configured in this repository, and %q is: %q never matches", server, near,
			tool.Name),
	}
	r.Report(f)
}

// judgeEmpty reports a list of tools that leaves the agent none.
func judgeEmpty(r *model.Reporter) {
	p := r.Front().Pair("tools")
	if p == nil || len(model.Tools(r.Doc, p.Value)) > 0 || p.Value.Type == document.Map {
		return
	}
	r.Report(document.Finding{
		Rule: "cc-tool-empty", Span: p.KeySpan, At: "frontmatter.tools",
		Message: "`tools` is " + document.Show(p.Value) + " and lists no tool, so the agent has none at all; list them, or " +
			"remove the key for all tools",
	})
}

// judgeContradiction reports tools that an agent is given and denied.
func judgeContradiction(r *model.Reporter) {
	denied := r.Front().Pair("disallowedTools")
	given := model.Tools(r.Doc, r.Front().Get("tools"))
	if denied == nil || len(given) == 0 || !model.HasKey(r.Front(), "disallowedTools") {
		return
	}
	f := document.Finding{
		Rule: "cc-tool-contradiction", Span: denied.KeySpan, At: "frontmatter.disallowedTools", Least: true,
		Message: "`disallowedTools` counts only where `tools` is not set, so it does nothing here; remove it",
	}
	for _, tool := range model.Tools(r.Doc, denied.Value) {
		if slices.ContainsFunc(given, func(g model.Tool) bool {
			return r.Canonical(g.Name) == r.Canonical(tool.Name) && g.Args == tool.Args
		}) {
			f.Least, f.Span = false, tool.Span
			f.Message = fmt.Sprintf("%q is in `tools`, too, where `disallowedTools` does not count: the agent has the tool; "+
				"take it out of one of the two", tool.Name)
		}
	}
	r.Report(f)
}
