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

// TestReadDecisions holds what is read of bullets that start like decisions: r if GSD reads it, b if it is no bullet in stars,
// f if it is left to discretion, t if a plan must name it, and what stands in brackets behind the id.
func TestReadDecisions(t *testing.T) {
	const stars = "- **D-1: a"
	for text, want := range map[string]string{
		"- **D-1:** a":                 "D-1 rt",
		"- **D-1 — a** b":              "D-1 rt",
		"- **D-1** a":                  "D-1 t",
		"- **D-1 [informational]:** a": "D-1 r [informational]",
		"- **D-1 [later]:** a":         "D-1 rt [later]",
		"- D-1: a":                     "D-1 b",
		"**D-1:** a":                   "D-1 b",
		"- D-1 The queue":              "D-1 b",
		"- D-1 the queue":              "",
		"!- **D-1:** a":                "",
		"- **D-1:** a|  - **D-2:** b":  "D-1 rt",
		"- **D-1:** a||  - **D-2:** b": "D-1 rt, D-2 rt",
		"- **D-1:** a|- **D-2:** b":    "D-1 rt, D-2 rt",
		"- **D-1** a|  - **D-2:** b":   "D-1 t, D-2 rt",
		"## Claude's Discretion|- **D-1:** a|## Others|- **D-2:** b": "D-1 rf, D-2 rt",
		stars + "|b** c":           "D-1 rt",
		stars + "|b|c|d|e|f** g":   "D-1 rt",
		stars + "|b|c|d|e|f|g** h": "D-1 t",
		stars + "|- b** c":         "D-1 t",
		stars:                      "D-1 t",
	} {
		var lines []notation.Line
		for part := range strings.SplitSeq(text, "|") {
			lines = append(lines, notation.Line{Text: strings.TrimPrefix(part, "!"), Hidden: strings.HasPrefix(part, "!")})
		}
		var got []string
		for _, dec := range readDecisions(lines) {
			flags := ""
			for flag, is := range map[string]bool{"r": dec.Read, "b": dec.Bare} {
				if is {
					flags += flag
				}
			}
			if dec.Free {
				flags += "f"
			}
			if dec.Tracked {
				flags += "t"
			}
			if dec.Tag.Text != "" {
				flags += " [" + dec.Tag.Text + "]"
			}
			got = append(got, strings.TrimSpace(dec.ID.Text+" "+flags))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: read as %q, not as %q", text, strings.Join(got, ", "), want)
		}
	}
}
