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

// Report hands the findings over: of more than two with one cause the first, which says how many there are and mends all.
func (g *Gather) Report(r *document.Reporter) {
	for _, cause := range g.causes {
		all := g.findings[cause]
		if n := len(all) - 1; n > 1 {
			all[0].Fixes = together(all)
			all = all[:1]
			all[0].Message += fmt.Sprintf("; so it is with %d others of this file", n)
		}
		for _, f := range all {
			r.Report(f)
		}
	}
}

// together returns one fix with the edits of all findings, or that of the first if another has none or they meet.
func together(all []document.Finding) []document.Fix {
	var edits []document.Edit
	for _, f := range all {
		if len(f.Fixes) != 1 || f.Fixes[0].Unsafe {
			return all[0].Fixes
		}
		edits = append(edits, f.Fixes[0].Edits...)
	}
	slices.SortStableFunc(edits, func(a, b document.Edit) int { return a.Span.Start - b.Span.Start })
	for i := 1; i < len(edits); i++ {
		if edits[i].Span.Start < edits[i-1].Span.End || edits[i].Span == edits[i-1].Span {
			return all[0].Fixes
		}
	}
	return []document.Fix{{Title: all[0].Fixes[0].Title, Edits: edits}}
}
