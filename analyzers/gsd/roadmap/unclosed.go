package roadmap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
)

// unclosed reports a milestone that is over and folded away in <details> which nothing closes: GSD cuts out no block
// without an end.
func unclosed(j *judge) {
	var open []model.Line
	last := -1 // where the last block is closed
	for _, l := range j.rm.Lines {
		text := strings.ToLower(strings.TrimSpace(l.Text))
		if strings.HasPrefix(text, "<details") && !l.Hidden {
			open = append(open, l)
		}
		for range strings.Count(text, "</details>") {
			last, open = l.Span.Start, open[:max(0, len(open)-1)]
		}
	}
	for _, l := range open {
		block := document.Span{Start: l.Span.Start, End: len(j.Doc.Src)}
		for _, m := range j.rm.Milestones { // the block was to end before the next one
			if m.Level > 0 && m.Span.Start > l.Span.Start {
				block.End = min(block.End, m.Span.Start)
			}
		}
		for _, o := range open {
			if o.Span.Start > l.Span.Start {
				block.End = min(block.End, o.Span.Start)
			}
		}
		in := func(span document.Span) bool { return block.Start <= span.Start && span.Start < block.End }
		over := slices.ContainsFunc(j.rm.Milestones, func(m model.Milestone) bool {
			return m.Level == 0 && in(m.Span) && (m.Closed || j.rm.Version != "" && m.Version != j.rm.Version)
		})
		var phases []string
		for _, sec := range j.rm.Sections {
			if in(sec.Head.Span) {
				phases = append(phases, sec.Number)
			}
		}
		for i := range j.rm.Entries {
			if e := &j.rm.Entries[i]; in(e.Span) && !slices.Contains(phases, e.Number) {
				phases = append(phases, e.Number)
			}
		}
		if !over || len(phases) == 0 || last > l.Span.Start {
			continue
		}
		who := "GSD"
		if j.rm.Scope != nil && j.p.Edition != "1.x" {
			if j.p.Edition != "" {
				return // gsd-core goes by the heading of the milestone
			}
			who = "get-shit-done"
		}
		what := "its phases for phases"
		if block.End < len(j.Doc.Src) && len(phases) == 1 {
			what = "phase " + phases[0] + " for one"
		} else if block.End < len(j.Doc.Src) {
			what = "phases " + document.AllOf(phases) + " for phases"
		}
		f := document.Finding{Rule: "gsd-roadmap-unclosed", Span: l.Span, At: "body", Lesser: who != "GSD",
			Message: fmt.Sprintf("no line `</details>` ends this block of a milestone that is over, so %s does not cut it out "+
				"and takes %s of the milestone under way; end it", who, what)}
		if block.End < len(j.Doc.Src) {
			at := document.Span{Start: block.End, End: block.End}
			f.Fixes = document.Replace("end the block", at, "</details>"+j.Doc.Newline()+j.Doc.Newline())
		}
		j.Report(f)
	}
}
