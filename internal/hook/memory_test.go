package hook_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestCommitted holds that a command which commits what it has written is charged with it, be it that the session has seen
// the file before, and the session is at the end of the turn.
func TestCommitted(t *testing.T) {
	dir := stage(t)
	file := filepath.Join(dir, "agents", "np-x.md")
	const agent = "---\nname: np-x\ndescription: x\ntier: %s\ntools: Read\n---\n\nx\n"
	commit := func() {
		git(t, dir, "add", "-A")
		git(t, dir, "-c", "user.name=ada", "-c", "user.email=ada@example.com", "commit", "-q", "--no-gpg-sign", "-m", "x")
	}
	tell := func(name, tool string) string {
		t.Helper()
		got, err := answer("claude-code", fmt.Sprintf(`{"session_id":"s","cwd":%q,"hook_event_name":%q,"tool_name":%q,`+
			`"tool_input":{"file_path":%q},"tool_response":{"originalFile":""}}`, dir, name, tool, file))
		if err != nil {
			t.Error(err)
		}
		return got
	}
	put(t, file, fmt.Appendf(nil, agent, "opus"))
	git(t, dir, "init", "-q")
	commit()
	tell("SessionStart", "")
	put(t, file, fmt.Appendf(nil, agent, "haiku"))
	tell("PostToolUse", "Write")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(cache, "nplint", "hook", "*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v %v", kept, err)
	}
	earlier := time.Now().Add(-time.Minute)
	text, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`(?m)^b .*$`).ReplaceAll(text, fmt.Appendf(nil, "b %d", earlier.Unix())) // began a minute ago
	if err := errors.Join(os.WriteFile(kept[0], text, 0o600), os.Chtimes(kept[0], time.Time{}, earlier)); err != nil {
		t.Fatal(err)
	}
	put(t, file, fmt.Appendf(nil, agent, "Opus"))
	commit()
	if got := tell("PostToolUse", "Bash"); !strings.Contains(got, "this write introduced 1 error") {
		t.Errorf("the command: %q", got)
	}
	if got := tell("Stop", ""); !strings.Contains(got, "this session introduced 1 error") {
		t.Errorf("the turn: %q", got)
	}
	if got := tell("Stop", ""); got != "" {
		t.Errorf("the turn, again: %q", got)
	}
}

// TestNoSession holds that a command is charged with what it has written where the event names no session.
func TestNoSession(t *testing.T) {
	dir := stage(t)
	file := filepath.Join(dir, "agents", "np-x.md")
	const agent = "---\nname: np-x\ndescription: x\ntier: %s\ntools: Read\n---\n\nx\n"
	put(t, file, fmt.Appendf(nil, agent, "haiku"))
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	put(t, file, fmt.Appendf(nil, agent, "Opus"))
	got, err := answer("claude-code", fmt.Sprintf(`{"cwd":%q,"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},`+
		`"duration_ms":9000,"tool_response":{}}`, dir))
	if err != nil || !strings.Contains(got, "this write introduced 1 error") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestMemory holds what is kept of a session: in a directory of the user alone, without a name or a text, for a week, and
// never in the project.
func TestMemory(t *testing.T) {
	dir := stage(t)
	put(t, filepath.Join(dir, ".git", "HEAD"), nil)
	put(t, filepath.Join(dir, "agents", "np-x.md"), []byte("---\nname: np-x\ntier: Opus\n---\n"))
	event := fmt.Sprintf(wrote, dir, "agents/np-x.md")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(cache, "nplint", "hook", "old")
	put(t, old, nil)
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-8*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got, err := answer("claude-code", event); got == "" || err != nil {
		t.Fatal(got, err)
	}
	kept, err := os.ReadDir(filepath.Dir(old))
	if err != nil || len(kept) != 1 || kept[0].Name() == "old" {
		t.Fatalf("kept: %v %v", kept, err)
	}
	info, err := os.Stat(filepath.Dir(old))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("the directory has the mode %v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(old), kept[0].Name()))
	if err != nil || !regexp.MustCompile(`^([a-z]( [0-9a-f.-]+)*\n)+$`).Match(text) {
		t.Errorf("kept is %q, %v", text, err)
	}
	// A link in it is none of a session, wherever it leads.
	outside := filepath.Join(t.TempDir(), "x")
	put(t, outside, nil)
	link := filepath.Join(filepath.Dir(old), kept[0].Name())
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if os.Symlink(outside, link) == nil {
		if got, err := answer("claude-code", event); got == "" || err != nil {
			t.Errorf("with a link: %q, %v", got, err)
		}
		if text, err := os.ReadFile(outside); len(text) > 0 || err != nil {
			t.Errorf("written outside of the cache: %q, %v", text, err)
		}
	}
	// Without a cache, with one that cannot be written and with one in the project it works as well.
	blocked := filepath.Join(t.TempDir(), "file")
	put(t, blocked, nil)
	for _, home := range []string{"", blocked, filepath.Join(dir, "cache")} {
		t.Setenv("XDG_CACHE_HOME", home)
		t.Setenv("HOME", home)
		t.Setenv("LocalAppData", home)
		if got, err := answer("claude-code", event); got == "" || err != nil {
			t.Errorf("with the cache in %q: %q, %v", home, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "cache")); err == nil {
		t.Error("something is kept in the project")
	}
}

// TestLong has a session write a file with a finding again and again: what is remembered does not grow with each time.
func TestLong(t *testing.T) {
	dir := stage(t)
	put(t, filepath.Join(dir, ".git", "HEAD"), nil)
	put(t, filepath.Join(dir, "agents", "np-x.md"), []byte("---\nname: np-x\ntier: Opus\n---\n"))
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int64
	for range 3 {
		if _, err := answer("claude-code", fmt.Sprintf(wrote, dir, "agents/np-x.md")); err != nil {
			t.Fatal(err)
		}
		kept, err := filepath.Glob(filepath.Join(cache, "nplint", "hook", "*"))
		if err != nil || len(kept) != 1 {
			t.Fatal(kept, err)
		}
		info, err := os.Stat(kept[0])
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	if grown := sizes[2] - sizes[1]; grown > 10 { // that a tool has run
		t.Errorf("what is remembered has %d bytes", sizes)
	}
}
