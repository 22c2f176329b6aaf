package key

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/claude/permission"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var single = memo.Regexp(`^mcp_[^_]`)

// isBracketed reports whether a list in brackets is no YAML, so that Claude Code takes it for one text.
func isBracketed(n *document.Node) bool {
	text := document.Text(n)
	return n != nil && n.Quote == 0 && strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]")
}

// judgeTools reports entries of a list of tools that are none: of unknown names one finding.
func judgeTools(r *model.Reporter, isAgent bool, key string) {
	at, list := "frontmatter."+key, r.Front().Get(key)
	if isBracketed(list) {
		return // which is told where it is read
	}
	missing := unknown{Reporter: r, isAgent: isAgent, told: map[string]bool{},
		finding: document.Finding{Rule: "cc-tool-unknown", At: at, Least: true}}
	servers, alike := map[string]bool{}, gather.ByCause{}
	known := sync.OnceValue(func() []string { return serversOf(r) })
	for _, tool := range notation.Tools(r.Doc, list) {
		server := notation.Server(tool.Name)
		if tool.Fault == "" && key == "allowed-tools" && judgeGrant(r, tool, at, alike) {
			continue
		}
		switch {
		case tool.Fault != "":
			r.Reportf("cc-tool-form", tool.Span, at, "%s is no entry of a list of tools: %s; write `Tool` or "+
				"`Tool(arguments)`", document.Quote(r.Doc.Text(tool.Span)), tool.Fault)
		case single().MatchString(tool.Name):
			r.Reportf("cc-tool-mcp", tool.Span, at, "%q names no tool: those of servers have two underscores, "+
				"mcp__SERVER__TOOL, so this one never matches", tool.Name)
		case server != "" && !r.Standalone:
			if !servers[server] {
				judgeServer(r, tool, server, at, known(), alike)
			}
			servers[server], missing.hasAny = true, true
		case tool.Name == "-":
			missing.isParted = true
		case server != "" || tool.Name == "*" || strings.HasPrefix(tool.Name, "mcp__") || r.Known(tool.Name) ||
			placeholder(tool.Name):
			missing.hasAny = true
		default:
			missing.add(tool)
		}
	}
	alike.Report(r, "other entry", " of the list")
	missing.report(key)
}

// unknown gathers the tools of a list that there are not.
type unknown struct {
	*model.Reporter
	isAgent  bool
	told     map[string]bool
	names    []string // as messages have them
	finding  document.Finding
	hasAny   bool // the list has a tool that there is
	isParted bool // it has items below a text
}

func (u *unknown) add(tool notation.Tool) {
	if u.told[tool.Name] {
		return
	}
	u.told[tool.Name] = true
	near, program := u.Near(tool.Name)
	if program != "" {
		u.names = append(u.names, fmt.Sprintf("%q (a tool of %s; here %s)", tool.Name, program, near))
	} else {
		u.names = append(u.names, fmt.Sprintf("%q%s", tool.Name, spell.Hint(near)))
	}
	u.finding.Least = u.finding.Least && near == "" && !u.isAgent
	if len(u.names) == 1 {
		u.finding.Span = tool.Span
	}
	if near != "" && strings.EqualFold(near, tool.Name) && tool.Own.Len() > 0 {
		u.finding.Fixes = append(u.finding.Fixes, document.Replace("write "+near, tool.Own, near)...)
	}
}

// report reports those of the list below a key, if there are any.
func (u *unknown) report(key string) {
	if len(u.names) == 0 {
		return
	}
	form, it, names := "%s has no tool %s: it is left out silently%s", "it", u.names
	if len(names) > 1 {
		form, it = "%s has no tools %s: they are left out silently%s", "them"
	}
	const most = 5
	if more := len(names) - most; more > 1 {
		names = append(names[:most:most], fmt.Sprintf("%d others", more))
	}
	f, then := u.finding, effect(u.isAgent, key, it)
	f.Fixes = joined(f.Fixes)
	if !u.isParted && u.isAgent && key == "tools" && !u.hasAny && f.Fixes == nil {
		then = ", so the agent has no tool at all; list what it needs, or remove the key for all tools"
	}
	f.Message = fmt.Sprintf(form, u.Program(), document.AllOf(names), then)
	if u.isParted {
		f.Message += "; to YAML the lines below a text go on with it, so write all in one line, or all as a list"
	}
	u.Report(f)
}

