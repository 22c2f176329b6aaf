package memo

import (
	"reflect"
	"regexp/syntax"
	"strings"
	"testing"
)

// TestNeeds holds which texts every match of an expression has.
func TestNeeds(t *testing.T) {
	for pattern, want := range map[string]string{
		`abc`:                     "abc",
		`^\s*(?:foo)+\d`:          "foo",
		`a?b*`:                    "",
		`(?:x|yz)`:                "x yz",
		`(?:x|y*)`:                "",
		`q(?:ab|c)`:               "q",
		`q(?:ab|cd)`:              "ab cd",
		`["'\x60]`:                "\" ' `",
		`\d`:                      "0 1 2 3 4 5 6 7 8 9",
		`\w`:                      "",
		`[^a]`:                    "",
		`(?i)agent`:               "agent*",
		`(?i)skill`:               "ill*",
		`(?i)sk`:                  "",
		`(?i)größe`:               "gr*",
		`(?i)x-ÄÖ`:                "x-*",
		`(?:ab){0,3}c`:            "c",
		`(?:ab){1,3}c`:            "ab",
		"�":                       "",
		"a�bc":                    "bc",
		`(?i)\b(?:use|run)\s+the`: "the*",
	} {
		tree, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, n := range needs(tree) {
			if n.fold {
				n.text += "*"
			}
			all = append(all, n.text)
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("%s needs %q, want %q", pattern, got, want)
		}
	}
}

// TestNeedsOfBegin asks of all that follows a place, where what an expression needs may be far away.
func TestNeedsOfBegin(t *testing.T) {
	for pattern, want := range map[string]bool{
		`^(?:\\\w+)+`: true,
		`(^a|^b)c`:    true,
		`\Aa`:         true,
		`(?m)^a`:      false,
		`a|^b`:        false,
		`\b^a`:        false,
		`(?:^|\s)@a`:  false,
	} {
		tree, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := atBegin(tree); got != want {
			t.Errorf("%s matches where a text begins: %t, want %t", pattern, got, want)
		}
	}
	p := Regexp(`^(?:\\\w+)+`)()
	for range few {
		p.MatchString("a")
	}
	if p.may(strings.Repeat("a", near)) || !p.may(strings.Repeat("a", near+1)) {
		t.Error("what begins a text is looked for in all of it, or not in a short one")
	}
}

// FuzzPattern holds that a pattern finds what the same expression does, whatever it needs.
func FuzzPattern(f *testing.F) {
	for _, pattern := range []string{`(?i)\bskill\s+(\w+)`, `(?:^|[^\\])\$ARGUMENTS`, `[_-]x|y[ab]+`, `(?i)k|ß`, `(#+) (.*)`, `a|`} {
		for _, text := range []string{"", "Use the SKILL x, \u212A and \u017F", "$ARGUMENTS $1", "ya -x", "## b\xff", "STRASSE ẞ"} {
			f.Add(pattern, text)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		re, err := Compile(pattern)
		if err != nil || len(pattern) > 200 || len(text) > 2000 {
			return
		}
		p := Regexp(pattern)()
		for range few {
			p.MatchString(text) // then it is known what it needs
		}
		for what, pair := range map[string][2]any{
			"MatchString":                 {p.MatchString(text), re.MatchString(text)},
			"FindString":                  {p.FindString(text), re.FindString(text)},
			"FindStringIndex":             {p.FindStringIndex(text), re.FindStringIndex(text)},
			"FindStringSubmatch":          {p.FindStringSubmatch(text), re.FindStringSubmatch(text)},
			"FindStringSubmatchIndex":     {p.FindStringSubmatchIndex(text), re.FindStringSubmatchIndex(text)},
			"FindAllString":               {p.FindAllString(text, 3), re.FindAllString(text, 3)},
			"FindAllStringIndex":          {p.FindAllStringIndex(text, -1), re.FindAllStringIndex(text, -1)},
			"FindAllStringSubmatch":       {p.FindAllStringSubmatch(text, -1), re.FindAllStringSubmatch(text, -1)},
			"FindAllStringSubmatchIndex":  {p.FindAllStringSubmatchIndex(text, 2), re.FindAllStringSubmatchIndex(text, 2)},
			"ReplaceAllString":            {p.ReplaceAllString(text, "<$0>"), re.ReplaceAllString(text, "<$0>")},
			"that of regexp, MatchString": {p.Regexp.MatchString(text), re.MatchString(text)},
		} {
			if !reflect.DeepEqual(pair[0], pair[1]) {
				t.Errorf("%s of %q in %q: got %v, want %v", what, pattern, text, pair[0], pair[1])
			}
		}
	})
}

// TestRegexpLater compiles a pattern when it is asked for.
func TestRegexpLater(t *testing.T) {
	wrong := Regexp(`(`)
	defer func() {
		if recover() == nil {
			t.Error("a pattern that is wrong is compiled")
		}
	}()
	wrong()
}
