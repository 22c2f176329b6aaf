package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsSettings tries files of Claude Code where each of very many things could be held against each of very many
// others, or make a large file be read again and again.
func TestAttemptsSettings(t *testing.T) {
	const (
		settings = ".claude/settings.json"
		market   = ".claude-plugin/marketplace.json"
		owner    = `{"name":"a","owner":{"name":"a"},"plugins":[`
		skill    = ".claude/skills/a/SKILL.md"
		front    = "---\nname: a\ndescription: b\n---\n"
	)
	large := strings.Repeat("x", 1_900_000)
	at := func(pairs ...string) map[string]string {
		return withFiles(map[string]string{".claude/agents/z.md": "---\nname: z\ndescription: z\n---\nZ.\n"}, pairs)
	}
	var attempts []attempt
	for _, a := range []struct {
		name string
		tree map[string]string
	}{
		{"servers that are on and off", at(".mcp.json", `{"mcpServers":{"a":{"command":"b"}}}`, settings, `{"enabledMcpjsonServers":[`+many(45_000, `"s~",`)+`"a"],"disabledMcpjsonServers":[`+
			many(45_000, `"t~",`)+`"b"]}`)},
		{"plugins that no marketplace lists", at(market, owner+many(30_000, `{"name":"p~","source":"./p"},`)+`{"name":"z","source":"./z"}]}`, settings,
			`{"enabledPlugins":{`+many(45_000, `"q~@a":true,`)+`"q@a":true}}`)},
		{"marketplaces of one name", at("m/.claude-plugin/marketplace.json", owner+`]}`, settings, `{"extraKnownMarketplaces":{`+
			many(18_000, `"m~":{"source":{"source":"directory","path":"./m"}},`)+`"z":{}},"enabledPlugins":{`+many(30_000, `"q~@a":true,`)+`"q@a":true}}`)},
		{"entries that lead to one large manifest", at("p/plugin.json", `{"name":"p","x":"`+large+`"}`, market, owner+
			again(`{"name":"p","source":"./p"},`, 30_000)+`{"name":"z","source":"./z"}]}`)},
		{"entries of another name", at("p/.claude-plugin/plugin.json", `{"name":"q"}`, market, owner+many(30_000, `{"name":"p~","source":"./p"},`)+
			`{"name":"z","source":"./z"}]}`)},
		{"former names of plugins", at(market, owner+many(15_000, `{"name":"p~","source":"./p"},`)+`{"name":"z","source":"./z"}],"renames":{`+
			many(15_000, `"r~":"x~",`)+`"z":"y"}}`)},
		{"patterns in another case", at(settings, `{"hooks":{"PreToolUse":[`+strings.Repeat(`{"matcher":"(?:`+
			numbered(600, `[a-zA-Z]*x~|`)+`y)$","hooks":[{"type":"command","command":"a"}]},`, scratch.Many(180))+
			`{"hooks":[{"type":"command","command":"a"}]}]}}`)},
		{"lines that run one large script", at(skill, front+"```sh\n"+again("scripts/x.sh\n", 90_000)+"```\n", ".claude/skills/a/scripts/x.sh", large)},
		{"options of a plugin", at(".claude-plugin/plugin.json", `{"name":"a","userConfig":{`+many(15_000, `"o~":{"type":"string","title":"a","description":"b","sensitive":true},`)+
			`"z":{"type":"string","title":"a","description":"b"}}}`, "commands/a.md", "---\ndescription: b\n---\n"+many(60_000, "${user_config.p~}\n"))},
		{"servers of channels", at(".claude-plugin/plugin.json", `{"name":"a","mcpServers":{`+many(20_000, `"s~":{"command":"a"},`)+`"z":{"command":"a"}},"channels":[`+
			many(30_000, `{"server":"t~"},`)+`{"server":"z"}]}`)},
		{"keys of the sandbox that are a word off", at(settings, `{"sandbox":{`+many(100_000, `"allowedX~":1,`)+`"enabled":true}}`)},
		{"names of directories in an argument", at(".mcp.json", `{"mcpServers":{"a":{"command":"x","args":["`+many(60_000, "$CLAUD_PROJECT_DIR/a~ ")+`"]}}}`)},
		{"fields of a status line", at(settings, `{"statusLine":{"type":"command","command":"jq '`+again(".model.a ", 90_000)+`.model.id'"}}`)},
		{"answers on one line", at(settings, `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"`+again(`hookSpecificOutput:{} `, 45_000)+`"}]}]}}`)},
		{"rules that one command needs", at(".claude/commands/a.md", "---\ndescription: b\nallowed-tools: "+many(40_000, "Bash(a~ *), ")+"Read\n---\n"+
			"!`"+many(20_000, "b~ c; ")+"d`\n")},
		{"rules for scripts that a text shows", at(".claude/commands/a.md", "---\ndescription: b\nallowed-tools: "+many(24_000, "Bash(scripts/a~.sh:*), ")+
			"Read\n---\n```bash\n"+again("bash scripts/b.sh\n", 1_000)+"```\n")},
		{"imports on one line", at("CLAUDE.md", "# A\n"+many(80_000, "@a~.md ")+"\n")},
		{"rules and marks inside of backticks", at(".claude/commands/a.md", "---\ndescription: b\nallowed-tools: "+many(20_000, "Bash(a~ *), ")+"Read\n---\n"+
			many(40_000, "Do `!b~ c` now.\n"))},
		{"tools of a plugin's own server", at(".claude-plugin/plugin.json", `{"name":"p","mcpServers":{"s":{"command":"x"}}}`, "hooks/hooks.json",
			`{"hooks":{"PreToolUse":[`+many(24_000, `{"matcher":"mcp__s__a~","hooks":[{"type":"command","command":"x"}]},`)+`{"matcher":"Read","hooks":[]}]}}`)},
		{"links that lead nowhere beside files", func() map[string]string {
			tree := at(skill, front+many(110_000, "[x](r/~.md)\n"))
			for i := range scratch.Many(9000) {
				tree[fmt.Sprintf(".claude/skills/a/r/a%d.md", i)] = "x"
			}
			return tree
		}()},
		{"words of a command", at(".claude/commands/a.md", "---\nallowed-tools: Bash(git status:*)\n---\nx !`git status "+again("true ", 100_000)+"`\n")},
		{"commands beside rules", at(".claude/commands/a.md", "---\nallowed-tools: "+many(45_000, "Bash(git y~:*), ")+"Read\n---\n"+many(72_000, "!`git x~`\n"))},
		{"commands of fences beside rules", at(".claude/commands/a.md", "---\nallowed-tools: "+many(45_000, "Bash(a y~:*), ")+"Read\n---\n```sh\n"+many(72_000, "b x~\n")+"```\n")},
		{"links to sections that a text does not have", at(skill, front+many(90_000, "[x](r.md#b-~)\n"), ".claude/skills/a/r.md", many(20_000, "# a ~ b\n"))},
		{"agents that a manifest lists", func() map[string]string {
			tree := at(".claude-plugin/plugin.json", `{"name":"a","agents":[`+many(8_000, `"./agents/x~.md",`)+`"./agents/z.md"]}`)
			for i := range 500 {
				tree[fmt.Sprintf("agents/y%d.md", i)] = "---\nname: a\ndescription: b\n---\n"
			}
			return tree
		}()},
		{"settings of each rule in each kind", func() map[string]string {
			name := func(file, ending string) string { return strings.TrimSuffix(filepath.Base(file), ending) }
			var keys []string
			for _, kind := range filesAt(t, "rules/claude/kinds/*.toml") {
				for _, page := range filesAt(t, "rules/claude/*.md", "rules/gsd/*.md", "rules/nexus/*.md", "rules/nubos/*.md") {
					keys = append(keys, fmt.Sprintf("\"claude/%s/%s\" = \"info\"\n", name(kind, ".toml"), strings.ReplaceAll(name(page, ".md"), ".", ":")))
				}
			}
			return at(".nplint.toml", "version = 1\n[rules]\n"+strings.Join(keys[:scratch.Many(13_000)], ""))
		}()},
		{"a directory that a manifest lists again and again", func() map[string]string {
			tree := at(".claude-plugin/plugin.json", `{"name":"p","commands":[`+again(`"./c",`, 40_000)+`"./c"],"workflows":[`+again(`"./c",`, 40_000)+`"./c"]}`)
			for i := range scratch.Many(2000) {
				tree[fmt.Sprintf("c/y%d.md", i)] = "A\n"
			}
			return tree
		}()},
		{"a directory of skills that an entry lists again and again", func() map[string]string {
			tree := at(market, owner+`{"name":"a","source":"./","skills":[`+again(`"./s",`, 80_000)+`"./s"]}]}`)
			for i := range scratch.Many(1000) {
				tree[fmt.Sprintf("s/y%d/SKILL.md", i)] = front
			}
			return tree
		}()},
		{"workflows that many plugins share", func() map[string]string {
			tree := at()
			for i := range scratch.Many(3000) {
				tree[fmt.Sprintf("p%d/.claude-plugin/plugin.json", i)] = fmt.Sprintf(`{"name":"p%d","workflows":["../w"]}`, i)
				tree[fmt.Sprintf("w/y%d.js", i)] = "export const meta = {name: \"w\", description: \"b\"}\n"
			}
			return tree
		}()},
		{"a long text that aliases repeat", at(".claude/agents/a.md", "---\nname: a\ndescription: &b \""+strings.Repeat("x", 900_000)+"\"\ntools: ["+
			again("*b, ", 1500)+"Read]\n---\n")},
		{"commands beside a skill", func() map[string]string {
			tree := at(".claude/commands/a/SKILL.md", front+large)
			for i := range scratch.Many(8000) {
				tree[fmt.Sprintf(".claude/commands/a/y%d.md", i)] = "A\n"
			}
			return tree
		}()},
		{"misplaced agents", func() map[string]string {
			tree := at()
			for i := range scratch.Many(10_000) {
				tree[fmt.Sprintf(".claude/agent/y%d.md", i)] = "A\n"
			}
			return tree
		}()},
		{"misplaced skills", func() map[string]string {
			tree := at()
			for i := range scratch.Many(6000) {
				tree[fmt.Sprintf(".claude/skills/b/y%d/SKILL.md", i)] = front
			}
			return tree
		}()},
	} {
		attempts = append(attempts, attempt{name: a.name, files: a.tree, status: anyStatus, never: "no artefact of a known kind"})
	}
	try(t, attempts)
}

// TestNamedTwice lists a file under two keys of a manifest: it has the same kind in each run.
func TestNamedTwice(t *testing.T) {
	inRepository(t)
	writeFile(t, ".claude-plugin/plugin.json", `{"name":"p","agents":["./parts/a.md"],"commands":["./parts/a.md"],"outputStyles":["./parts/a.md"]}`)
	writeFile(t, "parts/a.md", "---\nname: a\ndescription: b\n---\nA.\n")
	for range 20 {
		if text, _ := output("files", "parts"); !strings.Contains(text, "claude/plugin-agent") {
			t.Fatal(text)
		}
	}
}
