package derived

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// todo is a TODO.md under judgement, beside the tasks that it lists.
type todo struct {
	*document.Reporter
	*rows
	slice *model.Slice   // nil if it is judged alone
	files []*model.File  // of the slice, in their order
	fixes []document.Fix // of the first finding: it repairs all of them
	extra int            // rows of tasks that there are not, or that have one already
}

// report reports a finding, the first one with the fix.
func (t *todo) report(span document.Span, at, format string, args ...any) {
	t.Fixf("todo-stale", span, at, t.fixes, format, args...)
	t.fixes = nil
}

const listedTwice = "task %s is listed twice, so whoever counts the rows counts it twice; remove one row"

// judgeTodo holds the rows and counters of a TODO.md against the task files.
func judgeTodo(a *artefact) {
	if !a.Doc.Readable() || !tasksAgree(a.tree, a.slice) {
		return
	}
	t := todo{Reporter: a.Reporter, rows: readRows(a.Doc), slice: a.slice, files: slices.Clone(a.slice.Files)}
	slices.SortStableFunc(t.files, func(a, b *model.File) int { return strings.Compare(a.Dir, b.Dir) })
	t.fixes = t.regenerate()
	t.listed()
	t.meant()
	t.missing()
	t.counters()
}

// todoAlone holds a TODO.md that is judged alone against itself: the tasks are not known, but rows and counters are
// written together.
func todoAlone(r *document.Reporter) {
	t := todo{Reporter: r, rows: readRows(r.Doc)}
	slice := t.ownSlice()
	t.meant()
	if !t.listedIn(slice) || len(t.strange) > 0 {
		return // which counter is right is open
	}
	count := t.counts()
	for _, key := range counters {
		v := r.Doc.Front.Root.Get(key)
		if n, ok := document.Whole(v); ok && n != count[key] {
			which := " with that box"
			if key == "total" {
				which = ""
			}
			t.report(v.Span, "frontmatter."+key, "`%s` is %s, but the list has %s%s; write %d",
				key, v.Text, document.Count(count[key], "row"), which, count[key])
		}
	}
}

// ownSlice holds what a TODO.md says of its slice against one another, and returns the slice, "" where that is open.
func (t *todo) ownSlice() string {
	milestone, slice := t.Doc.Front.Root.Get("milestone_id"), t.Doc.Front.Root.Get("slice_id")
	of, own := document.Text(milestone), document.Text(slice)
	m, _ := place.SplitSlice(own)
	ofOthers := len(t.all) > 0
	for i := range t.all {
		ofOthers = ofOthers && !strings.HasPrefix(t.all[i].id.Text, own+"-")
	}
	switch {
	case m == "":
		return ""
	case ofOthers:
		t.report(slice.Span, "frontmatter.slice_id",
			"`slice_id` is %s, but all rows are of other slices; correct it, or write the list anew with "+
				"`np-tools.cjs render-todo`", own)
		return ""
	case place.IsID(of, 'M') && of != m:
		t.report(milestone.Span, "frontmatter.milestone_id", "`milestone_id` is %s, but the slice %s is of %s; write that",
			of, own, m)
	}
	title, named := strings.CutPrefix(t.Doc.Text(t.heading), "# Slice ")
	title = strings.TrimSpace(title)
	if of, _, _ = strings.Cut(title, "-"); named && title != own && place.IsID(of, 'M') {
		t.report(t.heading, "body.heading",
			"the heading names the slice %s, but the list is that of %s; write `# Slice %s`", title, own, own)
	}
	return own
}

// listedIn judges the rows by themselves, and whether they are of the slice, if it is not "". It reports whether every
// box says a status.
func (t *todo) listedIn(slice string) (clear bool) {
	seen := map[string]bool{}
	clear = true
	for i := range t.all {
		row := &t.all[i]
		id := row.id.Text
		switch {
		case seen[id]:
			t.report(row.span, row.at(), listedTwice, id)
		case slice != "" && !strings.HasPrefix(id, slice+"-"):
			t.report(row.span, row.at(),
				"the list is that of slice %s, but this row is of %s; move it to the list of its slice, or correct "+
					"the id", slice, document.Quote(id))
		case row.status == "" && row.box.Text != "?": // which the generator writes for a status that it does not know
			t.report(row.span, row.at(),
				"the checkbox [%s] of task %s says no known status; the checkboxes are `[ ]` pending, `[~]` in-progress, `[x]` "+
					"done, `[-]` skipped and `[!]` parked", row.box.Text, id)
			clear = false
		}
		seen[id] = true
	}
	return clear
}

// listed judges the rows beside the files of their tasks.
func (t *todo) listed() {
	seen := map[string]bool{}
	last, ordered := "", true
	for i := range t.all {
		row := &t.all[i]
		id := row.id.Text
		f := t.slice.File(id)
		switch {
		case seen[id]:
			t.extra++
			t.report(row.span, row.at(), listedTwice, id)
			continue
		case f == nil && t.slice.Plan.Task(id) != nil:
			continue // it is reported there that nobody scaffolded it
		case f == nil:
			t.extra++
			t.report(row.span, row.at(),
				"the slice has no task file for %s, so nobody can carry it out; remove the row, or restore the file", id)
			continue
		}
		seen[id] = true
		if ordered && id < last {
			ordered = false
			t.report(row.span, row.at(),
				"task %s is listed behind %s, but tasks are listed by their numbers; move the row up", id, last)
		}
		last = id
		t.row(row, f)
	}
}

