package setup

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestListServer lists nplint in files of many shapes: what is there stays, and nplint is listed once.
func TestListServer(t *testing.T) {
	const alone = "{\n  \"mcpServers\": {\n    \"nplint\": {\n      \"command\": \"nplint\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n}\n"
	for name, c := range map[string]struct{ text, want, note string }{
		"no file":    {"", alone, ""},
		"nothing":    {"{}\n", alone, ""},
		"no servers": {"{\"mcpServers\": {}}", "{\"mcpServers\": {\n  \"nplint\": {\n    \"command\": \"nplint\",\n    \"args\": [\n      \"mcp\"\n    ]\n  }\n}}", ""},
		"another server": {
			"{\n\t\"mcpServers\": {\n\t\t\"a\": {\"command\": \"a\"}\n\t},\n\t\"z\": 1\n}\n",
			"{\n\t\"mcpServers\": {\n\t\t\"a\": {\"command\": \"a\"},\n\t\t\"nplint\": {\n\t\t\t\"command\": \"nplint\",\n\t\t\t\"args\": [\n\t\t\t\t\"mcp\"\n\t\t\t]\n\t\t}\n\t},\n\t\"z\": 1\n}\n",
			"",
		},
		"nplint":         {alone, alone, "it lists nplint already"},
		"nplint, a path": {`{"mcpServers": {"lint": {"command": "/opt/nplint"}}}`, `{"mcpServers": {"lint": {"command": "/opt/nplint"}}}`, "it lists nplint already"},
		"no object":      {"[]\n", "[]\n", "add this to the servers there:\n\"nplint\": {"},
		"no list":        {"{\"mcpServers\": 1}\n", "{\"mcpServers\": 1}\n", "add this to the servers there:\n\"nplint\": {"},
		"no JSON":        {"{\"mcpServers\"", "{\"mcpServers\"", "add this to the servers there:\n\"nplint\": {"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, mcpFile)
		if c.text != "" {
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		file, err := Project{Dir: dir}.listServer(dir)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != c.want || file.Wrote != (c.text != c.want) || !strings.Contains(file.Note, c.note) {
			t.Errorf("%s: %v %+v\n%s\nwant\n%s", name, err, file, got, c.want)
		}
		var listed struct {
			MCPServers map[string]struct {
				Command string
				Args    []string
			}
		}
		if file.Wrote && (json.Unmarshal(got, &listed) != nil || listed.MCPServers["nplint"].Command != "nplint" || listed.MCPServers["nplint"].Args[0] != "mcp") {
			t.Errorf("%s: the servers are %+v", name, listed)
		}
		if again, err := (Project{Dir: dir}).listServer(dir); file.Wrote && (err != nil || again.Wrote) {
			t.Errorf("%s: the second time %v %+v", name, err, again)
		}
	}
}

// TestMCPServer holds in which projects nplint is listed, and where.
func TestMCPServer(t *testing.T) {
	for sign, want := range map[string]string{"": "", "sub/.claude/x": "sub/.mcp.json", "CLAUDE.md": ".mcp.json", ".mcp.json": ".mcp.json", "sub/x": ""} {
		top := t.TempDir()
		dir := filepath.Join(top, "sub")
		if err := os.MkdirAll(filepath.Join(dir, ".claude"), 0o755); err != nil {
			t.Fatal(err)
		}
		if sign != "sub/.claude/x" {
			if err := os.Remove(filepath.Join(dir, ".claude")); err != nil {
				t.Fatal(err)
			}
		}
		if sign != "" {
			if err := os.WriteFile(filepath.Join(top, filepath.FromSlash(sign)), []byte("{}"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		done, err := Project{Dir: dir}.mcpServer(nil, top)
		if err != nil || len(done) > 1 || want == "" && len(done) > 0 {
			t.Errorf("%s: %v %+v", sign, err, done)
		}
		if want != "" {
			if _, err := os.Stat(filepath.Join(top, filepath.FromSlash(want))); err != nil || !done[0].Wrote {
				t.Errorf("%s: %v %+v", sign, err, done)
			}
		}
	}
}
