package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// numbers holds the id of each task against the slice and against its place in the plan: the scaffolder counts tasks itself, and replaces the text of any
// id that is not what it counted, wherever it stands.
func (j *judge) numbers() {
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
		milestone, inSlice, _ := project.SplitID(t.ID)
		want := fmt.Sprintf("%s-T%04d", slice, t.Nth)
		switch {
		case milestone == "":
			j.Reportf("broken-dependency", a.Value, t.At("id"), "the id %q does not have the form M<NNN>-S<NNN>-T<NNNN>, so the scaffolder replaces this text by an id of its own wherever it stands in the milestone%s", t.ID, writeID(slice, want))
		case slice == "":
		case milestone+"-"+inSlice != slice:
			j.Reportf("broken-dependency", a.Value, t.At("id"), "the id %s names the slice %s-%s, but the plan is that of %s: the scaffolder renames it, and with it every reference to the real %s in the milestone; write %s", t.ID, milestone, inSlice, slice, t.ID, want)
		case t.ID != want && counts:
			j.Reportf("broken-dependency", a.Value, t.At("id"), "the id is %s, but this is task number %d of the slice, and tasks count from T0001 without a gap: the scaffolder renames it to %s; write that, here and wherever it is referred to", t.ID, t.Nth, want)
		}
	}
}

// miscounted reports whether the plan holds a task that the scaffolder passes over, or counts though it is hidden. That is reported as what it is,
// and numbers are judged when it is gone.
func (j *judge) miscounted() bool {
	return j.Doc.Body != nil && slices.ContainsFunc(j.Doc.Body.Elements, func(e document.Element) bool {
		return project.MeantTask(&e) && (e.Hidden && !e.Unclosed && len(e.Attrs) > 0 || !e.Hidden && e.Name != "task")
	})
}

// writeID is the end of a message that says which id to write, or "" where the plan's own slice is not known and so neither is the id.
func writeID(slice, want string) string {
	if slice == "" {
		return ""
	}
	return "; write " + want
}

// waves holds the wave of each task against the number of the slice.
func (j *judge) waves() {
	milestone, slice := j.ownSlice()
	number := project.IDNumber(slice, 'S', 3)
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
			j.Reportf("fake-promotion-trigger", span, t.At("wave"), "the `wave` of task %s is %s, which the scaffolder copies into the task file as NaN; write the number of the slice", t.Label(), document.Quote(a.Text))
		case j.set.Standalone && !strings.HasPrefix(t.ID, milestone+"-"+slice+"-"): // the id is reported
		case number != 0 && n != number:
			j.Report(document.Finding{Rule: "fake-promotion-trigger", Span: span, At: t.At("wave"),
				Message: fmt.Sprintf("the `wave` of task %s is %d, but it belongs to slice %s, and a slice is a wave: progress would be shown for the wrong one; write %d", t.Label(), n, slice, number),
				Fixes:   document.Replace(fmt.Sprintf("write %d", number), a.Value, strconv.Itoa(number))})
		}
	}
}

// dependencies judges depends_on of each task of the plan.
func (j *judge) dependencies() {
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
func (j *judge) node(id string) *project.Node {
	if j.milestone == nil {
		return nil
	}
	return j.milestone.Node(id)
}

// fileDependencies judges what a task file depends on beyond its slice plan.
func (j *judge) fileDependencies() {
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
func (j *judge) edges(n *project.Node, at string) {
	for i, e := range n.Edges {
		if e.Path != j.Doc.Path || !j.milestone.Backward(n, e) || j.milestone.Node(e.To) == nil && j.milestone.Meant(e.To) {
			continue
		}
		if j.milestone.FirstOfCycle(n, i) {
			if cycle := j.milestone.Cycle(n.ID, e.To); cycle != nil {
				j.cycle(n, e, cycle, at)
				continue
			}
		}
		j.Reportf("broken-dependency", e.Span, at, "%s", j.broken(n, e))
	}
}

// broken says why a dependency does not hold.
func (j *judge) broken(n *project.Node, e project.Edge) string {
	milestone, slice, _ := project.SplitID(e.To)
	to := j.milestone.Node(e.To)
	switch {
	case milestone == "":
		return noID(n.ID, e.To)
	case milestone != j.milestone.ID:
		return foreign(n.ID, e.To)
	case to == nil && j.milestone.Slice(slice) == nil:
		return fmt.Sprintf("task %s depends on %s, but the milestone has no slice %s, so it is never ready; correct the id or remove it", n.ID, e.To, slice)
	case to == nil:
		return fmt.Sprintf("task %s depends on %s, which does not exist, so it is never ready; correct the id or remove it", n.ID, e.To)
	case to.Slice == n.Slice:
		return sameSlice(n.ID, e.To)
	}
	return laterSlice(n.ID, e.To)
}

// maxNamed is how many tasks of a cycle a message names.
const maxNamed = 20

// cycle reports tasks that wait for one another.
func (j *judge) cycle(n *project.Node, e project.Edge, cycle []string, at string) {
	if len(cycle) == 1 {
		j.Reportf("cyclic-dependency", e.Span, at, "%s", dependsOnItself(n.ID))
		return
	}
	names := cycle
	if len(names) > maxNamed {
		names = append(append([]string{}, cycle[:maxNamed-1]...), fmt.Sprintf("… (%d more)", len(cycle)-maxNamed))
		names = append(names, cycle[len(cycle)-1])
	}
	j.Reportf("cyclic-dependency", e.Span, at, "%d tasks wait for one another, so none of them is ever ready: %s, and that again on %s; remove one of these dependencies", len(cycle), strings.Join(names, " depends on "), cycle[0])
}
