package cli

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// numbered repeats a text, with a number in the place of each ~.
func numbered(n int, text string) string {
	var all strings.Builder
	for i := range n {
		all.WriteString(strings.ReplaceAll(text, "~", strconv.Itoa(i)))
	}
	return all.String()
}

// many is numbered with as many as attempts of this size have.
func many(n int, text string) string { return numbered(scratch.Many(n), text) }

// again repeats a text as often as attempts of this size do.
func again(text string, n int) string { return strings.Repeat(text, scratch.Many(n)) }

// withFiles adds files to a tree: each path stands before its text.
func withFiles(tree map[string]string, pairs []string) map[string]string {
	for i := 0; i < len(pairs); i += 2 {
		tree[pairs[i]] = pairs[i+1]
	}
	return tree
}

// TestAttemptsMany tries files of the packs with very many of one thing, where each could be held against each other.
func TestAttemptsMany(t *testing.T) {
	at := func(pairs ...string) map[string]string { return withFiles(map[string]string{}, pairs) }
	const (
		settings    = ".claude/settings.json"
		marketplace = ".claude-plugin/marketplace.json"
		plan        = ".planning/phases/01-a/01-01-PLAN.md"
		summary     = ".planning/phases/01-a/01-01-SUMMARY.md"
		roadmap     = ".planning/ROADMAP.md"
		phase       = "# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: A**\n\n## Phase Details\n\n### Phase 1: A\n**Goal**: a\n"
		front       = "---\nphase: 01-a\nplan: 01\n---\n"
		bullets     = "# Requirements\n\n- [ ] **AB-01**: a\n\n"
		table       = "| Requirement | Phase | Status |\n|---|---|---|\n"
	)
	slice := func(list string) map[string]string {
		const dir = ".nubos-pilot/milestones/M001/slices/S001/"
		return at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n",
			dir+"S001-PLAN.md", "# Plan\n\n<task id=\"M001-S001-T0001\">\n<files_modified>\n"+list+"</files_modified>\n</task>\n",
			dir+"tasks/T0001/T0001-PLAN.md", "---\nid: M001-S001-T0001\nfiles_modified: [a]\n---\n")
	}
	waiting := func(n int) map[string]string { // n plans, each of which waits for up to 100 of those behind it
		tree := at(roadmap, phase)
		for i := 1; i <= n; i++ {
			deps := ""
			for k := i + 1; k <= min(i+100, n); k++ {
				deps += fmt.Sprintf("  - 01-%04d\n", k)
			}
			tree[fmt.Sprintf(".planning/phases/01-a/01-%04d-PLAN.md", i)] =
				fmt.Sprintf("---\nphase: 01-a\nplan: %d\ndepends_on:\n%s---\n", i, deps)
		}
		return tree
	}
	together := func(n int) map[string]string { // n plans of one wave that change one file
		tree := at(roadmap, phase)
		for i := 1; i <= n; i++ {
			tree[fmt.Sprintf(".planning/phases/01-a/01-%d-PLAN.md", i)] =
				fmt.Sprintf("---\nphase: 01-a\nplan: %d\nwave: 1\ndepends_on: []\nfiles_modified: [a.js]\n---\n", i)
		}
		return tree
	}
	lost := func(dir, text string) map[string]string { // a plan that waits for many that there are not, and many others
		tree := at(roadmap, phase, plan, "---\nphase: 01-a\nplan: 01\ndepends_on: ["+many(45_000, text)+"x]\n---\n")
		for i := range scratch.Many(1000) {
			tree[fmt.Sprintf(".planning/phases/%s-1%04d-PLAN.md", dir, i)] = "---\n---\n"
			tree[fmt.Sprintf(".planning/phases/01-a/x-%04d-SUMMARY.md", i)] = "---\n---\n"
		}
		return tree
	}
	leading := func() map[string]string { // a plan that leads to many files that there are not, beside many plans
		tree := at(roadmap, phase, plan, front+many(45_000, "@.planning/phases/01-a/x~-SUMMARY.md\n"))
		for i := range scratch.Many(400) {
			tree[fmt.Sprintf(".planning/phases/01-a/01-1%04d-PLAN.md", i)] = front
		}
		return tree
	}
	archived := func(n int) map[string]string { // n archives that GSD does not find, and n summaries that no plan claims
		tree := at(roadmap, phase, plan, front, summary, front)
		for i := range scratch.Many(n) {
			tree[fmt.Sprintf(".planning/milestones/x%d-phases/01-a/01-01-SUMMARY.md", i)] = front
			tree[fmt.Sprintf(".planning/phases/01-a/y%d-SUMMARY.md", i)] = front
		}
		return tree
	}
	const slices = ".nubos-pilot/milestones/M001/slices/S001/"
	var tasks strings.Builder
	for i := 1; i <= 2000; i++ {
		fmt.Fprintf(&tasks, "<task id=\"M001-S001-T%04d\"></task>\n", i)
	}
	var ticks strings.Builder // of each number once, the largest first
	for i := scratch.Many(1900); i > 0; i-- {
		ticks.WriteString(strings.Repeat("`", i) + "a")
	}
	tiers := "resume_tiers:\n  - id: bounded\n    description: a\n"
	var attempts []attempt
	for _, a := range []struct {
		name string
		tree map[string]string
	}{
		{"plans that wait for many", waiting(scratch.Many(1000))},
		{"plans of one wave that change one file", together(scratch.Many(4000))},
		{"plans that there are not beside another phase", lost("02-b/02", "07-~, ")},
		{"plans that there are not beside many", lost("01-a/01", `"then 07-~", `)},
		{"what a plan leads to beside many plans", leading()},
		{"archives and summaries that nobody finds", archived(5000)},
		{"settings", at(settings, "{"+many(45_000, `"some~":1,`)+`"z":1}`)},
		{"permissions", at(settings, `{"permissions":{`+many(45_000, `"some~":1,`)+`"z":1}}`)},
		{"rules of permissions", at(settings, `{"permissions":{"allow":[`+many(45_000, `"Bsh(npm ~)",`)+`"Read"]}}`)},
		{"rules of permissions that none denies", at(settings, `{"permissions":{"allow":[`+many(70_000, `"Read(a~/**)",`)+`"Read"],"deny":[`+
			many(30_000, `"Read(b~/**)",`)+`"Write"]}}`)},
		{"hooks", at(settings, `{"hooks":{`+many(20_000, `"Stap~":[{"hooks":[]}],`)+`"Stop":[]}}`)},
		{"hooks of one script", at(settings, `{"hooks":{"PreToolUse":[{"hooks":[`+again(`{"type":"command","command":".claude/a.sh"},`, 20_000)+
			`{"type":"command","command":"b"}]}]}}`, ".claude/a.sh", "#!/bin/sh\n"+many(60_000, "if grep -q x~; then exit 1; fi\n"))},
		{"variables", at(settings, `{"env":{`+many(45_000, `"A~":"$A~",`)+`"Z":"1"}}`)},
		{"keys of a marketplace", at(marketplace, "{"+many(45_000, `"some~":1,`)+`"name":"a"}`)},
		{"plugins of a marketplace", at(marketplace, `{"name":"a","owner":{"name":"a"},"plugins":[`+
			many(10_000, `{"name":"p~","source":"./p~"},`)+`{"name":"z","source":"./z"}]}`)},
		{"a path of very many parts", at(marketplace, `{"name":"a","owner":{"name":"a"},"plugins":[{"name":"p","source":"./`+
			again("a/", 500_000)+`"}]}`)},
		{"servers", at(".mcp.json", `{"mcpServers":{`+many(20_000, `"s~":{"command":"a","args":["$A"]},`)+`"z":{"command":"a"}}}`)},
		{"tools of an agent", at(".claude/agents/a.md", "---\nname: a\ndescription: b\ntools: "+many(45_000, "Reed~, ")+"Read\n---\nA.\n")},
		{"arguments of a command", at(".claude/commands/a.md", "---\ndescription: b\n---\n"+again("$1 $A $2\n", 40_000))},
		{"arguments that are counted on", at(".claude/commands/a.md", "---\ndescription: b\n---\n"+again("Use $2 for x.\n", 120_000)+
			"Take $1 and $0.\n")},
		{"names of arguments", at(".claude/commands/a.md", "---\ndescription: b\narguments: ["+many(20_000, "a~, ")+"z]\n---\n"+many(25_000, "$b~ "))},
		{"names of a matcher", at(settings, `{"hooks":{"PreToolUse":[{"matcher":"`+many(100_000, "Wirte~|")+
			`Read","hooks":[{"type":"command","command":"a"}]}]}}`)},
		{"tasks in a fence", at(roadmap, phase, plan, front+"```\n"+again("<task>\n", 150_000)+"```\n")},
		{"decisions of a plan", at(roadmap, phase, ".planning/phases/01-a/01-CONTEXT.md", "<decisions>\n- **D-01:** a\n</decisions>\n",
			plan, front+many(150_000, "D-9~ ")+"\n")},
		{"items below headings", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n",
			".nubos-pilot/milestones/M001/M001-CONTEXT.md", "# A\n\n<decisions>\n"+again("### a\n- b\n", 90_000)+"</decisions>\n")},
		{"decisions of one digit", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n",
			".nubos-pilot/milestones/M001/M001-CONTEXT.md", "# A\n\n<decisions>\n- **D-02:** a\n"+again("- **D-1:** x\n", 40_000)+"</decisions>\n")},
		{"mentions in a command", at(".claude/commands/a.md", "---\ndescription: b\n---\n"+many(25_000, "Use the `a~` agent and /b~ now.\n"))},
		{"mentions on one line", at(".claude/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"+
			many(18_000, "1. For each issue, spawn the HOW~ subagent(s) matching its domain, and use the `a-b~` agent. ")+"\n")},
		{"paths of a skill on one line", at(".claude/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"+many(40_000, "Run `scripts/x~.sh`. ")+"\n")},
		{"paths of a skill that names directories beside it", at(".claude/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"+
			many(40_000, "Run `scripts/x~.sh` in `../b~/c`.\n"), ".claude/skills/b/SKILL.md", "---\nname: b\ndescription: c\n---\nA.\n")},
		{"links of a skill", at(".claude/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"+many(25_000, "See [a~](a~.md).\n"))},
		{"directories that are put in for names", at(".claude/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"+
			again("Follow `${CLAUDE_SKILL_DIR}/style.md`.\n", 48_000))},
		{"comments on one line", at(".claude/agents/a.md", "---\nname: a\ndescription: b\n---\n"+again("<!-- a -->", 190_000)+"\n")},
		{"placeholders", at(roadmap, phase+again("**Goal**: [What this phase delivers]\n", 50_000))},
		{"imports", at("CLAUDE.md", many(25_000, "See @a~.md here.\n"))},
		{"imports that are there from the root", at("a/CLAUDE.md", again("See @docs/x.md now.\n", 97_000), "docs/x.md", "X.\n", "CLAUDE.md", "A.\n")},
		{"keys of a summary", at(roadmap, phase, summary, "---\n"+many(50_000, "k~: x\n")+"---\n")},
		{"tasks without an end", at(roadmap, phase, plan, front+again("<task type=\"auto\">\n", 40_000))},
		{"tasks on a line", at(roadmap, phase, plan, front+again("<task>` ", 100_000))},
		{"tags without an end", at(roadmap, phase, plan, front+again("<task ", 150_000)+">")},
		{"plans that a plan waits for", at(roadmap, phase, plan, "---\nphase: 01-a\nplan: 01\ndepends_on: ["+many(50_000, "01-~, ")+"x]\n---\n")},
		{"files of a plan", at(roadmap, phase, plan, "---\nphase: 01-a\nplan: 01\nfiles_modified:\n"+many(45_000, "  - a/b~.go\n")+"---\n")},
		{"rows of unknown requirements", at(roadmap, phase, ".planning/REQUIREMENTS.md", bullets+table+many(20_000, "| CD-~ | Phase 1 | Pending |\n"))},
		{"requirements without a row", at(roadmap, phase, ".planning/REQUIREMENTS.md", bullets+many(15_000, "- [ ] **CD-~**: a\n")+"\n"+table+
			many(10_000, "| EF-~ | Phase 1 | Pending |\n"))},
		{"phases", at(roadmap, phase+many(10_000, "\n### Phase ~: A\n**Goal**: a\n**Depends on**: Phase ~\n"))},
		{"phases without parts", at(roadmap, phase+many(40_000, "\n### Phase ~: A\n"))},
		{"boxes of phases", at(roadmap, phase+many(20_000, "- [ ] **Phase ~: A**\n"))},
		{"ranges of requirements", at(roadmap, phase+"**Requirements**: "+again("AB-01..AB-99999, ", 20_000)+"\n",
			".planning/REQUIREMENTS.md", bullets)},
		{"phases with ranges", at(roadmap, phase+many(5_000, "\n### Phase ~: A\n**Requirements**: AB-01..AB-999\n"),
			".planning/REQUIREMENTS.md", bullets)},
		{"requirements of a phase", at(roadmap, phase+"**Requirements**: "+many(45_000, "AB-~, ")+"\n",
			".planning/REQUIREMENTS.md", bullets)},
		{"requirements of a phase that there are", at(roadmap, phase+"**Requirements**: "+many(120_000, "AB-~, ")+"\n",
			".planning/REQUIREMENTS.md", "# Requirements\n\n"+many(70_000, "- [ ] **AB-~**: a\n"))},
		{"requirements that are headings", at(roadmap, phase+"**Requirements**: "+many(40_000, "AB-~, ")+"\n",
			".planning/REQUIREMENTS.md", bullets+many(40_000, "## CD-~\n"))},
		{"artifacts that no other plan makes", at(roadmap, phase, plan, front[:len(front)-4]+"must_haves:\n  artifacts:\n"+
			many(15_000, "    - path: src/a~.js\n")+"---\n", ".planning/phases/01-a/01-02-PLAN.md",
			"---\nphase: 01-a\nplan: 02\nfiles_modified:\n"+many(45_000, "  - a/b~.go\n")+"---\n")},
		{"artifacts that the plan does not make", at(roadmap, phase, plan, front[:len(front)-4]+"files_modified:\n"+many(20_000, "  - a/b~.go\n")+
			"must_haves:\n  artifacts:\n"+many(5_000, "    - path: src/a~.js\n")+"---\n")},
		{"headings of a state", at(roadmap, phase, ".planning/STATE.md", "---\ngsd_state_version: 1.0\n---\n"+again("## Curent Position\n\n## Current Positon\n\n", 12_000)+
			"## Current Position\n")},
		{"lines of a plan that YAML refuses", at(roadmap, phase, plan, "---\nphase: 01-a\n"+many(25_000, "k~: `a` b\n")+"---\n")},
		{"blocks without an end", at(roadmap, phase+again("<details>\n", 50_000))},
		{"empty lines", at(roadmap, phase+again("\n", 1_900_000))},
		{"blocks of phases", at(roadmap, phase+many(5_000, "<details>\n### Phase ~: A\n</details>\n"))},
		{"versions", at(roadmap, phase+many(25_000, "## v~.0 A\n\n"))},
		{"one phase that waits often", at(roadmap, phase+again("### Phase 1: A\n**Depends on**: Phase 1\n", 45_000))},
		{"decisions that a plan cites", at(roadmap, phase, plan, front+many(45_000, "Queue (D-~).\n"),
			".planning/phases/01-a/01-CONTEXT.md", "<decisions>\n- **D-01:** a\n</decisions>\n")},
		{"plans that a phase lists", at(roadmap, phase+"**Plans:**\n"+many(25_000, "- [ ] 01-~-PLAN.md\n"), plan, front)},
		{"questions of a UAT", at(roadmap, phase, ".planning/phases/01-a/01-UAT.md", "---\nstatus: testing\nphase: 01-a\n---\n## Tests\n\n"+many(15_000, "### ~. A\nexpected: b\nresult: pending\n\n"))},
		{"tests of a UAT in another order", at(roadmap, phase, ".planning/phases/01-a/01-UAT.md",
			"---\nstatus: testing\nphase: 01-a\n---\n## Tests\n\n"+many(40_000, "### ~. A\nresult: pending\nexpected: b\n\n"))},
		{"files that a text names", at("vocabulary/resume-tiers.yml", tiers+"  - id: t\n    description: \""+many(60_000, "docs/a~.md ")+"\"\n",
			"vocabulary/tags.yml", "tags: []\n", "agents/a/meta.yml", "id: a\n")},
		{"entries that are gone", at("vocabulary/resume-tiers.yml", tiers, "manifest.json",
			`{"vocabulary":{"resume_tiers":[`+many(30_000, `{"id":"t~"},`)+`{"id":"z"}]}}`)},
		{"entries that the manifest lacks", at("vocabulary/resume-tiers.yml", tiers+many(20_000, "  - id: t~\n    description: a\n"), "manifest.json",
			`{"vocabulary":{"resume_tiers":[{"id":"bounded","description":"a"}]}}`)},
		{"entries that came", at("vocabulary/resume-tiers.yml", tiers+many(15_000, "  - id: t~\n"), "manifest.json",
			`{"vocabulary":{"resume_tiers":[`+many(15_000, `{"id":"u~"},`)+`{"id":"z"}]}}`)},
		{"tables of a harness", at("spec/agents/a/body.md", "---\nid: a\n---\n", "harness/claude/agent-rules.yml", again("capability_map:\n  a: b\n", 40_000))},
		{"files of a task", slice(many(40_000, "- a/b~.go\n"))},
		{"dependencies that may be meant", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n",
			slices+"S001-PLAN.md", "# Plan\n\n"+tasks.String(), slices+"tasks/T0001/T0001-PLAN.md",
			"---\nid: M001-S001-T0001\ndepends_on:\n"+strings.Repeat("  - M001-S001-T00002\n", 20_000)+"---\n")},
		{"braces of a template", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n",
			"templates/PROJECT.md", again("{{", 100_000))},
		{"blocks of a report that stand elsewhere", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n",
			".nubos-pilot/milestones/M001/M001-VERIFICATION.md", "---\nmilestone: M001\n---\n## Success Criteria\n"+
				many(12_000, "## A\n### SC-~: a\n- **Status:** b\n"))},
		{"tasks in tasks", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n",
			slices+"S001-PLAN.md", "# Plan\n\n"+again("<task>", 80_000)+again("</task>", 80_000)+"\n")},
		{"milestones", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n"+many(10_000, "  - id: M~\n"))},
		{"tags that no prompt speaks of", at("vocabulary/tags.yml", "tags:\n"+
			many(10_000, "  - id: a~\n    trigger: \"[a~]\"\n    type: inline_action\n    handler: h\n    description: S\n"),
			"agents/a/meta.yml", "id: a\n", "agents/a/body.md", again("Word here.\n", 10_000))},
		{"tasks that none reads", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n",
			slices+"tasks/T0000/T0000-PLAN.md", "---\nid: M001-S001-T0000\nslice: M001-S001\nwave: 1\ndepends_on:\n"+
				many(90_000, "  - M001-S002-T~\n")+"---\n# A\n")},
		{"lines of a state that are none", at(".nubos-pilot/STATE.md", "---\nschema_version: 2\n"+again(" a\n", 600_000)+"---\n")},
		{"a key of very many dots", at(".nubos-pilot/config.json", `{"workflow":{"`+again("a.", 500_000)+`": true}}`)},
		{"a key of very many brackets", at(".nubos-pilot/config.json", `{"workflow":{"`+again("a[", 500_000)+`": true}}`)},
		{"runs of backticks", at("CLAUDE.md", ticks.String(), ".claude/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"+ticks.String(),
			".claude/commands/a.md", "---\ndescription: b\n---\n"+ticks.String())},
		{"marks of comments on one line", at(".nubos-pilot/roadmap.yaml", "schema_version: 2 "+again("# nplint: x ", 90_000)+"\n")},
		{"keys in keys before a long comment", at(".nubos-pilot/roadmap.yaml", strings.Repeat("? ", 990)+"a\n#"+again("b", 1_900_000)+"\n")},
		{"a name of a megabyte", at(".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n  - id: M001\n    status: "+
			again("don", 300_000)+"\n    "+again("nam", 300_000)+": a\n    "+again("nem", 300_000)+": a\n")},
	} {
		if a.tree[roadmap] != "" && a.tree[".planning/STATE.md"] == "" { // by which the directory is known
			a.tree[".planning/STATE.md"] = "---\ngsd_state_version: 1.0\n---\n"
		}
		if a.tree[".mcp.json"]+a.tree["CLAUDE.md"] != "" {
			a.tree[".claude/agents/z.md"] = "---\nname: z\ndescription: z\n---\nZ.\n"
		}
		attempts = append(attempts, attempt{name: a.name, files: a.tree, status: anyStatus, never: "no artefact of a known kind"})
	}
	try(t, attempts)
}

