package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/paths"
)

// TestManual calls what docs/mcp.md calls, in a clone and in the demo project, and holds the answers against what it says.
// Each tool has its section with all of its arguments.
func TestManual(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash("../../docs/mcp.md"))
	if err != nil {
		t.Fatal(err)
	}
	clone, err := filepath.Abs(filepath.FromSlash("../.."))
	if err != nil {
		t.Fatal(err)
	}
	dirs := []string{clone}
	if paths.Repository(clone) != "" { // else it is an unpacked archive of the sources
		dirs = append(dirs, filepath.Join(clone, "fixtures", "demo"))
	}
	for _, dir := range dirs {
		manual(t, string(page), dir)
	}
}

func manual(t *testing.T, page, dir string) {
	client := connect(t, newServer(Options{Dir: dir}), eras[1], nil)
	called := map[string]bool{}
	example := regexp.MustCompile("(?s)```json\n(\\{ \"name\".*?)```\n\n```text\n(.*?)```")
	for _, m := range example.FindAllStringSubmatch(page, -1) {
		var call struct {
			Name      string
			Arguments json.RawMessage
		}
		if err := json.Unmarshal([]byte(m[1]), &call); err != nil {
			t.Fatal(err)
		}
		called[call.Name] = true
		got := textOf(client.call(call.Name, string(call.Arguments)))
		var quoted []string
		for part := range strings.SplitSeq(m[2], "…\n") {
			quoted = append(quoted, regexp.QuoteMeta(part))
		}
		if !regexp.MustCompile(`(?s)^` + strings.Join(quoted, ".*") + `$`).MatchString(got) {
			t.Errorf("%s in %s answers\n%s\nand the page says\n%s", call.Name, dir, got, m[2])
		}
	}
	for tool, err := range client.Tools(t.Context(), nil) {
		if err != nil || !called[tool.Name] {
			t.Errorf("the page has no call of %s (%v)", tool.Name, err)
		}
		_, section, _ := strings.Cut(page, "\n### "+tool.Name+"\n")
		section, _, _ = strings.Cut(section, "\n##")
		for name := range tool.InputSchema.(map[string]any)["properties"].(map[string]any) {
			if !strings.Contains(section, "`"+name+"`") {
				t.Errorf("the page does not name %s of %s", name, tool.Name)
			}
		}
	}
}
