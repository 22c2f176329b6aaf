package handoff

import (
	"slices"
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
	milestone, slice, task := document.Text(n.front.Get("milestone")), document.Text(n.front.Get("slice")), document.Text(n.front.Get(
		"task"))
	if v := n.front.Get("milestone"); v != nil && v.Type != document.Null && !place.IsID(milestone, 'M') {
		return // it is reported by its form
	}
	if _, _, of := place.SplitID(slice + "-T0001"); of == "" {
		slice = ""
	}
	switch {
	case n.tree.Standalone:
	case n.front.Get("milestone") == nil:
		milestone = dir
	case milestone != dir && dir == "":
		n.report(targetRule, "milestone",
			"`milestone` is %s, but the note lies among those of the whole project; `handoff-list --milestone %s` "+
				"does not show it, so move it to milestones/%s/handoffs, or write null",
			milestone, milestone, milestone)
		return
	case milestone != dir:
		n.report(targetRule, "milestone",
			"`milestone` is %s, but the note lies in the directory of %s, and lists show it there; write %s, or move "+
				"the file",
			shown(milestone), dir, dir)
		return // what the others should be is open
	}
	if slice != "" && !n.there("slice", slice, 2, milestone, "milestone") {
		return
	}
	if task != "" {
		above, key := slice, "slice"
		if slice == "" {
			above, key = milestone, "milestone"
		}
		n.there("task", task, 3, above, key)
	}
	if !n.tree.Standalone {
		n.finished(milestone)
	}
}

// shown writes an id that a note gives in a message.
func shown(text string) string {
	if text == "" {
		return "null"
	}
	return text
}

// there reports an id that does not belong to the one above it, or that does not exist.
func (n *note) there(key, id string, parts int, above, aboveKey string) bool {
	pieces := strings.Split(id, "-")
	if len(pieces) != parts || !place.IsID(pieces[0], 'M') || !place.IsID(pieces[1], 'S') ||
		parts == 3 && !place.IsID(pieces[2], 'T') {
		return true // reported by its form
	}
	dir := place.Milestones + pieces[0] + "/slices/" + pieces[1] + "/"
	if parts == 3 {
		dir += "tasks/" + pieces[2] + "/"
	}
	switch {
	case above == "" && aboveKey == "milestone":
		n.report(targetRule, key,
			"`%s` is %s, but `milestone` is null, so the note counts as one for the whole project; write %s there and "+
				"move the file to its handoffs, or write null here",
			key, id, pieces[0])
	case above != "" && !strings.HasPrefix(id, above+"-"):
		n.report(targetRule, key,
			"`%s` is %s, which is none of %s in `%s`; the agent looks at the wrong work, so correct one of them",
			key, id, above, aboveKey)
	case !n.tree.Standalone && !n.tree.HasBelow(n.Doc.Root, dir):
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
	status := document.Text(n.front.Get("status"))
	e := n.tree.Roadmap(n.Doc.Root).Entry(milestone)
	if e == nil {
		return
	}
	if of := e.Status.Text; model.Finished(of) &&
		slices.Contains([]string{"open", "read"}, status) {
		n.Report(document.Finding{Rule: "handoff-waiting", Span: n.front.Get("status").Span, At: "frontmatter.status",
			Message: "the note is still " + status + ", but milestone " + milestone + " is " + of +
				", so no agent will act on it; act on it, or set it to archived"})
	}
}
