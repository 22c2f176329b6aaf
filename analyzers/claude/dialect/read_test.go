package dialect

import (
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestRead holds values as Claude Code has them, above all where the YAML library reads others.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, front, key, want string }{
		{"a line end of YAML 1.1 in a line", "name: a\u2028b\n", "name", "a\u2028b"},
		{"a byte order mark in a line", "name: a\uFEFFb\n", "name", "a\uFEFFb"},
		{"one in a list", "tools:\n  - \"a\u2029b\"\n", "tools", "a\u2029b"},
		{"one in a key", "na\u0085me: a\n", "na\u0085me", "a"},
		{"a colon in a text", "name: b: c\n", "name", "b: c"},
		{"quotes beside a colon in a text", "name: 'd'\ndescription: b: c\n", "name", "d"},
		{"quotes around marks beside it", "name: 'd [x]'\ndescription: b: c\n", "name", "d [x]"},
		{"a list beside a colon in a text", "tools: [x, y]\ndescription: b: c\n", "tools", "x, y"},
		{"what begins as a list beside it", "tools: [x, y] z\ndescription: b: c\n", "tools", "[x, y] z"},
	} {
		front := Read("---\n" + c.front + "---\nYou.\n")
		if front.Fault != nil || front.Root == nil {
			t.Errorf("%s: not read: %+v", c.name, front.Fault)
			continue
		}
		if got := shownOf(front.Root.Get(c.key)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// shownOf returns the text of a value, or those of a list.
func shownOf(n *document.Node) (text string) {
	if n == nil {
		return "nothing"
	}
	for i, item := range n.Items {
		if i > 0 {
			text += ", "
		}
		text += item.Text
	}
	return text + n.Text
}
