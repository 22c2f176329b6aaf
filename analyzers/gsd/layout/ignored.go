package layout

import (
	"strings"

	"github.com/nplint/nplint/analyzers/gsd/model"
)

// ignored reports that git has files of the planning directory and ignores what is new there (W029). Where they are to be
// committed, that is told at the key.
func ignored(j *judge) {
	dir := j.p.Path("")
	if j.p.Workstream() || model.Setting(j.p, "commit_docs") == "true" || model.Setting(j.p, "planning", "commit_docs") == "true" {
		return
	}
	if ignored, err := j.p.Git.Ignored([]string{dir}); err != nil || !ignored[dir] {
		return
	}
	top := strings.TrimSuffix(dir, "/")
	tracked, err := j.p.Git.Tracked([]string{top})
	if err != nil || len(tracked[top]) == 0 {
		return
	}
	j.Reportf("gsd-planning-ignored", j.Doc.FirstLine(), "files", "git ignores %s and tracks files of it (W029), so GSD commits none "+
		"of them, each change stays behind in the work tree, and what is new is in no clone; run `git rm -r --cached %s`, or take "+
		"the line out of the ignore file", j.p.Dir, j.p.Dir)
}
