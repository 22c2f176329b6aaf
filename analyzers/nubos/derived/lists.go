package derived

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// meta holds the status in a META.json against the roadmap: verify-work writes both. Nothing brings the rest of the
// file up to date, and nothing but its name is read, see metaName.
func meta(a *artefact) {
	n := a.Doc.Data.Root.Get("status")
	if n == nil {
		return
	}
	tree, says := a.tree, strings.Clone(n.Text)
	differs := func(e *model.Entry) bool {
		return e != nil && tree.IsStatus(e.Status.Text) && model.Status(says) != model.Status(e.Status.Text)
	}
	if !tree.IsStatus(says) || !model.Test(tree, a.Doc.Root, a.place.Milestone, "is not "+says, differs) {
		return
	}
	want := a.entry().Status.Text
	a.metaSays("status", n, want)
}

// metaName holds the name in a META.json against the roadmap, where whoever renames a milestone begins.
func metaName(a *artefact) {
	n := a.Doc.Data.Root.Get("name")
	says := document.Text(n)
	if says == "" {
		return
	}
	says = strings.Clone(says)
	differs := func(e *model.Entry) bool { return e != nil && e.Name.Text != "" && plain(e.Name.Text) != plain(says) }
	if model.Test(a.tree, a.Doc.Root, a.place.Milestone, "is not named "+says, differs) {
		a.metaSays("name", n, a.entry().Name.Text)
	}
}

// plain is a name without what does not show: blanks around it, and more than one between two words.
func plain(name string) string { return strings.Join(strings.Fields(name), " ") }

// metaSays reports a value of a META.json that the roadmap has otherwise.
func (a *artefact) metaSays(key string, n *document.Node, want string) {
	a.Fixf("meta-stale", n.Span, "$."+key,
		document.Replace("write what the roadmap says", n.Span, document.JSONString(want)),
		"`%s` is %s, but roadmap.yaml says %s, and the dashboard shows what stands here; write that",
		key, document.Quote(n.Text), document.Quote(want))
}

// list holds the slices in the ROADMAP.md of a milestone against those on disk: the planner writes both at once. The
// rest of the file is prose, and a slice may be named in any form.
func list(a *artefact) {
	if a.milestone == nil || len(a.milestone.Slices) == 0 {
		return
	}
	const rule = "milestone-roadmap-stale"
	list := readList(a.Doc)
	seen, strange := map[string]bool{}, 0
	swapped := a.swapped(list.slices)
	for _, s := range list.slices {
		id, at := s.Text, "body.slices["+s.Text+"]"
		switch {
		case seen[id]:
			a.Reportf(rule, s.Span, at,
				"slice %s is listed twice, so the order in which the slices run is open; remove one", id)
		case a.milestone.Slice(id) == nil:
			strange++
			a.Reportf(rule, s.Span, at,
				"slice %s is listed, but the milestone has no directory slices/%s, so nobody carries it out; correct "+
					"the id, plan the slice or remove the entry", id, id)
		case swapped[id] != "":
			a.Reportf(rule, s.Span, at,
				"slice %s is called %s here, which is the name of %s in roadmap.yaml, so the plan-checker and the "+
					"verifier hold the one against the plan of the other; correct the id or the name",
				id, document.Quote(s.name), swapped[id])
		}
		seen[id] = true
	}
	var missing []string
	for _, s := range a.milestone.Slices {
		if !list.named[s.ID] && place.IsID(s.ID, 'S') {
			missing = append(missing, s.ID)
		}
	}
	if len(missing) > strange && len(list.named) > 0 { // else they stand there under other ids, or nothing is listed yet
		them := "them"
		if len(missing) == 1 {
			them = "it"
		}
		a.Reportf(rule, list.span, "body.slices",
			"%s of the milestone %s not named here, so the plan-checker and the verifier do not expect %s; add the entry",
			shown(missing), plural(len(missing), "is"), them)
	}
}

// swapped returns which other slice of the roadmap has the name that stands behind the id of a slice.
func (a *artefact) swapped(list []listedSlice) map[string]string {
	var says strings.Builder
	for _, s := range list {
		says.WriteString(s.Text + "=" + s.name + "\n")
	}
	isSwapped := func(e *model.Entry) bool { return len(misnamed(e, list)) > 0 }
	if !model.Test(a.tree, a.Doc.Root, a.place.Milestone, "lists "+says.String(), isSwapped) {
		return nil
	}
	return misnamed(a.entry(), list)
}

// misnamed does the work of swapped. A name that two slices have says nothing.
func misnamed(e *model.Entry, list []listedSlice) map[string]string {
	if e == nil {
		return nil
	}
	ids, twice := map[string]string{}, map[string]bool{}
	for _, s := range e.Slices {
		name := plain(s.Name.Text)
		twice[name] = ids[name] != ""
		ids[name] = s.ID.Text
	}
	wrong := map[string]string{}
	for _, s := range list {
		own, other := e.Slice(s.Text), ids[s.name]
		if s.name != "" && own != nil && other != "" && !twice[s.name] && !strings.HasPrefix(plain(own.Name.Text), s.name) {
			wrong[s.Text] = other
		}
	}
	return wrong
}

// sliceList is what the ROADMAP.md of a milestone, which is prose, says of its slices.
type sliceList struct {
	slices []listedSlice   // the ids at the start of list items and headings
	named  map[string]bool // the ids that stand anywhere
	span   document.Span   // the heading of the list, or else the first line
}

// listedSlice is the id of a slice, and the name that stands behind it, if it is written as the planner does.
type listedSlice struct {
	model.Item
	name string
}

var (
	listed    = memo.Regexp(`^[*_]*(S\d{3,})\b(?:[*_]*\s*[—–:-]\s*[*_]*([^*_(\n]+))?`)
	sliceName = memo.Regexp(`\bS\d{3,}\b`)
)

func readList(d *document.Document) *sliceList {
	l := &sliceList{named: map[string]bool{}, span: d.FirstLine()}
	add := func(text document.Span) {
		if m := listed().FindStringSubmatchIndex(d.Text(text)); m != nil {
			span := document.Span{Start: text.Start + m[2], End: text.Start + m[3]}
			found := listedSlice{Item: model.Item{Text: d.Text(span), Span: span}}
			if m[4] >= 0 {
				found.name = plain(d.Text(text)[m[4]:m[5]])
			}
			l.slices = append(l.slices, found)
		}
	}
	for i := range d.Body.Headings {
		h := &d.Body.Headings[i]
		if h.Level != 2 || !strings.HasPrefix(h.Text, "Slices") {
			add(h.Title)
			continue
		}
		l.span = h.Span
		for _, item := range d.Body.Items {
			if h.Below.Contains(item.Span.Start) && item.Indent == 0 {
				add(item.Text)
			}
		}
	}
	for _, id := range sliceName().FindAllString(d.Content(), -1) {
		l.named[id] = true
	}
	return l
}