// TestAttemptsSuppress tries comments that let stand more findings than comments may in a file: all of them are tried at a
// place for the whole file at last.
func TestAttemptsSuppress(t *testing.T) {
	n := scratch.Many(30_000)
	tree := own("dialect = \"none\"\n[[patterns]]\nname = \"no\"\npattern = \"TODO\"\nforbidden = true\n",
		numbered(n, "TODO number ~ of very many things to do here\n\n"))
	try(t, []attempt{{name: "many", files: tree, args: []string{"run", "--add-suppressions", "why"}, want: fmt.Sprintf("(%d suppressed)", n)}})
}

// TestAttemptsSuppressed tries suppressions of a configuration that are all about all of very many files, with findings and
// without.
func TestAttemptsSuppressed(t *testing.T) {
	const agent = "---\nname: np-a\ndescription: A.\ntier: Haiku\ntools: Read\n---\n"
	for name, rules := range map[string]string{"used": "agent-invalid-tier", "unused": "agent-tools"} {
		tree := map[string]string{".nplint.toml": "version = 1\n" + numbered(scratch.Many(10_000),
			"[[suppressions]]\npaths = [\"agents\"]\nrules = [\""+rules+"\"]\nreason = \"a\"\nat = \"$.a~\"\n")}
		for i := range scratch.Many(3000) {
			tree[fmt.Sprintf("agents/np-a%d.md", i)] = agent
		}
		try(t, []attempt{{name: name, files: tree, status: 1, want: "config-unused"}})
	}
}

