package cli

import (
	"fmt"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsNexus tries trees of nexus with very many of one thing in a file beside very many of another in others.
func TestAttemptsNexus(t *testing.T) {
	words := func(n int, text string) string { return "[" + many(n, text) + "z]" }
	listed := func(key string, n int) string { return key + ":\n" + many(n, "  - id: c~\n    description: S\n") }
	tree := func(members int, pairs ...string) map[string]string {
		all := withFiles(map[string]string{"vocabulary/capabilities.yml": "capabilities: []\n", "vocabulary/tags.yml": "tags: []\n"}, pairs)
		for i := range members {
			dir := fmt.Sprintf("agents/a%d/", i)
			all[dir+"meta.yml"], all[dir+"body.md"] = fmt.Sprintf("id: a%d\nname: a%d\ncategory: do\n", i, i), "Trim.\n"
		}
		return all
	}
	members := scratch.Many(3000) / 2
	const gone = `{"vocabulary":{"`
	fields := `{"type":"object","properties":{` + many(30_000, `"p~":{"type":"string"},`) + `"z":{}}}`
	covers := `{"test_id":"t","covers":{"state_schemas":{"plan.schema.json":[` + many(60_000, `"t~",`) + `"z"]}},` +
		`"postcondition":{"state_files":{".nexus/state/plan.json":{` + many(40_000, `"$.q~":1,`) + `"z":1}}}}`
	var attempts []attempt
	for name, files := range map[string]map[string]string{
		"capabilities that there are not": tree(0, "vocabulary/capabilities.yml", listed("capabilities", 14_000),
			"agents/x/meta.yml", "id: x\ncapabilities: "+words(17_000, "x~, ")),
		"categories that a schema allows": tree(members, "vocabulary/categories.yml", listed("categories", 14_000),
			"schema/agent.schema.json", `{"properties":{"category":{"enum":[`+many(80_000, `"d~",`)+`"z"]}}}`),
		"entries that are gone beside members": tree(members, "vocabulary/categories.yml", "categories:\n  - id: do\n",
			"manifest.json", gone+`categories":[`+many(60_000, `{"id":"t~"},`)+`{"id":"do"}]}}`),
		"entries that are gone beside prompts": tree(0, "vocabulary/invocations.yml", "invocations:\n  - id: do\n",
			"manifest.json", gone+`invocations":[`+many(60_000, `{"id":"t~"},`)+`{"id":"do"}]}}`, "agents/x/body.md", again("{{ask a}}\n", 180_000)),
		"owners of tasks":                tree(members, ".nexus/state/tasks.json", `{"tasks":[`+many(40_000, `{"id":~,"owner":"o~"},`)+`{"id":99999}]}`),
		"fields that a fixture covers":   tree(1, "conformance/state-schemas/plan.schema.json", fields, "conformance/tools/a.json", covers),
		"macros beside invocations":      tree(1, "vocabulary/invocations.yml", listed("invocations", 15_000), "agents/x/body.md", many(20_000, "{{c9~ a=b}}\n")),
		"macros with parameters":         tree(1, "vocabulary/invocations.yml", "invocations:\n  - id: ask\n    semantic_params:\n"+many(15_000, "      - name: a~\n"), "agents/x/body.md", again("{{ask b=c}}\n", 70_000)),
		"macros that nothing closes":     tree(1, "vocabulary/invocations.yml", "invocations:\n  - id: ask\n", "agents/x/body.md", again("{{ask } ", 240_000)),
		"exceptions beside tasks":        tree(1, "vocabulary/task-exceptions.yml", listed("task_exceptions", 14_000), ".nexus/state/tasks.json", `{"tasks":[`+many(9_000, `{"id":~,"title":"merge same file","context":"not_id and a_b"},`)+`{"id":99999}]}`),
		"exceptions that a text cites":   tree(1, "vocabulary/task-exceptions.yml", listed("task_exceptions", 14_000), "agents/x/body.md", many(35_000, "See vocabulary/task-exceptions.yml: `zz_a~`, `zz_b~`.\n")),
		"tasks of issues":                tree(1, ".nexus/state/plan.json", `{"issues":[`+many(12_000, `{"id":~},`)+`{"id":99999}]}`, ".nexus/state/tasks.json", `{"tasks":[`+many(12_000, `{"id":~,"plan_issue":7},`)+`{"id":99999}]}`),
		"agents that an issue asks":      tree(1, ".nexus/state/plan.json", `{"issues":[{"id":1,"how_agents":[`+many(90_000, `"a~",`)+`"z"],"how_summary":{`+many(60_000, `"b~":"x",`)+`"z":"x"}}]}`),
		"files of a harness on a line":   tree(1, "docs/nexus-tools-contract.md", "# A\n\nDeletes"+again(" `edit-tracker.json`", 90_000)+"\n"),
		"tables of capabilities":         tree(0, "harness/opencode/agent-rules.yml", many(20_000, "capability_a~:\n  b~:\n    c: d\n"), "spec/agents/a/prompt.md", "---\nid: a\ncapabilities: [b1]\n---\nA.\n"),
		"marks of a changelog on a line": tree(1, "package.json", `{"version":"1.0.0"}`, "CHANGELOG.md", "# Changelog\n\n## [1.0.0]\n\n"+again("<!-- nx-car:v0.10.0:start -->", 60_000)+"\n"),
	} {
		attempts = append(attempts, attempt{name: name, files: files, status: anyStatus, never: "no artefact of a known kind"})
	}
	try(t, attempts)
}

// TestAttemptsRepeated tries files of the other packs in which one line, or a part of one, stands again and again.
func TestAttemptsRepeated(t *testing.T) {
	at := func(pairs ...string) map[string]string {
		return withFiles(map[string]string{".claude/agents/z.md": "---\nname: z\ndescription: z\n---\nZ.\n"}, pairs)
	}
	gsd := func(pairs ...string) map[string]string {
		return withFiles(map[string]string{".planning/STATE.md": "---\ngsd_state_version: 1.0\n---\n", ".planning/ROADMAP.md": "# Roadmap\n"}, pairs)
	}
	beside := func(tree map[string]string, path string) map[string]string { // as many files as one that is not there is held against
		for i := range scratch.Many(1900) / 2 {
			tree[fmt.Sprintf(path, i)] = "A.\n"
		}
		return tree
	}
	const skill, front = ".claude/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"
	var attempts []attempt
	for name, files := range map[string]map[string]string{
		"imports in backticks on one line":   at("CLAUDE.md", many(50_000, " Import~ types from `@docs/types.ts`.")+"\n", "docs/types.ts", "1\n"),
		"imports beside many files":          beside(at("CLAUDE.md", many(120_000, "@docs/abc~.md\n")), "docs/bcd%d.md"),
		"paths of a skill beside many files": beside(at(skill, front+many(90_000, "`scripts/b~.sh`.\n")), ".claude/skills/a/scripts/xyz%d.sh"),
		"paths of a skill in one sentence":   at(skill, front+many(80_000, "Run `scripts/b~.sh` ")+"\n", ".claude/skills/a/scripts/c.sh", "c\n"),
		"commands on one line":               at(".claude/commands/a.md", "---\ndescription: b\n---\n"+again("/wrap-upp, ", 170_000)+"\n"),
		"a marketplace at a path of a megabyte": at(".claude/settings.json",
			`{"extraKnownMarketplaces":{"a":{"source":{"source":"directory","path":"`+again("a/", 900_000)+`b"}}}}`),
		"sections of a configuration": gsd(".planning/config.json", `{"a":{`+many(90_000, `"b~":{"c":1},`)+`"z":1},`+again(`"beads":{"c":1},`, 30_000)+`"z":1}`,
			".gsd/capabilities/x/capability.json", `{"config":{`+many(90_000, `"beads.a~":1,`)+`"z":1}}`),
		"truths of a plan on one line": gsd(".planning/phases/01-a/01-01-PLAN.md", "---\nphase: 01-a\nplan: 01\nmust_haves:\n  truths: ["+
			many(90_000, `"a ~", `)+"\"b\"]\n---\n"),
		"a file of a task at a path of a megabyte": at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n",
			".nubos-pilot/milestones/M001/slices/S001/S001-PLAN.md", "# Plan\n\n<task id=\"M001-S001-T0001\">\n<files_modified>\n- "+again("a/", 500_000)+
				"b.js\n</files_modified>\n<verify>node c.js && cat d/e.txt</verify>\n</task>\n",
			".nubos-pilot/milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md", "---\nid: M001-S001-T0001\nfiles_modified:\n  - "+again("a/", 500_000)+
				"b.js\n---\n<verify>\nnode c.js\n</verify>\n"),
		"headings of blocks on one line": at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n",
			".nubos-pilot/milestones/M001/M001-VERIFICATION.md", "---\nmilestone: M001\n---\n## Success Criteria\n\n### SC-1: a\n\n"+many(50_000, "###SC-~: a list ")+"\n"),
	} {
		attempts = append(attempts, attempt{name: name, files: files, status: anyStatus, never: "no artefact of a known kind"})
	}
	try(t, attempts)
}
