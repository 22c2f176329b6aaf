package notation

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Tool is an entry of a list of tools, or a permission rule: NAME or NAME(ARGS).
type Tool struct {
	Name   string
	Args   string
	HasArg bool
	Fault  string // why its form is wrong, or ""
	Span   document.Span
	Own    document.Span // of the name alone; empty if it is not known
}

// Tools reads the value of a key that lists tools: a text parted at commas and blanks outside of parentheses, or a
// list of such texts.
func Tools(d *document.Document, n *document.Node) []Tool {
	var all []Tool
	for _, text := range Lists(n) {
		all = split(all, d, text)
	}
	return all
}

// split adds the entries of a text to others.
func split(tools []Tool, d *document.Document, n *document.Node) []Tool {
	start := n.Span.Start
	if n.Quote != 0 {
		start++
	}
	plain := start+len(n.Text) <= len(d.Src) && d.Text(document.Span{Start: start, End: start + len(n.Text)}) == n.Text
	const most = 32 // entries for which room is made: a hostile file must not make it large
	tools = slices.Grow(tools, min(1+strings.Count(n.Text, ","), most))
	depth, from := 0, -1
	end := func(to int) {
		if from < 0 {
			return
		}
		tool := ParseTool(n.Text[from:to])
		tool.Span = n.Span
		if plain {
			tool.Span = document.Span{Start: start + from, End: start + to}
			tool.Own = document.Span{Start: start + from, End: start + from + len(tool.Name)}
		}
		tools, from = append(tools, tool), -1
	}
	for i, c := range n.Text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case depth == 0 && (c == ',' || c == ' ' || c == '\t' || c == '\n'):
			end(i)
			continue
		}
		if from < 0 {
			from = i
		}
	}
	end(len(n.Text))
	return tools
}

// ParseTool reads one entry.
func ParseTool(text string) Tool {
	name, rest, has := strings.Cut(text, "(")
	t := Tool{Name: name, HasArg: has}
	depth := 1
	for i := 0; has && i < len(rest) && depth > 0; i++ {
		switch rest[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && i < len(rest)-1 {
				t.Fault = "text stands behind its closing parenthesis"
			}
			t.Args = rest[:i]
		}
	}
	switch {
	case has && depth > 0:
		t.Args, t.Fault = rest, "its parenthesis is not closed, so all that follows is taken for its arguments"
	case !has && strings.Contains(text, ")"):
		t.Name, t.Fault = strings.TrimSuffix(name, ")"), "a parenthesis closes that was never opened"
	}
	return t
}

// Server returns the server of an MCP tool's name, or "".
func Server(name string) string {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok {
		return ""
	}
	server, _, _ := strings.Cut(rest, "__")
	return server
}

// Types returns the types of agents that an entry Agent(a, b) lists.
func (t *Tool) Types() []string {
	return strings.FieldsFunc(t.Args, func(c rune) bool { return c == ',' || c == ' ' })
}

// ServerID returns the name of a server as the names of its tools have it.
func ServerID(name string) string {
	return strings.Map(func(c rune) rune {
		if InTool(c) {
			return c
		}
		return '_'
	}, name)
}

// InTool reports whether a character may stand in the name of a tool.
func InTool(c rune) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// Parted returns the name of the tool that is meant where one underscore only parts it from one of the servers that are
// configured, or "".
func Parted(rest string, isServer func(name string) bool) string {
	const longest = 128 // nobody names a server longer
	if isServer(rest) {
		return ""
	}
	for i := range min(len(rest), longest) {
		if rest[i] == '_' && isServer(rest[:i]) {
			return "mcp__" + rest[:i] + "__" + rest[i+1:]
		}
	}
	return ""
}
