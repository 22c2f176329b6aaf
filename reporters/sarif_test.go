package reporters

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// sarif returns the run that the SARIF format writes for a report about the files of sample.
func sarif(r *nplint.Report, o *Options) sarifRun {
	b := sarifBuilder{report: r, source: source, rule: page}
	var out bytes.Buffer
	var log sarifLog
	if err := errors.Join(b.write(&out, o), json.Unmarshal(out.Bytes(), &log)); err != nil {
		panic(err)
	}
	return log.Runs[0]
}

func TestSARIF(t *testing.T) {
	b := sarifBuilder{report: sample(), source: source, rule: page}
	var out bytes.Buffer
	if err := b.write(&out, &Options{Version: "0.1.0", Category: "plans"}); err != nil {
		t.Fatal(err)
	}
	golden(t, "sarif.golden", out.Bytes())
}

func TestSARIFWithoutFindings(t *testing.T) {
	var out bytes.Buffer
	if err := writeSARIF(&out, &nplint.Report{}, &Options{}); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules json.RawMessage }
			}
			Results           json.RawMessage
			AutomationDetails json.RawMessage
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if string(run.Results) != "[]" || string(run.Tool.Driver.Rules) != "[]" {
		t.Errorf("results are %s, rules are %s: GitHub rejects a log without these arrays", run.Results, run.Tool.Driver.Rules)
	}
	if run.AutomationDetails != nil {
		t.Errorf("automationDetails are %s without a category", run.AutomationDetails)
	}
}

func TestSARIFRuleIndex(t *testing.T) {
	r := &nplint.Report{}
	for _, id := range []string{"zeta", "alpha", "missing-required", "zeta", "beta"} {
		r.Findings = append(r.Findings, nplint.Finding{Rule: id, Severity: nplint.Error, Path: "a"})
	}
	run := sarif(r, &Options{})
	var ids []string
	for _, rule := range run.Tool.Driver.Rules {
		ids = append(ids, rule.ID)
	}
	if want := []string{"alpha", "beta", "missing-required", "zeta"}; !slices.Equal(ids, want) {
		t.Errorf("rules are %q, want %q", ids, want)
	}
	for _, result := range run.Results {
		if ids[result.RuleIndex] != result.RuleID {
			t.Errorf("the index of %s leads to %s", result.RuleID, ids[result.RuleIndex])
		}
	}
}

func TestSARIFRun(t *testing.T) {
	run := sarif(&nplint.Report{Unanalyzed: true}, &Options{Version: "devel", Category: "a/b/"})
	if run.Tool.Driver.SemanticVersion != "" || run.Tool.Driver.Version != "devel" {
		t.Errorf("versions are %q and %q", run.Tool.Driver.SemanticVersion, run.Tool.Driver.Version)
	}
	if run.AutomationDetails.ID != "a/b/" {
		t.Errorf("the category is %q", run.AutomationDetails.ID)
	}
	if call := run.Invocations[0]; call.ExecutionSuccessful || len(call.Notifications) != 1 {
		t.Errorf("the invocation is %+v although not everything could be analyzed", call)
	}
}

// What GitHub computes for a line must not depend on whether it or nplint computes it.
func TestSARIFFingerprints(t *testing.T) {
	hashes := lineHashes([]byte(plan))
	results := sarif(sample(), &Options{}).Results
	for i, want := range []map[string]string{
		{"primaryLocationLineHash": hashes[1].String(), "nplint/v1": "0f1e2d3c"},
		{"primaryLocationLineHash": hashes[6].String(), "nplint/v1": "4b5a6978"},
		{}, // the file is unknown
	} {
		got := results[i].PartialFingerprints
		if len(got) != len(want) {
			t.Errorf("result %d: %v, want %v", i, got, want)
		}
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("result %d: %s is %q, want %q", i, name, got[name], want[name])
			}
		}
	}
}

func TestSARIFPaths(t *testing.T) {
	for path, want := range map[string]string{
		"a/b.md":           "a/b.md",
		"my plan.md":       "my%20plan.md",
		"Pläne/完.md":       "Pl%C3%A4ne/%E5%AE%8C.md",
		"a#b?c%d.md":       "a%23b%3Fc%25d.md",
		"c:d.md":           "c%3Ad.md",
		"\x1b\xff\u202e.x": "%1B%FF%E2%80%AE.x",
		"{a}[b].md":        "%7Ba%7D%5Bb%5D.md",
	} {
		if got := artifact(path).URI; got != want {
			t.Errorf("%q: %s, want %s", path, got, want)
		}
	}
}

func TestDescribe(t *testing.T) {
	tags := strings.Split("a b c d e f g h i j k l", " ")
	long := strings.Repeat("ü", 3000)
	rule := describe("two-words", &rules.Rule{ID: "two-words", Pack: "demo", Title: long, Severity: "info", Tags: tags, Why: long, Source: "spec"})
	if got := rule.Properties.Tags; !slices.Equal(got, tags[:10]) {
		t.Errorf("tags are %q; GitHub takes ten", got)
	}
	for name, text := range map[string]string{"short": rule.ShortDescription.Text, "full": rule.FullDescription.Text} {
		if n := len([]rune(text)); n > 1024 {
			t.Errorf("%s description has %d code points", name, n)
		}
	}
	if !strings.HasPrefix(rule.Help.Text, long) || !strings.HasSuffix(rule.Help.Text, "Demanded by: spec") {
		t.Error("the help is not the whole page")
	}
	if ours := describe("enum", rules.Get("enum")); rule.Help.Markdown != "" || !strings.HasPrefix(ours.Help.Markdown, rules.Get("enum").Why) {
		t.Error("Markdown is for our own pages")
	}
	if rule.Name != "TwoWords" || rule.DefaultConfiguration.Level != "note" || rule.Properties.ProblemSeverity != "recommendation" {
		t.Errorf("name %s, level %s, severity %s", rule.Name, rule.DefaultConfiguration.Level, rule.Properties.ProblemSeverity)
	}
	if rule.HelpURI != "" {
		t.Errorf("the page of a rule that is not built in is at %s", rule.HelpURI)
	}
	const want = "https://github.com/nplint/nplint/blob/main/rules/core/enum.md"
	if ours := describe("enum", rules.Get("enum")); ours.HelpURI != want {
		t.Errorf("page is at %s, want %s", ours.HelpURI, want)
	}
	if unknown := describe("own", nil); unknown.ShortDescription.Text == "" || unknown.Help.Text == "" || unknown.HelpURI != "" {
		t.Errorf("a rule without a page: %+v", unknown)
	}
}

func TestSARIFFixWithoutEdits(t *testing.T) {
	r := &nplint.Report{Findings: []nplint.Finding{{Rule: "x", Severity: nplint.Error, Path: "a", Fixes: []nplint.Fix{{Title: "none"}}}}}
	if fixes := sarif(r, &Options{}).Results[0].Fixes; len(fixes) != 0 {
		t.Errorf("a fix without a change breaks the schema: %+v", fixes)
	}
}
