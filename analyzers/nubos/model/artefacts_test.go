package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestProgress tells the status of a slice from its tasks.
func TestProgress(t *testing.T) {
	for tasks, want := range map[string]string{
		"": "", "pending": "pending", "pending parked skipped": "pending", "done pending": "in-progress", "in-progress": "in-progress", "done skipped": "done",
		"skipped": "pending", "done ?": "",
	} {
		s := SliceOutline{}
		for _, status := range strings.Fields(tasks) {
			s.Tasks = append(s.Tasks, taskOutline{Status: status})
		}
		if got := s.Progress(); got != want {
			t.Errorf("%q: got %q, want %q", tasks, got, want)
		}
	}
}

func parsed(text string) *document.Document {
	return document.Parse(&document.Input{Path: "x.md", Dialect: "none"},
		func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
}

// TestReadList finds the slices in the ROADMAP.md of a milestone, in whatever form.
func TestReadList(t *testing.T) {
	d := parsed("# M001 — A — B — Roadmap\n\n## Slices (execution order)\n\n1. **S001 — First** (2 tasks)\n   Goal.\n" +
		"2. **S002 — Second:** after S001.\n   - S004 later\n\n## Notes\n\n1. **S005** is open\n\n### S003 — Third\n")
	l := ReadList(d)
	got := d.Text(l.Span)
	for _, s := range l.Slices {
		got += " " + d.Text(s.Span)
	}
	if want := "## Slices (execution order) S001 S002 S003"; got != want || len(l.Named) != 5 {
		t.Errorf("got %s and %v, want %s", got, l.Named, want)
	}
}

// TestReadTodo reads rows, and notes what is none.
func TestReadTodo(t *testing.T) {
	d := parsed("# Slice M001-S001\n\n- [x] **M001-S001-T0001** — Name — of it\n- [~] **M001-S001-T0002**\n- [?] " +
		"**M001-S001-T0001** — Again\n")
	todo := ReadTodo(d)
	got := ""
	for _, r := range todo.Rows {
		got += fmt.Sprintf("%s=%s %s %q\n", d.Text(r.Box.Span), r.Status, d.Text(r.ID.Span), d.Text(r.Name.Span))
	}
	if want := "x=done M001-S001-T0001 \"Name — of it\"\n~=in-progress M001-S001-T0002 \"\"\n?= M001-S001-T0001 \"Again\"\n"; got != want ||
		todo.Other {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if todo.ByID["M001-S001-T0001"] != &todo.Rows[0] {
		t.Error("the second of two rows is found by its id")
	}
	for _, text := range []string{"- [] **M001-S001-T0001**\n", "- [x] M001-S001-T0001\n", "- [x] ****\n",
		"- [xxxxx] **a**\n", "- [x] **a\n", "- A remark\n", "# One\n\n# Two\n", "<!-- x -->\n"} {
		if other := ReadTodo(parsed(text)); len(other.Rows) > 0 || !other.Other {
			t.Errorf("%q is taken for rows: %+v", text, other.Rows)
		}
	}
}

// TestReadRequirements reads definitions and rows.
func TestReadRequirements(t *testing.T) {
	d := parsed("# R\n\n- [x] **REQ-A-01**: One\n- [ ] **AUTH-2:** Two\n- [ ] REQ-A-03: None\n\n| Requirement | Phase " +
		"| Status |\n|---|---|---|\n| REQ-A-01 | M001-S002 | Done |\n| *(none)* | — | — |\n| AUTH-2 | TBD | " +
		"Pending |\n")
	r := readRequirements(d)
	got := ""
	for _, x := range r.Defined {
		got += fmt.Sprintf("%s %q %t, ", d.Text(x.ID.Span), d.Text(x.Box.Span), x.Done)
	}
	for _, x := range r.Rows {
		got += fmt.Sprintf("%s %s %s, ", d.Text(x.ID.Span), d.Text(x.Target.Span), d.Text(x.Status.Span))
	}
	if want := "REQ-A-01 \"x\" true, AUTH-2 \" \" false, REQ-A-01 M001-S002 Done, AUTH-2 TBD Pending, "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r.Traced("REQ-A-01") != "M001-S002" || r.Traced("AUTH-2") != "" || (*Requirements)(nil).Traced("x") != "" {
		t.Error("a requirement is traced to where it is not")
	}
}
