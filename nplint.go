// Package nplint checks the planning artefacts of AI-assisted teams: agents, plans, reports, hand-offs and state files. It goes
// through six stages: discover, parse, analyze, judge, fix, and report (package reporters); ARCHITECTURE.md tells what is where.
package nplint

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Options says what to lint and how. The zero value lints the project around the working directory with the default
// configuration.
type Options struct {
	Dir    string   // the working directory that paths are relative to; "" is the process's
	Paths  []string // files and directories; none is Dir
	Config *Config  // nil is DefaultConfig
	// Nested lets files named .nplint.toml below the directory of Config refine it, each for what lies below its own directory.
	Nested bool
	// Kind, if set, holds every path against that kind, whatever its name and place, and without a project around it. "?" infers the
	// kind of each from its name.
	Kind string
	// Overlay replaces the content of files by their absolute path: texts that are not saved, or standard input.
	Overlay map[string][]byte
	Jobs    int // documents worked on at once; 0 is one a processor
	// Timing has Report.Timing tell how long each pass took to judge documents, too.
	Timing bool
	// Only, Enable and Disable choose rules by id, "contract/id", tag or pack. Only turns everything else off; Enable turns rules on
	// that the configuration turns off; Disable wins over both.
	Only, Enable, Disable []string
	Packs                 []string             // packs to apply; none is what the configuration says
	Passes                []*analysis.Analyzer // passes beside the built-in ones
	// Rules describes the rules that passes report; nil is the built-in ones. A rule without a page is an error without an explanation.
	Rules *rules.Catalogue

	// Baseline is the file with the findings that are let stand. "" is every file named BaselineName beside Config, in the base or, with Nested,
	// beside another configuration. With Kind or NoBaseline there is none.
	Baseline   string
	NoBaseline bool
	// At most one of these has only those findings reported that are new. A finding is new if it was not there before: the files that have
	// findings are linted as they were, too. What git ignores and what lies in submodules is not new.
	NewFrom          string // since this revision
	NewFromMergeBase string // since the last commit and this revision have gone apart
	Staged           bool   // in the index since the last commit; the index is linted, not the working tree
}

// A UsageError is a mistake in what the caller asked for, such as a path that does not exist or an unknown rule.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the mistake.
func (e *UsageError) Unwrap() error { return e.Err }

