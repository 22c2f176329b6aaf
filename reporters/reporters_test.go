package reporters

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

func TestLookup(t *testing.T) {
	for _, f := range Formats {
		found, err := Lookup(f.Name)
		if err != nil || found.Name != f.Name {
			t.Errorf("Lookup(%q) = %q, %v", f.Name, found.Name, err)
		}
	}
	for name, want := range map[string]string{
		"sariff": `unknown output format "sariff" (did you mean "sarif"?): write one of text, compact, full, grouped, json, sarif, github, gitlab, checkstyle, junit, rdjson, sonarqube, teamcity, azure, markdown, html`,
		"xml":    `unknown output format "xml": write one of text, compact, full, grouped, json, sarif, github, gitlab, checkstyle, junit, rdjson, sonarqube, teamcity, azure, markdown, html`,
	} {
		if _, err := Lookup(name); err == nil || err.Error() != want {
			t.Errorf("Lookup(%q): %v, want %s", name, err, want)
		}
	}
}

// failing takes so many bytes and fails from then on.
type failing struct{ room int }

var errFull = errors.New("no space left")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return f.room, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriteError(t *testing.T) {
	for _, f := range Formats {
		for _, room := range []int{0, 10, 300} {
			err := f.Write(&failing{room}, sample(), &Options{Frames: true, Statistics: true})
			if !errors.Is(err, errFull) {
				t.Errorf("%s into %d bytes: %v, want %v", f.Name, room, err, errFull)
			}
		}
	}
	if err := writeGitHub(io.Discard, sample(), &Options{StepSummary: &failing{10}}); !errors.Is(err, errFull) {
		t.Errorf("step summary: %v, want %v", err, errFull)
	}
}

// hostile is what a linted file may hold to deceive a reader or to command a terminal.
const hostile = "\x1b[31m\x07\x7f\u009b31m\u202e\u2066\u200b\u2028\xff\ufeff\U000e0041"

func TestNothingHostileGetsOut(t *testing.T) {
	src := []byte("a " + hostile + " b " + hostile + " c\n")
	at := rangeOf(string(src), " b ")
	report := &nplint.Report{
		Findings: []nplint.Finding{{
			Rule: "r" + hostile, Severity: nplint.Error, Kind: hostile, Contract: hostile, Path: "p" + hostile + "\n.md", Range: at,
			At: hostile, Message: "m" + hostile + "\r\n::error::injected", Fingerprint: hostile,
			Related: []nplint.Related{{Path: hostile, Range: at, Message: hostile}},
			Fixes:   []nplint.Fix{{Title: hostile, Edits: []nplint.Edit{{Path: hostile, Range: at, NewText: hostile}}}},
		}},
		Summary: nplint.Summary{Files: 1, Errors: 1, Fixable: 1},
	}
	for _, f := range Formats {
		var out, summary bytes.Buffer
		o := &Options{Frames: true, Statistics: true, StepSummary: &summary}
		if f.Name == "text" { // with the source, which a report of a test does not have
			out.WriteString(textOf(t, report, func(string) []byte { return src }, o))
		} else if err := f.Write(&out, report, o); err != nil {
			t.Fatal(err)
		}
		text := out.String() + summary.String()
		for _, bad := range []string{"\x1b", "\x07", "\x7f", "\u009b", "\u202e", "\u2066", "\u200b", "\u2028", "\xff", "\ufeff", "\U000e0041", "\r", "\n::error::"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s lets %q out:\n%q", f.Name, bad, text)
			}
		}
	}
}

func TestVisible(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "a b", "a b"},
		{"empty", "", ""},
		{"text of all scripts", "é 完成 👩‍🚀 नमस्ते \u00a0", "é 完成 👩‍🚀 नमस्ते \u00a0"},
		{"escape sequence", "\x1b[2Jx", `\x1b[2Jx`},
		{"line ends and tab", "a\r\n\tb", `a\r\n\tb`},
		{"C1", "\u009b31m", `\u009b31m`},
		{"bidi", "a\u202eb\u2069", `a\u202eb\u2069`},
		{"tag characters", "\U000e0041", `\U000e0041`},
		{"broken bytes", "\xff\xe5\xae", `\xff\xe5\xae`},
		{"replacement character", "\ufffd", "\ufffd"},
	} {
		if got := Visible(c.in, ""); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := Visible("a\nb\x00", "\n"); got != "a\nb\\x00" {
		t.Errorf("kept line end: %q", got)
	}
}
