// Package task judges tasks: the frontmatter of scaffolded task files, the tags in a slice plan that the scaffolder
// would drop or misread, and whether plan and files still say the same.
package task

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// Analyzer judges artefacts of the kinds nubos/task-plan and nubos/slice-plan.
var Analyzer = &analysis.Analyzer{
	Name:     "task",
	Doc:      "hold tasks against the validators, the scaffolder and the plan that they come from",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set, tree := document.Of(pass), model.Of(pass)
	set.Each([]string{"nubos/task-plan"}, func(r *document.Reporter) {
		if !r.Doc.Readable() {
			return
		}
		f := file{Reporter: r, set: set, front: r.Doc.Front.Root, wrong: map[string]bool{}}
		if !set.Standalone {
			f.place = place.Of(r.Doc.Root, r.Doc.Path)
		}
		f.fields()
		f.names()
		if !set.Standalone {
			f.drift(tree)
		}
	})
	if set.Standalone { // in a project, its path is known to tell the same
		set.Each([]string{"nubos/task-summary"}, func(r *document.Reporter) {
			if r.Doc.Readable() {
				f := file{Reporter: r, set: set, front: r.Doc.Front.Root, wrong: map[string]bool{}}
				_, slice := place.SplitSlice(document.Text(f.front.Get("slice")))
				f.wrong["slice"] = slice == ""
				f.wrong["milestone"] = !place.IsID(document.Text(f.front.Get("milestone")), 'M')
				f.names()
			}
		})
	}
	set.Each([]string{"nubos/slice-plan"}, func(r *document.Reporter) {
		if r.Doc.Problem != nil {
			return
		}
		p := plan{Reporter: r, set: set, Plan: tree.PlanOf(r.Doc), slice: r.Doc.Var("dir")}
		if !set.Standalone {
			p.milestone = tree.Milestone(r.Doc.Root, place.Of(r.Doc.Root, r.Doc.Path).Milestone)
		}
		p.tags()
		opened(r)
		hidden(r)
		duplicates(r, p.Tasks)
		if !set.Standalone {
			p.scaffolded(tree)
		}
	})
	return nil, nil
}

// file is one scaffolded task under judgement.
type file struct {
	*document.Reporter
	set   *document.Set
	front *document.Node
	place place.Place     // empty if the file is judged alone
	wrong map[string]bool // keys that something is reported of
}

// report reports a finding at a key's value; at the key, if the value is empty; at the opening fence, if the key is
// missing.
func (f *file) report(rule, key string, fixes []document.Fix, format string, args ...any) {
	span := f.Doc.Front.Open
	if p := f.front.Pair(key); p != nil {
		span = p.Place()
	}
	f.wrong[key] = true
	f.Fixf(rule, span, "frontmatter."+key, fixes, format, args...)
}

// plan is one slice plan under judgement.
type plan struct {
	*document.Reporter
	set *document.Set
	*model.Plan
	slice     string           // the directory: "S001"; "" if the plan is judged alone
	milestone *model.Milestone // nil if the plan is judged alone
}

// isDone reports whether a task was carried out.
func (p *plan) isDone(t *model.Task) bool {
	n := p.milestone.Node(t.ID)
	return n != nil && n.File != nil && n.File.Status == "done"
}

// report reports a finding in a task, or in the named part of it.
func (p *plan) report(rule string, t *model.Task, part string, span document.Span, fixes []document.Fix,
	format string, args ...any) {
	p.Fixf(rule, span, t.At(part), fixes, format, args...)
}
