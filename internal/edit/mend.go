// Package edit mends files: it merges the edits of fixes, has the result judged until nothing changes, refuses what
// makes a file worse, shows changes as diffs and writes them. It knows no rule and no engine; a function lints for it.
package edit

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// maxRounds bounds how often fixes are applied and the result is linted again: a fix may uncover a finding with
// another fix, and no chain of ours is longer. Where files become shorter by it there may be more, for a rule may tell
// only so many findings at once.
const (
	maxRounds     = 10
	maxShortening = 200
)

// maxLints bounds how often is linted to find out which of the fixes in a file brings a new error.
const maxLints = 8

// maxTried bounds how many fixes of a report are tried out before they are offered: a few more rounds of linting say what
// becomes of a few, and nobody counts hundreds.
const maxTried = 200

// maxFound bounds how many findings a report has of which fixes are tried out: to find as many again takes as long.
const maxFound = 10_000

// maxWeight is how many bytes are linted again at most to try fixes out, so that a rule that tells one finding after the
// other of a large file does not have it linted hundreds of times.
const maxWeight = 8 << 20

// Change is what fixing does to one file.
type Change struct {
	Path          string // relative to the base of the report, with slashes
	Before, After []byte

	real string // where links led to when the file was linted
}

// NewChange returns a change of a file below a base.
func NewChange(base, path string, before, after []byte) Change {
	return Change{path, before, after, paths.Real(filepath.Join(base, filepath.FromSlash(path)))}
}

// Repair is what Mend found out. Nothing is written yet.
type Repair struct {
	Before  *report.Report // the report of the files as they are
	After   *report.Report // the report of the files as they would be
	Changes []Change       // sorted by path
	Fixed   []Fixed        // sorted by path and rule
	Refused []Refused      // in the order in which they were found
}

// Fixed is how many findings of a rule in a file were fixed.
type Fixed struct {
	Path, Rule string
	Count      int
}

