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

// BaselineUse is what a run found out about a baseline that it was held against.
type BaselineUse struct {
	File  string // its absolute path
	Name  string // its path as a person in the working directory would write it
	Size  int    // how many findings it lets stand
	Fixed []BaselineEntry

	gone baseline // the fingerprints of what is fixed
}

// Gone returns how many findings in the baseline are gone.
func (u *BaselineUse) Gone() int {
	n := 0
	for _, e := range u.Fixed {
		n += e.Count
	}
	return n
}

// BaselineEntry is findings in a baseline. Path is as the baseline has it: relative to the directory of the configuration that it stands beside or, without
// one, to the root.
type BaselineEntry struct {
	Path  string
	Rule  string
	Count int
}

// applyBaselines takes the findings out that are in a baseline, and finds out which are in one and gone.
func (r *run) applyBaselines(report *Report, d *diagnostics) error {
	all, err := r.baselines()
	if err != nil || len(all) == 0 {
		return err
	}
	known := make([]bool, len(report.Findings))
	for _, b := range all {
		names := r.fingerprints(report.Findings, d.set, b.files)
		for i := range report.Findings {
			f := &report.Findings[i]
			if names[i] != "" && baselinable(f) && b.known.has(b.key(f.Path), f.Rule, names[i]) {
				b.found[names[i]] = true
				known[i] = true
			}
		}
	}
	i := -1
	report.Findings = slices.DeleteFunc(report.Findings, func(Finding) bool {
		i++
		return known[i]
	})
	report.Summary.Baselined = len(known) - len(report.Findings)
	for _, b := range all {
		report.Baselines = append(report.Baselines, r.use(b, report.Unanalyzed, d.set))
	}
	return nil
}

// use returns what was found out about a baseline. If not all could be analyzed, nothing is known to be fixed.
func (r *run) use(b *heldAgainst, unanalyzed bool, set *document.Set) BaselineUse {
	u := BaselineUse{File: b.file, Name: b.name, Size: b.known.size(), gone: baseline{}}
	for _, file := range slices.Sorted(maps.Keys(b.known)) {
		for _, rule := range slices.Sorted(maps.Keys(b.known[file])) {
			gone := slices.DeleteFunc(slices.Clone(b.known[file][rule]), func(fingerprint string) bool { return b.found[fingerprint] })
			if rel, ok := b.files.fromLasting(file); ok && len(gone) > 0 && !unanalyzed && r.wouldFind(rel, rule, set) {
				u.Fixed = append(u.Fixed, BaselineEntry{file, rule, len(gone)})
				u.gone.add(file, rule, gone...)
			}
		}
	}
	return u
}

// wouldFind reports whether the run would have reported a finding of a rule in a file, named relative to the base, so that none means that it is gone:
// the file is wanted or was, if it is no longer there, the rule is on, and nothing keeps the file from being judged.
func (r *run) wouldFind(name, rule string, set *document.Set) bool {
	if len(r.Packs) > 0 || !r.wanted(r.abs(name)) {
		return false
	}
	if strings.HasPrefix(rule, "config-") && (r.since != nil || !r.wanted(r.abs(path.Dir(name))) || existing(r.abs(name)) && !r.looked(name)) {
		return false // whether an entry does anything was not asked; see idle
	}
	doc := set.Lookup(name)
	if doc == nil {
		doc = &document.Document{Path: name}
	}
	return r.wholly(doc) && r.level(rule, doc, r.choice) != Off
}

// looked reports whether the run has looked for entries that do nothing in a configuration, whose file is named relative to the base.
func (r *run) looked(name string) bool {
	f := &idleFinder{run: r}
	return slices.ContainsFunc(r.judged, func(c *Config) bool { return f.path(c) == name })
}

// BaselineChange is what a baseline would become. Nothing is written yet.
type BaselineChange struct {
	File           string // the absolute path of the baseline
	Name           string // its path as a person in the working directory would write it
	Size           int    // how many findings it would let stand
	Added, Removed int    // how many of them are new in it, and how many of those before are gone

	before, after []byte // before is nil if there is no file yet
}

// CreateBaseline lints without a baseline and returns one that lets all findings stand. A file that is there already would be replaced, but for what it
// says of files that the options do not ask about.
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
		if known, c.before, err = r.replaced(c.File, c.Name); err != nil {
			return nil, err
		}
	}
	for i := range report.Baselines {
		if u := &report.Baselines[i]; u.File == c.File {
			known.drop(u.gone)
		}
	}
	own := heldAgainst{files: r.scopes.outer}
	for i := range report.Findings {
		if f := &report.Findings[i]; add && baselinable(f) {
			known.add(own.key(f.Path), f.Rule, f.Fingerprint)
		}
	}
	known.tidy()
	old, problems := parseBaseline(c.Name, c.before)
	if len(problems) > 0 {
		old = nil // it is broken or not there
	}
	c.Size, c.Added, c.Removed = known.size(), known.beside(old), old.beside(known)
	c.after, err = known.encode()
	return c, err
}

// drop takes findings out.
func (b baseline) drop(gone baseline) {
	for file, rules := range gone {
		for rule := range rules {
			if known := b[file][rule]; known != nil {
				b[file][rule] = slices.DeleteFunc(known, func(fingerprint string) bool { return gone.has(file, rule, fingerprint) })
			}
		}
	}
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

// beside returns how many findings are not in another baseline.
func (b baseline) beside(other baseline) int {
	n := 0
	for file, rules := range b {
		for rule, fingerprints := range rules {
			for _, fingerprint := range fingerprints {
				if !other.has(file, rule, fingerprint) {
					n++
				}
			}
		}
	}
	return n
}

// replaced returns the content of a baseline file that is to be replaced, whatever it is, or nil if there is none, and what stays of it: the findings in
// files that the run was not asked about.
func (r *run) replaced(file, name string) (stays baseline, before []byte, err error) {
	old, before, err := readBaseline(file, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return baseline{}, nil, nil
	case err != nil && before == nil:
		return nil, nil, &UsageError{err}
	case err != nil:
		return baseline{}, before, nil // it is broken
	}
	maps.DeleteFunc(old, func(file string, _ map[string][]string) bool {
		rel, ok := r.scopes.outer.fromLasting(file)
		return !ok || r.wanted(r.abs(rel))
	})
	return old, before, nil
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
