package nplint

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nplint/nplint/rules"
)

// Severity says how much a finding weighs. The zero value is Off: the rule does not report.
type Severity int8

// The severities in ascending weight. Error is the default fail level of a run.
const (
	Off Severity = iota
	Info
	Warning
	Error
)

var severityNames = [...]string{"off", "info", "warning", "error"}

// String returns the lower-case name that configuration and output use.
func (s Severity) String() string { return severityNames[s] }

// MarshalJSON writes the severity as its lower-case name.
func (s Severity) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// ParseSeverity returns the severity with the given lower-case name ("off", "info", "warning", "error").
func ParseSeverity(name string) (Severity, error) {
	for i, n := range severityNames {
		if n == name {
			return Severity(i), nil
		}
	}
	return Off, fmt.Errorf("unknown severity %q: write off, info, warning or error", name)
}

// Position is a place in a file. Line and Column count from 1, Column in Unicode code points (an invalid
// byte counts as one); Offset counts bytes from 0.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// Range is a stretch of a file; End is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Related is another place that helps to understand a finding.
type Related struct {
	Path    string `json:"path"`
	Range   Range  `json:"range"`
	Message string `json:"message"`
}

// Edit replaces the bytes of Range in the file Path (relative to the run's base, with slashes) by NewText.
type Edit struct {
	Path    string `json:"path"`
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Fix is one way to repair a finding. All its edits are applied, or none. Safe fixes never change what the
// author meant; unsafe ones may and are applied only on request.
type Fix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
	Edits []Edit `json:"edits"`
}

// Finding is one rule broken at one place. Path is relative to the run's base and has slashes on every system.
// At names the place in the artefact's own terms, such as "frontmatter.tier" or "body.blocks[SC-1].Status".
type Finding struct {
	Rule        string    `json:"rule"`
	Severity    Severity  `json:"severity"`
	Kind        string    `json:"kind,omitempty"`
	Contract    string    `json:"contract,omitempty"`
	Path        string    `json:"path"`
	Range       Range     `json:"range"`
	At          string    `json:"at,omitempty"`
	Message     string    `json:"message"`
	Related     []Related `json:"related,omitempty"`
	Fixes       []Fix     `json:"fixes,omitempty"`
	Fingerprint string    `json:"fingerprint"`
}

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

// Report is the finished, immutable result of a run: findings sorted by path, start, end and rule.
// Reporters read it and must not change it.
type Report struct {
	Base     string // absolute directory that the findings' paths are relative to
	Findings []Finding
	Summary  Summary
	// Unanalyzed says that something could not be analyzed: a pass crashed or a file could not be read.
	Unanalyzed bool
	// Timing holds the wall time of each stage and pass in the order of execution and, with Options.Timing, how long the passes took to judge documents.
	Timing []Timing
	// Baseline is what was found out about the baseline, nil if there is none.
	Baseline *BaselineUse

	sources map[string][]byte
	rules   *rules.Catalogue
	fixed   baseline // what is in the baseline and gone
}

// Source returns the bytes of the file with the given finding path as they were analyzed, or nil if the report
// has no finding in that file.
func (r *Report) Source(path string) []byte { return r.sources[path] }

// Rule returns the page of the rule with the given id, or nil for an id that no page describes.
func (r *Report) Rule(id string) *rules.Rule { return r.rules.Get(id) }

// Fails reports whether a finding reaches the level that makes a run fail.
func (r *Report) Fails(level FailLevel) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return level.Reached(f.Severity) })
}
