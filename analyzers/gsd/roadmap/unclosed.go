package roadmap

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// milestoneHead is what gsd-core takes for the heading of a milestone.
var milestoneHead = memo.Regexp(`(?i)v\d+\.\d+|[✅📋🚧]`)

// unclosed reports a milestone that is over and folded away in <details> which nothing closes: GSD cuts out no block
// without an end.
func unclosed(j *judge) {
	var open []notation.Line
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
	sections := inOrder(j.rm)
	begun := sync.OnceValue(func() int { return beginning(j.rm) })
	var heads []int // of milestones
	for _, m := range j.rm.Milestones {
		if m.Level > 0 {
			heads = append(heads, m.Span.Start)
		}
	}
	for i, l := range open { // a block was to end before the next one, and before the next milestone
		block := document.Span{Start: l.Span.Start, End: len(j.Doc.Src)}
		if i+1 < len(open) {
			block.End = open[i+1].Span.Start
		}
		if next, _ := slices.BinarySearch(heads, l.Span.Start+1); next < len(heads) {
			block.End = min(block.End, heads[next])
		}
		over := slices.ContainsFunc(within(j.rm.Milestones, block, milestoneAt), func(m model.Milestone) bool {
			return m.Level == 0 && (m.Closed || j.rm.Version != "" && m.Version != j.rm.Version)
		})
		var phases, listed []string
		told := map[string]bool{}
		for _, sec := range within(sections, block, sectionAt) {
			phases = append(phases, sec.Number)
			told[sec.Number] = true
		}
		for _, e := range within(j.rm.Entries, block, entryAt) {
			if !e.Hidden {
				listed = append(listed, e.Number)
			}
			if !told[e.Number] {
				phases = append(phases, e.Number)
				told[e.Number] = true
			}
		}
		if !over || len(phases) == 0 || last > l.Span.Start {
			continue
		}
		what := "its phases for phases of the milestone under way"
		if block.End < len(j.Doc.Src) && len(phases) == 1 {
			what = "phase " + phases[0] + " for one of the milestone under way"
		} else if block.End < len(j.Doc.Src) {
			what = "phases " + document.AllOf(phases) + " for phases of the milestone under way"
		}
		who := "GSD"
		if j.rm.Scope != nil && !j.rm.Scope.Holds(l.Span) && j.p.Edition != "1.x" {
			who = "get-shit-done"
			if j.p.Edition != "" { // gsd-core begins at the heading of the milestone, and keeps only lists before all of them
				if len(listed) == 0 || begun() < l.Span.Start {
					continue
				}
				who, what = "gsd-core", "what it lists for phases that lack a section ("+document.AllOf(listed)+")"
			}
		}
		f := document.Finding{Rule: "gsd-roadmap-unclosed", Span: l.Span, At: "body", Lesser: who != "GSD",
			Message: fmt.Sprintf("no line `</details>` ends this block of a milestone that is over, so %s does not cut it out "+
				"and takes %s; end it", who, what)}
		if block.End < len(j.Doc.Src) {
			at := document.Span{Start: block.End, End: block.End}
			f.Fixes = document.Replace("end the block", at, "</details>\n\n")
		}
		j.Report(f)
	}
}

// beginning returns where the first heading stands that gsd-core takes for that of a milestone; behind all if there is none.
func beginning(rm *model.Roadmap) int {
	i := slices.IndexFunc(rm.Lines, func(l notation.Line) bool {
		level, text := notation.Heading(l.Text)
		return 1 <= level && level <= 3 && milestoneHead().MatchString(text)
	})
	if i < 0 {
		return math.MaxInt
	}
	return rm.Lines[i].Span.Start
}

// inOrder returns the sections of phases by their places: those of tables stand behind the others.
func inOrder(rm *model.Roadmap) []*model.Section {
	return slices.SortedStableFunc(slices.Values(rm.Sections), func(a, b *model.Section) int { return sectionAt(a) - sectionAt(b) })
}

func milestoneAt(m model.Milestone) int { return m.Span.Start }

func sectionAt(sec *model.Section) int { return sec.Head.Span.Start }

func entryAt(e model.Entry) int { return e.Span.Start }

// within returns those of a list in the order of their places that stand in a block.
func within[T any](list []T, block document.Span, at func(T) int) []T {
	find := func(offset int) int {
		i, _ := slices.BinarySearchFunc(list, offset, func(one T, offset int) int { return at(one) - offset })
		return i
	}
	return list[find(block.Start):find(block.End)]
}
