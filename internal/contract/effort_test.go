package contract

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestTooMuchEffort holds that a file which would take too long is told, and nothing else of it, and that patterns with
// fewer steps are held against as long a text.
func TestTooMuchEffort(t *testing.T) {
	text := "# Note\n\nTODO\n" + strings.Repeat("The queue is sorted by age.\n", 20_000)
	in := &document.Input{Path: "notes/a.md", Kind: "team/note"}
	d := document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
	for pattern, want := range map[string]string{"TODO": "forbidden-pattern", "TODO|(late ){140}now": "text-too-long"} {
		c := compiledWith(t, "kind = \"team/note\"\npaths = [\"notes/*.md\"]\n[[patterns]]\nname = \"a task\"\nforbidden = true\npattern = '"+pattern+"'\n")
		found := c.Judge(d, document.Version{})
		if len(found) != 1 || found[0].Rule != want {
			t.Errorf("%s: the findings are %v, want one of %s", pattern, found, want)
		}
	}
}
