package rules

import "testing"

func TestLiteral(t *testing.T) {
	for pattern, want := range map[string]string{
		"(?:^|[^\\w`])_?TBD_*\\b": "TBD", `^\s*- \[.\] .*[^\w]_?TBD\b`: "- [", `^\*\*Verified:\*\* (\d+)`: "**Verified:** ", `a|b`: "", `(?i)tbd`: "",
		`(?:done)?`: "", `(?:ab)+c`: "ab", `x{2,}`: "x", `x{0,2}`: "", `(tier): (haiku|opus)`: "tier", `[`: "", ``: "", `a(?i:b)c`: "a",
	} {
		if got := literal(pattern); got != want {
			t.Errorf("%q: got %q, want %q", pattern, got, want)
		}
	}
}
