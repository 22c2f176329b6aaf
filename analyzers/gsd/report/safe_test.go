package report_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/version"
)

// TestSafePassed holds that a status becomes passed without being asked only where it nearly says so, or where the report
// bears it out.
func TestSafePassed(t *testing.T) {
	base, err := txtar.ParseFile("../../../rules/gsd/base/minimal.txtar")
	if err != nil {
		t.Fatal(err)
	}
	with := parts.Of(gsd.Pack)
	with.Version = version.Nplint // the pack is new to it, so no fix is refused for an error that would follow
	for report, want := range map[string]bool{
		"status: pased\nscore: none":                                  true,
		"status: approved\nscore: 1/1":                                true,
		"status: approved\nscore: 0/1":                                false,
		"status: approved\nscore: 0/0":                                false,
		"status: approved\nscore: none":                               false,
		"status: partial\nscore: none":                                true,
		"status: approved\nscore: 0/1\n---\n\n**Status:** passed":     true,
		"status: approved\nscore: 1/1\n---\n\n**Status:** gaps_found": false,
		"status: approved\nscore: 1/1\n---\n\n| # | Truth | Status |\n|---|---|---|\n| 1 | It holds | ✗ FAILED |": false,
	} {
		if !strings.Contains(report, "---\n") {
			report += "\n---"
		}
		report = "---\nphase: 01-booking\nverified: 2026-10-02T10:00:00Z\n" + report + "\n"
		file := txtar.File{Name: ".planning/phases/01-booking/01-VERIFICATION.md", Data: []byte(report)}
		o := nplinttest.Options(t, append(base.Files[:len(base.Files):len(base.Files)], file))
		o.Only = []string{"gsd-verification-status"}
		repair, err := engine.Mend(t.Context(), o, with, false)
		if err != nil {
			t.Fatal(err)
		}
		if is := len(repair.Changes) > 0; is != want {
			t.Errorf("it is %t that the status is mended, want %t:\n%s", is, want, report)
		}
	}
}
