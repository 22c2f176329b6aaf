package model

import (
	"fmt"
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	var many []string
	for i := range 5000 {
		many = append(many, fmt.Sprintf("word-%04d", i))
	}
	for _, c := range []struct {
		word  string
		known []string
		want  string
	}{
		{"sktch", []string{"sketch", "draft"}, "; did you mean sketch?"},
		{"other", []string{"sketch", "draft"}, "; write sketch, draft"},
		{"other", nil, ""},
		{"x", many, "; write " + strings.Join(many[:34], ", ") + ", … (5000 in all)"},
	} {
		if got := Suggest(c.word, c.known, "; write "); got != c.want {
			t.Errorf("%q of %d: %.80q", c.word, len(c.known), got)
		}
	}
}
