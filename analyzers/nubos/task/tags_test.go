package task_test

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/table"
)

const secondTask = `<task id="M001-S002-T0002" depends_on="" wave="2" tier="opus">
  <name>Closed lanes</name>
  <files_modified>c.go</files_modified>
  <action>Write the other answer.</action>
  <verify>go vet ./...</verify>
  <done>Test is green.</done>
</task>
`

// TestTags judges the tags of a plan of two tasks, the first of which was carried out.
func TestTags(t *testing.T) {
	tree := table.New(t, nubos.Pack, "../../../rules/nubos/base/done.txtar")
	tree.Write(".nubos-pilot/milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md",
		strings.Replace(taskPlan, "status: pending", "status: done", 1))
	plan := strings.Replace(slicePlan, "</tasks>", secondTask+"</tasks>", 1)
	const first, second = "tasks[M001-S002-T0001]", "tasks[M001-S002-T0002]"
	for _, of := range []struct{ plan, want string }{
		{"", ""},
		{"<files_modified>a.go, b.go => <files_modified>", ""},
		{"<files_modified>c.go => <files_modified>", second + ".files_modified `<files_modified>`"},
		{`id="M001-S002-T0002" => id="M001-S003-T0002" | <files_modified>c.go => <files_modified>`,
			"tasks[M001-S003-T0002].files_modified `<files_modified>`"},
		{"<done>Test green. => <done>", first + ".done `<done>`"},
		{"<files_modified>c.go</files_modified> => <files>c.go</files>", ""},
		{"<files_modified>c.go</files_modified> => <files></files>", second + ".files_modified `<files>`"},
		{"<files_modified>c.go</files_modified> => <files_modifed>c.go</files_modifed>",
			second + ".files_modified `<files_modifed>` => `files_modified`, `files_modified`"},
		{"<verify>go vet ./...</verify> =>", second + ".verify `<task id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" " +
			"tier=\"opus\">`"},
		{"<verify>go vet ./...</verify> => | c.go => src/c.go", ""},
		{`<verify>go vet ./...</verify> => | tier="opus" => tier="opus" tdd="true"`, ""},
		{"<done>Test is => Test is", second + ".done `</done>`"},
		{"<files_modified>c.go</files_modified> => c.go</files>", second + ".files_modified `</files>`"},
		{"<name>Closed lanes</name> => <nam>Closed lanes</nam>", second + ".name `<nam>` => `name`, `name`"},
		{"<name>Closed lanes</name> => <name>Closed lanes</name><nam>Closed lanes</nam>", ""},
		{"Test green.</done>\\n</task> => Test green.</done>",
			first + " `<task id=\"M001-S002-T0001\" depends_on=\"M001-S001-T0001\" wave=\"2\" tier=\"haiku\">` => `\\n</task>`"},
		{"Test green.</done>\\n</task> => Test green.</done>\\n</taks>", first + " `</taks>` => `</task>`"},
		{"Test green.</done>\\n</task> => Test green.</done> | </task>\\n</tasks> => </task>\\n</taks>\\n</tasks>",
			first + " `<task id=\"M001-S002-T0001\" depends_on=\"M001-S001-T0001\" wave=\"2\" tier=\"haiku\">` => `\\n</task>`"},
		{"</task>\\n</tasks> => </tasks>",
			second + " `<task id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" tier=\"opus\">` => `\\n</task>`"},
		{"</task>\\n</tasks> => </task>\\n</tasks>\\n\\n</task>", "tasks `</task>`"},
		{`<task id="M001-S002-T0002" => <tsak id="M001-S002-T0002"`,
			second + " `<tsak id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" tier=\"opus\">` => `task`"},
		{`<task id="M001-S002-T0002" => Then:\n  <task id="M001-S002-T0002`,
			"tasks `<task id=\"M001-S002-T0002 depends_on=\"\" wave=\"2\" tier=\"opus\">` => `\"`"},
		{`<task id="M001-S002-T0002" => <Task`, "tasks[2] `<Task depends_on=\"\" wave=\"2\" tier=\"opus\">`"},
		{`tier="opus" => tier=opus`, second + ".tier `tier=opus` => `\"opus\"`"},
		{`tier="opus" => tier='op"us'`, second + ".tier `tier='op\"us`"},
		{`tier="opus" => tier`, second + ".tier `tier`"},
		{`tier="opus" => Tier="opus"`,
			second + ".tier `<task id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" Tier=\"opus\">` => `tier`"},
		{`tier="opus" => teir="opus"`,
			second + ".tier `<task id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" teir=\"opus\">` => `tier`"},
		{`tier="opus" => model="opus"`,
			second + ".tier `<task id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" model=\"opus\">`"},
		{`tier="opus" => tier=""`,
			second + ".tier `<task id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" tier=\"\">`"},
		{`tier="opus" => tier="opsu"`, second + ".tier `opsu` => `opus`"},
		{`<task id="M001-S002-T0002" => <!-- <task id="M001-S002-T0003"></task> -->\n<task id="M001-S002-T0002"`,
			"tasks[M001-S002-T0003] `<task id=\"M001-S002-T0003\">`"},
		{`<task id="M001-S002-T0002" => <!-- <task id='M001-S002-T0003'></task> <task id=""></task> <task></task> ` +
			`<task id="x"> <note id="x"></note> -->` + "\\n`<task id=\"x\"></task>`\\n<task id=\"M001-S002-T0002\"", ""},
	} {
		tree.Write(".nubos-pilot/milestones/M001/slices/S002/S002-PLAN.md", tree.Change(plan, of.plan))
		if got := tree.Findings("task-dropped", "task-misread", "task-incomplete", "fake-promotion-trigger",
			"tasks-invalid-tier", "task-hidden"); got != of.want {
			t.Errorf("%s\ngot  %s\nwant %s", of.plan, got, of.want)
		}
	}
}

