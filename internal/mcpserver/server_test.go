package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
)

// agent is a file with a fault that can be mended safely.
const agent = "---\nname: np-finder\ndescription: Finds books.\ntier: Haiku\ntools: Read\n---\n"

// eras are a version of the protocol in which a server calls its client, and one in which it answers with questions.
var eras = []string{"2025-11-25", "2026-07-28"}

// tree writes files, given as txtar, below a new directory without links in its name.
func tree(t *testing.T, files string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(files)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, f.Data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// project is a repository with a faulty agent.
const project = "-- .git/HEAD --\n-- notes/x.md --\nx\n-- agents/np-finder.md --\n" + agent + "-- .nplint.toml --\nversion = 1\n" + settings

// settings turn off what would be missing from such a project.
const settings = "rules.\"doctrine:missing-completeness-file\" = \"off\"\nrules.\"agent:missing-completeness-mandate\" = \"off\"\n"

// session is a client of a server, with all that went over the wire.
type session struct {
	*mcp.ClientSession
	t    *testing.T
	wire *bytes.Buffer
}

// connect starts a server and a client that gives roots; nil is a client that has none.
func connect(t *testing.T, s *server, era string, roots []string) *session {
	t.Helper()
	c := newClient(roots)
	here, there := mcp.NewInMemoryTransports()
	wire := &bytes.Buffer{}
	if _, err := s.protocol(t.Context()).Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	cs, err := c.Connect(t.Context(), &mcp.LoggingTransport{Transport: here, Writer: wire}, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	if got := cs.InitializeResult().ProtocolVersion; got != era {
		t.Fatalf("the protocol is %s, not %s", got, era)
	}
	return &session{cs, t, wire}
}

// call calls a tool. Arguments are JSON.
func (c *session) call(name, arguments string) *mcp.CallToolResult {
	c.t.Helper()
	result, err := c.CallTool(c.t.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		c.t.Fatalf("%s %s: %v", name, arguments, err)
	}
	return result
}

func textOf(r *mcp.CallToolResult) string {
	var all []string
	for _, c := range r.Content {
		all = append(all, c.(*mcp.TextContent).Text)
	}
	return strings.Join(all, "\n")
}

// told is what a test reads of the data of check.
type told struct {
	Findings []struct{ Path, Severity, Message string }
	Summary  struct{ Files, Errors int }
	More     *levelsOut
	Notes    []string
}

// dataOf returns the structured content of a result as a value of a type.
func dataOf[T any](t *testing.T, r *mcp.CallToolResult) (v T) {
	t.Helper()
	text, err := json.Marshal(r.StructuredContent)
	if err = errors.Join(err, json.Unmarshal(text, &v)); err != nil {
		t.Fatal(err)
	}
	return v
}

// content returns the content of all files below a directory.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			data, readErr := fs.ReadFile(os.DirFS(dir), name)
			all[name], err = string(data), readErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTools calls each tool and holds what it returns: the text, the data against the schema that the client was told,
// and that nothing is written but by fix with write.
func TestTools(t *testing.T) {
	dir := tree(t, project)
	before := content(t, dir)
	clients := []*session{connect(t, newServer(Options{Dir: dir}), eras[0], nil), connect(t, newServer(Options{Dir: dir}), eras[1], nil)}
	for _, c := range []struct{ tool, arguments, want string }{
		{"check", `{}`, "agents/np-finder.md:4:7: error[agent-invalid-tier] `tier` is \"Haiku\", so the agent never loads; it must be haiku, " +
			"sonnet or opus; did you mean haiku?\n1 file, 1 error, 0 warnings, 0 infos; the tool fix mends 1, and with unsafe 0 more\n"},
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
		{"graph", `{}`, "no graphs\n"},
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

// holds fails unless the data of a result is as the tool's schema says.
func (c *session) holds(tool string, result *mcp.CallToolResult) {
	c.t.Helper()
	for listed, err := range c.Tools(c.t.Context(), nil) {
		if err != nil {
			c.t.Fatal(err)
		}
		if listed.Name != tool {
			continue
		}
		if listed.OutputSchema == nil {
			if result.StructuredContent != nil {
				c.t.Error("there is data, and no schema of it")
			}
			return
		}
		text, err := json.Marshal(listed.OutputSchema)
		schema := &jsonschema.Schema{}
		if err = errors.Join(err, json.Unmarshal(text, schema)); err != nil {
			c.t.Fatal(err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			c.t.Fatal(err)
		}
		if err := resolved.Validate(result.StructuredContent); err != nil {
			c.t.Errorf("the data is not as its schema says: %v", err)
		}
		return
	}
	c.t.Errorf("there is no tool %s", tool)
}

// TestDemo holds the tools that look at whole projects over one that has something to show.
func TestDemo(t *testing.T) {
	dir, err := filepath.Abs("../../fixtures/demo")
	if err != nil {
		t.Fatal(err)
	}
	client := connect(t, newServer(Options{Dir: dir}), eras[0], nil)
	for tool, c := range map[string]struct{ arguments, want string }{
		"check":  {`{"limit": 3}`, "\nand 28 errors, 7 warnings, 1 info more\n22 files, 31 errors, 7 warnings, 1 info; the tool fix mends 15, and with unsafe 8 more\n"},
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

// TestResources holds that the index of the rules and every contract is listed, and that these and every rule page can be
// read, also those of a configuration.
func TestResources(t *testing.T) {
	dir := tree(t, project+"contracts.dirs = [\"contracts\"]\n-- contracts/memo.toml --\n"+
		"kind = \"team/memo\"\ntitle = \"A memo\"\npaths = [\"notes/{x}.md\"]\n[frontmatter.properties]\nday = { type = \"string\" }\n")
	for _, era := range eras {
		client := connect(t, newServer(Options{Dir: dir}), era, nil)
		count := map[string]int{}
		for r, err := range client.Resources(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			prefix, _, _ := strings.Cut(strings.TrimPrefix(r.URI, "nplint://"), "/")
			if count[prefix]++; count[prefix]%80 > 1 && r.URI != contractPages+"team/memo" {
				continue
			}
			got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
			if err != nil || got.Contents[0].MIMEType != markdown || len(got.Contents[0].Text) < 50 || !strings.Contains(got.Contents[0].Text, r.Name) {
				t.Errorf("%s: %v %+v", r.URI, err, got)
			}
		}
		if count["rules"] != 1 || count["contracts"] < 50 {
			t.Errorf("the resources are %v", count)
		}
		index, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: ruleIndex})
		if err != nil {
			t.Fatal(err)
		}
		pages := regexp.MustCompile(`\((nplint://rules/[^)]+)\), (error|warning|info): `).FindAllStringSubmatch(index.Contents[0].Text, -1)
		for i, page := range pages {
			if i%80 > 0 {
				continue
			}
			got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: page[1]})
			if err != nil || got.Contents[0].MIMEType != markdown || len(got.Contents[0].Text) < 50 {
				t.Errorf("%s: %v %+v", page[1], err, got)
			}
		}
		if len(pages) < 300 {
			t.Errorf("the index has %d rules", len(pages))
		}
		for _, uri := range []string{"nplint://rules/nothing", "nplint://contracts/nubos/nothing", "nplint://rules/%1b", "nplint://other/x", "file:///etc/passwd", "nplint://rules/\x1b[31m", "nplint://rules/" + strings.Repeat("x", 500_000)} {
			if got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), "not found") {
				t.Errorf("%q: %v %+v", uri, err, got)
			}
		}
		if got := textOf(client.call("contract_prompt", `{"kind": "memo"}`)); !strings.Contains(got, "`day`") {
			t.Errorf("the prompt of an own contract is %s", got)
		}
	}
}

// TestCompletion completes what templates leave open.
func TestCompletion(t *testing.T) {
	dir := tree(t, project+"contracts.dirs = [\"contracts\"]\n-- contracts/memo.toml --\n"+
		"kind = \"team/memo\"\ntitle = \"A memo\"\npaths = [\"notes/{x}.md\"]\n")
	client := connect(t, newServer(Options{Dir: dir}), eras[0], nil)
	for _, c := range []struct {
		uri, name, value, pack string
		first                  string // of the values
		most, least            int
	}{
		{ruleTemplate, "id", "task-drop", "", "task-dropped", 5, 1},
		{ruleTemplate, "id", "dropped", "", "", 20, 1}, // within the id
		{ruleTemplate, "id", "", "", "", 100, 100},
		{ruleTemplate, "id", "of-nothing-at-all", "", "", 0, 0},
		{ruleTemplate, "pack", "", "", "", 0, 0},
		{contractTemplate, "pack", "te", "", "team", 1, 1},
		{contractTemplate, "pack", "", "", "", 10, 3},
		{contractTemplate, "name", "", "team", "memo", 1, 1},
		{contractTemplate, "name", "verif", "nubos", "verification", 5, 1},
		{contractTemplate, "name", "agent", "", "agent", 20, 1},
		{"nplint://other/{id}", "id", "", "", "", 0, 0},
		{"file:///etc/{id}", "id", "", "", "", 0, 0},
	} {
		p := &mcp.CompleteParams{
			Ref:      &mcp.CompleteReference{Type: "ref/resource", URI: c.uri},
			Argument: mcp.CompleteParamsArgument{Name: c.name, Value: c.value},
		}
		if c.pack != "" {
			p.Context = &mcp.CompleteContext{Arguments: map[string]string{"pack": c.pack}}
		}
		got, err := client.Complete(t.Context(), p)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		values := got.Completion.Values
		if len(values) < c.least || len(values) > c.most || c.first != "" && values[0] != c.first {
			t.Errorf("%+v: %v", c, values)
		}
		if more := got.Completion.Total > len(values); more != got.Completion.HasMore {
			t.Errorf("%+v: %d of %d, and %v", c, len(values), got.Completion.Total, got.Completion.HasMore)
		}
	}
}

// TestBroken asks for what nplint knows by itself where the configuration, an own contract or one of a nested project is
// broken: it is told, with what is wrong.
func TestBroken(t *testing.T) {
	const own = project + "contracts.dirs = [\"contracts\"]\n-- contracts/memo.toml --\nkind = 7\n"
	for name, c := range map[string]struct{ tree, path, want string }{
		"a key":      {project + "rulez = 1\n", "agents/np-x.md", ".nplint.toml:4: "},
		"a contract": {own, "agents/np-x.md", "memo.toml"},
		"below": {project + "-- sub/agents/np-x.md --\n-- sub/.nplint.toml --\nversion = 1\nrulez = 1\n", "sub/agents/np-x.md",
			".nplint.toml:2: "},
	} {
		client := connect(t, newServer(Options{Dir: tree(t, c.tree)}), eras[1], nil)
		for _, call := range []struct{ tool, arguments, want string }{
			{"explain", `{"names": ["task-dropped", "nubos/agent"]}`, "# task-dropped"},
			{"contract_prompt", `{"kind": "nubos/agent"}`, "## Output contract: Agent definition"},
			{"contract_prompt", fmt.Sprintf(`{"path": %q}`, c.path), "## Output contract: Agent definition"},
		} {
			below := name == "below" && !strings.Contains(call.arguments, c.path) // the root's configuration is sound
			got := client.call(call.tool, call.arguments)
			text := textOf(got)
			if got.IsError || !strings.Contains(text, call.want) || strings.Contains(text, c.want) == below {
				t.Errorf("%s: %s %s: %s", name, call.tool, call.arguments, text)
			}
			if call.tool == "explain" {
				if notes := dataOf[explainOut](t, got).Notes; (len(notes) == 1) == below {
					t.Errorf("%s: the notes are %q", name, notes)
				}
			}
		}
		got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: rulePages + "task-dropped"})
		if err != nil || !strings.Contains(got.Contents[0].Text, "task-dropped") {
			t.Errorf("%s: %v %+v", name, err, got)
		}
	}
}

