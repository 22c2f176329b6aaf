package place_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nubos/place"
)

// TestPlaceOf finds the ids of a path, and none below a directory that is not named as programs look for it.
func TestPlaceOf(t *testing.T) {
	for path, want := range map[string]string{
		"M001/M001-META.json": "M001  ", "M001/slices/S002/TODO.md": "M001 S002 ",
		"M001/slices/S002/tasks/T0003/T0003-PLAN.md": "M001 S002 T0003",
		"M1000/slices/S1000/tasks/T10000/x.md":       "M1000 S1000 T10000", "M001/handoffs/x.md": "M001  ",
		"M001/slices/x.md": "M001  ", "M001": "  ",
		"M0001/M0001-META.json": "  ", "M1/x.md": "  ", "m001/x.md": "  ", "M000/x.md": "  ", "M001/slices/S02/TODO.md": "  ",
		"M001/slices/S002/tasks/T001/T0001-PLAN.md": "  ", "../x.md": "  ",
	} {
		p := place.Of("shop", "shop/.nubos-pilot/milestones/"+path)
		if got := p.Milestone + " " + p.Slice + " " + p.Task; got != want || p.Root != "shop" {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	if p := place.Of("", "shop/.nubos-pilot/milestones/M001/x.md"); p.Milestone != "" {
		t.Error("the milestone of another root is taken for one of this")
	}
}

// TestSplitID takes only whole ids of tasks.
func TestSplitID(t *testing.T) {
	for id, want := range map[string]string{"M001-S002-T0003": "M001 S002 T0003",
		"M0001-S0001-T00001": "M0001 S0001 T00001", "M01-S002-T0003": "  ", "M001-S002-T003": "  ", "M001-S002": "  ",
		"": "  ", "M001-S002-T0003-x": "  "} {
		m, s, n := place.SplitID(id)
		if got := m + " " + s + " " + n; got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

// TestMeant reads ids as they are written by mistake, and nothing else.
func TestMeant(t *testing.T) {
	for text, want := range map[string]string{
		"M1": "M001", "m002": "M002", "M0003": "M003", "M001-S00l": "M001-S001", "MO1": "M001", "M001–S001—T4": "M001-S001-T0004",
		"М001": "M001", "M001-S001-TOOO2": "M001-S001-T0002", "“M001”": "M001", "M001-S001-T0012": "M001-S001-T0012",
		"Mol": "", "Mil": "", "M": "", "S001": "", "M001-": "", "M001-S001-": "", "M001-T0001": "", "v1.0": "", "M99999": "M99999", "M100000": "",
	} {
		if got := place.Meant(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]int{"SC-1": 1, "SC-O2": 2, "sc–03": 3, "SC 4": 4, "SC-1l": 11, "SC-l": 1, "S001": 0, "SC-": 0, "": 0} {
		if got := place.MeantCriterion(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
