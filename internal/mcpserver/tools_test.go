package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint"
)

// TestTools calls each tool and holds what it returns: the text, the data against the schema that the client was told,
// and that nothing is written but by fix with write.
func TestTools(t *testing.T) {
	dir := tree(t, project)
	before := content(t, dir)
	clients := []*session{connect(t, newServer(Options{Dir: dir}), eras[0], nil), connect(t, newServer(Options{Dir: dir}), eras[1], nil)}
	for _, c := range []struct{ tool, arguments, want string }{
		{"check", `{}`, "agents/np-finder.md:4:7: error[agent-invalid-tier] `tier` is \"Haiku\", so the agent never loads; it must be haiku, " +
			"sonnet or opus; did you mean haiku?\n1 file, 1 error, 0 warnings, 0 infos; the tool fix fixes 1, and with unsafe 0 more\n"},
		{"check", `{"paths": ["agents/np-finder.md"]}`, "1 file, 1 error"},
		{"check", `{"paths": ["agents/"], "limit": 1}`, "1 file, 1 error"},
		{"check", `{"only": ["unknown-key"]}`, "1 file, 0 errors"},
		{"check", `{"paths": ["notes"]}`, "there is no artefact of a known kind here; give a kind to say what a file is\n0 files"},
		{"check", `{"text": "---\nname: x\n---\n", "kind": "agent"}`, "stdin:1:1: error[agent-invalid-frontmatter]"},
		{"check", `{"text": "---\nname: x\n---\n", "path": "agents/np-new.md"}`, "agents/np-new.md:2:7: error[agent-invalid-frontmatter] " +
			"`name` is \"x\", but the file name says \"np-new\""},
		{"check", `{"text": "---\nname: np-finder\n---\n", "path": "agents/np-finder.md"}`, "the key `description` is missing"},
		{"check", `{"text": "---\nname: x\n---\n", "path": "draft.md", "kind": "nubos/agent"}`, "draft.md:1:1: error"},
		{"fix", `{}`, "would change agents/np-finder.md: agent-invalid-tier (1)\n--- a/agents/np-finder.md\n+++ b/agents/np-finder.md\n"},
		{"explain", `{"names": ["agent-invalid-tier"]}`, "# agent-invalid-tier: "},
		{"explain", `{"names": ["agent/agent-invalid-tier"]}`, "# agent-invalid-tier: "},
		{"explain", `{"names": ["nubos/agent"]}`, "rules: agent-"},
		{"explain", `{"names": ["task-dropped", "nubos/verification"]}`, "# nubos/verification: "},
		{"contract_prompt", `{"kind": "verification"}`, "## Output contract: Milestone verification (`nubos/verification`)"},
		{"contract_prompt", `{"path": "agents/np-new.md"}`, "## Output contract: Agent definition (`nubos/agent`)"},
		{"contract_prompt", `{"path": "agents/np-finder.md"}`, "## Output contract: Agent definition (`nubos/agent`)"},
		{"graph", `{}`, "no graphs: nothing here waits for something else, as tasks of a plan do; the tool doctor shows what is here\n"},
		{"doctor", `{}`, "1 file, 1 error, 0 warnings, 0 infos; the tool check shows them\n"},
	} {
		for _, client := range clients {
			result := client.call(c.tool, c.arguments)
			if got := textOf(result); result.IsError || !strings.Contains(got, c.want) {
				t.Errorf("%s %s: got %s\nwant %s", c.tool, c.arguments, got, c.want)
			}
			client.holds(c.tool, result)
		}
	}
	if !maps.Equal(before, content(t, dir)) {
		t.Error("something was written")
	}
}

// TestDemo holds the tools that look at whole projects over one that has something to show.
func TestDemo(t *testing.T) {
	dir, err := filepath.Abs("../../fixtures/demo")
	if err != nil {
		t.Fatal(err)
	}
	client := connect(t, newServer(Options{Dir: dir}), eras[0], nil)
	for tool, c := range map[string]struct{ arguments, want string }{
		"check":  {`{"limit": 3}`, "\nand 28 errors, 7 warnings, 1 info more\n22 files, 31 errors, 7 warnings, 1 info; the tool fix fixes 15, and with unsafe 8 more\n"},
		"graph":  {`{"id": "M003", "drawing": "mermaid"}`, "flowchart"},
		"doctor": {`{}`, "M002 Reservations"},
		"fix":    {`{"unsafe": true}`, "would change "},
	} {
		result := client.call(tool, c.arguments)
		if got := textOf(result); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s\nwant %s", tool, got, c.want)
		}
		client.holds(tool, result)
	}
	check := dataOf[told](t, client.call("check", `{"limit": 3}`))
	if got := len(check.Findings); got != 3 || *check.More != (levelsOut{28, 7, 1}) || check.Summary.Errors != 31 {
		t.Errorf("%d findings and %+v more of %+v", got, check.More, check.Summary)
	}
	if graph := dataOf[graphOut](t, client.call("graph", `{"id": "M003", "drawing": "dot"}`)); !strings.HasPrefix(graph.Drawing, "digraph") || graph.Graphs[0].ID != "M003" {
		t.Errorf("the graph is %+v", graph)
	}
}

