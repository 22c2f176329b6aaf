package edit

import (
	"maps"
	"slices"

	"github.com/nplint/nplint/internal/report"
)

// maxLints bounds how often is linted until the fixes that bring new errors are no more looked for one by one. In a large
// project what a lint weighs ends it earlier.
const maxLints = 64

// maxApart bounds for how many files with new errors it is found out one by one what fixes of others uncover there.
const maxApart = 8

// caused returns those of the new errors that are gone without the fixes that may bring them: without all of these fixes
// and, where they are of several files, without those of each. The others were uncovered by the fix of another file, or by
// one that opened theirs, which is nothing to refuse a fix for.
func (m *mender) caused(news []report.Finding) (caused []report.Finding, err error) {
	if !m.affords() {
		return news, nil // and no more is found out
	}
	caused, err = causedAt(m, news)
	of := map[string][]report.Finding{}
	for _, f := range caused {
		of[f.Path] = append(of[f.Path], f)
	}
	if err != nil || len(of) < 2 || len(of) > maxApart {
		return caused, err
	}
	caused = nil
	for _, path := range slices.Sorted(maps.Keys(of)) {
		part := of[path]
		if m.affords() {
			if part, err = causedAt(m, part); err != nil {
				return nil, err
			}
		}
		caused = append(caused, part...)
	}
	return caused, nil
}

// causedAt returns those of the new errors that are gone without all fixes that may bring one of them. The others count as
// known from now on, as does what is uncovered and mended in their files.
func causedAt(m *mender, news []report.Finding) (caused []report.Finding, err error) {
	without, bad := map[spot]bool{}, map[string]bool{}
	for i := range news {
		for _, path := range about(&news[i]) {
			bad[path] = true
		}
	}
	for _, a := range m.applied {
		if !a.opens && slices.ContainsFunc(a.edits, func(e report.Edit) bool { return bad[e.Path] }) {
			without[key(a.finding)] = true
		}
	}
	if !slices.ContainsFunc(m.applied, func(a applied) bool { return !without[key(a.finding)] }) {
		return news, nil // there is no other fix
	}
	with, lints := m.trial, m.lints
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
	for i := range m.report.Findings {
		if f := &m.report.Findings[i]; bad[f.Path] && f.Severity == report.Error {
			m.uncovered[place(f)] = still[place(f)] - before[place(f)] // also what fixes mend, which are left out to find the bad one
		}
	}
	m.trial, m.lints = with, lints // those were not to tell fixes of one file apart
	return caused, nil
}

// maxNews bounds how many new errors are looked at, beside as many as the first report has errors, which they may be in
// other words: a heading that a fix brings back may have very many blocks below it judged.
const maxNews = 1000

// news returns the errors that an earlier report does not have, in the files that fixes changed or about them. Of very
// many it returns some.
func (m *mender) news(before *report.Report) []report.Finding {
	known := errorsByPlace(before)
	most := maxNews
	for _, n := range known {
		most += n
	}
	if before == m.before {
		for at, n := range m.uncovered {
			known[at] += n
		}
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
		if at := place(f); known[at] > 0 {
			known[at]--
		} else if news = append(news, *f); len(news) == most {
			break
		}
	}
	return unknown(before, m.report, news)
}

// unknown returns those of some errors of a report that are none of an earlier one in other words, where a task gets its
// name and what is wrong in it another place, and that it does not tell of at another level, as of a copy, which is none
// any more.
func unknown(before, after *report.Report, news []report.Finding) (unknown []report.Finding) {
	if len(news) == 0 {
		return nil
	}
	isGone, isLess := map[string]bool{}, map[string]bool{}
	for i := range before.Findings {
		f := &before.Findings[i]
		isGone[f.Fingerprint], isLess[f.Fingerprint] = true, f.Severity != report.Error
	}
	for i := range after.Findings {
		if print := after.Findings[i].Fingerprint; isGone[print] {
			isGone[print] = false
		}
	}
	var gone []report.Finding
	for i := range before.Findings {
		if f := &before.Findings[i]; f.Severity == report.Error && isGone[f.Fingerprint] {
			gone = append(gone, *f)
		}
	}
	for i, isNew := range report.News(report.Marks(before, gone), report.Marks(after, news)) {
		if isNew && !isLess[news[i].Fingerprint] {
			unknown = append(unknown, news[i])
		}
	}
	return unknown
}

// errorsByPlace counts errors by file, rule and place.
func errorsByPlace(r *report.Report) map[spot]int {
	counts := map[spot]int{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == report.Error {
			counts[place(f)]++
		}
	}
	return counts
}

// spot is a place, and of what names a fix also the message. It shares its path with the finding, which may be long.
type spot struct {
	report.RuleIn
	at, message string
}

func place(f *report.Finding) spot { return spot{report.RuleIn{Path: f.Path, Rule: f.Rule}, f.At, ""} }

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
	for slices.ContainsFunc(blamed, open) && m.lints < maxLints && m.affords() {
		without := map[spot]bool{}
		for _, s := range blamed {
			for _, a := range s.fixes[s.middle()+1:] {
				without[key(a.finding)] = true
			}
		}
		if _, err := m.try(without); err != nil {
			return err
		}
		still := m.news(m.before)
		for _, s := range blamed {
			switch bad := slices.ContainsFunc(still, s.is); {
			case !open(s):
			case bad:
				s.last = s.middle()
			default:
				s.first = s.middle() + 1
			}
		}
	}
	for _, s := range blamed {
		m.refuse(s.fixes[s.first:s.last+1], s.bad, func(applied) bool { return open(s) })
	}
	return nil
}

// suspicion is the fixes one of which brings an error: that from first to last.
type suspicion struct {
	bad         *report.Finding
	fixes       []applied
	first, last int
}

// is reports whether a finding is the error, perhaps in other words or at another place: others come and go with fixes.
func (s *suspicion) is(f report.Finding) bool {
	return f.Path == s.bad.Path && f.Rule == s.bad.Rule && (f.At == s.bad.At || f.Message == s.bad.Message)
}

func (s *suspicion) middle() int { return (s.first + s.last) / 2 }

// suspects returns those of some fixes that may bring an error. One that opens its file shows errors, and brings none unless
// there is no other.
func suspects(fixes []applied, bad *report.Finding) (all []applied) {
	paths := about(bad)
	touches := func(a applied) bool {
		return slices.ContainsFunc(a.edits, func(e report.Edit) bool { return slices.Contains(paths, e.Path) })
	}
	var openers []applied
	for _, a := range fixes {
		switch {
		case !touches(a):
		case a.opens:
			openers = append(openers, a)
		default:
			all = append(all, a)
		}
	}
	if all == nil {
		return openers
	}
	return all
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
