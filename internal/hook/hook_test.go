package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/hook"
	"github.com/nplint/nplint/internal/nasty"
)

// stage returns an empty directory for a project, with nothing around it and an empty cache.
func stage(t *testing.T) string {
	t.Helper()
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	t.Setenv("LocalAppData", cache)
	t.Setenv("CLAUDE_PROJECT_DIR", "")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// answer returns what nplint answers to an event.
func answer(host, event string) (string, error) {
	var out bytes.Buffer
	err := hook.Answer(context.Background(), host, linter(nplint.Options{}), strings.NewReader(event), &out)
	return out.String(), err
}

func linter(o nplint.Options) hook.Linter {
	return hook.Linter{Options: o, Config: func(file string) (*nplint.Config, error) {
		if info, err := os.Stat(file); err != nil || !info.IsDir() {
			file = filepath.Dir(file)
		}
		found, ok, err := nplint.FindConfig(file)
		if err != nil || !ok {
			return nplint.DefaultConfig(), err
		}
		return nplint.LoadConfig(found, nil)
	}}
}

func put(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("git %v: %v\n%s", args, err, out)
	}
}

// wrote is the event that a file was written, given the project's directory and the path.
const wrote = `{"session_id":"secret-session","cwd":%q,"hook_event_name":"PostToolUse","tool_name":"Write",` +
	`"tool_input":{"file_path":%q},"tool_response":{"type":"create","originalFile":null}}`