func usage(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// Run discovers, parses, analyzes and judges. The error is a *UsageError for a mistake of the caller; faults of
// the linted files are findings and never an error. The report does not depend on Jobs.
func Run(ctx context.Context, o Options) (*Report, error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	return r.lint(ctx)
}

// run is one run with its options resolved.
type run struct {
	Options
	comparison
	config    *Config
	choice    choice
	contracts map[string]*rules.Contract
	packs     []*rules.Pack          // the built-in packs that apply, and one for each of the user's own
	wanted    func(path string) bool // whether findings at an absolute path are asked for
	roots     []root
	missing   map[string]error // targets that are not on disk, by their absolute paths
	base      string           // absolute; paths in reports are relative to it, and nothing outside of it is opened
	realBase  string           // base without symbolic links
	inputs    []document.Input
	rootAt    map[string][]*rules.Contract // what contractsAt has found out, by directory
	keys      sync.Map                     // what overlayKey has found out, by file
	scopes    *scopes
	judged    []*Config // configurations of which it is known what does nothing; see idle
	// places in configurations whose suppressions were of use
	suppressing map[*Config]map[string]bool
}

func newRun(o Options) (*run, error) {
	r := &run{Options: o, contracts: map[string]*rules.Contract{}, rootAt: map[string][]*rules.Contract{}, missing: map[string]error{}}
	config := DefaultConfig()
	if o.Config != nil {
		*config = *o.Config
	}
	if config.MaxFileSize == 0 {
		config.MaxFileSize = defaultMaxFileSize
	}
	config.known = o.Rules
	r.config = config
	if err := checkAnalyzers(o.Rules, o.Passes); err != nil {
		return nil, err
	}
	var err error
	if r.since, err = o.startingPoint(); err != nil {
		return nil, err
	}
	if err := r.settle(); err != nil {
		return nil, err
	}
	if err := r.loadPacks(); err != nil {
		return nil, err
	}
	if r.choice, err = newChoice(o, r.contracts); err != nil {
		return nil, err
	}
	return r, nil
}

// settle finds out where the run takes place, and which files are replaced.
func (r *run) settle() error {
	dir, err := filepath.Abs(r.Dir)
	if err != nil {
		return usage("working directory: %w", err)
	}
	if info, err := os.Stat(dir); err != nil {
		return usage("working directory %s: %w", r.Dir, reason(err))
	} else if !info.IsDir() {
		return usage("working directory %s: is no directory", r.Dir)
	}
	r.Dir = realPath(dir)
	overlay := r.Overlay
	r.Overlay = map[string][]byte{}
	for file, data := range overlay {
		if !filepath.IsAbs(file) {
			return usage("overlay: %s must be an absolute path, or nobody knows which file it replaces", file)
		}
		r.Overlay[overlayKey(file)] = data
	}
	return nil
}

func (r *run) lint(ctx context.Context) (*Report, error) {
	start := time.Now()
	if r.inputs == nil {
		if err := r.discover(ctx); err != nil {
			return nil, err
		}
	}
	idle := r.idle()
	r.addInputs(idle)
	timing := []Timing{{"discover", time.Since(start)}}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	project, done := r.project(ctx)
	defer done()
	diagnostics, err := analyze(ctx, project, slices.Concat(analyzers.All(), r.Passes))
	if err != nil {
		return nil, err
	}
	start = time.Now()
	diagnostics.addIdle(idle)
	found, suppressed := r.findings(diagnostics)
	report := &Report{Base: r.base, Findings: found, inputs: r.inputs, sources: map[string][]byte{}, rules: r.Rules}
	report.Unanalyzed = slices.ContainsFunc(diagnostics.all, func(d diagnostic) bool {
		return unjudged(d.Category)
	}) || slices.ContainsFunc(report.Findings, func(f Finding) bool { return unjudged(f.Rule) })
	report.Summary.Suppressed = suppressed
	if err := r.applyBaselines(report, diagnostics); err != nil {
		return nil, err
	}
	if err := r.onlyNew(ctx, report); err != nil {
		return nil, err
	}
	summarize(report)
	for i := range r.inputs {
		if r.inputs[i].Target {
			report.Summary.Files++
		}
	}
	for i := range report.Findings {
		f := &report.Findings[i]
		report.sources[f.Path] = diagnostics.set.Lookup(f.Path).Src
	}
	report.Touched = r.touched(report)
	timing = append(timing, diagnostics.timing...)
	report.Timing = append(timing, Timing{"findings", time.Since(start)})
	return report, nil
}

// project returns what passes may know of the run, and a function that lets go of what it holds open.
func (r *run) project(ctx context.Context) (project *document.Project, done func()) {
	disk := &worktree{base: r.base, limit: r.config.MaxFileSize}
	project = &document.Project{
		Inputs: r.inputs, Standalone: r.Kind != "", Jobs: r.Jobs, Timing: r.Timing, MaxSize: r.config.MaxFileSize,
		Read: r.read, Option: r.config.Option, Rules: r.Rules,
		Contract: func(kind string) any {
			if c := r.contracts[kind]; c != nil {
				return c
			}
			return nil
		},
		Vocabulary: vocabulary, Edition: func(pack string) string { return r.config.Editions[pack] },
		Look: disk.look, File: disk.read, List: disk.list,
		Committed: func(paths []string) (map[string][]byte, error) { return r.committed(ctx, paths) },
		Tracked:   func(dir string) ([]string, error) { return r.tracked(ctx, dir) },
		Ignored:   func(paths []string) (map[string]bool, error) { return r.ignored(ctx, paths) },
	}
	if r.snapshot == nil {
		return project, disk.close
	}
	tree := &snapshotTree{worktree: disk, run: r, here: r.snapshot}
	project.Look, project.File, project.List = tree.look, tree.read, tree.list
	return project, func() {
		disk.close()
		r.snapshot.blobs.close()
	}
}

// IsUsage reports whether an error is the caller's mistake.
func IsUsage(err error) bool {
	var u *UsageError
	return errors.As(err, &u)
}
