package gather

import (
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestAlike holds that one finding of several weighs as the weightiest of them, and is mended with those that can be.
func TestAlike(t *testing.T) {
	fix := func(start int) []document.Fix {
		return document.Replace("write a", document.Span{Start: start, End: start + 1}, "a")
	}
	for name, c := range map[string]struct {
		all     []document.Finding
		edits   int
		isLeast bool
	}{
		"both least":          {[]document.Finding{{Least: true, Fixes: fix(1)}, {Least: true, Fixes: fix(2)}}, 2, true},
		"the second not":      {[]document.Finding{{Least: true, Fixes: fix(1)}, {Fixes: fix(2)}}, 2, false},
		"the first not":       {[]document.Finding{{Fixes: fix(1)}, {Least: true}}, 1, false},
		"the second is fixed": {[]document.Finding{{}, {Fixes: fix(2)}}, 0, false},
	} {
		var a Alike
		for _, f := range c.all {
			a.Add(f)
		}
		f, edits := a.One("other", ""), 0
		for _, fix := range f.Fixes {
			edits += len(fix.Edits)
		}
		if f.Least != c.isLeast || edits != c.edits || f.Message != "; the same holds for 1 other" {
			t.Errorf("%s: %+v; want %d edits, least %t", name, f, c.edits, c.isLeast)
		}
	}
}
