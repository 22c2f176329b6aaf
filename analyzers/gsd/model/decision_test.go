package model

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// TestDecisionLines holds where decisions are read: in all blocks of the tag, or else below the first heading that speaks
// of them. A line that begins with ! is hidden.
func TestDecisionLines(t *testing.T) {
	for text, want := range map[string]string{
		"a|<decisions>|b|</decisions>|c":                           "b",
		"<decisions>|a|</decisions>|b|<decisions>|c|</decisions>":  "a|c",
		"<decisions>|a|<decisions>|b|</decisions>":                 "b",
		"<decisions>|a|</decisions>|b|<decisions>|c|<decisions>|d": "a",
		"<decisions>|a|</decisions>|see `<decisions>`|b":           "a",
		"<decisions>|a": "a",
		"!<decisions>|a|</decisions>|## Decisions|b":       "b",
		"<decisions>|a|!<decisions>|b|</decisions>":        "a|!<decisions>|b",
		"## Decisions|a|<decisions>|b|</decisions>":        "b",
		"## Scope|a|## Decisions|b|### Queue|c|## Later|d": "b|### Queue|c",
		"### A decision|a|## Later|b":                      "a",
		"## Implementation Decisions|a|## Decisions|b":     "a",
		"## Undecided|a": "",
		"a|b":            "",
	} {
		var lines []notation.Line
		for part := range strings.SplitSeq(text, "|") {
			lines = append(lines, notation.Line{Text: part, Hidden: strings.HasPrefix(part, "!")})
		}
		var got []string
		for _, l := range decisionLines(lines) {
			got = append(got, l.Text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: decisions stand in %s, not in %s", text, strings.Join(got, "|"), want)
		}
	}
}
