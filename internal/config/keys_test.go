package config

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/mistake"
)

func TestKeyLines(t *testing.T) {
	lines := linesOf(t, `# "comment" [no.table]
a = 1 # = b
"q.\"t" = 'x'
'l' . d = { i = [1,
  [2], { j = 3 }], # comment ]
  k = "}" }
s = """
x = 1
\""" """"
m = '''
[t]'''
[ t . "u" ]
v = 1979-05-27 07:32:00
[[t.array]]
w.x = true
[t.array.sub]
y = []
[[t.array]]
[[t.array.sub]]
y = ""
`)
	want := map[string]int{
		"a": 2, `"q.\"t"`: 3, "l": 4, "l.d": 4, "l.d.i": 4, "l.d.i[0]": 4, "l.d.i[1]": 5, "l.d.i[1][0]": 5, "l.d.i[2]": 5,
		"l.d.i[2].j": 5, "l.d.k": 6, "s": 7, "m": 10, "t": 12, "t.u": 12, "t.u.v": 13, "t.array": 14, "t.array[0]": 14,
		"t.array[0].w": 15, "t.array[0].w.x": 15, "t.array[0].sub": 16, "t.array[0].sub.y": 17, "t.array[1]": 18,
		"t.array[1].sub": 19, "t.array[1].sub[0]": 19, "t.array[1].sub[0].y": 20,
	}
	if !maps.Equal(lines, want) {
		for _, at := range slices.Sorted(maps.Keys(lines)) {
			if want[at] != lines[at] {
				t.Errorf("%s: got line %d, want %d", at, lines[at], want[at])
			}
		}
		t.Errorf("got %d places, want %d", len(lines), len(want))
	}
}

func linesOf(t *testing.T, text string) map[string]int {
	t.Helper()
	f, problems := decode("x.toml", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return f.lines
}

// FuzzConfig holds that no text makes the reader panic, that it knows the line of every key that the TOML parser sees, that messages
// are one printable line each, and that what it accepts comes back from Show.
func FuzzConfig(f *testing.F) {
	f.Add(fullConfig)
	f.Add(Default(builtIn).Show())
	f.Add("a.'b c'.\"\\e\\x41\" = [ { x = [ 1, \"\"\"y\\\n\"\"\"\"\"\" ] }, ] # c\n[[t]]\n[t.\"\"]\n[[t]]\r\n")
	f.Add("exclude = [\"\\u0000\\U0010FFFF\"]\n[[overrides]]\npaths = [\"{a,b}/[!c]\"]\nrules.missing-required.severity = \"off\"")
	f.Add("s=[\"\"]\ns.d=\"\"") // which the library takes
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		parse := func(text string) (*Config, *configFile, []mistake.Mistake) {
			c := Default(builtIn)
			c.Dir = dir
			f, problems := parse(c, "x.toml", text)
			if len(problems) == 0 {
				problems = f.check(c, false)
			}
			if len(problems) == 0 {
				f.fill(c)
			}
			return c, f, problems
		}
		c, f, problems := parse(text)
		last, _ := document.NewLines([]byte(text)).Position(len(text))
		for _, p := range problems {
			if p.Line < 0 || p.Line > last {
				t.Errorf("%q is in line %d", p.Text, p.Line)
			}
			if i := strings.IndexFunc(p.Text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%q is not printable", p.Text)
			}
		}
		var tree map[string]any
		if f != nil && f.doc != nil {
			if _, err := toml.Decode(text, &tree); err == nil {
				checkLines(t, f.lines, tree, "")
			}
		}
		if len(problems) > 0 {
			return
		}
		shown := c.Show()
		again, _, problems := parse(shown)
		if len(problems) > 0 {
			t.Fatalf("shown\n%s\nis refused: %v", shown, problems)
		}
		if got := again.Show(); uncommented(got) != uncommented(shown) {
			t.Errorf("shown\n%s\nand read again\n%s", shown, got)
		}
	})
}

// checkLines reports places in a TOML value that have no line.
func checkLines(t *testing.T, lines map[string]int, v any, at string) {
	if at != "" && lines[at] == 0 {
		t.Errorf("%s has no line", at)
	}
	if table, ok := v.(map[string]any); ok {
		for key, v := range table {
			checkLines(t, lines, v, keyPath(at, key))
		}
	}
	if list, ok := v.([]map[string]any); ok {
		for i, v := range list {
			checkLines(t, lines, v, itemPath(at, i))
		}
	}
	for i, v := range items(v) {
		checkLines(t, lines, v, itemPath(at, i))
	}
}
