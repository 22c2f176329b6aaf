package model

import "testing"

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
