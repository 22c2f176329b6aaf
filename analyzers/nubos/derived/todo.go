package derived

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

const todoStale = "todo-stale"

// todo holds the rows and counters of a TODO.md against the task files.
func (j *artefact) todo() {
	if j.slice == nil || !j.Doc.Readable() || j.Doc.Front == nil {
		return
	}
	files := slices.Clone(j.slice.Files)
	slices.SortFunc(files, func(a, b *model.File) int { return strings.Compare(a.Dir, b.Dir) })
	if !j.tasksAgree() {
		return
	}
	t := todo{artefact: j, Todo: model.ReadTodo(j.Doc), files: files}
	t.fixes = t.regenerate()
	t.rows()
	t.missing()
	t.counters()
}

// todo is a TODO.md beside the tasks that it lists.
type todo struct {
	*artefact
	*model.Todo
	files []*model.File
	fixes []document.Fix // of the first finding: it repairs all of them
	extra int            // rows of tasks that there are not, or that have one already
}

// stale reports a finding, the first one with the fix.
func (t *todo) stale(span document.Span, at, format string, args ...any) {
	t.report(todoStale, span, at, t.fixes, format, args...)
	t.fixes = nil
}

// rows judges what stands there.
func (t *todo) rows() {
	seen := map[string]bool{}
	last := ""
	ordered := true
	for i := range t.Rows {
		row := &t.Rows[i]
		at := "body.tasks[" + row.ID.Text + "]"
		f := t.slice.File(row.ID.Text)
		switch {
		case seen[row.ID.Text]:
			t.extra++
			t.stale(row.Span, at,
				"task %s is listed twice, so whoever counts the rows counts it twice; remove one row",
				row.ID.Text)
			continue
		case f == nil && t.slice.Plan != nil && t.slice.Plan.Task(row.ID.Text) != nil:
			continue // it is reported there that nobody scaffolded it
		case f == nil:
			t.extra++
			t.stale(row.Span, at,
				"the slice has no task file for %s, so nobody can carry it out; remove the row, or restore the file",
				row.ID.Text)
			continue
		}
		seen[row.ID.Text] = true
		if ordered && row.ID.Text < last {
			ordered = false
			t.stale(row.Span, at,
				"task %s is listed behind %s, but tasks are listed by their numbers; move the row up",
				row.ID.Text, last)
		}
		last = row.ID.Text
		t.row(row, f, at)
		if dash := strings.TrimSpace(t.Doc.Text(document.Span{Start: row.ID.Span.End + len("**"),
			End: row.Name.Span.Start})); dash != "—" {
			t.stale(row.Span, at,
				"the row of %s has %s between id and name, but it is generated with a long dash; write `— %s`",
				row.ID.Text, document.Quote(dash), name(f))
		}
	}
}

// row judges box and name of a task.
func (t *todo) row(row *model.Row, f *model.File, at string) {
	status := f.Status
	if box := model.Box(status); row.Box.Text != box {
		says := "no known status"
		if s := row.Status; s != "" {
			says = s
		}
		t.stale(row.Span, at,
			"the box [%s] of task %s says %s, but its task file says %s, which is what counts; write [%s]",
			row.Box.Text, row.ID.Text, says, status, box)
	}
	if name := name(f); !sameText(row.Name.Text, name) && !t.planned(f, row.Name.Text) {
		t.stale(row.Span, at,
			"task %s is called %s here, but %s in its task file; write that",
			row.ID.Text, document.Quote(row.Name.Text), document.Quote(name))
	}
}

// planned reports whether the slice plan gives a task this name: then it is the task file that has another one, and
// that is reported there.
func (t *todo) planned(f *model.File, name string) bool {
	if t.slice.Plan == nil {
		return false
	}
	task := t.slice.Plan.Task(f.ID)
	return task != nil && sameText(task.Text("name"), name)
}

// name is what the generator writes as the name of a task.
func name(f *model.File) string {
	if f.Name == "" {
		return "(unnamed)"
	}
	return f.Name
}

