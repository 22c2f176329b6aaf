package derived

import (
	"fmt"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

func parsed(text string) *document.Document {
	return document.Parse(&document.Input{Path: "x.md", Dialect: "none"},
		func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
}

// TestReadList finds the slices in the ROADMAP.md of a milestone, in whatever form.
func TestReadList(t *testing.T) {
	d := parsed("# M001 — A — B — Roadmap\n\n## Slices (execution order)\n\n" +
		"1. **S001 — First** (2 tasks)\n   Goal.\n" +
		"2. **S002 — Second:** after S001.\n   - S004 later\n\n## Notes\n\n1. **S005** is open\n\n### S003 — Third\n")
	l := readList(d)
	got := d.Text(l.span)
	for _, s := range l.slices {
		got += " " + d.Text(s.Span)
	}
	if want := "## Slices (execution order) S001 S002 S003"; got != want || len(l.named) != 5 {
		t.Errorf("got %s and %v, want %s", got, l.named, want)
	}
}

// TestReadRows reads rows, and notes what is none.
func TestReadRows(t *testing.T) {
	d := parsed("# Slice M001-S001\n\n- [x] **M001-S001-T0001** — Name — of it\n- [~] **M001-S001-T0002**\n- [?] " +
		"**M001-S001-T0001** — Again\n- [🎉] **M001-S001-T0003** — Party\n")
	todo := readRows(d)
	got := ""
	for _, r := range todo.all {
		got += fmt.Sprintf("%s=%s %s %q\n", d.Text(r.box.Span), r.status, d.Text(r.id.Span), d.Text(r.name.Span))
	}
	want := "x=done M001-S001-T0001 \"Name — of it\"\n~=in-progress M001-S001-T0002 \"\"\n" +
		"?= M001-S001-T0001 \"Again\"\n🎉= M001-S001-T0003 \"Party\"\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if todo.byID["M001-S001-T0001"] != &todo.all[0] {
		t.Error("the second of two rows is found by its id")
	}
	for _, text := range []string{"- [] **M001-S001-T0001**\n", "- [x] M001-S001-T0001\n", "- [x] ****\n",
		"- [xxxxx] **a**\n", "- [x] **a\n", "- A remark\n"} {
		if other := readRows(parsed(text)); len(other.all) > 0 {
			t.Errorf("%q is taken for rows: %+v", text, other.all)
		}
	}
}