// TestKeys judges the keys of a task file by themselves.
func TestKeys(t *testing.T) {
	tree := table.New(t, nubos.Pack, "../../../rules/nubos/base/done.txtar")
	tree.Write(".nubos-pilot/milestones/M001/slices/S002/S002-PLAN.md", slicePlan)
	for _, of := range []struct{ file, want string }{
		{"owner: executor => owner: 5", "owner `5`"},
		{"owner: executor => owner: \" \"", "owner `\" \"`"},
		{"must_haves: {} => must_haves:\\n  truths: []", ""},
		{"must_haves: {} => must_haves: none", "must_haves `none`"},
		{`id: "M001-S002-T0001" => id: "m001-s002-t0001"`, "id `\"m001-s002-t0001\"` => `\"M001-S002-T0001\"`"},
		{`id: "M001-S002-T0001" => id: "m001-s002-t0002"`, "id `\"m001-s002-t0002\"`"},
		{`slice: "M001-S002" => slice: "M1-S2"`, "slice `\"M1-S2\"` => `\"M001-S002\"`"},
		{`slice: "M001-S002" => slice: "second"`, "slice `\"second\"`"},
		{`slice: "M001-S002" => slice: "M1"`, "slice `\"M1\"`"},
		{"wave: 2 => wave: \"2\"", "wave `\"2\"` => `2`"},
		{"wave: 2 => wave: \"02\"", "wave `\"02\"`"},
		{"wave: 2 => wave: 2.5", "wave `2.5`"},
		{"wave: 2 => wave: 0", "wave `0`"},
		{`depends_on: ["M001-S001-T0001"] => depends_on:`, "depends_on `depends_on` => ` []`"},
		{`files_modified: ["a.go", "b.go"] => files_modified:`, "files_modified `files_modified`"},
		{`"b.go" => 5`, "files_modified[1] `5`"},
		{`"b.go" => ".."`, "files_modified[1] `\"..\"`"},
		{`"b.go" => "~/b.go"`, "files_modified[1] `\"~/b.go\"`"},
		{`"b.go" => "/b.go"`, "files_modified[1] `\"/b.go\"`"},
		{`"b.go" => "..b.go"`, ""},
		{"autonomous: true => autonomous: yes", "autonomous `yes` => `true`"},
		{"autonomous: true => autonomous: 1", "autonomous `1`"},
		{"status: pending => status: Pending", "status `Pending` => `pending`"},
		{"status: pending => status:", "status `status`"},
	} {
		tree.Write(".nubos-pilot/milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md", tree.Change(taskPlan, of.file))
		if got := tree.Findings("tasks-invalid-frontmatter", "tasks-invalid-owner", "tasks-invalid-status",
			"path-not-in-project"); got != of.want {
			t.Errorf("%s\ngot  %s\nwant %s", of.file, got, of.want)
		}
	}
}
