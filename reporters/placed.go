package reporters

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/report"
)

// placed is the findings of a report by where they are.
type placed struct {
	paths  []string // sorted
	byPath map[string][]*report.Finding
}

// newPlaced sorts the findings of a report, which may be nil.
func newPlaced(r *report.Report) *placed {
	p := &placed{byPath: map[string][]*report.Finding{}}
	if r == nil {
		return p
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if p.byPath[f.Path] == nil {
			p.paths = append(p.paths, f.Path)
		}
		p.byPath[f.Path] = append(p.byPath[f.Path], f)
	}
	slices.Sort(p.paths)
	return p
}

// at counts the findings in places, each once.
func (p *placed) at(places []pack.Place) (errors, warnings, infos int) {
	counted := map[*report.Finding]bool{}
	for _, place := range places {
		for _, f := range p.in(place) {
			if counted[f] {
				continue
			}
			counted[f] = true
			switch f.Severity {
			case report.Error:
				errors++
			case report.Warning:
				warnings++
			default:
				infos++
			}
		}
	}
	return errors, warnings, infos
}

// told is at with all counts in words.
func (p *placed) told(places []pack.Place) (errors, warnings int, counts string) {
	errors, warnings, infos := p.at(places)
	return errors, warnings, levels(errors, warnings, infos)
}

// in returns the findings in a place.
func (p *placed) in(place pack.Place) (found []*report.Finding) {
	if !strings.HasSuffix(place.Path, "/") {
		for _, f := range p.byPath[place.Path] {
			at := f.Range.Start.Offset
			if place.Start == 0 && place.End == 0 || place.Start <= at && at < place.End {
				found = append(found, f)
			}
		}
		return found
	}
	first, _ := slices.BinarySearch(p.paths, place.Path)
	for _, path := range p.paths[first:] {
		if !strings.HasPrefix(path, place.Path) {
			break
		}
		found = append(found, p.byPath[path]...)
	}
	return found
}
