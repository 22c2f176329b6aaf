package cli

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsTwins tries very many files of one name, each of which could be held against each other.
func TestAttemptsTwins(t *testing.T) {
	const n = 2000
	twins := func(path, text string) map[string]string {
		tree := map[string]string{}
		for i := range n {
			number := strconv.Itoa(i)
			tree[strings.ReplaceAll(path, "~", number)] = strings.ReplaceAll(text, "~", number)
		}
		return tree
	}
	both := func(a, b map[string]string) map[string]string {
		for path, text := range b {
			a[path] = text
		}
		return a
	}
	const agent, skill = "---\nname: same\ndescription: b ~\n---\nSee same.\n", "---\ndescription: b ~\n---\nSee same.\n"
	html := []string{"run", "-o", "html"}
	states := map[string]string{}
	for i := range 30 {
		states["p"+strconv.Itoa(i)+"/.nubos-pilot/STATE.md"] = "---\n" + numbered(900, "~ "+strings.Repeat("x", 60)+"\n") + "schema_version: 2\n---\n"
	}
	const slice = ".nubos-pilot/milestones/M001/slices/S001/"
	scaffolded := func(tree map[string]string) map[string]string { // a slice with the files of very many tasks
		tree[".nubos-pilot/roadmap.yaml"] = "schema_version: 2\nmilestones:\n  - id: M001\n    number: 1\n    name: A\n"
		tree[slice+"S001-PLAN.md"] = "# Plan\n" + numbered(scratch.Many(4000), "<task id=\"M001-S001-T~\"></task>\n")
		for i := range scratch.Many(4000) {
			name := fmt.Sprintf("T%04d", i+1)
			tree[slice+"tasks/"+name+"/"+name+"-PLAN.md"] = "---\nid: M001-S001-" + name + "\nslice: M001-S001\nstatus: pending\nwave: 1\n---\n# A\n"
		}
		return tree
	}
	try(t, []attempt{
		{name: "tables that lack very many tasks", status: anyStatus, want: "the roll-up lacks", files: scaffolded(map[string]string{
			slice + "S001-SUMMARY.md": "---\ntask_count: 1\n---\n# A\n\n" + again("| Task | Status |\n|-|-|\n\n", 40_000)})},
		{name: "agents", files: twins(".claude/agents/a~.md", agent), args: html, status: anyStatus, want: "keeps the last one"},
		{name: "skills of programs", files: twins(".p~/skills/same/SKILL.md", skill), status: anyStatus},
		{name: "skills of one program", files: twins("p~/.claude/skills/same/SKILL.md", skill), args: html, status: anyStatus},
		{name: "skills and commands", status: anyStatus, want: "one hides the other",
			files: both(twins(".claude/skills/a~/SKILL.md", skill), twins(".claude/commands/a~.md", skill))},
		{name: "tools of servers", status: anyStatus, files: map[string]string{
			".mcp.json":           `{"mcpServers":{` + numbered(20_000, `"s~":{"command":"a"},`) + `"z":{"command":"a"}}}`,
			".claude/agents/a.md": "---\nname: a\ndescription: b\ntools: " + numbered(40_000, "mcp__t~__a, ") + "Read\n---\nA.\n"}},
		{name: "tools of a plugin's servers", status: anyStatus, files: map[string]string{
			".claude-plugin/plugin.json": `{"name":"p","mcpServers":{` + numbered(3000, `"s~":{"command":"a"},`) + `"z":{"command":"a"}}}`,
			"agents/a.md":                "---\nname: a\ndescription: b\ntools: " + numbered(3000, "mcp__s~__a, ") + "Read\n---\nA.\n"}},
		{name: "copies with very many warnings each", status: anyStatus, want: "of this text, told as infos", files: states},
		{name: "one agent of a plugin, listed very often", status: anyStatus, files: map[string]string{
			".claude-plugin/plugin.json": `{"name":"p","agents":["./agents/a.md"` + strings.Repeat(`,"./agents/a.md"`, 70_000) + `]}`,
			"agents/a.md":                "---\nname: a\ndescription: b\n---\nA.\n", "agents/b.md": "---\nname: b\ndescription: b\n---\nB.\n"}, want: "agents/b.md is left out"},
	})
}
