package edit

import (
	"hash/maphash"
	"maps"
	"slices"

	"github.com/nplint/nplint/internal/report"
)

// maxRounds bounds how often fixes are applied and the result is linted again: a fix may uncover a finding with another
// fix, and no chain of ours is longer. A rule may tell one finding after the other, though: where a file becomes shorter,
// or what is replaced lies behind what was, there may be more, unless fixes are only tried out before they are offered.
const (
	maxRounds = 10
	maxOnward = 1000
)

// maxTrying and maxMending are what all lints may weigh together, as report.Weight has it, that try fixes out before
// they are offered, and that apply them. A small project may be linted hundreds of times, and one whose one lint takes
// seconds once.
const (
	maxTrying  = 256 << 20
	maxMending = 512 << 20
)

// What is changed weighs as much again for each of its bytes and findings, since a rule may tell one finding after the
// other of a large file.
const (
	changedWeight = 32
	findingWeight = 512 * changedWeight
)

// maxBeyond is how often fixes are tried once more when that is spent, without those that brought an error. Then none
// is applied.
const maxBeyond = 2

// maxAgain bounds how many fixes that are refused are tried once more when the others are in.
const maxAgain = 16

// maxChasing is how often is linted at most until fixes that go on changing something are refused one by one no more.
const maxChasing = 100

// mender goes from trial to trial, and in each from round to round.
type mender struct {
	lint     Lint
	unsafe   bool
	isTrial  bool // nothing is to be changed
	most     int  // what all lints may weigh
	spent    int  // what they weighed until now
	beyond   int  // how often fixes were tried when that was spent
	before   *report.Report
	refused  map[spot]bool // keys of findings whose fixes are not applied
	refusals []Refused
	lints    int
	seed     maphash.Seed

	uncovered map[spot]int  // errors that other fixes uncovered, by their places
	spared    map[spot]bool // places of findings that nobody asked for, which were there before

	passed map[*report.Finding]bool // those of the first report that are not chosen …
	left   map[spot]bool            // … and their keys, and their places where nothing is chosen

	trial // the last one
}

// trial is what became of some fixes.
type trial struct {
	report            *report.Report
	original, changed map[string][]byte // the files that fixes changed
	applied           []applied
	circular          map[string]bool // files that became again what they had been
	untried           bool            // there are more fixes, and to try them would take too long
}

func newMender(before *report.Report, unsafe bool, lint Lint) *mender {
	return &mender{lint: lint, most: maxMending, unsafe: unsafe, before: before, refused: map[spot]bool{},
		seed: maphash.MakeSeed(), uncovered: map[spot]int{}}
}

// choose has the fixes of findings of the first report that are not chosen left alone.
func (m *mender) choose(chosen func(*report.Finding) bool) {
	m.passed, m.left = map[*report.Finding]bool{}, map[spot]bool{}
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

// passes reports whether the fix of a finding is left alone since nobody has chosen it. What has the same key in the
// first report is told apart there.
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
	opens   bool // the file could not be read without it
}

// key names the fix of a finding in all rounds and trials.
func key(f *report.Finding) spot {
	k := place(f)
	k.message = f.Message
	return k
}

// affords reports whether one more lint weighs no more than may be spent.
func (m *mender) affords() bool { return m.spent+report.Weight(m.before) <= m.most }

// weight returns what it weighed to lint the files that are changed.
func (t *trial) weight() int {
	changed := 0
	for _, data := range t.changed {
		changed += len(data) * changedWeight
	}
	for i := range t.report.Findings {
		if _, ok := t.changed[t.report.Findings[i].Path]; ok {
			changed += findingWeight
		}
	}
	return max(changed, report.Weight(t.report))
}

