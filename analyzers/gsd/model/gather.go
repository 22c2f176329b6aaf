package model

import (
	"fmt"

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

// Report hands the findings over: of more than four with one cause the first, which says how many there are.
func (g *Gather) Report(r *document.Reporter) {
	for _, cause := range g.causes {
		all := g.findings[cause]
		if n := len(all) - 1; n > 3 {
			all = all[:1]
			all[0].Message += fmt.Sprintf("; so it is with %d others of this file", n)
		}
		for _, f := range all {
			r.Report(f)
		}
	}
}
