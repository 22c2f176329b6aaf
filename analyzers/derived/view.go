package derived

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

const viewStale = "project-roadmap-stale"

// view holds the generated ROADMAP.md against roadmap.yaml.
func (j *judge) view() {
	if j.roadmap == nil || len(j.roadmap.Milestones) == 0 {
		return
	}
	v := project.ReadView(j.Doc)
	if len(v.Rows)+len(v.Details) == 0 {
		return // the form of version 1, or none that we know
	}
	sound := j.tree.Sound(j.Doc.Root, "")
	if n := strconv.Itoa(len(j.roadmap.Milestones)); sound && v.Count.Text != "" && v.Count.Text != n && v.Count.Text != strconv.Itoa(len(v.Rows)) {
		at := v.Count.Span
		j.report(viewStale, at, "body.milestones", document.Replace("write "+n, at, n), "the overview counts %s milestones, but roadmap.yaml has %s; write %s", v.Count.Text, n, n)
	}
	if sound {
		j.viewMissing(v)
	}
	for _, row := range v.Rows {
		e := j.roadmap.Entry(row.ID.Text)
		if e == nil {
			j.viewUnknown(row)
			continue
		}
		j.viewParts(row, e, "body.milestones["+row.ID.Text+"]")
		if n := strconv.Itoa(len(e.Slices)); e.Slices != nil && row.SliceCount.Text != "" && row.SliceCount.Text != n && row.SliceCount.Text != strconv.Itoa(len(j.tree.Outline(j.Doc.Root, row.ID.Text).Slices)) {
			j.report(viewStale, row.SliceCount.Span, "body.milestones["+row.ID.Text+"].slices", document.Replace("write "+n, row.SliceCount.Span, n), "milestone %s is shown with %s slices, but roadmap.yaml lists %s; write %s", row.ID.Text, row.SliceCount.Text, n, n)
		}
	}
	for _, detail := range v.Details {
		e := j.roadmap.Entry(detail.ID.Text)
		if e == nil {
			j.viewUnknown(detail)
			continue
		}
		at := "body.details[" + detail.ID.Text + "]"
		j.viewParts(detail, e, at)
		j.viewLists(detail, e, at)
		j.viewSlices(detail, e, at)
	}
}

// viewMissing reports milestones that the table or the details leave out.
func (j *judge) viewMissing(v *project.View) {
	for _, list := range []struct {
		what    string
		entries []*project.Entry
	}{{"table", v.Rows}, {"details", v.Details}} {
		if len(list.entries) == 0 {
			continue
		}
		strange, shows := 0, map[string]bool{}
		for _, e := range list.entries {
			shows[e.ID.Text] = true
			if j.roadmap.Entry(e.ID.Text) == nil {
				strange++
			}
		}
		var missing []string
		for _, e := range j.roadmap.Milestones {
			if id := e.ID.Text; id != "" && !shows[id] {
				missing = append(missing, id)
			}
		}
		if len(missing) > strange { // else they stand there under other ids
			j.report(viewStale, j.misshapen(missing[0], list.what == "details", list.entries[0].ID.Span), "body.milestones", nil, "the %s of milestones %s not show %s of roadmap.yaml; generate the file anew", list.what, map[bool]string{true: "do", false: "does"}[list.what == "details"], shown(missing))
		}
	}
}

// misshapen returns a heading that names a milestone which no heading shows as it should, if such are looked for; else the given span.
func (j *judge) misshapen(id string, look bool, or document.Span) document.Span {
	for i := range j.Doc.Body.Headings {
		if h := &j.Doc.Body.Headings[i]; look && strings.HasPrefix(h.Text, id) {
			return h.Span
		}
	}
	return or
}

func (j *judge) viewUnknown(e *project.Entry) {
	if !j.tree.Sound(j.Doc.Root, "") {
		return // it may be one that the roadmap has lost
	}
	j.report(viewStale, e.ID.Span, "body.milestones["+e.ID.Text+"]", nil, "roadmap.yaml has no milestone %s, so nobody works on what is shown here; generate the file anew", e.ID.Text)
}

// viewParts compares name, goal and status.
func (j *judge) viewParts(got, want *project.Entry, at string) {
	m := j.tree.Outline(j.Doc.Root, got.ID.Text)
	for _, p := range parts {
		all := voices(copies(j.tree, m), p)
		if p.key != "status" {
			j.copied(viewStale, p.what+" of "+got.ID.Text, at+"."+p.key, p.of(got), p.of(want), all)
			continue
		}
		if !project.IsStatus(want.Status.Text) {
			continue
		}
		if _, outvoted := project.Outvoted(project.Status(want.Status.Text), all...); !outvoted {
			j.viewStatus(got, want, "milestone", at)
		}
	}
}

