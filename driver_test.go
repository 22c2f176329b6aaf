package nplint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/core/contract"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// threeAgents is a project whose agents each have a tier that does not exist.
const threeAgents = `
-- agents/np-first.md --
---
name: np-first
description: Counts the parcels.
tier: huge
tools: Read
---
-- agents/np-second.md --
---
name: np-second
description: Weighs the parcels.
tier: huge
tools: Read
---
-- agents/np-third.md --
---
name: np-third
description: Ships the parcels.
tier: huge
tools: Read
---
`

// houseRule is a user's pass that does judge to every document.
func houseRule(judge func(r *document.Reporter)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "house",
		Doc:      "hold documents against the rules of the house",
		Requires: []*analysis.Analyzer{document.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			document.Of(pass).Each(nil, judge)
			return nil, nil
		},
	}
}

// greet reports the first three bytes of a document.
func greet(r *document.Reporter) {
	r.Report(document.Finding{Rule: "house-greeting", Span: document.Span{Start: 0, End: 3}, At: "frontmatter", Message: "greet the reader"})
}

// TestPass runs a user's pass that goes wrong on one of three documents: that document gets an internal-error which names the pass, and
// all other findings come out.
func TestPass(t *testing.T) {
	reportAt := func(span document.Span) func(r *document.Reporter) {
		return func(r *document.Reporter) {
			r.Report(document.Finding{Rule: "house-greeting", Span: span, Message: "greet the reader"})
		}
	}
	end := func(r *document.Reporter) int { return len(r.Doc.Src) }
	for _, c := range []struct {
		name  string
		wrong func(r *document.Reporter) // what the pass does to the second document
		want  string                     // in the message of the internal-error
	}{
		{"panics", func(*document.Reporter) { panic("no more parcels") }, "no more parcels"},
		{"panics in the runtime", func(r *document.Reporter) { _ = r.Doc.Src[end(r)] }, "index out of range"},
		{"span behind the end", func(r *document.Reporter) { reportAt(document.Span{Start: 0, End: end(r) + 1})(r) }, "house-greeting"},
		{"span before the start", reportAt(document.Span{Start: -1, End: 3}), "house-greeting"},
		{"span ends before it starts", reportAt(document.Span{Start: 3, End: 2}), "house-greeting"},
		{"related place outside", func(r *document.Reporter) {
			related := []document.Related{{Span: document.Span{Start: 0, End: end(r) + 1}, Message: "as here"}}
			r.Report(document.Finding{Rule: "house-greeting", Message: "greet the reader", Related: related})
		}, "house-greeting"},
		{"edit outside", func(r *document.Reporter) {
			fixes := document.Replace("greet", document.Span{Start: end(r), End: end(r) + 1}, "Hello")
			r.Report(document.Finding{Rule: "house-greeting", Message: "greet the reader", Fixes: fixes})
		}, "house-greeting"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, threeAgents)
			o.Disable = []string{"doctrine:missing-completeness-file"}
			o.Passes = []*analysis.Analyzer{houseRule(func(r *document.Reporter) {
				if r.Doc.Path == "agents/np-second.md" {
					c.wrong(r)
					return
				}
				greet(r)
			})}
			report, err := nplint.Run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if !report.Unanalyzed {
				t.Error("the report does not say that something was not analyzed")
			}
			got := ""
			for _, f := range report.Findings {
				got += fmt.Sprintf("%s:%d:%d %s %s\n", filepath.Base(f.Path), f.Range.Start.Line, f.Range.Start.Column, f.Severity, f.Rule)
				if f.Rule == "internal-error" && !(strings.Contains(f.Message, `"house"`) && strings.Contains(f.Message, c.want)) {
					t.Errorf("the message does not name the pass and the cause (%s): %s", c.want, f.Message)
				}
			}
			const want = `np-first.md:1:1 error house-greeting
np-first.md:4:7 error agent-invalid-tier
np-second.md:1:1 error internal-error
np-second.md:4:7 error agent-invalid-tier
np-third.md:1:1 error house-greeting
np-third.md:4:7 error agent-invalid-tier
`
			if got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// TestPassOutsideEach runs user's passes that do not go through a document's Reporter, as any analyzer may.
func TestPassOutsideEach(t *testing.T) {
	reportAt := func(start, end func(f *token.File) token.Pos) func(pass *analysis.Pass) {
		return func(pass *analysis.Pass) {
			pass.Fset.Iterate(func(f *token.File) bool {
				pass.Report(analysis.Diagnostic{Pos: start(f), End: end(f), Category: "house-greeting", Message: "greet the reader"})
				return false
			})
		}
	}
	start := func(f *token.File) token.Pos { return token.Pos(f.Base()) }
	nowhere := func(*token.File) token.Pos { return token.NoPos }
	behind := func(f *token.File) token.Pos { return token.Pos(f.Base() + f.Size()) }
	for _, c := range []struct {
		name string
		run  func(pass *analysis.Pass)
		want string // the rule that is reported beside what the built-in passes find
	}{
		{"a good place", reportAt(start, start), "house-greeting"},
		{"no end, which go/analysis allows", reportAt(start, nowhere), "house-greeting"},
		{"no place", reportAt(nowhere, nowhere), "internal-error"},
		{"behind the end of the file", reportAt(start, behind), "internal-error"},
		{"panics", func(*analysis.Pass) { panic("no more parcels") }, "internal-error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, threeAgents)
			house := houseRule(nil)
			house.Run = func(pass *analysis.Pass) (any, error) { c.run(pass); return nil, nil }
			o.Passes = []*analysis.Analyzer{house}
			report := run(t, o)
			checkPlaces(t, report)
			found := countRules(report)
			if found[c.want] != 1 || found["agent-invalid-tier"] != 3 {
				t.Errorf("got %v, want one %s and three agent-invalid-tier", found, c.want)
			}
		})
	}
}

// TestPassFixes shows that a user's fixes are unsafe unless a page says otherwise, and are applied like ours.
func TestPassFixes(t *testing.T) {

	o := options(t, threeAgents)
	o.Passes = []*analysis.Analyzer{houseRule(func(r *document.Reporter) {
		at := strings.Index(string(r.Doc.Src), "Weighs")
		if at < 0 {
			return
		}
		r.Report(document.Finding{Rule: "house-words", Span: document.Span{Start: at, End: at + 6}, Message: "say measures",
			Fixes: document.Replace("say measures", document.Span{Start: at, End: at + 6}, "Measures")})
	})}
	for _, c := range []struct {
		unsafe bool
		want   int
	}{{false, 0}, {true, 1}} {
		repair, err := nplint.Mend(context.Background(), o, c.unsafe)
		if err != nil {
			t.Fatal(err)
		}
		if len(repair.Changes) != c.want {
			t.Fatalf("unsafe %t: %d files change, want %d", c.unsafe, len(repair.Changes), c.want)
		}
		if c.unsafe && !bytes.Contains(repair.Changes[0].After, []byte("description: Measures the parcels.")) {
			t.Errorf("the fixed file is\n%s", repair.Changes[0].After)
		}
	}
}

// TestPassesRefused gives sets of passes that cannot be run.
func TestPassesRefused(t *testing.T) {
	house := houseRule(greet)
	first, second := houseRule(greet), houseRule(greet)
	first.Requires = append(first.Requires, second)
	second.Requires = append(second.Requires, first)
	failing := houseRule(nil)
	failing.Run = func(*analysis.Pass) (any, error) { return nil, errors.New("no parcels today") }
	for _, c := range []struct {
		name   string
		passes []*analysis.Analyzer
		want   string
	}{
		{"the same pass twice", []*analysis.Analyzer{house, house}, "house"},
		{"a built-in pass again", []*analysis.Analyzer{contract.Analyzer}, "contract"},
		{"two of one name", []*analysis.Analyzer{house, houseRule(greet)}, "pass house: there are two of this name"},
		{"no name", []*analysis.Analyzer{{Doc: "no name", Run: house.Run}}, "name"},
		{"no documentation", []*analysis.Analyzer{{Name: "house", Run: house.Run}}, "house"},
		{"no function", []*analysis.Analyzer{{Name: "house", Doc: "nothing to run"}}, "house"},
		{"requirements in a circle", []*analysis.Analyzer{first}, "house"},
		{"an error of its own", []*analysis.Analyzer{failing}, "pass house: no parcels today"},
	} {
		o := options(t, threeAgents)
		o.Passes = c.passes
		if _, err := nplint.Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v; want one with %q", c.name, err, c.want)
		}
	}
}

