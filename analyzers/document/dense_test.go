package document

import (
	"strings"
	"testing"
)

// TestDense holds how much a Markdown file may have, to the last one.
func TestDense(t *testing.T) {
	for _, c := range []struct{ what, text, one string }{ // a text with as much as there may be, and one more
		{"lines", strings.Repeat("\r\n", mostRows), "\r"},
		{"tags", strings.Repeat("1 < 2 <a>", mostTags), "</b>"},
		{"lines of headings and list items", strings.Repeat("#\n", mostMarked), "-"},
	} {
		in := &Input{Path: "a.md", Dialect: "none"}
		if said := Dense(in, []byte(c.text), 1); said != "" {
			t.Errorf("as many %s as may be: %s", c.what, said)
		}
		if said := Dense(in, []byte(c.text+c.one), 1); !strings.Contains(said, c.what+" that nplint reads") {
			t.Errorf("one more of %s: %q", c.what, said)
		}
	}
}
