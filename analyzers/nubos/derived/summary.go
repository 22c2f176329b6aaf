package derived

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// taskSummary reports what the template of a summary left open, though its task is done. The status that the scaffolder
// writes into the summary is changed and read by nobody.
func taskSummary(a *artefact) {
	if f := a.slice.FileIn(a.place.Task); f == nil || f.Status != "done" {
		return
	}
	at := a.Doc.Body.Span.Start
	for line := range strings.Lines(a.Doc.Text(a.Doc.Body.Span)) {
		text := strings.TrimSpace(line)
		if word := strings.Trim(text, "-*_ "); word == "TBD" && a.Doc.Body.HiddenAt(at) == nil {
			start := at + strings.Index(line, text)
			a.Reportf("summary-status", document.Span{Start: start, End: start + len(text)}, "body.tbd",
				"the task is done, but TBD still stands in its summary, so the verifier finds no evidence here; write "+
					"what was changed and how it was verified, or None")
			return
		}
		at += len(line)
	}
}

// summary is the SUMMARY.md of a slice under judgement.
type summary struct {
	*document.Reporter
	slice *model.Slice
}

func (s *summary) report(span document.Span, at string, fixes []document.Fix, format string, args ...any) {
	s.Fixf("slice-summary-stale", span, at, fixes, format, args...)
}

// sliceSummary holds what finalize-slice counts and lists against the tasks. The summary that a person writes has no
// frontmatter.
func sliceSummary(a *artefact) {
	if a.Doc.Front.Fault != nil || len(a.slice.Files) == 0 || !tasksAgree(a.tree, a.slice) {
		return
	}
	n := map[string]int{} // tasks by status
	for _, f := range a.slice.Files {
		n[f.Status]++
	}
	s := summary{a.Reporter, a.slice}
	total := len(a.slice.Files)
	s.count("task_count", "in the slice", total)
	s.count("tasks_done", "done", n["done"])
	// finalize-slice counts all that is not done; people leave out what is skipped, or count what is pending alone.
	pending := []int{total - n["done"]}
	if s.Doc.Front.Root.Get("generated_at") == nil {
		pending = append(pending, total-n["done"]-n["skipped"], n["pending"])
	}
	s.count("tasks_pending", "not done", pending...)
	s.rollUps()
	s.repeated()
}

// count holds a counter against the numbers that are right, of which a fix writes the first.
func (s *summary) count(key, what string, right ...int) {
	v := s.Doc.Front.Root.Get(key)
	if v == nil || v.Type != document.Number ||
		slices.ContainsFunc(right, func(n int) bool { return v.Num == float64(n) }) {
		return
	}
	n := right[0]
	s.report(v.Span, "frontmatter."+key,
		document.Replace("write the number of the tasks", v.Span, strconv.Itoa(n)),
		"`%s` is %s, but %s %s %s; write %d", key, v.Text, document.Count(n, "task"), plural(n, "is"), what, n)
}

// rollUps compares the tables of tasks.
func (s *summary) rollUps() {
	for _, table := range s.Doc.Body.Tables {
		head := table.Rows[0]
		if len(head) < 2 || s.Doc.Text(head[0]) != "Task" || s.Doc.Text(head[1]) != "Status" {
			continue
		}
		seen, extra := map[string]bool{}, 0 // tasks that there are, and others
		for _, row := range table.Rows[1:] {
			if len(row) != len(head) {
				continue
			}
			id := s.Doc.Text(row[0])
			if f := s.slice.File(id); f == nil {
				extra++
				s.report(row[0], "body.tasks["+id+"]", nil,
					"the slice has no task %s; correct the id or remove the row", document.Quote(id))
			} else {
				seen[id] = true
				s.row(f, row, len(row) > 2 && s.Doc.Text(head[2]) == "Name")
			}
		}
		if len(s.slice.Files)-len(seen) > extra { // else they stand there under other ids
			s.report(head[0], "body.tasks", nil,
				"the roll-up lacks %s, so nobody sees what became of it; generate the summary anew", s.lacking(seen))
		}
	}
}

// lacking shows those tasks that are not seen in a table, of which there may be very many.
func (s *summary) lacking(seen map[string]bool) string {
	var ids []string
	for _, f := range s.slice.Files {
		if len(ids) == maxShown {
			break
		}
		if !seen[f.ID] {
			ids = append(ids, f.ID)
		}
	}
	return shownOf(ids, len(s.slice.Files)-len(seen))
}

// row compares the status of a task, and its name if the third cell holds it.
func (s *summary) row(f *model.File, row []document.Span, named bool) {
	at := "body.tasks[" + f.ID + "]"
	if status := s.Doc.Text(row[1]); status != f.Status {
		s.report(row[1], at, document.Replace("write "+f.Status, row[1], f.Status),
			"task %s is listed as %s, but it is %s; the verifier believes what stands here",
			f.ID, document.Quote(status), f.Status)
	}
	if !named || f.Name == "" || strings.Contains(f.Name, "|") {
		return
	}
	if name := s.Doc.Text(row[2]); !sameText(name, f.Name) {
		s.report(row[2], at, document.Replace("write the name of the task", row[2], f.Name),
			"task %s is called %s here, but %s in its task file", f.ID, document.Quote(name), document.Quote(f.Name))
	}
}

// repeated judges the headings above the summaries of the tasks, which are copied one below the other.
func (s *summary) repeated() {
	for i := range s.Doc.Body.Headings {
		h := &s.Doc.Body.Headings[i]
		id, _, _ := strings.Cut(h.Text, " — ")
		if _, _, task := place.SplitID(id); h.Level == 3 && task != "" && s.slice.File(id) == nil {
			s.report(h.Span, "body.tasks["+id+"]", nil,
				"the slice has no task %s, so whose summary stands below is open; correct the id", document.Quote(id))
		}
	}
}
