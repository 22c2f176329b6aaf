package derived

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/rules"
)

// file returns the task file in the directory of the artefact, or nil.
func (j *artefact) file() *model.File {
	if j.slice == nil {
		return nil
	}
	return j.slice.FileIn(j.place.Task)
}

// taskSummary reports what the template of a summary left open, though its task is done. The status that the scaffolder
// writes into the summary is changed and read by nobody.
func (j *artefact) taskSummary() {
	f := j.file()
	if f == nil || f.Status != "done" || j.Doc.Body == nil {
		return
	}
	at := j.Doc.Body.Span.Start
	for line := range strings.Lines(j.Doc.Text(j.Doc.Body.Span)) {
		text := strings.TrimSpace(line)
		if word := strings.Trim(text, "-*_ "); word == "TBD" && j.Doc.Body.HiddenAt(at) == nil {
			start := at + strings.Index(line, text)
			j.report("summary-status", document.Span{Start: start, End: start + len(text)}, "body.tbd", nil,
				"the task is done, but TBD still stands in its summary, so the verifier finds no evidence here; write "+
					"what was changed and how it was verified, or None")
			return
		}
		at += len(line)
	}
}

// tasksAgree reports whether every task of the slice can be told by its file: its id is that of the path, and its
// status one that there is. Where one cannot, that is reported there, and which copy is right is open.
func (j *artefact) tasksAgree() bool {
	return !slices.ContainsFunc(j.slice.Files, func(f *model.File) bool {
		return f.Unreadable || !isTaskStatus(j.tree, f.Status) || f.ID != j.slice.Full+"-"+f.Dir
	})
}

const summaryStale = "slice-summary-stale"

// sliceSummary holds what finalize-slice counts and lists against the tasks. The summary that a person writes has no
// frontmatter.
func (j *artefact) sliceSummary() {
	if j.slice == nil || j.Doc.Front == nil || j.Doc.Front.Fault != nil || len(j.slice.Files) == 0 || !j.tasksAgree() {
		return
	}
	done, pending, open := 0, 0, 0
	for _, f := range j.slice.Files {
		switch f.Status {
		case "done":
			done++
		case "skipped":
		case "pending":
			pending++
			open++
		default:
			open++
		}
	}
	total := len(j.slice.Files)
	for _, c := range []struct {
		key   string
		right []int // the first is written by a fix; which tasks are pending is nowhere defined
		what  string
	}{
		{"task_count", []int{total}, "in the slice"},
		{"tasks_done", []int{done}, "done"},
		{"tasks_pending", []int{open, pending, total - done}, "not finished"},
	} {
		j.summaryCount(c.key, c.right, c.what)
	}
	j.rollUp()
	j.repeated()
}

// repeated judges the headings above the summaries of the tasks, which are copied one below the other.
func (j *artefact) repeated() {
	for i := range j.Doc.Body.Headings {
		h := &j.Doc.Body.Headings[i]
		id, _, ok := strings.Cut(h.Text, " — ")
		if _, _, task := place.SplitID(id); h.Level == 3 && ok && task != "" && j.slice.File(id) == nil {
			j.report(summaryStale, h.Span, "body.tasks["+id+"]", nil,
				"the slice has no task %s, so whose summary stands below is open; correct the id",
				document.Quote(id))
		}
	}
}

func (j *artefact) summaryCount(key string, right []int, what string) {
	p := j.Doc.Front.Root.Pair(key)
	if p == nil || p.Value.Type != document.Number {
		return
	}
	for _, n := range right {
		if p.Value.Num == float64(n) {
			return
		}
	}
	n := right[0]
	j.report(summaryStale, p.Value.Span, "frontmatter."+key,
		document.Replace("write the number of the tasks", p.Value.Span, strconv.Itoa(n)), "`%s` is %s, but %s %s %s; write %d",
		key, p.Value.Text, document.Count(n, "task"), plural(n, "is"), what, n)
}

