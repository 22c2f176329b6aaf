package nplint

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

// fixPasses bounds how often fixes are applied and the result is linted again: a fix may uncover a finding with another fix,
// and no chain of ours is longer.
const fixPasses = 10

// Change is what fixing does to one file.
type Change struct {
	Path          string // relative to the base of the report, with slashes
	Before, After []byte
}

// Repair is what Mend found out. Nothing is written yet.
type Repair struct {
	Before  *Report  // the report of the files as they are
	After   *Report  // the report of the files as they would be
	Changes []Change // sorted by path
	// RolledBack names the files whose fixes brought new errors and were taken back whole.
	RolledBack []string
}

// Mend lints and repairs in memory: safe fixes, and with unsafe the others too. Fixes that overlap are not applied together;
// passes repeat until nothing changes. A file that gets an error that it did not have is taken back whole.
func Mend(ctx context.Context, o Options, unsafe bool) (*Repair, error) {
	if o.Staged {
		return nil, usage("what is staged is only looked at: fixes are made in the working tree; fix without it, and stage the result")
	}
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	report, err := r.lint(ctx)
	if err != nil {
		return nil, err
	}
	f := &fixer{run: r, original: map[string][]byte{}, errors: errorsByFile(report), banned: map[string]bool{}}
	aliases := f.aliases(report)
	result := &Repair{Before: report, After: report}
	if err := f.repair(ctx, result, unsafe); err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(f.original)) {
		after := f.Overlay[f.abs(path)]
		if !bytes.Equal(f.original[path], after) {
			result.Changes = append(result.Changes, Change{path, f.original[path], after})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(f.banned)) {
		if !aliases[path] {
			result.RolledBack = append(result.RolledBack, path)
		}
	}
	return result, nil
}

// fixer holds what a file was before the first pass changed it.
type fixer struct {
	*run
	original map[string][]byte
	errors   map[string]map[string]int // errors of each file before any fix
	banned   map[string]bool           // files that are left alone because a fix made them worse
}

// abs returns the key of a file in the overlay.
func (f *fixer) abs(path string) string {
	return f.overlayKey(filepath.Join(f.base, filepath.FromSlash(path)))
}

// aliases bans every further name of a file that links give several names: it is mended once, under the first.
func (f *fixer) aliases(r *Report) map[string]bool {
	aliases, first := map[string]bool{}, map[string]string{}
	for i := range r.Findings {
		path := r.Findings[i].Path
		real := realPath(filepath.Join(f.base, filepath.FromSlash(path)))
		if first[real] == "" {
			first[real] = path
		}
		if first[real] != path {
			aliases[path], f.banned[path] = true, true
		}
	}
	return aliases
}

func (f *fixer) repair(ctx context.Context, result *Repair, unsafe bool) error {
	for {
		if err := f.settle(ctx, result, unsafe); err != nil {
			return err
		}
		// Whether a file got worse is asked at the end: a pass may uncover what the next one mends. Taking a file back may make
		// another one worse that refers to it, so this is asked until no file is.
		worse := f.worse(result.After)
		if len(worse) == 0 {
			return nil
		}
		if err := f.takeBack(ctx, result, worse); err != nil {
			return err
		}
	}
}

// takeBack gives files their first content again, leaves them alone from now on, and lints again.
func (f *fixer) takeBack(ctx context.Context, result *Repair, paths []string) error {
	for _, path := range paths {
		f.banned[path] = true
		f.Overlay[f.abs(path)] = f.original[path]
	}
	after, err := f.lint(ctx)
	if err != nil {
		return err
	}
	result.After = after
	return nil
}

// settle applies fixes and lints again until nothing changes.
func (f *fixer) settle(ctx context.Context, result *Repair, unsafe bool) error {
	for range fixPasses {
		merged, _ := mergeFixes(f.source(result.After), f.candidates(result.After, unsafe))
		if len(merged) == 0 {
			return nil
		}
		for path, data := range merged {
			if _, ok := f.original[path]; !ok {
				f.original[path] = result.After.Source(path)
			}
			f.Overlay[f.abs(path)] = data
		}
		after, err := f.lint(ctx)
		if err != nil {
			return err
		}
		result.After = after
	}
	// Fixes that bring each other back would go on for ever; the files that they are in stay as they were.
	merged, _ := mergeFixes(f.source(result.After), f.candidates(result.After, unsafe))
	return f.takeBack(ctx, result, slices.Collect(maps.Keys(merged)))
}

func (f *fixer) source(r *Report) func(path string) ([]byte, bool) {
	return func(path string) ([]byte, bool) {
		data, ok := r.sources[path]
		return data, ok
	}
}

// candidates returns the first fix of every finding that may be applied, in the order of the report.
func (f *fixer) candidates(r *Report, unsafe bool) []Fix {
	var fixes []Fix
	for i := range r.Findings {
		for _, fix := range r.Findings[i].Fixes {
			if (fix.Safe || unsafe) && !slices.ContainsFunc(fix.Edits, func(e Edit) bool { return f.banned[e.Path] }) {
				fixes = append(fixes, fix)
				break
			}
		}
	}
	return fixes
}

// worse returns the changed files that have an error now that they did not have before the first fix.
func (f *fixer) worse(r *Report) []string {
	now := errorsByFile(r)
	var worse []string
	for path := range f.original {
		for key, n := range now[path] {
			if n > f.errors[path][key] && !f.banned[path] {
				worse = append(worse, path)
				break
			}
		}
	}
	return worse
}

// errorsByFile counts the errors of each file by rule and place.
func errorsByFile(r *Report) map[string]map[string]int {
	counts := map[string]map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity != Error {
			continue
		}
		if counts[f.Path] == nil {
			counts[f.Path] = map[string]int{}
		}
		counts[f.Path][f.Rule+"\x00"+f.At]++
	}
	return counts
}

// Write puts the changes on disk, each file atomically and only if it still is what was linted. It goes on after a file that
// cannot be written and returns all errors, one for each such file. It stops between two files when ctx is done.
func (r *Repair) Write(ctx context.Context) []error {
	var failed []error
	for _, c := range r.Changes {
		if err := ctx.Err(); err != nil {
			return append(failed, fmt.Errorf("stopped before %s was fixed: %w", c.Path, err))
		}
		if err := writeFile(filepath.Join(r.Before.Base, filepath.FromSlash(c.Path)), c.Before, c.After); err != nil {
			failed = append(failed, err)
		}
	}
	return failed
}
