package plan

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/rules"
)

// count judges how many tasks the plan holds.
func (j *artefact) count() {
	switch n := len(j.plan.Tasks); {
	case n == 0 && !j.meantTask():
		span := j.Doc.FirstLine()
		if e := j.element("tasks"); e != nil {
			span = e.Open
		}
		j.Reportf("no-tasks-in-slice-plan", span, "body.tasks",
			"the plan holds no `<task>`, so nothing is scaffolded and the slice passes without any work; write one to "+
				"three tasks")
	case n > j.maxTasks():
		j.Reportf("too-many-tasks", j.plan.Tasks[j.maxTasks()].Tag.Open, j.plan.Tasks[j.maxTasks()].At(""),
			"the plan has %d tasks, more than the %d that an executor carries out with its full attention; move some "+
				"to another slice",
			n, j.maxTasks())
	}
}

func (j *artefact) maxTasks() int { return j.limit("too-many-tasks", "max") }

// limit returns an option that is a number, at least 1.
func (j *artefact) limit(rule, option string) int {
	n := j.set.Number(rule, option)
	return int(max(n, 1))
}

// meantTask reports whether something stands in the plan that was meant as a task: that it is none is reported
// already.
func (j *artefact) meantTask() bool {
	return j.Doc.Body != nil &&
		slices.ContainsFunc(j.Doc.Body.Elements, func(e document.Element) bool { return model.MeantTask(&e) })
}

// element returns the first element of the body with the name that is no example, or nil.
func (j *artefact) element(name string) *document.Element {
	if j.Doc.Body == nil {
		return nil
	}
	for i := range j.Doc.Body.Elements {
		if e := &j.Doc.Body.Elements[i]; e.Name == name && !e.Hidden {
			return e
		}
	}
	return nil
}

// twoVerbs is a name that asks for two things: "Add x and fix y", but not "Add and remove x".
var twoVerbs = rules.Lazy(`(?i)^(?:add|build|create|define|deploy|document|extend|fix|implement|install|introduce|migrate|refactor|remove|rename|replace|seed|set up|update|wire|write) \S.*(?: and |; | \+ | & )(?:then )?(?:add|build|create|define|deploy|document|extend|fix|implement|install|introduce|migrate|refactor|remove|rename|replace|seed|set up|update|wire|write)\b`)

// listed is what stands between an open end and the list of what is meant: "and similar places: …".
var listed = rules.Lazy(`^[ *)]*(?:[\w-]+ ?){0,2}:`)

// joins reports whether a text holds what twoVerbs needs, which is quicker found out.
func joins(s string) bool {
	return strings.Contains(s, " and ") || strings.ContainsAny(s, ";+&")
}

// scope judges whether a task has bounds, and is one.
func (j *artefact) scope(t *model.Task) {
	if name := t.Part("name"); name != nil && joins(name.Text) && twoVerbs().MatchString(name.Text) {
		j.Reportf("non-atomic-task", name.Inner, t.At("name"),
			"task %s seems to be two by its name, %s (two verbs joined), but a task is one commit; split it if they "+
				"can be committed one by one",
			t.Label(), document.Quote(name.Text))
	}
	for _, part := range []string{"name", "action"} {
		p := t.Part(part)
		if p == nil {
			continue
		}
		if m := j.find(also, p.Inner); m != nil {
			j.Reportf("non-atomic-task", *m, t.At(part),
				"task %s has a second piece of work tacked on (%s), but a task is one commit; make a task of its own "+
					"of it",
				t.Label(), document.Quote(j.Doc.Text(*m)))
		}
		j.openEnds(t, part, p.Inner)
	}
	for _, f := range t.Files {
		if strings.Contains(f.Text, "**") || strings.HasSuffix(f.Text, "/*") || f.Text == "*" ||
			strings.HasPrefix(path.Base(f.Text), "*.") {
			j.Reportf("unbounded-scope", f.Span, t.At("files_modified"), "task %s may change whatever matches %s; "+
				"list the files",
				t.Label(), document.Quote(f.Text))
		}
	}
	if limit := j.limit("non-atomic-task", "max_files"); len(t.Files) > limit {
		j.Reportf("non-atomic-task", t.Files[limit].Span, t.At("files_modified"),
			"task %s changes %d files, more than the %d that one commit is likely to need; split it",
			t.Label(), len(t.Files), limit)
	}
}

