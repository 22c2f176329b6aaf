package state_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/scratch"
	"github.com/nplint/nplint/internal/table"
)

// TestOverlapOfAll holds that a file which very many tasks name is no news.
func TestOverlapOfAll(t *testing.T) {
	for n, want := range map[int]int{50: 49, 51: 0} {
		var tasks []string
		for i := range n {
			tasks = append(tasks, fmt.Sprintf(`{"id": %d, "title": "Part", "status": "pending", "deps": [], "owner": "lead",
				"context": "src/index.ts"}`, i+1))
		}
		content := `{"goal": "Search", "decisions": [], "tasks": [` + strings.Join(tasks, ",\n") + `]}`
		list := txtar.File{Name: ".nexus/state/tasks.json", Data: []byte(content)}
		if got := table.Count(t, nexus.Pack, "nx-same-file-overlap", nplinttest.Options(t, []txtar.File{list})); got != want {
			t.Errorf("%d tasks name one file, and it is reported %d times, want %d", n, got, want)
		}
	}
}

// TestAttemptsMerged holds that the cycles which a merge put in front of very many are not looked for in all of them.
func TestAttemptsMerged(t *testing.T) {
	var cycles []string
	for i := range scratch.Many(18_000) {
		cycles = append(cycles, fmt.Sprintf(
			`{"schema_version": "1.0", "completed_at": "2026-04-23", "branch": "b%d", "tasks": []}`, i))
	}
	history := func(note string, cycles []string) txtar.File {
		return txtar.File{Name: ".nexus/history.json" + note,
			Data: []byte(`{"cycles": [` + strings.Join(cycles, ",\n") + `]}`)}
	}
	files := []txtar.File{history(" (committed)", cycles[1:]), history("", cycles)}
	scratch.Bound(t, 1<<30, func() {
		if n := table.Count(t, nexus.Pack, "nx-history-append-only", nplinttest.Options(t, files)); n > 0 {
			t.Errorf("a merge is reported %d times", n)
		}
	})
}
