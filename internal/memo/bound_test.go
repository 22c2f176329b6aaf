package memo

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"testing"
)

func TestPatterns(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{`^[a-z]+$`, ""},
		{`(`, "missing closing"},
		{`(?:ab){256}`, ""},
		{`(?:ab){16}(?:ab){241}`, "its counts repeat 257 parts, and 256 are the most"},
		{`(?:(?:ab){16}){17}`, "its counts repeat 272 parts"},
		{strings.Repeat("a", 998), ""},
		{strings.Repeat("ab?", 500), "steps, and 1000 are the most"},
		{`^[\pL\pN]{1,64}$`, ""},
		{`^[\pL\pN]{250}$`, "and 200000 are the most"},
		{strings.Repeat(`\pL`, 100), ""},
		{strings.Repeat(`\pL`, 100) + `\PN`, "with it there are 101 classes beyond ASCII, and 100 are the most"},
		{strings.Repeat(`[a-é]`, 101), "101 classes"},
		{strings.Repeat(`[a-\x{1e900}]`, 101), "101 classes"},
		{`\w\w` + strings.Repeat(`é-\x41`, 101), ""},
		{"(?:" + strings.Repeat(" ", 49_996) + ")", "it has 49998 steps"},
		{strings.Repeat("a", 50_001), "with it there are 50001 bytes of patterns, and 50000 are the most"},
	} {
		re, err := Compile(test.pattern)
		if got := fmt.Sprint(err); test.want == "" && (err != nil || re.String() != test.pattern) || !strings.Contains(got, test.want) {
			t.Errorf("%.40s: %v, and not %q", test.pattern, err, test.want)
		}
		if isWrong := errors.As(err, new(*syntax.Error)); err != nil && isWrong == errors.As(err, new(*TooCostly)) {
			t.Errorf("%.40s: %T is no error of a pattern", test.pattern, err)
		}
	}
}

// TestPatternsOfFile counts what the patterns of a file have together. One without classes can be read behind the last
// that may have some.
func TestPatternsOfFile(t *testing.T) {
	var p Patterns
	for i := range 52 {
		if _, err := p.Parse(`(?i)\pL[B-\x{1e900}]`); (err != nil) != (i >= 50) {
			t.Fatalf("the pattern %d: %v", i, err)
		}
	}
	if _, err := p.Parse(`[a-z]`); err != nil {
		t.Error(err)
	}
	if _, err := p.Compile(strings.Repeat(`a`, 900)); err != nil {
		t.Error(err)
	}
	if _, err := p.Compile(strings.Repeat(`a`, 49_000)); !errors.As(err, new(*TooCostly)) {
		t.Error("what the patterns of a file have together is not counted:", err)
	}
}
