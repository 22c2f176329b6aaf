package plan_test

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/table"
)

const taskPlan = `---
id: "M001-S002-T0001"
slice: "M001-S002"
milestone: "M001"
type: execute
status: done
tier: "haiku"
owner: executor
wave: 2
depends_on: ["M001-S001-T0001"]
files_modified: ["a.go"]
autonomous: true
must_haves: {}
---

# M001-S002-T0001 — Night hours
`

// TestTaskFiles judges what a task file depends on beyond its plan, in a project and alone.
func TestTaskFiles(t *testing.T) {
	tree := table.New(t, nubos.Pack, base)
	tree.Write(slice2+"S002-PLAN.md", slicePlan)
	for _, r := range []struct{ changes, want, alone string }{
		{"", "", ""},
		{`: ["M001-S001-T0001"] => : ["M001-S001-T0009"]`, "depends_on `\"M001-S001-T0009\"`", ""},
		{`: ["M001-S001-T0001"] => : ["M001-S001-T1"]`, "depends_on `\"M001-S001-T1\"` => `M001-S001-T0001`", "depends_on " +
			"`\"M001-S001-T1\"`"},
		{`: ["M001-S001-T0001"] => : ["M001-S001-T0001 M001-S001-T0001"]`, "depends_on `\"M001-S001-T0001 " +
			"M001-S001-T0001\"`", "depends_on `\"M001-S001-T0001 M001-S001-T0001\"`"},
		{`: ["M001-S001-T0001"] => : ["M001-S002-T0001"]`, "depends_on `\"M001-S002-T0001\"`", "depends_on " +
			"`\"M001-S002-T0001\"`"},
		{`: ["M001-S001-T0001"] => : ["M001-S002-T0002"]`, "depends_on `\"M001-S002-T0002\"`", "depends_on " +
			"`\"M001-S002-T0002\"`"},
		{`: ["M001-S001-T0001"] => : ["M001-S003-T0001"]`, "depends_on `\"M001-S003-T0001\"`", "depends_on " +
			"`\"M001-S003-T0001\"`"},
		{`: ["M001-S001-T0001"] => : ["M002-S001-T0001"]`, "depends_on `\"M002-S001-T0001\"`", "depends_on " +
			"`\"M002-S001-T0001\"`"},
		{`id: "M001-S002-T0001" => id: "M001-S003-T0001" | : ["M001-S001-T0001"] => : ["x"]`, "", ""},
		{`id: "M001-S002-T0001" => id: "M001-S001-T0001" | : ["M001-S001-T0001"] => : ["x"]`, "", ""},
		{`id: "M001-S002-T0001" => id: x | : ["M001-S001-T0001"] => : ["x"]`, "", ""},
		{`id: "M001-S002-T0001"\n => | : ["M001-S001-T0001"] => : ["x"]`, "", ""},
		{`slice: "M001-S002"\n => | : ["M001-S001-T0001"] => : ["x"]`, "depends_on `\"x\"`", ""},
		{`slice: "M001-S002" => slice: "M001-S003" | wave: 2 => wave: 3`, "", ""},
		{"wave: 2 => wave: 3", "", "wave `3` => `2`"},
		{"wave: 2 => wave: 0", "", ""},
		{"wave: 2 => wave: two", "", ""},
		{"wave: 2\\n =>", "", ""},
	} {
		file, only := tree.Change(taskPlan, r.changes), strings.Fields("broken-dependency cyclic-dependency "+
			"fake-promotion-trigger")
		tree.Write(slice2+"tasks/T0001/T0001-PLAN.md", file)
		if got := tree.Findings(only...); got != r.want {
			t.Errorf("%s\ngot  %s\nwant %s", r.changes, got, r.want)
		}
		if got := tree.Alone("nubos/task-plan", "T0001-PLAN.md", file, only...); got != r.alone {
			t.Errorf("%s, alone\ngot  %s\nwant %s", r.changes, got, r.alone)
		}
	}
}

// TestCarriedOut judges no lines of files that a plan has read, and no shared files, once its tasks are over.
func TestCarriedOut(t *testing.T) {
	tree := table.New(t, nubos.Pack, base)
	tree.Write(slice2+"S002-UAT.md", "")
	tree.Write(slice2+"S002-PLAN.md", tree.Change(slicePlan, `b.go => a.go | - README.md:1 => - README.md:9 | `+
		`="README.md:1" => ="README.md:9"`))
	const lines, shared = "body.reality_check.files_read[0] `README.md:9`", "tasks[M001-S002-T0002].files_modified `a.go`"
	for _, r := range []struct{ first, second, want string }{
		{"done", "done", ""}, {"done", "skipped", ""}, {"done", "pending", lines}, {"skipped", "in-progress", lines},
		{"pending", "done", lines}, {"pending", "pending", lines + " | " + shared}, {"parked", "pending", lines + " | " +
			"" + shared},
	} {
		tree.Write(slice2+"tasks/T0001/T0001-PLAN.md", strings.Replace(taskPlan, "status: done", "status: "+r.first, 1))
		tree.Write(slice2+"tasks/T0002/T0002-PLAN.md",
			strings.NewReplacer("T0001", "T0002", "status: done", "status: "+r.second).Replace(taskPlan))
		if got := tree.Findings("unverified-assumption", "parallel-task-same-file"); got != r.want {
			t.Errorf("%s, %s\ngot  %s\nwant %s", r.first, r.second, got, r.want)
		}
	}
}

// TestWorkflows finds questions of workflows that go past the helper.
func TestWorkflows(t *testing.T) {
	tree := table.New(t, nubos.Pack, base)
	for text, want := range map[string]string{
		"Call AskUserQuestion now.":              "body `AskUserQuestion`",
		"First.\nThen call AskUserQuestion now.": "body `AskUserQuestion`",
		"```\ncall AskUserQuestion\n```":         "body `AskUserQuestion`",
		"<!-- call AskUserQuestion -->":          "",
		"Do not call AskUserQuestion.":           "",
		"In Claude Code, AskUserQuestion asks.":  "",
		"```\nnever call AskUserQuestion\n```\n": "",
		"AskUserQuestion\n\nand AskUserQuestion": "body `AskUserQuestion` | body `AskUserQuestion`",
	} {
		tree.Write("workflows/a.md", "# A\n\n"+text+"\n")
		if got := tree.Findings("bare-askuser-call"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}
