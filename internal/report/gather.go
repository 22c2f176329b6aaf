package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// MaxRelated is how many other places a finding tells of: nobody goes to more.
const MaxRelated = 100

// maxListed is how many of the places or things that have one cause a message names.
const maxListed = 40

// listed lists things as a message does, with the number of those that are too many for it.
func listed(things []string) string {
	if more := len(things) - maxListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(things[:maxListed], ", "), more)
	}
	return strings.Join(things, ", ")
}

// Gather makes one finding of those in a file that have one cause: a rule warns of the same at many places, or says the
// same of many things that are missing at one place. Findings that a fix would mend stay as they are. Baselines, and
// what is new, go by single findings, so this comes last.
func Gather(r *Report) {
	groups := map[cause][]int{}
	many := several(r)
	for _, i := range many {
		if f := &r.Findings[i]; len(f.Fixes) == 0 && !Unjudged(f.Rule) {
			if f.Severity != Error { // which is told wherever it is
				groups[f.said()] = append(groups[f.said()], i)
			}
			groups[f.here()] = append(groups[f.here()], i)
		}
	}
	gone := map[int]bool{}
	for _, i := range many {
		f := &r.Findings[i]
		if gone[i] {
			continue
		}
		if same := groups[f.said()]; len(same) >= wall && same[0] == i {
			var lines []string
			for _, k := range same[1:] {
				other := r.Findings[k]
				gone[k] = true
				lines = append(lines, strconv.Itoa(other.Range.Start.Line))
				if len(f.Related) < MaxRelated {
					f.Related = append(f.Related, Related{Path: f.Path, Range: other.Range, Message: "here too"})
				}
			}
			if lines = slices.Compact(lines); len(lines) > 0 {
				word := "line"
				if len(lines) > 1 {
					word = "lines"
				}
				f.Message += fmt.Sprintf(" (also on %s %s)", word, listed(lines))
			}
		} else if same := groups[f.here()]; len(same) >= wall && same[0] == i && f.thing() != "" {
			var things []string
			for _, k := range same[1:] {
				gone[k] = true
				things = append(things, "`"+r.Findings[k].thing()+"`")
			}
			f.Message += "; the same holds for " + listed(things)
		}
	}
	if len(gone) == 0 {
		return
	}
	kept := make([]Finding, 0, len(r.Findings)-len(gone))
	for i := range r.Findings {
		if !gone[i] {
			kept = append(kept, r.Findings[i])
			continue
		}
		switch r.Findings[i].Severity { // it has no fix
		case Error:
			r.Summary.Errors--
		case Warning:
			r.Summary.Warnings--
		case Info:
			r.Summary.Infos--
		}
	}
	r.Findings = kept
}

// several returns the findings of rules of which there are enough in a file to be told in one breath.
func several(r *Report) (found []int) {
	counts := count(r)
	for i := range r.Findings {
		if counts[RuleIn{r.Findings[i].Path, r.Findings[i].Rule}] >= wall {
			found = append(found, i)
		}
	}
	return found
}

// wall is how many findings are told in one breath.
const wall = 3

// cause is what findings have in common that are told in one breath. It shares its path with the finding, which may be
// long.
type cause struct {
	RuleIn
	severity Severity
	from, to int // where they all are, or -1
	what     string
}

// said is equal for findings of one rule in one file that say the same.
func (f *Finding) said() cause {
	return cause{RuleIn{f.Path, f.Rule}, f.Severity, -1, -1, f.At + "\x00" + f.Message}
}

// quoted is a thing that a message names.
var quoted = memo.Regexp("`[^`]*`")

// here is equal for findings of one rule at one place that say the same but for the things that they name.
func (f *Finding) here() cause {
	what, _, _ := strings.Cut(f.Message, ";")
	return cause{RuleIn{f.Path, f.Rule}, f.Severity, f.Range.Start.Offset, f.Range.End.Offset, quoted().ReplaceAllLiteralString(what, "``")}
}

// thing is the first thing that a message names, or "".
func (f *Finding) thing() string { return strings.Trim(quoted().FindString(f.Message), "`") }
