package nplint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

// heldAgainst returns what is reported of a text that is held against a kind, as "rule@line" joined by spaces.
func heldAgainst(t *testing.T, kind, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	report := run(t, nplint.Options{Dir: filepath.Dir(file), Paths: []string{file}, Kind: kind})
	var found []string
	for _, f := range report.Findings {
		found = append(found, fmt.Sprintf("%s@%d", f.Rule, f.Range.Start.Line))
	}
	return strings.Join(found, " ")
}

// TestRoadmapKind holds roadmaps with one fault each, at every level.
func TestRoadmapKind(t *testing.T) {
	const head = "schema_version: 2\nmilestones:\n"
	const one = head + "  - id: M001\n    number: 1\n    slices: []\n"
	for _, c := range []struct{ name, text, want string }{
		{"right", one, ""},
		{"without a version", "milestones: []", ""},
		{"version 1", "schema_version: 1\nmilestones:\n  - id: v1.0\n    phases:\n      - {number: \"2.1\", slug: tiles, status: done, plans: [{id: 01-01}]}", ""},
		{"unknown version", "schema_version: 3\nmilestones: []", "roadmap-unsupported-schema@1"},
		{"no list", "schema_version: 2", "roadmap-parse-error@1"},
		{"list is a map", "milestones: {}", "roadmap-parse-error@1"},
		{"list is empty", "milestones:", "roadmap-parse-error@1"},
		{"root is a list", "- a", "type@1"},
		{"milestone is a text", head + "  - M001", "type@3"},
		{"milestone is nothing", one + "  -\n", "type@6"},
		{"milestone without id", head + "  - name: x\n    slices: []", "roadmap-invalid-milestone-id@3"},
		{"id is a number", head + "  - id: 1\n    slices: []", "roadmap-invalid-milestone-id@3"},
		{"id has another form", head + "  - id: Milestone 1\n    slices: []", "roadmap-invalid-milestone-id@3"},
		{"id of nothing but zeros", head + "  - id: M0000\n    slices: []", "roadmap-invalid-milestone-id@3"},
		{"id with too many zeros", head + "  - id: M0001\n    slices: []", "roadmap-invalid-milestone-id@3"},
		{"depends on another", one + "  - id: M002\n    depends_on: M001\n    slices: []", ""},
		{"depends on nothing", head + "  - id: M001\n    depends_on: M009\n    slices: []", "roadmap-dependency@4"},
		{"depends on one whose id is wrong", head + "  - id: M0009\n    slices: []\n  - id: M001\n    depends_on: M009\n    slices: []", "roadmap-invalid-milestone-id@3"},
		{"depends in words", head + "  - id: M001\n    depends_on: the design, and what Ana says\n    slices: []", ""},
		{"phases depend on each other", "schema_version: 1\nmilestones:\n  - id: v1.0\n    phases:\n      - {number: 1, depends_on: phase 3}\n      - {number: 2, depends_on: Phase 1}\n      - {number: 3, depends_on: Phase 2}", "roadmap-dependency@6"},
		{"large id", head + "  - id: M1234\n    number: 1234\n    slices: []", ""},
		{"number of another milestone", head + "  - id: M001\n    number: 4\n    slices: []", "roadmap-number@4"},
		{"number taken", one + "  - id: M002\n    number: 1\n    slices: []", "roadmap-duplicate-milestone@7"},
		{"id taken", one + "  - id: M001\n    slices: []", "roadmap-duplicate-milestone@6"},
		{"neither slices nor phases", head + "  - id: M001", "roadmap-empty-milestone@3"},
		{"slices are empty", head + "  - id: M001\n    slices:", "roadmap-empty-milestone@4"},
		{"slices are a text", head + "  - id: M001\n    slices: two", "type@4"},
		{"slice is nothing", head + "  - id: M001\n    slices: [null]", "type@4"},
		{"slice without id", head + "  - id: M001\n    slices:\n      - name: x", "missing-required@5"},
		{"slice id has another form", head + "  - id: M001\n    slices:\n      - id: S1", "pattern@5"},
		{"slice id taken", head + "  - id: M001\n    slices:\n      - id: S001\n      - id: S001", "roadmap-duplicate-slice@6"},
		{"slice id taken in another milestone", one[:len(one)-3] + "[{id: S001}]\n  - id: M002\n    slices: [{id: S001}]", ""},
		{"status of a slice", head + "  - id: M001\n    slices:\n      - id: S001\n        status: finished", "roadmap-invalid-status@6"},
		{"slice number with zeros before it", one + "  - id: M002\n    slices: [{id: S0002}]", "pattern@7"},
		{"number below zero", "milestones:\n  - id: M001\n    number: -1\n    slices: []", "min@3"},
		{"slices misspelt", head + "  - id: M001\n    slice: []", "roadmap-empty-milestone@4"},
		{"phase number taken", "milestones:\n  - id: v1.0\n    phases: [{number: 1}]\n  - id: v2.0\n    phases: [{number: \"1\"}]", "roadmap-duplicate-phase@5"},
		{"slug taken", "milestones:\n  - id: v1.0\n    phases:\n      - {number: 1, slug: a}\n      - {number: 2, slug: a}", "roadmap-duplicate-slug@5"},
		{"requirements twice", one + "    requirements: [REQ-1, REQ-1]", "roadmap-invalid-requirements@6"},
		{"requirements are a text", one + "    requirements: REQ-1", "roadmap-invalid-requirements@6"},
		{"criteria as maps", one + "    success_criteria:\n      - {id: SC-1, text: a}\n      - {criterion: b}", ""},
		{"criterion without text", one + "    success_criteria:\n      - {note: a}", "roadmap-invalid-success-criteria@7"},
		{"criterion out of place", one + "    success_criteria:\n      - {id: SC-2, text: a}", "roadmap-invalid-success-criteria@7"},
		{"criterion is nothing", one + "    success_criteria:\n      - a\n      -\n", "roadmap-invalid-success-criteria@8"},
		{"criterion is a list", one + "    success_criteria:\n      - [a]", "roadmap-invalid-success-criteria@7"},
		{"criterion in several lines", one + "    success_criteria:\n      - |\n        a\n        b\n      - |\n        c\n      - d\n        e\n      - {text: \"f\\ng\"}", "roadmap-invalid-success-criteria@7 roadmap-invalid-success-criteria@14"},
		{"misspelt key", one + "    gaol: x", "roadmap-unknown-key@6"},
		{"own key", one + "    owner: x", ""},
		{"alias to a list", "common: &c [REQ-1]\n" + one + "    requirements: *c", ""},
		{"alias to a status", "common: &c banana\n" + one + "    status: *c", "roadmap-invalid-status@7"},
		{"two documents", one + "---\n" + one, "roadmap-parse-error@6"},
		{"key twice", one + "    slices: []", "duplicate-key@6"},
		{"blank", " \n", "no-content@1"},
		{"placeholder", strings.Replace(one, "number: 1", "name: \"{{milestone_name}}\"", 1), "placeholder-left@4"},
		{"placeholder in a comment", one + "# {{milestone_name}}\n", ""},
	} {
		if got := heldAgainst(t, "nubos/roadmap", "roadmap.yaml", c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestRoadmapHostile holds roadmaps that stand for more than they show.
func TestRoadmapHostile(t *testing.T) {
	var bomb, keys strings.Builder
	bomb.WriteString("a0: &a0 [x]\n")
	for i := range 9 {
		fmt.Fprintf(&bomb, "a%d: &a%d [*a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i)
	}
	keys.WriteString("milestones:\n  - id: M001\n    slices: []\n")
	for i := range 20_000 {
		fmt.Fprintf(&keys, "    key%d: %d\n", i, i)
	}
	for _, c := range []struct{ name, text, want string }{
		{"aliases of aliases", bomb.String() + "milestones: []", "roadmap-parse-error@5"},
		{"many aliases", "a: &a [x]\nmilestones: []\nb:\n" + strings.Repeat("  - *a\n", 101), "roadmap-parse-error@104"},
		{"an alias to itself", "milestones: &m\n  - *m\n", "roadmap-parse-error@2"},
		{"as many aliases as are resolved", "a: &a [x]\nmilestones: []\nb:\n" + strings.Repeat("  - *a\n", 100), ""},
		{"20,000 keys", keys.String(), ""},
		{"10,000 levels", "milestones: " + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), "roadmap-parse-error@1"},
		{"a mebibyte", "milestones: []\nx: " + strings.Repeat("x", 1<<20), "roadmap-too-large@1"},
	} {
		if got := heldAgainst(t, "nubos/roadmap", "roadmap.yaml", c.text); got != c.want {
			t.Errorf("%s: got %.200q, want %q", c.name, got, c.want)
		}
	}
}

// TestDataKinds holds JSON and JSONL artefacts with one fault each.
func TestDataKinds(t *testing.T) {
	for _, c := range []struct{ kind, name, text, want string }{
		{"config", "config.json", `{"workflow": {"comit_docs": true}}`, "unknown-key@1"},
		{"config", "config.json", `{"memory": {"enabled": true}, "agent_skills": {"executor": ["np-api-design"]}}`, ""},
		{"config", "config.json", `{"agent_skills": {"executor": "np-api-design"}}`, "invalid-type@1"},
		{"config", "config.json", `{"learnings": {"timeout_ms": 120}}`, "config-out-of-range@1"},
		{"config", "config.json", `{"loop": {"maxRounds": 0}}`, "nubosloop-maxRounds-out-of-range@1"},
		{"config", "config.json", `{"loop": {"maxRounds": "3"}}`, "invalid-type@1"},
		{"config", "config.json", `{"security": {"review_timeout_ms": -1}}`, "config-out-of-range@1"},
		{"config", "config.json", `{"spawn": {"headless": {"agents": [true]}}}`, "invalid-array-element@1"},
		{"config", "config.json", `[]`, "invalid-type@1"},
		{"config", "config.json", `{"scope": "local", "scope": "local"}`, "duplicate-key@1"},
		{"config", "config.json", `{"scope": {{scope}}}`, "config-invalid-json@1"},
		{"config", "config.json", strings.Repeat(`{"agent_skills":`, 10_000) + "1" + strings.Repeat("}", 10_000), "config-invalid-json@1"},
		{"milestone-meta", "M001-META.json", `{"id": "M001"}`, "milestone-meta-invalid-status@1 missing-required@1"},
		{"checkpoint", "x.json", `{"schema_version": 2, "task_id": "M001-S001-T0001", "status": "in-progress"}`, "checkpoint-version-mismatch@1"},
		{"checkpoint", "x.json", `{"schema_version": 1, "task_id": "T0001", "status": "in-progress"}`, "pattern@1"},
		{"checkpoint", "x.json", `{"schema_version": 1, "task_id": "M001-S001-T0001", "status": "pre-commit", "nubosloop": {"last_phase": "commit"}}`, "invariant@1"},
		{"checkpoint", "x.json", `{"schema_version": 1, "task_id": "M001-S001-T0001", "status": "pre-commit", "nubosloop": {"last_phase": "commit", "verify_exit_code": 0, "findings": [], "committed_at": "2026-04-20T14:30:00Z"}}`, ""},
		{"checkpoint", "x.json", `{"schema_version": 1, "task_id": "M001-S001-T0001", "status": "in-progress", "nubosloop": {"last_phase": "preflight"}}`, ""},
		{"learnings", "learnings.json", `{"version": 1, "learnings": [{"fingerprint": "cb6d"}]}`, "missing-required@1 pattern@1"},
		{"learnings", "learnings.json", "{\"version\": 1, \"learnings\": [{\n\"fingerprint\": \"0123456789abcdef\",\n\"patern\": \"x\", \"outcome\": \"x\", \"occurrence\": 1, \"tokens\": [],\n\"first_seen\": \"2026-01-01\", \"last_seen\": \"2026-01-01\"}]}", "missing-required@3"},
		{"message", "x.json", `{"id": "1", "from": "np-a", "to": "np-b", "phase": "4", "kind": "shout", "subject": "x", "body": "x", "created_at": ""}`, "pattern@1 enum@1"},
		{"message", "x.json", `{"id": "1776695400000-3f2b8c1e-8d4a-4b6f-9a1c-2e7d5f901b34", "from": "np-a", "kind": "notify", "body": "x"}`, "missing-required@1"},
		{"metrics-record", "phase-1.jsonl", "{\"agent\": \"np-a\", \"duration_ms\": null}\n{\"duration_ms\": -1, \"tokens_in\": \"5\"}\n", "min@2 type@2"},
		{"memory-manifest", "manifest.json", `{"schema_version": 1, "model": "", "dim": 0}`, "min-length@1 min@1"},
		{"memory-record", "records.jsonl", "{\"type\": \"learning\", \"title\": \"x\", \"body\": \"\", \"provenance\": null}\n{\"type\": \"rumour\", \"title\": \"x\", \"body\": \"x\", \"provenance\": \"HEARD\"}\n", "enum@2 pattern@2"},
		{"memory-record", "records.jsonl", "{\"type\": \"learning\", \"text\": \"x\"}\n", "missing-required@1 missing-required@1"},
		{"status-history", "STATUS-HISTORY.jsonl", `{"schema_version":1,"task_id":"M001-S001-T0001","slice":"M001-S001","old_status":"pending","new_status":"finished","at":"2026-04-20T14:30:00Z"}`, "enum@1"},
	} {
		if got := heldAgainst(t, "nubos/"+c.kind, c.name, c.text); got != c.want {
			t.Errorf("%s %.80s: got %q, want %q", c.kind, c.text, got, c.want)
		}
	}
}

// TestMarkdownKinds holds Markdown artefacts with one fault each.
func TestMarkdownKinds(t *testing.T) {
	const summary = "---\nslice: M001-S001\nmilestone: M001\ntype: slice-summary\ntask_count: 1\ntasks_done: 1\ntasks_pending: 0\ngenerated_at: 2026-04-20\n---\n\n## Task Roll-Up\n\n## Task Summaries\n"
	const byHand = "# M001-S001 — Summary\n\n## Changes\n\n## Verification\n\n## Follow-ups\n"
	const state = "---\nschema_version: 2\n"
	for _, c := range []struct{ kind, text, want string }{
		{"slice-summary", summary, ""},
		{"slice-summary", byHand, ""},
		{"slice-summary", strings.Replace(summary, "## Task Roll-Up", "## Tasks", 1), "body-pattern-min@11"},
		{"slice-summary", strings.Replace(byHand, "## Verification", "## Proof", 1), "body-pattern-min@5"},
		{"slice-summary", strings.Replace(byHand, "## Verification", "## Proof\n\n## Tests", 1), "body-pattern-min@1"},
		{"slice-summary", strings.Replace(byHand, "## Changes\n\n## Verification", "## Proof", 1), "body-pattern-min@1 body-pattern-min@1"},
		{"slice-summary", strings.Replace(byHand, "## Follow-ups", "", 1), "body-pattern-min@1"},
		{"slice-summary", strings.Replace(summary, "tasks_done: 1", "tasks_done: 2", 1), "invariant@6"},
		{"slice-assessment", "<risk>\nLow.\n</risk>\n<effort>\nTBD\n</effort>\n<dependencies>\nNone\n</dependencies>\n<blockers>\n</blockers>\n", "document-tbd@5"},
		{"slice-research", "<stack>\nx\n</stack>\n<pitfalls>\nx\n</pitfalls>\n", "element-min@1"},
		{"state", state + "progress:\n  percent: 900\n---\n", "max@4"},
		{"state", state + "progress:\n  total_tasks: 1\n  completed_tasks: 2\n---\n", "invariant@5"},
		{"state", state + "progress:\n  percnt: 5\n---\n", "unknown-key@4"},
		{"state", state + "session:\n  stoped_at: null\n---\n", "unknown-key@4"},
		{"state", state + "current_task: T0001\n---\n", "pattern@3"},
		{"state", state + "current_task:\nmilestone: v1.0\n---\n", ""},
		{"state", "schema_version: 2\n", "schema-version-mismatch@1"},
		{"note", "No frontmatter at all.\n", ""},
		{"note", "---\nscope: mine\n---\n", "enum@2"},
		{"pending-todo", "---\ncreated: 2026-04-20\nstatus: done\n---\n", "enum@3"},
		{"todo", "---\nschema_version: 1\n---\n", "missing-required@1"},
		{"project", "# A project\n\nIn a shape of its own.\n", "section-recommended@1"},
		{"rules", "## Always-Follow\n\n- _TBD — fill in._\n", "body-pattern-min@1 document-tbd@3"},
		{"project-summary", "**Closed:** 2026-04-20\n**Status:** completed\n\n## Milestones\n", "body-pattern-min@1"},
		{"milestone-roadmap", "## Slices (execution order)\n\n`{{slices_text}}`\n\n    ${{ secrets.X }}\n", ""},
		{"milestone-roadmap", "## Slices (execution order)\n\n{{slices_text}} and `{{code}}` and {{more}}\n", "placeholder-left@3 placeholder-left@3"},
		{"project-roadmap", "## Overview\n## Milestones\n## Milestone Details\n  1. [object Object]\n", "stringified-object@4"},
	} {
		if got := heldAgainst(t, "nubos/"+c.kind, "x.md", c.text); got != c.want {
			t.Errorf("%s %.60q: got %q, want %q", c.kind, c.text, got, c.want)
		}
	}
}

// TestWorkflowKind holds workflows with one fault each.
func TestWorkflowKind(t *testing.T) {
	const head = "---\ncommand: np:x\ndescription: Does x.\n---\n"
	for _, c := range []struct{ name, text, want string }{
		{"right", head + "```bash\nnode .nubos-pilot/bin/np-tools.cjs init verify-work 1\n```\n", ""},
		{"no frontmatter", "# x\n", "workflow-command@1"},
		{"no command", "---\ndescription: x\n---\n", "missing-required@1"},
		{"another command", strings.Replace(head, "np:x", "np:y", 1), "workflow-command@2"},
		{"question in a fence", head + "```bash\nAskUserQuestion \"x\"\n```\n", "bare-askuser-call@6"},
		{"question in prose", head + "Call AskUserQuestion with two options.\n", "bare-askuser-call@5"},
		{"question for one runtime", head + "- **Claude Code**: call `AskUserQuestion` directly.\n", ""},
		{"question forbidden", head + "Never use AskUserQuestion here.\n", ""},
		{"question in a comment", head + "<!-- AskUserQuestion -->\n", ""},
		{"unknown verb", head + "Run `node np-tools.cjs stats-all`.\n", "workflow-unknown-helper@5"},
		{"unknown workflow of init", head + "```bash\nX=$(node np-tools.cjs init plan-phase 1)\n```\n", "workflow-unknown-helper@6"},
		{"init with a variable", head + "```bash\nnode np-tools.cjs init \"$WORKFLOW\"\n```\n", ""},
		{"reads a file", head + "```bash\njq .scope .nubos-pilot/config.json\n```\n", "workflow-direct-read@6"},
		{"reads a file in node", head + "```js\nfs.readFileSync('.nubos-pilot/STATE.md')\n```\n", "workflow-direct-read@6"},
		{"must not read a file", head + "Do not `cat .nubos-pilot/STATE.md`.\n", ""},
		{"names a file", head + "The plan lies in .nubos-pilot/milestones/M001.\n", ""},
		{"measured", head + "```bash\nSpawn agent=a\n" + strings.Repeat("#\n", 29) + "node np-tools.cjs metrics record --agent a\n```\n", ""},
		{"measured too late", head + "```bash\nSpawn agent=a\n" + strings.Repeat("#\n", 30) + "node np-tools.cjs metrics record --agent a\n```\n", "workflow-missing-metrics@6"},
		{"not measured in a fence of text", head + "```text\nSpawn agent=a\n```\n", ""},
	} {
		if got := heldAgainst(t, "nubos/workflow", "x.md", c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCharterKinds holds decisions and requirements.
func TestCharterKinds(t *testing.T) {
	context := func(decisions string) string {
		return "<goal>\nx\n</goal>\n<domain>\nx\n</domain>\n<deferred>\n</deferred>\n<canonical_refs>\n</canonical_refs>\n<decisions>\n" + decisions + "</decisions>\n"
	}
	for _, c := range []struct{ name, kind, text, want string }{
		{"right", "milestone-context", context("- **D-01:** a\n  - why\n- **D-02:** b\n"), ""},
		{"without bullets", "milestone-context", context("**D-01:** a\n\n**D-02:** b\n"), ""},
		{"none", "milestone-context", context("_None._\n"), ""},
		{"taken", "milestone-context", context("- **D-01:** a\n- **D-1:** b\n"), "decision-duplicate@13"},
		{"gap", "milestone-context", context("- **D-02:** a\n- **D-03:** b\n"), "decision-sequence@12"},
		{"not in bold", "milestone-context", context("- D-01: a\n"), "decision-form@12"},
		{"without id", "milestone-context", context("- a\n"), "decision-form@12"},
		{"empty", "milestone-context", context("- **D-01:**\n"), "decision-form@12"},
		{"right", "requirements", "- [ ] **F-01**: a\n- [x] **REQ-AB-02**: b\n\n## Out of Scope\n- REQ-03\n\n## Traceability\n", ""},
		{"colon in bold", "requirements", "- [ ] **REQ-01:** a\n## Out of Scope\n## Traceability\n", "requirement-form@1"},
		{"another box", "requirements", "- [-] **REQ-01**: a\n## Out of Scope\n## Traceability\n", "requirement-form@1"},
		{"no text", "requirements", "- [ ] **REQ-01**:\n## Out of Scope\n## Traceability\n", "requirement-form@1"},
	} {
		if got := heldAgainst(t, "nubos/"+c.kind, "x.md", c.text); got != c.want {
			t.Errorf("%s, %s: got %q, want %q", c.kind, c.name, got, c.want)
		}
	}
}
