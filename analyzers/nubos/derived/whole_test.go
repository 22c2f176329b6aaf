package derived_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/table"
)

// TestRendersWhole holds ROADMAP.md against no roadmap.yaml of which anything is reported as missing or misspelt.
func TestRendersWhole(t *testing.T) {
	tree := table.New(t, nubos.Pack, "../../../rules/nubos/base/minimal.txtar")
	data, err := os.ReadFile(filepath.Join(tree.Dir, ".nubos-pilot/roadmap.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	before := string(data)
	tree.Write(".nubos-pilot/REQUIREMENTS.md",
		"# Requirements\n\n- [ ] **REQ-LANE-01**: A lane that a club has booked is not free\n")
	tree.Write(".nubos-pilot/ROADMAP.md", "<!-- Generated from roadmap.yaml -->\n\nMilestones: 9. Phases: 0.\n")
	for _, change := range []struct {
		old, new string
		compared bool
	}{
		{"", "", true},
		{"    goal: Swim", "    requirements: [REQ-LANE-01]\n    goal: Swim", true},
		{"    goal: Swim", "    requirements: [REQ-LANE-02]\n    goal: Swim", false},
		{"    goal: Swimmers find a lane.\n", "", false},
		{"    success_criteria:\n      - A swimmer sees which lanes are free\n", "", false},
		{"- A swimmer sees which lanes are free", "- ''", false},
		{"    slices:", "    stages:", false},
		{"    slices:", "    phases: []\n    slices:", false},
		{"    name: Pool\n", "", false},
		{"    status: pending\n    succ", "    status: open\n    succ", false},
		{"    slices:", "    slices: []\n  - id: M002\n    number: 2\n    name: Sauna\n    goal: Guests sit.\n    status: " +
			"backlog\n    success_criteria: []\n    slices:", true},
		{"    slices:", "    slices: []\n  - id: M002\n    number: 2\n    name: Sauna\n    goal: Guests sit.\n    status: " +
			"pending\n    success_criteria: []\n    slices:", false},
		{"id: S001", "id: S1", false},
		{"        name: Lanes\n", "", false},
		{"        status: pending\n", "", true},
		{"        status: pending\n", "        status: open\n", false},
		{"  - id: M001", "  - id: M002", false},
		{"milestones:", "stones:", false},
	} {
		after := strings.Replace(before, change.old, change.new, 1)
		tree.Write(".nubos-pilot/roadmap.yaml", after)
		compared := tree.Findings("project-roadmap-stale") != ""
		if compared != change.compared || change.old != "" && before == after {
			t.Errorf("%q for %q: compared is %t", change.new, change.old, compared)
		}
	}
}
