package nplint_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/rules"
)

// TestCorpusNexus lints the reference's own trees. They are clean by its gates and have known faults; nothing else is loud.
func TestCorpusNexus(t *testing.T) {
	common := map[string]int{
		"nx-history-schema-version": 8, "nx-history-order": 6, // cycles from before the field, and ids that start anew
		"nx-fixture-schema":  3, // lists as state in the lifecycle fixtures
		"nx-fixture-error":   4, // error_contains alone
		"nx-docs-ref-unused": 2, // resume_invocation, which no prompt refers to
	}
	for version, more := range map[string]map[string]int{
		"0.10.0": {"nx-schema-field-uncovered": 5, "nx-macro-role-unknown": 1, "nx-migration-index": 1, "nx-fixture-harness-id": 2, "nx-rule-no-supervision": 4},
		"0.6.0":  {"nx-manifest-schema": 8, "nx-rule-no-supervision": 1},
	} {
		t.Run(version, func(t *testing.T) {
			want := maps.Clone(common)
			maps.Copy(want, more)
			o := nplint.Options{Dir: filepath.Join(corpus(t), "nexus-core-"+version)}
			report := run(t, o)
			got := map[string]int{}
			for _, f := range report.Findings {
				if f.Severity >= nplint.Warning {
					got[f.Rule]++
				}
			}
			for _, rule := range slices.Sorted(maps.Keys(got)) {
				if want[rule] == 0 {
					t.Errorf("%s: %d findings, and the tree has no such fault that is known", rule, got[rule])
				}
			}
			for rule, n := range want {
				if got[rule] != n {
					t.Errorf("%s: %d findings, want %d", rule, got[rule], n)
				}
			}
			jobsAgree(t, o)
		})
	}
}

// TestDoctor holds the figures of the reference's coverage script against ours.
func TestDoctor(t *testing.T) {
	for version, want := range map[string]string{
		"0.10.0": "agent-tracker 10/10 history 18/18 memory-access 0/5 plan 12/12 tasks 16/16",
		"0.6.0":  "agent-tracker 10/10 history 18/18 plan 12/12 tasks 16/16",
	} {
		tree := nexusSection(t, filepath.Join(corpus(t), "nexus-core-"+version))
		var got []string
		for _, schema := range tree.Progress[0].Parts {
			got = append(got, fmt.Sprintf("%s %d/%d", strings.TrimSuffix(schema.Name, ".schema.json"), schema.Done, schema.Of))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", version, strings.Join(got, " "), want)
		}
		for _, used := range tree.Progress[1:3] {
			if used.Done != used.Of {
				t.Errorf("%s: %d of %d %s have a fixture", version, used.Done, used.Of, used.Name)
			}
		}
		if !strings.HasSuffix(tree.Title, " "+strings.TrimSuffix(version, ".0")) || tree.Progress[3].Done > 0 {
			t.Errorf("%s: %s, %d silent parameters", version, tree.Title, tree.Progress[3].Done)
		}
	}
}

