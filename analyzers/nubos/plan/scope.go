package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// count judges how many tasks the plan holds. What was meant as a task and is none is reported as what it is.
func count(a *artefact, plan *model.Plan) {
	meant := func(e document.Element) bool { return model.MeantTask(&e) }
	limit := limit(a.set, "too-many-tasks", "max")
	switch n := len(plan.Tasks); {
	case n == 0 && !slices.ContainsFunc(a.Doc.Body.Elements, meant):
		span := a.Doc.FirstLine()
		if e := a.Doc.Body.Element("tasks"); e != nil {
			span = e.Open
		}
		a.Reportf("no-tasks-in-slice-plan", span, "body.tasks",
			"the plan holds no `<task>`, so nothing is scaffolded and the slice passes without any work; write one to "+
				"three tasks")
	case n > limit:
		a.Reportf("too-many-tasks", plan.Tasks[limit].Tag.Open, plan.Tasks[limit].At(""),
			"the plan has %s, more than the %d that an executor carries out with its full attention; move some "+
				"to another slice", document.Count(n, "task"), limit)
	}
}

// limit returns an option that is a number, at least 1.
func limit(set *document.Set, rule, option string) int {
	return int(max(set.Options.Number(rule, option), 1))
}

const verbs = `(?:add|build|create|define|deploy|document|extend|fix|implement|install|introduce|migrate|refactor|` +
	`remove|rename|replace|seed|set up|update|wire|write)`

var (
	// twoVerbs is a name that asks for two things: "Add x and fix y", but not "Add and remove x".
	twoVerbs = memo.Regexp(`(?i)^` + verbs + ` \S.*(?: and |; | \+ | & )(?:then )?` + verbs + `\b`)
	// listed is what stands between an open end and the list of what is meant: "and similar places: …".
	listed = memo.Regexp(`^[ *)]*(?:[\w-]+ ?){0,2}:`)
)

// scope judges whether a task has bounds, and is one.
func scope(a *artefact, text *prose, t *model.Task) {
	if name := t.Part("name"); name != nil && twoVerbs().MatchString(name.Text) {
		a.Reportf("non-atomic-task", name.Inner, t.At("name"),
			"task %s seems to be two by its name, %s (two verbs joined), but a task is one commit; split it if they "+
				"can be committed one by one", t.Label(), document.Quote(name.Text))
	}
	for _, part := range []string{"name", "action"} {
		p := t.Part(part)
		if p == nil {
			continue
		}
		if m, ok := text.find(also, p.Inner, nil); ok {
			a.Reportf("non-atomic-task", m, t.At(part),
				"task %s has a second piece of work tacked on (%s), but a task is one commit; make a task of its own "+
					"of it", t.Label(), document.Quote(text.of(m)))
		}
		openEnds(a.Reporter, text, t, p)
	}
	listed := slices.ContainsFunc(t.Files, func(f model.Item) bool { return !strings.Contains(f.Text, "*") })
	for _, f := range t.Files {
		if strings.Contains(f.Text, "**") || strings.HasSuffix(f.Text, "/*") || f.Text == "*" ||
			!listed && strings.HasPrefix(path.Base(f.Text), "*.") {
			a.Reportf("unbounded-scope", f.Span, t.At("files_modified"),
				"task %s may change whatever matches %s; list the files", t.Label(), document.Quote(f.Text))
		}
	}
	if limit := limit(a.set, "non-atomic-task", "max_files"); len(t.Files) > limit {
		a.Reportf("non-atomic-task", t.Files[limit].Span, t.At("files_modified"),
			"task %s changes %s, more than the %d that one commit is likely to need; split it",
			t.Label(), document.Count(len(t.Files), "file"), limit)
	}
}

// openEnds reports the first open end of each line of a part.
func openEnds(r *document.Reporter, text *prose, t *model.Task, part *model.Part) {
	in := part.Inner
	for {
		m, ok := text.find(openEnd, in, func(m document.Span) bool { return bounded(text.content, m, in) })
		if !ok {
			return
		}
		r.Reportf("unbounded-scope", m, t.At(part.Name),
			"the work of task %s has an open end (%s), and the executor does what stands there, no more and no less; "+
				"list what is meant", t.Label(), document.Quote(text.of(m)))
		line := strings.IndexByte(text.content[m.End:in.End], '\n')
		if line < 0 {
			return
		}
		in.Start = m.End + line
	}
}

// bounded reports whether what looks like an open end has an end: a colon behind it starts a list of what is meant,
// "by" names what requires it, or it is the directory /etc.
func bounded(text string, m, in document.Span) bool {
	rest, _, _ := strings.Cut(text[m.End:min(in.End, m.End+windowBehind)], "\n")
	return listed().MatchString(rest) || strings.HasPrefix(rest, " by ") || strings.HasPrefix(rest, "/") ||
		strings.HasSuffix(text[:m.Start], "/")
}

// sampled judges whether a task that changes what is shipped has a test.
func sampled(a *artefact, plan *model.Plan, t *model.Task) {
	shipped, span, verify := t.Uncovered(a.set), t.Tag.Open, t.Part("verify")
	switch {
	case shipped == nil:
		return // it is covered
	case verify != nil:
		if verify.Unclosed || slices.ContainsFunc(verify.Automated, func(s document.Span) bool {
			return holdsCommand(a.Doc.Text(s))
		}) {
			return // that it has no end is reported
		}
		span = verify.Open
	case plan.Stray(t, "verify") != nil:
		return // its opening tag is lost, which is reported
	default:
		if other := t.Misspelt("verify"); other != nil {
			span = other.Open
		}
	}
	a.Reportf("missing-coverage-annotation", span, t.At("verify"),
		"task %s changes %s, but has neither `tdd=\"true\"` nor a command in `<verify><automated>`, so nothing "+
			"samples what it ships; add one", t.Label(), shipped.Text)
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