// rollUp compares the table of tasks.
func (j *artefact) rollUp() {
	for _, table := range j.Doc.Body.Tables {
		if len(table.Rows[0]) < 2 || j.Doc.Text(table.Rows[0][0]) != "Task" ||
			j.Doc.Text(table.Rows[0][1]) != "Status" {
			continue
		}
		seen := map[string]bool{}
		extra := 0
		for _, row := range table.Rows[1:] {
			if len(row) != len(table.Rows[0]) {
				continue
			}
			id := j.Doc.Text(row[0])
			at := "body.tasks[" + id + "]"
			f := j.slice.File(id)
			seen[id] = true
			if f == nil {
				extra++
				j.report(summaryStale, row[0], at, nil, "the slice has no task %s; correct the id or remove the row",
					document.Quote(id))
				continue
			}
			if status := f.Status; isTaskStatus(j.tree, status) && j.Doc.Text(row[1]) != status {
				j.report(summaryStale, row[1], at, document.Replace("write "+status, row[1], status),
					"task %s is listed as %s, but it is %s; the verifier believes what stands here",
					id, document.Quote(j.Doc.Text(row[1])), status)
			}
			if len(row) > 2 && j.Doc.Text(table.Rows[0][2]) == "Name" && !sameText(j.Doc.Text(row[2]), name(f)) &&
				!strings.Contains(f.Name, "|") && f.Name != "" {
				j.report(summaryStale, row[2], at, document.Replace("write the name of the task", row[2], f.Name),
					"task %s is called %s here, but %s in its task file", id, document.Quote(j.Doc.Text(row[2])),
					document.Quote(f.Name))
			}
		}
		var missing []string
		for _, f := range j.slice.Files {
			if !seen[f.ID] && f.ID != "" {
				missing = append(missing, f.ID)
			}
		}
		if len(missing) > extra { // else they stand there under other ids
			j.report(summaryStale, table.Rows[0][0], "body.tasks", nil,
				"the roll-up lacks %s, so nobody sees what became of it; generate the summary anew",
				shown(missing))
		}
	}
}

const verificationStale = "verification-stale"

// verification holds the criteria of a verification against the roadmap, which numbers them by their places.
func (j *artefact) verification() {
	if j.entry == nil {
		return
	}
	v := model.ReadVerification(j.Doc)
	if v == nil {
		return
	}
	if j.entry.Criteria == nil || len(v.Titles) == 0 {
		return
	}
	var missing []string
	for _, c := range j.entry.Criteria {
		title, ok := v.Titles[c.ID]
		first, _, _ := strings.Cut(c.Text, "\n") // a heading has one line
		switch {
		case !ok && !tells(j.Doc.Body, c.ID, first):
			missing = append(missing, c.ID)
		case !ok:
		case c.Text == "" || c.Text == c.ID || sameText(title.Text, c.Text) || sameText(title.Text, first):
		default:
			j.report(verificationStale, title.Span, "body.blocks["+c.ID+"].heading",
				nil, "%s is %s, but %s in roadmap.yaml, so something else was verified than is demanded; verify that, or "+
					"write what the criterion says",
				c.ID, document.Quote(title.Text), document.Quote(c.Text))
		}
	}
	// what is missing may stand in it
	open := slices.ContainsFunc(j.Doc.Body.Hidden, func(h document.Hidden) bool { return !h.Closed })
	if len(missing) > 0 && !open {
		j.report(verificationStale, j.totalSpan(), "body.blocks", nil,
			"the verification has no block for %s of roadmap.yaml, so nobody says whether it holds; add it",
			shown(missing))
	}
	for id, title := range v.Titles {
		if n := strings.TrimPrefix(id, "SC-"); !isCriterion(n, len(j.entry.Criteria)) {
			j.report(verificationStale, title.Span, "body.blocks["+id+"].heading", nil,
				"%s does not exist: milestone %s has %d success criteria in roadmap.yaml; correct the number, or add "+
					"the criterion there",
				id, j.milestone.ID, len(j.entry.Criteria))
		}
	}
}

// aboutCriterion is a line that is meant for the heading of a criterion, right or wrong.
var aboutCriterion = rules.Lazy(`(?i)^#+[*_ \t]*SC[-_ ]?0*(\d+)\b`)

// tells reports whether a heading that the consumer does not see is meant for a criterion, by its number or its text.
// That it is wrong is reported there.
func tells(b *document.Body, id, criterion string) (found bool) {
	b.EachLine(func(text string, start int) bool {
		if strings.HasPrefix(text, "#") && b.HiddenAt(start) == nil {
			m := aboutCriterion().FindStringSubmatch(text)
			found = m != nil && "SC-"+m[1] == id || criterion != "" && strings.Contains(text, criterion)
		}
		return !found
	})
	return found
}

// totalSpan is where criteria without a block are reported: at the number of all, or at the frontmatter.
func (j *artefact) totalSpan() document.Span {
	if p := j.Doc.Front.Root.Pair("sc_total"); p != nil {
		return p.Value.Span
	}
	return j.Doc.Front.Open
}

var plainNumber = rules.Lazy(`^[1-9]\d{0,5}$`)

// isCriterion reports whether the number of a criterion is one of 1 to n, or not written as it should be, which is
// reported elsewhere.
func isCriterion(number string, n int) bool {
	if !plainNumber().MatchString(number) {
		return true
	}
	return atoi(number) <= n
}

// isTaskStatus reports whether a task may have the status.
func isTaskStatus(tree *model.Tree, status string) bool {
	return slices.Contains(tree.Vocabulary("nubos", "task-status"), status)
}
