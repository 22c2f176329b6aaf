package cli

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsPaths tries texts with very many names of files, calls or words in one line, and names that are very long or
// lead to and fro.
func TestAttemptsPaths(t *testing.T) {
	const (
		agent    = "---\nname: miller\ndescription: Mills flour. Use when there is none.\n---\n\n"
		workflow = "---\ncommand: np:a\ndescription: A.\n---\n\n"
		call     = "node np-tools.cjs phase-meta 4 --field bad "
		entries  = `{"name":"q~","source":"pp~"},`
		roadmap  = "schema_version: 2\nmilestones: []\n"
	)
	of := func(file, text string) map[string]string { return map[string]string{file: text} }
	np := func(file, text string) map[string]string {
		return map[string]string{".nubos-pilot/roadmap.yaml": roadmap, file: text}
	}
	market := func(root string) map[string]string {
		return of(".claude-plugin/marketplace.json", `{"name":"b","owner":{"name":"B"},"metadata":{"pluginRoot":"./`+root+
			`"},"plugins":[`+many(20_000, entries)+`{"name":"q","source":"p"}]}`)
	}
	learnt := func(pattern, tokens string) map[string]string {
		return np(".nubos-pilot/knowledge/learnings.json", `{"version":1,"learnings":[{"fingerprint":"0000000000000001","pattern":"`+
			pattern+`","tokens":[`+tokens+`"a"],"outcome":"verified","occurrence":1}]}`)
	}
	levels := scratch.Many(900)
	nested := strings.Repeat(`{"`+strings.Repeat("a", 1900)+`":`, levels) + "1" + strings.Repeat("}", levels)
	commands := func() map[string]string {
		tree := of(".claude-plugin/marketplace.json", `{"name":"b","owner":{"name":"B"},"plugins":[{"name":"crumb","source":"./plugins/crumb"}]}`)
		tree["plugins/crumb/.claude-plugin/plugin.json"] = `{"name":"crumb","version":"1.2.0","description":"Follows an order"}`
		for i := range scratch.Many(500) {
			tree["plugins/crumb/commands/trace-"+strings.Repeat("a", i%40)+numbered(i%40+1, "~")+".md"] = "---\ndescription: A\n---\n\nx\n"
		}
		tree["plugins/crumb/commands/all.md"] = "---\ndescription: A\n---\n\n" + many(40_000, "Run `/crumb:x~` now.\n")
		return tree
	}
	var attempts []attempt
	for _, a := range []struct {
		name string
		tree map[string]string
	}{
		{"calls of a line in a fence", np("workflows/a.md", workflow+"```bash\n"+again(call, 45_000)+"\n```\n")},
		{"calls of a line in code", np("workflows/a.md", workflow+"`"+again(call, 45_000)+"`\n")},
		{"calls of a line without code", np("workflows/a.md", workflow+again(call, 45_000)+"\n")},
		{"words of a call", np("workflows/a.md", workflow+"```bash\nnode np-tools.cjs phase-meta "+again("a ", 900_000)+"\n```\n")},
		{"words of a pattern that repeats itself", learnt(again("a", 900_000), many(50_000, `"aaaaaaaab~",`))},
		{"words of a long pattern", learnt(again("ab ", 300_000), many(100_000, `"q~",`))},
		{"links of a line of knowledge", of(".nexus/memory/pattern-a.md", again("](a.md)", 270_000))},
		{"links in code of a line of knowledge", of(".nexus/memory/pattern-a.md", "`"+again("](a.md)", 200_000)+"`")},
		{"links between backticks", of(".nexus/memory/pattern-a.md", many(120_000, "[x](ab~.md) `"))},
		{"a path that stays where it is", of(".claude/agents/a.md", agent+"See .claude/agents/"+again("./", 900_000)+"zzzq.md now.\n")},
		{"a path of slashes", of(".claude/agents/a.md", agent+"See .claude/agents/"+again("/", 1_800_000)+"zzzq.md now.\n")},
		{"a path to and fro", of(".claude/agents/a.md", agent+"See .claude/agents/"+again("../agents/", 180_000)+"zzzq.md now.\n")},
		{"paths that stay where they are", of(".claude/agents/a.md", agent+many(900, "See .claude/agents/"+strings.Repeat("./", 1000)+"z~.md now.\n"))},
		{"a long root of plugins", market(again("p", 600_000))},
		{"a deep root of plugins", market(again("p/", 300_000))},
		{"commands of a plugin with many", commands()},
		{"keys of settings in long ones", of(".claude/settings.json", `{"hooks":`+nested+"}")},
		{"keys of a manifest in long ones", of(".claude-plugin/plugin.json", `{"name":"a","hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","x":`+nested+`}]}]}}`)},
		{"keys of a schema in long ones", map[string]string{"schema/agent.schema.json": nested,
			"vocabulary/categories.yml": "categories:\n  - id: do\n    description: Makes something.\n"}},
	} {
		attempts = append(attempts, attempt{name: a.name, files: a.tree, status: anyStatus, never: "no artefact of a known kind"})
	}
	try(t, attempts)
}
