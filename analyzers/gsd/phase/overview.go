package phase

import (
	"index/suffixarray"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// overviews know what directories of phases have in common with one another: there may be thousands.
type overviews struct {
	set       *document.Set
	named     document.Memo[*model.Planning, *named]
	described document.Memo[*model.Planning, *described]
}

// named is what the names of directories say.
type named struct {
	bad    []*model.Phase            // those without a name of a phase, and without a twin
	coded  []*model.Phase            // those that begin with a code; see isCoded
	twins  map[string][]*model.Phase // those that share the number by which GSD finds them, by it
	first  string                    // the least of these numbers
	number map[string]bool           // all numbers
}

func (o *overviews) of(p *model.Planning) *named {
	return o.named.Get(o.set, p, func() *named {
		n := &named{twins: map[string][]*model.Phase{}, number: map[string]bool{}}
		own := strings.Trim(model.Setting(p, "project_code"), `"`)
		for _, ph := range p.Phases() {
			n.number[ph.Number] = true
			if notation.FoundDir(ph.Dir) {
				n.twins[ph.Number] = append(n.twins[ph.Number], ph)
			}
		}
		maps.DeleteFunc(n.twins, func(_ string, phases []*model.Phase) bool { return len(phases) < 2 })
		for _, ph := range p.Phases() {
			switch {
			case !notation.ValidDir(ph.Dir):
				if n.twins[ph.Number] == nil { // which is told
					n.bad = append(n.bad, ph)
				}
			case isCoded(ph, own):
				n.coded = append(n.coded, ph)
			}
		}
		if len(n.twins) > 0 {
			n.first = slices.Min(slices.Collect(maps.Keys(n.twins)))
		}
		return n
	})
}

// described is what the roadmap says of directories.
type described struct {
	// missing has the sections of phases that have no directory, by slugs of their names.
	missing map[string][]*model.Section
	// nowhere are the directories with plans that no line of the roadmap is about.
	nowhere  []string
	rows     map[string]bool    // numbers in tables of progress
	archived *suffixarray.Index // its archived lines
}

// roadmap returns what the roadmap of a planning, which has one, says.
func (o *overviews) roadmap(p *model.Planning) *described {
	return o.described.Get(o.set, p, func() *described {
		rm, numbers := p.Roadmap(), o.of(p).number
		d := &described{missing: map[string][]*model.Section{}, rows: map[string]bool{}}
		for _, sec := range rm.Sections {
			if rm.Section(sec.Number) == sec && !sec.Head.Archived && !numbers[sec.Number] {
				slug := notation.Slug(sec.Name)
				d.missing[slug] = append(d.missing[slug], sec)
			}
		}
		for _, row := range rm.Progress {
			d.rows[row.Number] = true
		}
		var text strings.Builder
		for _, l := range rm.Lines {
			if l.Archived {
				text.WriteString(l.Text)
				text.WriteByte('\n')
			}
		}
		d.archived = suffixarray.New([]byte(text.String()))
		for _, ph := range p.Phases() {
			if len(ph.Plans) > 0 && d.isNowhere(rm, ph) {
				d.nowhere = append(d.nowhere, ph.Dir)
			}
		}
		return d
	})
}

// isNowhere reports whether no line of the roadmap is about a phase, be it in a table or an archive.
func (d *described) isNowhere(rm *model.Roadmap, ph *model.Phase) bool {
	has := func(text string) bool {
		return !strings.Contains(text, "\n") && len(d.archived.Lookup([]byte(text), 1)) > 0
	}
	return !notation.Parked(ph.Number) && rm.Section(ph.Number) == nil && rm.Entry(ph.Number) == nil && !d.rows[ph.Number] &&
		!has("Phase "+ph.Number) && !has(ph.Dir) && !rm.Shipped(ph.Number)
}

// isCoded reports whether the directory of a phase begins with a word in small letters that is not the code of the
// project: codes in capitals are cut off by all commands.
func isCoded(ph *model.Phase, own string) bool {
	m := code().FindStringSubmatch(ph.Dir)
	return m != nil && !strings.EqualFold(m[1], own)
}
