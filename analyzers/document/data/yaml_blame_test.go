package data

import (
	"os"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document/source"
)

// TestBlame holds that the line of an error is the first with which a text becomes wrong in the way in which the whole
// is, wherever a text is broken.
func TestBlame(t *testing.T) {
	text, err := os.ReadFile("../../../fixtures/demo/.nubos-pilot/roadmap.yaml")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	broken := 0
	for i := range lines {
		for _, fault := range []string{
			"  1\n", "x: y: z\n", " - a\n", "\"\n", "'open\n", "\tx: 1\n", "a: \"\\q\"\n", "@\n", "&\n", "!<\n",
		} {
			s := strings.Join(lines[:i], "") + fault + strings.Join(lines[i:], "")
			y := newFailure(s, source.Span{End: len(s)})
			problem, told := y.read(len(y.starts) - 1)
			if problem == "" || problem == missingValue || strings.HasPrefix(problem, unclosedBracket) ||
				problem == "found unexpected document indicator" {
				continue
			}
			broken++
			first := 0
			for p, l := y.read(1); p != problem || l != told; p, l = y.read(first + 1) {
				first++
			}
			line, _ := y.explain()
			if opens := strings.HasPrefix(y.content[y.starts[line]:], fault); line != first && !opens { // a quote, far above
				t.Errorf("line %d %q: line %d is to blame, want %d", i, fault, line, first)
			}
		}
	}
	if broken < 100 {
		t.Errorf("%d texts cannot be read", broken)
	}
}
