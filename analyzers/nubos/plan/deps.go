package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// numbers holds the id of each task against the slice and against its place in the plan: the scaffolder counts tasks
// itself, and replaces the text of any id that is not what it counted, wherever it stands.
func (j *artefact) numbers() {
	slice := ""
	if m, own := j.ownSlice(); own != "" {
		slice = m + "-" + own
	}
	seen, counts := map[string]bool{}, !j.miscounted()
	for _, t := range j.plan.Tasks {
		a := t.Tag.Attr("id")
		if a == nil || a.Quote != '"' || t.ID == "" || seen[t.ID] {
			continue // reported by what it is
		}
		seen[t.ID] = true
		milestone, inSlice, _ := place.SplitID(t.ID)
		want := fmt.Sprintf("%s-T%04d", slice, t.Nth)
		switch {
		case milestone == "":
			var fixes []document.Fix
			if place.Meant(t.ID) == want {
				fixes = document.Replace("write "+want, a.Value, want)
			}
			j.fixable(a.Value, t.At("id"), fixes,
				"the id %q does not have the form M<NNN>-S<NNN>-T<NNNN>, so the scaffolder replaces this text by an "+
					"id of its own wherever it stands in the milestone%s",
				t.ID, writeID(slice, want))
		case slice == "":
		case milestone+"-"+inSlice != slice:
			j.Reportf("broken-dependency", a.Value, t.At("id"),
				"the id %s names the slice %s-%s, but the plan is that of %s: the scaffolder renames it, and with it "+
					"every reference to the real %s in the milestone; write %s",
				t.ID, milestone, inSlice, slice, t.ID, want)
		case t.ID != want && counts:
			j.Reportf("broken-dependency", a.Value, t.At("id"),
				"the id is %s, but this is task number %d of the slice, and tasks count from T0001 without a gap: the "+
					"scaffolder renames it to %s; write that, here and wherever it is referred to",
				t.ID, t.Nth, want)
		}
	}
}

// miscounted reports whether the plan holds a task that the scaffolder passes over, or counts though it is hidden.
// That is reported as what it is, and numbers are judged when it is gone.
func (j *artefact) miscounted() bool {
	return j.Doc.Body != nil && slices.ContainsFunc(j.Doc.Body.Elements, func(e document.Element) bool {
		return model.MeantTask(&e) && (e.Hidden && !e.Unclosed && len(e.Attrs) > 0 || !e.Hidden && e.Name != "task")
	})
}

// writeID is the end of a message that says which id to write, or "" where the plan's own slice is not known and so
// neither is the id.
func writeID(slice, want string) string {
	if slice == "" {
		return ""
	}
	return "; write " + want
}

// waves holds the wave of each task against the number of the slice.
func (j *artefact) waves() {
	milestone, slice := j.ownSlice()
	number := place.IDNumber(slice, 'S')
	for _, t := range j.plan.Tasks {
		a := t.Tag.Attr("wave")
		if a == nil || a.Quote != '"' {
			continue
		}
		span := a.Value
		if span.Len() == 0 {
			span = t.Tag.Open
		}
		n, err := strconv.Atoi(strings.TrimSpace(a.Text))
		switch {
		case err != nil:
			j.Reportf("fake-promotion-trigger", span, t.At("wave"),
				"the `wave` of task %s is %s, which the scaffolder copies into the task file as NaN; write the number "+
					"of the slice",
				t.Label(), document.Quote(a.Text))
		case j.set.Standalone && !strings.HasPrefix(t.ID, milestone+"-"+slice+"-"): // the id is reported
		case number != 0 && n != number:
			j.Report(document.Finding{Rule: "fake-promotion-trigger", Span: span, At: t.At("wave"),
				Message: fmt.Sprintf("the `wave` of task %s is %d, but it belongs to slice %s, and a slice is a wave: "+
					"progress would be shown for the wrong one; write %d",
					t.Label(), n, slice, number),
				Fixes: document.Replace(fmt.Sprintf("write %d", number), a.Value, strconv.Itoa(number))})
		}
	}
}

