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

// planDependencies judges depends_on of each task of a slice plan.
func planDependencies(a *artefact, plan *model.Plan, own place.Place) {
	judged := map[string]bool{}
	for _, t := range plan.Tasks {
		if judged[t.ID] {
			continue
		}
		if a.set.Standalone {
			judged[t.ID] = true
			aloneEdges(a.Reporter, t.ID, own, t.DependsOn, t.At("depends_on"))
		} else if n := a.milestone.Node(t.ID); n != nil && n.Task != nil {
			judged[t.ID] = true
			edges(a, n, t.At("depends_on"))
		}
	}
}

// fileDependencies judges what a task file depends on beyond its slice plan.
func fileDependencies(a *artefact) {
	if !a.Doc.Readable() {
		return
	}
	if a.set.Standalone {
		aloneFile(a)
		return
	}
	if n := a.milestone.Node(document.Text(a.Doc.Front.Root.Get("id"))); n != nil && n.File != nil &&
		n.File.Path == a.Doc.Path {
		edges(a, n, "frontmatter.depends_on")
	}
}

// edges judges the dependencies of one task that are written in an artefact.
func edges(a *artefact, n *model.Node, at string) {
	for e := range a.milestone.Edges(n) {
		switch to := e.To; {
		case e.Path != a.Doc.Path, !e.Backward, a.milestone.Node(to.Text) == nil && a.milestone.Meant(to.Text):
		case e.Cycle != nil:
			a.Reportf("cyclic-dependency", to.Span, at, "%s", circular(e.Cycle))
		default:
			var fixes []document.Fix
			if a.milestone.Node(to.Text) == nil {
				fixes = meantEdges(a, to)
			}
			a.Fixf(brokenDependency, to.Span, at, fixes, "%s", broken(a.milestone, n, to.Text))
		}
	}
}

// meantEdges is the fix for an entry of depends_on that was written for ids of tasks which are there: of another form,
// or, in the tag of a plan, with blanks between them.
func meantEdges(a *artefact, entry model.Item) []document.Fix {
	var ids []string
	for _, field := range strings.FieldsFunc(entry.Text, func(r rune) bool { return r == ' ' || r == ';' }) {
		id := place.Meant(field)
		if a.milestone.Node(id) == nil {
			return nil
		}
		ids = append(ids, id)
	}
	text := strings.Join(ids, ", ")
	if len(ids) == 0 || len(ids) > 1 && a.Doc.Kind == "nubos/task-plan" {
		return nil
	}
	return document.Replace("write "+text, entry.Span, text)
}

// broken says why the dependency of a task on an id does not hold in its milestone.
func broken(m *model.Milestone, n *model.Node, id string) string {
	milestone, slice, _ := place.SplitID(id)
	to := m.Node(id)
	switch {
	case milestone == "":
		return noID(n.ID, id)
	case milestone != m.ID:
		return foreign(n.ID, id)
	case m.Slice(slice) == nil:
		return fmt.Sprintf("task %s depends on %s, but the milestone has no slice %s, so it is carried out "+
			"without what it needs; correct the id or remove it", n.ID, id, slice)
	case to == nil:
		return fmt.Sprintf("task %s depends on %s, which does not exist, so it is carried out without what it needs; "+
			"correct the id or remove it", n.ID, id)
	case to.Slice == n.Slice:
		return sameSlice(n.ID, id)
	}
	return laterSlice(n.ID, id)
}

// aloneFile holds wave and dependencies of a task file that is judged alone against its own id.
func aloneFile(a *artefact) {
	root := a.Doc.Front.Root
	id := document.Text(root.Get("id"))
	milestone, slice, _ := place.SplitID(id)
	number := place.IDNumber(slice, 'S')
	if number == 0 || document.Text(root.Get("slice")) != milestone+"-"+slice {
		return // where the task belongs is open, and that is reported
	}
	wave := root.Get("wave")
	if n, whole := document.Whole(wave); whole && n > 0 && n != number {
		text := strconv.Itoa(number)
		a.Fixf(wrongWave, wave.Span, "frontmatter.wave", document.Replace("write "+text, wave.Span, text),
			"`wave` is %s, but the id says slice %s, and a slice is a wave: progress would be shown for the wrong one; "+
				"write %s", wave.Text, slice, text)
	}
	aloneEdges(a.Reporter, id, ownSlice(a, nil), model.Texts(root.Get("depends_on")), "frontmatter.depends_on")
}

// aloneEdges judges what a task depends on by the ids alone: which tasks there are is not known without the
// milestone.
func aloneEdges(r *document.Reporter, id string, own place.Place, deps []model.Item, at string) {
	milestone, slice, _ := place.SplitID(id)
	if milestone == "" || own.Slice != "" && (own.Milestone != milestone || own.Slice != slice) {
		return // the id itself is reported
	}
	number := place.IDNumber(slice, 'S')
	for _, dep := range deps {
		m, s, _ := place.SplitID(dep.Text)
		rule, why := brokenDependency, ""
		switch other := place.IDNumber(s, 'S'); {
		case m == "":
			why = noID(id, dep.Text)
		case dep.Text == id:
			rule, why = "cyclic-dependency", circular([]string{id})
		case place.IDNumber(m, 'M') != place.IDNumber(milestone, 'M'):
			why = foreign(id, dep.Text)
		case other == number:
			why = sameSlice(id, dep.Text)
		case other > number:
			why = laterSlice(id, dep.Text)
		default:
			continue
		}
		r.Reportf(rule, dep.Span, at, "%s", why)
	}
}

// noID, foreign, sameSlice and laterSlice say why task id cannot depend on task to: the same of a plan in its
// milestone and of a file that is judged alone.
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
		"of the same; milestones run one after the other anyway, so remove it", id, to)
}

func sameSlice(id, to string) string {
	return fmt.Sprintf("task %s depends on %s of the same slice, but the tasks of a slice run in parallel; move one "+
		"of them to another slice", id, to)
}

func laterSlice(id, to string) string {
	return fmt.Sprintf("task %s depends on %s of a later slice, which runs only when this slice is done; swap the "+
		"slices or remove the dependency", id, to)
}

// maxNamed is how many tasks of a circle a message names.
const maxNamed = 20

// circular says of tasks that they wait for one another, or of one that it waits for itself.
func circular(tasks []string) string {
	if len(tasks) == 1 {
		return fmt.Sprintf("task %s depends on itself, which no order of tasks can fulfil; remove the dependency", tasks[0])
	}
	names := tasks
	if more := len(tasks) - maxNamed; more > 0 {
		names = slices.Concat(tasks[:maxNamed-1], []string{fmt.Sprintf("… (%d more)", more)}, tasks[len(tasks)-1:])
	}
	return fmt.Sprintf("%d tasks depend on one another, so one is carried out before what it needs: %s, and that again on "+
		"%s; remove one of these dependencies", len(tasks), strings.Join(names, " depends on "), tasks[0])
}
