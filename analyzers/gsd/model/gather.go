package model

import (
	"fmt"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// Gather keeps the findings of one document, so that many of one cause become one.
type Gather struct {
	causes   []string
	findings map[string][]document.Finding
}

// Add keeps a finding with a word for its cause.
func (g *Gather) Add(cause string, f document.Finding) {
	if g.findings == nil {
		g.findings = map[string][]document.Finding{}
	}
	if len(g.findings[cause]) == 0 {
		g.causes = append(g.causes, cause)
	}
	g.findings[cause] = append(g.findings[cause], f)
}

// Report hands the findings over: of more than two with one cause the first, which says how many there are and mends with
// itself those that have a fix.
func (g *Gather) Report(r *document.Reporter) {
	for _, cause := range g.causes {
		all := g.findings[cause]
		if n := len(all) - 1; n > 1 {
			all[0].Fixes = together(all)
			all = all[:1]
			all[0].Message += fmt.Sprintf("; the same holds for %d others in this file", n)
		}
		for _, f := range all {
			r.Report(f)
		}
	}
}

// together returns one fix with the edits of the first finding and of those behind it that have a safe fix, too, and meet
// none of the others. What is put into one place stands there in the order of the findings.
func together(all []document.Finding) []document.Fix {
	if len(all[0].Fixes) != 1 || all[0].Fixes[0].Unsafe {
		return all[0].Fixes
	}
	type edit struct {
		document.Edit
		of int // finding
	}
	var edits []edit
	for i, f := range all {
		if len(f.Fixes) != 1 || f.Fixes[0].Unsafe {
			continue
		}
		for _, e := range f.Fixes[0].Edits {
			edits = append(edits, edit{e, i})
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.Span.Start - b.Span.Start })
	met := map[int]bool{}
	for i, end := 0, 0; i < len(edits); i++ {
		at := edits[i].Span
		twice := i > 0 && edits[i-1].Span == at && (at.Start < at.End || edits[i-1].Text == edits[i].Text)
		if met[edits[i].of] = met[edits[i].of] || twice || at.Start < end; !met[edits[i].of] {
			end = at.End
		}
	}
	var apart []document.Edit
	for _, e := range edits {
		switch n := len(apart) - 1; {
		case met[e.of]:
		case n >= 0 && apart[n].Span == e.Span:
			apart[n].Text += e.Text
		default:
			apart = append(apart, e.Edit)
		}
	}
	if len(apart) == 0 {
		return all[0].Fixes
	}
	return []document.Fix{{Title: all[0].Fixes[0].Title, Edits: apart}}
}
