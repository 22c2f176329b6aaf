package config

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

// TestPattern holds patterns against the library, which tries again where we do not.
func TestPattern(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	one := func(of ...string) string { return of[rng.Intn(len(of))] }
	several := func(n int, part func() string) string {
		var b strings.Builder
		for range 1 + rng.Intn(n) {
			b.WriteString(part())
		}
		return b.String()
	}
	plain := func() string {
		return one("a", "b", "ä", "€", "?", "*", "*", "**", "[ab]", "[^a]", "[!b-€]", "[a-bb-€]", "[b-ca-b]", "[a-]", "[-a]", `[\]a]`, `\*`, `\{`, "-", ",")
	}
	part := func() string {
		if rng.Intn(5) > 0 {
			return plain()
		}
		inBraces := func() string { return strings.ReplaceAll(several(2, plain), ",", `\,`) }
		return "{" + inBraces() + "," + inBraces() + one("", ",", "{a,b}") + "}"
	}
	char := func() string {
		return one("a", "b", "a", "b", "ä", "€", "*", "{", "]", "-", ",", "\xff", strings.Repeat("a", 60))
	}
	for range 20_000 {
		glob := several(6, part)
		if !doublestar.ValidatePattern(glob) {
			t.Fatalf("%q is no glob", glob)
		}
		p, plain := newPattern(glob), flat(glob)
		if slices.ContainsFunc(plain, func(glob string) bool { return strings.Contains(glob, "***") }) {
			continue // of which the library overlooks that they can be empty
		}
		for range 10 {
			text := several(6, char)
			got, want := p.matches(&name{text: text}), false
			for _, glob := range plain {
				want = want || doublestar.MatchUnvalidated(glob, text)
			}
			if got != want {
				t.Fatalf("%q matches %q: %t", glob, text, got)
			}
		}
	}
}

// flat returns the globs without braces that a glob stands for.
func flat(glob string) (all []string) {
	for start, c := range []byte(glob) {
		if c != '{' || escaped(glob, start) {
			continue
		}
		end, parts := alternatives(glob, start)
		for _, part := range parts {
			all = append(all, flat(glob[:start]+part+glob[end+1:])...)
		}
		return all
	}
	return []string{glob}
}

// BenchmarkPattern has names held against patterns that a name could be tried on again and again.
func BenchmarkPattern(b *testing.B) {
	for i, glob := range []string{
		"*a*a*a*a*a*a*a*a17*b", "*{a,b}*{a,b}*{a,b}*{a,b}17*", strings.Repeat("?", 200) + "*[^a]*", "*" + strings.Repeat("a", 190) + "?b*",
	} {
		b.Run(fmt.Sprint(i), func(b *testing.B) {
			p, n := newPattern(glob), &name{text: strings.Repeat("a", 200) + ".md"}
			for b.Loop() {
				p.matches(n)
			}
		})
	}
}
