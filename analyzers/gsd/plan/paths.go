package plan

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// pathForm reports an entry of a list of files that names none as it is written, since it holds more than the path or
// several, and whether it did: programs take entries letter by letter.
func (j *judge) pathForm(n *document.Node, where string) bool {
	text := strings.TrimSpace(dialect.Text(n))
	meant := notation.Paths(text)
	bare := func(word string) bool { return path.Ext(word) == "" }
	if words := strings.Fields(text); len(meant) == 1 && len(words) > 1 && !slices.ContainsFunc(words, bare) {
		meant = words // as where a comma was left out
	}
	if !j.due || len(meant) == 1 && meant[0] == text || model.Exists(j.p, text) {
		return false
	}
	for _, file := range meant {
		if !isPath(file) || isClass(text) {
			return false
		}
	}
	f := document.Finding{Rule: "gsd-plan-path", Span: n.Span, At: where,
		Message: fmt.Sprintf("GSD takes %s literally, as the name of a file, and there is none of this name, so "+
			"nothing is checked or kept apart by it; write %s", document.Quote(text), document.AllOf(meant))}
	if len(meant) == 1 {
		f.Fixes = document.Replace("write "+meant[0], n.Span, n.Requote(meant[0]))
	}
	j.gather.Add("path", f)
	return true
}

// files judges how the plan writes the files that it changes.
func (j *judge) files() {
	for _, key := range []string{"files_modified", "files-modified", "files_deleted"} {
		pair := j.front.Root.Pair(key)
		if pair == nil || pair.Value.Type != document.List {
			continue // of one text the list is told
		}
		for i, n := range pair.Value.Items {
			where := document.Index("frontmatter."+key, i)
			if j.pathForm(n, where) || !j.open {
				continue
			}
			if text := strings.TrimSpace(dialect.Text(n)); path.IsAbs(text) && isPath(strings.TrimPrefix(text, "/")) {
				f := document.Finding{Rule: "gsd-plan-path", Span: n.Span, At: where, Message: fmt.Sprintf("%s begins at the root of "+
					"the machine, and other plans and tasks name files from the root of the project, so nothing keeps two of a wave from "+
					"changing the same one; write it so", document.Quote(text))}
				if meant := strings.TrimPrefix(text, "/"); model.Exists(j.p, meant) || j.ofTasks.Has(meant) {
					f.Fixes = document.Replace("write "+meant, n.Span, n.Requote(meant))
				}
				j.Report(f)
			}
		}
	}
}
