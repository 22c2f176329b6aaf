package plan

import (
	"fmt"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
)

// What the plan checker of GSD refuses: so many tasks, or files, and more.
const (
	tooManyTasks = 5
	tooManyFiles = 15
)

// scope reports a plan that is to run and holds more than one executor does well.
func scope(j *judge) {
	if !j.open || model.Past(j.p, j.Doc) || model.Setting(j.p, "workflow", "plan_check") == "false" {
		return
	}
	var tasks []document.Span
	for _, t := range j.tasks {
		if !t.Hidden {
			tasks = append(tasks, t.Open)
		}
	}
	const format = "the plan has %s, and the plan checker of GSD refuses one of %d and more (dimension 5): an executor does the " +
		"last of them worse; make two plans of it"
	if len(tasks) >= tooManyTasks {
		j.Report(document.Finding{Rule: "gsd-plan-scope", Span: tasks[tooManyTasks-1], At: "body",
			Message: fmt.Sprintf(format, document.Count(len(tasks), "task"), tooManyTasks)})
	} else if pair := j.front.Root.Pair("files_modified"); pair != nil && len(j.plan.Files) >= tooManyFiles {
		j.Report(document.Finding{Rule: "gsd-plan-scope", Span: pair.KeySpan, At: "frontmatter.files_modified",
			Message: fmt.Sprintf(format, document.Count(len(j.plan.Files), "file"), tooManyFiles)})
	}
}
