package nplint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// BaselineUse is what a run found out about the baseline that it was held against.
type BaselineUse struct {
	File  string // its absolute path
	Name  string // its path as a person in the working directory would write it
	Size  int    // how many findings it lets stand
	Fixed []BaselineEntry
}

// Gone returns how many findings in the baseline are gone.
func (u *BaselineUse) Gone() int {
	n := 0
	for _, e := range u.Fixed {
		n += e.Count
	}
	return n
}

// BaselineEntry is findings in a baseline. Path is relative to the directory of the configuration or, without one, to the run's base.
type BaselineEntry struct {
	Path  string
	Rule  string
	Count int
}

// applyBaseline takes the findings out that are in the baseline, and finds out which are in there and gone.
func (r *run) applyBaseline(report *Report, d *diagnostics) error {
	known, _, err := r.loadBaseline()
	if err != nil || known == nil {
		return err
	}
	seen := map[string]bool{}
	report.Findings = slices.DeleteFunc(report.Findings, func(f Finding) bool {
		file := r.baselineKey(f.Path)
		if !baselinable(&f) || !known.has(file, f.Rule, f.Fingerprint) {
			return false
		}
		seen[f.Fingerprint] = true
		report.Summary.Baselined++
		return true
	})
	use := &BaselineUse{Size: known.size()}
	use.File, use.Name = r.baselineFile()
	report.fixed = baseline{}
	for _, file := range slices.Sorted(maps.Keys(known)) {
		for _, rule := range slices.Sorted(maps.Keys(known[file])) {
			gone := slices.DeleteFunc(slices.Clone(known[file][rule]), func(fingerprint string) bool { return seen[fingerprint] })
			if len(gone) > 0 && !report.Unanalyzed && r.wouldFind(file, rule, d.set) {
				use.Fixed = append(use.Fixed, BaselineEntry{file, rule, len(gone)})
				report.fixed.add(file, rule, gone...)
			}
		}
	}
	report.Baseline = use
	return nil
}

// wouldFind reports whether the run would have reported a finding of a rule in a file of the baseline, so that none means that it is gone: the file is
// wanted or was, if it is no longer there, the rule is on, and nothing keeps the file from being judged.
func (r *run) wouldFind(file, rule string, set *document.Set) bool {
	name, ok := r.fromLasting(file)
	if !ok || len(r.Packs) > 0 || !r.wanted(r.abs(name)) {
		return false
	}
	if strings.HasPrefix(rule, "config-") && (r.since != nil || !r.wanted(r.abs(path.Dir(name)))) {
		return false // whether an entry does anything was not asked; see idle
	}
	doc := set.Lookup(name)
	if doc == nil {
		doc = &document.Document{Path: name}
	}
	return doc.Readable() && r.level(rule, doc, r.choice) != Off
}

// BaselineChange is what a baseline would become. Nothing is written yet.
type BaselineChange struct {
	File           string // the absolute path of the baseline
	Name           string // its path as a person in the working directory would write it
	Size           int    // how many findings it would let stand
	Added, Removed int    // how many of them are new in it, and how many of those before are gone

	before, after []byte // before is nil if there is no file yet
}

// CreateBaseline lints without a baseline and returns one that lets all findings stand. A file that is there already would be replaced.
func CreateBaseline(ctx context.Context, o Options) (*BaselineChange, error) {
	o.NoBaseline = true
	return rebase(ctx, o, true)
}

// UpdateBaseline lints and returns the baseline without the findings that are gone and, if add is set, with those that are new. It fails if there is no
// baseline.
func UpdateBaseline(ctx context.Context, o Options, add bool) (*BaselineChange, error) {
	o.NoBaseline = false
	return rebase(ctx, o, add)
}

func rebase(ctx context.Context, o Options, add bool) (*BaselineChange, error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	report, err := r.lint(ctx)
	if err != nil {
		return nil, err
	}
	if report.Unanalyzed {
		return nil, fmt.Errorf("something could not be analyzed, so the baseline would be incomplete; `nplint run --no-baseline` shows what")
	}
	known, before, err := r.loadBaseline()
	if err != nil {
		return nil, err
	}
	c := &BaselineChange{before: before}
	c.File, c.Name = r.baselineFile()
	switch {
	case known == nil && !o.NoBaseline:
		return nil, usage("%s: there is no baseline to update; `nplint baseline create` writes one", c.Name)
	case known == nil:
		known = baseline{}
		if c.before, err = replaced(c.File, c.Name); err != nil {
			return nil, err
		}
	}
	c.Removed = report.fixed.size()
	for file, rules := range known {
		for rule := range rules {
			rules[rule] = slices.DeleteFunc(rules[rule], func(fingerprint string) bool { return report.fixed.has(file, rule, fingerprint) })
		}
	}
	for i := range report.Findings {
		if f := &report.Findings[i]; add && baselinable(f) {
			known.add(r.baselineKey(f.Path), f.Rule, f.Fingerprint)
			c.Added++
		}
	}
	known.tidy()
	c.Size = known.size()
	c.after, err = known.encode()
	return c, err
}

// tidy sorts what was added, and drops files and rules that have nothing left.
func (b baseline) tidy() {
	for file, rules := range b {
		for _, fingerprints := range rules {
			slices.Sort(fingerprints)
		}
		maps.DeleteFunc(rules, func(_ string, fingerprints []string) bool { return len(fingerprints) == 0 })
		if len(rules) == 0 {
			delete(b, file)
		}
	}
}

// replaced returns the content of a baseline file that is to be replaced, whatever it is, or nil if there is none.
func replaced(file, name string) ([]byte, error) {
	_, before, err := readBaseline(file, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil && before == nil:
		return nil, &UsageError{err}
	}
	return before, nil
}

// Exists reports whether there is a baseline file already.
func (c *BaselineChange) Exists() bool { return c.before != nil }

// Write puts the baseline on disk, and only if the file still is what it was. A reader sees the old one or the new one as a whole; a first one that
// cannot be written as a whole is taken away again.
func (c *BaselineChange) Write() error {
	if c.before != nil {
		if err := writeFile(c.File, c.before, c.after); err != nil {
			return fmt.Errorf("%s was not written: %w", c.Name, errors.Unwrap(err))
		}
		return nil
	}
	f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("%s was not written: %w", c.Name, reason(err))
	}
	_, err = f.Write(c.after)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(c.File)
		return fmt.Errorf("%s was not written: %w", c.Name, reason(err))
	}
	return nil
}
