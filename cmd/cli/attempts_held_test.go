package cli

import (
	"fmt"
	"strings"
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
	files := func(n int, name, text string) (pairs []string) {
		for i := range scratch.Many(n) {
			pairs = append(pairs, fmt.Sprintf(name, i), text)
		}
		return pairs
	}
	near := func(i int) string { // a name of the same letters as all others
		return "abcdefghijkmnopqrs" + strings.Map(func(c rune) rune { return c - '0' + 'a' }, fmt.Sprintf("%05o", i))
	}
	classes := again(`\\pL`, 2400)
	blanks, makes := again(" ", 900_000)+"x", again(" && make a", 90_000)
	targets := many(90_000, "a~x:\n\techo\n")
	rule, front := ".claude/rules/r.md", "---\ndescription: b\n"
	lost := "paths:\n" + many(48_000, "  - src~/x\n") + "---\nA.\n"
	bare := "- A(b)\n"
	summaries := func(tree map[string]string) map[string]string {
		for i := range scratch.Many(2500) {
			dir := fmt.Sprintf(".planning/phases/%04d-a/%04d-01-", i, i)
			tree[dir+"SUMMARY.md"] = "---\nphase: a\nplan: 01\n---\n\n## Files Created/Modified\n- `src/a.go` - a\n"
			tree[dir+"PLAN.md"] = plan + "---\n"
		}
		return tree
	}
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
		"paths of a skill that lies deep": at(strings.Repeat("a/", 200)+".claude/skills/s/SKILL.md", "---\nname: s\ndescription: b\n"+lost,
			"go.mod", "module a\n"),
		"paths of a rule beside many names": plugin(12_000, ".a%d", "", rule, "---\n"+lost),
		"commands without backticks beside tools": at(".claude/commands/c.md", front+"allowed-tools:\n"+again(bare, 45_000)+"---\n"+
			again("!xa y\n", 200_000)),
		"commands behind a space beside tools": at(".claude/commands/c.md", front+"allowed-tools:\n"+again(bare, 45_000)+"---\n"+
			again("! `xa y` ", 140_000)),
		"agents with a wrong ending behind a large file": plugin(4000, ".claude/agents/b%d.yaml", "name: a\ndescription: b\n",
			".claude/agents/a.yaml", again("a: b\n", 400_000)),
		"agents in a wrong directory behind others": plugin(12_000, ".claude/agent/b%d.md", part, files(6000, ".claude/agent/a%d.md", "A.\n")...),
		"plans called by a phase with a long name": gsd(".planning/ROADMAP.md", strings.Replace(roadmap, "### Phase 1: A",
			"### Phase 1: "+again("Ab ", 300_000), 1), ".planning/phases/02-b/02-01-PLAN.md",
			strings.Replace(plan, "depends_on: []", "depends_on:\n"+many(20_000, "  - 01-ab~\n"), 1)+"---\n"),
		"files to read that are not there": gsd(first, plan+"---\n<context>\n"+many(40_000, "@src/a~/b.go\n")+"</context>\n"),
		"names that are nearly those of very many": func() map[string]string {
			tree, list := at(), ""
			for i := range 990 {
				tree["agents/c"+near(i)+".md"] = strings.ReplaceAll(part, "name: b", "name: c"+near(i))
			}
			for i := range scratch.Many(32_000) {
				list += fmt.Sprintf(`"./agents/b%s.md",`, near(i))
			}
			return withFiles(tree, []string{manifest, `{"name":"p","agents":[` + list + `"./agents/a.md"]}`})
		}(),
		"directories of one number beside lines": func() map[string]string {
			tree := gsd(".planning/ROADMAP.md", roadmap+again("a\n", 500_000))
			for i := range scratch.Many(4000) {
				tree[fmt.Sprintf(".planning/phases/%04d-a%d/x-PLAN.md", i/2+10, i%2)] = plan + "---\n"
			}
			return tree
		}(),
		"summaries beside a long state": summaries(gsd(".planning/ROADMAP.md", "# Roadmap\n\n## Phases\n\n"+many(2500, "- [ ] **Phase ~: A**\n")+
			"\n## Phase Details\n\n"+many(2500, "### Phase ~: A\n**Goal**: a\n"), ".planning/STATE.md",
			"---\ngsd_state_version: 1.0\n---\n"+again("Ab\n", 500_000))),
	} {
		attempts = append(attempts, attempt{name: name, files: files, status: anyStatus, never: "no artefact of a known kind",
			long: name == "counts in matchers"})
	}
	try(t, attempts)
}
