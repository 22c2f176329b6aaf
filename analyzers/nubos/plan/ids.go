package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

const (
	brokenDependency = "broken-dependency"
	wrongWave        = "fake-promotion-trigger"
)

// ownSlice returns the milestone and the slice of a plan or task file: by its path, or if it is judged alone, by what
// its frontmatter says. Where all of several tasks say otherwise, it is the frontmatter that is wrong. The plan of a
// task file is nil.
func ownSlice(a *artefact, plan *model.Plan) place.Place {
	if !a.set.Standalone || !a.Doc.Readable() {
		return a.place
	}
	own := tasksSlice(plan)
	if own.Slice == "" {
		own.Milestone, own.Slice = place.SplitSlice(document.Text(a.Doc.Front.Root.Get("slice")))
	}
	return own
}

// tasksSlice returns the milestone and the slice that all tasks of a plan name, if there are several.
func tasksSlice(plan *model.Plan) (own place.Place) {
	if plan == nil || len(plan.Tasks) < 2 {
		return place.Place{}
	}
	for i, t := range plan.Tasks {
		m, s, _ := place.SplitID(t.ID)
		if i > 0 && (m != own.Milestone || s != own.Slice) {
			return place.Place{}
		}
		own.Milestone, own.Slice = m, s
	}
	return own
}

// names holds what a slice plan says of its place against the path, or against itself if it is judged alone.
func names(a *artefact, own place.Place) {
	switch {
	case a.place.Slice != "":
		pathNames(a)
	case own.Milestone != "":
		aloneNames(a.Reporter, own)
	}
}

// fullID is the form of an id; other texts are refused by the contract.
var fullID = memo.Regexp(`^M\d{3,}(?:-S\d{3,})?$`)

const twoSlices = "; programs go by the path, and agents take it for the plan of the other slice"

// pathNames holds slice and milestone in the frontmatter, and the name of the file, against the path.
func pathNames(a *artefact) {
	if name := "S" + a.Doc.Var("slice"); name != a.place.Slice {
		a.Reportf("slice-path", a.Doc.FirstLine(), "path",
			"the file is named after %s but lies in the directory %s, so programs do not find it there; rename or "+
				"move it", name, a.place.Slice)
		return
	}
	if a.Doc.Front.Fault != nil {
		return
	}
	for _, want := range []struct{ key, value string }{
		{"slice", a.place.Milestone + "-" + a.place.Slice},
		{"milestone", a.place.Milestone},
	} {
		v := a.Doc.Front.Root.Get(want.key)
		if id := document.Text(v); id != want.value && fullID().MatchString(id) {
			a.Fixf("slice-path", v.Span, "frontmatter."+want.key,
				document.Replace("write "+want.value, v.Span, v.Requote(want.value)),
				"`%s` is %q, but the path says %s"+twoSlices, want.key, id, want.value)
		}
	}
}

// aloneNames holds the names in the frontmatter of a slice plan against one another and against its tasks.
func aloneNames(r *document.Reporter, own place.Place) {
	for _, want := range []struct{ key, value, said string }{
		{"slice", own.Milestone + "-" + own.Slice, "its tasks say"},
		{"milestone", own.Milestone, "the slice is"},
	} {
		v := r.Doc.Front.Root.Get(want.key)
		id := document.Text(v)
		if m, _, _ := strings.Cut(id, "-"); id != want.value && place.IsID(m, 'M') { // else the contract reports it
			r.Reportf("slice-path", v.Span, "frontmatter."+want.key,
				"`%s` is %q, but %s %s"+twoSlices, want.key, id, want.said, want.value)
		}
	}
}

// numbers holds the id of each task against the slice and against its place in the plan: the scaffolder counts tasks
// itself, and replaces the text of any id that is not what it counted, wherever it stands.
func numbers(r *document.Reporter, plan *model.Plan, own place.Place) {
	slice := ""
	if own.Slice != "" {
		slice = own.Milestone + "-" + own.Slice
	}
	seen, counts := map[string]bool{}, !miscounted(r.Doc.Body)
	for _, t := range plan.Tasks {
		a := t.Tag.Attr("id")
		if a == nil || a.Quote != '"' || t.ID == "" || seen[t.ID] {
			continue // reported by what it is
		}
		seen[t.ID] = true
		milestone, inSlice, _ := place.SplitID(t.ID)
		want := fmt.Sprintf("%s-T%04d", slice, t.Nth)
		switch {
		case milestone == "":
			malformed(r, t, a.Value, slice, want)
		case slice == "":
		case milestone+"-"+inSlice != slice:
			r.Reportf(brokenDependency, a.Value, t.At("id"),
				"the id %s names the slice %s-%s, but the plan is that of %s: the scaffolder renames it, and with it "+
					"every reference to the real %s in the milestone; write %s",
				t.ID, milestone, inSlice, slice, t.ID, want)
		case t.ID != want && counts:
			r.Reportf(brokenDependency, a.Value, t.At("id"),
				"the id is %s, but this is task number %d of the slice, and tasks count from T0001 without a gap: the "+
					"scaffolder renames it to %s; write that, here and wherever it is referred to", t.ID, t.Nth, want)
		}
	}
}

// malformed reports an id that has not the form of one. Which one to write is known if the plan's own slice is.
func malformed(r *document.Reporter, t *model.Task, id document.Span, slice, want string) {
	var fixes []document.Fix
	if place.Meant(t.ID) == want {
		fixes = document.Replace("write "+want, id, want)
	}
	hint := "; write " + want
	if slice == "" {
		hint = ""
	}
	r.Fixf(brokenDependency, id, t.At("id"), fixes,
		"the id %q does not have the form M<NNN>-S<NNN>-T<NNNN>, so the scaffolder replaces this text by an id of its "+
			"own wherever it stands in the milestone%s", t.ID, hint)
}

// miscounted reports whether a plan holds a task that the scaffolder passes over, or counts though it is hidden. That
// is reported as what it is, and numbers are judged when it is gone.
func miscounted(body *document.Body) bool {
	return slices.ContainsFunc(body.Elements, func(e document.Element) bool {
		return model.MeantTask(&e) && (e.Hidden && !e.Unclosed && len(e.Attrs) > 0 || !e.Hidden && e.Name != "task")
	})
}

// waves holds the wave of each task against the number of the slice.
func waves(a *artefact, plan *model.Plan, own place.Place) {
	number := place.IDNumber(own.Slice, 'S')
	for _, t := range plan.Tasks {
		wave := t.Tag.Attr("wave")
		if wave == nil || wave.Quote != '"' {
			continue
		}
		span := wave.Value
		if span.Len() == 0 {
			span = t.Tag.Open
		}
		n, err := strconv.Atoi(strings.TrimSpace(wave.Text))
		switch {
		case err != nil:
			a.Reportf(wrongWave, span, t.At("wave"),
				"the `wave` of task %s is %s, which the scaffolder copies into the task file as NaN; write the number "+
					"of the slice", t.Label(), document.Quote(wave.Text))
		case a.set.Standalone && !strings.HasPrefix(t.ID, own.Milestone+"-"+own.Slice+"-"): // the id is reported
		case number != 0 && n != number:
			a.Fixf(wrongWave, span, t.At("wave"),
				document.Replace(fmt.Sprintf("write %d", number), wave.Value, strconv.Itoa(number)),
				"the `wave` of task %s is %d, but it belongs to slice %s, and a slice is a wave: progress would be "+
					"shown for the wrong one; write %d", t.Label(), n, own.Slice, number)
		}
	}
}
