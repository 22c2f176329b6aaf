package hook

import (
	"errors"
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// matcher judges the matcher of an event.
func (h *hooks) matcher(event string, n *document.Node, at string) {
	f := document.Finding{Rule: "cc-hook-matcher", Span: n.Span, At: at}
	isTool := slices.Contains(h.List("events_tool"), event)
	isBare := slices.Contains(h.List("events_bare"), event)
	m := rule().FindStringSubmatch(n.Text)
	switch {
	case strings.HasPrefix(event, "Subagent") && n.Text != "" && n.Text != "*" && judgeAgents(h, &f, n):
	case n.Text == "" || n.Text == "*" || slices.Contains(h.List("events_free"), event) && listed().MatchString(n.Text),
		n.Text == ".*" && isBare: // always, as is meant
		return
	case event == "FileChanged" && strings.ContainsAny(n.Text, `^$\\*?+()[]{}`):
		f.Lesser = true
		f.Message = fmt.Sprintf("the matcher of FileChanged lists the names of the files to watch, separated by `|`, so %s "+
			"watches one of that very name, unless a hook returns `watchPaths`; write names such as \".env|.envrc\"", document.Show(n))
	case isBare:
		f.Lesser = true
		f.Message = fmt.Sprintf("%s has no matcher, so Claude Code ignores %s and the hooks always run; remove it", event,
			document.Show(n))
	case isTool && m != nil && h.tool(m[1]) != "":
		f.Message = fmt.Sprintf("a matcher is compared with the tool's name, never with what it is called with, so %s "+
			"never matches; write `%s` here, and the rule as `if` of the hook", document.Show(n), h.tool(m[1]))
		h.called.Add(f)
		return
	case isTool && (h.toolless(&f, n) || h.unscoped(&f, n) || h.misnamed(&f, n)):
	case !listed().MatchString(n.Text):
		judgeExpression(h, f, n, isTool)
		return
	case !h.names(&f, n, h.Table("event_values")[event], isTool):
		return
	}
	h.Report(f)
}

// judgeExpression judges a matcher that is a regular expression.
func judgeExpression(h *hooks, f document.Finding, n *document.Node, isTool bool) {
	const most = 10_000 // bytes of a pattern that is looked at
	if len(n.Text) > most || beyond().MatchString(n.Text) {
		return
	}
	pattern, err := h.patterns.Parse(n.Text)
	switch {
	case errors.As(err, new(*memo.TooCostly)):
	case err != nil:
		f.Message = fmt.Sprintf("%s is no regular expression, so it never matches; names alone are separated by `|`",
			document.Show(n))
		if isTool && strings.HasPrefix(n.Text, "*.") {
			f.Message += ", and files stand in `if` of the hook, such as Edit(" + n.Text + ")"
		}
		h.Report(f)
	case isTool && otherCase(h, &f, n):
		h.Report(f)
	case isTool && !mayBeName(pattern):
		f.Message = fmt.Sprintf("names of tools have only letters, digits, `_` and `-`, so %s never matches; ", document.Show(n))
		if strings.Contains(n.Text, "tool_input") {
			f.Message += "write the name of the tool alone, and what must hold of its input as `if` of the hook"
		} else {
			f.Message += "names alone are separated by `|`"
		}
		h.nameless.Add(f)
	}
}

// otherCase judges an expression that fits no tool and would fit one in another case. One that may be about tools of
// servers, which are mostly written in lower case, is left alone.
func otherCase(h *hooks, f *document.Finding, n *document.Node) bool {
	exact, err := h.patterns.Compile(n.Text)
	loose, looseErr := h.patterns.Compile("(?i:" + n.Text + ")")
	if err != nil || looseErr != nil || strings.Contains(n.Text, "mcp") {
		return false
	}
	meant := ""
	tools := slices.Concat(h.List("tools"), h.List("tools_gone"), slices.Sorted(maps.Keys(h.Table("tool_aliases"))))
	for _, tool := range tools {
		if h.effort.Matches(exact, tool) || h.effort.Matches(exact, "mcp__server__"+strings.ToLower(tool)) {
			return false
		}
		if meant == "" && h.effort.Matches(loose, tool) {
			meant = tool
		}
	}
	if meant == "" || h.effort.Exceeded() {
		return false
	}
	f.Lesser = true
	f.Message = fmt.Sprintf("names in a matcher must match exactly, and %s fits that of no tool, so it never matches; did "+
		"you mean %q?", document.Show(n), meant)
	return true
}

// mayBeName reports whether there may be the name of a tool in what a pattern matches.
func mayBeName(p *syntax.Regexp) bool {
	switch p.Op {
	case syntax.OpLiteral:
		return !slices.ContainsFunc(p.Rune, func(c rune) bool { return !notation.InTool(c) })
	case syntax.OpCharClass:
		for i := 0; i < len(p.Rune); i += 2 {
			for c := p.Rune[i]; c <= min(p.Rune[i+1], 'z'); c++ {
				if notation.InTool(c) {
					return true
				}
			}
		}
		return false
	case syntax.OpAlternate:
		return slices.ContainsFunc(p.Sub, mayBeName)
	case syntax.OpStar, syntax.OpQuest:
		return true
	case syntax.OpRepeat:
		return p.Min == 0 || mayBeName(p.Sub[0])
	}
	return !slices.ContainsFunc(p.Sub, func(sub *syntax.Regexp) bool { return !mayBeName(sub) })
}

// tool returns the tool of a name, or one that is near to it, or "".
func (h *hooks) tool(name string) string {
	if h.Known(name) {
		return name
	}
	near, _ := h.Near(name)
	return near
}

// maxMended bounds how many names of a matcher are mended at once.
const maxMended = 40

// names judges a matcher that is a list of names, and reports whether one of them is none.
func (h *hooks) names(f *document.Finding, n *document.Node, values []string, isTool bool) bool {
	fixed, isFixable, isSure := n.Text, true, true
	var wrong []string
	last, parts := "", 0 // the last name that is wrong, and how many names there are
	f.Lesser, f.Least = true, true
	for _, name := range strings.FieldsFunc(n.Text, func(c rune) bool { return c == '|' || c == ',' }) {
		name = strings.TrimSpace(name)
		if name != "" {
			parts++
		}
		near := ""
		switch {
		case name == "" || isTool && (h.Known(name) || strings.HasPrefix(name, "mcp__")) || !isTool &&
			slices.Contains(values, name):
			continue
		case isTool:
			near, _ = h.Near(name)
			f.Least = f.Least && near == ""
		default:
			near = spell.Nearest(name, values)
			f.Least = false
		}
		wrong = append(wrong, fmt.Sprintf("%q%s", name, spell.DidYouMean(name, []string{near})))
		last = name
		if isFixable = isFixable && near != "" && len(wrong) <= maxMended; isFixable {
			fixed = strings.Replace(fixed, name, near, 1)
			isSure = isSure && spell.Surely(name, near)
		}
	}
	if len(wrong) == 0 {
		return false
	}
	f.Message = fmt.Sprintf("%s knows no tool %s, and names in a matcher must match exactly, so %s", h.Program(),
		document.AllOf(wrong), never(len(wrong), parts))
	if !isTool {
		f.Message = fmt.Sprintf("this event never comes with %s, so the hooks never run for it; write %s",
			document.AllOf(wrong), document.OneOf(values))
	}
	if isFixable {
		f.Fixes = model.Instead("write "+fixed, n.Span, n.Requote(fixed), isSure)
	}
	if len(wrong) == 1 && parts > 1 && strings.Count(n.Text, last) == 1 {
		f.Span, _ = document.Find(h.Doc, n.Span, last)
	}
	return true
}

// never tells of what never matches where so many of the names of a matcher are wrong.
func never(wrong, all int) string {
	switch {
	case wrong == all:
		return "it never matches"
	case wrong == 1:
		return "that part of it never matches"
	}
	return "those parts of it never match"
}
