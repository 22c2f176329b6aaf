package config

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

// TestIndex holds what is looked up against the library, which is asked glob by glob and directory by directory.
func TestIndex(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	one := func(of ...string) string { return of[rng.Intn(len(of))] }
	name := func() string { return one("a", "b", "ab", "ba", "a.md", "b.md", "abc.md", "[a]", "*", "ä", ".a") }
	segment := func() string {
		return one("a", "b", "ab", "a*", "*b", "*.md", "*", "**", "a?", "[ab]", "[^a]*", "{a,b}", "{a,b}.md", "*a*", "a**", "**b", `\[a\]`, `\*`, "ä*", "?")
	}
	join := func(n int, part func() string) string {
		var parts []string
		for range n {
			parts = append(parts, part())
		}
		return strings.Join(parts, "/")
	}
	braces := func() string { return "{" + join(1+rng.Intn(2), segment) + "," + join(1+rng.Intn(2), segment) + "}" }
	for range 1000 {
		c := Default(builtIn)
		for range 1 + rng.Intn(70) {
			glob := join(1+rng.Intn(4), segment)
			switch rng.Intn(6) {
			case 0:
				glob = braces() + one("", "/"+glob)
			case 1:
				glob += "/" + braces()
			}
			twice := func(plain string) bool { return strings.Contains(plain, "**/**") }
			if checkGlob(glob) == nil && !slices.ContainsFunc(expand(glob), twice) {
				c.Exclude = append(c.Exclude, glob)
			}
		}
		for range 20 {
			path := join(1+rng.Intn(4), name)
			got := map[string]bool{}
			x := c.lookup()
			for i := range x.matched(path).each(x.exclude) {
				got[c.Exclude[i]] = true
			}
			for _, glob := range c.Exclude {
				want := false
				for at := path; at != ""; at = at[:max(0, strings.LastIndexByte(at, '/'))] {
					for _, plain := range expand(strings.TrimSuffix(glob, "/")) { // the library finds no ** for nothing behind a *
						want = want || doublestar.MatchUnvalidated(plain, at) || doublestar.MatchUnvalidated(strings.TrimSuffix(plain, "/**"), at)
					}
				}
				if got[glob] != want {
					t.Fatalf("glob %q and path %q: looked up as %t", glob, path, got[glob])
				}
			}
		}
	}
}

// TestIndexWays looks a path up that one glob matches in very many ways, each of which may be followed once.
func TestIndexWays(t *testing.T) {
	c := Default(builtIn)
	c.Exclude = []string{strings.Repeat("**/*/", 9) + "b"}
	x := c.lookup()
	found := 0
	for range x.matched(strings.Repeat("a/", 30) + "b").each(x.exclude) {
		found++
	}
	if found != 1 {
		t.Error("the glob does not match")
	}
	for path, d := range x.dirs {
		if len(d.nodes) > 100 {
			t.Fatalf("%d places of the glob are followed below %s", len(d.nodes), path)
		}
	}
}
