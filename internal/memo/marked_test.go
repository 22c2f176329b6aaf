package memo

import "testing"

// TestMarked asks a pattern with a mark: it matches as without, and is not even compiled for a text without the mark.
func TestMarked(t *testing.T) {
	heading := WithMark("#", `^(#+) (.*)$`)
	if got := heading.Find("## a"); len(got) != 3 || got[1] != "##" || got[2] != "a" {
		t.Errorf("got %q", got)
	}
	if got := heading.FindIndex("# a"); len(got) != 6 || got[4] != 2 {
		t.Errorf("got %v", got)
	}
	if heading.Match("a # b") || !heading.Match("# b") {
		t.Error("the pattern is not what decides")
	}
	if wrong := WithMark("#", `(`); wrong.Match("a") || wrong.Find("a") != nil || wrong.FindIndex("a") != nil {
		t.Error("a text without the mark matches")
	}
}
