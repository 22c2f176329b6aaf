package paths

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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

// TestFromURI holds what file URIs name on both kinds of systems.
func TestFromURI(t *testing.T) {
	for _, c := range []struct {
		style     Style
		uri, want string // "" is a mistake
	}{
		{"/", "file:///repo/a%20b.md", "/repo/a b.md"},
		{"/", "file://localhost/repo", "/repo"},
		{"/", "file:/repo", "/repo"},
		{"/", "FILE:///repo", "/repo"},
		{"/", "file:///repo/%C3%A4", "/repo/ä"},
		{"/", "file:///repo/a#b", "/repo/a"},
		{"/", "file://server/repo", ""},
		{"/", "file:repo", ""},
		{"/", "file://", ""},
		{"/", "file:///a%00b", ""},
		{"/", "file:///a%zz", ""},
		{"/", "https://example.com/repo", ""},
		{"/", "/repo", ""},
		{`\`, "file:///C:/repo/a%20b.md", `C:\repo\a b.md`},
		{`\`, "file:///c%3A/repo", `c:\repo`},
		{`\`, "file://server/share/repo", `\\server\share\repo`},
		{`\`, "file:///repo", ""},
		{`\`, "file:///1:/repo", ""},
	} {
		if got, err := c.style.FromURI(c.uri); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s with %s: %q, %v; want %q", c.uri, c.style, got, err, c.want)
		}
	}
}

// TestToURI holds what URIs paths have on both kinds of systems, and that these lead back.
func TestToURI(t *testing.T) {
	for _, c := range []struct {
		style      Style
		path, want string
	}{
		{"/", "/repo/a b.md", "file:///repo/a%20b.md"},
		{"/", "/repo/ä#?%.md", "file:///repo/%C3%A4%23%3F%25.md"},
		{"/", "/", "file:///"},
		{"/", `/repo/a\b:c`, "file:///repo/a%5Cb:c"},
		{`\`, `C:\repo\a b.md`, "file:///C:/repo/a%20b.md"},
		{`\`, `\\?\C:\repo`, "file:///C:/repo"},
		{`\`, `\\server\share\a.md`, "file://server/share/a.md"},
		{`\`, `\\?\UNC\server\share\a.md`, "file://server/share/a.md"},
	} {
		got := c.style.ToURI(c.path)
		if back, err := c.style.FromURI(got); got != c.want || err != nil || back != c.style.Plain(c.path) {
			t.Errorf("%s: %s, and back %s, %v; want %s", c.path, got, back, err, c.want)
		}
	}
}

// TestPlain holds what becomes of literal paths of Windows, and of names that only look like one elsewhere.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		style      Style
		path, want string
	}{
		{`\`, `\\?\C:\repo\a.md`, `C:\repo\a.md`},
		{`\`, `\\?\UNC\server\share\a.md`, `\\server\share\a.md`},
		{`\`, `C:\repo\a.md`, `C:\repo\a.md`},
		{`\`, `\\server\share\a.md`, `\\server\share\a.md`},
		{"/", `\\?\a`, `\\?\a`},
		{"/", "/repo/a.md", "/repo/a.md"},
	} {
		if got := c.style.Plain(c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}

// TestResolve frees paths of links, be what they name there or not.
func TestResolve(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link": "real", "lost": "gone", "circle": "circle"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for path, want := range map[string]string{
		"":           "",
		"real":       "real",
		"link":       "real",
		"link/a/b":   "real/a/b",
		"a/b":        "a/b",
		"lost":       "none",
		"lost/a":     "none",
		"circle/a/b": "none",
	} {
		got, ok := Resolve(filepath.Join(dir, path))
		if ok != (want != "none") || ok && got != filepath.Join(dir, want) {
			t.Errorf("%q: %s, %v", path, got, ok)
		}
	}
}

// TestTooLong holds which paths no file has.
func TestTooLong(t *testing.T) {
	sep := string(filepath.Separator)
	for path, want := range map[string]bool{
		sep + "a":                           false,
		strings.Repeat(sep+"a", 200):        false,
		strings.Repeat(sep+"a", 300):        true,
		sep + strings.Repeat("a", 5000):     true,
		sep + "a" + strings.Repeat("b", 90): false,
	} {
		if got := TooLong(path); got != want {
			t.Errorf("%.20s… of %d bytes: %v", path, len(path), got)
		}
	}
}
