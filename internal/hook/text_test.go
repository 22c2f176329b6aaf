package hook

import (
	"slices"
	"testing"

	"github.com/nplint/nplint"
)

// TestOnce holds that a mend is said once, be it told by the message or by the fix.
func TestOnce(t *testing.T) {
	for _, c := range []struct{ message, title, want string }{
		{"`a` is no b; did you mean c?", "write c", "`a` is no b"},
		{"`a` is no b (did you mean \"c\"?), so d", "write c", "`a` is no b, so d"},
		{"a is no b (did you mean c?)", "write c", "a is no b"},
		{"a is no b; did you mean `c`? If the name is right, add it", "write c", "a is no b. If the name is right, add it"},
		{"a is no b; did you mean c? (d)", "write c", "a is no b (d)"},
		{"a is no b; did you mean c?", "write cc", "a is no b; did you mean c?"},
		{"a is no b; did you mean c?", "remove a", "a is no b; did you mean c?"},
		{"a is no b; write c", "write c", "a is no b"},
		{"a is no b; write c in d", "write c", "a is no b; write c in d"},
		{"write c", "write c", "write c"},
	} {
		if got := once(c.message, c.title); got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.message, c.title, got, c.want)
		}
	}
}

// TestRemedy holds how a fix is told.
func TestRemedy(t *testing.T) {
	const source = "tier: Opus\n"
	edit := func(start, end int, text string) []nplint.Edit {
		return []nplint.Edit{{Range: nplint.Range{
			Start: nplint.Position{Offset: start, Line: 1, Column: start + 1},
			End:   nplint.Position{Offset: end, Line: 1, Column: end + 1},
		}, NewText: text}}
	}
	both := append(edit(0, 4, "Tier"), edit(6, 10, "opus")...)
	twice := append(edit(1, 2, "x"), edit(1, 2, "x")...)
	twice[1].Range.Start.Line = 3
	elsewhere := append(edit(0, 4, "Tier"), nplint.Edit{Path: "b", NewText: "x"})
	for _, c := range []struct {
		fix  nplint.Fix
		want string
	}{
		{nplint.Fix{Title: "write both", Safe: true, Edits: both},
			"fix: write both (replace `tier` by `Tier` on line 1 and replace `Opus` by `opus` on line 1)"},
		{nplint.Fix{Title: "write x", Safe: true, Edits: twice}, "fix: write x (replace `i` by `x` on line 1 and on line 3)"},
		{nplint.Fix{Title: "write x", Safe: true, Edits: elsewhere}, "fix: write x"},
		{nplint.Fix{Title: "write x", Safe: true, Edits: slices.Repeat(both, 3)}, "fix: write x"},
		{nplint.Fix{Title: "write opus", Safe: true, Edits: edit(6, 10, "opus")}, "fix: replace `Opus` by `opus` on line 1"},
		{nplint.Fix{Title: "write opus", Edits: edit(6, 10, "opus")}, "fix, if it is what you mean: replace `Opus` by `opus` on line 1"},
		{nplint.Fix{Title: "write `opus`", Safe: true, Edits: edit(6, 10, "opus")}, "fix: replace `Opus` by `opus` on line 1"},
		{nplint.Fix{Title: "add the mark", Safe: true, Edits: edit(4, 4, "!")}, "fix: add the mark (insert `!` at line 1, column 5)"},
		{nplint.Fix{Title: "remove it", Safe: true, Edits: edit(5, 10, "")}, "fix: remove it (remove ` Opus` from line 1)"},
		{nplint.Fix{Title: "write opus", Safe: true}, "fix: write opus"},
		{nplint.Fix{Title: "write opus", Safe: true, Edits: edit(6, 99, "opus")}, "fix: write opus"},
	} {
		if got := remedy([]byte(source), c.fix); got != c.want {
			t.Errorf("%+v: %q, want %q", c.fix, got, c.want)
		}
	}
}

// TestBounded holds that each file that was mended is told of, however many there are.
func TestBounded(t *testing.T) {
	file := func(lines int) []string { return slices.Repeat([]string{"file"}, lines) }
	many := func(files int) [][]string { return slices.Repeat([][]string{file(3)}, files) }
	for _, c := range []struct {
		said  [][]string
		lines int
		last  string
	}{
		{nil, 0, ""},
		{[][]string{file(10)}, 10, "file"},
		{[][]string{file(11)}, 10, "…"},
		{many(3), 9, "file"},
		{many(4), 4, "file"},
		{many(10), 10, "file"},
		{many(11), 10, "nplint: fixed 2 more of the files that you have just written; read all of them again"},
	} {
		got := bounded(c.said)
		if len(got) != c.lines || len(got) > 0 && got[len(got)-1] != c.last {
			t.Errorf("%d files: %q", len(c.said), got)
		}
	}
}
