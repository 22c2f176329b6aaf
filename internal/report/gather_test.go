package report

import (
	"fmt"
	"testing"
)

// TestGatherKeys holds that what is said of one key at several places of a file is told once, and of other keys by itself.
func TestGatherKeys(t *testing.T) {
	r := &Report{}
	add := func(at string) {
		f := Finding{Rule: "a", Path: "settings.json", At: at, Severity: Warning, Message: "it has no effect"}
		f.Range.Start.Line = len(r.Findings) + 1
		r.Findings = append(r.Findings, f)
	}
	for i := range 3 {
		add(fmt.Sprintf("$.hooks.Stop[%d].hooks[0].once", i))
	}
	add("$.hooks.Stop[0].hooks[0].async")
	r.Summary.Warnings = len(r.Findings)
	Gather(r)
	if len(r.Findings) != 2 || r.Findings[0].Message != "it has no effect (also on lines 2, 3)" || r.Summary.Warnings != 2 {
		t.Errorf("%d warnings: %v", r.Summary.Warnings, r.Findings)
	}
}
