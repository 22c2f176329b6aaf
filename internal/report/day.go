package report

import (
	"fmt"
	"time"
)

// day is how a day is written: what expires names the last one on which it holds.
const day = time.DateOnly

// CheckDay returns an error if a text is no day such as 2026-12-31.
func CheckDay(text string) error {
	if _, err := time.Parse(day, text); err != nil {
		return fmt.Errorf("%.40q is no day; write one as 2026-12-31", text)
	}
	return nil
}

// Today is the day in UTC, so that a run finds the same everywhere.
func Today() string { return time.Now().UTC().Format(day) }

// Over reports whether what holds until a day is over today. "" is for ever.
func Over(until, today string) bool { return until != "" && until < today }

// Return makes a finding of one that was let stand until a day that is over: a warning at most, since nobody has
// written anything wrong since.
func Return(f *Finding, until string) {
	f.Severity = min(f.Severity, Warning)
	f.Message += fmt.Sprintf(" (it was let stand until %s)", until)
}
