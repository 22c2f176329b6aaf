package nplint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
)

// nexusFaults is single changes by hand in a whole tree of nexus-core, each with all that is to be found: one cause is one finding, in the
// file that was changed, unless nobody can tell which of two files is wrong. "" marks what is right. A change of "" to "" deletes the file,
// a change of "" to a text writes it.
var nexusFaults = []struct{ file, old, new, want string }{
	// What a meta says wrong is wrong there alone, and not in the manifest, which cannot be generated from it.
	{"agents/planner/meta.yml", "category: how", "category: think", "agents/planner/meta.yml:5 nx-category-unknown"},
	{"agents/planner/meta.yml", "model_tier: high", "model_tier: medium", "agents/planner/meta.yml:7 nx-agent-schema"},
	{"agents/planner/meta.yml", "name: planner\n", "", "agents/planner/meta.yml:1 nx-agent-schema"},
	{"agents/planner/meta.yml", "no_file_edit", "no_network", "agents/planner/meta.yml:9 nx-capability-unknown"},
	{"agents/observer/meta.yml", "id: observer", "id: watcher", "agents/observer/meta.yml:1 nx-id-dir"},
	{"agents/observer/meta.yml", "id: observer\n", "", "agents/observer/meta.yml:1 nx-id-missing"},
	{"agents/observer/meta.yml", "", "", "agents/observer/body.md:1 nx-dir-strict"},
	{"agents/planner/meta.yml", "category: how", "category: [how", "agents/planner/meta.yml:5 nx-yaml-parse"},
	{"agents/planner/meta.yml", "id: planner", "\uFEFFid: planner", ""},
	{"skills/nx-night/meta.yml", "  - night", "  - nights", "skills/nx-night/meta.yml:6 nx-trigger-unknown"},
	{"skills/nx-night/meta.yml", "  - night", "  - flat", "skills/nx-night/meta.yml:6 nx-tag-skill-mirror"},
	{"skills/nx-night/meta.yml", "triggers:", "manual_only: true\ntriggers:", "skills/nx-night/meta.yml:6 nx-manual-only-trigger"},
	// What the manifest has wrong is wrong there.
	{"manifest.json", `"category": "how"`, `"category": "do"`, "manifest.json:38 nx-manifest-meta"},
	{"manifest.json", `"id": "planner"`, `"id": "planer"`, "manifest.json:34 nx-manifest-meta"},
	{"manifest.json", `"0.10.0"`, `"0.9.0"`, "manifest.json:2 nx-manifest-version"},
	{"manifest.json", `"0a1b2c3",`, `"0a1b2c3"`, "manifest.json:4 nx-manifest-json"},
	{"agents/checker/body.md", "frames.", "frames.\r\n\r\n", ""},
	{"agents/checker/body.md", "frames.", "plates.", "manifest.json:18 nx-manifest-body-hash"},
	{"manifest.json", `"body_hash": "sha256:`, `"body_hash": "sha1:`, "manifest.json:18 nx-manifest-schema"},
	{"manifest.json", `      "name": "checker",` + "\n", "", "manifest.json:6 nx-manifest-schema"},
	{"manifest.json", `      "id": "checker",` + "\n", "", "manifest.json:6 nx-manifest-schema"},
	{"manifest.json", `"name": "checker"`, `"icon": "eye", "name": "checker"`, "manifest.json:8 nx-manifest-schema"},
	{"manifest.json", `      "alias_ko": "검사",` + "\n", "", "manifest.json:6 nx-manifest-meta"},
	// Of four files that tell the version the odd one is wrong.
	{"VERSION", "0.10.0", "0.9.0", "VERSION:1 nx-version-file"},
	{"package.json", `"version": "0.10.0"`, `"version": "0.11.0"`, "package.json:3 nx-version-file"},
	// The vocabulary.
	{"vocabulary/tags.yml", "type: inline_action", "type: inline", "vocabulary/tags.yml:15 nx-vocab-schema"},
	{"vocabulary/tags.yml", "skill: nx-flat", "skill: nx-night", "vocabulary/tags.yml:10 nx-tag-skill-mirror"},
	{"vocabulary/tags.yml", "skill: nx-flat", "skill: nx-flats", "vocabulary/tags.yml:10 nx-tag-skill-unknown"},
	{"vocabulary/tags.yml", "tags:", "tags: [", "vocabulary/tags.yml:1 nx-tags-readable"},
	{"vocabulary/resume-tiers.yml", "tiers:", "tiers:\n  - id: forever\n    description: Long.", "vocabulary/resume-tiers.yml:2 nx-enum-vocab-drift"},
	{"vocabulary/memory_policy.yml", `^[a-z0-9][`, `^(?!x)[a-z0-9][`, "manifest.json:228 nx-manifest-vocabulary"},
	// Of an entry that is gone or has another id, and that others still name, the manifest tells that it is the vocabulary that has changed.
	{"vocabulary/capabilities.yml", "- id: no_file_edit", "- id: no_edit", "vocabulary/capabilities.yml:2 nx-capability-unknown"},
	{"vocabulary/categories.yml", "- id: check", "- id: compare", "vocabulary/categories.yml:6 nx-category-unknown"},
	{"vocabulary/resume-tiers.yml", "  - id: bounded\n    description: One target.\n", "", "vocabulary/resume-tiers.yml:4 nx-resume-tier-unknown"},
	{"vocabulary/tags.yml", "- id: night", "- id: dusk", "vocabulary/tags.yml:2 nx-trigger-unknown"},
	{"vocabulary/invocations.yml", "- id: task_register", "- id: task_note", "vocabulary/invocations.yml:26 nx-macro-unknown"},
	{"vocabulary/invocations.yml", "    semantic_params:", "    params:", "vocabulary/invocations.yml:2 nx-vocab-schema, vocabulary/invocations.yml:5 nx-vocab-schema"},
	// Schemas and fixtures.
	{"schema/skill.schema.json", "", "", "manifest.json:1 nx-schema-missing"},
	{"conformance/state-schemas/plan.schema.json", "", "", "manifest.json:1 nx-schema-missing"},
	{"conformance/state-schemas/plan.schema.json", `"topic": {`, `"id": {"type": "number"}, "topic": {`, "conformance/state-schemas/plan.schema.json:4 nx-schema-field-uncovered"},
	{"conformance/tools/plan-start.json", `"covers"`, `"covered"`, "conformance/tools/plan-start.json:4 nx-fixture-schema"},
	{"conformance/tools/plan-start.json", `"plan_start_works"`, `"task_add_works"`, "conformance/tools/plan-start.json:2 nx-fixture-duplicate-id"},
	{"conformance/tools/plan-start.json", "}\n}", "}", "conformance/tools/plan-start.json:1 nx-json-parse"},
	{"conformance/tools/plan-start.json", `"action"`, `"acton"`, "conformance/tools/plan-start.json:16 nx-fixture-schema"},
	{"conformance/tools/task-add.json", `"tool": "task_add"`, `"tool": "task_ad"`, "conformance/tools/task-add.json:12 nx-fixture-tool-unknown"},
	{"conformance/lifecycle/agent-spawn.json", `"type": "agent_spawn",`, `"type": "session_start",`, "conformance/lifecycle/agent-spawn.json:12 nx-fixture-schema"},
	{"vocabulary/capabilities.yml", "intent:", "intnt:", "vocabulary/capabilities.yml:4 nx-vocab-schema"},
	{"vocabulary/invocations.yml", "required: true", "requird: true", "vocabulary/invocations.yml:8 nx-vocab-schema"},
	// Prompts.
	{"agents/observer/body.md", "state=pending}}", "state=pending", "agents/observer/body.md:5 nx-macro-unknown"},
	{"skills/nx-night/body.md", "mode=auto", "mode=fast", "skills/nx-night/body.md:5 nx-macro-skill-unknown"},
	{"agents/planner/body.md", "target_role=", "target_roll=", "agents/planner/body.md:5 nx-macro-param-unknown"},
	{"CHANGELOG.md", "### Changed", "### Changed\n\nLook for `<!-- nx-car:vX.Y.Z:start -->`.", ""},
}

