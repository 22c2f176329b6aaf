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
	}{
		{"links in a chain", func(t *testing.T) {
			writeFile(t, "agents/np-last.md", agent)
			for i := range 3000 {
				link(t, fmt.Sprintf("np-%d.md", i+1), fmt.Sprintf("agents/np-%d.md", i))
			}
			link(t, "np-last.md", "agents/np-4000.md")
		}, 3, "so it is with"},
		{"configurations in one another", func(t *testing.T) {
			for i := range 300 {
				dir := strings.Repeat("a/", i)
				writeFile(t, dir+"agents/np-a.md", agent)
				writeFile(t, dir+".nplint.toml", "version = 1\n[[overrides]]\npaths = [\"x\"]\nrules.agent-invalid-tier = \"warning\"\n")
			}
		}, 1, "config-unused"},
	} {
		t.Run(a.name, func(t *testing.T) {
			inRepository(t)
			a.make(t)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, status := output("run")
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