// TestInert has hostile values in each place of an event and of the file that it is about: what is answered is JSON that
// nobody obeys, short, and nothing is written but into the cache.
func TestInert(t *testing.T) {
	for _, value := range nasty.Values {
		dir := stage(t)
		put(t, filepath.Join(dir, ".git", "HEAD"), nil)
		put(t, filepath.Join(dir, "agents", "np-x.md"), fmt.Appendf(nil,
			"---\nname: %q\ndescription: x\ntier: %q\n%q: 1\ntools: %q\n---\n\n%s\n", value, value, value, value, value))
		quoted, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		path, _ := json.Marshal(filepath.Join(dir, "agents", "np-x.md"))
		here, _ := json.Marshal(dir)
		const event = `{"session_id":%s,"agent_id":%s,"cwd":%s,"hook_event_name":%s,"tool_name":%s,` +
			`"tool_input":{"file_path":%s},"tool_response":{"type":"create"}}`
		said := 0
		for _, e := range []string{
			fmt.Sprintf(event, quoted, quoted, here, `"PostToolUse"`, `"Write"`, path),
			fmt.Sprintf(event, quoted, quoted, here, `"Stop"`, quoted, quoted),
			fmt.Sprintf(event, quoted, quoted, here, `"PostToolUse"`, `"Write"`, quoted),
			fmt.Sprintf(event, quoted, quoted, quoted, `"PostToolUse"`, `"Write"`, path),
			fmt.Sprintf(event, quoted, quoted, here, quoted, `"Write"`, path),
			value,
		} {
			got, err := answer("claude-code", e)
			if err != nil {
				continue // the command prints it as it prints any error
			}
			if got != "" {
				said++
			}
			var told struct{ Decision, Reason string }
			if got != "" && json.Unmarshal([]byte(got), &told) != nil {
				t.Errorf("%.100q: no JSON: %.200q", e, got)
			}
			if o := nasty.Obeyed(got) + nasty.Obeyed(told.Reason); o != "" {
				t.Errorf("%.100q: %s", e, o)
			}
			if n := strings.Count(told.Reason, "\n"); n > 19 || len(told.Reason) > 20_000 {
				t.Errorf("%.100q: %d lines and %d bytes", e, n+1, len(told.Reason))
			}
		}
		if said == 0 {
			t.Errorf("nothing is said of %.100q", value)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 2 {
			t.Errorf("%.100q: something was written into the project: %v %v", value, entries, err)
		}
	}
}

// TestLinks has links lead out of the project: nothing there is read.
func TestLinks(t *testing.T) {
	dir := stage(t)
	outside := t.TempDir()
	agent := []byte("---\nname: np-x\ndescription: x\ntier: Secret\ntools: Read\n---\n\nx\n")
	put(t, filepath.Join(outside, "agents", "np-x.md"), agent)
	put(t, filepath.Join(dir, ".git", "HEAD"), nil)
	put(t, filepath.Join(dir, "agents", "np-y.md"), agent)
	for name, to := range map[string]string{"agents/np-x.md": "agents/np-x.md", "sub": "."} {
		if err := os.Symlink(filepath.Join(outside, to), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for file, want := range map[string]bool{"agents/np-x.md": false, "sub/agents/np-x.md": false, "agents/np-y.md": true} {
		for _, name := range []string{"PreToolUse", "PostToolUse"} {
			got, err := answer("claude-code", fmt.Sprintf(`{"session_id":"s","cwd":%q,"hook_event_name":%q,"tool_name":"Edit",`+
				`"tool_input":{"file_path":%q,"old_string":"name: np","new_string":"tier: Other\nname: np"},"tool_response":{}}`,
				dir, name, filepath.Join(dir, file)))
			if err != nil || (got != "") != want {
				t.Errorf("%s of %s: %q, %v", name, file, got, err)
			}
		}
	}
}

// TestTwoAtOnce has many events of a session at once: no change is lost, and none is told twice.
func TestTwoAtOnce(t *testing.T) {
	dir := stage(t)
	put(t, filepath.Join(dir, ".git", "HEAD"), nil)
	const agent = "---\nname: np-%d\ndescription: x\ntier: %s\ntools: Read\n---\n\nx\n"
	event := func(name, tool string) string {
		return fmt.Sprintf(`{"session_id":"s","cwd":%q,"hook_event_name":%q,"tool_name":%q,`+
			`"tool_input":{"command":"x"},"tool_response":{}}`, dir, name, tool)
	}
	const n = 12
	earlier := time.Now().Add(-time.Hour) // the clock of a file system may not move on before the file is written again
	for i := range n {
		file := filepath.Join(dir, "agents", fmt.Sprintf("np-%d.md", i))
		put(t, file, fmt.Appendf(nil, agent, i, "opus"))
		if err := os.Chtimes(file, earlier, earlier); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := answer("claude-code", event("SessionStart", "")); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	var mutex sync.Mutex
	all := ""
	for i := range n {
		wait.Go(func() {
			file := filepath.Join(dir, "agents", fmt.Sprintf("np-%d.md", i))
			err := os.WriteFile(file, fmt.Appendf(nil, agent, i, "Opus"), 0o644)
			got, failed := answer("claude-code", event("PostToolUse", "Bash"))
			mutex.Lock()
			defer mutex.Unlock()
			if all += got; err != nil || failed != nil {
				t.Error(err, failed)
			}
		})
	}
	wait.Wait()
	for i := range n {
		if got := strings.Count(all, fmt.Sprintf("agents/np-%d.md:4", i)); got != 1 {
			t.Errorf("np-%d.md is told %d times", i, got)
		}
	}
}

// TestPatience holds that an agent that works in too large a directory does not wait for nplint, and once in a session at
// most where nplint would have to look for what has changed.
func TestPatience(t *testing.T) {
	dir := stage(t)
	put(t, filepath.Join(dir, "agents", "np-x.md"), []byte("---\nname: np-x\ntier: Opus\n---\n"))
	for _, event := range []string{
		`{"session_id":"s","cwd":%q,"hook_event_name":"SessionStart"}`,
		`{"session_id":"t","cwd":%q,"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":{}}`,
	} {
		lint := linter(nplint.Options{})
		lint.Patience = 200 * time.Millisecond
		lint.Config = func(string) (*nplint.Config, error) {
			time.Sleep(2 * lint.Patience)
			return nplint.DefaultConfig(), nil
		}
		for _, want := range []string{"nothing is known after 200ms", ""} {
			var out bytes.Buffer
			err := hook.Answer(context.Background(), "claude-code", lint, strings.NewReader(fmt.Sprintf(event, dir)), &out)
			if out.Len() > 0 || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q, %v", event, out.String(), err)
			}
		}
	}
}

// TestReading holds how events are read: with the mark that Windows puts before a text; not for ever, if nobody says that
// there is no more; and none of very many files for longer than an agent waits.
func TestReading(t *testing.T) {
	dir := stage(t)
	put(t, filepath.Join(dir, "agents", "np-x.md"), []byte("---\nname: np-x\ntier: Opus\n---\n"))
	event := fmt.Sprintf(wrote, dir, "agents/np-x.md")
	if got, err := answer("claude-code", "\ufeff"+event); !strings.Contains(got, "agents/np-x.md:3: error") || err != nil {
		t.Errorf("with a mark: %s, %v", got, err)
	}
	open, end := io.Pipe()
	defer end.Close()
	lint := linter(nplint.Options{})
	lint.Patience = 50 * time.Millisecond
	var out bytes.Buffer
	err := hook.Answer(context.Background(), "claude-code", lint, open, &out)
	if err == nil || !strings.Contains(err.Error(), "standard input does not end") || out.Len() > 0 {
		t.Errorf("of what does not end: %q, %v", out.String(), err)
	}
	if got, err := answer("claude-code", fmt.Sprintf(wrote, dir, strings.Repeat("x/", 100_000)+"np-x.md")); got != "" || err != nil {
		t.Errorf("of what is too deep: %s, %v", got, err)
	}
	var patch strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&patch, "*** Add File: agents/np-%d.md\n", i)
	}
	many, err := json.Marshal(map[string]any{"session_id": "s", "cwd": dir, "hook_event_name": "PostToolUse",
		"tool_name": "apply_patch", "tool_input": map[string]string{"command": patch.String()}})
	if err != nil {
		t.Fatal(err)
	}
	lint.Patience = 300 * time.Millisecond
	err = hook.Answer(context.Background(), "codex", lint, bytes.NewReader(many), &out)
	if err == nil || !strings.Contains(err.Error(), "nothing is known after 300ms") && !strings.Contains(err.Error(), "does not end") {
		t.Errorf("of very many files: %q, %v", out.String(), err)
	}
}
