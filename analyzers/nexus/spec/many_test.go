package spec_test

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

// count returns how often a rule is broken in the tree spec with other files in it.
func count(t *testing.T, rule string, files ...txtar.File) int {
	t.Helper()
	base, err := txtar.ParseFile("../../../rules/nexus/base/spec.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return table.Count(t, nexus.Pack, rule, nplinttest.Options(t, append(base.Files, files...)))
}

// TestTables holds that of the tables of a harness the last of each name counts, and that not very many are judged, for
// each may lack all that the others have.
func TestTables(t *testing.T) {
	rules := "model_tier:\n  standard: sonnet\ncapability_0: {}\n"
	for i := range 25 {
		rules += fmt.Sprintf("capability_%d: {}\n", i)
	}
	rules += "capability_25:\n  no_file_edit: []\n"
	file := txtar.File{Name: "harness/claude/agent-rules.yml", Data: []byte(rules)}
	if got := count(t, "nx-spec-unmapped", file); got != 19 { // and the first of the 20 is that of tiers
		t.Errorf("%d tables are reported, want 19", got)
	}
	file.Data = []byte("model_tier:\n  standard: sonnet\ncapability_0: {}\ncapability_0:\n  no_file_edit: []\n")
	if got := count(t, "nx-spec-unmapped", file); got != 0 {
		t.Errorf("%d tables are reported, want none", got)
	}
}

// TestAttemptsMacros holds that very many macros cost no more than each by itself, whatever the vocabulary and the templates.
func TestAttemptsMacros(t *testing.T) {
	n := scratch.Many(6_000)
	var vocabulary, prompt strings.Builder
	vocabulary.WriteString("invocations:\n")
	prompt.WriteString("---\nid: weeder\ndescription: Pulls weeds\n---\n")
	for i := range n {
		fmt.Fprintf(&vocabulary, "  - id: m%d\n    params: {}\n", i)
		fmt.Fprintf(&prompt, "{{m%d x=\"y\"}}{{z%d}}\n", i, i)
	}
	template := fmt.Sprintf("invocation_map:\n  m1:\n    template: '%s'\n", strings.Repeat("{x} ", n))
	scratch.Bound(t, 1<<30, func() {
		if got := count(t, "nx-harness-template",
			txtar.File{Name: "vocabulary/invocations.yml", Data: []byte(vocabulary.String())},
			txtar.File{Name: "harness/claude/invocations.yml", Data: []byte(template)},
			txtar.File{Name: "spec/agents/weeder/body.md", Data: []byte(prompt.String() + strings.Repeat("{{m1}}", n))}); got == 0 {
			t.Error("no template is missing")
		}
	})
}
