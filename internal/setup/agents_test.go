package setup

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestAgentsInManual holds that the manual shows what is written for each agent program.
func TestAgentsInManual(t *testing.T) {
	manual, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(manual, -1)
	for _, a := range agents {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, a.sign), 0o755); err != nil {
			t.Fatal(err)
		}
		done, err := Project{Dir: dir}.agentHooks(nil, "")
		if err != nil || len(done) != 1 || done[0].Path != a.file || !done[0].Wrote {
			t.Fatalf("%s: %+v %v", a.file, done, err)
		}
		text, err := os.ReadFile(filepath.Join(dir, a.file))
		if err != nil || !strings.Contains(string(manual), a.file) {
			t.Errorf("%s is not in the manual, %v", a.file, err)
		}
		var written, shown any
		if strings.HasSuffix(a.file, ".js") {
			continue
		}
		if err := json.Unmarshal(text, &written); err != nil {
			t.Errorf("%s: %v", a.file, err)
		}
		found := false
		for _, block := range blocks {
			if err := json.Unmarshal(block[1], &shown); err != nil {
				t.Errorf("%v in\n%s", err, block[1])
			}
			found = found || reflect.DeepEqual(written, shown)
		}
		if !found {
			t.Errorf("the manual does not show what is written to %s:\n%s", a.file, text)
		}
	}
	dir := t.TempDir()
	if done, err := (Project{Dir: dir}).agentHooks(nil, dir); err != nil || len(done) > 0 {
		t.Errorf("without agent programs: %v %v", done, err)
	}
	if _, err := os.Stat(filepath.Join(dir, ".claude")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a directory is made where none was")
	}
}

// TestAgentsAgain holds that nothing is added to what runs nplint already, however it is called there.
func TestAgentsAgain(t *testing.T) {
	for command, runs := range map[string]bool{
		`nplint hook claude-code`:                                                  true,
		`nplint hook --fix claude-code`:                                            true,
		`nplint hook claude-code --fix`:                                            true,
		`/opt/bin/nplint hook --fix=true claude-code || true`:                      true,
		`npx @nplint/cli hook --fix 'claude-code'`:                                 true,
		`\"C:\\Program Files\\nplint.exe\" hook --fix \"claude-code\"`:             true,
		`go run github.com/nplint/nplint/cmd/nplint@latest hook --fix claude-code`: true,
		`nplint hook codex`:                                                        false,
		`nplint hook --fix codex; x claude-code`:                                   false,
		`nplint run; my-hook claude-code`:                                          false,
		`echo nplint && hook claude-code`:                                          false,
		`nplint run hooks/claude-code`:                                             false,
		`nplint hook`:                                                              false,
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, ".claude", "settings.json")
		if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		text := `{"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": "` + command + `"}], "matcher": "claude-code"}]}}`
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		done, err := Project{Dir: dir}.agentHooks(nil, "")
		if err != nil || len(done) != 1 || done[0].Wrote == runs {
			t.Errorf("%s: %+v %v", command, done, err)
		}
		if got, err := os.ReadFile(file); err != nil || (string(got) == text) != runs {
			t.Errorf("%s: %s %v", command, got, err)
		}
	}
}

// FuzzInsert holds that what was JSON still is, with one element more and all else as it was.
func FuzzInsert(f *testing.F) {
	for _, text := range []string{"{}", `{"a": 1}`, "{\n\t\"hooks\": {\"Post\": [1]},\n\t\"b\": {}\n}", `{"hooks":{"Post":[]}}`, "{\r\n}\r\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := insert(text, []string{"hooks", "Post"}, `{"a":1}`)
		var old, new map[string]any
		if err != nil || json.Unmarshal([]byte(text), &old) != nil {
			return
		}
		if err := json.Unmarshal([]byte(got), &new); err != nil {
			t.Fatalf("%q becomes %q: %v", text, got, err)
		}
		hooks, _ := new["hooks"].(map[string]any)
		list, _ := hooks["Post"].([]any)
		if len(list) == 0 || !reflect.DeepEqual(list[len(list)-1], map[string]any{"a": 1.0}) {
			t.Fatalf("%q becomes %q", text, got)
		}
		if hooks["Post"] = list[:len(list)-1]; len(list) == 1 {
			delete(hooks, "Post")
		}
		if was, _ := old["hooks"].(map[string]any); was != nil {
			if l, _ := was["Post"].([]any); len(l) == 0 {
				delete(was, "Post")
			}
		} else if len(hooks) == 0 {
			delete(new, "hooks")
		}
		if !reflect.DeepEqual(old, new) {
			t.Fatalf("%q becomes %q", text, got)
		}
	})
}
