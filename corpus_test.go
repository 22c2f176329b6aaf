package nplint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
)

// corpus returns the directory with the material of the reference implementations that lies beside the repository, and skips the test
// where it does not: it is not ours to ship.
func corpus(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../shared/corpus")
	if err != nil {
		t.Fatal(err)
	}
	if !exists(dir) {
		t.Skip("SKIPPED: ../shared/corpus is absent, so nothing was held against the reference implementations")
	}
	return dir
}

// corpusCase is a row of nubos-cases/verdicts.jsonl: a file, and what is expected of it. check-cases.py beside it says the same.
type corpusCase struct {
	File, Kind string
	Nplint     struct {
		Findings []string // each "rule@at" is reported
		Rules    []string // each rule is reported
		Errors   bool     // there is an error
		Some     bool     // there is an error or a warning
		Clean    bool     // there is none of both
		Without  []string // none of these rules is reported
		Any      bool     // it only must end well
	}
}

// fault returns how the report of a file falls short of the verdict, or "".
func (c *corpusCase) fault(report *nplint.Report) string {
	places, ids := map[string]bool{}, countRules(report)
	loud := report.Summary.Errors + report.Summary.Warnings
	for _, f := range report.Findings {
		places[f.Rule+"@"+f.At] = true
	}
	reported := "; reported: " + strings.Join(slices.Sorted(maps.Keys(places)), ", ")
	for _, place := range c.Nplint.Findings {
		if !places[place] {
			return place + " is not reported" + reported
		}
	}
	for _, id := range c.Nplint.Rules {
		if ids[id] == 0 {
			return id + " is not reported" + reported
		}
	}
	for _, id := range c.Nplint.Without {
		if ids[id] > 0 {
			return id + " must not be reported"
		}
	}
	switch {
	case report.Unanalyzed:
		return "it was not analyzed" + reported
	case c.Nplint.Errors && report.Summary.Errors == 0:
		return "there is no error" + reported
	case c.Nplint.Some && loud == 0:
		return "there is neither error nor warning" + reported
	case c.Nplint.Clean && loud > 0:
		return "false alarm" + reported
	}
	return ""
}

// TestCorpusCases holds small files with one fault or trick each against their kind.
func TestCorpusCases(t *testing.T) {
	dir := filepath.Join(corpus(t), "nubos-cases")
	kinds := []string{"agent", "verification", "validation", "researcher-output", "research-final", "roadmap", "state", "config"}
	judged := map[string]int{}
	for _, c := range corpusCases(t, filepath.Join(dir, "verdicts.jsonl")) {
		if !slices.Contains(kinds, c.Kind) {
			continue
		}
		judged[c.Kind]++
		report := run(t, nplint.Options{Dir: dir, Paths: []string{c.File}, Kind: "nubos/" + c.Kind})
		if fault := c.fault(report); fault != "" {
			t.Errorf("%s: %s", c.File, fault)
		}
	}
	t.Logf("cases of each kind: %v", judged)
	for _, kind := range kinds {
		if judged[kind] == 0 {
			t.Errorf("there is no case of the kind %s", kind)
		}
	}
}

func corpusCases(t *testing.T, file string) []corpusCase {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []corpusCase
	decoder := json.NewDecoder(f)
	for {
		var c corpusCase
		if err := decoder.Decode(&c); errors.Is(err, io.EOF) {
			return cases
		} else if err != nil {
			t.Fatalf("%s: case %d: %v", file, len(cases)+1, err)
		}
		cases = append(cases, c)
	}
}

// TestCorpusAgents lints the reference's own tree: its 17 agents are seen, and all that is there is right.
func TestCorpusAgents(t *testing.T) {
	var agents atomic.Int64
	count := houseRule(func(r *document.Reporter) {
		if r.Doc.Kind == "nubos/agent" {
			agents.Add(1)
		}
	})
	report := run(t, nplint.Options{Dir: filepath.Join(corpus(t), "nubos-pilot-1.2.4"), Passes: []*analysis.Analyzer{count}})
	if agents.Load() != 17 {
		t.Errorf("%d agents are recognised, want 17", agents.Load())
	}
	for _, f := range report.Findings {
		t.Errorf("false alarm: %s", line(f))
	}
}

// TestCorpusShop lints a whole project that is right.
func TestCorpusShop(t *testing.T) {
	report := run(t, nplint.Options{Dir: filepath.Join(corpus(t), "trees", "shop")})
	if report.Summary.Files < 10 {
		t.Errorf("only %d artefacts are recognised", report.Summary.Files)
	}
	for _, f := range report.Findings {
		if f.Severity >= nplint.Warning {
			t.Errorf("false alarm: %s", line(f))
		}
	}
}

// TestCorpusFault shows that every kind of verdict can be missed.
func TestCorpusFault(t *testing.T) {
	const file = "/nowhere/np-counter.md"
	text := []byte("---\nname: np-counter\ndescription: Counts.\ntier: huge\ntools: Read\n---\n")
	faulty := run(t, nplint.Options{Dir: t.TempDir(), Paths: []string{file}, Kind: "nubos/agent", Overlay: map[string][]byte{file: text}})
	for _, test := range []struct {
		verdict string
		report  *nplint.Report
		want    string
	}{
		{`{"findings": ["agent-invalid-tier@frontmatter.tier"], "errors": true, "some": true}`, faulty, ""},
		{`{"findings": ["agent-invalid-tier@frontmatter.name"]}`, faulty, "agent-invalid-tier@frontmatter.name is not reported; reported: agent-invalid-tier@frontmatter.tier"},
		{`{"rules": ["agent-invalid-name"]}`, faulty, "agent-invalid-name is not reported; reported: agent-invalid-tier@frontmatter.tier"},
		{`{"rules": ["agent-invalid-tier"], "without": ["agent-invalid-tier"]}`, faulty, "agent-invalid-tier must not be reported"},
		{`{"clean": true}`, faulty, "false alarm; reported: agent-invalid-tier@frontmatter.tier"},
		{`{"any": true}`, faulty, ""},
		{`{"any": true}`, &nplint.Report{Unanalyzed: true}, "it was not analyzed; reported: "},
		{`{"clean": true}`, &nplint.Report{}, ""},
		{`{"errors": true}`, &nplint.Report{}, "there is no error; reported: "},
		{`{"some": true}`, &nplint.Report{}, "there is neither error nor warning; reported: "},
	} {
		var c corpusCase
		if err := json.Unmarshal([]byte(test.verdict), &c.Nplint); err != nil {
			t.Fatal(err)
		}
		if got := c.fault(test.report); got != test.want {
			t.Errorf("%s: got %q, want %q", test.verdict, got, test.want)
		}
	}
}

// line is a finding as people read it.
func line(f nplint.Finding) string {
	return fmt.Sprintf("%s:%d: %s[%s] %s", f.Path, f.Range.Start.Line, f.Severity, f.Rule, f.Message)
}