// openEnds reports the first open end of each line of a text.
func (j *artefact) openEnds(t *model.Task, part string, in document.Span) {
	for {
		m := j.findUnless(openEnd, in, func(m document.Span) bool { return j.bounded(m, in) })
		if m == nil {
			return
		}
		j.Reportf("unbounded-scope", *m, t.At(part),
			"the work of task %s has an open end (%s), and the executor does what stands there, no more and no less; "+
				"list what is meant",
			t.Label(), document.Quote(j.Doc.Text(*m)))
		line := strings.IndexByte(j.Doc.Content()[m.End:in.End], '\n')
		if line < 0 {
			return
		}
		in.Start = m.End + line
	}
}

// quoted reports whether an offset lies in a fence, a comment or a code span of its line.
func (j *artefact) quoted(offset int) bool {
	if j.hidden(offset) {
		return true
	}
	if j.ticks == nil {
		j.ticks = readTicks(j.Doc.Content())
	}
	i := sort.Search(len(j.ticks), func(i int) bool { return j.ticks[i].offset >= offset }) - 1
	return i >= 0 && j.ticks[i].opens && offset < j.ticks[i].lineEnd
}

// hidden reports whether an offset lies in a fence or a comment.
func (j *artefact) hidden(offset int) bool {
	hidden := j.Doc.Body.Hidden
	i := sort.Search(len(hidden), func(i int) bool { return hidden[i].Span.End > offset })
	return i < len(hidden) && hidden[i].Span.Contains(offset)
}

// tick is a backtick.
type tick struct {
	offset, lineEnd int
	opens           bool // it is the first, third, fifth … of its line
}

// readTicks finds the backticks of a text. It never returns nil.
func readTicks(text string) []tick {
	ticks := []tick{}
	lineEnd, opens := -1, true
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '`')
		if i < 0 {
			return ticks
		}
		if at += i; at > lineEnd {
			lineEnd, opens = len(text), true
			if end := strings.IndexByte(text[at:], '\n'); end >= 0 {
				lineEnd = at + end
			}
		}
		ticks = append(ticks, tick{offset: at, lineEnd: lineEnd, opens: opens})
		opens = !opens
	}
}

// bounded reports whether what looks like an open end has an end: a colon behind it starts a list of what is meant,
// "by" names what requires it, or it is the directory /etc.
func (j *artefact) bounded(m, in document.Span) bool {
	text := j.Doc.Content()
	rest, _, _ := strings.Cut(text[m.End:min(in.End, m.End+windowBehind)], "\n")
	return listed().MatchString(rest) || strings.HasPrefix(rest, " by ") || strings.HasPrefix(rest, "/") ||
		strings.HasSuffix(text[:m.Start], "/")
}

// holdsCommand reports whether one of the lines is more than a shell comment or the start of an HTML comment.
func holdsCommand(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !strings.HasPrefix(line, "<!--") {
			return true
		}
	}
	return false
}

// coverage judges whether a task that changes what is shipped has a test.
func (j *artefact) coverage(t *model.Task) {
	shipped := t.Uncovered(j.set)
	if shipped == nil || t.Part("verify") == nil && j.tree.PlanOf(j.Doc).Stray(t, "verify") != nil {
		return // it is covered, or its opening tag is lost, which is reported
	}
	span := t.Tag.Open
	if v := t.Part("verify"); v != nil {
		if v.Unclosed {
			return // that is reported
		}
		for _, a := range v.Automated {
			if holdsCommand(j.Doc.Text(a)) {
				return
			}
		}
		span = v.Open
	} else if other := t.Misspelt("verify"); other != nil {
		span = other.Open
	}
	j.Reportf("missing-coverage-annotation", span, t.At("verify"),
		"task %s changes %s, but has neither `tdd=\"true\"` nor a command in `<verify><automated>`, so nothing "+
			"samples what it ships; add one",
		t.Label(), shipped.Text)
}