// repair refuses fixes until none of those applied brings an error.
func (m *mender) repair() error {
	for {
		if !m.affords() {
			if m.beyond++; m.isTrial || m.beyond > maxBeyond {
				m.start(m.before)
				m.untried = true
				return nil
			}
		}
		endless, err := m.try(nil)
		if err != nil {
			return err
		}
		if len(endless) > 0 { // they would bring each other back for ever, or are very many
			if m.lints >= maxChasing || !m.affords() {
				endless = kin(m, endless)
			}
			m.refuse(endless, nil, func(a applied) bool { return !m.circles(a) })
			continue
		}
		news := m.news(m.before)
		if len(news) == 0 {
			return again(m)
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

// again applies what is refused and, now that the others are in, brings no error any more: else it would be the next run
// that applies it.
func again(m *mender) error {
	refusals := m.refusals
	m.refusals = nil
	for i := range refusals {
		r, last := refusals[i], m.trial
		if k := key(&r.Finding); r.Brings != nil && i < maxAgain && m.affords() {
			m.original, m.changed, m.circular = maps.Clone(last.original), maps.Clone(last.changed), maps.Clone(last.circular)
			delete(m.refused, k)
			endless, err := m.rounds(nil)
			if err != nil {
				return err
			}
			if len(m.applied) > len(last.applied) && len(endless) == 0 && !m.untried && len(m.news(last.report)) == 0 {
				continue
			}
			m.trial, m.refused[k] = last, true
		}
		m.refusals = append(m.refusals, r)
	}
	return nil
}

// try applies fixes to the files as they were, but for those without, and lints again until nothing changes. It returns
// the fixes that go on changing something.
func (m *mender) try(without map[spot]bool) (endless []applied, err error) {
	m.start(m.before)
	return m.rounds(without)
}

// rounds goes on with the last trial as try does.
func (m *mender) rounds(without map[spot]bool) (endless []applied, err error) {
	onward, seen := true, map[string]map[uint64]bool{} // hashes of texts, by the file
	ends := map[spot]int{}                             // of what was replaced
	for round := 0; round < maxRounds || onward && round < maxOnward; round++ {
		merged, taken := m.merged(without)
		if len(merged) == 0 {
			return nil, nil
		}
		if round > 0 && !m.affords() || m.isTrial && round == maxRounds { // the rest is fixed when nplint runs again
			m.untried = true
			return nil, nil
		}
		for path, data := range merged {
			if _, ok := m.original[path]; !ok {
				m.original[path] = m.report.Source(path)
			}
			if seen[path] == nil {
				seen[path] = map[uint64]bool{maphash.Bytes(m.seed, m.report.Source(path)): true}
			}
			hash := maphash.Bytes(m.seed, data)
			m.circular[path] = m.circular[path] || seen[path][hash]
			seen[path][hash] = true
			m.changed[path] = data
		}
		onward = m.goesOn(merged, taken, ends)
		m.applied = append(m.applied, taken...)
		m.lints++
		if m.report, err = m.lint(m.changed); err != nil {
			return nil, err
		}
		m.spent += m.weight()
	}
	_, endless = m.merged(without)
	return endless, nil
}

// goesOn reports whether a round makes a file shorter, or replaces something behind what the rounds before replaced for
// the same finding, so that it cannot go on for ever. ends tells where that ends, by the finding and the file.
func (t *trial) goesOn(merged map[string][]byte, taken []applied, ends map[spot]int) (onward bool) {
	for _, a := range taken {
		for _, e := range a.edits {
			c, grown := key(a.finding), len(merged[e.Path])-len(t.report.Source(e.Path))
			c.Path = e.Path
			onward = onward || grown < 0 || e.Range.Start.Offset >= ends[c] && e.Range.Start.Offset < e.Range.End.Offset
			ends[c] = max(ends[c], e.Range.End.Offset+grown)
		}
	}
	return onward
}

// start makes a trial of the files as they were.
func (t *trial) start(before *report.Report) {
	*t = trial{before, map[string][]byte{}, map[string][]byte{}, nil, map[string]bool{}, false}
}

// merged returns the files that the first fixes of all findings change, in the order of the report, as far as they may
// be applied, and these fixes.
func (m *mender) merged(without map[spot]bool) (map[string][]byte, []applied) {
	var fixes []report.Fix
	var all []applied
	for i := range m.report.Findings {
		f := &m.report.Findings[i]
		if fix := m.first(f); fix != nil && !m.refused[key(f)] && !without[key(f)] && !m.passes(f) {
			fixes, all = append(fixes, *fix), append(all, applied{f, fix.Edits, fix.Opens})
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
			if aliased(m.before, fix) {
				return nil
			}
			return fix
		}
	}
	return nil
}

// aliased reports whether a fix changes a file under a further name.
func aliased(r *report.Report, fix *report.Fix) bool {
	return slices.ContainsFunc(fix.Edits, func(e report.Edit) bool { return report.Alias(r, e.Path) })
}

// circles reports whether a fix changes a file that became again what it had been.
func (m *mender) circles(a applied) bool {
	return slices.ContainsFunc(a.edits, func(e report.Edit) bool { return m.circular[e.Path] })
}

// refuse keeps fixes from being applied. many says of which it is done since there are too many to find out more.
func (m *mender) refuse(fixes []applied, brings *report.Finding, many func(applied) bool) {
	for _, a := range fixes {
		if k := key(a.finding); !m.refused[k] {
			m.refused[k] = true
			m.refusals = append(m.refusals, Refused{*a.finding, brings, many(a)})
		}
	}
}

// kin returns the fixes of all findings of those rules in those files of which there are some. Where a rule has very many
// fixes at one place, each of which waits for the one before, nobody goes through them one by one.
func kin(m *mender, some []applied) (all []applied) {
	type habit struct{ path, rule string }
	habits := map[habit]bool{}
	for _, a := range some {
		habits[habit{a.finding.Path, a.finding.Rule}] = true
	}
	for _, r := range []*report.Report{m.before, m.report} {
		for i := range r.Findings {
			f := &r.Findings[i]
			if fix := m.first(f); fix != nil && habits[habit{f.Path, f.Rule}] {
				all = append(all, applied{f, fix.Edits, fix.Opens})
			}
		}
	}
	return all
}

// withdraw takes fixes that are refused from the findings of a report, and those of files under further names.
func (m *mender) withdraw(r *report.Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		isRefused := m.refused[key(f)] && m.first(f) != nil
		goes := func(x report.Fix) bool { return isRefused && (x.Safe || m.unsafe) || aliased(r, &x) }
		if !slices.ContainsFunc(f.Fixes, goes) {
			continue
		}
		f.Fixes = slices.DeleteFunc(slices.Clone(f.Fixes), goes)
		if len(f.Fixes) == 0 {
			r.Summary.Fixable--
		}
	}
}

// fixes returns how many findings of a report have a fix that a mender may apply.
func fixes(m *mender, r *report.Report) (n int) {
	for i := range r.Findings {
		if f := &r.Findings[i]; m.first(f) != nil && !m.refused[key(f)] && !m.left[key(f)] && !m.left[place(f)] {
			n++
		}
	}
	return n
}