// TestAttemptsMentions tries very many agents and skills that each name dozens of others on one line: what the line says is
// read once, not for each name.
func TestAttemptsMentions(t *testing.T) {
	n, tree := scratch.Many(1000), map[string]string{}
	for i := range n {
		agents, skills := "", ""
		for k := range 40 {
			agents += fmt.Sprintf("Use the a%d agent. ", (i+k)%n)
			skills += fmt.Sprintf("Use skill s%d /s%d. ", (i+k)%n, i+k)
		}
		tree[fmt.Sprintf(".claude/agents/a%d.md", i)] = fmt.Sprintf("---\nname: a%d\ndescription: b\ntools: Read, Task(a%d)\n---\n%s\n", i, i+1, agents)
		tree[fmt.Sprintf(".claude/skills/s%d/SKILL.md", i)] = fmt.Sprintf("---\nname: s%d\ndescription: b\n---\n%s\n", i, skills)
	}
	try(t, []attempt{{name: "on one line", files: tree, status: anyStatus, never: "no artefact of a known kind"}})
}

// TestAttemptsWaiting tries tasks of nubos that all wait for all others.
func TestAttemptsWaiting(t *testing.T) {
	n := scratch.Many(1000)
	tree := map[string]string{".nubos-pilot/roadmap.yaml": "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n"}
	for i := range n {
		deps := ""
		for k := range n {
			if k != i {
				deps += fmt.Sprintf("  - M001-S001-T%04d\n", k)
			}
		}
		tree[fmt.Sprintf(".nubos-pilot/milestones/M001/slices/S001/tasks/T%04d/T%04d-PLAN.md", i, i)] =
			fmt.Sprintf("---\nid: M001-S001-T%04d\nslice: M001-S001\nwave: 1\ndepends_on:\n%s---\n# A\n", i, deps)
	}
	for _, args := range [][]string{{"run"}, {"run", "--diff"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			inRepository(t)
			for file, text := range tree {
				writeFile(t, file, text)
			}
			scratch.Bound(t, 6*most, func() { // of 24 MB of text, a few times
				if got, status := output(args...); status != 1 {
					t.Errorf("status %d:\n%.2000s", status, got)
				}
			})
		})
	}
}