// TestFixWrites holds what fix writes, and that it changes nothing the second time.
func TestFixWrites(t *testing.T) {
	dir := tree(t, project)
	client := connect(t, newServer(Options{Dir: dir}), eras[1], nil)
	first := dataOf[fixOut](t, client.call("fix", `{"write": true}`))
	got := content(t, dir)["agents/np-finder.md"]
	if want := strings.Replace(agent, "Haiku", "haiku", 1); got != want || !first.Written || first.Changes[0].Fixed["agent-invalid-tier"] != 1 || first.Summary.Errors != 0 {
		t.Errorf("the file is %s, and %+v is told", got, first)
	}
	if second := dataOf[fixOut](t, client.call("fix", `{"write": true}`)); len(second.Changes) > 0 {
		t.Errorf("the second time %+v changes", second.Changes)
	}
}

// TestFixMany holds that much that is written is told as far as it fits.
func TestFixMany(t *testing.T) {
	var files strings.Builder
	files.WriteString(project)
	for i := range mostFindings {
		name := fmt.Sprintf("np-%03d", i)
		fmt.Fprintf(&files, "-- agents/%s.md --\n%s", name, strings.Replace(agent, "np-finder", name, 1))
	}
	client := connect(t, newServer(Options{Dir: tree(t, files.String())}), eras[0], nil)
	result := client.call("fix", `{"write": true}`)
	got := dataOf[fixOut](t, result)
	if len(got.Changes) != mostFindings || got.More != 1 || !got.Written || got.Summary.Errors != 0 {
		t.Errorf("%d changes and %d more, %+v", len(got.Changes), got.More, got.Summary)
	}
	if text := textOf(result); !strings.Contains(text, fmt.Sprintf("\nand 1 more\nchanged %d files; then", mostFindings+1)) {
		t.Errorf("it says %s", text)
	}
	huge := fixOut{Failed: []string{strings.Repeat("x", maxAnswer/2), strings.Repeat("y", maxAnswer)}}
	a := fitting(&huge, &nplint.Report{})
	if out := a.data.(fixOut); len(out.Failed) != 1 || out.More != 1 {
		t.Errorf("%d of 2 failures are told, and %d more", len(out.Failed), out.More)
	}
}

