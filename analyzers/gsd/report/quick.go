package report

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
)

// quickTasks is what the summaries of the quick tasks of a project say of their status.
type quickTasks struct {
	silent []string // those that say nothing
	usual  bool     // another one says something: GSD wrote none before
}

func quickTasksOf(p *model.Planning) quickTasks {
	var q quickTasks
	for _, in := range p.Inputs(p.Path("quick/")) {
		d := p.At(in.Path)
		if in.Kind != "gsd/summary" || d == nil || d.Problem != nil {
			continue
		}
		front := p.Front(d)
		switch {
		case front.Lost() || model.Slips(p, d, front.Root).Mean("status"): // that is told
		case strings.TrimSpace(dialect.Text(front.Root.Get("status"))) == "":
			q.silent = append(q.silent, in.Path)
		default:
			q.usual = true
		}
	}
	return q
}

// silent reports quick tasks whose summaries have no status, at the first of them.
func (j workJudge) silent(known *document.Memo[*model.Planning, quickTasks]) {
	q := known.Get(j.p.Set, j.p, func() quickTasks { return quickTasksOf(j.p) })
	if len(q.silent) == 0 || q.silent[0] != j.Doc.Path {
		return
	}
	more := ""
	if n := len(q.silent) - 1; n > 0 {
		more = "; the same holds for " + document.Count(n, "other quick task")
	}
	j.Report(document.Finding{Rule: "gsd-session-status", Span: j.Doc.FirstLine(), At: "frontmatter.status", Least: !q.usual,
		Message: fmt.Sprintf("the summary of the quick task has no `status`, so audit-open takes the task for open, and lists it "+
			"whenever a milestone ends; write `status: complete`%s", more)})
}
