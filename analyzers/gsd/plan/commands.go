package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	success   = memo.Regexp(`^(?:true|:|exit 0)$`)
	unfailing = memo.Regexp(`^(?:true|:|exit 0|echo(?:\s+(?:-[neE]+|'[^']*'|"[^"$` + "`" + `]*"))*(?:\s+[\w.!-]+)?)$`)
)

// commands reports commands of <verify> that call a script or target that is not there.
func (j taskJudge) commands() {
	if j.done {
		return
	}
	for _, t := range j.sound {
		span := t.Element(j.text, "verify")
		at := span.Start
		for line := range strings.Lines(j.text[span.Start:span.End]) {
			for _, s := range notation.Scripts(line) {
				j.script(s, document.Span{Start: at + s.Start, End: at + s.End})
			}
			at += len(line)
		}
	}
}

// script reports a name that a file of the project does not declare, unless a plan of the phase changes that file.
func (j taskJudge) script(s notation.Script, span document.Span) {
	name := j.text[span.Start:span.End]
	declared := model.Lacking(j.p, s, name)
	if declared == nil {
		return
	}
	if j.plan == nil && strings.Contains(j.text, s.File) {
		return // a quick task, which may change it
	}
	if j.plan != nil && j.plan.Phase.Builds[s.File] {
		return
	}
	f := document.Finding{Rule: "gsd-task-verify-command", Span: span, At: "body",
		Message: fmt.Sprintf("`%s %s` is called to verify the task, and %s declares no %s, so the task can never be "+
			"verified", s.What, name, s.File, name)}
	if near := spell.Nearest(name, declared.Names); near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, span, near)
	}
	j.Report(f)
}

// passing reports a command that verifies nothing since it cannot fail.
func (j criteriaJudge) passing() {
	for _, t := range j.sound {
		for _, tag := range []string{"verify", "automated"} {
			for _, block := range blocks(j.plain[t.Body.Start:t.Body.End], tag) {
				j.passes(document.Span{Start: t.Body.Start + block.Start, End: t.Body.Start + block.End})
			}
		}
	}
}

// passes judges all commands of an element. Where the last of one line makes up for those before it, what these write
// may still tell.
func (j criteriaJudge) passes(block document.Span) {
	const write = "write one that fails until the work is done"
	block.Start, block.End = document.Trim(j.plain, block.Start, block.End)
	f := document.Finding{Rule: "gsd-task-criteria", Span: block, At: "body"}
	all := commands(j.plain, block)
	idle := func(at document.Span, pattern *memo.Pattern) bool {
		return pattern.MatchString(strings.Trim(j.plain[at.Start:at.End], "` "))
	}
	if len(all) == 0 {
		return
	}
	text, last := j.plain[block.Start:block.End], all[len(all)-1]
	before := strings.TrimSpace(j.plain[block.Start:last.Start])
	switch {
	case !slices.ContainsFunc(all, func(at document.Span) bool { return !idle(at, unfailing()) }):
		f.Message = "this command can only pass, so the task counts as verified whatever was done; " + write
	case strings.HasSuffix(before, "||") && idle(last, success()) && !strings.Contains(text, "\n") &&
		!strings.Contains(text, "set -e"):
		f.Span, f.Lesser = last, true
		f.Message = "with `||` before it this makes the whole command pass, so that only its output tells whether the task " +
			"is done; take it out, or " + write
	default:
		return
	}
	j.gather.Add(fmt.Sprint("passes", f.Lesser), f)
}