// judgeGrant reports an entry that allows what is in its parentheses, in a form that never matches. Settings refuse most of
// them; here they are taken, without a word.
func judgeGrant(r *model.Reporter, tool notation.Tool, at string, alike gather.ByCause) bool {
	if tool.Args == "" || strings.Contains(tool.Args, "$") || placeholder(tool.Args) {
		return false
	}
	why, meant := permission.Refused(tool.Name, tool.Args)
	near := ""
	if !r.Standalone {
		near = permission.NearSkill(r, tool)
	}
	switch {
	case why != "":
	case strings.HasPrefix(tool.Name, "mcp__"):
		why, meant = "rules for tools of servers take no arguments", tool.Name
	case near != "":
		why, meant = fmt.Sprintf("there is no skill %q in this repository", tool.Args), "Skill("+near+")"
	default:
		why, meant = permission.Never(r, tool.Name+"("+tool.Args+")", "")
	}
	if why == "" {
		return false
	}
	f := document.Finding{Rule: "cc-tool-form", Span: tool.Span, At: at}
	f.Message = fmt.Sprintf("the rule \"%s(%s)\" does not do what it says: %s", tool.Name, tool.Args, why)
	if meant != "" {
		f.Message += fmt.Sprintf("; write %q", meant)
	}
	alike.Add(why, f)
	return true
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

// serversOf returns the servers that an agent may have tools of, sorted.
func serversOf(r *model.Reporter) []string {
	known := slices.Clone(r.Said("servers"))
	for _, n := range document.Items(r.Front().Get("mcpServers")) {
		for _, p := range document.Pairs(n) {
			known = append(known, p.Key)
		}
	}
	for _, p := range document.Pairs(r.Front().Get("mcpServers")) {
		known = append(known, p.Key)
	}
	slices.Sort(known)
	return slices.Compact(known)
}

func judgeServer(r *model.Reporter, tool notation.Tool, server, at string, known []string, alike gather.ByCause) {
	_, isKnown := slices.BinarySearch(known, server)
	isServer := func(name string) bool { return r.Times(name) > 0 }
	if meant := notation.Parted(server, isServer); meant != "" && tool.Name == "mcp__"+server && !isKnown {
		f := document.Finding{Rule: "cc-tool-mcp", Span: tool.Span, At: at, Message: fmt.Sprintf("%q names no tool: two "+
			"underscores part the server from the tool, so it never matches; write %q", tool.Name, meant)}
		alike.Add("", f)
		return
	}
	if _, full := r.OwnServer(tool.Name); full != "" {
		r.Reportf("cc-tool-mcp", tool.Span, at, "tools of a server of a plugin are called %s…, so %q is none of this plugin, "+
			"and never matches one", full, tool.Name)
		return
	}
	if plugin, rest := model.Unserved(r.Tree, server); plugin != nil && !isKnown {
		r.Reportf("cc-tool-mcp", tool.Span, at, "the plugin %q of this repository brings %s and no server %q, so %q never "+
			"matches", plugin.Name, document.AllOf(plugin.Servers), rest, tool.Name)
		return
	}
	near := spell.Close(server, known)
	if isKnown || near == "" || strings.Contains(server, "*") {
		return
	}
	f := document.Finding{
		Rule: "cc-tool-mcp", Span: tool.Span, At: at,
		Message: fmt.Sprintf("no server %q is configured in this repository, and %q is: %q never matches", server, near,
			tool.Name),
	}
	if _, full := r.OwnServer("mcp__" + near + "__"); full != "" {
		f.Message = fmt.Sprintf("tools of a server of a plugin are called by its name, %s…, so %q is none of this plugin, "+
			"and never matches one", full, tool.Name)
	}
	r.Report(f)
}

// judgeEmpty reports a list of tools that leaves the agent none.
func judgeEmpty(r *model.Reporter) {
	p := r.Front().Pair("tools")
	if p == nil || len(notation.Tools(r.Doc, p.Value)) > 0 || p.Value.Type == document.Map {
		return
	}
	r.Report(document.Finding{
		Rule: "cc-tool-empty", Span: p.KeySpan, At: "frontmatter.tools",
		Message: "`tools` is " + document.Show(p.Value) + " and lists no tool, so the agent has none at all; list them, or " +
			"remove the key for all tools",
	})
}

// judgeWithheld reports tools that an agent lists and that no subagent gets. One that sessions are started as has them.
func judgeWithheld(r *model.Reporter) {
	front := r.Front()
	f := document.Finding{Rule: "cc-tool-withheld", At: "frontmatter.tools"}
	var names []string
	for _, tool := range notation.Tools(r.Doc, front.Get("tools")) {
		name := r.Canonical(tool.Name)
		plans := name == "ExitPlanMode" && document.Text(front.Get("permissionMode")) == "plan" && r.Doc.Kind == "claude/agent"
		if !slices.Contains(r.List("tools_withheld"), name) || plans || slices.Contains(names, tool.Name) {
			continue
		}
		if names = append(names, tool.Name); len(names) == 1 {
			f.Span = tool.Span
		}
	}
	if len(names) == 0 || front.Has("initialPrompt") {
		return
	}
	if own, _, _ := r.Twins(r.Doc.Path); own != nil &&
		(slices.Contains(r.Said("main"), own.Name) || slices.Contains(r.Said("main"), own.Full)) {
		return
	}
	f.Message = fmt.Sprintf("Claude Code gives no subagent %s, even if `tools` lists it; only a session that is started as this "+
		"agent (`--agent`, or `agent` of settings) has it: take it out, and leave what it is for to the caller", document.OneOf(names))
	r.Report(f)
}

// judgeContradiction reports tools that an agent is given and denied. What is denied goes first, and as a whole: what
// stands in parentheses does not count there.
func judgeContradiction(r *model.Reporter) {
	listed := r.Front().Has("tools")
	given := map[string]bool{}
	for _, tool := range notation.Tools(r.Doc, r.Front().Get("tools")) {
		given[r.Canonical(tool.Name)] = true
	}
	for _, tool := range notation.Tools(r.Doc, r.Front().Get("disallowedTools")) {
		isWhole := !tool.HasArg || strings.Trim(tool.Args, "*: ") == ""
		if tool.Fault != "" || !given[r.Canonical(tool.Name)] && (listed || isWhole || !r.Known(tool.Name)) {
			continue
		}
		f := document.Finding{Rule: "cc-tool-contradiction", Span: tool.Span, At: "frontmatter.disallowedTools"}
		switch {
		case isWhole:
			f.Message = fmt.Sprintf("%q is in `tools`, too, and what is disallowed goes first: the agent does not have the tool; "+
				"take it out of one of the two", tool.Name)
		default:
			f.Message = fmt.Sprintf("`disallowedTools` takes a tool away as a whole: for \"%s(%s)\" the agent loses all of %s; put a "+
				"rule into `permissions.deny` of the settings instead", tool.Name, tool.Args, tool.Name)
		}
		r.Report(f)
		return
	}
}
