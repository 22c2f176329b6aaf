package derived

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// meta holds the status in a META.json against the roadmap: verify-work writes both. Nothing brings the rest of the
// file up to date, and nothing but its name is read.
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
	a.Fixf("meta-stale", n.Span, "$.status",
		document.Replace("write what the roadmap says", n.Span, document.JSONString(want)),
		"`status` is %s, but roadmap.yaml says %s, and the dashboard shows what stands here; write that",
		document.Quote(n.Text), document.Quote(want))
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

// sliceList is what the ROADMAP.md of a milestone, which is prose, says of its slices.
type sliceList struct {
	slices []model.Item    // the ids at the start of list items and headings
	named  map[string]bool // the ids that stand anywhere
	span   document.Span   // the heading of the list, or else the first line
}

var (
	listed    = memo.Regexp(`^[*_]*(S\d{3,})\b`)
	sliceName = memo.Regexp(`\bS\d{3,}\b`)
)

func readList(d *document.Document) *sliceList {
	l := &sliceList{named: map[string]bool{}, span: d.FirstLine()}
	add := func(text document.Span) {
		if m := listed().FindStringSubmatchIndex(d.Text(text)); m != nil {
			span := document.Span{Start: text.Start + m[2], End: text.Start + m[3]}
			l.slices = append(l.slices, model.Item{Text: d.Text(span), Span: span})
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
