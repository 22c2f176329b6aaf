package plan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// ownSlice returns the milestone and the slice of the artefact: by its path, or if it is judged alone, by what its
// frontmatter says. Where all of several tasks say otherwise, it is the frontmatter that is wrong.
func (j *artefact) ownSlice() (milestone, slice string) {
	if j.own == nil {
		j.own = &place.Place{Milestone: j.place.Milestone, Slice: j.place.Slice}
		if j.place.Slice == "" && j.set.Standalone && j.Doc.Readable() {
			j.own.Milestone, j.own.Slice = j.namedSlice()
		}
	}
	return j.own.Milestone, j.own.Slice
}

// namedSlice returns the milestone and the slice that the tasks of a plan name, or else its frontmatter.
func (j *artefact) namedSlice() (milestone, slice string) {
	if milestone, slice = j.tasksSlice(); slice != "" {
		return milestone, slice
	}
	if v := j.Doc.Front.Root.Get("slice"); v != nil {
		milestone, slice, _ = place.SplitID(v.Text + "-T0001")
	}
	return milestone, slice
}

// tasksSlice returns the milestone and the slice that all tasks of a plan name, if there are several.
func (j *artefact) tasksSlice() (milestone, slice string) {
	if j.plan == nil || len(j.plan.Tasks) < 2 {
		return "", ""
	}
	for i, t := range j.plan.Tasks {
		m, s, _ := place.SplitID(t.ID)
		if i > 0 && (m != milestone || s != slice) {
			return "", ""
		}
		milestone, slice = m, s
	}
	return milestone, slice
}

// aloneNames holds the names in the frontmatter of a slice plan against one another and against its tasks.
func (j *artefact) aloneNames() {
	milestone, slice := j.ownSlice()
	if milestone == "" {
		return
	}
	for _, want := range []struct{ key, value, said string }{{"slice", milestone + "-" + slice, "its tasks say"},
		{"milestone", milestone, "the slice is"}} {
		p := j.Doc.Front.Root.Pair(want.key)
		if p == nil || p.Value.Type != document.String || p.Value.Text == want.value {
			continue
		}
		if m, _, _ := strings.Cut(p.Value.Text, "-"); place.IsID(m, 'M') { // else the contract reports it
			j.Reportf("slice-path", p.Value.Span, "frontmatter."+want.key,
				"`%s` is %q, but %s %s; programs that go by the one and programs that go by the other see two slices",
				want.key, p.Value.Text, want.said, want.value)
		}
	}
}

// aloneFile holds wave and dependencies of a task file against its own id.
func (j *artefact) aloneFile() {
	root := j.Doc.Front.Root
	id, wave, deps := root.Get("id"), root.Get("wave"), root.Get("depends_on")
	if id == nil {
		return
	}
	milestone, slice, _ := place.SplitID(id.Text)
	number := place.IDNumber(slice, 'S')
	if own := root.Get("slice"); number == 0 || own == nil || own.Text != milestone+"-"+slice {
		return // where the task belongs is open, and that is reported
	}
	if wave != nil && wave.Type == document.Number && wave.Num >= 1 && wave.Num == float64(int(wave.Num)) &&
		int(wave.Num) != number {
		text := strconv.Itoa(number)
		j.Report(document.Finding{Rule: "fake-promotion-trigger", Span: wave.Span, At: "frontmatter.wave",
			Message: fmt.Sprintf("`wave` is %s, but the id says slice %s, and a slice is a wave: progress would be "+
				"shown for the wrong one; write %s",
				wave.Text, slice, text),
			Fixes: document.Replace("write "+text, wave.Span, text)})
	}
	if deps != nil && deps.Type == document.List {
		var items []model.Item
		for _, item := range deps.Items {
			if item.Type == document.String {
				items = append(items, model.Item{Text: item.Text, Span: item.Span})
			}
		}
		j.aloneEdges(id.Text, items, "frontmatter.depends_on")
	}
}

// aloneEdges judges what a task depends on by the ids alone: which tasks there are is not known without the
// milestone.
func (j *artefact) aloneEdges(id string, deps []model.Item, at string) {
	milestone, slice, _ := place.SplitID(id)
	if ofMilestone, own := j.ownSlice(); milestone == "" || own != "" && (ofMilestone != milestone || own != slice) {
		return // the id itself is reported
	}
	for _, dep := range deps {
		m, s, _ := place.SplitID(dep.Text)
		own, other := place.IDNumber(slice, 'S'), place.IDNumber(s, 'S')
		switch {
		case m == "":
			j.Reportf("broken-dependency", dep.Span, at, "%s", noID(id, dep.Text))
		case dep.Text == id:
			j.Reportf("cyclic-dependency", dep.Span, at, "%s", dependsOnItself(id))
		case place.IDNumber(m, 'M') != place.IDNumber(milestone, 'M'):
			j.Reportf("broken-dependency", dep.Span, at, "%s", foreign(id, dep.Text))
		case other == own:
			j.Reportf("broken-dependency", dep.Span, at, "%s", sameSlice(id, dep.Text))
		case other > own:
			j.Reportf("broken-dependency", dep.Span, at, "%s", laterSlice(id, dep.Text))
		}
	}
}

// noID, foreign, sameSlice, laterSlice and dependsOnItself say why task id cannot depend on task to: the same of a
// plan in its milestone and of a file that is judged alone.
func noID(id, to string) string {
	if strings.ContainsAny(to, " \t") {
		return fmt.Sprintf("task %s depends on %s, which is read as one id; separate ids by commas",
			id, document.Quote(to))
	}
	return fmt.Sprintf("task %s depends on %s, which is no id of a task; write M<NNN>-S<NNN>-T<NNNN>",
		id, document.Quote(to))
}

func foreign(id, to string) string {
	return fmt.Sprintf("task %s depends on %s of another milestone, and dependencies reach only into earlier slices "+
		"of the same; milestones run one after the other anyway, so remove it",
		id, to)
}

func sameSlice(id, to string) string {
	return fmt.Sprintf("task %s depends on %s of the same slice, but the tasks of a slice run side by side; move one "+
		"of them to another slice",
		id, to)
}

func laterSlice(id, to string) string {
	return fmt.Sprintf("task %s depends on %s of a later slice, which runs only when this slice is done; swap the "+
		"slices or remove the dependency",
		id, to)
}

func dependsOnItself(id string) string {
	return fmt.Sprintf("task %s depends on itself, so it is never ready; remove the dependency", id)
}
