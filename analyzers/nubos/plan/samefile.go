package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

// sameFile reports tasks that change a file which a task beside them changes: the tasks of a slice run side by side,
// and each commits its files as they are then.
func sameFile(a *artefact, tasks []*model.Task) {
	first := map[string]*model.Task{} // by file, that changes it
	for _, t := range tasks {
		if t.Tag.Unclosed || over(a.slice, t) {
			continue
		}
		var shared []string
		var other *model.Task
		var at document.Span
		for _, item := range t.Files {
			file, _, _ := strings.Cut(item.Text, " (")
			file = path.Clean(strings.Trim(file, "`\"'"))
			if path.Ext(file) == "" && a.set.Files.Look(a.Doc.Root, file) == document.Dir || strings.ContainsAny(file, "*?[{") ||
				strings.HasSuffix(item.Text, "/") {
				continue // each may change files of its own there
			}
			switch before := first[file]; {
			case before == nil:
				first[file] = t
			case before == t || waits(t, before) || waits(before, t): // a dependency inside of a slice is reported
			case other == nil:
				other, at, shared = before, item.Span, []string{file}
			case other == before && !slices.Contains(shared, file):
				shared = append(shared, file)
			}
		}
		if other != nil {
			a.Reportf("parallel-task-same-file", at, t.At("files_modified"),
				"%s and %s of the same slice run in parallel and both change %s: whichever commits first commits what "+
					"the other has written so far. Move one to a later slice, or make them one task",
				other.Label(), t.Label(), document.AllOf(shared[:min(maxBeside, len(shared))]))
		}
	}
}

// waits reports whether a task depends on another.
func waits(t, on *model.Task) bool {
	return slices.ContainsFunc(t.DependsOn, func(item model.Item) bool { return item.Text == on.ID })
}

// over reports whether a task was carried out, so that it runs beside no other.
func over(s *model.Slice, t *model.Task) bool {
	if s == nil || s.File(t.ID) == nil {
		return false
	}
	status := s.File(t.ID).Status
	return status == "done" || status == "skipped"
}
