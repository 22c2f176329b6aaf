package hook_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/hook"
)

// TestFix has files mended that a tool has written: those alone, safely, and the agent hears of it.
func TestFix(t *testing.T) {
	const agent = "---\nname: np-x\ndescription: x\ntier: Opus\ntools: %s\n---\n\nx\n"
	const write = `{"session_id":"s","cwd":%q,"hook_event_name":%q,"tool_name":"Write","tool_input":{"file_path":%q,"content":%q},` +
		`"tool_response":{"type":"create","originalFile":null}}`
	const edit = `{"session_id":"s","cwd":%q,"hook_event_name":%q,"tool_name":"Edit","tool_input":{"file_path":%q,` +
		`"old_string":"description: ","new_string":"description: x"},"tool_response":{"originalFile":%q}}`
	const shell = `{"session_id":"s","cwd":%q,"hook_event_name":%q,"tool_name":"Bash","tool_input":{"x":%q},"duration_ms":9000,` +
		`"tool_response":{"stdout":%q}}`
	for name, c := range map[string]struct {
		event, moment string
		tools         string
		file          string
		mode          os.FileMode
		changed       bool
		want, not     string
	}{
		"a write": {write, "PostToolUse", "Read", "agents/np-x.md", 0o644, true,
			`nplint: fixed agents/np-x.md on the disk (agent-invalid-tier); read it again before you edit it:\n-tier: Opus\n+tier: opus"}`,
			"this write introduced"},
		"what is left": {write, "PostToolUse", "Reed", "agents/np-x.md", 0o644, true,
			`\n+tier: opus\nnplint: this write introduced 1 warning; fix the file now:\nagents/np-x.md:5: warning[agent-unknown-tool]`, "1 error"},
		"what was there":        {edit, "PostToolUse", "Read", "agents/np-x.md", 0o644, false, "", "nplint"},
		"what a command writes": {shell, "PostToolUse", "Read", "agents/np-x.md", 0o644, false, "agents/np-x.md:4", "nplint: fixed"},
		"a link":                {write, "PostToolUse", "Read", "agents/np-link.md", 0o644, false, "", "nplint: fixed"},
		"a write that comes":    {write, "PreToolUse", "Read", "agents/np-x.md", 0o644, false, "", "nplint"},
		"a write-protected file": {write, "PostToolUse", "Read", "agents/np-x.md", 0o444, false,
			"this write introduced 1 error", "nplint: fixed"},
	} {
		if c.mode == 0o444 && os.Geteuid() == 0 {
			continue // nothing is protected from this user
		}
		dir := stage(t)
		put(t, filepath.Join(dir, ".git", "HEAD"), nil)
		text := fmt.Sprintf(agent, c.tools)
		for _, file := range []string{"agents/np-x.md", "agents/np-other.md"} {
			put(t, filepath.Join(dir, file), []byte(text))
		}
		if name == "a link" {
			if err := os.Symlink("np-x.md", filepath.Join(dir, c.file)); err != nil {
				continue
			}
		}
		file := filepath.Join(dir, "agents/np-x.md")
		if err := os.Chmod(file, c.mode); err != nil {
			t.Fatal(err)
		}
		lint := linter(nplint.Options{})
		lint.Fix = true
		var out bytes.Buffer
		event := fmt.Sprintf(c.event, dir, c.moment, filepath.Join(dir, c.file), text)
		if err := hook.Answer(context.Background(), "claude-code", lint, strings.NewReader(event), &out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := out.String(); !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s: %s", name, got)
		}
		want := text
		if c.changed {
			want = strings.Replace(text, "Opus", "opus", 1)
		}
		for file, want := range map[string]string{file: want, filepath.Join(dir, "agents/np-other.md"): text} {
			if got, err := os.ReadFile(file); string(got) != want || err != nil {
				t.Errorf("%s: %s holds %q, %v", name, file, got, err)
			}
		}
	}
}

// TestFixWhom holds that nothing is mended for a host that does not tell which file was written.
func TestFixWhom(t *testing.T) {
	for host, want := range map[string]string{"cursor": "leave --fix out", "gemini": "standard input is empty"} {
		lint := linter(nplint.Options{})
		lint.Fix = true
		err := hook.Answer(context.Background(), host, lint, strings.NewReader(""), &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", host, err)
		}
	}
}
