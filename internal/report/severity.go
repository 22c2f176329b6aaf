package report

import (
	"cmp"
	"encoding/json"
	"fmt"
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

// SeverityNames are the names of all severities, by their values.
var SeverityNames = [...]string{"off", "info", "warning", "error"}

// String returns the lower-case name that configuration and output use.
func (s Severity) String() string { return SeverityNames[s] }

// MarshalJSON writes the severity as its lower-case name.
func (s Severity) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Severity) UnmarshalJSON(text []byte) error {
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return err
	}
	severity, err := ParseSeverity(name)
	if err == nil {
		*s = severity
	}
	return err
}

// ParseSeverity returns the severity with the given lower-case name ("off", "info", "warning", "error").
func ParseSeverity(name string) (Severity, error) {
	for i, n := range SeverityNames {
		if n == name {
			return Severity(i), nil
		}
	}
	return Off, fmt.Errorf("unknown severity %q: write off, info, warning or error", name)
}

// FailLevel is the least severity of a finding that makes a run fail. The zero value is that of an error.
type FailLevel Severity

// FailNever is the level that no finding reaches.
const FailNever = FailLevel(Error) + 1

// String returns the lower-case name that configuration and command line use.
func (l FailLevel) String() string {
	if l == FailNever {
		return "never"
	}
	return Severity(l.least()).String()
}

func (l FailLevel) least() FailLevel { return cmp.Or(l, FailLevel(Error)) }

// Reached reports whether a finding of the given severity makes a run fail.
func (l FailLevel) Reached(s Severity) bool { return FailLevel(s) >= l.least() }

// ParseFailLevel returns the level with the given name ("error", "warning", "info", "never").
func ParseFailLevel(name string) (FailLevel, error) {
	for l := FailLevel(Info); l <= FailNever; l++ {
		if l.String() == name {
			return l, nil
		}
	}
	return FailNever, fmt.Errorf("unknown fail level %q: write %s", name, "error, warning, info or never")
}

// FailLevelNames are the names of all levels.
var FailLevelNames = [...]string{"error", "warning", "info", "never"}
