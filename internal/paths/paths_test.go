package paths

import "testing"

// TestPathStyles holds where a path lies by the rules of both kinds of systems, whatever this one is.
func TestPathStyles(t *testing.T) {
	for _, c := range []struct {
		style     Style
		path, dir string
		within    bool
		below     string // if it is within
	}{
		{"/", "/repo", "/repo", true, ""},
		{"/", "/repo/agents/np-x.md", "/repo", true, "agents/np-x.md"},
		{"/", "/repository", "/repo", false, ""},
		{"/", "/rep", "/repo", false, ""},
		{"/", "/repo", "/", true, "repo"},
		{"/", "/", "/", true, ""},
		{"/", `/repo/agents\np-x.md`, "/repo", true, `agents\np-x.md`}, // a name may hold a backslash
		{`\`, `C:\repo`, `C:\repo`, true, ""},
		{`\`, `C:\repo\agents\np-x.md`, `C:\repo`, true, "agents/np-x.md"},
		{`\`, `C:\repository`, `C:\repo`, false, ""},
		{`\`, `C:\repo`, `C:\`, true, "repo"},
		{`\`, `C:\repo\agents`, `C:\`, true, "repo/agents"},
		{`\`, `C:\`, `C:\`, true, ""},
		{`\`, `D:\repo`, `C:\repo`, false, ""},
		{`\`, `D:\repo`, `C:\`, false, ""},
		{`\`, `\\server\share\repo\agents`, `\\server\share\`, true, "repo/agents"},
		{`\`, `\\server\share\repo\agents`, `\\server\share\repo`, true, "agents"},
		{`\`, `\\server\shared\repo`, `\\server\share\`, false, ""},
	} {
		if got := c.style.Within(c.path, c.dir); got != c.within {
			t.Errorf("%s within %s: %v, want %v", c.path, c.dir, got, c.within)
		}
		if got := c.style.Below(c.path, c.dir); c.within && got != c.below {
			t.Errorf("%s below %s: %q, want %q", c.path, c.dir, got, c.below)
		}
	}
}