// row judges box and name of a task, and what stands between id and name.
func (t *todo) row(row *row, f *model.File) {
	id, name := row.id.Text, nameOf(f)
	if box := boxOf(f.Status); row.box.Text != box {
		says := row.status
		if says == "" {
			says = "no known status"
		}
		t.report(row.span, row.at(),
			"the checkbox [%s] of task %s says %s, but its task file says %s, which is what counts; write [%s]",
			row.box.Text, id, says, f.Status, box)
	}
	if !sameText(row.name.Text, name) && !planned(t.slice.Plan, f.ID, row.name.Text) {
		t.report(row.span, row.at(), "task %s is called %s here, but %s in its task file; write that",
			id, document.Quote(row.name.Text), document.Quote(name))
	}
	between := document.Span{Start: row.id.Span.End + len("**"), End: row.name.Span.Start}
	if dash := strings.TrimSpace(t.Doc.Text(between)); dash != "—" {
		t.report(row.span, row.at(),
			"the row of %s has %s between id and name, but it is generated with a long dash; write `— %s`",
			id, document.Quote(dash), name)
	}
}

// planned reports whether the slice plan, which may be nil, gives a task this name: then it is the task file that has
// another one, and that is reported there.
func planned(plan *model.Plan, id, name string) bool {
	task := plan.Task(id)
	return task != nil && sameText(task.Text("name"), name)
}

// meant reports items that were meant as rows.
func (t *todo) meant() {
	for _, s := range t.strange {
		if t.byID[s.Text] == nil {
			t.report(s.Span, "body.tasks["+s.Text+"]",
				"this is no row of task %s, so whoever goes by the list passes over it; write `- [ ] **%s** — "+
					"<name>` with the checkbox of its status", s.Text, s.Text)
		}
	}
}

// missing reports tasks without a row.
func (t *todo) missing() {
	var ids []string
	span := t.heading
	for _, f := range t.files {
		if row := t.byID[f.ID]; row != nil {
			if len(ids) == 0 {
				span = row.span // behind it the first that is missing should stand
			}
		} else if !slices.ContainsFunc(t.strange, func(s model.Item) bool { return s.Text == f.ID }) {
			ids = append(ids, f.ID)
		}
	}
	if len(ids) > t.extra { // else they stand there under other ids
		t.report(span, "body.tasks",
			"the list lacks %s, so whoever goes by it passes over work that is there; generate the file anew "+
				"with `np-tools.cjs render-todo %s`", shown(ids), t.slice.Full)
	}
}

// counters compares the frontmatter with the tasks. A counter that counts the rows as they are is as wrong as they,
// and those are reported.
func (t *todo) counters() {
	tasks, rows := t.counted(), t.counts()
	for _, key := range counters {
		v := t.Doc.Front.Root.Get(key)
		if n, ok := document.Whole(v); ok && n != tasks[key] && n != rows[key] {
			which := "is " + strings.ReplaceAll(key, "_", "-")
			if key == "total" {
				which = "is in the slice"
			}
			t.report(v.Span, "frontmatter."+key, "`%s` is %d, but %s %s; write %d",
				key, n, document.Count(tasks[key], "task"), plural(tasks[key], which), tasks[key])
		}
	}
}

// counted returns what the counters must be.
func (t *todo) counted() map[string]int {
	n := map[string]int{"total": len(t.files)}
	for _, f := range t.files {
		n[counter(f.Status)]++
	}
	return n
}

// regenerate is the fix that writes the file as its generator does. There is none where the file holds anything that
// a generator does not write: somebody's remark would be lost.
func (t *todo) regenerate() []document.Fix {
	known := append([]string{"schema_version", "milestone_id", "slice_id", "updated_at"}, counters...)
	front := t.Doc.Front.Root
	if slices.ContainsFunc(front.Pairs, func(p document.Pair) bool { return !slices.Contains(known, p.Key) }) {
		return nil
	}
	updated := front.Get("updated_at")
	if len(t.Doc.Body.Hidden) > 0 || updated == nil || t.remarks() {
		return nil
	}
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	milestone, _ := place.SplitSlice(t.slice.Full)
	count := t.counted()
	line("---")
	line("schema_version: 1")
	line("milestone_id: %s", milestone)
	line("slice_id: %s", t.slice.Full)
	for _, key := range counters {
		line("%s: %d", key, count[key])
	}
	line("updated_at: %s", t.Doc.Text(updated.Span))
	line("---")
	line("")
	line("# Slice %s", t.slice.Full)
	line("")
	for _, f := range t.files {
		line("- [%s] **%s** — %s", boxOf(f.Status), f.ID, nameOf(f))
	}
	if len(t.files) == 0 {
		line("_No tasks yet._")
	}
	return document.Replace("generate the file anew from the tasks", document.Span{End: len(t.Doc.Src)}, out.String())
}

// remarks reports whether the body holds lines that are neither the heading nor a row.
func (t *todo) remarks() bool {
	rows := 0
	for line := range strings.Lines(t.Doc.Text(document.Span{Start: t.Doc.Front.End, End: len(t.Doc.Src)})) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line == "_No tasks yet._" || line == "# Slice "+t.slice.Full:
		case strings.HasPrefix(line, "- ["):
			rows++
		default:
			return true
		}
	}
	return rows != len(t.all)
}
