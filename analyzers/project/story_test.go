package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestPlaceOf finds the ids of a path, and none below a directory that is not named as programs look for it.
func TestPlaceOf(t *testing.T) {
	for path, want := range map[string]string{
		"M001/M001-META.json": "M001  ", "M001/slices/S002/TODO.md": "M001 S002 ", "M001/slices/S002/tasks/T0003/T0003-PLAN.md": "M001 S002 T0003",
		"M1000/slices/S1000/tasks/T10000/x.md": "M1000 S1000 T10000", "M001/handoffs/x.md": "M001  ", "M001/slices/x.md": "M001  ", "M001": "  ",
		"M0001/M0001-META.json": "  ", "M1/x.md": "  ", "m001/x.md": "  ", "M000/x.md": "  ", "M001/slices/S02/TODO.md": "  ",
		"M001/slices/S002/tasks/T001/T0001-PLAN.md": "  ", "../x.md": "  ",
	} {
		p := PlaceOf("shop", "shop/.nubos-pilot/milestones/"+path)
		if got := p.Milestone + " " + p.Slice + " " + p.Task; got != want || p.Root != "shop" {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	if p := PlaceOf("", "shop/.nubos-pilot/milestones/M001/x.md"); p.Milestone != "" {
		t.Error("the milestone of another root is taken for one of this")
	}
}

// TestOutvoted counts voices: two that agree beat a source, one does not, and two that disagree do not either.
func TestOutvoted(t *testing.T) {
	for _, c := range []struct {
		source string
		copies []string
		want   string
	}{
		{"a", []string{"b", "b"}, "b"}, {"a", []string{"b", "", "b"}, "b"}, {"a", []string{"b"}, ""}, {"a", []string{"b", ""}, ""},
		{"a", []string{"b", "c"}, ""}, {"a", []string{"a", "b", "b"}, ""}, {"a b", []string{"a\n b", "a  b"}, ""}, {"", []string{"b", "b"}, ""}, {"a", nil, ""},
	} {
		text, ok := Outvoted(c.source, c.copies...)
		if ok != (c.want != "") || ok && text != c.want {
			t.Errorf("%q against %q: got %q, %t; want %q", c.source, c.copies, text, ok, c.want)
		}
	}
}

// TestBelieved tells the status of a task from what the others say of it.
func TestBelieved(t *testing.T) {
	for _, c := range []struct{ status, row, history, summary, want string }{
		{"done", "done", "done", "done", "done"},
		{"pending", "done", "", "done", "done"},
		{"done", "pending", "", "pending", "pending"},
		{"done", "pending", "", "done", "done"}, // the row is stale
		{"in-progress", "in-progress", "", "pending", "in-progress"},
		{"done", "in-progress", "", "pending", "in-progress"},
		{"pending", "parked", "parked", "pending", "parked"},
		{"pending", "parked", "", "pending", "pending"}, // one against one
		{"done", "done", "in-progress", "pending", "done"},
		{"in_progress", "done", "done", "done", "in_progress"}, // reported by what it is
		{"done", "", "", "", "done"},
	} {
		f := File{Status: c.status, Row: c.row, History: c.history, Summary: c.summary}
		if got := f.Believed(); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// TestProgress tells the status of a slice from its tasks.
func TestProgress(t *testing.T) {
	for tasks, want := range map[string]string{
		"": "", "pending": "pending", "pending parked skipped": "pending", "done pending": "in-progress", "in-progress": "in-progress", "done skipped": "done",
		"skipped": "pending", "done ?": "",
	} {
		s := SliceOutline{}
		for _, status := range strings.Fields(tasks) {
			s.Tasks = append(s.Tasks, TaskOutline{Status: status})
		}
		if got := s.Progress(); got != want {
			t.Errorf("%q: got %q, want %q", tasks, got, want)
		}
	}
}

func parsed(text string) *document.Document {
	return document.Parse(&document.Input{Path: "x.md", Dialect: "none"}, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
}

// tell writes what an entry says, with every text taken from its place in the document.
func tell(d *document.Document, entries ...*Entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, strings.Join([]string{d.Text(e.ID.Span), d.Text(e.Name.Span), d.Text(e.Status.Span), d.Text(e.Goal.Span), d.Text(e.TaskCount.Span), d.Text(e.SliceCount.Span)}, "|"))
		for _, r := range e.Requirements {
			out = append(out, "  "+d.Text(r.Span))
		}
		for _, c := range e.Criteria {
			out = append(out, "  "+c.ID+" "+d.Text(c.Span))
		}
		if len(e.Slices) > 0 {
			out = append(out, "  "+strings.ReplaceAll(tell(d, e.Slices...), "\n", "\n  "))
		}
	}
	return strings.Join(out, "\n")
}

// TestReadView reads a generated ROADMAP.md with all its places.
func TestReadView(t *testing.T) {
	d := parsed("# Roadmap\n\nMilestones: 2. Phases: 0.\n\n| Milestone | Status | Slices |\n|---|---|---|\n| M001 A & B | verified | 3 |\n| M002 C | In Progress | 1 |\n\n" +
		"### M001: A & B\n**Status**: verified\n**Goal**: All of it.\n**Requirements**: REQ-1, REQ-2\n**Success Criteria**:\n  1. One\n  2. Two\n**Slices**:\n  - S001 (Complete): First\n  - no slice\n\n### Other\n\n### M002: C\n**Status**: In Progress\n")
	v := ReadView(d)
	if v.Count.Text != "2" || v.Entry("M001") != v.Details[0] || v.Entry("M003") != nil {
		t.Errorf("count %q", v.Count.Text)
	}
	want := "M001|A & B|verified||" + "|3\nM002|C|In Progress|||1"
	if got := tell(d, v.Rows...); got != want {
		t.Errorf("rows: got\n%s\nwant\n%s", got, want)
	}
	want = "M001|A & B|verified|All of it.||\n  REQ-1\n  REQ-2\n  SC-1 One\n  SC-2 Two\n  S001|First|Complete|||\nM002|C|In Progress|||"
	if got := tell(d, v.Details...); got != want {
		t.Errorf("details: got\n%s\nwant\n%s", got, want)
	}
}

// TestReadList reads the ROADMAP.md of a milestone with all its places.
func TestReadList(t *testing.T) {
	d := parsed("# M001 — A — B — Roadmap\n\n## Slices (execution order)\n\n1. **S001 — First** (2 tasks, REQ-A-01, REQ-A-02)\n   What it is for.\n2. **S002 — Second** (1 task)\n3. no slice\n\n## Notes\n\n1. **S003 — Third**\n")
	want := "M001|A — B||||\n  S001|First||What it is for.|2|\n    REQ-A-01\n    REQ-A-02\n  S002|Second|||1|"
	if got := tell(d, ReadList(d)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReadTodo reads rows, and notes what is none.
func TestReadTodo(t *testing.T) {
	d := parsed("# Slice M001-S001\n\n- [x] **M001-S001-T0001** — Name — of it\n- [~] **M001-S001-T0002**\n- [?] **M001-S001-T0001** — Again\n")
	todo := ReadTodo(d)
	got := ""
	for _, r := range todo.Rows {
		got += fmt.Sprintf("%s=%s %s %q\n", d.Text(r.Box.Span), r.Status(), d.Text(r.ID.Span), d.Text(r.Name.Span))
	}
	if want := "x=done M001-S001-T0001 \"Name — of it\"\n~=in-progress M001-S001-T0002 \"\"\n?= M001-S001-T0001 \"Again\"\n"; got != want || todo.Other {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if todo.ByID["M001-S001-T0001"] != &todo.Rows[0] {
		t.Error("the second of two rows is found by its id")
	}
	for _, text := range []string{"- [] **M001-S001-T0001**\n", "- [x] M001-S001-T0001\n", "- [x] ****\n", "- [xxxxx] **a**\n", "- [x] **a\n", "- A remark\n", "# One\n\n# Two\n", "<!-- x -->\n"} {
		if other := ReadTodo(parsed(text)); len(other.Rows) > 0 || !other.Other {
			t.Errorf("%q is taken for rows: %+v", text, other.Rows)
		}
	}
}

// TestReadRequirements reads definitions and rows.
func TestReadRequirements(t *testing.T) {
	d := parsed("# R\n\n- [x] **REQ-A-01**: One\n- [ ] **AUTH-2:** Two\n- [ ] REQ-A-03: None\n\n| Requirement | Phase | Status |\n|---|---|---|\n| REQ-A-01 | M001-S002 | Done |\n| *(none)* | — | — |\n| AUTH-2 | TBD | Pending |\n")
	r := ReadRequirements(d)
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
