package nplint_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/fixtures"
)

// storyFaults is single changes by hand in a whole project, each with the one rule that is to find it, in the file that was changed and beside
// the change.
var storyFaults = []struct{ file, old, new, rule string }{
	{"roadmap.yaml", "    name: ", "    nam: ", "roadmap-unknown-key"},
	{"roadmap.yaml", "        name: ", "        nam: ", "roadmap-unknown-key"},
	{"roadmap.yaml", "- id: M001", "- id: M001x", "roadmap-invalid-milestone-id"},
	{"roadmap.yaml", "- id: M003\n    number: 3", "- id: M017\n    number: 17", "milestone-dir-missing"},
	{"roadmap.yaml", "- id: S002", "- id: S2", "pattern"},
	{"roadmap.yaml", "    number: 2\n", "    number: -2\n", "min"},
	{"roadmap.yaml", "    status: in-progress\n    requirements", "    status: doing\n    requirements", "roadmap-invalid-status"},
	{"roadmap.yaml", "requirements: [REQ-001-01, REQ-001-02,", "requirements: [REQ-001-01, REQ-001-99,", "requirement-unknown"},
	{"roadmap.yaml", "requirements: [REQ-001-01,", "requirements: [REQ-001-01, REQ-001-01,", "roadmap-invalid-requirements"},
	{"ROADMAP.md", "### M001: ", "### M001: not ", "project-roadmap-stale"},
	{"ROADMAP.md", "### M002: ", "#### M002: ", "project-roadmap-stale"},
	{"ROADMAP.md", "(In Progress)", "(Complete)", "project-roadmap-stale"},
	{"ROADMAP.md", "Milestones: 4.", "Milestones: 5.", "project-roadmap-stale"},
	{"milestones/M001/M001-META.json", `"status": "verified"`, `"status": "pending"`, "meta-stale"},
	{"milestones/M001/M001-ROADMAP.md", "**S002 — ", "**S012 — ", "milestone-roadmap-stale"},
	{"milestones/M001/M001-ROADMAP.md", "# M001", "# M002", "id-path"},
	{"STATE.md", "milestone_number: 3", "milestone_number: 2", "state-stale"},
	{"milestones/M001/M001-VERIFICATION.md", "### SC-2: ", "### SC-2: Not ", "verification-stale"},
	{"milestones/M001/slices/S002/TODO.md", "- [x] **M001-S002-T0001**", "- [ ] **M001-S002-T0001**", "todo-stale"},
	{"milestones/M001/slices/S002/TODO.md", "done: 3", "done: 2", "todo-stale"},
	{"milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md", "status: done", "status: finished", "tasks-invalid-status"},
	{"milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md", "id: \"M001-S002-T0001\"", "id: \"M001-S002-T0007\"", "task-path"},
	{"milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md", "# M001-S002-T0001 ", "# M001-S002-T0002 ", "id-path"},
	{"milestones/M001/slices/S002/S002-PLAN.md", "slice: \"M001-S002\"", "slice: \"M001-S2\"", "pattern"},
	{"milestones/M001/slices/S002/TODO.md", "total: 3", "total: -3", "min"},
	{"milestones/M001/M001-META.json", `"task_count": 12`, `"task_count": -12`, "min"},
	{"milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md", "# M001-S001-T0001 — ", "# M001-S001-T0001 - ", "task-drift"},
	{"milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md", "# M001-S001-T0001 — ", "## M001-S001-T0001 — ", "task-drift"},
	{"milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md", "<action>", "<ACTION>", "element-unopened"},
	{"milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md", "<action>", "<action", "element-unopened"},
	{"milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md", "<done>", "<don>", "element-unopened"},
	{"milestones/M001/slices/S001/TODO.md", "** — ", "** - ", "todo-stale"},
	{"milestones/M001/slices/S001/S001-UAT.md", "# M001-S001", "## M001-S001", "id-path"},
	{"milestones/M001/M001-CONTEXT.md", "# M001", "## M001", "id-path"},
	{"milestones/M001/M001-CONTEXT.md", "- src/index.js\n</canonical_refs>\n", "- src/index.js\n</canonical_refs>\n*Milestone: M002*\n*Gathered: 2026-04-20*\n", "id-path"},
	{"milestones/M001/M001-CONTEXT.md", "- **D-01:**", "- **D-01:** Log nothing.\n- **D-2:**", "decision-form"},
	{"milestones/M001/M001-CONTEXT.md", "<deferred>", "<later>", "element-min"},
	{"milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md", "<done>", "<pending>", "element-unopened"},
	{"milestones/M001/slices/S001/tasks/T0001/T0001-SUMMARY.md", "## Changes\n", "## Changes\n- TBD\n", "summary-status"},
	{"milestones/M001/slices/S001/S001-UAT.md", "<edge_cases>\n", "<edge_cases>\n<edge_cases>\n", "element-unclosed"},
	{"milestones/M001/slices/S001/S001-UAT.md", "<edge_cases>\n", "<edge_cases>\n- _TBD_\n", "document-tbd"},
	{"milestones/M001/slices/S001/S001-PLAN.md", "  <unknowns>\n", "  <unknowns>\n    - Order of the rows: M001-S001-T0007 finds it out\n", "unverified-assumption"},
	{"STATE.md", "milestone: M003", "milestone:", "state-position"},
	{"STATE.md", "current_slice: M003-S001", "current_slice:", "state-position"},
	{"STATE.md", "current_phase: 3", "current_phase: -3", "min"},
	{"STATE.md", "current_plan: M003-S001", "current_plan: M003-S01", "state-position"},
	{"STATE.md", "current_task: M003-S001-T0002", "current_task: M003-S001-T0009", "state-position"},
	{"STATE.md", "current_plan: M003-S001", "current_plan: M003-S002", "state-position"},
	{"STATE.md", "milestone: M003", "milestone: M00x", "pattern"},
	{"STATE.md", "milestone_number: 3", "milestone_number: -3", "min"},
	{"STATE.md", "current_task: M003-S001-T0002", "current_task: M003-S001-T002", "pattern"},
	{"STATE.md", "total_tasks: 48", "total_tasks: -4", "min"},
	{"milestones/M001/M001-CONTEXT.md", "- src/index.js", "- src/idex.js", "broken-reference"},
	{"milestones/M001/slices/S001/S001-PLAN.md", "- @src/index.js", "- @src/index.ts", "broken-reference"},
	{"milestones/M001/slices/S001/S001-PLAN.md", "(SC-4)", "(SC-5)", "criterion-unknown"},
	{"milestones/M001/slices/S001/S001-UAT.md", "**Milestone:** M001", "**Milestone:** M002", "id-path"},
}

