package plan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/table"
)

// TestCoverage holds criteria, requirements and decisions of a milestone against its one plan.
func TestCoverage(t *testing.T) {
	const (
		milestone = ".nubos-pilot/milestones/M001/"
		slice     = milestone + "slices/S001/"
		roadmap   = ".nubos-pilot/roadmap.yaml"
		more      = `lanes are free\n => lanes are free\n      - A guest books a bench\n`
		required  = `    goal: Swimmers =>     requirements: [LANE-01]\n    goal: Swimmers`
		traced    = "# Requirements\n\n- [ ] **LANE-01**: A bench is booked\n\n## Traceability\n\n" +
			"| Requirement | Slice | Status |\n|---|---|---|\n| LANE-01 | "
	)
	tree := table.New(t, nubos.Pack, base)
	for _, r := range []struct{ file, changes, traced, want string }{
		{roadmap, "", "", ""},
		{roadmap, more, "", "milestones[M001].success_criteria[SC-2] `A guest books a bench`"},
		{roadmap, `lanes are free\n => lanes are free\n      - A swimmer sees free lanes\n`, "", ""},
		{roadmap, "milestones: => milestones: [", "", ""},
		{roadmap, "milestones: => milestones:\n  - id: M002\n    success_criteria: [A guest books a bench]\n    slices: " +
			"[]", "", ""},
		{roadmap, `        status: done\n =>         status: done\n  - id: M001\n    success_criteria: [A, A guest books ` +
			`a bench]\n    slices: []\n`, "", ""},
		{roadmap, more + ` | id: S001 => id: S002`, "", ""},
		{roadmap, required, "", "milestones[M001].requirements `LANE-01`"},
		{roadmap, required, "M001-S001", "requirements `requirements`"},
		{roadmap, required, "M001-S009", "milestones[M001].requirements `LANE-01`"},
		{roadmap, required, "M002-S001", "milestones[M001].requirements `LANE-01`"},
		{slice + "S001-PLAN.md", `requirements: [] => requirements: [LANE-01]`, "M001-S001", ""},
		{slice + "S001-PLAN.md", `<tasks> => <tasks>\n<task id="M001-S001-T0009" depends_on="" wave="1" tier="opus">`,
			"", ""},
		{milestone + "M001-CONTEXT.md", `- **D-01 => - **D-02:** Benches are wooden.\n- **D-01`, "",
			"body.decisions[D-02] `**D-02:** Benches are wooden.`"},
		{milestone + "M001-CONTEXT.md", `- **D-01 => - **D-02:** A lane is free for swimmers.\n- **D-01`, "", ""},
		{milestone + "M001-CONTEXT.md", `- **D-01 => - **D-02:** Benches are wooden.\n- **D-01 | </decisions> =>`, "", ""},
		{milestone + "M001-CONTEXT.md", `- **D-01 => - **D-02:** Benches are wooden.\n- **D-01 | <decisions> => | ` +
			`</decisions> =>`, "", ""},
		{slice + "S001-UAT.md", `<acceptance_criteria> => <acceptance_criteria>\n- Benches are wooden`, "",
			"body.acceptance_criteria[0] `Benches are wooden`"},
		{slice + "S001-UAT.md", `<acceptance_criteria> => <acceptance_criteria>\n- Benches are wooden (SC-1)`, "", ""},
		{slice + "S001-UAT.md", `<acceptance_criteria> => <acceptance_criteria>\n- Benches are wooden | ` +
			`</acceptance_criteria> =>`, "", ""},
		{slice + "S001-UAT.md", `<acceptance_criteria> => - Benches are wooden | </acceptance_criteria> =>`, "", ""},
		{slice + "S002-UAT.md", `<acceptance_criteria> => <acceptance_criteria>\n- Benches are wooden`, "",
			"body.acceptance_criteria[0] `Benches are wooden`"},
	} {
		source := strings.Replace(r.file, "S002-UAT", "S001-UAT", 1)
		data, err := os.ReadFile(filepath.Join(tree.Dir, source))
		if err != nil {
			t.Fatal(err)
		}
		tree.Write(r.file, tree.Change(string(data), r.changes))
		if r.traced != "" {
			tree.Write(".nubos-pilot/REQUIREMENTS.md", traced+r.traced+" | open |\n")
		}
		got := tree.Findings("missing-success-criterion", "uncovered-acceptance-criterion", "slice-uat-missing")
		if got != r.want {
			t.Errorf("%s %s %s\ngot  %s\nwant %s", r.file, r.changes, r.traced, got, r.want)
		}
		tree.Write(source, string(data))
		os.Remove(filepath.Join(tree.Dir, ".nubos-pilot/REQUIREMENTS.md"))
	}
	os.Remove(filepath.Join(tree.Dir, slice, "S002-UAT.md"))
	for _, dir := range []string{"S000", "S009"} { // the one is misnamed, and the other has no plan
		tree.Write(milestone+"slices/"+dir+"/"+dir+"-UAT.md", "<acceptance_criteria>\n- Benches are "+
			"wooden\n</acceptance_criteria>\n")
		if got := tree.Findings("uncovered-acceptance-criterion"); got != "" {
			t.Errorf("in %s: %s", dir, got)
		}
	}
}
