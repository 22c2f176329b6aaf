//go:build unix

package cli

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestAttemptsTrees tries trees with very many of what the system has to be asked about, for each of which it could be
// asked about all the others.
func TestAttemptsTrees(t *testing.T) {
	const agent = "---\nname: np-a\ndescription: A.\ntier: Haiku\ntools: Read\n---\n"
	link := func(t *testing.T, target, name string) {
		t.Helper()
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range []struct {
		name   string
		make   func(t *testing.T)
		status int
		want   string
		args   []string // of nplint; nil is run
	}{
		{"links in a chain", func(t *testing.T) {
			writeFile(t, "agents/np-last.md", agent)
			for i := range 3000 {
				link(t, fmt.Sprintf("np-%d.md", i+1), fmt.Sprintf("agents/np-%d.md", i))
			}
			link(t, "np-last.md", "agents/np-4000.md")
		}, 3, "so it is with", nil},
		{"configurations in one another", func(t *testing.T) {
			for i := range 300 {
				dir := strings.Repeat("a/", i)
				writeFile(t, dir+"agents/np-a.md", agent)
				writeFile(t, dir+".nplint.toml", "version = 1\n[[overrides]]\npaths = [\"x\"]\nrules.agent-invalid-tier = \"warning\"\n")
			}
		}, 1, "config-unused", nil},
		{"files to mend below very many directories", func(t *testing.T) {
			for i := range 1500 {
				writeFile(t, fmt.Sprintf("%sagents/np-a%d.md", strings.Repeat("a/", 240), i), agent)
			}
		}, 1, "+tier: haiku", []string{"run", "--diff"}},
		{"configurations beside one another", func(t *testing.T) {
			for i := range 1500 {
				writeFile(t, fmt.Sprintf("d%d/e%d/agents/np-a.md", i/60, i), agent)
				writeFile(t, fmt.Sprintf("d%d/e%d/.nplint.toml", i/60, i),
					"version = 1\n[[overrides]]\npaths = [\"x\"]\nrules.agent-invalid-tier = \"warning\"\n")
			}
		}, 1, "config-unused", nil},
		{"directories of phases", func(t *testing.T) {
			phases(t, func(i int) string { return fmt.Sprintf("%02d-a%d", i, i) }, "A~", "")
		}, 0, "gsd-project-section", nil},
		{"directories with the names of other phases", func(t *testing.T) {
			phases(t, func(i int) string { return fmt.Sprintf("%02d-a", i/2+1) }, "B", numbered(1500, "### Phase 9000~: A\n**Goal**: a\n\n"))
		}, 0, "the name of phase", nil},
		{"directories that no roadmap has", func(t *testing.T) {
			archived := "<details>\n<summary>v1.0</summary>\n\n" + numbered(40_000, "- [x] Phase x~: A\n") + "\n</details>\n"
			phases(t, func(i int) string { return fmt.Sprintf("%d-c%d", 50_000+i, i) }, "A", archived)
		}, 0, "nor those of 2999 other directories", nil},
	} {
		t.Run(a.name, func(t *testing.T) {
			inRepository(t)
			a.make(t)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if a.args == nil {
				a.args = []string{"run"}
			}
			got, status := output(a.args...)
			runtime.ReadMemStats(&after)
			if status != a.status || !strings.Contains(got, a.want) {
				t.Errorf("nplint exits with %d, not %d, and says, with %q:\n%.2000s", status, a.status, a.want, got)
			}
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > most {
				t.Errorf("%d MB were allocated", bytes>>20)
			}
		})
	}
}

// phases makes a project of GSD with 3,000 directories of phases, a roadmap of phases with a name, in which ~ is their
// number, and what comes behind them.
func phases(t *testing.T, dir func(i int) string, name, more string) {
	t.Helper()
	const n = 3000
	writeFile(t, ".planning/PROJECT.md", "# P\n")
	writeFile(t, ".planning/ROADMAP.md", "# Roadmap\n\n## Phases\n\n"+numbered(n, "- [ ] **Phase ~: "+name+"**\n")+
		"\n## Phase Details\n\n"+numbered(n, "### Phase ~: "+name+"\n**Goal**: a\n\n")+more)
	for i := range n {
		writeFile(t, fmt.Sprintf(".planning/phases/%s/%02d-01-PLAN.md", dir(i), i), "---\nplan: 01\n---\n")
	}
}
