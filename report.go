package nplint

import "github.com/nplint/nplint/internal/report"

// What a run returns. These are aliases: package report has the types and their methods.
type (
	// Report is the finished, immutable result of a run: findings sorted by path, start, end and rule.
	Report = report.Report
	// Finding is one rule broken at one place.
	Finding = report.Finding
	// Severity says how much a finding weighs. The zero value is Off: the rule does not report.
	Severity = report.Severity
	// FailLevel is the least severity of a finding that makes a run fail. The zero value is that of an error.
	FailLevel = report.FailLevel
	// Position is a place in a file: Line and Column count from 1, Column in code points, Offset in bytes from 0.
	Position = report.Position
	// Range is a stretch of a file; End is exclusive.
	Range = report.Range
	// Related is another place that helps to understand a finding.
	Related = report.Related
	// Fix is one way to repair a finding. All its edits are applied, or none.
	Fix = report.Fix
	// Edit replaces the bytes of a range in a file by other text.
	Edit = report.Edit
	// Summary counts a report.
	Summary = report.Summary
	// Timing is how long one stage or pass took.
	Timing = report.Timing
	// BaselineUse is what a run found out about a baseline that it was held against.
	BaselineUse = report.BaselineUse
	// Beyond is the findings that a report counts and does not have.
	Beyond = report.Beyond
	// LeftAlone is a path that was named and not linted.
	LeftAlone = report.LeftAlone
	// BaselineEntry is findings in a baseline.
	BaselineEntry = report.BaselineEntry
)

// The severities in ascending weight. Error is the default fail level of a run.
const (
	Off     = report.Off
	Info    = report.Info
	Warning = report.Warning
	Error   = report.Error
)

// FailNever is the level that no finding reaches.
const FailNever = report.FailNever

// ParseSeverity returns the severity with the given lower-case name ("off", "info", "warning", "error").
func ParseSeverity(name string) (Severity, error) { return report.ParseSeverity(name) }

// ParseFailLevel returns the level with the given name ("error", "warning", "info", "never").
func ParseFailLevel(name string) (FailLevel, error) { return report.ParseFailLevel(name) }
