package document

import (
	"strings"
	"testing"
)

// TestPanickingReader holds that a reader that panics makes a problem of its document and nothing else.
func TestPanickingReader(t *testing.T) {
	in := &Input{Path: "a.md", Dialect: "own", Front: func(s string) *Frontmatter {
		return &Frontmatter{End: len(s[len(s)+1:])}
	}}
	d := open(in, func(*Input) ([]byte, *Problem) { return []byte("---\n"), nil })
	d.parse(in)
	if d.Problem == nil || d.Problem.Rule != "internal-error" || d.Src != nil || d.Front != nil {
		t.Fatalf("the problem is %v, and there are %q and %v", d.Problem, d.Src, d.Front)
	}
	for _, want := range []string{"slice bounds out of range", "TestPanickingReader"} {
		if !strings.Contains(d.Problem.Message, want) {
			t.Errorf("%q lacks %q", d.Problem.Message, want)
		}
	}
}
