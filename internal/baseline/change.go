package baseline

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// Change is what a baseline would become. Nothing is written yet.
type Change struct {
	File           string // the absolute path of the baseline
	Name           string // its path as a person in the working directory would write it
	Size           int    // how many findings it would let stand
	Added, Removed int    // how many of them are new in it, and how many of those before are gone

	target        files.Target
	until         string
	known         Baseline
	before, after []byte // before is nil if there is no file yet
}

// Until has the baseline hold until a day, and not as long as the file has said. "" is for ever.
func (c *Change) Until(day string) error {
	if day != "" {
		if err := report.CheckDay(day); err != nil {
			return err
		}
	}
	var err error
	c.until = day
	if c.after, err = c.known.encode(day); len(c.after) > maxSize {
		return fmt.Errorf("a baseline has at most %d MiB, and this one would have more; fix some first, or exclude some files", maxSize>>20)
	}
	return err
}

// errNone says that there is no baseline to update.
var errNone = errors.New("there is no baseline to update; `nplint baseline create` writes one")

// Create returns the baseline of the run with all its findings. A file that is there already would be replaced, but
// for what it says of files that the run was not asked about: wanted tells which it was, by their paths relative to
// the base.
func Create(w Where, findings []report.Finding, wanted func(file string) bool) (*Change, error) {
	target, name, err := w.target()
	if err != nil {
		return nil, err
	}
	old, before, err := read(target.Abs(), name)
	if err != nil && before == nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	known := Baseline{} // nothing stays of one that is broken
	if err == nil {
		known = old.Baseline
		maps.DeleteFunc(known, func(file string, _ map[string][]string) bool {
			path, ok := w.Scopes.Outer().FromRelative(file)
			return !ok || wanted(path)
		})
	}
	return change(w, target, before, &dated{Baseline: known}, findings)
}

// Update returns the baseline of the run without the findings that are gone from those that the run was held against,
// with those of renamed rules under the ids of today, and with new ones. The error is errNone with its name if there is
// none.
func Update(w Where, held []*Held, added []report.Finding) (*Change, error) {
	target, name, err := w.target()
	if err != nil {
		return nil, err
	}
	file := target.Abs()
	known, before, err := read(file, name)
	if w.Off || errors.Is(err, fs.ErrNotExist) && w.File == "" {
		return nil, fmt.Errorf("%s: %w", name, errNone)
	}
	if err != nil {
		return nil, err
	}
	for _, h := range held {
		if h.file == file {
			known.drop(h.gone)
			h.past.tidy()
			known.drop(h.past)
			for file, rules := range h.now {
				for rule, fingerprints := range rules {
					known.add(file, rule, fingerprints...)
				}
			}
		}
	}
	return change(w, target, before, known, added)
}

// change returns what makes a baseline from what the file has before: what stays and findings.
func change(w Where, target files.Target, before []byte, known *dated, added []report.Finding) (*Change, error) {
	c := &Change{target: target, before: before, known: known.Baseline}
	c.File, c.Name = w.first()
	for i := range added {
		if f := &added[i]; report.Baselinable(f.Rule) {
			known.add(key(w.Scopes.Outer(), f.Path), f.Rule, f.Fingerprint)
		}
	}
	known.tidy()
	var old Baseline // none if it is broken or not there
	if parsed, mistakes := parse(c.Name, before); len(mistakes) == 0 {
		old = parsed.Baseline
	}
	c.Size, c.Added, c.Removed = known.size(), known.beside(old), old.beside(known.Baseline)
	return c, c.Until(known.until)
}

// drop takes findings out.
func (b Baseline) drop(gone Baseline) {
	for file, rules := range gone {
		for rule := range rules {
			if known := b[file][rule]; known != nil {
				b[file][rule] = slices.DeleteFunc(known, func(fingerprint string) bool { return gone.has(file, rule, fingerprint) })
			}
		}
	}
}

// tidy sorts what was added, and drops files and rules that have nothing left.
func (b Baseline) tidy() {
	for file, rules := range b {
		for id, fingerprints := range rules {
			slices.Sort(fingerprints)
			rules[id] = slices.Compact(fingerprints) // what is over is known and found, too
		}
		maps.DeleteFunc(rules, func(_ string, fingerprints []string) bool { return len(fingerprints) == 0 })
		if len(rules) == 0 {
			delete(b, file)
		}
	}
}

// beside returns how many findings are not in another Baseline.
func (b Baseline) beside(other Baseline) int {
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

// Exists reports whether there is a baseline file already.
func (c *Change) Exists() bool { return c.before != nil }

// Write puts the baseline on disk, and only if the file still is what it was. A reader sees the old one or the new
// one as a whole; a first one that cannot be written as a whole is taken away again. What killed runs
// have left beside it is removed.
func (c *Change) Write() error {
	var err error
	if c.before == nil {
		err = c.target.Create(c.after)
	} else {
		err = c.target.Change(c.before, func(w io.Writer) error {
			_, err := w.Write(c.after)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("%s was not written: %w", c.Name, paths.Reason(err))
	}
	c.target.Sweep()
	return nil
}
