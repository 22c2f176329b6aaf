package report_test

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/table"
)

const (
	base      = "../../../rules/nubos/base/done.txtar"
	milestone = ".nubos-pilot/milestones/M001/"
)

type row struct{ changes, want string }

// judge holds what rules say of changes of a file in a finished project against what they should say.
func judge(t *testing.T, file, text, rules string, rows ...row) {
	tree := table.New(t, nubos.Pack, base)
	for _, r := range rows {
		tree.Write(milestone+file, tree.Change(text, r.changes))
		if got := tree.Findings(strings.Fields(rules)...); got != r.want {
			t.Errorf("%s\ngot  %s\nwant %s", r.changes, got, r.want)
		}
	}
}

// TestValidation holds counters, flag, status and lists of a validation against one another.
func TestValidation(t *testing.T) {
	judge(t, "M001-VALIDATION.md", `---
phase: 1
requirements_total: 3
covered: 1
under_sampled: 1
uncovered: 1
nyquist_compliant: false
status: issues_found
---

# M001 — Pool — Validation

## Covered

- LANE-01: free_test.go

## Under-Sampled

- LANE-02: hour_test.go

## Uncovered

- LANE-03: price_test.go
`, "report-path validation-listing validation-nyquist validation-status", []row{
		{"", ""},
		{"phase: 1 => phase: 2", "phase `2` => `1`"},
		{"phase: 1 => phase: 0", ""},
		{"phase: 1 => phase: one", ""},
		{"phase: 1 =>", ""},
		{"compliant: false => compliant: true", "nyquist_compliant `true` => `false`"},
		{"compliant: false => compliant: no", ""},
		{"nyquist_compliant: false =>", ""},
		{"issues_found => clean", "status `clean` => `issues_found`"},
		{"issues_found => skipped", ""},
		{"issues_found => 5", ""},
		{"under_sampled: 1\\n => | issues_found => clean", ""},
		{"uncovered: 1\\n => | issues_found => clean", ""},
		{"requirements_total: 3\\n => | issues_found => clean", "status `clean` => `issues_found`"},
		{"\\ncovered: 1 => | issues_found => clean", "status `clean` => `issues_found`"},
		{"requirements_total: 3 => requirements_total: 4 | issues_found => clean", ""},
		{"\\ncovered: 1 => \\ncovered: 2 | total: 3 => total: 4 | issues_found => clean", "covered `2`"},
		{"uncovered: 1 => uncovered: 2 | total: 3 => total: 4 | issues_found => clean", "uncovered `2`"},
		{"- LANE-03: price_test.go => - LANE-03: a\\n- LANE-03: b | uncovered: 1 => uncovered: 2 | total: 3 => total: 4",
			"body.uncovered `LANE-03: b`"},
		{"- LANE-03: price_test.go => - LANE-03: a\\n- LANE-03: b | uncovered: 1 => uncovered: 3 | total: 3 => total: 5",
			"uncovered `3`"},
		{"- LANE-03: price_test.go => - LANE-03: a\\n- LANE-04: b | uncovered: 1 => uncovered: 3 | total: 3 => total: 5",
			"uncovered `3`"},
		{"- LANE-03: price_test.go => _None._", "uncovered `1`"},
		{"- LANE-03: price_test.go => See the issues.", ""},
		{"- LANE-03: price_test.go => - LANE-02: again", "body.uncovered `LANE-02: again`"},
		{"## Uncovered => ## Uncovered (1)\\n\\n- LANE-04: a\\n", "uncovered `1`"},
		{"## Uncovered => ## Uncovered requirements\\n\\n- LANE-04: a\\n", "uncovered `1`"},
		{"## Uncovered => ## Uncovered-by\\n\\n- LANE-04: a\\n", ""},
		{"## Uncovered => ## Uncovered_by\\n\\n- LANE-04: a\\n", ""},
		{"## Uncovered => ## Uncoveredness\\n\\n- LANE-04: a\\n", ""},
		{"## Uncovered => ### Uncovered\\n\\n- LANE-04: a\\n", ""},
		{"## Uncovered => Uncovered\\n---\\n\\n- LANE-04: a\\n", ""},
		{"## Uncovered => ## Not covered\\n\\n- LANE-04: a\\n", ""},
	}...)
}

