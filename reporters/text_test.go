package reporters

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// text returns what the text format writes for a report about the files of sample.
func text(t *testing.T, r *nplint.Report, o *Options) string {
	t.Helper()
	return textOf(t, r, source, o)
}

// textOf returns what the text format writes for a report about files.
func textOf(t *testing.T, r *nplint.Report, source func(string) []byte, o *Options) string {
	t.Helper()
	form := (*textWriter).compact
	if o.Frames {
		form = (*textWriter).full
	}
	return inForm(t, r, source, o, form)
}

// inForm returns a report with its findings in one of the forms of text.
func inForm(t *testing.T, r *nplint.Report, source func(string) []byte, o *Options, form func(*textWriter)) string {
	t.Helper()
	var out bytes.Buffer
	w := newTextWriter(&out, r, o)
	w.source = source
	if err := w.write(form); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestText(t *testing.T) {
	for name, o := range map[string]*Options{
		"plain.golden":  {},
		"frames.golden": {Frames: true, Statistics: true},
		"colour.golden": {Frames: true, Color: true, Quiet: true},
	} {
		golden(t, name, []byte(text(t, sample(), o)))
	}
	narrow := &Options{Frames: true, Width: 40, Statistics: true}
	golden(t, "narrow.golden", []byte(text(t, sample(), narrow)))
	grouped := inForm(t, sample(), source, &Options{}, (*textWriter).grouped)
	golden(t, "grouped.golden", []byte(grouped))
	coloured := &Options{Width: 60, Color: true}
	golden(t, "grouped-narrow.golden", []byte(inForm(t, sample(), source, coloured, (*textWriter).grouped)))
}

// TestTextFits holds that no line is wider than the terminal, whatever is written.
func TestTextFits(t *testing.T) {
	r := sample()
	r.Findings[0].Range.End.Line += 12
	r.Findings[0].Path = "agents/" + strings.Repeat("图书", 20) + "np-finder.md"
	r.Findings[1].Range.Start.Line = 1234567
	for _, width := range []int{20, 30, 40, 60, 80} {
		o := &Options{Frames: true, Width: width, Statistics: true}
		text := text(t, r, o) + inForm(t, r, source, o, (*textWriter).grouped)
		for line := range strings.Lines(text) {
			if got := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); got > width {
				t.Errorf("%d columns: %q has %d", width, line, got)
			}
		}
	}
}

var link = regexp.MustCompile("\x1b]8;;([^\x1b]*)\x1b\\\\")

// TestTextLinks holds where links lead, and that they change nothing else.
func TestTextLinks(t *testing.T) {
	r := sample()
	r.Findings[0].Rule = "agent-tools"
	r.Findings[2].Path = "a\x1b]8;;x\a%\xff;.md"
	for name, form := range map[string]func(*textWriter){"full": (*textWriter).full, "grouped": (*textWriter).grouped} {
		plain := inForm(t, r, source, &Options{Color: true, Frames: true}, form)
		linked := inForm(t, r, source, &Options{Color: true, Frames: true, Links: true}, form)
		if got := link.ReplaceAllString(linked, ""); got != plain {
			t.Errorf("%s: without its links it is\n%s\nand not\n%s", name, got, plain)
		}
		host, _ := os.Hostname()
		var got []string
		for _, m := range link.FindAllStringSubmatch(linked, -1) {
			if m[1] != "" {
				got = append(got, strings.Replace(m[1], "//"+host+"/", "//host/", 1))
			}
		}
		got = slices.Compact(got)
		slices.Sort(got)
		want := []string{
			"file://host/repo/Pl%C3%A4ne/my%20plan%20%231.md", "file://host/repo/a%1B%5D8;;x%07%25%FF;.md",
			"https://github.com/nplint/nplint/blob/main/rules/nubos/agent-tools.md",
		}
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s leads to\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestTextIsOneLineAFinding(t *testing.T) {
	r := sample()
	for i := range r.Findings {
		r.Findings[i].Message = "first\nsecond\r\nthird"
	}
	lines := strings.Split(strings.TrimSuffix(text(t, r, &Options{Quiet: true}), "\n"), "\n")
	if len(lines) != len(r.Findings) {
		t.Fatalf("%d lines for %d findings:\n%s", len(lines), len(r.Findings), strings.Join(lines, "\n"))
	}
	matcher := regexp.MustCompile(`^(.+):(\d+):(\d+): (error|warning|info)\[([^\]]+)\] (.+)$`)
	for _, line := range lines {
		if !matcher.MatchString(line) {
			t.Errorf("a problem matcher cannot read %q", line)
		}
	}
}

func TestTextPaths(t *testing.T) {
	for _, c := range []struct{ name, workDir, want string }{
		{"base", "/repo", "sub/a.md:"},
		{"below the base", "/repo/sub", "a.md:"},
		{"beside the file", "/repo/other", "../sub/a.md:"},
		{"above the base", "/", "repo/sub/a.md:"},
		{"unknown", "", "sub/a.md:"},
	} {
		r := &nplint.Report{Base: "/repo", Findings: []nplint.Finding{{Rule: "x", Severity: nplint.Error, Path: "sub/a.md"}}}
		if got := text(t, r, &Options{WorkDir: c.workDir}); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestTextSummary(t *testing.T) {
	safe, unsafe := nplint.Fix{Safe: true}, nplint.Fix{}
	finding := func(fixes ...nplint.Fix) nplint.Finding {
		return nplint.Finding{Rule: "x", Severity: nplint.Error, Path: "a", Fixes: fixes}
	}
	for _, c := range []struct {
		name   string
		report nplint.Report
		want   string
	}{
		{"nothing", nplint.Report{Summary: nplint.Summary{Files: 12}}, "no findings in 12 files"},
		{"one file", nplint.Report{Summary: nplint.Summary{Files: 1, Warnings: 1}}, "1 warning in 1 file"},
		{"all levels", nplint.Report{Summary: nplint.Summary{Files: 2, Errors: 3, Warnings: 1, Infos: 2}}, "3 errors, 1 warning, 2 infos in 2 files"},
		{"fixes", nplint.Report{
			Findings: []nplint.Finding{finding(unsafe, safe), finding(unsafe), finding()},
			Summary:  nplint.Summary{Files: 2, Errors: 3},
		}, "3 errors in 2 files (1 fixable with --fix, 1 more with --unsafe-fixes)"},
		{"set aside", nplint.Report{Summary: nplint.Summary{Files: 2, Suppressed: 1, Baselined: 7}}, "no findings in 2 files (1 suppressed, 7 in the baseline)"},
		{"crash", nplint.Report{Unanalyzed: true, Summary: nplint.Summary{Files: 2}}, "no findings in 2 files, not all of which could be analyzed"},
	} {
		lines := strings.Split(text(t, &c.report, &Options{}), "\n")
		if got := lines[len(lines)-2]; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestTextStatistics(t *testing.T) {
	known := rules.All()[0]
	r := &nplint.Report{}
	for _, id := range []string{"zeta", "alpha", known.ID, "zeta", known.ID, "zeta"} {
		r.Findings = append(r.Findings, nplint.Finding{Rule: id, Severity: nplint.Error, Path: "a"})
	}
	got := text(t, r, &Options{Statistics: true, Quiet: true})
	_, table, _ := strings.Cut(got, "\n\n")
	lines := strings.Split(table, "\n")
	for i, want := range []string{"3  zeta", "2  " + known.ID, "1  alpha"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d of the table: %q, want %q", i+1, lines[i], want)
		}
	}
	if !strings.HasSuffix(lines[1], known.Title) {
		t.Errorf("%q does not end with the rule's title", lines[1])
	}
}
