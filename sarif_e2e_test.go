package nplint_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// TestSARIFOfEveryRule writes the SARIF of a run that reports every rule there is. Into a directory that .ci/sarif.sh names in
// NPLINT_SARIF_OUT it writes this and that of the tree of all bad cases, for validators of others.
func TestSARIFOfEveryRule(t *testing.T) {
	o := options(t, threeAgents)
	o.Passes = []*analysis.Analyzer{houseRule(everyRule)}
	o.Config = nplint.DefaultConfig()
	o.Config.Preset = rules.Strict
	all := write(t, "sarif", run(t, o))
	every := []string{}
	for _, rule := range rules.All() {
		every = append(every, rule.ID)
	}
	if fired := rulesFired(t, all); !slices.Equal(fired, every) {
		t.Errorf("one run reports the rules %v, want all: %v", fired, every)
	}
	out := os.Getenv("NPLINT_SARIF_OUT")
	if out == "" {
		return
	}
	dir, _ := badTree(t)
	tree := write(t, "sarif", run(t, nplint.Options{Dir: dir}))
	for name, log := range map[string][]byte{"every-rule": all, "tree": tree} {
		if err := os.WriteFile(filepath.Join(out, name+".sarif"), log, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// everyRule reports every rule, with a related place and a fix.
func everyRule(r *document.Reporter) {
	for _, rule := range rules.All() {
		place := r.Doc.FirstLine()
		r.Report(document.Finding{Rule: rule.ID, Span: place, At: "frontmatter", Message: rule.Title + ".",
			Related: []document.Related{{Span: place, Message: "this is the same place"}},
			Fixes:   document.Replace("write the fence anew", place, "---")})
	}
}

// rulesFired returns the ids of the rules that the results of a SARIF log name, sorted, each once.
func rulesFired(t *testing.T, log []byte) []string {
	t.Helper()
	var sarif struct {
		Runs []struct{ Results []struct{ RuleID string } }
	}
	if err := json.Unmarshal(log, &sarif); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, result := range sarif.Runs[0].Results {
		ids = append(ids, result.RuleID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