// TestVerification holds counters, status and header of a verification against its criteria.
func TestVerification(t *testing.T) {
	judge(t, "M001-VERIFICATION.md", `---
schema_version: 2
milestone: "M001"
milestone_status: failed
sc_total: 2
passed: 1
failed: 1
deferred: 0
pending: 0
---

# M001 — Pool

**Verified:** today
**Milestone Status:** failed

## Success Criteria

### SC-1: A lane is free
- **Status:** Pass
- **Classified by:** verifier

### SC-2: A lane is closed
- **Status:** Fail
- **Classified by:** verifier
`, "report-path verification-counter verification-header verification-record verification-status", []row{
		{"", ""},
		{`milestone: "M001" => milestone: "M002"`, "milestone `\"M002\"` => `\"M001\"`"},
		{`milestone: "M001" => milestone: one`, ""},
		{`milestone: "M001" =>`, ""},
		{"failed: 1 => failed: 2", "failed `2` => `1`"},
		{"failed: 1 => failed: x", ""},
		{"failed: 1\\n =>", ""},
		{"sc_total: 2 => sc_total: 3", "sc_total `3`"},
		{"sc_total: 2 => sc_total: 1 | passed: 1 => passed: 0", "sc_total `1` => `2`, `1` | passed `0` => `2`, `1`"},
		{"status: failed => status: verified", "milestone_status `verified` => `failed`"},
		{"status: failed => status: good", ""},
		{"milestone_status: failed\\n =>", ""},
		{"** failed => ** verified", "body.milestone_status_header `verified` => `failed`"},
		{"** failed => ** good", ""},
		{"**Milestone Status:** failed =>", ""},
		{"**Verified:** today\\n**Milestone Status:** failed => **Milestone Status:** verified",
			"body.milestone_status_header `verified` => `failed`"},
		{"** Fail => ** Pass | failed: 1 => failed: 0 | passed: 1 => passed: 2",
			"milestone_status `failed` | body.milestone_status_header `failed`"},
		{"** Fail => ** Defer | failed: 1 => failed: 0 | deferred: 0 => deferred: 1",
			"milestone_status `failed` | body.milestone_status_header `failed`"},
		{"** Fail => ** Pass\\n- **Needs user confirm:** true | failed: 1 => failed: 0 | passed: 1 => passed: 2 | status: " +
			"failed => status: deferred | ** failed => ** deferred", ""},
		{"** Fail => ** Pass\\n- **Needs user confirm:** false | failed: 1 => failed: 0 | passed: 1 => passed: 2 | " +
			"status: failed => status: deferred | ** failed => ** verified",
			"milestone_status `deferred`"},
		{"** Fail => ** Pass\\n- **Confirmed:** true | failed: 1 => failed: 0 | passed: 1 => passed: 2 | status: failed " +
			"=> status: deferred | ** failed => ** verified",
			"milestone_status `deferred`"},
		{"** Fail => ** Pass\\n- **Needs user confirm:** true | failed: 1 => failed: 0 | passed: 1 => passed: 2 | ** " +
			"failed => ** verified",
			"milestone_status `failed`"},
		{"## Success => ```\\nSC\\n\\n## Success | status: failed => status: verified", ""},
		{"## Success => ```\\nSC\\n```\\n\\n## Success | status: failed => status: verified", "milestone_status " +
			"`verified` => `failed`"},
		{"## Success => ```\\n### SC-3: x\\n```\\n\\n## Success | status: failed => status: verified", "milestone_status " +
			"`verified`"},
		{"## Success => **SC-3**\\n\\n## Success | status: failed => status: verified", "milestone_status `verified`"},
		{"## Success => ## Rest\\n\\n- **Status:** Open\\n\\n## Success | status: failed => status: verified",
			"milestone_status `verified`"},
		{"### SC-1: A lane is free => SC-1: A lane is free\\n--- | ** failed => ** verified",
			"body.milestone_status_header `verified`"},
		{"** Fail => ** Open | ** failed => ** verified", "body.milestone_status_header `verified`"},
		{"** Fail => ** Open | ** failed => ** verified | milestone_status: failed\\n =>", ""},
		{"closed\\n => closed\\n\\n", "body.record `### SC-2: A lane is closed` => ``"},
		{"closed\\n => closed \\n\\n", "body.record `### SC-2: A lane is closed` => ``"},
		{"Fail\\n => Fail\\n\\n", "body.record `### SC-2: A lane is closed` => ``"},
		{"closed\\n => closed\\n\\n | Fail\\n => Fail\\n\\n", "body.record `### SC-2: A lane is closed` => ``, ``"},
		{"closed\\n => closed\\n\\n | Fail\\n => Fail\\nBy hand.\\n", "body.record `### SC-2: A lane is closed`"},
		{"closed\\n => closed\\nBy hand.\\n | Fail\\n => Fail\\n\\n", "body.record `### SC-2: A lane is closed`"},
		{"- **Status:** Fail => * **Status:** Fail", "body.record `### SC-2: A lane is closed` => `-`"},
		{"- **Status:** Fail => + **Status:** Fail", ""},
		{"free\\n => free\\n\\n", ""},
		{"- **Status:** Fail\\n- **Classified by:** verifier => - **Classified by:** verifier\\n- **Status:** Fail",
			"body.record `### SC-2: A lane is closed`"},
		{"Fail\\n- **Classified by:** verifier => Fail", ""},
		{"- **Status:** Fail\\n =>", ""},
		{"### SC-1: => ## SC-3: Hours\\n\\n- **Status:** Fail\\n\\n- **Classified by:** verifier\\n\\n### SC-1:", ""},
		{"### SC-1: => ### Hours\\n\\n- **Status:** Fail\\n\\n- **Classified by:** verifier\\n\\n### SC-1:", ""},
	}...)
}