// TestZeroConfig runs with a configuration that says nothing: it is the default.
func TestZeroConfig(t *testing.T) {
	o := options(t, threeAgents)
	want := run(t, o)
	o.Config = &nplint.Config{}
	got := run(t, o)
	if text := write(t, "text", got); !bytes.Equal(text, write(t, "text", want)) {
		t.Errorf("the zero Config finds\n%s", text)
	}
	if info := nplint.Info; (&nplint.Report{Findings: []nplint.Finding{{Severity: info}}}).Fails(o.Config.FailLevel) || !got.Fails(o.Config.FailLevel) {
		t.Error("the zero FailLevel is not that of an error")
	}
}

// TestPrefetch has a pass ask for more at once than is answered at once, and fail: nothing of it outlives the run.
func TestPrefetch(t *testing.T) {
	var now, most, ended atomic.Int32
	asking := houseRule(nil)
	asking.Run = func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		for range 100 {
			set.Prefetch(func() {
				most.Store(max(most.Load(), now.Add(1)))
				runtime.Gosched()
				now.Add(-1)
				ended.Add(1)
			})
		}
		return nil, errors.New("no parcels today")
	}
	o := options(t, threeAgents)
	o.Passes = []*analysis.Analyzer{asking}
	if _, err := nplint.Run(context.Background(), o); err == nil || ended.Load() != 100 || most.Load() > 4 {
		t.Errorf("the error is %v; %d of 100 ended, %d ran at once", err, ended.Load(), most.Load())
	}
}

