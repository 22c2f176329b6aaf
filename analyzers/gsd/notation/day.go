package notation

import "time"

// Day returns the day that a text begins with, such as 2026-10-01, or "" if it begins with none that exists.
func Day(text string) string {
	if len(text) < len(time.DateOnly) {
		return ""
	}
	text = text[:len(time.DateOnly)]
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return ""
	}
	return text
}
