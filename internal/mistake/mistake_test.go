package mistake

import (
	"strings"
	"testing"
)

// TestBrief cuts values and long words in messages, and leaves what nplint itself says.
func TestBrief(t *testing.T) {
	long := strings.Repeat("a", 300)
	for _, c := range []struct{ text, want string }{
		{`there is no "a"`, `there is no "a"`},
		{`there is "` + long + `"; write b`, `there is "` + long[:60] + `…"; write b`},
		{"there is `\"` where `,` was expected; is a comma missing in front of it? Restore the file from version control",
			"there is `\"` where `,` was expected; is a comma missing in front of it? Restore the file from version control"},
		{long + ` is "b`, long[:60] + `… is "b`},
	} {
		if got := Brief(c.text); got != c.want {
			t.Errorf("Brief(%q) is %q, not %q", c.text, got, c.want)
		}
	}
}