// TestLinksToOne has many links lead to one directory: what is there is found under the first, however often and wide one looks.
func TestLinksToOne(t *testing.T) {
	const shared = "shared/S001/S001-PLAN.md"
	var archive strings.Builder
	fmt.Fprintf(&archive, "-- .git/HEAD --\n-- %s --\nno plan\n", shared)
	for i := range 40 {
		fmt.Fprintf(&archive, "-- .nubos-pilot/milestones/M%03d/slices (link to ../../../shared) --\n", 40-i)
	}
	o := options(t, archive.String())
	for i := range 20 {
		o.Jobs = i % 8
		under := map[string]bool{}
		for _, f := range run(t, o).Findings {
			if milestone, _, found := strings.Cut(f.Path, "/slices/S001/S001-PLAN.md"); found {
				under[milestone] = true
			}
		}
		if want := ".nubos-pilot/milestones/M001"; len(under) != 1 || !under[want] {
			t.Fatalf("round %d: the plan is found under %v, want %s alone", i, under, want)
		}
	}
}

// TestRuleWithoutPass gives a rule page that names a pass which does not run.
func TestRuleWithoutPass(t *testing.T) {
	page := strings.ReplaceAll(string(must(os.ReadFile("rules/core/enum.md"))), "id: enum\n", "id: house-greeting\n")
	known, err := (*rules.Catalogue)(nil).With(fstest.MapFS{"house/house-greeting.md": {Data: []byte(page)}})
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, threeAgents)
	o.Rules = known
	const want = `house/house-greeting.md: there is no pass with the name "contract"`
	if _, err := nplint.Run(context.Background(), o); !nplint.IsUsage(err) || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v; want one with %q", err, want)
	}
}

// TestRuleOfUnknownKind gives a rule page that names a kind which its pack does not have.
func TestRuleOfUnknownKind(t *testing.T) {
	page := strings.NewReplacer("id: enum\n", "id: house-greeting\n", "kinds: any", "kinds: nubos/agnet", "analyzer: contract", "analyzer: house").
		Replace(string(must(os.ReadFile("rules/core/enum.md"))))
	known, err := (*rules.Catalogue)(nil).With(fstest.MapFS{"house/house-greeting.md": {Data: []byte(page)}})
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, threeAgents)
	o.Rules, o.Passes = known, []*analysis.Analyzer{houseRule(greet)}
	const want = `house/house-greeting.md: kinds: the pack nubos has no kind "nubos/agnet" (did you mean "nubos/agent"?)`
	if _, err := nplint.Run(context.Background(), o); !nplint.IsUsage(err) || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v; want one with %q", err, want)
	}
}

