package reporters

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	planPath = "Pläne/my plan #1.md"
	plan     = "---\nstatus: 🚀 完成 dnoe\nowner:\tme\n---\n# Pläne\n\ntwo\nlines\n"
	notePath = "notes.md"
	note     = "first\r\nstatus: done\r\n"
)

// sample is a report with everything that a finding can have.
func sample() *nplint.Report {
	status, gap := rangeOf(plan, "dnoe"), rangeOf(plan, "# Pläne")
	gap.End = gap.Start
	return &nplint.Report{
		Base: "/repo",
		Findings: []nplint.Finding{{
			Rule: "status-value", Severity: nplint.Error, Kind: "demo/plan", Contract: "plan",
			Path: planPath, Range: status, At: "frontmatter.status",
			Message:     `status is "dnoe": write done. Did you mean "done"?`,
			Related:     []nplint.Related{{Path: notePath, Range: rangeOf(note, "done"), Message: "written like this here"}},
			Fixes:       []nplint.Fix{{Title: `write "done"`, Safe: true, Edits: []nplint.Edit{{Path: planPath, Range: status, NewText: "done"}}}},
			Fingerprint: "0f1e2d3c",
		}, {
			Rule: "long-list", Severity: nplint.Warning, Path: planPath, Range: rangeOf(plan, "two\nlines"),
			Message: "the list has 2 items: 1 is enough",
			Fixes: []nplint.Fix{{Title: "delete both and add a heading", Edits: []nplint.Edit{
				{Path: planPath, Range: gap, NewText: "# List\n"},
				{Path: notePath, Range: rangeOf(note, "first"), NewText: "second"},
				{Path: planPath, Range: rangeOf(plan, "two\nlines")},
			}}},
			Fingerprint: "4b5a6978",
		}, {
			Rule: "status-value", Severity: nplint.Info, Path: "unread.md", Message: "a file that nobody reads",
			Range: nplint.Range{Start: nplint.Position{Line: 1, Column: 1}, End: nplint.Position{Line: 1, Column: 1}},
		}},
		Summary: nplint.Summary{Files: 12, Errors: 1, Warnings: 1, Infos: 1, Fixable: 2, Suppressed: 4, Baselined: 5},
	}
}

// source returns the bytes of the files of sample.
func source(path string) []byte {
	return map[string][]byte{planPath: []byte(plan), notePath: []byte(note)}[path]
}

// page returns the page of a rule of sample.
func page(id string) *rules.Rule {
	if id != "status-value" {
		return nil
	}
	return &rules.Rule{
		ID: id, Pack: "demo", Title: "Status has a value that nobody reads", Severity: "error", Source: "spec, section 3",
		Tags: []string{"frontmatter"}, Why: "The runner skips a plan\nwith another `status`.\n\nIt does not say so.",
	}
}

// rangeOf returns the range of the first occurrence of part in src.
func rangeOf(src, part string) nplint.Range {
	start := strings.Index(src, part)
	if start < 0 {
		panic("the source does not contain " + part)
	}
	return nplint.Range{Start: positionOf(src, start), End: positionOf(src, start+len(part))}
}

// positionOf returns the position of a byte offset in a source with LF or CRLF line ends.
func positionOf(src string, offset int) nplint.Position {
	before := src[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return nplint.Position{Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(line) + 1, Offset: offset}
}

// golden compares got with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got:\n%s", file, got)
	}
}
