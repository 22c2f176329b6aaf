//go:build unix

package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsGit counts how often git is started for trees with very many projects, and files that each have something
// to be asked: a start takes longer than most files.
func TestAttemptsGit(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	demo, err := filepath.Abs(filepath.Join(repository, "fixtures", "demo-nexus"))
	if err != nil {
		t.Fatal(err)
	}
	const n, most = 100, 20
	const roadmap = "# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: A**\n\n## Phase Details\n\n### Phase 1: A\n**Goal**: a\n"
	for name, tree := range map[string]func(i int) map[string]string{
		"roots of nexus": func(i int) map[string]string {
			return map[string]string{
				fmt.Sprintf("p%d/.nexus/history.json", i): `{"schema_version":4,"cycles":[]}`,
				fmt.Sprintf("p%d/.nexus/rules/a.md", i):   "# A\n",
			}
		},
		"summaries of gsd": func(i int) map[string]string {
			dir := ".planning/phases/01-a/"
			return map[string]string{
				".planning/ROADMAP.md": roadmap, "src/a.go": "",
				fmt.Sprintf("%s01-%02d-PLAN.md", dir, i):    fmt.Sprintf("---\nphase: 01-a\nplan: %d\n---\n", i),
				fmt.Sprintf("%s01-%02d-SUMMARY.md", dir, i): fmt.Sprintf("---\nphase: 01-a\nplan: %d\n---\nCreated: `src/b%d.go`\n", i, i),
			}
		},
		"rules of claude": func(i int) map[string]string {
			return map[string]string{fmt.Sprintf(".claude/rules/r%d.md", i): fmt.Sprintf("---\npaths: [\"a/gone%d/**\"]\n---\nA.\n", i), "main.go": "package a\n"}
		},
		"fixes of nexus": func(i int) map[string]string {
			if i > 1 {
				return nil
			}
			// Without the body fixes bring errors, so they are tried in halves.
			if err := errors.Join(os.CopyFS(".", os.DirFS(demo)), os.Remove("agents/loan-clerk/body.md")); err != nil {
				t.Fatal(err)
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			inRepository(t)
			if err := os.RemoveAll(".git"); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				for file, text := range tree(i + 1) {
					writeFile(t, file, text)
				}
			}
			for _, args := range [][]string{{"init", "-q"}, {"add", "."},
				{"-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "a"}} {
				if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
					t.Fatalf("git %v: %v %s", args, err, out)
				}
			}
			bin := t.TempDir()
			starts := filepath.Join(bin, "starts")
			script := fmt.Sprintf("#!/bin/sh\necho \"$@\" >>%s\nexec %s \"$@\"\n", starts, program)
			if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
			got, _ := output("run")
			if strings.Contains(got, "unchecked") {
				t.Errorf("nplint run says\n%.2000s", got)
			}
			text, err := os.ReadFile(starts)
			if all := strings.Count(string(text), "\n"); err != nil || all == 0 || all > most {
				t.Errorf("git is started %d times (%v), and %d are the most:\n%.2000s", all, err, most, text)
			}
		})
	}
}

// TestAttemptsGitBomb has commits with a tree of a billion files, which is a few objects for git, and would be listed for
// ever: git is waited for once. At full size only, since that takes its time.
func TestAttemptsGitBomb(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil || scratch.Many(1000) < 1000 {
		t.Skip("there is no git, or no time")
	}
	inRepository(t)
	if err := os.RemoveAll(".git"); err != nil {
		t.Fatal(err)
	}
	writeFile(t, "agents/np-a.md", "a\n")
	git := func(input string, args ...string) string {
		cmd := exec.Command(program, append([]string{"-c", "user.name=a", "-c", "user.email=a@b.example"}, args...)...)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-qm", "a"}, {"tag", "good"}} {
		git("", args...)
	}
	entry := "100644 blob " + git("", "rev-parse", "HEAD:agents/np-a.md")
	for range 9 {
		entry = "040000 tree " + git(numbered(10, entry+"\tnp-~.md\n"), "mktree")
	}
	tree, last := strings.TrimPrefix(entry, "040000 tree "), "HEAD"
	for range 4 {
		last = git("", "commit-tree", tree, "-p", last, "-m", "bad")
	}
	git("", "update-ref", "HEAD", last)
	start := time.Now()
	got, _ := output("doctor", "--since", "good")
	if took := time.Since(start); took > 25*time.Second || strings.Count(got, "could not be judged: git did not answer") != 4 {
		t.Errorf("in %v nplint says\n%.2000s", took, got)
	}
}

// TestAttemptsGitLarge has the hook look at a small file of which git's index has many megabytes: they are not read.
func TestAttemptsGitLarge(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	inRepository(t)
	if err := os.RemoveAll(".git"); err != nil {
		t.Fatal(err)
	}
	const file, large = "agents/np-a.md", 50 << 20
	writeFile(t, file, strings.Repeat("x", large))
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	writeFile(t, file, "---\nname: np-a\n---\n")
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	event := fmt.Sprintf(`{"session_id":"s","cwd":%q,"hook_event_name":"PostToolUse","tool_name":"Write",`+
		`"tool_input":{"file_path":%q,"content":"x"},"tool_response":{}}`, dir, filepath.Join(dir, file))
	scratch.Bound(t, large, func() {
		if got, _ := outputOf(event, "hook", "claude-code"); !strings.Contains(got, "agent-invalid-frontmatter") {
			t.Errorf("nplint hook says\n%.2000s", got)
		}
	})
}
