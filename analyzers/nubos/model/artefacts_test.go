package model

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestProgress tells the status of a slice from its tasks.
func TestProgress(t *testing.T) {
	if got := (*SliceOutline)(nil).Progress(); got != "" {
		t.Errorf("a slice that nobody could read: got %q", got)
	}
	for tasks, want := range map[string]string{
		"": "", "pending": "pending", "pending parked skipped": "pending", "done pending": "in-progress",
		"in-progress": "in-progress", "done skipped": "done", "skipped": "pending", "done ?": "",
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

// TestReadRequirements reads definitions and rows.
func TestReadRequirements(t *testing.T) {
	d := parsed("# R\n\n- [x] **REQ-A-01**: One\n- [ ] **AUTH-2:** Two\n- [ ] REQ-A-03: None\n\n| Requirement | Phase " +
		"| Status |\n|---|---|---|\n| REQ-A-01 | M001-S002 | Done |\n| *(none)* | — | — |\n| AUTH-2 | TBD | " +
		"Pending |\n")
	r := readRequirements(d)
	got := ""
	for _, id := range r.Defined {
		got += d.Text(id.Span) + " "
	}
	if want := "REQ-A-01 AUTH-2 "; got != want || !r.Defines("AUTH-2") || r.Defines("REQ-A-03") {
		t.Errorf("got %s, want %s", got, want)
	}
	if r.Lacks("AUTH-2") || !r.Lacks("REQ-A-03") || (*Requirements)(nil).Lacks("x") {
		t.Error("a requirement is lacking that is not, or the other way round")
	}
	if r.Traced("REQ-A-01") != "M001-S002" || r.Traced("AUTH-2") != "" || (*Requirements)(nil).Traced("x") != "" {
		t.Error("a requirement is traced to where it is not")
	}
}
