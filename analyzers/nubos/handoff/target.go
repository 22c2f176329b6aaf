package handoff

import (
	"cmp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

const targetRule = "handoff-target"

// directory returns the milestone whose directory the note lies in, "" for the directory of the project, and whether
// it is either.
func (n *note) directory() (milestone string, ok bool) {
	rest, ok := strings.CutPrefix(n.Doc.Path, document.Join(n.Doc.Root, place.Home+"/"))
	if !ok || strings.HasPrefix(rest, "handoffs/") {
		return "", ok
	}
	milestone = place.Of(n.Doc.Root, n.Doc.Path).Milestone
	return milestone, milestone != ""
}

// target holds milestone, slice and task against the directory and against what there is.
func (n *note) target() {
	dir, ok := n.directory()
	if !ok && !n.tree.Standalone {
		return // the directory is misnamed, and that is reported
	}
	milestone, slice, task := n.text("milestone"), n.text("slice"), n.text("task")
	if v := n.front.Get("milestone"); v != nil && v.Type != document.Null && !place.IsID(milestone, 'M') {
		return // it is reported by its form
	}
	switch {
	case n.tree.Standalone:
	case n.front.Get("milestone") == nil:
		milestone = dir
	case milestone != dir && dir == "":
		n.report(targetRule, "milestone",
			"`milestone` is %s, but the note lies among those of the whole project, which handoff-list shows for every "+
				"milestone; move it to milestones/%s/handoffs, or write null", milestone, milestone)
		return
	case milestone != dir:
		n.report(targetRule, "milestone",
			"`milestone` is %s, but the note lies in the directory of %s, and lists show it there; write %s, or move "+
				"the file", cmp.Or(milestone, "null"), dir, dir)
		return // what the others should be is open
	}
	// What is no id is reported by its form.
	ofSlice, inSlice := place.SplitSlice(slice)
	if inSlice != "" && !n.there("slice", ofSlice, "slices/"+inSlice+"/", milestone, "milestone") {
		return
	}
	if of, in, number := place.SplitID(task); number != "" {
		above, key := milestone, "milestone"
		if inSlice != "" {
			above, key = slice, "slice"
		}
		n.there("task", of, "slices/"+in+"/tasks/"+number+"/", above, key)
	}
	if !n.tree.Standalone {
		n.finished(milestone)
	}
}

// there reports an id under a key that does not belong to the one above it, or whose directory in its milestone does
// not exist.
func (n *note) there(key, milestone, dir, above, aboveKey string) bool {
	id := n.text(key)
	switch {
	case above == "" && aboveKey == "milestone":
		n.report(targetRule, key,
			"`%s` is %s, but `milestone` is null, so the note counts as one for the whole project; write %s there and "+
				"move the file to its handoffs, or write null here", key, id, milestone)
	case above != "" && !strings.HasPrefix(id, above+"-"):
		n.report(targetRule, key,
			"`%s` is %s, which is none of %s in `%s`; the agent looks at the wrong work, so correct one of them",
			key, id, above, aboveKey)
	case !n.tree.Standalone && !n.tree.HasBelow(n.Doc.Root, place.Milestones+milestone+"/"+dir):
		n.report(targetRule, key,
			"`%s` is %s, which does not exist, so the agent finds nothing that the note is about; correct the id",
			key, id)
	default:
		return true
	}
	return false
}

// finished reports a note that still waits in a milestone where nobody works any more.
func (n *note) finished(milestone string) {
	status := n.text("status")
	if (status == "open" || status == "read") && model.IsFinished(n.tree, n.Doc.Root, milestone) {
		n.report("handoff-waiting", "status",
			"the note is still %s, but milestone %s is %s, so no agent will act on it; act on it, or set it to archived",
			status, milestone, n.tree.Entry(n.Doc.Root, milestone).Status.Text)
	}
}
