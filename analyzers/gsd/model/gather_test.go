package model

import (
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestTogether joins fixes of one cause: where the first has one, it mends what of the others has a safe one that meets none.
func TestTogether(t *testing.T) {
	at := func(start, end int, text string) document.Edit {
		return document.Edit{Span: document.Span{Start: start, End: end}, Text: text}
	}
	fix := func(edits ...document.Edit) document.Finding {
		return document.Finding{Fixes: []document.Fix{{Title: "mend", Edits: edits}}}
	}
	unsafe := fix(at(7, 8, "u"))
	unsafe.Fixes[0].Unsafe = true
	for _, c := range []struct {
		name string
		all  []document.Finding
		want []document.Edit
	}{
		{"no fix of the first", []document.Finding{{}, fix(at(1, 2, "a"))}, nil},
		{"others without a safe fix", []document.Finding{fix(at(5, 6, "a")), {}, unsafe, fix(at(1, 2, "b"))}, []document.Edit{at(1, 2, "b"), at(5, 6, "a")}},
		{"one place", []document.Finding{fix(at(9, 9, "a")), {}, fix(at(9, 9, "b"))}, []document.Edit{at(9, 9, "ab")}},
		{"one text in one place", []document.Finding{fix(at(9, 9, "a")), fix(at(9, 9, "a"))}, []document.Edit{at(9, 9, "a")}},
		{"a fix that meets another", []document.Finding{fix(at(1, 4, "a")), fix(at(3, 5, "b"), at(7, 8, "c")), fix(at(6, 9, "d"))},
			[]document.Edit{at(1, 4, "a"), at(6, 9, "d")}},
	} {
		fixes := together(c.all)
		var got []document.Edit
		if len(fixes) > 0 {
			got = fixes[0].Edits
		}
		if len(got) != len(c.want) {
			t.Fatalf("%s: %v, want %v", c.name, got, c.want)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}