// nexusSection returns what the views tell of the one project in a directory, which is a tree of nexus-core.
func nexusSection(t *testing.T, dir string) pack.Section {
	t.Helper()
	views, _, err := nplint.Views(context.Background(), nplint.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	var sections []pack.Section
	for _, v := range views {
		sections = append(sections, v.Sections...)
	}
	if len(sections) != 1 || sections[0].Name != "nexus" {
		t.Fatalf("%s: %v, want one section of nexus", dir, sections)
	}
	return sections[0]
}

// TestNexusBadInput gives the pack what made the reference crash, and other files that no program wrote: each ends with a finding of the
// cause, and nothing else of the tree is lost.
func TestNexusBadInput(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct{ name, file, text, want string }{
		{"tag without id", "vocabulary/tags.yml", "tags:\n  - trigger: \"[x]\"\n    type: inline_action\n    handler: x\n    description: x\n", "nx-vocab-schema"},
		{"tags no list", "vocabulary/tags.yml", "tags: {plan: {}}\n", "nx-vocab-schema"},
		{"tags a list", "vocabulary/tags.yml", "- plan\n", "nx-vocab-schema"},
		{"broken reference", "schema/agent.schema.json", `{"properties": {"id": {"$ref": "#/$defs/gone"}}}`, "nx-schema-ref"},
		{"reference to itself", "conformance/state-schemas/plan.schema.json", `{"properties": {"id": {"$ref": "#/properties/id"}}}`, "nx-fixture-tool-coverage"},
		{"empty meta", "agents/gardener/meta.yml", "", "no-content"},
		{"meta with a tab", "agents/gardener/meta.yml", "id: gardener\ncapabilities:\n\t- x\n", "nx-yaml-parse"},
		{"two documents", "agents/gardener/meta.yml", "id: gardener\n---\nname: x\n", "nx-yaml-parse"},
		{"duplicate key", "agents/gardener/meta.yml", "id: gardener\nid: gardener\n", "duplicate-key"},
		{"null meta", "agents/gardener/meta.yml", "null\n", "nx-agent-schema"},
		{"scalar meta", "agents/gardener/meta.yml", "gardener\n", "nx-agent-schema"},
		{"scalar of wide characters", "agents/gardener/meta.yml", "정원사", "nx-agent-schema"},
		{"keys of wide characters", "agents/gardener/meta.yml", "정원사: 1\n", "nx-agent-schema"},
		{"torn line", ".nexus/state/a/memory-access.jsonl", "{\"path\": \"x\"", "nx-json-parse"},
		{"line of 1 MB", ".nexus/state/a/memory-access.jsonl", `{"path": "` + long + `"}` + "\n", "nx-memory-access-schema"},
		{"records with CRLF", ".nexus/state/a/memory-access.jsonl", "{\"path\": 1}\r\n[]\r\n\r\n{\"path\": \"a\"}\r\n", "nx-memory-access-schema"},
		{"tracker no list", ".nexus/state/a/agent-tracker.json", `{"a": [1, {}]}`, "nx-tracker-schema"},
		{"tracker of scalars", ".nexus/state/a/agent-tracker.json", `[1, null, [], {"started_at": 3}]`, "nx-tracker-schema"},
		{"tasks of scalars", ".nexus/state/tasks.json", `{"goal": 1, "decisions": {}, "tasks": [1, null, {"deps": {}, "status": 3, "id": "x"}, {"id": 1e999, "deps": [null, 1e999]}]}`, "nx-tasks-schema"},
		{"plan of scalars", ".nexus/state/plan.json", `{"issues": {"id": 1}, "id": {}}`, "nx-plan-schema"},
		{"history of scalars", ".nexus/history.json", `{"cycles": [1, {"plan": [], "tasks": {}}]}`, "nx-history-schema"},
		{"history no object", ".nexus/history.json", `[]`, "nx-history-schema"},
		{"manifest of scalars", "manifest.json", `{"agents": [1, {"id": 2}], "skills": {}, "vocabulary": []}`, "nx-manifest-schema"},
		{"fixture of scalars", "conformance/tools/x.json", `[1, {"covers": 1, "steps": {}, "action": [], "postcondition": {"state_files": []}}]`, "nx-fixture-schema"},
		{"extension no object", ".nexus/state/a/plan.extension.json", `[]`, "nx-extension-extends"},
		{"deep nesting", ".nexus/state/plan.json", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "nx-json-parse"},
		{"marks without end", "agents/gardener/body.md", strings.Repeat(">>A {{a b=[", 2000), "nx-macro-heredoc"},
		{"package without version", "package.json", `{"version": 3, "dependencies": [1]}`, "nx-package-deps"},
		{"changelog of marks", "CHANGELOG.md", strings.Repeat("<!-- nx-car:v1.0.0:start -->\n", 300), "nx-changelog-marker"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write := func(name, text string) {
				file := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write("vocabulary/capabilities.yml", "capabilities: []\n")
			write("agents/other/meta.yml", "id: another\n")
			write(c.file, c.text)
			report := run(t, nplint.Options{Dir: dir})
			checkPlaces(t, report)
			ids := countRules(report)
			switch {
			case report.Unanalyzed || ids["internal-error"] > 0:
				t.Errorf("it was not analyzed: %s", excerptOf(report))
			case ids[c.want] == 0:
				t.Errorf("%s is not reported: %v", c.want, ids)
			case ids["nx-id-dir"] == 0:
				t.Errorf("the fault in another file is lost: %v", ids)
			}
		})
	}
}

func excerptOf(report *nplint.Report) string {
	for _, f := range report.Findings {
		if f.Rule == "internal-error" {
			return f.Message
		}
	}
	return ""
}

// TestNexusHints holds the one list of keys about looks against the contracts, which leave them to a pass: each gives one finding.
func TestNexusHints(t *testing.T) {
	for _, pack := range rules.Packs() {
		for _, hint := range pack.Vocabulary["ui_hints"] {
			for _, kind := range []string{"nexus/agent-meta", "nexus/skill-meta"} {
				file := filepath.Join(t.TempDir(), "x", "meta.yml")
				o := nplint.Options{Dir: filepath.Dir(filepath.Dir(file)), Paths: []string{file}, Kind: kind, Overlay: map[string][]byte{file: []byte("id: x\n" + hint + ": 1\n")}}
				n := 0
				for _, f := range run(t, o).Findings {
					if f.Range.Start.Line == 2 {
						n++
					}
				}
				if n != 1 {
					t.Errorf("%s in %s: %d findings, want 1", hint, kind, n)
				}
			}
		}
	}
}

// TestNexusUnread shows that files without a shape are never opened: what cannot be read there is no finding.
func TestNexusUnread(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		".nexus/state/artifacts/picture.png":    {0, 1, 2},
		".nexus/state/claude-nexus/session.bin": bytes.Repeat([]byte{0}, 1<<20),
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o000); err != nil {
			t.Fatal(err)
		}
	}
	report := run(t, nplint.Options{Dir: dir})
	if len(report.Findings) > 0 || report.Summary.Files != 2 {
		t.Errorf("%d files, findings %v", report.Summary.Files, report.Findings)
	}
}

// BenchmarkNexusHistory judges a history of 50,000 cycles.
func BenchmarkNexusHistory(b *testing.B) {
	var text bytes.Buffer
	text.WriteString(`{"cycles": [`)
	for i := range 50_000 {
		if i > 0 {
			text.WriteString(",\n")
		}
		fmt.Fprintf(&text, `{"schema_version": "0.10", "completed_at": "2026-04-16T08:00:00Z", "branch": "main", "plan": {"id": %d, "topic": "x", "issues": [{"id": 1, "title": "x", "status": "decided", "decision": "y"}], "created_at": "2026-04-15T08:00:00Z"}, "tasks": [{"id": 1, "title": "x", "context": "y", "status": "completed", "deps": []}, {"id": 2, "title": "x", "context": "y", "status": "completed", "deps": [1]}]}`, i+1)
	}
	text.WriteString("]}\n")
	dir := b.TempDir()
	file := filepath.Join(dir, "history.json")
	config := nplint.DefaultConfig()
	config.MaxFileSize = 64 << 20
	o := nplint.Options{Dir: dir, Config: config, Paths: []string{file}, Kind: "nexus/history", Overlay: map[string][]byte{file: text.Bytes()}}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		lint(b, o, 1)
	}
}
