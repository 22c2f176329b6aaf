package task_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/table"
)

const slicePlan = `---
slice: "M001-S002"
milestone: "M001"
type: plan
status: pending
requirements: []
---

# M001-S002 — Lanes

<tasks>
<task id="M001-S002-T0001" depends_on="M001-S001-T0001" wave="2" tier="haiku">
  <name>Free lanes</name>
  <files_modified>a.go, b.go</files_modified>
  <action>Write the answer, and test it.</action>
  <verify>go test ./...</verify>
  <done>Test green.</done>
</task>
</tasks>
`

const taskPlan = `---
id: "M001-S002-T0001"
slice: "M001-S002"
milestone: "M001"
type: execute
status: pending
tier: "haiku"
owner: executor
wave: 2
depends_on: ["M001-S001-T0001"]
files_modified: ["a.go", "b.go"]
autonomous: true
must_haves: {}
---

# M001-S002-T0001 — Free lanes

<action>
Write the answer,
and test it.
</action>

<verify>
go test ./...
</verify>

<done>
Test green.
</done>
`

// TestDrift compares a task file with its task in the slice plan.
func TestDrift(t *testing.T) {
	tree := table.New(t, nubos.Pack, "../../../rules/nubos/base/done.txtar")
	for _, of := range []struct{ plan, file, want string }{
		{"", "", ""},
		{"", `tier: "haiku" => tier: sonnet`, "tier `sonnet` => `\"haiku\"`"},
		{`tier="haiku" => tier='haiku'`, `tier: "haiku" => tier: sonnet`, ""},
		{`tier="haiku" => tier="gpt"`, "", ""},
		{` tier="haiku" =>`, "", ""},
		{"", `tier: "haiku" => tier: gpt`, ""},
		{"", "wave: 2 => wave: 3", "wave `3` => `2`"},
		{`wave="2" => wave="3"`, "", "wave `2`"},
		{"", "wave: 2 => wave: null", ""},
		{`wave="2" => wave='3'`, "", ""},
		{` wave="2" =>`, "", ""},
		{`wave="2" => wave="soon"`, "", ""},
		{"", `depends_on: ["M001-S001-T0001"] => depends_on: []`,
			"depends_on `[]` => `depends_on:\\n  - \"M001-S001-T0001\"\\n`"},
		{`depends_on="M001-S001-T0001" => depends_on=""`, "", "depends_on `[\"M001-S001-T0001\"]`"},
		{`depends_on="M001-S001-T0001" => depends_on='M001-S001-T0001'`,
			`depends_on: ["M001-S001-T0001"] => depends_on: []`, ""},
		{` depends_on="M001-S001-T0001" =>`, "", ""},
		{`depends_on="M001-S001-T0001" => depends_on="M001-S001-T0009"`,
			`depends_on: ["M001-S001-T0001"] => depends_on: []`, ""},
		{`depends_on="M001-S001-T0001" => depends_on="M001-S003-T0001"`, "", ""},
		{"", `files_modified: ["a.go", "b.go"] => files_modified: ["a.go"]`,
			"files_modified `[\"a.go\"]` => `files_modified:\\n  - \"a.go\"\\n  - \"b.go\"\\n`"},
		{"", `"b.go"] => "c.go"]`, "files_modified `[\"a.go\", \"c.go\"]`"},
		{"", `"b.go"] => "b.go", "c.go"]`, "files_modified `[\"a.go\", \"b.go\", \"c.go\"]`"},
		{"b.go => ../b.go", `, "b.go"] => ]`, "files_modified `[\"a.go\"]`"},
		{"b.go => my b.go", `, "b.go"] => ]`, "files_modified `[\"a.go\"]`"},
		{"<files_modified>a.go, b.go</files_modified> =>", "", ""},
		{"<files_modified>a.go, b.go</files_modified> => <files>a.go, c.go</files>", "",
			"files_modified `[\"a.go\", \"b.go\"]`"},
		{"", "— Free => - Free", "body.heading `M001-S002-T0001 - Free lanes` => `M001-S002-T0001 — Free lanes`"},
		{"", "— Free => - Closed", "body.heading `M001-S002-T0001 - Closed lanes`"},
		{"", "— Free => — Closed - Free", "body.heading `M001-S002-T0001 — Closed - Free lanes`"},
		{"", "# M001-S002-T0001 — Free lanes => ## Free lanes", "body.heading `## Free lanes` => `# M001-S002-T0001 — " +
			"Free lanes`"},
		{"", "# M001-S002-T0001 — Free lanes => ## M001-S002-T0001 — Lanes",
			"body.heading `## M001-S002-T0001 — Lanes` => `# M001-S002-T0001 — Free lanes`"},
		{"", "# M001-S002-T0001 — Free lanes => ## Lanes", "body.heading `---`"},
		{"<done>Test green.</done> =>", "", ""},
		{"<action>Write the answer, and test it.</action> =>", "", ""},
		{"<verify>go test ./...</verify> =>", "", "body.verify `<verify>`"},
		{"<verify>go test ./...</verify> =>", `go test ./... =>`, ""},
		{"<verify>go test ./...</verify> => <verfy>go test ./...</verfy>", "", ""},
		{"<verify>go test ./...</verify> => go test ./...</verify>", "", ""},
		{"./...</verify> => ./...</verify></verify>", "./... => .", "body.verify `go test .`"},
		{"./...</verify> => ./... | <done> => <done>It is green.", "", "body.done `Test green.`"},
		{"./...</verify> => ./...\\ngo vet</verify>", "", "body.verify `</verify>`"},
		{"it.</action> => it, please.</action>", "it. => it,", "body.action `</action>` => `\\nWrite the answer, and test " +
			"it, please.\\n`"},
		{"it.</action> => it. Later more.</action>", "", "body.action `</action>`"},
		{"green.</done> => green. Done.</done>", "", "body.done `</done>` => `\\nTest green. Done.\\n`"},
		{"", "test it. => test all.", "body.action `and test all.`"},
		{"", "Test green. => Test green.\\nAnd more.", "body.done `And more.`"},
		{"", "<done>\\nTest green.\\n</done> => <done/>", "body.done `<done/>`"},
		{"", "<done>\\nTest green.\\n</done> => ", "body.done `---`"},
		{"<done>Test green.</done> => <done></done>", "<done>\\nTest green.\\n</done> => ", ""},
		{"", "<done>\\nTest => Test", ""},
		{"", "<done> => <Done> | </done> => </Done>", "body.done `<Done>` => `done`, `done`"},
		{"", "<done> => <doen> | </done> => </doen>", "body.done `<doen>` => `done`, `done`"},
		{"", "<done> => <reason> | </done> => </reason>", "body.done `---`"},
		{"", "<done> => ~~~\\n<doen> | </done> => </doen>\\n~~~", "body.done `---`"},
		{"", "<done> => <context><doen> | </done> => </doen></context>", "body.done `---`"},
		{"", "<action> => <context><done>All.</done></context>\\n<action>", ""},
		{"answer, and test it. => \\n- answer\\n- test", "answer,\\nand test it. => \\n* answer\\n+ test", ""},
	} {
		tree.Write(".nubos-pilot/milestones/M001/slices/S002/S002-PLAN.md", tree.Change(slicePlan, of.plan))
		tree.Write(".nubos-pilot/milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md", tree.Change(taskPlan, of.file))
		if got := tree.Findings("task-drift"); got != of.want {
			t.Errorf("plan %s\nfile %s\ngot  %s\nwant %s", of.plan, of.file, got, of.want)
		}
	}
}
