package hook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
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
			} else if name = h.parted(rest); name == "" {
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
	f.Message = fmt.Sprintf("a matcher of names alone is compared letter by letter, and no tool is called %s: those of a "+
		"server are mcp__SERVER__TOOL, so it never matches; write `%s`", document.AllOf(wrong), fixed)
	f.Fixes = document.Replace("write "+fixed, n.Span, n.Requote(fixed))
	f.Fixes[0].Unsafe = isGuess
	return true
}

// parted returns the name of the tool that is meant where one underscore only parts it from a configured server, or "".
func (h *hooks) parted(rest string) string {
	for _, server := range h.Servers() {
		tool, ok := strings.CutPrefix(rest, server+"_")
		if ok && !slices.Contains(h.Servers(), rest) {
			return "mcp__" + server + "__" + tool
		}
	}
	return ""
}

var server = memo.Regexp(`mcp__([A-Za-z0-9_-]+?)__`)

// bare returns the name of a plugin's own server that a text has without the plugin before it, as no tool is called,
// and the name that its tools have; or "" and "". Where the server is configured elsewhere as well, that may be meant.
func (h *hooks) bare(text string) (name, full string) {
	if h.plugin == nil {
		return "", ""
	}
	for _, m := range server().FindAllStringSubmatch(text, -1) {
		for _, key := range h.plugin.Servers {
			full := model.ServerID("plugin_" + h.plugin.Name + "_" + key)
			times := slices.DeleteFunc(slices.Clone(h.Servers()), func(s string) bool { return s != key })
			if m[1] == model.ServerID(key) && len(times) == 1 && !strings.Contains(h.Doc.Content(), "mcp__"+full+"__") {
				return "mcp__" + m[1] + "__", "mcp__" + full + "__"
			}
		}
	}
	return "", ""
}

// unscoped judges a matcher that names a server of the plugin as if it were none of a plugin.
func (h *hooks) unscoped(f *document.Finding, n *document.Node) bool {
	name, full := h.bare(n.Text)
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
