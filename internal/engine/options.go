// Package engine lints: it resolves options, has files discovered, analyzed and judged, and makes the report. Each
// stage is a package of its own or a function here, from values to values. The engine is given packs and names none.
package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// Options says what to lint and how. The zero value lints the project around the working directory with the default
// configuration.
type Options struct {
	Dir    string         // the working directory that paths are relative to; "" is the process's
	Paths  []string       // files and directories; none is Dir
	Config *config.Config // nil is the default one
	// Nested lets files named .nplint.toml below the directory of Config refine it, each for what lies below its own
	// directory.
	Nested bool
	// Kind, if set, holds every path against that kind, whatever its name and place, and without a project around it.
	// "?" infers the kind of each from its name.
	Kind string
	// Overlay replaces the content of files by their absolute path: texts that are not saved, or standard input.
	Overlay map[string][]byte
	Jobs    int // documents worked on at once; 0 is one a processor
	// Timing has Report.Timing tell how long each pass took to judge documents, too.
	Timing bool
	// Progress, if set, is told how many of so many artefacts have been judged, from many goroutines, and again for each
	// time that all are judged, as after fixes.
	Progress func(done, of int)
	// Only, Enable and Disable choose rules by id, "contract/id", tag or pack. Only turns everything else off; Enable
	// turns rules on that the configuration turns off; Disable wins over both.
	Only, Enable, Disable []string
	// MaxFindings is how many findings of a rule in a file a report has; one more counts the others. 0 is 1,000, and a
	// negative one has all.
	MaxFindings int
	Packs       []string             // packs to apply; none is what the configuration says
	Passes      []*analysis.Analyzer // passes beside the built-in ones
	// Rules describes the rules that passes report; nil is the built-in ones. A rule without a page is an error
	// without an explanation.
	Rules *rules.Catalogue

	// Baseline is the file with the findings that are let stand. "" is every file named BaselineName beside Config,
	// in the base or, with Nested, beside another configuration. With Kind or NoBaseline there is none.
	Baseline   string
	NoBaseline bool
	// Today is the day, as 2026-12-31, by which suppressions and baselines are over; "" is today, in UTC.
	Today string
	// At most one of these has only those findings reported that are new. A finding is new if it was not there
	// before: the files that have findings are linted as they were, too. What git ignores and what lies in submodules
	// is not new.
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

// asUsage returns an error as one of the caller, unless it is nil.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return &UsageError{err}
}

// IsUsage reports whether an error is the caller's mistake.
func IsUsage(err error) bool {
	var u *UsageError
	return errors.As(err, &u)
}

// start returns where only-new findings start, or nil if all findings are to be reported.
func (o *Options) start() (*git.Start, error) {
	var asked []git.Start
	if o.NewFrom != "" {
		asked = append(asked, git.Start{Revision: o.NewFrom})
	}
	if o.NewFromMergeBase != "" {
		asked = append(asked, git.Start{Revision: o.NewFromMergeBase, MergeBase: true})
	}
	if o.Staged {
		asked = append(asked, git.Start{Revision: git.Head, Staged: true})
	}
	switch {
	case len(asked) > 1:
		return nil, usage("only one can be asked for of what is new since a revision, since a merge base, and what is staged")
	case len(asked) == 0:
		return nil, nil
	case o.Kind != "":
		return nil, usage("a file that is judged alone has no earlier state to be compared with; leave out the kind, or the revision")
	}
	return &asked[0], nil
}

// workDir returns the working directory of a run, absolute and without links.
func (o *Options) workDir() (string, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return "", usage("working directory: %w", err)
	}
	if info, err := os.Stat(dir); err != nil {
		return "", usage("working directory %s: %w", o.Dir, paths.Reason(err))
	} else if !info.IsDir() {
		return "", usage("working directory %s: is no directory", o.Dir)
	}
	return paths.Real(dir), nil
}
