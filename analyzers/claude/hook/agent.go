package hook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// judgeAgents judges a matcher that is held against the types of agents, and reports whether one of its names is none: that of
// a plugin's agent without the plugin before it, or one that is near to an agent.
func judgeAgents(h *hooks, f *document.Finding, n *document.Node) bool {
	if h.Standalone {
		return false
	}
	f.Lesser = true
	if !listed().MatchString(n.Text) {
		return anchored(h, f, n)
	}
	for _, name := range strings.FieldsFunc(n.Text, func(c rune) bool { return c == '|' || c == ',' }) {
		if name = strings.TrimSpace(name); slices.Contains(h.List("agents"), name) {
			continue
		}
		if full := h.Facts().Scoped(name); full != "" {
			f.Message = fmt.Sprintf("the agent %q is one of a plugin, and its type is %q: names in a matcher must match "+
				"exactly, so the hooks never run for it; write `%s`", name, full, full)
			if n.Text == name {
				f.Fixes = document.Replace("write "+full, n.Span, n.Requote(full))
				f.Fixes[0].Unsafe = h.plugin == nil // the user may have one
			}
			return true
		}
		near := spell.Close(name, h.Facts().AgentNames)
		if a := h.Facts().Renamed[name]; a != nil {
			near = a.Full
		}
		if near != "" && !h.AgentKnown(name) {
			f.Message = fmt.Sprintf("there is no agent %q in this repository, and names in a matcher must match exactly, "+
				"so the hooks never run for it; did you mean %q?", name, near)
			return true
		}
	}
	return false
}

// anchored reports whether an expression fits no type of an agent, and fits the bare name of a plugin's, or names one of a
// plugin of this repository that has it not.
func anchored(h *hooks, f *document.Finding, n *document.Node) bool {
	if beyond().MatchString(n.Text) {
		return false
	}
	pattern, err := h.patterns.Compile(n.Text)
	fits := func(name string) bool { return h.effort.Matches(pattern, name) }
	if err != nil || meant(h, fits) || h.effort.Exceeded() {
		return false
	}
	for _, a := range h.Facts().Agents {
		if fits(a.Name) {
			f.Message = fmt.Sprintf("the agent %q is one of a plugin, and its type is %q, which %s does not fit, so the hooks never "+
				"run for it; put the plugin before the name", a.Name, a.Full, document.Show(n))
			return true
		}
	}
	plugin, own, _ := strings.Cut(n.Text, ":")
	if worded().MatchString(own) && h.Facts().PluginNamed(plugin) != nil {
		f.Message = fmt.Sprintf("the plugin %q of this repository has no agent %q, so the hooks never run for it%s", plugin, own,
			spell.DidYouMean(n.Text, h.Facts().AgentNames))
		return true
	}
	return false
}

// worded is a name of an agent in which no character has a meaning of its own for an expression.
var worded = memo.Regexp(`^[\w:-]+$`)

// meant reports whether the type of any agent fits.
func meant(h *hooks, fits func(name string) bool) bool {
	for _, a := range h.Facts().Agents {
		if fits(a.Full) {
			return true
		}
	}
	return slices.ContainsFunc(h.List("agents"), fits)
}
