package reporters

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

// github returns what the github format writes to the log and to the step summary.
func github(t *testing.T, r *nplint.Report) (log, summary string) {
	t.Helper()
	var out, table bytes.Buffer
	if err := writeGitHub(&out, r, &Options{StepSummary: &table}); err != nil {
		t.Fatal(err)
	}
	return out.String(), table.String()
}

func TestGitHub(t *testing.T) {
	log, summary := github(t, sample())
	golden(t, "github.golden", []byte(log))
	golden(t, "summary.golden", []byte(summary))
}

func TestAnnotation(t *testing.T) {
	place := func(line, column, endLine, endColumn int) nplint.Range {
		return nplint.Range{Start: nplint.Position{Line: line, Column: column}, End: nplint.Position{Line: endLine, Column: endColumn}}
	}
	for _, c := range []struct {
		name, path, message string
		at                  nplint.Range
		want                string
	}{
		{"one line", "a.md", "m", place(2, 3, 2, 5), "::error file=a.md,line=2,endLine=2,col=3,endColumn=5,title=nplint%3A r::m"},
		{"several lines", "a.md", "m", place(2, 3, 4, 5), "::error file=a.md,line=2,endLine=4,title=nplint%3A r::m"},
		{"with the line end", "a.md", "m", place(2, 1, 3, 1), "::error file=a.md,line=2,endLine=2,title=nplint%3A r::m"},
		{"escapes", "a,b:c%d\r\n.md", "100%\r\nx: y, ::z", place(1, 1, 1, 1),
			"::error file=a%2Cb%3Ac%25d%0D%0A.md,line=1,endLine=1,col=1,endColumn=1,title=nplint%3A r::100%25%0D%0Ax: y, ::z"},
		{"terminal escapes", "\x1b.md", "\u202e\x1b[0m", place(1, 1, 1, 1),
			`::error file=\x1b.md,line=1,endLine=1,col=1,endColumn=1,title=nplint%3A r::\u202e\x1b[0m`},
	} {
		f := &nplint.Finding{Rule: "r", Severity: nplint.Error, Path: c.path, Range: c.at, Message: c.message}
		if got := annotation(f); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

// mixed returns a report with the given numbers of findings, one a file.
func mixed(errors, warnings, infos int) *nplint.Report {
	r := &nplint.Report{Summary: nplint.Summary{Files: 99, Errors: errors, Warnings: warnings, Infos: infos}}
	for i := range max(errors, warnings, infos) {
		for _, level := range []struct {
			severity nplint.Severity
			n        int
		}{{nplint.Info, infos}, {nplint.Error, errors}, {nplint.Warning, warnings}} {
			if i < level.n {
				path := fmt.Sprintf("%s-%02d.md", level.severity, i)
				r.Findings = append(r.Findings, nplint.Finding{Rule: "r", Severity: level.severity, Path: path, Message: "m"})
			}
		}
	}
	return r
}

func TestGitHubBudget(t *testing.T) {
	for _, c := range []struct {
		name                                 string
		errors, warnings, infos              int
		shownErrors, shownWarnings, commands int // notices included
		last                                 string
	}{
		{"nothing", 0, 0, 0, 0, 0, 0, "nplint: no findings in 99 files"},
		{"all fit", 10, 10, 10, 10, 10, 30, "nplint: 10 errors, 10 warnings, 10 infos in 99 files"},
		{"too many errors", 11, 1, 0, 10, 1, 12, "::notice title=nplint::11 errors, 1 warning in 99 files. " +
			"Not annotated, since GitHub shows only 10 of a level: 1 error. See the job summary for all."},
		{"too many of all", 20, 30, 40, 10, 10, 30, "::notice title=nplint::20 errors, 30 warnings, 40 infos in 99 files. " +
			"Not annotated, since GitHub shows only 10 of a level: 10 errors, 20 warnings, 31 infos. See the job summary for all."},
	} {
		log, summary := github(t, mixed(c.errors, c.warnings, c.infos))
		lines := strings.Split(strings.TrimSuffix(log, "\n"), "\n")
		if last := lines[len(lines)-1]; last != c.last {
			t.Errorf("%s ends with\n%s, want\n%s", c.name, last, c.last)
		}
		for prefix, want := range map[string]int{"::error ": c.shownErrors, "::warning ": c.shownWarnings, "::": c.commands} {
			got := 0
			for _, line := range lines {
				if strings.HasPrefix(line, prefix) {
					got++
				}
			}
			if got != want {
				t.Errorf("%s: %d lines with %s, want %d", c.name, got, prefix, want)
			}
		}
		if rows, want := strings.Count(summary, " | r | "), c.errors+c.warnings+c.infos; rows != want {
			t.Errorf("%s: %d rows in the summary, want %d", c.name, rows, want)
		}
	}
}

func TestGitHubOrder(t *testing.T) {
	r := mixed(15, 2, 0)
	r.Touched = map[string]bool{"error-14.md": true, "error-12.md": true, "error-08.md": false, "warning-01.md": true}
	log, _ := github(t, r)
	last := -1
	for _, path := range []string{"error-12", "error-14", "error-00", "error-07", "warning-01", "warning-00"} {
		i := strings.Index(log, path)
		if i < last {
			t.Errorf("%s is missing or too early in\n%s", path, log)
		}
		last = i
	}
	if strings.Contains(log, "error-08") {
		t.Errorf("an untouched file took the place of a touched one:\n%s", log)
	}
}

func TestGitHubWithoutStepSummary(t *testing.T) {
	var out bytes.Buffer
	if err := writeGitHub(&out, mixed(11, 0, 0), &Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "See --output text for all.\n") {
		t.Errorf("the last line does not say where the rest is:\n%s", out.String())
	}
}

// A link leads to a line of a file, whatever its name is.
func TestGitHubLinks(t *testing.T) {
	var out, summary bytes.Buffer
	o := &Options{StepSummary: &summary, Blobs: "https://github.example/team/plans/blob/0f1e2d3c/"}
	if err := writeGitHub(&out, hostileReport("a b/(c) [d]&$x_~é#1%.md"), o); err != nil {
		t.Fatal(err)
	}
	const want = "/0f1e2d3c/a%20b/%28c%29%20%5Bd%5D%26%24x%5F%7E%C3%A9%231%25.md?plain=1#L1) |"
	if !strings.Contains(summary.String(), want) {
		t.Errorf("no link %s in\n%s", want, &summary)
	}
}

func TestTableCell(t *testing.T) {
	for in, want := range map[string]string{
		"plain text: 1, 2":         "plain text: 1, 2",
		"a|b":                      "a&#124;b",
		"`code` and \\":            "&#96;code&#96; and &#92;",
		"<img src=x> & co":         "&#60;img src=x&#62; &#38; co",
		"a_b a_@b":                 "a_b a&#95;@b",
		"![x](y) *a* _b_ ~c~ $d$":  "!&#91;x&#93;(y) &#42;a&#42; &#95;b&#95; &#126;c&#126; &#36;d&#36;",
		"two\r\nlines":             "two&#92;r&#92;nlines",
		"\x1b[0m":                  "&#92;x1b&#91;0m",
		"Pläne/完.md &amp; 1 < 2 |": "Pläne/完.md &#38;amp; 1 &#60; 2 &#124;",
	} {
		if got := TableCell(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestStepSummaryLimit(t *testing.T) {
	r := mixed(300, 0, 0)
	for i := range r.Findings {
		r.Findings[i].Message = strings.Repeat("x", 10_000)
	}
	_, summary := github(t, r)
	if len(summary) > 1<<20 {
		t.Fatalf("%d bytes are more than GitHub takes", len(summary))
	}
	rows := strings.Count(summary, " | r | ")
	if want := fmt.Sprintf("\n\n… and %d more findings: GitHub has no room for more.\n", 300-rows); rows == 0 || !strings.HasSuffix(summary, want) {
		t.Errorf("after %d rows the summary ends with %q, want %q", rows, summary[len(summary)-100:], want)
	}
}
