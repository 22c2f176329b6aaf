package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestAliases holds where aliases are, whether their value is known, and how many a consumer resolves that follows
// them.
func TestAliases(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"none", "a: 1", ""},
		{"to a text", "a: &x 1\nb: *x", "*x scalar 1"},
		{"to a list", "a: &x [1]\nb: *x\nc: *x", "*x 1, *x 2"},
		{"within anchored values",
			"a: &x 1\nb: &y [*x, *x]\nc: &z [*y, *y]\nd: *z", "*x scalar 1, *x scalar 2, *y 5, *y 8, *z 15"},
		{"to itself", "a: &x [*x]", "*x 1"},
	} {
		var got []string
		for _, a := range parseYAML(c.src).Aliases {
			kind := ""
			if a.Scalar {
				kind = " scalar"
			}
			got = append(got, fmt.Sprintf("%s%s %d", a.Span.Of([]byte(c.src)), kind, a.Total))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestAliasesNeverOverflow counts the aliases of a text that stands for more values than there is memory.
func TestAliasesNeverOverflow(t *testing.T) {
	var src strings.Builder
	src.WriteString("a0: &a0 [x]\n")
	for i := range 60 {
		fmt.Fprintf(&src, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), ", "))
	}
	aliases := parseYAML(src.String()).Aliases
	if last := aliases[len(aliases)-1]; len(aliases) != 540 || last.Total != maxResolved {
		t.Errorf("%d aliases, the last with a total of %d", len(aliases), last.Total)
	}
}

func TestIsAlias(t *testing.T) {
	src := "a: &x 1\nb: *x\nc: &y [2]\nd: *y"
	d := parseYAML(src)
	for key, want := range map[string]bool{"a": false, "b": false, "c": false, "d": true} {
		if got := d.IsAlias(d.Root.Get(key).Span); got != want {
			t.Errorf("%s: got %t", key, got)
		}
	}
}
