package task

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// drive is how a path on Windows begins.
var drive = memo.Regexp(`^[A-Za-z]:[\\/]`)

// isOutside reports whether a path in files_modified leads out of the project: commit-task refuses it with
// path-not-in-project.
func isOutside(file string) bool {
	return path.IsAbs(file) || strings.HasPrefix(path.Clean(file)+"/", "../") || strings.HasPrefix(file, "~/") ||
		drive().MatchString(file)
}

// outside reports a file of a task that lies outside of the project.
func outside(r *document.Reporter, task, at string, file model.Item) {
	if isOutside(file.Text) {
		r.Reportf("path-not-in-project", file.Span, at,
			"task %s is to change %s, which lies outside of the project, so the commit of the task is refused after all "+
				"the work is done; write a path in the project, relative to its root", task, document.Quote(file.Text))
	}
}
