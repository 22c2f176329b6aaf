package cost

import (
	"strings"
	"testing"

	"github.com/expr-lang/expr/parser"
)

// TestShape has expressions that may cost too much whatever they work on, with words of the reason, and some that may not.
func TestShape(t *testing.T) {
	for source, reason := range map[string]string{
		"all(r, # > 1)":                            "",
		"all(r, all(#.s, # > 1))":                  "",
		"all(r, all(#.s, all(#.t, # > 1)))":        "predicates are nested 3 deep, and 2 is the most",
		"all(r, # > 1) && all(r, all(#.s, # > 1))": "",
		"1..9":                         "a range",
		"repeat(r, 3) == r":            "repeat() makes texts",
		"join(r, '') == ''":            "join() makes texts",
		"map(r, # + 'x') == r":         "map() makes texts",
		"map(r, upper(#)) == r":        "map() makes texts",
		"map(r, # ? 'x' + # : #) == r": "map() makes texts",
		"map(r, # + 1) == r":           "",
		"reduce(r, #acc + #) > 1":      "reduce() makes values",
		"now() > r":                    "now() is something else each time",
		"toJSON(r) == ''":              "toJSON() cannot be used in an invariant",
		"nothing(r)":                   "there is no function nothing",
		"r matches s":                  "a pattern in quotes",
		"r matches '('":                "the pattern behind `matches`",
		"r matches '^a+$'":             "",
		"let x = r; x + x == s":        "`x` is put together with itself",
		"let x = r; x + s == s":        "",
		"!(r == s" + strings.Repeat(" || r == s", 49) + ")":   "",
		"!!(r == s" + strings.Repeat(" || r == s", 49) + ")":  "it has 201 parts, and 200 are the most",
		"r == s" + strings.Repeat(" || r == s || r == s", 25): "parts, and 200 are the most",
		"replace(lower(r), ' ', '-') == s":                    "",
	} {
		tree, err := parser.Parse(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		err = CheckShape(tree.Node)
		if (err == nil) != (reason == "") || err != nil && !strings.Contains(err.Error(), reason) {
			t.Errorf("%s is refused with %v; want %q", source, err, reason)
		}
	}
}

// list returns a list of as many texts of some bytes.
func list(length, bytes int) []any {
	items := make([]any, length)
	for i := range items {
		items[i] = strings.Repeat("x", bytes)
	}
	return items
}

// TestWork has evaluations that are too much for the sizes of what they work on, and some that are not.
func TestWork(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		source string
		r      any
		ok     bool
	}{
		{"all(r, # == 'x')", list(100_000, 1), true},
		{"all(r, # == 'x')", list(100_001, 1), false},
		{"all(r, any(r, # == 'x'))", list(300, 1), true},
		{"all(r, any(r, # == 'x'))", list(320, 1), false},
		{"replace(r, 'a', 'bb') == ''", strings.Repeat("a", 60_000), false},
		{"replace(r, 'a', 'b') == ''", strings.Repeat("a", 60_000), true},
		{"lower(r) == ''", strings.Repeat("a", 64<<10), true},
		{"lower(r) == ''", strings.Repeat("a", 64<<10+1), false},
		{"len(split(r, ',')) > 2", strings.Repeat("a,", 20_000), true},
		{"all(r, lower(#) == 'x')", list(2_000, 1), true},
		{"all(r, lower(#) == 'x')", list(60_000, 1), false}, // an item counts as large as its list
		{"all(r, r == #)", list(60_000, 10), false},
		{"all(r, # + '" + long + "' == # + '" + long + "')", list(70_000, 1), true},
		{"all(r, # + '" + long + "' == # + '" + long + "')", list(90_000, 1), false},
		{"r.x == 1", map[string]any{"x": 1.0}, true},
	} {
		tree, err := parser.Parse(c.source)
		if err != nil {
			t.Fatal(err)
		}
		if work, ok := Of(tree.Node, map[string]Size{"r": SizeOf(c.r)}); ok != c.ok {
			t.Errorf("%s over a value of %.0f bytes: %.0f bytes of work, within what it may take: %t", c.source, SizeOf(c.r).whole, work, ok)
		}
	}
}