// TestNexusStory holds that a right tree is found right, and what is found of each fault. That the manifest is not what its sources
// are is left out where that is not what a case is about.
func TestNexusStory(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.FromSlash("fixtures/nexus.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir, files := t.TempDir(), map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
		put(t, dir, f.Name, files[f.Name])
	}
	if found := nexusFindings(t, dir, ""); found != "" {
		t.Fatalf("the tree is right, and nplint finds %s", found)
	}
	for _, fault := range nexusFaults {
		before, was := files[fault.file]
		after := strings.Replace(before, fault.old, fault.new, 1)
		switch {
		case fault.old == "" && fault.new == "":
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(fault.file))); err != nil {
				t.Fatal(err)
			}
		case after == before:
			t.Fatalf("%s does not hold %q", fault.file, fault.old)
		default:
			put(t, dir, fault.file, after)
		}
		if got := nexusFindings(t, dir, fault.want); got != fault.want {
			t.Errorf("%s: %q for %q: got %s, want %s", fault.file, fault.new, fault.old, got, fault.want)
		}
		if was {
			put(t, dir, fault.file, before)
		} else if err := os.Remove(filepath.Join(dir, filepath.FromSlash(fault.file))); err != nil {
			t.Fatal(err)
		}
	}
}

// put writes a file of a tree.
func put(t *testing.T, dir, name, text string) {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// nexusFindings returns file, line and rule of all errors and warnings, without those of a manifest that is to be generated anew unless they are wanted.
func nexusFindings(t *testing.T, dir, want string) string {
	var found []string
	for _, f := range run(t, nplint.Options{Dir: dir}).Findings {
		if f.Severity != nplint.Info && (!strings.HasPrefix(f.Rule, "nx-manifest-") || strings.Contains(want, f.Rule)) {
			found = append(found, fmt.Sprintf("%s:%d %s", f.Path, f.Range.Start.Line, f.Rule))
		}
	}
	return strings.Join(found, ", ")
}
