// Package edit mends files: it merges the edits of fixes, has the result judged until nothing changes, takes back
// what made a file worse, shows changes as diffs and writes them. It knows no rule and no engine; a function lints
// for it.
package edit

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// maxRounds bounds how often fixes are applied and the result is linted again: a fix may uncover a finding with
// another fix, and no chain of ours is longer.
const maxRounds = 10

// Change is what fixing does to one file.
type Change struct {
	Path          string // relative to the base of the report, with slashes
	Before, After []byte

	real string // where links led to when the file was linted
}

// Repair is what Mend found out. Nothing is written yet.
type Repair struct {
	Before  *report.Report // the report of the files as they are
	After   *report.Report // the report of the files as they would be
	Changes []Change       // sorted by path
	// RolledBack names the files whose fixes brought new errors and were taken back whole.
	RolledBack []string
}

// Lint judges what a first report was about once more, with other content in some files, which are named as in that
// report.
type Lint func(changed map[string][]byte) (*report.Report, error)

// Mend repairs in memory what a report found: safe fixes, and with unsafe the others too. Fixes that overlap are not
// applied together; rounds of fixing and linting repeat until nothing changes. A file that gets an error that it did
// not have is taken back whole.
func Mend(before *report.Report, unsafe bool, lint Lint) (*Repair, error) {
	m := &mender{
		lint: lint, unsafe: unsafe, report: before, errors: errorsByFile(before),
		original: map[string][]byte{}, changed: map[string][]byte{}, banned: map[string]bool{},
	}
	aliases := aliasesIn(before)
	for path := range aliases {
		m.banned[path] = true
	}
	if err := m.repair(); err != nil {
		return nil, err
	}
	result := &Repair{Before: before, After: m.report}
	for _, path := range slices.Sorted(maps.Keys(m.original)) {
		if after := m.changed[path]; !bytes.Equal(m.original[path], after) {
			real := paths.Real(filepath.Join(before.Base, filepath.FromSlash(path)))
			result.Changes = append(result.Changes, Change{path, m.original[path], after, real})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(m.banned)) {
		if !aliases[path] {
			result.RolledBack = append(result.RolledBack, path)
		}
	}
	return result, nil
}

// aliasesIn returns every further name of a file that links give several names: it is mended once, under the first.
func aliasesIn(r *report.Report) map[string]bool {
	aliases, first := map[string]bool{}, map[string]string{}
	for i := range r.Findings {
		path := r.Findings[i].Path
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

// mender goes from round to round.
type mender struct {
	lint     Lint
	unsafe   bool
	report   *report.Report            // of the last round
	original map[string][]byte         // what each file was before the first round that changed it
	changed  map[string][]byte         // what it is now
	errors   map[string]map[string]int // errors of each file before any fix
	banned   map[string]bool           // files that are left alone because a fix made them worse
}

func (m *mender) repair() error {
	for {
		if err := m.settle(); err != nil {
			return err
		}
		// Whether a file got worse is asked at the end: a round may uncover what the next one mends. Taking a file
		// back may make another one worse that refers to it, so this is asked until no file is.
		worse := m.worse()
		if len(worse) == 0 {
			return nil
		}
		if err := m.takeBack(worse); err != nil {
			return err
		}
	}
}

// settle applies fixes and lints again until nothing changes.
func (m *mender) settle() error {
	for range maxRounds {
		merged := m.merged()
		if len(merged) == 0 {
			return nil
		}
		for path, data := range merged {
			if _, ok := m.original[path]; !ok {
				m.original[path] = m.report.Source(path)
			}
			m.changed[path] = data
		}
		if err := m.again(); err != nil {
			return err
		}
	}
	// Fixes that bring each other back would go on for ever; the files that they are in stay as they were.
	return m.takeBack(slices.Collect(maps.Keys(m.merged())))
}

// again lints the files as they are now.
func (m *mender) again() (err error) {
	m.report, err = m.lint(m.changed)
	return err
}

// takeBack gives files their first content again, leaves them alone from now on, and lints again.
func (m *mender) takeBack(paths []string) error {
	for _, path := range paths {
		m.banned[path] = true
		m.changed[path] = m.original[path]
	}
	return m.again()
}

// merged returns the files that the first fixes of all findings change, in the order of the report, as far as they
// may be applied.
func (m *mender) merged() map[string][]byte {
	var fixes []report.Fix
	for i := range m.report.Findings {
		for _, fix := range m.report.Findings[i].Fixes {
			if (fix.Safe || m.unsafe) && !slices.ContainsFunc(fix.Edits, func(e report.Edit) bool { return m.banned[e.Path] }) {
				fixes = append(fixes, fix)
				break
			}
		}
	}
	merged, _ := merge(func(path string) ([]byte, bool) {
		src := m.report.Source(path)
		return src, src != nil
	}, fixes)
	return merged
}

// worse returns the changed files that have an error now that they did not have before the first fix.
func (m *mender) worse() []string {
	now := errorsByFile(m.report)
	var worse []string
	for path := range m.original {
		for key, n := range now[path] {
			if n > m.errors[path][key] && !m.banned[path] {
				worse = append(worse, path)
				break
			}
		}
	}
	return worse
}

// errorsByFile counts the errors of each file by rule and place.
func errorsByFile(r *report.Report) map[string]map[string]int {
	counts := map[string]map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity != report.Error {
			continue
		}
		if counts[f.Path] == nil {
			counts[f.Path] = map[string]int{}
		}
		counts[f.Path][f.Rule+"\x00"+f.At]++
	}
	return counts
}

// Write puts the changes on disk, each file atomically and only if it still is what was linted. It goes on after a
// file that cannot be written and returns all errors, one for each such file. It stops between two files when ctx is
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
		}
	}
	return failed
}