// TestStory holds that a whole project is found right, and that each fault is found once, where it was made.
func TestStory(t *testing.T) {
	dir := t.TempDir()
	if err := fixtures.Generate(dir, fixtures.Options{Kind: fixtures.Project, Count: 4, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	if found := storyFindings(t, dir); len(found) > 0 {
		t.Fatalf("the project is right, and nplint finds %+v", found)
	}
	for _, fault := range storyFaults {
		file := filepath.Join(dir, ".nubos-pilot", filepath.FromSlash(fault.file))
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		after := bytes.Replace(before, []byte(fault.old), []byte(fault.new), 1)
		if bytes.Equal(before, after) {
			t.Fatalf("%s does not hold %q", fault.file, fault.old)
		}
		if err := os.WriteFile(file, after, 0o644); err != nil {
			t.Fatal(err)
		}
		line := 1 + bytes.Count(before[:bytes.Index(before, []byte(fault.old))], []byte("\n"))
		found := storyFindings(t, dir)
		if fault.file == "roadmap.yaml" { // what is rendered from it is another matter
			found = slices.DeleteFunc(found, func(f nplint.Finding) bool { return f.Rule == "project-roadmap-stale" })
		}
		if len(found) != 1 || found[0].Rule != fault.rule || found[0].Path != ".nubos-pilot/"+fault.file || found[0].Range.Start.Line < line-1 || found[0].Range.Start.Line > line+1+strings.Count(fault.old, "\n") {
			t.Errorf("%s:%d: %q for %q: got %+v, want %s there", fault.file, line, fault.new, fault.old, found, fault.rule)
		}
		if err := os.WriteFile(file, before, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// storyFindings returns the errors and warnings that nplint finds.
func storyFindings(t *testing.T, dir string) []nplint.Finding {
	t.Helper()
	report, err := nplint.Run(context.Background(), nplint.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(report.Findings, func(f nplint.Finding) bool { return f.Severity == nplint.Info })
}