// viewStatus compares the words for a status.
func (j *judge) viewStatus(got, want *project.Entry, what, at string) {
	if got.Status.Text == "" || project.Status(got.Status.Text) == project.Status(want.Status.Text) {
		return
	}
	label := label(want.Status.Text)
	j.report(viewStale, got.Status.Span, at+".status", document.Replace("write "+label, got.Status.Span, label), "%s %s is shown as %s, but its status in roadmap.yaml is %s; write %s", what, got.ID.Text, document.Quote(got.Status.Text), want.Status.Text, label)
}

// label is how the generator writes a status.
func label(status string) string {
	switch status {
	case "pending":
		return "Not started"
	case "in-progress":
		return "In Progress"
	case "done", "complete":
		return "Complete"
	}
	return status
}

// viewLists compares requirements and success criteria.
func (j *judge) viewLists(got, want *project.Entry, at string) {
	meta := j.tree.Outline(j.Doc.Root, got.ID.Text).Meta
	if meta == nil {
		meta = &project.Entry{}
	}
	if has, wanted := texts(got.Requirements), texts(want.Requirements); got.Requirements != nil && want.Requirements != nil && !slices.Equal(has, wanted) && !(meta.Requirements != nil && slices.Equal(has, texts(meta.Requirements))) {
		what := difference(has, wanted)
		if what == "" {
			what = "has another order"
		}
		span := document.Span{Start: got.Requirements[0].Span.Start, End: got.Requirements[len(got.Requirements)-1].Span.End}
		j.report(viewStale, span, at+".requirements", document.Replace("write what roadmap.yaml says", span, strings.Join(wanted, ", ")), "the list of requirements of %s %s, compared with roadmap.yaml; write the list of the roadmap", got.ID.Text, what)
	}
	has, wanted := criteria(got.Criteria), criteria(want.Criteria)
	if got.Criteria == nil || want.Criteria == nil || meta.Criteria != nil && slices.Equal(has, criteria(meta.Criteria)) {
		return
	}
	for i, text := range has {
		where := at + ".success_criteria[" + got.Criteria[i].ID + "]"
		switch {
		case i >= len(wanted):
			j.report(viewStale, got.Criteria[i].Span, where, nil, "%s has the criterion %s, which is not in roadmap.yaml; generate the file anew", got.ID.Text, document.Quote(text))
		case text != wanted[i] && wanted[i] != got.Criteria[i].ID: // else it has lost its text
			j.report(viewStale, got.Criteria[i].Span, where, document.Replace("write what roadmap.yaml says", got.Criteria[i].Span, wanted[i]), "%s of %s is %s, but %s in roadmap.yaml; write that", got.Criteria[i].ID, got.ID.Text, document.Quote(text), document.Quote(wanted[i]))
		}
		if len(has) != len(wanted) && (i >= len(wanted) || text != wanted[i]) {
			return // the others are only moved
		}
	}
	if len(has) < len(wanted) {
		j.report(viewStale, got.ID.Span, at+".success_criteria", nil, "%s is shown with %d of the %d success criteria in roadmap.yaml; generate the file anew", got.ID.Text, len(has), len(wanted))
	}
}

// viewSlices compares the slices of a milestone.
func (j *judge) viewSlices(got, want *project.Entry, at string) {
	if got.Slices == nil || want.Slices == nil {
		return
	}
	m := j.tree.Outline(j.Doc.Root, got.ID.Text)
	lost, strange := 0, 0 // shown and not in the roadmap: what is forgotten there, and what may be meant as something missing
	for _, s := range got.Slices {
		source := want.Slice(s.ID.Text)
		where := at + ".slices[" + s.ID.Text + "]"
		if source == nil && j.tree.Forgotten(j.Doc.Root, got.ID.Text, s.ID.Text) {
			lost++
			continue
		}
		if source == nil {
			strange++
			j.report(viewStale, s.ID.Span, where, nil, "roadmap.yaml has no slice %s in milestone %s; generate the file anew", s.ID.Text, got.ID.Text)
			continue
		}
		j.copied(viewStale, "name of "+s.ID.Text, where+".name", s.Name, source.Name, []string{s.Name.Text, m.List.Slice(s.ID.Text).NameText()})
		if _, outvoted := j.tree.SliceStatus(m, source); !outvoted && project.IsStatus(source.Status.Text) {
			j.viewStatus(s, source, "slice", where)
		}
	}
	var missing []string
	for _, s := range want.Slices {
		if got.Slice(s.ID.Text) == nil && s.ID.Text != "" {
			missing = append(missing, s.ID.Text)
		}
	}
	if len(missing) > lost+strange && j.tree.Sound(j.Doc.Root, got.ID.Text) {
		j.report(viewStale, got.ID.Span, at+".slices", nil, "milestone %s is shown without %s of roadmap.yaml; generate the file anew", got.ID.Text, shown(missing))
	}
}
