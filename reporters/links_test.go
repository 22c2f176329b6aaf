package reporters

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// ours matches the address of a file of this repository.
var ours = regexp.MustCompile(`https://github\.com/nplint/nplint/(?:blob|tree|raw)/main/([A-Za-z0-9._/-]*[A-Za-z0-9_/-])(?:#([A-Za-z0-9_-]+))?`)

// TestLinks holds that each address of ours leads to a file, and to a heading of it if it names one: what every format
// writes of findings of all rules, and what the code has.
func TestLinks(t *testing.T) {
	r := &nplint.Report{Base: "/repo"}
	for _, rule := range rules.All() {
		r.Findings = append(r.Findings, nplint.Finding{Rule: rule.ID, Severity: nplint.Error, Path: planPath, Message: "m"})
		if ours.FindString(rule.URL()) != rule.URL() || rule.URL() == "" {
			t.Errorf("the page of %s is at %q, which is not known to lead anywhere", rule.ID, rule.URL())
		}
	}
	report.Attach(r, report.Knowledge{Sources: map[string][]byte{planPath: []byte(plan)}})
	for _, format := range Formats {
		var out, summary bytes.Buffer
		o := &Options{Color: true, Frames: true, Links: true, Statistics: true, StepSummary: &summary}
		if err := format.Write(&out, r, o); err != nil {
			t.Fatal(err)
		}
		found := leads(t, format.Name, out.String()+summary.String())
		if linking := []string{"sarif", "full", "grouped", "rdjson", "github"}; slices.Contains(linking, format.Name) && found < len(r.Findings) {
			t.Errorf("%s links %d pages of %d rules", format.Name, found, len(r.Findings))
		}
	}
	for _, pattern := range []string{"*.go", "*/*.go", "*/*/*.go", "*/*/*/*.go", "*.yml", "*/*.json"} {
		files, err := filepath.Glob(filepath.Join("..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			leads(t, file, strings.ReplaceAll(string(text), `/rules/" + r.File()`, ""))
		}
	}
}

// leads reports addresses in a text that lead nowhere, and returns how many there are in all.
func leads(t *testing.T, where, text string) int {
	t.Helper()
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	other := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	known := map[string]bool{}
	found := ours.FindAllStringSubmatch(text, -1)
	for _, m := range found {
		if known[m[0]] {
			continue
		}
		known[m[0]] = true
		page, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(m[1])))
		anchored := m[2] == ""
		for _, h := range heading.FindAllStringSubmatch(string(page), -1) {
			anchored = anchored || strings.ReplaceAll(other.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-") == m[2]
		}
		if info, statErr := os.Stat(filepath.Join("..", m[1])); statErr != nil || !info.IsDir() && err != nil || !anchored {
			t.Errorf("%s: %s leads nowhere", where, m[0])
		}
	}
	return len(found)
}
