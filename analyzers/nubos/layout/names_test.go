package layout

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestNear finds the name that was meant, and none for a file of its own.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		level          *level
		name, id, want string
	}{
		{milestoneLevel, "CONTEXT.md", "M001", "M001-CONTEXT.md"}, {milestoneLevel, "m001-context.md", "M001",
			"M001-CONTEXT.md"}, {milestoneLevel, "M1-CONTEXT.md", "M001", "M001-CONTEXT.md"},
		{milestoneLevel, "M001-CONTXT.md", "M001", "M001-CONTEXT.md"}, {milestoneLevel, "M001_CONTEXT.md", "M001",
			"M001-CONTEXT.md"}, {milestoneLevel, "M001-META.yaml", "M001", "M001-META.json"},
		{milestoneLevel, "M001-PLANREVIEW.md", "M001", "M001-PLAN-REVIEW.md"}, {sliceLevel, "S001-PLN.md", "S001",
			"S001-PLAN.md"}, {sliceLevel, "PLAN.md", "S001", "S001-PLAN.md"},
		{sliceLevel, "todo.md", "S001", "TODO.md"}, {sliceLevel, "S001-TODO.md", "S001", "TODO.md"}, {taskLevel,
			"T0001-SUMARY.md", "T0001", "T0001-SUMMARY.md"},
		{milestoneLevel, "notes.md", "M001", ""}, {milestoneLevel, "README.md", "M001", ""}, {sliceLevel,
			"S001-NOTES.md", "S001", ""}, {taskLevel, "log.txt", "T0001", ""},
	} {
		if got := c.level.near(c.name, c.id); got != c.want {
			t.Errorf("%s in %s: got %q, want %q", c.name, c.id, got, c.want)
		}
	}
}

// TestMeant finds the id that a directory was meant for.
func TestMeant(t *testing.T) {
	for name, want := range map[string]string{"M1": "M001", "m001": "M001", "M0001": "M001", "M-12": "M012",
		"7": "M007", "M1234": "M1234", "phase": "", "M": "", "": "", "M000": "", "M1a": ""} {
		if got := meant(name, 'M'); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// TestClash has two directories that differ only in case, with several files in them: the pair is told once, and
// nothing of what lies below.
func TestClash(t *testing.T) {
	p := &document.Project{}
	for _, name := range []string{"Slices/S001/S001-PLAN.md", "slices/S001/S001-PLAN.md", "slices/S001/TODO.md",
		"slices/S002/S002-PLAN.md", "slices/S002/TODO.md", "slices/S002/todo.md"} {
		p.Inputs = append(p.Inputs,
			document.Input{Path: ".nubos-pilot/milestones/M001/" + name, Kind: "nubos/slice-plan"})
	}
	var got []string
	n := readNames(document.NewSet(p))
	for _, in := range p.Inputs {
		for _, f := range n.findings[in.Path] {
			if f.Rule == caseClash {
				said, _, _ := strings.Cut(f.Message, " differ")
				got = append(got, strings.ReplaceAll(said, ".nubos-pilot/milestones/M001/", ""))
			}
		}
	}
	if want := "slices and Slices"; len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
