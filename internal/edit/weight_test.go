package edit

import (
	"bytes"
	"testing"

	"github.com/nplint/nplint/internal/report"
)

// TestOfferWeight tries the fix of a large file out of which one letter is told after the other, each of whose fixes makes it
// shorter.
func TestOfferWeight(t *testing.T) {
	text, lints := bytes.Repeat([]byte("x"), 2<<20), 0
	lint := func(changed map[string][]byte) (*report.Report, error) {
		lints++
		now := text
		if changed["file"] != nil {
			now = changed["file"]
		}
		found := report.Finding{Path: "file", Rule: "letter", Severity: report.Warning}
		found.Range.End.Offset = 1
		fix := fixWith(editAt("file", 0, 1, ""))
		fix.Safe = true
		found.Fixes = []report.Fix{fix}
		r := &report.Report{Base: t.TempDir(), Findings: []report.Finding{found}}
		report.Summarize(r)
		report.Attach(r, report.Knowledge{Sources: map[string][]byte{"file": now}})
		return r, nil
	}
	offered, _ := lint(nil)
	if err := Offer(offered, lint); err != nil {
		t.Fatal(err)
	}
	if most := maxWeight/len(text) + 1; lints > most {
		t.Errorf("2 MiB are linted %d times to try a fix out, and not %d", lints, most)
	}
	if offered.Summary.Fixable != 1 {
		t.Error("the fix is not offered")
	}
}

// TestMendWeight mends a small file with very many findings, of which one is mended at a time: what is left is mended when
// somebody asks again.
func TestMendWeight(t *testing.T) {
	text, lints := bytes.Repeat([]byte("x"), 70_000), 0
	lint := func(changed map[string][]byte) (*report.Report, error) {
		lints++
		now := text
		if changed["file"] != nil {
			now = changed["file"]
		}
		r := &report.Report{Base: t.TempDir(), Findings: make([]report.Finding, len(now))}
		for i := range r.Findings {
			r.Findings[i] = report.Finding{Path: "file", Rule: "letter", Severity: report.Warning}
		}
		fix := fixWith(editAt("file", 0, 1, ""))
		fix.Safe = true
		r.Findings[0].Fixes = []report.Fix{fix}
		report.Summarize(r)
		report.Attach(r, report.Knowledge{Sources: map[string][]byte{"file": now}})
		return r, nil
	}
	before, _ := lint(nil)
	repair, err := Mend(before, false, lint, nil, func(*report.Finding) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if lints > 2 {
		t.Errorf("70,000 findings are found %d times", lints)
	}
	if len(repair.Changes) != 1 || len(repair.Refused) > 0 {
		t.Errorf("%d changes, %d refused", len(repair.Changes), len(repair.Refused))
	}
}