// TestCancel holds that a call that is cancelled ends, whether it waits or works, and that the server goes on.
func TestCancel(t *testing.T) {
	started, release := make(chan struct{}, 10), make(chan struct{})
	slow := &analysis.Analyzer{Name: "slow", Doc: "waits", Requires: []*analysis.Analyzer{document.Analyzer}, Run: func(*analysis.Pass) (any, error) {
		started <- struct{}{}
		<-release
		return nil, nil
	}}
	s := newServer(Options{Dir: tree(t, project), Passes: []*analysis.Analyzer{slow}})
	client := connect(t, s, eras[1], nil)
	cancelled := func(ready func()) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "check"})
			done <- err
		}()
		ready()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled call ends with %v", err)
		}
	}
	cancelled(func() { <-started })
	close(release)
	for range atOnce { // the cancelled call leaves, too
		s.working <- struct{}{}
	}
	cancelled(func() {})
	for range atOnce {
		<-s.working
	}
	if got := client.call("check", `{}`); got.IsError {
		t.Errorf("then there is %s", textOf(got))
	}
}

// TestCrash holds that a panic is an error of the one call.
func TestCrash(t *testing.T) {
	s := newServer(Options{Dir: tree(t, project)})
	client := connect(t, s, eras[0], nil)
	m := s.protocol(t.Context())
	addTool(s, m, &mcp.Tool{Name: "crash"}, func(context.Context, *place, struct{}) (*answer, error) { panic("\x1b[31moh") })
	m.AddResource(&mcp.Resource{URI: "x://crash", Name: "crash"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) { panic("oh") })
	here, there := mcp.NewInMemoryTransports()
	if _, err := m.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	client.ClientSession = cs
	for range 2 * atOnce {
		if got := client.call("crash", `{}`); !got.IsError || textOf(got) != `nplint crashed, which is a fault of its own: \x1b[31moh` {
			t.Errorf("the crash is told as %q", textOf(got))
		}
	}
	if _, err := cs.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "x://crash"}); err == nil || !strings.Contains(err.Error(), "crashed") {
		t.Errorf("the crash is told as %v", err)
	}
	if got := client.call("check", `{}`); got.IsError {
		t.Errorf("then there is %s", textOf(got))
	}
}