// TestMisplaced holds that a run which cannot be where its caller says is refused, and not made somewhere else.
func TestMisplaced(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "np-a.md")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]nplint.Options{
		filepath.Join(dir, "nowhere"): {Dir: filepath.Join(dir, "nowhere")},
		"is no directory":             {Dir: file},
		"must be an absolute path":    {Dir: dir, Overlay: map[string][]byte{"np-a.md": nil}},
		"working directory nowhere: ": {Dir: "nowhere"},
	} {
		if _, err := nplint.Run(t.Context(), o); !nplint.IsUsage(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; want one of usage with %q", err, want)
		}
	}
}

// TestInternalErrorStays tries to silence internal-error in every way that silences other rules, but for the configuration, which cannot name it.
func TestInternalErrorStays(t *testing.T) {
	const config = `
-- .nplint.toml --
version = 1
[rules]
agent-invalid-tier = "off"
"doctrine:missing-completeness-file" = "off"
`
	for _, c := range []struct {
		name          string
		archive       string
		only, disable []string
	}{
		{name: "configuration", archive: threeAgents + config},
		{name: "disable", archive: threeAgents, disable: []string{"internal-error", "agent-invalid-tier", "doctrine:missing-completeness-file"}},
		{name: "disable all", archive: threeAgents, disable: []string{"core", "nubos"}},
		{name: "only", archive: threeAgents, only: []string{"agent-invalid-name"}},
	} {
		o := options(t, c.archive)
		o.Only, o.Disable = c.only, c.disable
		o.Passes = []*analysis.Analyzer{houseRule(func(*document.Reporter) { panic("no more parcels") })}
		report := run(t, o)
		if found := countRules(report); found["internal-error"] != 3 || len(found) != 1 || report.Summary.Errors != 3 || !report.Unanalyzed {
			t.Errorf("%s: got %v with %d errors, want three errors internal-error and nothing else", c.name, found, report.Summary.Errors)
		}
	}
}

// TestJobs holds the output of several workers against that of one.
func TestJobs(t *testing.T) {
	dir := t.TempDir()
	for i := range 40 {
		file := filepath.Join(dir, "agents", fmt.Sprintf("np-%02d.md", i))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("---\nname: np-%d\nmodel: opus\ntier: huge\ntools: [Read, Raed]\n---\n", i)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	jobsAgree(t, nplint.Options{Dir: dir, Passes: []*analysis.Analyzer{houseRule(func(r *document.Reporter) {
		greet(r)
		if strings.HasSuffix(r.Doc.Path, "7.md") {
			panic("no more parcels")
		}
	})}})
}

// jobsAgree fails unless the JSON of a run is the same for any number of workers. It returns the report of many.
func jobsAgree(t *testing.T, o nplint.Options) *nplint.Report {
	t.Helper()
	var want []byte
	var report *nplint.Report
	for _, jobs := range []int{1, 7} {
		o.Jobs = jobs
		report = run(t, o)
		got := write(t, "json", report)
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the output for %d jobs differs from that for one:\n%s\n--- one\n%s", jobs, got, want)
		}
	}
	return report
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := options(t, threeAgents)
	if report, err := nplint.Run(ctx, o); !errors.Is(err, context.Canceled) || report != nil {
		t.Errorf("Run gives %v and the error %v; want only context.Canceled", report, err)
	}
	if repair, err := nplint.Mend(ctx, o, true); !errors.Is(err, context.Canceled) || repair != nil {
		t.Errorf("Mend gives %v and the error %v; want only context.Canceled", repair, err)
	}
}

func run(t *testing.T, o nplint.Options) *nplint.Report {
	t.Helper()
	report, err := nplint.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// write returns a report in one of the formats.
func write(t *testing.T, format string, report *nplint.Report) []byte {
	t.Helper()
	f, err := reporters.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out, report, &reporters.Options{Version: nplint.Version}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func countRules(report *nplint.Report) map[string]int {
	count := map[string]int{}
	for _, f := range report.Findings {
		count[f.Rule]++
	}
	return count
}
