// Package verifycmd judges the commands of plans: whether what a <verify> calls can run at all. It knows the shell's
// grammar, the usual tools and how they find scripts and files, and looks those up in the working tree; it runs
// nothing, and what it cannot know, such as a command in a variable, it does not judge.
package verifycmd

import (
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"mvdan.cc/sh/v3/syntax"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

// Analyzer judges slice plans and task plans.
var Analyzer = &analysis.Analyzer{
	Name:     "verifycmd",
	Doc:      "judge whether the commands that verify a task can run",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

const (
	slicePlan = "nubos/slice-plan"
	taskPlan  = "nubos/task-plan"
)

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	f := &facts{set: set, tree: model.Of(pass), words: sync.OnceValue(func() *words { return readWords(set) })}
	set.Each([]string{slicePlan, taskPlan}, func(r *document.Reporter) { judge(f, r) })
	return nil, nil
}

// judge judges the commands of one document.
func judge(f *facts, r *document.Reporter) {
	if r.Doc.Problem != nil || r.Doc.Body == nil { // a head that is missing or broken takes no command away
		return
	}
	p := &plan{facts: f, Reporter: r, elements: r.Doc.Body.Elements, parser: syntax.NewParser(),
		plans: &outlook{facts: f, doc: r.Doc}}
	judged := 0 // the end of what is
	for i := range p.elements {
		switch e := &p.elements[i]; {
		case e.Hidden || e.Unclosed || e.Open.Start < judged:
			// seen by nobody, reported by others, or part of what is judged already
		case strings.EqualFold(e.Name, "verify"):
			judged = max(e.Open.End, e.Close.End)
			p.verify(i)
		case e.Name == "verification" && r.Doc.Kind == slicePlan:
			p.verification(e)
		}
	}
}

// plan is one document under judgement.
type plan struct {
	*facts
	*document.Reporter
	elements []document.Element
	parser   *syntax.Parser
	plans    *outlook
	read     *model.Plan // once somebody asked
	tasksOf  []int       // for each element the innermost task that it is or stands in, or -1; once somebody asked
	guesses  int         // names that were compared with all known ones, which takes its time
}

// taskOf returns the innermost task that element i is or stands in, or nil.
func (p *plan) taskOf(i int) *document.Element {
	if p.tasksOf == nil { // for all at once, since elements may be nested as deep as a file is long
		p.tasksOf = make([]int, len(p.elements))
		for i, e := range p.elements {
			switch {
			case e.Name == "task":
				p.tasksOf[i] = i
			case e.Parent >= 0:
				p.tasksOf[i] = p.tasksOf[e.Parent] // which opens before
			default:
				p.tasksOf[i] = -1
			}
		}
	}
	if i = p.tasksOf[i]; i < 0 {
		return nil
	}
	return &p.elements[i]
}

// task returns the id of the task that element i belongs to, or "".
func (p *plan) task(i int) string {
	if task := p.taskOf(i); task != nil {
		if id := task.Attr("id"); id != nil {
			return id.Text
		}
		return ""
	}
	if id := p.Doc.Front.Root.Get("id"); p.Doc.Kind == taskPlan && id != nil {
		return id.Text
	}
	return ""
}

// maxVerify is how many bytes of a <verify> are judged: far more than anybody writes, and little enough for any
// parser.
const maxVerify = 64 << 10

// verify judges the commands in the <verify> that is element i.
func (p *plan) verify(i int) {
	e := &p.elements[i]
	s := newScript(p, "body.verify", "the task")
	if id := p.task(i); id != "" {
		s.what, s.id = short(id), id
		if p.Doc.Kind == slicePlan {
			s.at = "tasks[" + id + "].verify"
		}
	}
	if e.Inner().Len() > maxVerify {
		p.Report(document.Finding{Rule: "verify-command-unknown", Span: e.Open, At: s.at,
			Message: "this <verify> has more than 64 KiB, so none of its commands was judged; move what it does into a " +
				"script, and call that"})
		return
	}
	empty := true
	for _, region := range p.regions(i) {
		lines := splitLines(p.Doc.Text(region.span), region.span.Start, region.transcript)
		empty = empty && len(lines) == 0
		s.run(lines)
	}
	if !empty && !s.fallible {
		p.Report(document.Finding{Rule: "verify-empty", Span: e.Open, At: s.at,
			Message: "the <verify> of " + s.what +
				" exits 0 whatever happens, so nothing shows whether the work is done; write a command that exits 0 only " +
				"if it is, " +
				"such as `<automated>npm test</automated>`"})
	}
	if empty && !p.uncovered(i) {
		p.Report(document.Finding{Rule: "verify-empty", Span: e.Open, At: s.at,
			Message: "the <verify> of " + s.what +
				" holds no command, so nothing shows whether the work is done; write a command that exits 0 if it is, " +
				"such as `<automated>npm test</automated>`"})
	}
}

// uncovered reports whether the task around element i changes what is shipped and has no test: then the
// plan-checker's own category says so.
func (p *plan) uncovered(i int) bool {
	if p.Doc.Kind != slicePlan {
		return false
	}
	if p.read == nil {
		p.read = p.tree.PlanOf(p.Doc)
	}
	task := p.read.Task(p.task(i))
	return task != nil && task.Uncovered(p.set) != nil
}

// verification judges those commands in the <verification> of a slice that are plainly commands: a code span at the
// start of a list item, and fences that say that they are shell.
func (p *plan) verification(e *document.Element) {
	if e.Inner().Len() > maxVerify {
		return // nobody runs it as it stands
	}
	s := newScript(p, "body.verification", "the slice")
	s.aside = true
	for _, item := range p.Doc.Body.Items {
		if item.Span.Start < e.Inner().Start || item.Span.End > e.Inner().End {
			continue
		}
		if span, ok := codeSpan(p.Doc.Text(item.Text)); ok {
			text := p.Doc.Text(item.Text)[span.Start:span.End]
			s.dirs = []string{"."} // each item stands for itself
			s.run(splitLines(text, item.Text.Start+span.Start, false))
		}
	}
	for _, h := range p.hiddenIn(e.Inner()) {
		if shell, transcript := shellFence(h.Info); h.Kind == document.Fence && shell && h.Info != "" {
			s.run(splitLines(p.Doc.Text(h.Inner), h.Inner.Start, transcript))
		}
	}
}

// short cuts a text that is to be shown in a message.
func short(text string) string {
	const limit = 80
	text = strings.Join(strings.Fields(text[:min(len(text), 8*limit)]), " ")
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}
