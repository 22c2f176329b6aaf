package roadmap

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/graph"
	"github.com/nplint/nplint/internal/memo"
)

var (
	phaseRefs = memo.Regexp(`(?i)phases?\s+(` + number + `(?:\s*(?:,|and|&|\+)\s*(?:and\s+)?(?:phase\s+)?` + number +
		`)*)`)
	oneRef = memo.Regexp(number)
)

// plainly returns the first sentence of a text without what stands in parentheses: the rest explains, and may name what
// comes later.
func plainly(text string) string {
	var out strings.Builder
	depth := 0
	for _, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth = max(depth-1, 0)
		default:
			if depth == 0 {
				out.WriteRune(c)
			}
		}
	}
	first, _, _ := strings.Cut(out.String(), ". ")
	return first
}

var (
	digit     = memo.Regexp(`\d`)
	listing   = memo.Regexp(`(?i)\s*(?:[,;&+/]|\band\b)\s*`)
	otherWord = memo.Regexp(`(?i)^(?:the\s+)?(?:phases?\s+)?|\s+phases?$|[.*_"` + "`" + `]`)
)

// byName returns the first phase that a text without any number calls by its name, or nil.
func byName(named map[string]*model.Section, text string) *model.Section {
	if digit().MatchString(text) {
		return nil
	}
	for _, part := range listing().Split(plainly(text), -1) {
		if sec := named[strings.ToLower(strings.TrimSpace(otherWord().ReplaceAllString(part, "")))]; sec != nil && sec.Name != "" {
			return sec
		}
	}
	return nil
}

// dependencies judges `Depends on` of phases.
func (j *judge) dependencies() {
	edges := map[string][]string{}
	said := origins{}
	var waiting []*model.Section
	least := lowest(j.rm)
	named := map[string]*model.Section{} // by their names
	for _, sec := range j.rm.Sections {
		named[strings.ToLower(sec.Name)] = sec
	}
	for _, sec := range j.rm.Sections {
		if sec.Depends == nil || sec.Head.Archived || sec.Head.Hidden {
			continue
		}
		if e := j.rm.Entry(sec.Number); e != nil && e.Done() {
			continue // it waits for nothing any more
		}
		if other := byName(named, sec.Depends.Text); other != nil && other != sec {
			j.report("gsd-roadmap-depends", sec.Depends.Line, false, nil,
				"phase %s waits for %s by name, and the manager looks for numbers alone, so it starts this one at once; write Phase %s",
				sec.Number, other.Name, other.Number)
		}
		waiting = append(waiting, sec)
		for _, m := range phaseRefs().FindAllStringSubmatch(plainly(sec.Depends.Text), -1) {
			for _, ref := range oneRef().FindAllString(m[1], -1) {
				n := notation.Number(ref)
				switch {
				case n == "":
				case onlyDirectory(j, n) && notation.Compare(n, least) > 0:
					j.report("gsd-roadmap-depends", sec.Depends.Line, false, nil,
						"phase %s depends on phase %s, which has a directory and no section, so the manager never counts it as done and "+
							"never starts this one; name the phase that is meant, or give that one its section", sec.Number, n)
				case known(j, n) || j.meant[n] || notation.Compare(n, least) < 0:
					edges[sec.Number] = append(edges[sec.Number], n)
					if edge := [2]string{sec.Number, n}; said[edge] == nil {
						said[edge] = sec
					}
				default:
					j.report("gsd-roadmap-depends", sec.Depends.Line, false, nil,
						"phase %s depends on phase %s, which no section and no archive has, so whoever plans it waits for nothing; "+
							"name the phase that is meant", sec.Number, n)
				}
			}
		}
	}
	circles(j, waiting, edges, said)
}

// origins are the sections that say which phase waits for which.
type origins map[[2]string]*model.Section

// circles reports phases that wait for themselves or for each other, a circle once: at the first phase that waits for a later
// one. And it reports those that wait for a later one otherwise. waiting is the sections that say what they wait for.
func circles(j *judge, waiting []*model.Section, edges map[string][]string, said origins) {
	const rule = "gsd-roadmap-depends"
	var numbers []string
	for _, sec := range waiting {
		numbers = append(numbers, sec.Number)
	}
	component := graph.Components(numbers, func(n string) []string { return edges[n] })
	around := map[int][]*model.Section{} // the phases of each component
	for _, sec := range waiting {
		around[component[sec.Number]] = append(around[component[sec.Number]], sec)
	}
	const most = 10 // places that one finding names
	told, seen := map[int]bool{}, map[[2]string]bool{}
	for _, sec := range waiting {
		c := component[sec.Number]
		for _, to := range edges[sec.Number] {
			edge := [2]string{sec.Number, to}
			sec := said[edge]
			switch {
			case seen[edge]:
			case to == sec.Number:
				j.report(rule, sec.Depends.Line, false, nil,
					"the line names phase %s itself, and the manager takes each number in it for a phase to wait for, so it never "+
						"starts this one; write it without the number", to)
			case notation.Compare(sec.Number, to) >= 0:
			case component[to] != c:
				j.report(rule, sec.Depends.Line, true, nil,
					"phase %s depends on phase %s, which comes later in the order; give it a number behind, or move what it "+
						"needs", sec.Number, to)
			case !told[c]:
				told[c] = true
				f := document.Finding{Rule: rule, Span: sec.Depends.Line, At: "body", Message: fmt.Sprintf(
					"phases %s and %s depend on each other, so neither can come first (the manager takes each number in the line "+
						"for one to wait for); break the cycle", sec.Number, to)}
				for _, other := range around[c] {
					if other != sec && len(f.Related) < most {
						f.Related = append(f.Related, document.Related{Span: other.Depends.Line, Message: "phase " + other.Number + " waits here"})
					}
				}
				j.Report(f)
			}
			seen[edge] = true
		}
		delete(edges, sec.Number) // those of all sections of the number are told at the first
	}
}

// known reports whether a phase is anywhere: in a section, in a list, on disk or in an archive.
func known(j *judge, n string) bool {
	return j.rm.Section(n) != nil || j.rm.Entry(n) != nil || j.p.PhaseNumbered(n) != nil || model.Archived(j.p, n)
}

// onlyDirectory reports whether all that there is of a phase is a directory.
func onlyDirectory(j *judge, n string) bool {
	return j.rm.Section(n) == nil && j.rm.Entry(n) == nil && j.p.PhaseNumbered(n) != nil && !j.meant[n] && !model.Archived(j.p, n)
}

// lowest returns the lowest number of a section: what lies below was cleared away with its milestone.
func lowest(rm *model.Roadmap) string {
	lowest := ""
	for _, sec := range rm.Sections {
		if lowest == "" || notation.Compare(sec.Number, lowest) < 0 {
			lowest = sec.Number
		}
	}
	return lowest
}
