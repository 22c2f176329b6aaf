package plan

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var atFile = memo.WithMark("@", `^\s*(?:[-*]\s+)?@([\w./@+-]+/[\w.@+-]+\.\w{1,10})\s*(?:[,;(#—–-].*)?$`)

// references reports files that a plan gives its executor to read and that are not there, nor made by any plan.
func (j *judge) references() {
	if j.plan == nil || j.done || j.over {
		return
	}
	for l := range model.LinesWith(j.Doc, j.front.End, "@") {
		m := atFile.FindIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		j.reference(model.Word{Text: l.Text[m[2]:m[3]],
			Span: document.Span{Start: l.Span.Start + m[2], End: l.Span.Start + m[3]}}, "`verify references`")
	}
	for i := range j.tasks {
		for _, file := range j.tasks[i].List(j.text, "read_first") {
			text := strings.TrimPrefix(file.Text, "@")
			file.Span.Start += len(file.Text) - len(text)
			if i := strings.IndexAny(text, ":#"); i > 0 {
				text = text[:i] // lines of the file
			}
			text = strings.TrimRight(text, ".,;")
			file.Text, file.Span.End = text, file.Span.Start+len(text)
			if filePath().MatchString(text) && !j.tasks[i].Hidden {
				j.reference(file, "read_first")
			}
		}
	}
}

var filePath = memo.Regexp(`^[\w./@+-]+/[\w.@+-]+\.\w{1,10}$`)

// reference reports a file that is to be read if it is not there, nor made by any plan.
func (j *judge) reference(named model.Word, who string) {
	file := strings.TrimPrefix(named.Text, "./")
	if model.Exists(j.p, file) || strings.Contains("/"+file, "/.claude/") || path.IsAbs(file) ||
		strings.Contains(file, "..") || strings.HasPrefix(file, "node_modules/") || j.awaited(file) {
		return
	}
	var made []string
	for _, ph := range j.p.Phases() {
		for _, plan := range ph.Plans {
			made = append(append(made, plan.Files...), plan.TaskFiles...)
		}
	}
	if listed(made, file) {
		return
	}
	near := ""
	if names, _ := j.p.Files.List(j.p.Root, path.Dir(file)); len(names) > 0 {
		if near = spell.Close(path.Base(file), names); near != "" {
			near = path.Dir(file) + "/" + near
		}
	}
	f := document.Finding{Rule: "gsd-plan-reference", At: "body",
		Span: named.Span,
		Message: file + " is not there, and no plan makes it, so whoever executes the plan works without it " +
			"(" + who + ")"}
	if near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, f.Span, near)
	} else {
		f.Message += "; name a file that is there"
	}
	j.gather.Add("reference", f)
}

// awaited reports whether a file of `.planning` is one that is written before the plan runs: a summary of another.
func (j *judge) awaited(file string) bool {
	rest, ok := strings.CutPrefix(file, j.p.Dir+"phases/")
	if !ok {
		return false
	}
	dir, base, _ := strings.Cut(rest, "/")
	id, ok := strings.CutSuffix(base, "-SUMMARY.md")
	if !ok {
		return false
	}
	for _, ph := range j.p.Phases() {
		if ph.Dir == dir {
			for _, plan := range ph.Plans {
				if plan.ID == id || model.Canonical(plan.ID) == id {
					return true
				}
			}
		}
	}
	return false
}