// TestToolErrors holds that what cannot be done is an error of the tool, which says what to do.
func TestToolErrors(t *testing.T) {
	dir := tree(t, project)
	client := connect(t, newServer(Options{Dir: dir}), eras[1], nil)
	large, err := json.Marshal(map[string]string{"text": strings.Repeat("x", 2<<20+1), "kind": "agent"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tool, arguments, want string }{
		{"check", `{"paths": ["agents/np-nobody.md"]}`, "agents/np-nobody.md: no such file or directory"},
		{"check", `{"paths": [""]}`, "a path is empty"},
		{"check", `{"paths": ["a\u0000b"]}`, "is no path"},
		{"check", `{"paths": ["` + strings.Repeat("x/", 100_000) + `"]}`, "is longer or deeper than paths of files are"},
		{"contract_prompt", `{"path": "` + strings.Repeat("x/", 1000) + `np-x.md"}`, "is longer or deeper than paths of files are"},
		{"check", `{"paths": ["a"` + strings.Repeat(`, "a"`, 1000) + `]}`, "paths has 1001 entries, and at most 1000 are taken; name directories"},
		{"explain", `{"names": ["` + strings.Repeat("x", 500_000) + `"]}`, "xx…"},
		{"check", `{"paths": ["file:a.md"]}`, "is no URI of a file"},
		{"check", `{"path": "agents/np-x.md"}`, "path goes with text"},
		{"check", `{"text": "x"}`, "text needs a path or a kind"},
		{"check", `{"text": "x", "paths": ["a.md"], "kind": "agent"}`, "text goes with path or kind"},
		{"check", `{"text": "x", "path": "agents"}`, "agents is a directory; path is the file that the text is to be"},
		{"check", `{"text": "x", "kind": "agnet"}`, `unknown kind "agnet" (did you mean "agent"?); the resources nplint://contracts/ are all`},
		{"check", `{"only": ["agent-invalid-teir"]}`, "agent-invalid-tier"},
		{"check", `{"pathz": []}`, "pathz"},
		{"check", `{"limit": "many"}`, "limit"},
		{"check", string(large), "the text has 2097153 bytes, more than the 2097152"},
		{"fix", `{"paths": ["no/such/place"]}`, "no such file or directory"},
		{"explain", `{"names": []}`, "names must have between 1 and 20"},
		{"explain", `{"names": ["task-droped"]}`, `there is no rule and no kind "task-droped" (did you mean "task-dropped"?)`},
		{"explain", `{"names": ["verificatoin"]}`, `did you mean "verification"?`},
		{"explain", `{"names": ["of-nothing-at-all"]}`, `there is no rule and no kind "of-nothing-at-all"`},
		{"contract_prompt", `{"kind": "verificatoin"}`, `unknown kind "verificatoin" (did you mean "verification"?); the resources nplint://contracts/ are all`},
		{"contract_prompt", `{}`, "give either a kind or a path"},
		{"contract_prompt", `{"kind": "agent", "path": "agents/np-x.md"}`, "give either a kind or a path"},
		{"contract_prompt", `{"path": "notes/new.md"}`, "notes/new.md: no kind: no contract of its project has such a path; give a kind"},
		{"contract_prompt", `{"path": "../agents/np-x.md"}`, "lies outside of"},
		{"graph", `{"id": "M009"}`, `there is no graph "M009"`},
		{"graph", `{"drawing": "ascii"}`, "it must be mermaid or dot"},
		{"doctor", `{"paths": ["../.."]}`, "lies outside of what may be looked at: " + dir},
	} {
		result := client.call(c.tool, c.arguments)
		got := textOf(result)
		if !result.IsError || !strings.Contains(got, c.want) || result.StructuredContent != nil || len(got) > maxError {
			t.Errorf("%s %.80s: got %.400s\nwant %s", c.tool, c.arguments, got, c.want)
		}
	}
	if _, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "run"}); err == nil {
		t.Error("a tool that is not there does something")
	}
	if err := os.WriteFile(filepath.Join(dir, ".nplint.toml"), []byte("version = 1\nrulez = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"check", "fix", "doctor", "graph"} {
		if got := client.call(tool, `{}`); !got.IsError || !strings.Contains(textOf(got), ".nplint.toml:2: ") {
			t.Errorf("%s under a broken configuration: %s", tool, textOf(got))
		}
	}
}

// TestAnnotations holds that each tool says what it does to files, and nothing else.
func TestAnnotations(t *testing.T) {
	client := connect(t, newServer(Options{Dir: tree(t, project)}), eras[0], nil)
	var names []string
	for tool, err := range client.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
		for name, property := range tool.InputSchema.(map[string]any)["properties"].(map[string]any) {
			if p := property.(map[string]any); p["description"] == nil || p["type"] == nil {
				t.Errorf("the argument %s of %s is %v", name, tool.Name, p)
			}
		}
		a := tool.Annotations
		writes := tool.Name == "fix"
		if a.ReadOnlyHint == writes || *a.DestructiveHint != writes || !a.IdempotentHint || *a.OpenWorldHint || a.Title == "" || tool.Description == "" {
			t.Errorf("%s: %+v", tool.Name, a)
		}
	}
	slices.Sort(names)
	if want := []string{"check", "contract_prompt", "doctor", "explain", "fix", "graph"}; !slices.Equal(names, want) {
		t.Errorf("the tools are %v", names)
	}
}

// TestTooMuch holds that a graph that fits in no answer is told by the ids that do.
func TestTooMuch(t *testing.T) {
	var files strings.Builder
	files.WriteString(project)
	for m := 1; m < 6; m++ {
		fmt.Fprintf(&files, "-- .nubos-pilot/milestones/M00%d/slices/S001/S001-PLAN.md --\n---\nslice: \"M00%d-S001\"\n---\n", m, m)
		for i := range 250 {
			const task = "<task id=\"M00%d-S001-T%04d\" depends_on=\"\" wave=\"1\" tier=\"haiku\">\n  <name>Task %d</name>\n</task>\n"
			fmt.Fprintf(&files, task, m, i, i)
		}
	}
	client := connect(t, newServer(Options{Dir: tree(t, files.String())}), eras[1], nil)
	if got := client.call("graph", `{}`); !got.IsError || !strings.Contains(textOf(got), "ask for less, by an id: M001, M002, M003, M004, M005") {
		t.Errorf("got %.300s", textOf(got))
	}
	if got := client.call("graph", `{"id": "M001"}`); got.IsError || !strings.Contains(textOf(got), "M001-S001-T0249") {
		t.Errorf("got %.300s", textOf(got))
	}
}
