package baseline

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// Where says which baselines count for a run.
type Where struct {
	File    string // the one that was asked for; "" is those beside configurations and in the base
	WorkDir string // that File, and names in messages, are relative to
	Base    string // of the run
	Scopes  *config.Scopes
	Off     bool // there is none
}

// first returns where the baseline of the run is, and its name for messages.
func (w Where) first() (file, name string) {
	outer := w.Scopes.Outer()
	switch {
	case w.File != "" && filepath.IsAbs(w.File):
		file = w.File
	case w.File != "":
		file = filepath.Join(w.WorkDir, w.File)
	case outer.Config.File != "" && !outer.Apart():
		file = filepath.Join(outer.Config.Dir, Name)
	default:
		file = filepath.Join(w.Base, Name)
	}
	return file, w.name(paths.RealParent(file))
}

// target returns where the baseline of the run is, and its name for messages. A relative name that was asked for leads
// nowhere but into the project.
func (w Where) target() (t files.Target, name string, err error) {
	file, name := w.first()
	if filepath.IsLocal(w.File) {
		if t, err = files.To(w.WorkDir, w.File); err != nil {
			err = fmt.Errorf("%s: %w", w.File, err) // as it was asked for, and not where it leads
		}
		return t, name, err
	}
	return files.At(paths.RealParent(file)), name, nil
}

// name returns the name of a file, whose directory is without links, as a person in the working directory would write it.
func (w Where) name(file string) string {
	if rel, err := filepath.Rel(w.WorkDir, file); err == nil {
		file = rel
	}
	return mistake.Escape(file)
}

// Held is a baseline that findings are held against.
type Held struct {
	file, name string        // its absolute path, and what messages call it
	files      *config.Scope // what paths in it are relative to
	known      Baseline
	until      string          // the last day on which it holds, or ""
	below      bool            // it is about the files below its directory alone
	found      map[string]bool // fingerprints in it that the run has found again
	gone       Baseline        // what is in it and fixed
	past, now  Baseline        // what is in it under ids that rules no longer have, and the same under those of today
}

// In returns the file of the baseline relative to the base of a run, if it lies in there.
func (h *Held) In(base string) (file string, ok bool) {
	real := paths.RealParent(h.file)
	return paths.Below(real, base), paths.Within(real, base)
}

// Dir returns the directory of the baseline.
func (h *Held) Dir() string { return filepath.Dir(h.file) }

// Same reports whether another one is of the same file.
func (h *Held) Same(other *Held) bool {
	return paths.RealParent(h.file) == paths.RealParent(other.file)
}

// Is reports whether a baseline is the one that Create and Update write.
func (w Where) Is(h *Held) bool {
	file, _ := w.first()
	return paths.RealParent(file) == paths.RealParent(h.file)
}

// GoneSince leaves of what is gone only what an earlier run found again.
func (h *Held) GoneSince(before *Held) {
	for _, rules := range h.gone {
		for rule, fingerprints := range rules {
			rules[rule] = slices.DeleteFunc(fingerprints, func(fingerprint string) bool { return !before.found[fingerprint] })
		}
	}
}

