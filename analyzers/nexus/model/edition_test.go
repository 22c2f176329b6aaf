package model_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
)

// with adds files to others.
func with(files []txtar.File, more map[string]string) []txtar.File {
	for _, name := range slices.Sorted(maps.Keys(more)) {
		files = append(files, txtar.File{Name: name, Data: []byte(more[name])})
	}
	return files
}

// TestEdition holds that one file that is wrong or cannot be read does not change which contracts hold for a whole tree.
func TestEdition(t *testing.T) {
	const older, newer = `{"nexus_core_version": "0.6.0", "version": "0.6.0"}`, `{"nexus_core_version": "0.10.0", "version": "0.10.0"}`
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing tells", nil, "0.10"},
		{"VERSION", map[string]string{"VERSION": "0.6.0\n"}, "0.6"},
		{"manifest", map[string]string{"manifest.json": older}, "0.6"},
		{"VERSION before manifest", map[string]string{"VERSION": "0.6.2\n", "manifest.json": newer}, "0.6"},
		{"package", map[string]string{"package.json": older}, "0.6"},
		{"package of a part of a newer tree", map[string]string{"package.json": older, "vocabulary/invocations.yml": "invocations: []\n"}, "0.10"},
		{"manifest that cannot be read", map[string]string{"manifest.json": "{", "package.json": older}, "0.6"},
		{"manifest without a version", map[string]string{"manifest.json": "{}", "CHANGELOG.md": "# Changelog\n\n## [0.6.0] - 2026-04-16\n"}, "0.6"},
		{"manifest that is wrong", map[string]string{"manifest.json": newer, "package.json": older, "CHANGELOG.md": "## 0.6.0\n"}, "0.6"},
		{"VERSION that is wrong", map[string]string{"VERSION": "0.1.0\n", "manifest.json": newer, "package.json": newer}, "0.10"},
		{"as many of either, the older first", map[string]string{"VERSION": "0.6.0\n", "manifest.json": newer, "package.json": older,
			"CHANGELOG.md": "## 0.10.0\n"}, "0.6"},
		{"as many of either, the newer first", map[string]string{"VERSION": "0.10.0\n", "manifest.json": older}, "0.10"},
		{"changelog", map[string]string{"CHANGELOG.md": "# 0.10.0\n\n## Unreleased\n\n## v0.6.0\n\n## 0.10.0\n"}, "0.6"},
		{"half a version", map[string]string{"VERSION": "0\n", "manifest.json": older}, "0.6"},
		{"macros of before", map[string]string{"vocabulary/invocations.yml": "invocations:\n  - id: a\n    semantic_params: []\n    params: {}\n" +
			"  - id: b\n"}, "0.10"},
		{"no macros", map[string]string{"vocabulary/invocations.yml": "invocations: []\n"}, "0.10"},
		{"VERSION without a version", map[string]string{"VERSION": "next\n", "manifest.json": older}, "0.6"},
	} {
		files := []txtar.File{{Name: "vocabulary/capabilities.yml", Data: []byte("capabilities: []\n")}}
		views, _, err := engine.Views(t.Context(), nplinttest.Options(t, with(files, c.files)), parts.Of(nexus.Pack))
		got := ""
		for _, v := range views {
			for _, section := range v.Sections {
				got += section.Title
			}
		}
		if err != nil || !strings.HasSuffix(got, " of "+c.want) {
			t.Errorf("%s: %s, want edition %s", c.name, got, c.want)
		}
	}
}

// TestConsumerEdition holds what tells the edition of a project that a harness works in: what makes a finding in one of them alone shows
// which holds.
func TestConsumerEdition(t *testing.T) {
	const older, newer = `{"id": 1, "owner": "lead", "deps": []}`, `{"id": 1, "owner": {"role": "lead"}}`
	cycles := func(tasks ...string) string {
		for i, task := range tasks {
			tasks[i] = `{"completed_at": "2026-04-16T08:00:00Z", "branch": "main", "tasks": [` + task + `]}`
		}
		return `{"cycles": [` + strings.Join(tasks, ", ") + `]}`
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		is20  bool
	}{
		{"nothing tells", nil, true},
		{"tasks", map[string]string{".nexus/state/tasks.json": `{"tasks": [` + older + `]}`, ".nexus/history.json": cycles(newer)}, false},
		{"most tasks", map[string]string{".nexus/state/tasks.json": `{"tasks": [` + older + ", " + newer + ", " + newer + ", " + newer + `]}`}, true},
		{"plan", map[string]string{".nexus/state/plan.json": `{"issues": [{"id": 1, "how_agents": []}]}`}, false},
		{"newest cycle", map[string]string{".nexus/history.json": cycles(older, newer)}, true},
		{"newest cycle that tells", map[string]string{".nexus/history.json": cycles(newer, older, "")}, false},
		{"history that cannot be read", map[string]string{".nexus/history.json": "{"}, true},
		{"dependency", map[string]string{"package.json": `{"devDependencies": {"@moreih29/nexus-core": "^0.10.2"}}`}, false},
		{"later dependency", map[string]string{"package.json": `{"dependencies": {"@moreih29/nexus-core": "0.21.0"}}`}, true},
		{"dependency on no one version", map[string]string{"package.json": `{"dependencies": {"@moreih29/nexus-core": "0.x"}}`}, true},
		{"another project", map[string]string{"shop/.nexus/state/tasks.json": `{"tasks": [` + older + `]}`}, true},
		{"cycles without versions", map[string]string{".nexus/history.json": cycles(`{"id": 1, "owner": "lead"}`)}, true},
		{"a cycle with a version", map[string]string{".nexus/history.json": `{"cycles": [{"schema_version": "0.10", "tasks": []}]}`}, false},
		{"a plan with a version", map[string]string{".nexus/history.json": `{"cycles": [{"plan": {"schema_version": "0.10"}, "tasks": []}]}`}, false},
		{"tracker", map[string]string{".nexus/state/claude-nexus/agent-tracker.json": "[]"}, false},
	} {
		files := []txtar.File{{Name: ".nexus/memory/pattern-lend-books.md", Data: []byte("Lend books.\n")},
			{Name: ".nexus/core/mission.md", Data: []byte("Lend books.\n")}}
		report, err := engine.Run(t.Context(), nplinttest.Options(t, with(files, c.files)), parts.Of(nexus.Pack))
		if err != nil {
			t.Fatal(err)
		}
		banned := false
		for _, f := range report.Findings {
			banned = banned || f.Rule == "nx-banned-dirs" && !strings.Contains(f.Path, "shop")
		}
		if banned == c.is20 {
			t.Errorf("%s: nx-banned-dirs, which 0.10 has and 0.20 has not, is reported: %t", c.name, banned)
		}
	}
}
