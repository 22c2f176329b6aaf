package document

import (
	"strings"
	"testing"
)

// TestTrees holds which documents are made anew where a project is looked at again.
func TestTrees(t *testing.T) {
	text := func(s string) func(*Input) ([]byte, *Problem) {
		return func(*Input) ([]byte, *Problem) { return []byte(s), nil }
	}
	read := func(trees *Trees, in Input, s string) *Document {
		st := newStore(&Project{Inputs: []Input{in}, Trees: trees, Jobs: 1, Read: text(s)})
		return st.as(nil).At(in.Path)
	}
	in := Input{Path: "a.md", Kind: "p/a", Dialect: "yaml", Vars: []string{"name", "a"}, Root: "r"}
	for _, c := range []struct {
		name   string
		change func(*Input) string // of the second look; it returns the text
		same   bool
	}{
		{"the same", func(*Input) string { return "text" }, true},
		{"another text", func(*Input) string { return "other" }, false},
		{"another kind", func(in *Input) string { in.Kind = "p/b"; return "text" }, false},
		{"another dialect", func(in *Input) string { in.Dialect = "none"; return "text" }, false},
		{"another root", func(in *Input) string { in.Root = ""; return "text" }, false},
		{"another variable", func(in *Input) string { in.Vars = []string{"name", "b"}; return "text" }, false},
		{"another file", func(in *Input) string { in.Path = "b.md"; return "text" }, false},
		{"unreadable now", func(in *Input) string { in.Problem = &Problem{Rule: "r"}; return "text" }, false},
		{"no text now", func(*Input) string { return "te\x00xt" }, false},
	} {
		var trees Trees
		first, later := read(&trees, in, "text"), in
		s := c.change(&later)
		if second := read(&trees, later, s); (first == second) != c.same {
			t.Errorf("%s: the document is the same: %t", c.name, first == second)
		}
		if third := read(&trees, in, "text"); third != first {
			t.Errorf("%s: the document as it was is made anew", c.name)
		}
	}
	var full Trees
	half := strings.Repeat("x\n", maxTrees/4)
	first := read(&full, in, half)
	if read(&full, in, half) != first {
		t.Error("a document of half the room is not kept")
	}
	other := in
	other.Path = "b.md"
	read(&full, other, half+"x")
	if read(&full, in, half) == first {
		t.Error("documents are kept beyond the room for them")
	}
}
