package model

import (
	"fmt"
	"slices"
	"strings"

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
			all[0].Message += fmt.Sprintf("; the same holds for %d others in this file", n)
		}
		for _, f := range all {
			r.Report(f)
		}
	}
}

// together returns one fix with the edits of all findings, or that of the first if another has none or they meet. What is
// put into one place stands there in the order of the findings.
func together(all []document.Finding) []document.Fix {
	var edits []document.Edit
	for _, f := range all {
		if len(f.Fixes) != 1 || f.Fixes[0].Unsafe {
			return all[0].Fixes
		}
		edits = append(edits, f.Fixes[0].Edits...)
	}
	slices.SortStableFunc(edits, func(a, b document.Edit) int { return a.Span.Start - b.Span.Start })
	var apart []document.Edit
	for i, n := 0, 0; i < len(edits); i = n {
		at := edits[i].Span
		var put strings.Builder
		for n = i; n < len(edits) && edits[n].Span == at; n++ {
			if n > i && (at.Start < at.End || edits[n].Text == edits[n-1].Text) {
				return all[0].Fixes
			}
			put.WriteString(edits[n].Text)
		}
		if i > 0 && at.Start < edits[i-1].Span.End {
			return all[0].Fixes
		}
		apart = append(apart, document.Edit{Span: at, Text: put.String()})
	}
	return []document.Fix{{Title: all[0].Fixes[0].Title, Edits: apart}}
}
