package model

import (
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestNearFile has names of files that are not there, and those that lie there, with the one that is meant and whether it surely is.
func TestNearFile(t *testing.T) {
	for name, c := range map[string]struct {
		file   string
		others []string
		near   string
		isSure bool
	}{
		"a slip":                 {"style.md", []string{"tone.md", "stile.md"}, "stile.md", true},
		"a slip in a short one":  {"tone.md", []string{"tune.md"}, "tune.md", false},
		"hyphens and case":       {"to-do.md", []string{"TODO.md"}, "TODO.md", true},
		"either of two":          {"style.md", []string{"stile.md", "styla.md"}, "stile.md", false},
		"the beginning":          {"test.md", []string{"notes.md", "testing.md"}, "testing.md", false},
		"begun by what is there": {"styles-of-ours.md", []string{"styles.md"}, "styles.md", false},
		"a short beginning":      {"tes.md", []string{"testing.md"}, "", false},
		"two beginnings":         {"test.md", []string{"testing.md", "tests-of-all.md"}, "", false},
		"another ending":         {"Notes.md", []string{"notes.txt", "style.md"}, "notes.txt", false},
		"the same":               {"link.md", []string{"link.md"}, "", false},
		"nothing near":           {"style.md", []string{"oven.md", "style-of-bread.txt"}, "", false},
	} {
		if near, isSure := nearFile(c.file, c.others); near != c.near || isSure != c.isSure {
			t.Errorf("%s: %q %t; want %q %t", name, near, isSure, c.near, c.isSure)
		}
	}
}

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