const researched = `---
schema_version: 2
milestone: "M001"
type: research
agent: np-researcher-reconciler
k: 3
agreement_score: 1
contested_count: 0
reconciler_verdict: clean
decision_count: 1
risk_count: 0
pattern_count: 0
open_question_count: 0
source_count: 0
---

## Final Decisions

### D-0: CSV
- **Reconciled-from:** spawn-0, spawn-1

## Contested Decisions

_None._

## Final Risks

_None._
`

// TestResearch holds the verdict, the figures and the spawns of a research against what it lists.
func TestResearch(t *testing.T) {
	judge(t, "M001-RESEARCH.md", researched, "report-path agreement-score-low too-many-contested research-unlisted "+
		"research-verdict researcher-spawn-missing", []row{
		{"", ""},
		{"agreement_score: 1 => agreement_score: 0", "agreement_score `0` | reconciler_verdict `clean`"},
		{"agreement_score: 1 => agreement_score: 1.5 | verdict: clean => verdict: issues_flagged", ""},
		{"agreement_score: 1 => agreement_score: high | verdict: clean => verdict: issues_flagged", ""},
		{"agreement_score: 1 => agreement_score: -1 | verdict: clean => verdict: issues_flagged", ""},
		{"agreement_score: 1\n => | verdict: clean => verdict: issues_flagged", ""},
		{"verdict: clean => verdict: issues_flagged", "reconciler_verdict `issues_flagged`"},
		{"verdict: clean => verdict: needs_re_spawn", "reconciler_verdict `needs_re_spawn`"},
		{"verdict: clean => verdict: good", ""},
		{"reconciler_verdict: clean\n =>", ""},
		{"agreement_score: 1 => agreement_score: 0.8", ""},
		{"agreement_score: 1 => agreement_score: 0.8 | verdict: clean => verdict: issues_flagged", "reconciler_verdict " +
			"`issues_flagged`"},
		{"agreement_score: 1 => agreement_score: 0.79", "reconciler_verdict `clean`"},
		{"agreement_score: 1 => agreement_score: 0.79 | verdict: clean => verdict: issues_flagged", ""},
		{"agreement_score: 1 => agreement_score: 0.5 | verdict: clean => verdict: needs_re_spawn", "reconciler_verdict " +
			"`needs_re_spawn`"},
		{"agreement_score: 1 => agreement_score: 0.49 | verdict: clean => verdict: needs_re_spawn", "agreement_score `0.49`"},
		{"## Contested => ### CD-1: Mail\n- **Reconciler verdict:** spawn-1\n\n## Contested", "reconciler_verdict `clean`"},
		{"## Contested => ### CD-1: Mail\n- **Reconciler verdict:** spawn-1\n\n## Contested | verdict: clean => verdict: " +
			"issues_flagged", ""},
		{"## Contested => ### CD-1: Mail\n- **Reconciler verdict:** spawn-1\n\n## Contested | verdict: clean => verdict: " +
			"needs_re_spawn", "reconciler_verdict `needs_re_spawn`"},
		{"## Contested => ### CD-1: Mail\n- **Reconciler verdict:** Unresolved\n\n## Contested | verdict: clean => " +
			"verdict: needs_re_spawn", ""},
		{"## Contested => ### CD-1: Mail\n- **Reconciler verdict:** Unresolved\n\n## Contested | verdict: clean => " +
			"verdict: issues_flagged", "reconciler_verdict `issues_flagged`"},
		{"## Contested => ### CD-1: Mail\n- **Remark:** spawn-1\n\n## Contested | verdict: clean => verdict: " +
			"issues_flagged", ""},
		{"## Contested => ### CD-1: Mail\n- **Remark:** Unresolved\n\n## Contested | verdict: clean => verdict: " +
			"issues_flagged", ""},
		{"## Contested => ### CD-1: Mail\n- **Reconciler verdict:** spawn-1\n\n### CD-2: Day\n- **Reconciler verdict:** " +
			"spawn-0\n\n## Contested | verdict: clean => verdict: issues_flagged", "agreement_score `1`"},
		{"## Contested => ### CD-1: Mail\n- **Reconciler verdict:** spawn-1\n\n### CD-2: Day\n- **Reconciler verdict:** " +
			"spawn-0\n\n## Contested | ### D-0 => ### D-1: Comma\n\n### D-0 | verdict: clean => verdict: issues_flagged", ""},
		{"### D-0 => ### R-0 | verdict: clean => verdict: issues_flagged", "reconciler_verdict `issues_flagged`"},
		{"### D-0 => ### X-0", "body.blocks `---`"},
		{"### D-0 => ## D-0", "decision_count `1`"},
		{"### D-0 => ### D-x", "body.blocks `---`"},
		{"### D-0 => ### D:", "body.blocks `---`"},
		{"### D-0 => ### D-9", ""},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => CSV | contested_count: 0 => contested_count: 1 | " +
			"verdict: clean => verdict: needs_re_spawn", "body.blocks `---` | contested_count `1`"},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => CSV | contested_count: 0 => contested_count: 1",
			"body.blocks `---` | contested_count `1`"},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => CSV | verdict: clean => verdict: issues_flagged",
			"body.blocks `---` | reconciler_verdict `issues_flagged`"},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => CSV | contested_count: 0\n => | verdict: clean => " +
			"verdict: issues_flagged", "body.blocks `---`"},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => CSV | contested_count: 0\n => | agreement_score: 1 => " +
			"agreement_score: 0.4", "body.blocks `---` | agreement_score `0.4` | reconciler_verdict `clean`"},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => CSV | contested_count: 0\n => | agreement_score: 1 => " +
			"agreement_score: 0.5", "body.blocks `---`"},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => CSV | decision_count: 1 => decision_count: 0", ""},
		{"### D-0: CSV\n- **Reconciled-from:** spawn-0, spawn-1 => _None._", "decision_count `1`"},
		{"contested_count: 0 => contested_count: 3", "contested_count `3`"},
		{"contested_count: 0 => contested_count: 2", ""},
		{"spawn-0, spawn-1 => spawn-0, spawn-3", "body.blocks `- **Reconciled-from:** spawn-0, spawn-3`"},
		{"spawn-0, spawn-1 => spawn-1, spawn-3", ""},
		{"spawn-0, spawn-1 => spawn-1, spawn-4", "body.blocks `- **Reconciled-from:** spawn-1, spawn-4`"},
		{"spawn-0, spawn-1 => spawn-0, spawn-3, spawn-4", "body.blocks `- **Reconciled-from:** spawn-0, spawn-3, spawn-4`"},
		{"spawn-0, spawn-1 => spawn-0, spawn-3 | ## Contested => ### CD-1: Mail\n- **Reconciler verdict:** spawn-4\n\n## " +
			"Contested | verdict: clean => verdict: issues_flagged", "k `3`"},
		{"k: 3 => k: 0", ""},
		{"k: 3 => k: 1", "body.blocks `- **Reconciled-from:** spawn-0, spawn-1`"},
		{"k: 3\n =>", ""},
		{"## Contested => ### CD-1: Mail\n- **Spawn-3 says:** it is so\n\n## Contested | verdict: clean => verdict: " +
			"issues_flagged", "body.blocks `- **Spawn-3 says:** it is so`"},
		{"## Contested => - **Reconciled-from:** spawn-7\n\n## Contested", "body.blocks `- **Reconciled-from:** spawn-7`"},
		{"## Final Risks => ## Sources\n\n- **Reconciled-from:** spawn-7\n\n## Final Risks", ""},
	}...)
}