// Rules returns the ids of the rules that it names, sorted.
func (h *Held) Rules() []string {
	ids := map[string]bool{}
	for _, rules := range h.known {
		for id := range rules {
			ids[id] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// Load reads the baselines that count. The first is that of the run's configuration, if there is one. Beside it those
// count that stand at the root and beside the other configurations, each for the files below it: so it does not
// matter where a run starts. The error is for the user to mend.
func Load(w Where) ([]*Held, error) {
	if w.Off {
		return nil, nil
	}
	target, name, err := w.target()
	if err != nil {
		return nil, err
	}
	file := target.Abs()
	known, _, err := read(file, name)
	if err != nil && (w.File != "" || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	var all []*Held
	if known != nil {
		all = append(all, hold(file, name, w.Scopes.Outer(), known))
	}
	if w.File != "" || !w.Scopes.Nested {
		return all, nil
	}
	dirs := []string{w.Scopes.Base}
	for _, c := range w.Scopes.Configs() {
		if dir := c.RealDir(); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	seen := map[string]bool{paths.RealParent(file): true}
	for _, dir := range dirs {
		file := filepath.Join(dir, Name)
		if seen[file] {
			continue
		}
		seen[file] = true
		if there, err := paths.Find(file); !there && err == nil {
			continue
		}
		name := w.name(file)
		known, _, err := read(file, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		h := hold(file, name, config.NewScope(config.In(dir), w.Scopes.Base), known)
		h.below = true
		all = append(all, h)
	}
	return all, nil
}

func hold(file, name string, files *config.Scope, known *dated) *Held {
	return &Held{file: file, name: name, files: files, known: known.Baseline, until: known.until, found: map[string]bool{},
		past: Baseline{}, now: Baseline{}}
}

// key is the name of a file, whose path is relative to the run's base, in a baseline. JSON cannot hold all names that
// systems allow.
func key(files *config.Scope, path string) string {
	return strings.ToValidUTF8(files.Relative(path), "\uFFFD")
}

// Names returns the fingerprints of findings in what speaks of the files of a scope, "" for a file that it is not
// about.
type Names func([]report.Finding, *config.Scope) []string

// Without returns those of some findings, which are sorted by path, that are in none of the baselines that hold today, and
// notes in all what was found again. Those in one that is over come back. ids returns the id of a rule and those that it
// once had.
func Without(findings []report.Finding, held []*Held, names Names, ids func(rule string) []string, today string) []report.Finding {
	all, over := make([]bool, len(findings)), make([]string, len(findings))
	for _, h := range held {
		from, to := h.about(findings)
		for i, known := range h.knows(findings[from:to], names, ids) {
			switch i += from; {
			case !known:
			case report.Over(h.until, today):
				over[i] = max(over[i], h.until)
			default:
				all[i] = true
			}
		}
	}
	for i := range findings {
		if over[i] != "" && !all[i] {
			report.Return(&findings[i], over[i])
		}
	}
	i := -1
	return slices.DeleteFunc(findings, func(report.Finding) bool {
		i++
		return all[i]
	})
}

// about returns from where up to where findings, which are sorted by path, lie that a baseline may be about.
func (h *Held) about(findings []report.Finding) (from, to int) {
	if !h.below {
		return 0, len(findings)
	}
	dir, _ := h.files.FromRelative("")
	from = sort.Search(len(findings), func(i int) bool { return findings[i].Path >= dir })
	return from, from + sort.Search(len(findings)-from, func(i int) bool { return !strings.HasPrefix(findings[from+i].Path, dir) })
}

// knows tells of each finding whether it is in the baseline, and notes that it was found again.
func (h *Held) knows(findings []report.Finding, names Names, ids func(rule string) []string) []bool {
	known := make([]bool, len(findings))
	now := names(findings, h.files)
	for i, name := range now {
		known[i] = h.has(&findings[i], name)
	}
	for _, past := range h.before(findings, ids) {
		for i, name := range names(past, h.files) {
			if f := &past[i]; !known[i] && h.has(f, name) {
				known[i] = true
				h.past.add(key(h.files, f.Path), f.Rule, name)
				h.now.add(key(h.files, f.Path), findings[i].Rule, now[i])
			}
		}
	}
	return known
}

// has reports whether a finding with a fingerprint is in the baseline, and notes that it was found again.
func (h *Held) has(f *report.Finding, name string) bool {
	has := name != "" && report.Baselinable(f.Rule) && h.known.has(key(h.files, f.Path), f.Rule, name)
	if has {
		h.found[name] = true
	}
	return has
}

// before returns the findings as they were called when their rules had other ids, once for each such id that the
// baseline names.
func (h *Held) before(findings []report.Finding, ids func(rule string) []string) [][]report.Finding {
	var all [][]report.Finding
	named, seen := h.Rules(), map[string]bool{}
	for i := range findings {
		rule := findings[i].Rule
		if seen[rule] {
			continue
		}
		seen[rule] = true
		for _, older := range ids(rule)[1:] {
			if _, ok := slices.BinarySearch(named, older); !ok {
				continue
			}
			past := slices.Clone(findings)
			for k := range past {
				if past[k].Rule == rule {
					past[k].Rule = older
				}
			}
			all = append(all, past)
		}
	}
	return all
}

// Use returns what was found out about a baseline after Without. wouldFind tells whether the run would have reported
// a finding of a rule in a file, named relative to the base, so that none means that it is fixed.
func (h *Held) Use(wouldFind func(file, rule string) bool) report.BaselineUse {
	u := report.BaselineUse{File: h.file, Name: h.name, Size: h.known.size()}
	h.gone = Baseline{}
	for _, file := range slices.Sorted(maps.Keys(h.known)) {
		for _, rule := range slices.Sorted(maps.Keys(h.known[file])) {
			gone := slices.DeleteFunc(slices.Clone(h.known[file][rule]),
				func(fingerprint string) bool { return h.found[fingerprint] })
			if path, ok := h.files.FromRelative(file); ok && len(gone) > 0 && wouldFind(path, rule) {
				u.Fixed = append(u.Fixed, report.BaselineEntry{Path: file, Rule: rule, Count: len(gone)})
				h.gone.add(file, rule, gone...)
			}
		}
	}
	return u
}
