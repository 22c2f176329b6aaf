// Package edit mends files: it merges the edits of fixes, has the result judged until nothing changes, refuses what
// makes a file worse, shows changes as diffs and writes them. It knows no rule and no engine; a function lints for it.
package edit

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// maxTried bounds how many fixes of a report are tried out before they are offered: a few more rounds of linting say what
// becomes of a few, and nobody counts hundreds.
const maxTried = 200

// maxFound bounds how many findings a report has of which fixes are tried out: to find as many again takes as long.
const maxFound = 10_000

// Change is what fixing does to one file.
type Change struct {
	Path          string // relative to the base of the report, with slashes
	Before, After []byte

	real string // where links led to when the file was linted
}

// NewChange returns a change of a file below a base, which links lead to as is known.
func NewChange(links *paths.Links, base, path string, before, after []byte) Change {
	return Change{path, before, after, links.Free(filepath.Join(base, filepath.FromSlash(path)))}
}

// Repair is what Mend found out. Nothing is written yet.
type Repair struct {
	Before  *report.Report // the report of the files as they are
	After   *report.Report // the report of the files as they would be
	Changes []Change       // sorted by path
	Fixed   []Fixed        // sorted by path and rule
	Refused []Refused      // in the order in which they were found
	Untried int            // how many fixes that After has were not tried, since that would take too long
}

// Fixed is how many findings of a rule in a file were fixed.
type Fixed struct {
	Path, Rule string
	Count      int
}

// Refused is a finding whose fix is not applied, since that would bring an error that was not there, or no end.
type Refused struct {
	Finding report.Finding
	Brings  *report.Finding // nil if it brings none
	Many    bool            // whether it is refused with others, since there are too many to find out more
}

// Why says why the fix is not applied, as the end of a sentence. What files say stands in it as it is.
func (r *Refused) Why() string {
	switch b := r.Brings; {
	case b != nil && r.Many:
		const format = "this or another fix would bring %s, and there are too many to find out which; fix some by hand"
		return fmt.Sprintf(format, told(b))
	case b != nil:
		return "that would bring " + told(b)
	case r.Many:
		return "too many fixes there follow from one another, so they are not all applied; fix some by hand"
	}
	return "this fix and another one undo each other"
}

func told(f *report.Finding) string {
	return fmt.Sprintf("%s:%d: %s[%s] %s", f.Path, f.Range.Start.Line, f.Severity, f.Rule, f.Message)
}

// Lint judges what a first report was about once more, with other content in some files, which are named as in that
// report. All others are as they were for that report.
type Lint func(changed map[string][]byte) (*report.Report, error)

// Whole is what a report is a part of that tells only some findings of a project, or none but those of some files. What
// a fix brings is looked for in all of it.
type Whole struct {
	Report *report.Report
	Lint   Lint
	Asked  func(*report.Finding) bool // whether a finding is one of those that the part tells
}

// Mend repairs in memory what a report found: safe fixes, and with unsafe the others too; only those of findings that are
// chosen, and what follows from them. Fixes that overlap are not applied together; rounds of fixing and linting repeat
// until nothing changes. A fix that would bring an error, in its file or about it, also when the others are in, is refused
// with all that follows from it. No finding of the report afterwards offers it. The whole is nil if before tells all; else
// what a fix brings elsewhere is fixed with it, and nothing else there.
func Mend(
	before *report.Report, unsafe bool, lint Lint, whole *Whole, chosen func(*report.Finding) bool,
) (*Repair, error) {
	m := newMender(before, unsafe, lint)
	if whole != nil {
		m = newMender(whole.Report, unsafe, whole.Lint)
		m.spared = map[spot]bool{}
		for i := range whole.Report.Findings {
			if f := &whole.Report.Findings[i]; !whole.Asked(f) {
				m.spared[place(f)] = true
			}
		}
	}
	m.choose(chosen)
	if err := m.repair(); err != nil {
		return nil, err
	}
	result := &Repair{Before: before, After: m.report, Refused: m.refusals}
	switch {
	case whole != nil && len(m.changed) == 0:
		result.After = before
	case whole != nil:
		var err error
		if result.After, err = lint(m.changed); err != nil {
			return nil, err
		}
	}
	var links paths.Links
	for _, path := range slices.Sorted(maps.Keys(m.changed)) {
		if after := m.changed[path]; !bytes.Equal(m.original[path], after) {
			result.Changes = append(result.Changes, NewChange(&links, before.Base, path, m.original[path], after))
		}
	}
	for _, a := range m.applied {
		i, found := slices.BinarySearchFunc(result.Fixed, a, func(f Fixed, a applied) int {
			return cmp.Or(strings.Compare(f.Path, a.finding.Path), strings.Compare(f.Rule, a.finding.Rule))
		})
		if !found {
			result.Fixed = slices.Insert(result.Fixed, i, Fixed{Path: a.finding.Path, Rule: a.finding.Rule})
		}
		result.Fixed[i].Count++
	}
	m.withdraw(result.After)
	if m.untried {
		result.Untried = fixes(m, result.After)
	}
	return result, offer(result.After, m.most-m.spent, func(changed map[string][]byte) (*report.Report, error) {
		both := maps.Clone(m.changed)
		maps.Copy(both, changed)
		return lint(both)
	})
}

// Preview returns what a fix of a report's finding does to files by itself.
func Preview(r *report.Report, fix report.Fix) []Change {
	source := func(path string) ([]byte, bool) { src := r.Source(path); return src, src != nil }
	merged, _ := merge(source, []report.Fix{fix})
	var changes []Change
	for _, path := range slices.Sorted(maps.Keys(merged)) {
		changes = append(changes, Change{Path: path, Before: r.Source(path), After: merged[path]})
	}
	return changes
}

// Offer takes the fixes from a report's findings that Mend would refuse.
func Offer(r *report.Report, lint Lint) error { return offer(r, maxTrying, lint) }

// offer is Offer while lints weigh no more together than most.
func offer(r *report.Report, most int, lint Lint) error {
	if r.Summary.Fixable > maxTried || len(r.Findings) > maxFound {
		return nil
	}
	for _, unsafe := range []bool{false, true} {
		offers := func(f report.Finding) bool {
			return slices.ContainsFunc(f.Fixes, func(x report.Fix) bool { return x.Safe != unsafe })
		}
		if !slices.ContainsFunc(r.Findings, offers) {
			continue
		}
		m := newMender(r, unsafe, lint)
		m.isTrial, m.most = true, min(most, maxTrying)
		if err := m.repair(); err != nil {
			return err
		}
		most -= m.spent
		m.withdraw(r)
	}
	return nil
}