// TestSpawns holds a research against the outputs of its spawns, and those against their names.
func TestSpawns(t *testing.T) {
	tree := table.New(t, nubos.Pack, base)
	spawns := func(files ...string) {
		for _, file := range files {
			tree.Write(milestone+"research/"+file, "---\nspawn_index: "+strings.Trim(file, "spawn-.md")+"\n---\n")
		}
	}
	const rules = "report-path researcher-spawn-missing spawn-index"
	for _, r := range []struct {
		files         []string
		changes, want string
	}{
		{[]string{"spawn-0.md", "spawn-1.md", "spawn-x.md"}, "", "k `3`"},
		{[]string{"spawn-2.md"}, "", ""},
		{nil, "spawn-0, spawn-1 => spawn-1, spawn-3", "body.blocks `- **Reconciled-from:** spawn-1, spawn-3`"},
		{nil, "k: 3 => k: 2", ""},
		{nil, "k: 3 => k: 2 | spawn-0, spawn-1 => spawn-0, spawn-2", "k `2`"},
		{nil, "k: 3 => k: 2 | spawn-0, spawn-1 => spawn-0, spawn-3", "body.blocks `- **Reconciled-from:** spawn-0, spawn-3`"},
		{nil, `milestone: "M001" => milestone: "M002"`, "milestone `\"M002\"` => `\"M001\"`"},
	} {
		spawns(r.files...)
		tree.Write(milestone+"M001-RESEARCH.md", tree.Change(researched, r.changes))
		if got := tree.Findings(strings.Fields(rules)...); got != r.want {
			t.Errorf("%s: got %s, want %s", r.changes, got, r.want)
		}
	}
	tree.Write(milestone+"M001-RESEARCH.md", researched)
	tree.Write(milestone+"research/spawn-1.md", "---\nspawn_index: 4\n---\n")
	tree.Write(milestone+"research/spawn-2.md", "---\nk: 4\n---\n")
	if got, want := tree.Findings("spawn-index"), "spawn_index `4` => `1`"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
