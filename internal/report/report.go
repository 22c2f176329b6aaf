package report

import (
	"slices"
	"time"

	"github.com/nplint/nplint/rules"
)

// Summary counts a report. Files is the number of artefacts that were looked at; Fixable counts findings that
// carry at least one fix.
type Summary struct {
	Files      int `json:"files"`
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Fixable    int `json:"fixable"`
	Suppressed int `json:"suppressed"`
	Baselined  int `json:"baselined"`
}

// Timing is how long one stage or pass took.
type Timing struct {
	Name     string
	Duration time.Duration
}

// BaselineUse is what a run found out about a baseline that it was held against.
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

// BaselineEntry is findings in a baseline. Path is as the baseline has it: relative to the directory of the
// configuration that it stands beside or, without one, to the root.
type BaselineEntry struct {
	Path  string
	Rule  string
	Count int
}

// Report is the finished, immutable result of a run: findings sorted by path, start, end and rule.
// Reporters read it and must not change it.
type Report struct {
	Base     string // absolute directory that the findings' paths are relative to
	Findings []Finding
	Summary  Summary
	// Unanalyzed says that something could not be analyzed: a pass crashed or a file could not be read.
	Unanalyzed bool
	// Timing holds the wall time of each stage and pass in the order of execution and, with Options.Timing, how long
	// the passes took to judge documents.
	Timing []Timing
	// Baselines are those that the findings were held against, with what was found out about each.
	Baselines []BaselineUse
	// Touched holds the paths of the files with findings that are not as they were, if only what is new is reported;
	// else it is nil.
	Touched map[string]bool
	// LeftAlone are paths that the caller named and that the configuration excludes, and temporary files of killed runs.
	LeftAlone []LeftAlone
	// Beyond is what Summary counts and Findings has not, since there are very many of a rule in a file.
	Beyond Beyond
	// NewPacks are the names of packs with findings that are warnings at most because nobody has named the pack yet.
	NewPacks []string

	known Knowledge
}

// Knowledge is what a report can be asked besides its findings.
type Knowledge struct {
	Sources  map[string][]byte      // the bytes of each file with findings, by path
	Rules    *rules.Catalogue       // nil is the built-in ones
	Artefact func(file string) bool // whether the file with an absolute path is an artefact; nil knows of none
	Alias    func(path string) bool // what the function Alias returns; nil knows of none
	Weight   int                    // what it weighs to make the report: bytes of a short text that are judged in that time
}

// Attach gives a report what it can be asked.
func Attach(r *Report, k Knowledge) { r.known = k }

// Weight returns what it weighs to make a report once more.
func Weight(r *Report) int { return r.known.Weight }

// Alias reports whether a path, relative to the base of a report, is a further name of a file that links give several: a
// file is mended once, under its own name if that is one of an artefact, else under the first of an artefact.
func Alias(r *Report, path string) bool { return r.known.Alias != nil && r.known.Alias(path) }

// WithoutSnippets returns a report with nothing that files hold but what messages quote: without sources and without
// the edits of fixes.
func WithoutSnippets(r *Report) *Report {
	bare := *r
	bare.known.Sources = nil
	bare.Findings = slices.Clone(r.Findings)
	for i := range bare.Findings {
		fixes := slices.Clone(bare.Findings[i].Fixes)
		for k := range fixes {
			fixes[k].Edits = []Edit{}
		}
		bare.Findings[i].Fixes = fixes
	}
	return &bare
}

// Source returns the bytes of the file with the given finding path as they were analyzed, or nil if the report
// has no finding in that file.
func (r *Report) Source(path string) []byte { return r.known.Sources[path] }

// Artefact reports whether the file with an absolute path is an artefact of the project that was linted, a target of
// the run or not.
func (r *Report) Artefact(file string) bool { return r.known.Artefact != nil && r.known.Artefact(file) }

// Rule returns the page of the rule with the given id, or nil for an id that no page describes.
func (r *Report) Rule(id string) *rules.Rule { return r.known.Rules.Get(id) }

// Fails reports whether a finding reaches the level that makes a run fail.
func (r *Report) Fails(level FailLevel) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return level.Reached(f.Severity) })
}

// Summarize counts the findings of a report.
func Summarize(r *Report) {
	s := &r.Summary
	for i := range r.Findings {
		switch r.Findings[i].Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		case Info:
			s.Infos++
		}
		if len(r.Findings[i].Fixes) > 0 {
			s.Fixable++
		}
	}
}

// LeftAlone is a path, relative to the base, that was named and not linted.
type LeftAlone struct{ Path, Why string }
