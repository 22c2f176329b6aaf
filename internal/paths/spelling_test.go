package paths

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// holding returns a disk that holds files with certain paths, and the directories above them. fold is what it makes of
// names before it compares them.
func holding(s Style, fold func(string) string, files ...string) Disk {
	listed := map[string][]string{} // by directory, folded
	known := map[string]bool{}
	for _, file := range files {
		root, rest := s.root(file)
		for part := range strings.SplitSeq(rest, string(s)) {
			if dir := fold(root); !slices.Contains(listed[dir], part) {
				listed[dir] = append(listed[dir], part)
			}
			root += part
			known[fold(root)] = true
			root += string(s)
		}
	}
	return Disk{
		Same:  func(a, b string) bool { return fold(a) == fold(b) && known[fold(a)] },
		Names: func(dir string) []string { return listed[fold(dir)] },
	}
}

// TestSpelled holds in what case paths are written on systems as Linux is, as macOS and as Windows, whatever this one is.
func TestSpelled(t *testing.T) {
	keep := func(s string) string { return s }
	linux := holding("/", keep, "/home/ada/Shop/agents/np-x.md", "/home/ada/Shop/agents/NP-X.md")
	mac := holding("/", strings.ToLower, "/Users/ada/Shop/agents/np-x.md", "/Users/ada/Shop/Übung/ä.md", "/Users/ada/1/2.md")
	windows := holding(`\`, strings.ToLower, `C:\Users\ada\Shop\agents\np-x.md`, `\\Server\Share\Shop\agents\np-x.md`)
	for _, c := range []struct {
		style      Style
		disk       Disk
		path, want string
	}{
		{"/", linux, "/home/ada/Shop/agents/np-x.md", "/home/ada/Shop/agents/np-x.md"},
		{"/", linux, "/home/ada/Shop/agents/NP-X.md", "/home/ada/Shop/agents/NP-X.md"},
		{"/", linux, "/home/ada/shop/agents/np-x.md", "/home/ada/shop/agents/np-x.md"},
		{"/", linux, "/home/ada/Shop/agents/Np-x.md", "/home/ada/Shop/agents/Np-x.md"},
		{"/", linux, "/", "/"},
		{"/", mac, "/Users/ada/Shop/agents/np-x.md", "/Users/ada/Shop/agents/np-x.md"},
		{"/", mac, "/users/ADA/shop/Agents/NP-X.MD", "/Users/ada/Shop/agents/np-x.md"},
		{"/", mac, "/users/ada/shop/agents/NEW.md", "/Users/ada/Shop/agents/NEW.md"},
		{"/", mac, "/users/ada/other/Agents/x.md", "/Users/ada/other/Agents/x.md"},
		{"/", mac, "/users/ada/shop/übung/Ä.MD", "/Users/ada/Shop/Übung/ä.md"},
		{"/", mac, "/users/ada/1/2.MD", "/Users/ada/1/2.md"},
		{"/", mac, "/", "/"},
		{`\`, windows, `c:\users\ada\SHOP\Agents\np-X.md`, `C:\Users\ada\Shop\agents\np-x.md`},
		{`\`, windows, `c:\`, `C:\`},
		{`\`, windows, `d:\shop`, `D:\shop`},
		{`\`, windows, `\\Server\Share\SHOP\Agents\np-X.md`, `\\Server\Share\Shop\agents\np-x.md`},
		{`\`, windows, `\\Server\Share\`, `\\Server\Share\`},
		{`\`, windows, `\\Server\Share`, `\\Server\Share`},
		{`\`, windows, `\\Server`, `\\Server`},
	} {
		if got := c.style.Spelled(c.path, c.disk); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}

// TestSpelledHere holds what this system's own disk says: a path that is spelled right stays.
func TestSpelledHere(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "Agents", "np-x.md")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(dir, "gone", "X.md"), string(filepath.Separator)} {
		if got := Spelled(path); got != path {
			t.Errorf("%s: %s", path, got)
		}
	}
	other := filepath.Join(dir, "aGENTS", "NP-x.md")
	want := other
	if Exists(other) { // this system takes one for the other
		want = file
	}
	if got := Spelled(other); got != want {
		t.Errorf("%s: %s, want %s", other, got, want)
	}
}
