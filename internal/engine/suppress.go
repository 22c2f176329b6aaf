package engine

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/suppress"
)

// maxSuppressing bounds how often is linted to find places for comments: each finding has at most four.
const maxSuppressing = 20

// maxPlacing is what all lints may weigh together, as report.Weight has it, that look for these places. After that
// maxBeyond more are made, and what does harm is tried at places for the whole file alone.
const (
	maxPlacing = 512 << 20
	maxBeyond  = 2
)

// maxApart bounds how many files are linted one by one to find out whose comment brings a finding to another file.
const maxApart = 100

// Suppress lints, and has comments with a reason let all findings stand, in memory: each comment at the nearest place
// where it suppresses what it is for and nothing else comes of it. What no comment can suppress remains in the report
// afterwards. Fixed in the result is what is suppressed.
func Suppress(ctx context.Context, o Options, parts Parts, reason string) (*edit.Repair, error) {
	switch err := suppress.CheckReason(reason); {
	case err != nil:
		return nil, &UsageError{err}
	case o.Staged:
		return nil, usage("what is staged is only looked at: suppressions are written into the working tree")
	}
	l, err := lintAll(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	w := &rounds{ctx: ctx, linted: l, again: relint(ctx, l.plan, l.scene),
		texts: map[string][]byte{}, count: map[[2]string]int{},
		result: &edit.Repair{Before: l.report, After: l.report}}
	s := &suppressing{reason: reason, before: l.report, lint: w.again, limit: l.plan.Config.MaxFileSize}
	s.find(w.set(), l.report)
	l.scene.files.Close()
	if w.whole, err = whole(ctx, l.plan, l.scene); err != nil {
		return nil, err
	} else if w.whole != nil { // what a comment brings elsewhere counts, too
		s.before, s.lint = w.whole.Report, w.whole.Lint
	}
	for s != nil {
		if s, err = w.round(s); err != nil {
			return nil, err
		}
	}
	var links paths.Links
	for _, name := range slices.Sorted(maps.Keys(w.texts)) {
		w.result.Changes = append(w.result.Changes,
			edit.NewChange(&links, l.report.Base, name, l.report.Source(name), w.texts[name]))
	}
	w.result.Fixed = fixed(w.count)
	settle(w.result.Before, o.MaxFindings)
	if w.result.After != w.result.Before {
		settle(w.result.After, o.MaxFindings)
	}
	return w.result, nil
}

// rounds are what Suppress does: a comment may have failed for another one that is gone by now, so what is left is tried
// again until a round finds no place.
type rounds struct {
	ctx    context.Context
	linted *linted
	again  edit.Lint
	whole  *edit.Whole // of the whole project, if less was asked for
	texts  map[string][]byte
	count  map[[2]string]int // by path and rule
	result *edit.Repair
}

// round does one round, and returns the next, or nil if there is none.
func (w *rounds) round(s *suppressing) (*suppressing, error) {
	if err := s.settle(); err != nil {
		return nil, err
	}
	changed, put := s.texts()
	if len(changed) == 0 {
		if len(w.texts) == 0 {
			return nil, nil
		}
		return nil, w.look(w.texts) // a report holds until the next is made
	}
	s.countDone(w.count)
	if w.result.After = s.after; w.whole != nil { // which is not what was asked for
		if err := w.look(joined(w.texts, changed)); err != nil {
			return nil, err
		}
	}
	if cleared := s.withoutOver(w.set(), w.linted.plan, changed, put); cleared != nil {
		before := w.result.After
		if err := w.look(joined(w.texts, cleared)); err != nil {
			return nil, err
		}
		if len(report.More(before, w.result.After)) == 0 {
			changed = cleared
		} else if err := w.look(joined(w.texts, changed)); err != nil {
			return nil, err
		}
	}
	w.texts = joined(w.texts, changed)
	next := &suppressing{reason: s.reason, before: w.result.After, limit: s.limit, spent: s.spent}
	next.find(w.set(), w.result.After)
	w.linted.scene.files.Close()
	if len(next.targets) == 0 || s.spent > maxPlacing {
		return nil, nil
	}
	lint := w.again
	if w.whole != nil {
		lint = w.whole.Lint
		var err error
		if next.before, err = lint(w.texts); err != nil {
			return nil, err
		}
	}
	next.lint = func(changed map[string][]byte) (*report.Report, error) { return lint(joined(w.texts, changed)) }
	return next, nil
}

// look lints with texts as they would be, for the report afterwards.
func (w *rounds) look(texts map[string][]byte) (err error) {
	w.result.After, err = w.again(texts)
	return err
}

// set returns the documents of what was linted last.
func (w *rounds) set() *document.Set {
	return document.NewSet(project(w.ctx, w.linted.plan, w.linted.scene, w.linted.scene.inputs))
}

// joined returns files with those of more in place of its own.
func joined(files, more map[string][]byte) map[string][]byte {
	files = maps.Clone(files)
	maps.Copy(files, more)
	return files
}

// suppressing looks for places for comments.
type suppressing struct {
	reason  string
	before  *report.Report // of all that a comment may bring something to
	lint    edit.Lint
	limit   int // how many bytes a file may have with its comments
	sources map[string][]byte
	targets []*target
	after   *report.Report // with comments that do no harm
	spent   int            // what the lints weighed
}

// target is a finding that is to be suppressed. The first of its places is tried.
type target struct {
	finding report.Finding
	places  []suppress.Place
}

// find makes targets of those findings of a report that comments may suppress.
func (s *suppressing) find(set *document.Set, of *report.Report) {
	s.sources = map[string][]byte{}
	var placer *suppress.Placer // of the file at last, if that is as it was: findings are sorted by path
	last, room := "", 0
	for _, f := range of.Findings {
		if !report.Suppressible(f.Rule) || f.Kind == "" || report.Alias(of, f.Path) {
			continue
		}
		if f.Path != last {
			last, s.sources[f.Path] = f.Path, of.Source(f.Path)
			placer, room = nil, s.limit-len(s.sources[f.Path])
			if d := set.Lookup(f.Path); d != nil && bytes.Equal(d.Src, s.sources[f.Path]) {
				placer = suppress.NewPlacer(d)
			}
		}
		if placer == nil || room <= 0 {
			continue
		}
		if places := placer.Places(f.Range.Start.Offset); len(places) > 0 {
			if room -= s.longest(places, f.Rule); room > 0 { // else the file would be too large
				s.targets = append(s.targets, &target{f, places})
			}
		}
	}
}

// longest returns how many bytes the comment for a finding takes at most.
func (s *suppressing) longest(places []suppress.Place, rule string) (most int) {
	for _, p := range places {
		most = max(most, len(p.Comment([]string{rule}, s.reason)))
	}
	return most
}

// settle tries places until each comment does what it is for and nothing else.
func (s *suppressing) settle() error {
	for round, beyond := 0, 0; round < maxSuppressing && beyond <= maxBeyond; round++ {
		changed, put := s.texts()
		if len(changed) == 0 {
			return nil
		}
		after, err := s.lint(changed)
		if err != nil {
			return err
		}
		if s.spent += report.Weight(after); s.spent > maxPlacing {
			beyond++
		}
		bad, elsewhere := s.wrong(after, put)
		if len(bad)+len(elsewhere) == 0 {
			s.after = after
			return nil
		}
		for t := range bad {
			t.places = t.places[1:]
			for beyond > 0 && len(t.places) > 0 && !t.places[0].WholeFile() {
				t.places = t.places[1:]
			}
		}
		if err := s.leave(changed, elsewhere); err != nil {
			return err
		}
	}
	s.targets = nil // nothing is found that does no harm
	return nil
}

// inserted is a comment, and what it is for.
type inserted struct {
	place suppress.Place
	text  string
	start int // where it stands among all comments of its file
	of    []*target
}

// texts returns the files with the comments of all targets, one at each place, and these in the order of each file.
func (s *suppressing) texts() (changed map[string][]byte, put map[string][]*inserted) {
	type where struct {
		path  string
		place suppress.Place
	}
	put = map[string][]*inserted{}
	known := map[where]*inserted{}
	for _, t := range s.targets {
		if len(t.places) == 0 {
			continue
		}
		at := where{t.finding.Path, t.places[0]}
		in := known[at]
		if in == nil {
			in = &inserted{place: at.place}
			known[at], put[at.path] = in, append(put[at.path], in)
		}
		in.of = append(in.of, t)
	}
	changed = map[string][]byte{}
	for name, all := range put {
		slices.SortStableFunc(all, func(a, b *inserted) int { return a.place.At - b.place.At })
		src, text, at := s.sources[name], []byte(nil), 0
		for _, in := range all {
			rules := map[string]bool{}
			for _, t := range in.of {
				rules[t.finding.Rule] = true
			}
			in.text = in.place.Comment(slices.Sorted(maps.Keys(rules)), s.reason)
			text = append(text, src[at:in.place.At]...)
			in.start = len(text)
			text, at = append(text, in.text...), in.place.At
		}
		changed[name] = append(text, src[at:]...)
	}
	return changed, put
}

// spot is what a finding is told again by.
type spot struct {
	path, rule string
	offset     int
}

// leave gives up those files in which any comment brings findings to files that have none, such as one that holds the
// hash of others.
func (s *suppressing) leave(changed map[string][]byte, brought map[spot]bool) error {
	guilty := map[string]bool{}
	for name, text := range changed {
		if len(brought) == 0 || len(changed) > maxApart || s.spent > maxPlacing {
			break
		}
		after, err := s.lint(map[string][]byte{name: text})
		if err != nil {
			return err
		}
		s.spent += report.Weight(after)
		guilty[name] = slices.ContainsFunc(after.Findings, func(f report.Finding) bool { return brought[spotOf(&f)] })
	}
	known := slices.Contains(slices.Collect(maps.Values(guilty)), true)
	for _, t := range s.targets {
		if len(brought) > 0 && (guilty[t.finding.Path] || !known) {
			t.places = nil
		}
	}
	return nil
}

// wrong returns the targets whose comments do not do what they are for, or bring a finding to their file that was not
// there, and where the comments bring one to files without any.
func (s *suppressing) wrong(
	after *report.Report, put map[string][]*inserted,
) (bad map[*target]bool, elsewhere map[spot]bool) {
	now := make(map[spot]bool, len(after.Findings)) // whether it was known before
	for i := range after.Findings {
		now[spotOf(&after.Findings[i])] = false
	}
	for i := range s.before.Findings {
		f := &s.before.Findings[i]
		at := spot{f.Path, f.Rule, moved(put[f.Path], f.Range.Start.Offset)}
		if _, there := now[at]; there {
			now[at] = true
		}
	}
	bad, elsewhere = map[*target]bool{}, map[spot]bool{}
	for _, t := range s.targets {
		f := &t.finding
		if _, there := now[spot{f.Path, f.Rule, moved(put[f.Path], f.Range.Start.Offset)}]; there && len(t.places) > 0 {
			bad[t] = true
		}
	}
	for i := range after.Findings {
		f := &after.Findings[i]
		switch {
		case now[spotOf(f)]:
		case len(put[f.Path]) == 0:
			elsewhere[spotOf(f)] = true
		default:
			for _, t := range closest(put[f.Path], f.Range.Start.Offset).of {
				bad[t] = true
			}
		}
	}
	return bad, elsewhere
}

func spotOf(f *report.Finding) spot { return spot{f.Path, f.Rule, f.Range.Start.Offset} }

// moved returns where an offset is when comments are put into its file.
func moved(put []*inserted, offset int) int {
	i := sort.Search(len(put), func(i int) bool { return put[i].place.At > offset })
	if i == 0 {
		return offset
	}
	last := put[i-1]
	return last.start + len(last.text) + offset - last.place.At
}

// closest returns the comment that is nearest to an offset in the file with all of them, the first of two.
func closest(put []*inserted, offset int) (best *inserted) {
	next := sort.Search(len(put), func(i int) bool { return put[i].start > offset })
	least := 0
	for _, in := range put[max(next-2, 0):min(next+1, len(put))] {
		if far := max(in.start-offset, offset-in.start-len(in.text), 0); best == nil || far < least {
			best, least = in, far
		}
	}
	return best
}

// withoutOver returns the files with comments, whose documents are in a set, without the suppressions that are over and
// that the comments stand for now, or nil if there are none.
func (s *suppressing) withoutOver(
	set *document.Set, p *plan, changed map[string][]byte, put map[string][]*inserted,
) (cleared map[string][]byte) {
	for name, text := range changed {
		d := set.Lookup(name)
		if d == nil || !bytes.Equal(d.Src, text) {
			continue
		}
		replaced := func(directive *suppress.Directive, n suppress.Name) bool {
			return slices.ContainsFunc(s.targets, func(t *target) bool {
				f := &t.finding
				return f.Path == name && len(t.places) > 0 && report.Matches(n.Text, f.Rule, f.Kind) &&
					directive.Reach.Contains(moved(put[name], f.Range.Start.Offset))
			})
		}
		var edits []document.Edit
		directives, _ := suppress.Read(d, p.Rules)
		for _, directive := range directives {
			is := func(n suppress.Name) bool { return replaced(directive, n) }
			if report.Over(directive.Until, p.Today) && slices.ContainsFunc(directive.Names, is) {
				edits = append(edits, directive.Without(is)[0].Edits...)
			}
		}
		if len(edits) == 0 {
			continue
		}
		if cleared == nil {
			cleared = maps.Clone(changed)
		}
		slices.SortStableFunc(edits, func(a, b document.Edit) int { return b.Span.Start - a.Span.Start })
		rest := len(text) // where what is done begins
		for _, e := range edits {
			if e.Span.End <= rest {
				text = slices.Concat(text[:e.Span.Start], []byte(e.Text), text[e.Span.End:])
				rest = e.Span.Start
			}
		}
		cleared[name] = text
	}
	return cleared
}

// countDone adds how many findings of each rule in each file are suppressed.
func (s *suppressing) countDone(count map[[2]string]int) {
	for _, t := range s.targets {
		if len(t.places) > 0 {
			count[[2]string{t.finding.Path, t.finding.Rule}]++
		}
	}
}

// fixed lists what was counted, sorted by path and rule.
func fixed(count map[[2]string]int) (all []edit.Fixed) {
	for of, n := range count {
		all = append(all, edit.Fixed{Path: of[0], Rule: of[1], Count: n})
	}
	slices.SortStableFunc(all, func(a, b edit.Fixed) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule))
	})
	return all
}
