package cli

import (
	"fmt"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsHeld tries files with very many of what is held against a long text, or against all that a manifest names.
func TestAttemptsHeld(t *testing.T) {
	const (
		settings = ".claude/settings.json"
		manifest = ".claude-plugin/plugin.json"
		roadmap  = "# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: A**\n\n## Phase Details\n\n### Phase 1: A\n**Goal**: a\n"
		plan     = "---\nphase: 01-a\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: []\nautonomous: true\n"
		links    = plan + "must_haves:\n  key_links:\n"
		first    = ".planning/phases/01-a/01-01-PLAN.md"
		part     = "---\nname: b\ndescription: b\n---\nA.\n"
	)
	at := func(pairs ...string) map[string]string {
		return withFiles(map[string]string{".claude/agents/z.md": "---\nname: z\ndescription: z\n---\nZ.\n"}, pairs)
	}
	gsd := func(pairs ...string) map[string]string {
		return withFiles(map[string]string{".planning/ROADMAP.md": roadmap, ".planning/STATE.md": "---\ngsd_state_version: 1.0\n---\n"}, pairs)
	}
	plugin := func(n int, name, text string, pairs ...string) map[string]string {
		tree := withFiles(map[string]string{}, pairs)
		for i := range scratch.Many(n) / 2 {
			tree[fmt.Sprintf(name, i)] = text
		}
		return tree
	}
	classes := again(`\\pL`, 2400)
	blanks, makes := again(" ", 900_000)+"x", again(" && make a", 90_000)
	targets := many(90_000, "a~x:\n\techo\n")
	var attempts []attempt
	for name, files := range map[string]map[string]string{
		"a rule of a megabyte in deny": at(settings, `{"permissions":{"deny":["Bash(`+again("a", 900_000)+` *)"],"allow":[`+
			many(30_000, `"Bash(c~)",`)+`"Read"]}}`),
		"rules that are long in deny": at(settings, `{"permissions":{"deny":[`+numbered(8, `"Bash(~`+again("a", 100_000)+` *)",`)+
			`"Read"],"allow":[`+many(30_000, `"Bash(c~)",`)+`"Read"]}}`),
		"answers in one command": at(settings, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"`+
			many(28_000, `hookSpecificOutput:{hookEventName:'Stop',decision:'~'};`)+`"}]}]}}`),
		"classes of Unicode in matchers": at(settings, `{"hooks":{"PreToolUse":[`+again(`{"matcher":"[`+classes+
			`]","hooks":[{"type":"command","command":"a"}]},`, 180)+`{"hooks":[]}]}}`),
		"classes of Unicode in matchers of agents": at(settings, `{"hooks":{"SubagentStop":[`+again(`{"matcher":"[`+again(`\\pL`, 240)+
			`]","hooks":[{"type":"command","command":"a"}]},`, 1800)+`{"hooks":[]}]}}`),
		"ranges beyond ASCII in matchers": at(settings, `{"hooks":{"PreToolUse":[`+numbered(40, `{"matcher":"(?i)`+
			again(`[B-\\x{1e900}]`, 700)+`~","hooks":[{"type":"command","command":"a"}]},`)+many(4000, `{"matcher":"(?i)[B-𞤀]~",`+
			`"hooks":[{"type":"command","command":"a"}]},`)+`{"hooks":[]}]}}`),
		"counts in matchers": at(settings, `{"hooks":{"PreToolUse":[`+many(30_000, `{"matcher":"(?:a?){250}~$",`+
			`"hooks":[{"type":"command","command":"a"}]},`)+`{"hooks":[]}]}}`),
		"matchers of agents, and agents": plugin(4000, ".claude/agents/a%d.md", part, settings, `{"hooks":{"SubagentStop":[`+
			many(20_000, `{"matcher":"(?:b?){90}~$","hooks":[{"type":"command","command":"a"}]},`)+`{"hooks":[]}]}}`),
		"commands that a manifest names": plugin(6000, "commands/a%d.md", part, manifest, `{"name":"p","commands":[`+
			many(80_000, `"./commands/x~.md",`)+`"./commands/a0.md"]}`),
		"commands that a manifest leaves out": plugin(6000, "commands/a%d.md", part, "b/a0.md", part, manifest, `{"name":"p","commands":[`+
			again(`"./b/a0.md",`, 90_000)+`"./b/a0.md"]}`),
		"skills that a manifest names": plugin(4000, "skills/a%d/SKILL.md", part, manifest, `{"name":"p","skills":[`+
			many(60_000, `"./skills/x~",`)+`"./skills/a0"]}`),
		"files among the skills": plugin(40_000, "skills/a%d.md", part, manifest, `{"name":"p"}`),
		"a class of very many in a pattern of a link": gsd(first, links+"    - from: a\n      to: b\n      pattern: '["+
			again(`\pL`, 500_000)+"]'\n---\n"),
		"classes in patterns of links": gsd(first, links+many(6000, "    - from: a\n      to: b~\n      pattern: '["+
			numbered(60, `\pL`)+"]'\n")+"---\n"),
		"ranges beyond ASCII in patterns of links": gsd(first, links+many(6000, "    - from: a\n      to: b~\n      pattern: '"+
			`(?i)[B-\x{1e900}]`+"'\n")+"---\n"),
		"a pattern for the names of very many memory files": plugin(9000, ".nexus/memory/a%d.md", "A.\n",
			".nplint.toml", "version = 1\n[nexus]\ncontract = \"0.10\"\n",
			"vocabulary/memory_policy.yml", "naming:\n  pattern: '(?i)"+again(`[B-\x{1e900}]`, 80)+"'\n"),
		"classes among the names of models": {".nexus/history.json": "[]", "agents/a/body.md": "Ask Sonnet.\n",
			".nplint.toml": "version = 1\npacks = [\"nexus\"]\n[rules]\nnx-model-name = { extra = [" + numbered(900, `'~`+again(`[B-\x{1e900}]\pL`, 11)+`',`) + "] }\n"},
		"targets behind a megabyte of blanks in a gate": gsd(".planning/config.json", `{"workflow":{"test_command":"`+blanks+makes+`"}}`,
			"Makefile", targets),
		"targets behind a megabyte of blanks in a task": gsd("Makefile", targets, first, plan+"---\n<tasks>\n<task type=\"auto\">\n"+
			"<name>a</name>\n<verify>"+blanks+makes+"</verify>\n</task>\n</tasks>\n"),
		"a cell with all ids": gsd(".planning/REQUIREMENTS.md", "# Requirements\n\n## v1 Requirements\n\n"+many(40_000, "- [ ] **A-~**: a\n")+
			"\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n| "+many(40_000, "A-~, ")+" | Phase 1 | Pending |\n"),
		"requirements of two phases beside lines that tell of gaps": gsd(".planning/ROADMAP.md", roadmap+"**Requirements**: "+
			many(20_000, "A-~, ")+"A-0\n\n### Phase 2: B\n**Goal**: b\n**Requirements**: "+many(20_000, "A-~, ")+"A-0\n"+
			again("** gap\n", 60_000), ".planning/REQUIREMENTS.md", "# Requirements\n\n## v1 Requirements\n\n"+
			many(20_000, "- [ ] **A-~**: a\n")+"\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n"+
			many(20_000, "| A-~ | Phase 1 | Pending |\n")),
	} {
		attempts = append(attempts, attempt{name: name, files: files, status: anyStatus, never: "no artefact of a known kind",
			long: name == "counts in matchers"})
	}
	try(t, attempts)
}
