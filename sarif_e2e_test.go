package nplint_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/rules"
)

// TestSARIFOfEveryRule writes the SARIF of a single run that reports every rule there is. Into a directory that .ci/sarif.sh names in
// NPLINT_SARIF_OUT it writes this, a log for each bad case and one for the tree of all of them, for validators of others.
func TestSARIFOfEveryRule(t *testing.T) {
	out := os.Getenv("NPLINT_SARIF_OUT")
	each := out != ""
	if !each {
		out = t.TempDir()
	}
	save := func(name string, report *nplint.Report) []string {
		log := write(t, "sarif", report)
		if err := os.WriteFile(filepath.Join(out, name+".sarif"), log, 0o644); err != nil {
			t.Fatal(err)
		}
		return rulesFired(t, log)
	}
	every := []string{}
	for _, p := range proofs(t) {
		every = append(every, p.Rule.ID)
		for _, c := range p.Cases {
			if c.Bad() && each {
				save(strings.ReplaceAll(p.Rule.ID, ":", ".")+"-"+c.Name, run(t, nplinttest.Options(t, c.Files)))
			}
		}
	}
	if each {
		save("tree", run(t, nplint.Options{Dir: badTree(t)}))
	}
	o := options(t, threeAgents)
	o.Passes = []*analysis.Analyzer{houseRule(everyRule)}
	o.Config = nplint.DefaultConfig()
	o.Config.Preset = rules.Strict
	if fired := save("every-rule", run(t, o)); !slices.Equal(fired, every) {
		t.Errorf("one run reports the rules %v, want all: %v", fired, every)
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
