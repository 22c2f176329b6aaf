package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"
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
