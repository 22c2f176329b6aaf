package hook

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// toolless judges the names of a list that are a server's and name no tool of it, and reports whether there is one.
func (h *hooks) toolless(f *document.Finding, n *document.Node) bool {
	var names, wrong []string
	isGuess := false
	for name := range strings.FieldsFuncSeq(n.Text, func(c rune) bool { return c == '|' || c == ',' }) {
		name = strings.TrimSpace(name)
		rest, isServer := strings.CutPrefix(name, "mcp__")
		if _, tool, _ := strings.Cut(rest, "__"); isServer && tool == "" {
			wrong = append(wrong, fmt.Sprintf("%q", name))
			if rest = strings.TrimRight(rest, "_"); rest == "" {
				name = "mcp__.*"
			} else if name = notation.Parted(rest, func(name string) bool { return h.Times(name) > 0 }); name == "" {
				name = "mcp__" + rest + "__.*"
			} else {
				isGuess = true
			}
		}
		names = append(names, name)
	}
	if len(wrong) == 0 || !listed().MatchString(n.Text) {
		return false
	}
	fixed := strings.Join(names, "|")
	if len(names) > 1 {
		fixed = "^(" + fixed + ")$" // an expression matches anywhere in a name, as a list does not
	}
	f.Lesser = true
	f.Message = fmt.Sprintf("a matcher of names alone must match exactly, and no tool is called %s: those of a "+
		"server are mcp__SERVER__TOOL, so %s; write `%s`", document.AllOf(wrong), never(len(wrong), len(names)), fixed)
	f.Fixes = document.Replace("write "+fixed, n.Span, n.Requote(fixed))
	f.Fixes[0].Unsafe = isGuess
	return true
}

var server = memo.Regexp(`mcp__([A-Za-z0-9_-]+?)__`)

// misnamed judges a matcher that names a server near to one that is configured.
func (h *hooks) misnamed(f *document.Finding, n *document.Node) bool {
	for _, m := range server().FindAllStringSubmatch(n.Text, -1) {
		near := spell.Close(m[1], h.Said("servers"))
		if near == "" || h.Times(m[1]) > 0 {
			continue
		}
		fixed := strings.ReplaceAll(n.Text, "mcp__"+m[1]+"__", "mcp__"+near+"__")
		f.Lesser = true
		f.Message = fmt.Sprintf("no server %q is configured in this repository, and %q is, so %s never matches; write `%s`",
			m[1], near, document.Show(n), fixed)
		f.Fixes = document.Guess("write "+fixed, n.Span, n.Requote(fixed))
		return true
	}
	return false
}

// unscoped judges a matcher that names a server of the plugin as if it were none of a plugin.
func (h *hooks) unscoped(f *document.Finding, n *document.Node) bool {
	name, full := h.OwnServer(n.Text)
	if name == "" {
		return false
	}
	fixed := strings.ReplaceAll(n.Text, name, full)
	f.Lesser = true
	f.Message = fmt.Sprintf("tools of a server of a plugin are called %s…, so %s never matches those of this plugin; write "+
		"`%s`", full, document.Show(n), fixed)
	f.Fixes = document.Replace("write "+fixed, n.Span, n.Requote(fixed))
	return true
}

// judgeServer reports the server of a hook that nothing configures, where the name of one is near: the hook fails then. That
// of a plugin is called plugin:PLUGIN:SERVER.
func judgeServer(h *hooks, n *document.Node, at string) {
	name := document.Text(n)
	if own, _ := h.OwnServer("mcp__" + notation.ServerID(name) + "__"); h.plugin != nil && own != "" {
		full := "plugin:" + h.plugin.Name + ":" + name
		h.Report(document.Finding{Rule: "cc-hook-matcher", Span: n.Span, At: at, Lesser: true,
			Fixes: document.Replace("write "+full, n.Span, n.Requote(full)), Message: fmt.Sprintf("the server %q is one of the plugin, and "+
				"Claude Code calls it %q, so the hook fails each time; write that", name, full)})
		return
	}
	if h.Standalone || h.Times(name) > 0 || strings.ContainsAny(name, ":$") {
		return
	}
	if near := spell.Close(name, h.Said("servers")); near != "" {
		h.Report(document.Finding{Rule: "cc-hook-matcher", Span: n.Span, At: at, Lesser: true, Fixes: h.Meant(n.Span, name, []string{near}),
			Message: fmt.Sprintf("no server %q is configured in this repository, and %q is, so the hook fails each time", name, near)})
	}
}