// Refused is a finding whose fix is not applied, since that would bring an error that was not there.
type Refused struct {
	Finding report.Finding
	Brings  *report.Finding // nil if the fix and another one undo each other
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

// Mend repairs in memory what a report found: safe fixes, and with unsafe the others too. Fixes that overlap are not
// applied together; rounds of fixing and linting repeat until nothing changes. A fix that would bring an error, in
// its file or about it, is refused with all that follows from it. No finding of the report afterwards offers it. The
// whole is nil if before tells all; else what a fix brings elsewhere is fixed with it, and nothing else there.
func Mend(before *report.Report, unsafe bool, lint Lint, whole *Whole) (*Repair, error) {
	return MendChosen(before, unsafe, lint, whole, func(*report.Finding) bool { return true })
}

// MendChosen is Mend for those findings alone that are chosen, and what follows from their fixes.
func MendChosen(
	before *report.Report, unsafe bool, lint Lint, whole *Whole, chosen func(*report.Finding) bool,
) (*Repair, error) {
	m := newMender(before, unsafe, lint)
	if whole != nil {
		m = newMender(whole.Report, unsafe, whole.Lint)
		m.spared = map[string]bool{}
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
	for _, path := range slices.Sorted(maps.Keys(m.changed)) {
		if after := m.changed[path]; !bytes.Equal(m.original[path], after) {
			result.Changes = append(result.Changes, NewChange(before.Base, path, m.original[path], after))
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
	return result, Offer(result.After, func(changed map[string][]byte) (*report.Report, error) {
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
func Offer(r *report.Report, lint Lint) error {
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
		m.isTrial = true
		if err := m.repair(); err != nil {
			return err
		}
		m.withdraw(r)
	}
	return nil
}

// Aliases returns every further name of a file that links give several names: it is mended once, under the first.
func Aliases(r *report.Report) map[string]bool {
	aliases, first, asked := map[string]bool{}, map[string]string{}, map[string]bool{}
	for i := range r.Findings {
		path := r.Findings[i].Path
		if asked[path] {
			continue
		}
		asked[path] = true
		real := paths.Real(filepath.Join(r.Base, filepath.FromSlash(path)))
		if first[real] == "" {
			first[real] = path
		}
		if first[real] != path {
			aliases[path] = true
		}
	}
	return aliases
}

// mender goes from trial to trial, and in each from round to round.
type mender struct {
	lint     Lint
	unsafe   bool
	isTrial  bool // nothing is to be changed
	weight   int  // bytes that were linted again
	before   *report.Report
	aliases  map[string]bool
	refused  map[string]bool // keys of findings whose fixes are not applied
	refusals []Refused
	lints    int

	uncovered map[string]int  // errors that fixes of other files uncovered, by their places
	spared    map[string]bool // places of findings that nobody asked for, which were there before

	passed map[*report.Finding]bool // those of the first report that are not chosen …
	left   map[string]bool          // … and their keys, and their places where nothing is chosen

	// Of the last trial:
	report            *report.Report
	original, changed map[string][]byte // the files that fixes changed
	applied           []applied
}

func newMender(before *report.Report, unsafe bool, lint Lint) *mender {
	return &mender{lint: lint, unsafe: unsafe, before: before, aliases: Aliases(before), refused: map[string]bool{},
		uncovered: map[string]int{}}
}

// choose has the fixes of findings of the first report that are not chosen left alone.
func (m *mender) choose(chosen func(*report.Finding) bool) {
	m.passed, m.left = map[*report.Finding]bool{}, map[string]bool{}
	for i := range m.before.Findings {
		if f := &m.before.Findings[i]; !chosen(f) {
			m.passed[f], m.left[key(f)], m.left[place(f)] = true, true, true
		}
	}
	for i := range m.before.Findings {
		if f := &m.before.Findings[i]; !m.passed[f] {
			delete(m.left, place(f))
		}
	}
}

// passes reports whether the fix of a finding is left alone since nobody has chosen it. What has the same key in the first
// report is told apart there.
func (m *mender) passes(f *report.Finding) bool {
	if m.report == m.before {
		return m.passed[f]
	}
	return m.left[key(f)] || m.left[place(f)]
}

// applied is a fix that was applied to a file.
type applied struct {
	finding *report.Finding
	edits   []report.Edit
}

// key names the fix of a finding in all rounds and trials.
func key(f *report.Finding) string {
	return strings.Join([]string{f.Path, f.Rule, f.At, f.Message}, "\x00")
}

// repair refuses fixes until none of those applied brings an error.
func (m *mender) repair() error {
	for {
		endless, err := m.try(nil)
		if err != nil {
			return err
		}
		if len(endless) > 0 { // they would bring each other back for ever
			m.refuse(endless, nil)
			continue
		}
		news := m.news()
		if len(news) == 0 {
			return nil
		}
		if news, err = m.caused(news); err != nil {
			return err
		}
		if len(news) == 0 {
			continue
		}
		if err := m.blame(news); err != nil {
			return err
		}
	}
}

// caused returns those of the new errors that are gone without the fixes that may bring them. The others were uncovered by
// the fix of another file, which is nothing to refuse a fix for; they count as known from now on.
func (m *mender) caused(news []report.Finding) (caused []report.Finding, err error) {
	without, bad := map[string]bool{}, map[string]bool{}
	for i := range news {
		for _, path := range about(&news[i]) {
			bad[path] = true
		}
	}
	for _, a := range m.applied {
		if slices.ContainsFunc(a.edits, func(e report.Edit) bool { return bad[e.Path] }) {
			without[key(a.finding)] = true
		}
	}
	if !slices.ContainsFunc(m.applied, func(a applied) bool { return !without[key(a.finding)] }) {
		return news, nil // there is no other fix
	}
	lints := m.lints
	if _, err := m.try(without); err != nil {
		return nil, err
	}
	before, still := errorsByPlace(m.before), errorsByPlace(m.report)
	for i := range news {
		if at := place(&news[i]); still[at] > before[at]+m.uncovered[at] {
			m.uncovered[at]++
		} else {
			caused = append(caused, news[i])
		}
	}
	if len(caused) > 0 {
		_, err = m.try(nil)
	}
	m.lints = lints // those were not to tell fixes of one file apart
	return caused, err
}

// try applies fixes to the files as they were, but for those without, and lints again until nothing changes. It returns
// the fixes that go on changing something.
func (m *mender) try(without map[string]bool) (endless []applied, err error) {
	m.report, m.applied = m.before, nil
	m.original, m.changed = map[string][]byte{}, map[string][]byte{}
	shorter := true
	for round := 0; round < maxRounds || shorter && round < maxShortening; round++ {
		merged, taken := m.merged(without)
		if len(merged) == 0 {
			return nil, nil
		}
		saved := 0
		for path, data := range merged {
			if _, ok := m.original[path]; !ok {
				m.original[path] = m.report.Source(path)
			}
			saved += len(m.report.Source(path)) - len(data)
			m.changed[path] = data
		}
		for _, data := range m.changed {
			m.weight += len(data)
		}
		if m.isTrial && m.weight > maxWeight {
			return nil, nil
		}
		shorter = saved > 0
		m.applied = append(m.applied, taken...)
		m.lints++
		if m.report, err = m.lint(m.changed); err != nil {
			return nil, err
		}
	}
	_, endless = m.merged(without)
	return endless, nil
}

// merged returns the files that the first fixes of all findings change, in the order of the report, as far as they may
// be applied, and these fixes.
func (m *mender) merged(without map[string]bool) (map[string][]byte, []applied) {
	var fixes []report.Fix
	var all []applied
	for i := range m.report.Findings {
		f := &m.report.Findings[i]
		if fix := m.first(f); fix != nil && !m.refused[key(f)] && !without[key(f)] && !m.passes(f) {
			fixes, all = append(fixes, *fix), append(all, applied{f, fix.Edits})
		}
	}
	merged, taken := merge(func(path string) ([]byte, bool) {
		src := m.report.Source(path)
		return src, src != nil
	}, fixes)
	var kept []applied
	for i, a := range all {
		if taken[i] {
			kept = append(kept, a)
		}
	}
	return merged, kept
}

// first returns the fix of a finding that may be applied, or nil.
func (m *mender) first(f *report.Finding) *report.Fix {
	if m.spared[place(f)] {
		return nil
	}
	for i := range f.Fixes {
		if fix := &f.Fixes[i]; fix.Safe || m.unsafe {
			if slices.ContainsFunc(fix.Edits, func(e report.Edit) bool { return m.aliases[e.Path] }) {
				return nil
			}
			return fix
		}
	}
	return nil
}

// news returns the errors that were not there before the first fix, in the files that fixes changed or about them.
func (m *mender) news() []report.Finding {
	known := errorsByPlace(m.before)
	for at, n := range m.uncovered {
		known[at] += n
	}
	touched := map[string]bool{}
	for _, a := range m.applied {
		for _, e := range a.edits {
			touched[e.Path] = true
		}
	}
	var news []report.Finding
	for i := range m.report.Findings {
		f := &m.report.Findings[i]
		if f.Severity != report.Error || !slices.ContainsFunc(about(f), func(path string) bool { return touched[path] }) {
			continue
		}
		if known[place(f)]--; known[place(f)] < 0 {
			news = append(news, *f)
		}
	}
	return m.unknown(news)
}

// unknown returns those of some errors that are none of the first report in other words: where a task gets its name, what
// is wrong in it gets another place.
func (m *mender) unknown(news []report.Finding) (unknown []report.Finding) {
	if len(news) == 0 {
		return nil
	}
	still := map[string]bool{}
	for i := range m.report.Findings {
		still[m.report.Findings[i].Fingerprint] = true
	}
	var gone []report.Finding
	for i := range m.before.Findings {
		if f := &m.before.Findings[i]; f.Severity == report.Error && !still[f.Fingerprint] {
			gone = append(gone, *f)
		}
	}
	for i, isNew := range report.News(report.Marks(m.before, gone), report.Marks(m.report, news)) {
		if isNew {
			unknown = append(unknown, news[i])
		}
	}
	return unknown
}

// errorsByPlace counts errors by file, rule and place.
func errorsByPlace(r *report.Report) map[string]int {
	counts := map[string]int{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == report.Error {
			counts[place(f)]++
		}
	}
	return counts
}

func place(f *report.Finding) string { return strings.Join([]string{f.Path, f.Rule, f.At}, "\x00") }

// blame refuses a fix for each file with new errors: of those that changed it, or a file that an error names, the last
// of as few as bring such errors there. It refuses all of them if that would take too long to find out.
func (m *mender) blame(news []report.Finding) error {
	var blamed []*suspicion
	all, seen := m.applied, map[string]bool{}
	for i := range news {
		if bad := &news[i]; !seen[bad.Path] {
			seen[bad.Path] = true
			suspects := suspects(all, bad)
			blamed = append(blamed, &suspicion{bad: bad, fixes: suspects, last: len(suspects) - 1})
		}
	}
	open := func(s *suspicion) bool { return s.first < s.last }
	for slices.ContainsFunc(blamed, open) && m.lints < maxLints {
		without := map[string]bool{}
		for _, s := range blamed {
			for _, a := range s.fixes[s.middle()+1:] {
				without[key(a.finding)] = true
			}
		}
		if _, err := m.try(without); err != nil {
			return err
		}
		still := m.news()
		for _, s := range blamed {
			switch bad := slices.ContainsFunc(still, func(f report.Finding) bool { return f.Path == s.bad.Path }); {
			case !open(s):
			case bad:
				s.last = s.middle()
			default:
				s.first = s.middle() + 1
			}
		}
	}
	for _, s := range blamed {
		m.refuse(s.fixes[s.first:s.last+1], s.bad)
	}
	return nil
}

// suspicion is the fixes one of which brings an error: that from first to last.
type suspicion struct {
	bad         *report.Finding
	fixes       []applied
	first, last int
}

func (s *suspicion) middle() int { return (s.first + s.last) / 2 }

// suspects returns those of some fixes that may bring an error.
func suspects(fixes []applied, bad *report.Finding) []applied {
	paths := about(bad)
	return slices.DeleteFunc(slices.Clone(fixes), func(a applied) bool {
		return !slices.ContainsFunc(a.edits, func(e report.Edit) bool { return slices.Contains(paths, e.Path) })
	})
}

// about returns the files that an error is about: its own, and those that it names.
func about(f *report.Finding) []string {
	paths := []string{f.Path}
	for _, r := range f.Related {
		if !slices.Contains(paths, r.Path) {
			paths = append(paths, r.Path)
		}
	}
	return paths
}

// refuse keeps fixes from being applied.
func (m *mender) refuse(fixes []applied, brings *report.Finding) {
	for _, a := range fixes {
		if k := key(a.finding); !m.refused[k] {
			m.refused[k] = true
			m.refusals = append(m.refusals, Refused{*a.finding, brings})
		}
	}
}

// withdraw takes fixes that are refused from the findings of a report.
func (m *mender) withdraw(r *report.Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if fix := m.first(f); fix == nil || !m.refused[key(f)] {
			continue
		}
		f.Fixes = slices.DeleteFunc(slices.Clone(f.Fixes), func(x report.Fix) bool { return x.Safe || m.unsafe })
		if len(f.Fixes) == 0 {
			r.Summary.Fixable--
		}
	}
}

// Write puts the changes on disk, each file atomically and only if it still is what was linted. It goes on after a
// file that cannot be written, of which nothing is fixed then, and returns all errors, one for each such file. It stops between two files when ctx is
// done.
func (r *Repair) Write(ctx context.Context) []error {
	var failed []error
	swept := map[string]bool{}
	for i := range r.Changes {
		c := &r.Changes[i]
		if err := ctx.Err(); err != nil {
			return append(failed, fmt.Errorf("stopped before %s was fixed: %w", c.Path, err))
		}
		if dir := filepath.Dir(c.real); !swept[dir] {
			swept[dir] = true
			files.At(c.real).Sweep()
		}
		if err := c.write(r.Before.Base); err != nil {
			failed = append(failed, err)
			r.Fixed = slices.DeleteFunc(r.Fixed, func(f Fixed) bool { return f.Path == c.Path })
		}
	}
	return failed
}
