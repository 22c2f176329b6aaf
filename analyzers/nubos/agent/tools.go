package agent

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// tools judges what no gate looks at: the runtime's adapter splits the text at commas and knows the tools by name.
func (g *gates) tools() {
	p := g.value("tools")
	if p == nil {
		return
	}
	if p.Value.Type != document.String {
		g.toolsType(p)
		if p.Value.Type != document.List {
			return
		}
		for _, item := range p.Value.Items {
			g.tool(item.Text, item.Span)
		}
		return
	}
	start := p.Value.Span.Start
	if p.Value.Quote != 0 {
		start++
	}
	seen := map[string]bool{}
	names := splitTools(p.Value.Text)
	for i, name := range names {
		word := strings.TrimSpace(name)
		at := start + strings.Index(name, word)
		span := document.Span{Start: at, End: at + len(word)}
		comma := document.Span{Start: start - 1, End: start + len(name)} // the entry with the comma before it
		if i == 0 {
			comma = document.Span{Start: start, End: start + len(name) + 1}
		}
		start += len(name) + 1
		switch {
		case word == "" && len(names) > 1:
			g.report("agent-tools", "tools", comma, document.Replace("remove the comma", comma, ""),
				"`tools` has an empty entry: two commas side by side, or one at an end; remove the comma")
		case strings.Count(word, "(") != strings.Count(word, ")"):
			g.report("agent-tools", "tools", span, nil,
				"the parentheses in %q do not match, so what follows is read as part of this tool; close them", word)
		case spaceOutside(word) > 0:
			var fixes []document.Fix
			if plainNames().MatchString(word) {
				fixes = document.Replace("separate the tools by commas", span, strings.Join(strings.Fields(word), ", "))
			}
			g.report("agent-tools", "tools", span, fixes,
				"%q is read as the name of one tool, which no runtime has; separate tools by commas", word)
		case seen[word]:
			g.report("agent-tools", "tools", span, nil, "the tool %s is listed twice; remove one", word)
		default:
			g.tool(word, span)
		}
		seen[word] = true
	}
}

// toolsType reports tools that are no text, though the loader lets anything pass.
func (g *gates) toolsType(p *document.Pair) {
	var fixes []document.Fix
	text := "Read, Grep"
	if p.Value.Type == document.List && len(p.Value.Items) > 0 {
		var names []string
		for _, item := range p.Value.Items {
			if item.Type == document.String && item.Text != "" && !strings.Contains(item.Text, ",") {
				names = append(names, item.Text)
			}
		}
		if len(names) == len(p.Value.Items) { // else something would be lost
			text = strings.Join(names, ", ")
			fixes = document.Replace("write a comma list", document.Span{Start: p.KeySpan.End, End: p.Value.Span.End},
				": "+text)
		}
	}
	g.report("agent-tools", "tools", p.Value.Span, fixes,
		"`tools` is %s; the loader lets it pass, but the runtime's adapter splits a text at commas: write `tools: %s`",
		document.Show(p.Value), text)
}

// plainNames is a list of tools between which nothing is missing but commas.
var plainNames = memo.Regexp(`^[A-Z][A-Za-z]+([ \t]+[A-Z][A-Za-z]+)+$`)

// spaceOutside returns the offset of the first white space outside of parentheses, or -1.
func spaceOutside(word string) int {
	depth := 0
	for i, c := range word {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && (c == ' ' || c == '\t'):
			return i
		}
	}
	return -1
}

// splitTools splits at commas that do not stand in parentheses, as in `Bash(git log, git diff)`.
func splitTools(text string) []string {
	var names []string
	depth, from := 0, 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ',' && depth == 0:
			names = append(names, text[from:i])
			from = i + 1
		}
	}
	return append(names, text[from:])
}

// tool warns of a name that no known runtime has.
func (g *gates) tool(name string, span document.Span) {
	base, _, _ := strings.Cut(name, "(")
	known := g.set.Vocabulary("nubos", "tools")
	extra := g.set.Options.Words("agent-unknown-tool", "extra")
	if base == "*" || strings.HasPrefix(base, "mcp__") || slices.Contains(known, base) || slices.Contains(extra, base) {
		return
	}
	near := spell.Nearest(base, slices.Concat(known, extra))
	if near == "" {
		g.report("agent-unknown-tool", "tools", span, nil,
			"%q is no tool that nplint knows, and a runtime that does not know it either leaves it out "+
				"silently; if it is right, add it to the option `extra` of this rule", base)
		return
	}
	var fixes []document.Fix
	if base == name {
		fixes = document.Replace("write "+near, span, near)
	}
	g.report("agent-unknown-tool", "tools", span, fixes,
		"%q is no tool that nplint knows; did you mean %s? A runtime silently leaves out a tool that it does "+
			"not know", base, near)
}