// missing reports tasks without a row.
func (t *todo) missing() {
	t.strange()
	var ids []string
	span := t.Heading
	for _, f := range t.files {
		if t.ByID[f.ID] == nil && !slices.ContainsFunc(t.Strange, func(s model.Item) bool { return s.Text == f.ID }) {
			ids = append(ids, f.ID)
		} else if row := t.ByID[f.ID]; row != nil && len(ids) == 0 {
			span = row.Span // behind it the first that is missing should stand
		}
	}
	if len(ids) > t.extra { // else they stand there under other ids
		t.stale(span, "body.tasks",
			"the list lacks %s, so whoever resumes from it passes over work that is there; generate the file anew "+
				"with `np-tools.cjs render-todo %s`",
			shown(ids), t.slice.Full)
	}
}

// strange reports items that were meant as rows.
func (t *todo) strange() {
	for _, s := range t.Strange {
		if t.ByID[s.Text] != nil {
			continue
		}
		t.stale(s.Span, "body.tasks["+s.Text+"]",
			"this is no row of task %s, so whoever resumes from the list passes over it; write `- [ ] **%s** — "+
				"<name>` with the box of its status",
			s.Text, s.Text)
	}
}

// counters compares the frontmatter with the tasks. A counter that counts the rows as they are is as wrong as they,
// and those are reported.
func (t *todo) counters() {
	tasks, rows := map[string]int{}, map[string]int{}
	for _, f := range t.files {
		tasks[f.Status]++
		tasks["total"]++
	}
	for i := range t.Rows {
		rows[t.Rows[i].Status]++
		rows["total"]++
	}
	for _, key := range counters {
		p := t.Doc.Front.Root.Pair(key)
		if p == nil || p.Value.Type != document.Number || p.Value.Num != float64(int(p.Value.Num)) {
			continue // reported by what it is
		}
		status := strings.ReplaceAll(key, "_", "-")
		if n := int(p.Value.Num); n >= 0 && n != tasks[status] && n != rows[status] {
			which := "is " + status
			if key == "total" {
				which = "is in the slice"
			}
			t.stale(p.Value.Span, "frontmatter."+key, "`%s` is %d, but %s %s; write %d", key, n,
				document.Count(tasks[status], "task"), plural(tasks[status], which), tasks[status])
		}
	}
}

var counters = []string{"total", "pending", "in_progress", "done", "skipped", "parked"}

// plural puts a phrase that starts with "is" into the plural unless n is 1.
func plural(n int, phrase string) string {
	if n == 1 {
		return phrase
	}
	return "are" + strings.TrimPrefix(phrase, "is")
}

// regenerate is the fix that writes the file as its generator does. There is none where the file holds anything that
// a generator does not write: somebody's remark would be lost.
func (t *todo) regenerate() []document.Fix {
	known := append([]string{"schema_version", "milestone_id", "slice_id", "updated_at"}, counters...)
	front := t.Doc.Front.Root
	for _, p := range front.Pairs {
		if !slices.Contains(known, p.Key) {
			return nil
		}
	}
	updated := front.Get("updated_at")
	if t.Other || updated == nil || t.text() {
		return nil
	}
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+t.Doc.Newline(), args...) }
	count := map[string]int{"total": len(t.files)}
	for _, f := range t.files {
		count[f.Status]++
	}
	line("---")
	line("schema_version: 1")
	line("milestone_id: %s", t.milestone.ID)
	line("slice_id: %s", t.slice.Full)
	for _, key := range counters {
		line("%s: %s", key, strconv.Itoa(count[strings.ReplaceAll(key, "_", "-")]))
	}
	line("updated_at: %s", t.Doc.Text(updated.Span))
	line("---")
	line("")
	line("# Slice %s", t.slice.Full)
	line("")
	for _, f := range t.files {
		line("- [%s] **%s** — %s", model.Box(f.Status), f.ID, name(f))
	}
	if len(t.files) == 0 {
		line("_No tasks yet._")
	}
	return document.Replace("generate the file anew from the tasks", document.Span{End: len(t.Doc.Src)}, out.String())
}

// text reports whether the body holds lines that are neither heading nor row.
func (t *todo) text() bool {
	rows := 0
	for line := range strings.Lines(t.Doc.Text(document.Span{Start: t.Doc.Front.End, End: len(t.Doc.Src)})) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line == "_No tasks yet._" || strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "- [") || strings.HasPrefix(line, "* ["):
			rows++
		default:
			return true
		}
	}
	return rows != len(t.Rows)
}
