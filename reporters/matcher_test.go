package reporters

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

// patterns returns the patterns of a matcher by what it says of the severity of a match, as a program reads its JSON.
func patterns(t *testing.T, matcher any) map[string]linePattern {
	t.Helper()
	text, err := json.Marshal(matcher)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		ProblemMatcher []struct {
			Severity string
			Pattern  []linePattern
		}
		Tasks []struct{ ProblemMatcher struct{ Pattern linePattern } }
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	found := map[string]linePattern{}
	for _, m := range read.ProblemMatcher {
		found[m.Severity] = m.Pattern[0]
	}
	for _, task := range read.Tasks {
		found[""] = task.ProblemMatcher.Pattern
	}
	return found
}

// matches returns what the patterns find in the lines of a text.
func matches(text string, patterns map[string]linePattern) []string {
	var found []string
	for line := range strings.Lines(text) {
		for severity, p := range patterns {
			m := regexp.MustCompile(p.Regexp).FindStringSubmatch(strings.TrimSuffix(line, "\n"))
			if m == nil {
				continue
			}
			if p.Severity > 0 {
				severity = m[p.Severity]
			}
			found = append(found, strings.Join([]string{m[p.File], m[p.Line], m[p.Column], severity, m[p.Code], m[p.Message]}, "|"))
		}
	}
	return found
}

// TestMatchers holds the matchers against the text format: each finding is matched, and nothing else.
func TestMatchers(t *testing.T) {
	report := sample()
	for _, path := range []string{"a: b:7.md", "D:/other/drive.md", "Pläne/完.md"} {
		f := report.Findings[0]
		f.Path, f.Rule, f.Message = path, "doctrine:missing-file", "look at x.md:1:2: error[r] and [y] m"
		report.Findings = append(report.Findings, f)
	}
	src := []byte(plan + "x.md:1:2: error[rule] a line of a file that looks like a finding\n")
	report.Findings[1].Range = rangeOf(string(src), "error[rule]")
	for name, matcher := range map[string]any{"github": GitHubMatcher(), "vscode": VSCodeTasks()} {
		var want []string
		for i := range report.Findings {
			f := &report.Findings[i]
			severity := f.Severity.String()
			if name == "github" && f.Severity == nplint.Info {
				severity = "notice"
			}
			want = append(want, fmt.Sprintf("%s|%d|%d|%s|%s|%s", f.Path, f.Range.Start.Line, f.Range.Start.Column, severity, f.Rule, f.Message))
		}
		for _, o := range []Options{{}, {Frames: true, Statistics: true}, {Color: true}, {Color: true, Frames: true, Statistics: true}} {
			out := textOf(t, report, func(string) []byte { return src }, &o)
			if got := matches(out, patterns(t, matcher)); !slices.Equal(got, want) {
				t.Errorf("%s with %+v finds\n%s\nwant\n%s\nin\n%s", name, o, strings.Join(got, "\n"), strings.Join(want, "\n"), out)
			}
		}
	}
}

// TestVSCodeTasks holds the file that people copy against the code.
func TestVSCodeTasks(t *testing.T) {
	var out bytes.Buffer
	if err := EncodeJSON(&out, VSCodeTasks()); err != nil {
		t.Fatal(err)
	}
	golden(t, "../../editors/vscode/tasks.json", out.Bytes())
}