// dependencies judges depends_on of each task of the plan.
func (j *artefact) dependencies() {
	judged := map[string]bool{}
	for _, t := range j.plan.Tasks {
		if judged[t.ID] {
			continue
		}
		if j.set.Standalone {
			judged[t.ID] = true
			j.aloneEdges(t.ID, t.DependsOn, t.At("depends_on"))
		} else if n := j.node(t.ID); n != nil && n.Task != nil {
			judged[t.ID] = true
			j.edges(n, t.At("depends_on"))
		}
	}
}

// node returns a task of the milestone at hand, or nil.
func (j *artefact) node(id string) *model.Node {
	if j.milestone == nil {
		return nil
	}
	return j.milestone.Node(id)
}

// fileDependencies judges what a task file depends on beyond its slice plan.
func (j *artefact) fileDependencies() {
	if !j.Doc.Readable() {
		return
	}
	if j.set.Standalone {
		j.aloneFile()
		return
	}
	if id := j.Doc.Front.Root.Get("id"); id != nil {
		if n := j.node(id.Text); n != nil && n.File != nil && n.File.Path == j.Doc.Path {
			j.edges(n, "frontmatter.depends_on")
		}
	}
}

// edges judges the dependencies of one task that are written in this artefact.
func (j *artefact) edges(n *model.Node, at string) {
	for _, e := range n.Edges {
		switch {
		case e.Path != j.Doc.Path, !e.Backward, j.milestone.Node(e.To.Text) == nil && j.milestone.Meant(e.To.Text):
		case e.Cycle != nil:
			j.cycle(n, e, at)
		default:
			j.fixable(e.To.Span, at, j.meantEdges(e.To), "%s", j.broken(n, e.To.Text))
		}
	}
}

// fixable reports a broken-dependency with fixes.
func (j *artefact) fixable(span document.Span, at string, fixes []document.Fix, format string, args ...any) {
	j.Report(document.Finding{Rule: "broken-dependency", Span: span, At: at, Message: fmt.Sprintf(format, args...),
		Fixes: fixes})
}

// meantEdges is the fix for an entry of depends_on that was written for ids of tasks which are there: of another form,
// or, in the tag of a plan, with blanks between them.
func (j *artefact) meantEdges(entry model.Item) []document.Fix {
	var ids []string
	for _, field := range strings.FieldsFunc(entry.Text, func(r rune) bool { return r == ' ' || r == ';' }) {
		id := place.Meant(field)
		if j.node(id) == nil {
			return nil
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 || j.plan == nil && len(ids) > 1 || strings.Join(ids, ", ") == entry.Text {
		return nil
	}
	return document.Replace("write "+strings.Join(ids, ", "), entry.Span, strings.Join(ids, ", "))
}

// broken says why a dependency does not hold.
func (j *artefact) broken(n *model.Node, id string) string {
	milestone, slice, _ := place.SplitID(id)
	to := j.milestone.Node(id)
	switch {
	case milestone == "":
		return noID(n.ID, id)
	case milestone != j.milestone.ID:
		return foreign(n.ID, id)
	case to == nil && j.milestone.Slice(slice) == nil:
		return fmt.Sprintf("task %s depends on %s, but the milestone has no slice %s, so it is never ready; correct "+
			"the id or remove it",
			n.ID, id, slice)
	case to == nil:
		return fmt.Sprintf("task %s depends on %s, which does not exist, so it is never ready; correct the id or "+
			"remove it",
			n.ID, id)
	case to.Slice == n.Slice:
		return sameSlice(n.ID, id)
	}
	return laterSlice(n.ID, id)
}

// maxNamed is how many tasks of a cycle a message names.
const maxNamed = 20

// cycle reports tasks that wait for one another.
func (j *artefact) cycle(n *model.Node, e model.Edge, at string) {
	cycle := e.Cycle
	if len(cycle) == 1 {
		j.Reportf("cyclic-dependency", e.To.Span, at, "%s", dependsOnItself(n.ID))
		return
	}
	names := cycle
	if len(names) > maxNamed {
		names = append(append([]string{}, cycle[:maxNamed-1]...), fmt.Sprintf("… (%d more)", len(cycle)-maxNamed))
		names = append(names, cycle[len(cycle)-1])
	}
	j.Reportf("cyclic-dependency", e.To.Span, at,
		"%d tasks wait for one another, so none of them is ever ready: %s, and that again on %s; remove one of these "+
			"dependencies",
		len(cycle), strings.Join(names, " depends on "), cycle[0])
}
