package config

import (
	"fmt"
	"strings"
	"testing"
)

// TestGlobs holds what a glob may be, what it stands for, and whether names are held against it one by one.
func TestGlobs(t *testing.T) {
	const stars, braces, long = "a glob may hold at most 4 brace groups and 12 stars", "braces with slashes in them", "a glob may have at most 1000 bytes"
	for _, c := range []struct {
		glob, wrong, expanded string
		costly                bool
	}{
		{glob: strings.Repeat("a", 1000), expanded: strings.Repeat("a", 1000)},
		{glob: strings.Repeat("a", 1001), wrong: long},
		{glob: strings.Repeat("{a}", 4), expanded: strings.Repeat("{a}", 4), costly: true},
		{glob: strings.Repeat("{a}", 5), wrong: stars},
		{glob: strings.Repeat("*a", 12), expanded: strings.Repeat("*a", 12), costly: true},
		{glob: strings.Repeat("*a", 13), wrong: stars},
		{glob: "{a/,b/}{a/,b/}{a/,b/}{a/,b/}c", expanded: "a/a/a/a/c a/a/a/b/c a/a/b/a/c a/a/b/b/c a/b/a/a/c a/b/a/b/c a/b/b/a/c a/b/b/b/c " +
			"b/a/a/a/c b/a/a/b/c b/a/b/a/c b/a/b/b/c b/b/a/a/c b/b/a/b/c b/b/b/a/c b/b/b/b/c"},
		{glob: "{a/,b/,c/}{a/,b/}{a/,b/}{a/,b/}c", wrong: braces},
		{glob: "{a,b}", expanded: "{a,b}", costly: true},
		{glob: "{a/b,c}d/e", expanded: "a/bd/e cd/e"},
		{glob: "{**,c}/d", expanded: "**/d c/d"},
		{glob: "{a,{b/,c}}d", expanded: "ad b/d cd"},
		{glob: `\{a/b`, expanded: `\{a/b`},
		{glob: `\\{a/,b}c`, expanded: `\\a/c \\bc`},
		{glob: `\\\{a/b`, expanded: `\\\{a/b`},
		{glob: "{[},]a/,b}c", expanded: "[},]a/c bc", costly: true},
		{glob: `{\,/,b}c`, expanded: `\,/c bc`},
		{glob: "*.md", expanded: "*.md"},
		{glob: "a*b", expanded: "a*b", costly: true},
		{glob: "*a*", expanded: "*a*", costly: true},
		{glob: "a*", expanded: "a*"},
		{glob: "a/*/b", expanded: "a/*/b"},
		{glob: "**/b*", expanded: "**/b*"},
		{glob: "a*/b", expanded: "a*/b", costly: true},
		{glob: "*a/b", expanded: "*a/b", costly: true},
		{glob: "a*b/c", expanded: "a*b/c", costly: true},
		{glob: "a?", expanded: "a?", costly: true},
		{glob: "[ab]/c", expanded: "[ab]/c", costly: true},
	} {
		switch err := checkGlob(c.glob); {
		case c.wrong != "":
			if err == nil || !strings.HasPrefix(err.Error(), c.wrong) {
				t.Errorf("%s: %v", c.glob, err)
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", c.glob, err)
		}
		if got := strings.Join(expand(c.glob), " "); got != c.expanded {
			t.Errorf("%s stands for %s, want %s", c.glob, got, c.expanded)
		}
		if got := (placed{glob: c.glob}).isCostly(); got != c.costly {
			t.Errorf("%s: costly is %t", c.glob, got)
		}
	}
}

// TestGlobsMany holds how many globs there may be against which names are held one by one.
func TestGlobsMany(t *testing.T) {
	for _, n := range []int{500, 501} {
		globs := "exclude = [\"a\",\n"
		for i := range n {
			globs += fmt.Sprintf("\"%d?\",\n", i)
		}
		file := writeConfig(t, globs+"]\n")
		_, err := Load(file, builtIn)
		want := ""
		if n > 500 {
			want = ".nplint.toml:502: at most 500 globs of a configuration may have ?, "
		}
		if got := mistakes(err, file); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// TestSizes writes numbers of bytes with the unit that makes them whole, and reads them.
func TestSizes(t *testing.T) {
	for bytes, want := range map[int]string{0: "0B", 1: "1B", 1023: "1023B", 1024: "1KiB", 1536: "1536B", 3 << 20: "3MiB", 1 << 30: "1GiB", 1 << 40: "1024GiB"} {
		if got := formatSize(bytes); got != want {
			t.Errorf("%d is written %s, want %s", bytes, got, want)
		}
	}
	for text, want := range map[string]int{"1B": 1, "5 KiB": 5 << 10, "1GiB": 1 << 30, "1024MiB": 1 << 30, "1025MiB": 0, "1073741825B": 0, "0B": 0} {
		if got, err := parseSize(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%s is %d (%v), want %d", text, got, err, want)
		}
	}
}