// TestAttemptsFrames tries findings on one long line, each of which is shown with a part of it.
func TestAttemptsFrames(t *testing.T) {
	tree := own("[[elements]]\nname = \"say\"\nmax = 1\n", "<say>\n"+strings.Repeat("<say>`", scratch.Many(30_000))+"\n")
	try(t, []attempt{{name: "tags without an end", files: tree, args: []string{"run", "-o", "full", "--max-findings", "0"}, status: 1,
		want: "<say>`<say>`<say>"}})
}

// TestAttemptsUncounted tries more of one kind than are told in a file: how many are left out is said, and so a baseline
// knows it, too.
func TestAttemptsUncounted(t *testing.T) {
	const left = "%d more findings of this kind, further down, are neither told nor counted"
	args := []string{"run", "-o", "compact", "--max-findings", "0"}
	try(t, []attempt{
		{name: "keys that stand again", files: map[string]string{
			".nubos-pilot/config.json": "{" + strings.Repeat(`"a":1,`, 30_000) + `"a":1}`,
		}, args: args, status: 1, want: fmt.Sprintf(left, 29_000)},
		{name: "just as many as are told", files: map[string]string{
			".nubos-pilot/config.json": "{" + strings.Repeat(`"a":1,`, 1000) + `"a":1}`,
		}, args: args, status: 1, never: "neither told"},
	})
}

// slowIgnored is a tree with patterns of git's that take too long to be held against names that no artefact has, which an
// agent lies beside.
func slowIgnored(name func(i int) string) map[string]string {
	var patterns strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&patterns, "[!b]*a*a*a*a*a*a*c%d[d]\n", i)
	}
	all := map[string]string{
		".gitignore": patterns.String(), ".nplint.toml": "version = 1\nexclude = [\"x\"]\n",
		"agents/np-x.md": "---\nname: np-x\ndescription: d\ntier: haiku\ntools: Read\n---\n",
	}
	for i := range 60 {
		all[name(i)] = "x"
	}
	return all
}

// TestAttemptsIgnoredLate tries ignore files that take too long for what only those look at who show or watch all files.
func TestAttemptsIgnoredLate(t *testing.T) {
	files := slowIgnored(func(i int) string { return fmt.Sprintf("y/%s%d", strings.Repeat("a", 200), i) })
	try(t, []attempt{
		{name: "a run", files: files},
		{name: "the files", long: true, files: files, args: []string{"files"}, status: 2, want: "what git ignores takes too long to tell"},
	})
}