// TestAtOnce has many calls at the same time, some of which write: each gets its own answer.
func TestAtOnce(t *testing.T) {
	dir := tree(t, project)
	client := connect(t, newServer(Options{Dir: dir}), eras[1], []string{"file://" + filepath.ToSlash(dir)})
	var wait sync.WaitGroup
	for i := range 24 {
		wait.Go(func() {
			name := "np-" + strings.Repeat("a", i+1)
			text, err := json.Marshal(map[string]string{"text": "---\nname: x\n---\n", "path": "agents/" + name + ".md"})
			if err != nil {
				t.Error(err)
			}
			if got := textOf(client.call("check", string(text))); !strings.Contains(got, `says "`+name+`"`) {
				t.Errorf("%s: %s", name, got)
			}
			client.call("fix", `{"write": true}`)
		})
	}
	wait.Wait()
	if got := dataOf[told](t, client.call("check", `{}`)); got.Summary.Errors != 0 || got.Summary.Files != 1 {
		t.Errorf("in the end there is %+v", got)
	}
}

// TestServe holds what goes over the streams: answers alone, until the input ends.
func TestServe(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n"
	for _, c := range []struct {
		name, input string // behind the first answer
		wrong       string // with what it ends
	}{
		{"a client that leaves", "", ""},
		{"no JSON", "hello\n", "cannot be answered any longer: invalid character"},
		{"a very deep value", strings.Repeat("[", 100_000) + "\n", "exceeded max depth"},
		{"a very long message", `{"x": "` + strings.Repeat("x", 17<<20), "exceeded the configured maximum"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, write := io.Pipe()
			read, out := io.Pipe()
			ended := make(chan error)
			go func() {
				ended <- Serve(t.Context(), in, out, Options{Dir: tree(t, project)})
				out.Close()
			}()
			lines := make(chan int)
			go func() {
				n := 0
				for decoder := json.NewDecoder(read); ; n++ {
					var message struct{ JSONRPC string }
					if err := decoder.Decode(&message); err != nil || message.JSONRPC != "2.0" {
						lines <- n
						return
					}
					go func() {
						io.WriteString(write, c.input)
						write.Close()
					}()
				}
			}()
			io.WriteString(write, hello)
			err := <-ended
			if got := <-lines; got != 1 {
				t.Errorf("%d answers", got)
			}
			if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("it ends with %v", err)
			}
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		in, _ := io.Pipe()
		if err := Serve(ctx, in, io.Discard, Options{Dir: tree(t, project)}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ends with %v", err)
		}
	})
}

// jsonOf returns a value as JSON.
func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readOf(uri string) *mcp.ReadResourceParams { return &mcp.ReadResourceParams{URI: uri} }

// eachString calls a function with every key and text in a decoded value.
func eachString(v any, do func(string)) {
	switch v := v.(type) {
	case string:
		do(v)
	case []any:
		for _, item := range v {
			eachString(item, do)
		}
	case map[string]any:
		for key, item := range v {
			do(key)
			eachString(item, do)
		}
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
