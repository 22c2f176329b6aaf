package nplint_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// builtIn returns all contracts that are built in, in a fixed order.
func builtIn() []*rules.Contract {
	var contracts []*rules.Contract
	for _, p := range rules.Packs() {
		contracts = append(contracts, p.Contracts...)
	}
	return contracts
}

// examplePath returns a path that a contract's first pattern matches.
func examplePath(c *rules.Contract) string {
	return regexp.MustCompile(`\{\w+(?::digits)?\}`).ReplaceAllStringFunc(c.Paths[0], func(name string) string {
		switch {
		case name == "{index}":
			return "0"
		case strings.HasSuffix(name, ":digits}"):
			return "0001"
		}
		return "M001"
	})
}

// eachExampleFile calls f with every file of the proofs and the kind that it is held against there, "" if none.
func eachExampleFile(t testing.TB, f func(kind string, file txtar.File)) {
	for _, p := range proofs(t) {
		for _, c := range p.Cases {
			given := ""
			for _, file := range c.Files {
				if file.Name == "kind" {
					given, _, _ = strings.Cut(strings.TrimSpace(string(file.Data)), " ")
				}
			}
			for _, file := range slices.Concat(c.Files, c.Fixed) {
				if file.Name != "kind" {
					f(kindOf(given, file.Name), file)
				}
			}
		}
	}
}

func kindOf(given, name string) string {
	for _, c := range builtIn() {
		if _, ok := c.Match(name, false); c.Kind == given || given == "" && ok {
			return c.Kind
		}
	}
	return ""
}

// fuzzing reports whether new inputs are looked for, not only the seeds run.
func fuzzing() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

// FuzzRun holds any bytes against any built-in kind, and repairs them with all fixes.
func FuzzRun(f *testing.F) {
	kinds := []string{}
	for _, c := range builtIn() {
		kinds = append(kinds, c.Kind)
	}
	seeds := map[string]int{}
	eachExampleFile(f, func(kind string, file txtar.File) {
		if kind != "" && len(file.Data) < 4000 && (seeds[kind] < 8 || fuzzing()) { // TestExamples mends all of them
			seeds[kind]++
			f.Add(byte(slices.Index(kinds, kind)), file.Data)
		}
	})
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, kind byte, text []byte) {
		c := builtIn()[int(kind)%len(kinds)]
		file := filepath.Join(dir, filepath.FromSlash(examplePath(c)))
		o := nplint.Options{Dir: dir, Paths: []string{file}, Kind: c.Kind, Jobs: 1, Overlay: map[string][]byte{file: text}}
		repair := mend(t, o, true)
		for _, report := range []*nplint.Report{repair.Before, repair.After} {
			checkPlaces(t, report)
			checkAnalyzed(t, report)
		}
		if before, after := repair.Before.Summary.Errors, repair.After.Summary.Errors; after > before {
			t.Fatalf("%s: %q: %d errors become %d", c.Kind, text, before, after)
		}
		for _, first := range repair.Changes {
			o.Overlay = map[string][]byte{file: first.After}
			for _, second := range mend(t, o, true).Changes {
				t.Fatalf("%s: %q is repaired to\n%q, and that is repaired again to\n%q", c.Kind, text, second.Before, second.After)
			}
		}
	})
}

// checkAnalyzed fails if nplint failed on a file.
func checkAnalyzed(t *testing.T, report *nplint.Report) {
	t.Helper()
	for _, finding := range report.Findings {
		if finding.Rule == "internal-error" {
			t.Fatalf("%s: %q", finding.Message, report.Source(finding.Path))
		}
	}
}

// FuzzContract reads any text as a user's contract, and holds a document against it if it is one.
func FuzzContract(f *testing.F) {
	for _, c := range builtIn() {
		// As a user's own: under a name of their own, and judged by nothing but the contract.
		text := strings.Replace(strings.Replace(c.Text, `"nubos/`, `"team/`, 1), "checked_by = \"agent\"\n", "", 1)
		f.Add(text, must(c.Body()).Example.Text)
	}
	eachExampleFile(f, func(_ string, file txtar.File) {
		if path.Ext(file.Name) == ".toml" && path.Base(file.Name) != nplint.ConfigName {
			f.Add(string(file.Data), "---\nname: x\nowners: [a, a]\n---\n\n## Summary\n\n### SC-1: y\n- **Status:** z\n")
		}
	})
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text, document string) {
		contracts, err := rules.LoadContracts(fstest.MapFS{"fuzz.toml": {Data: []byte(text)}}, "")
		if err == nil {
			_, err = contracts[0].Body()
		}
		if err != nil {
			checkMistake(t, text, err)
			return
		}
		c := contracts[0]
		if _, err := contract.Compile(c); err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz.toml:") {
				t.Fatalf("%q: the error does not name the contract: %v", text, err)
			}
			return
		}
		if slices.ContainsFunc(rules.Packs(), func(p *rules.Pack) bool { return p.Name == c.Pack() }) {
			return // the names of built-in packs are taken
		}
		if _, err := nplint.ContractPrompt(c); err != nil {
			t.Fatalf("%q: the contract is right and has no prompt: %v", text, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "fuzz.toml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		config := nplint.DefaultConfig()
		config.Dir, config.ContractDirs = dir, []string{"."}
		file := filepath.Join(dir, "document.md")
		o := nplint.Options{Dir: dir, Config: config, Paths: []string{file}, Kind: c.Kind, Jobs: 1, Overlay: map[string][]byte{file: []byte(document)}}
		repair, err := nplint.Mend(context.Background(), o, true)
		if err != nil { // what it says together with the contracts and dialects of others
			checkMistake(t, text, err)
			return
		}
		checkAnalyzed(t, repair.Before)
		checkPlaces(t, repair.Before)
	})
}

// checkMistake fails unless an error names the line where a contract is wrong.
func checkMistake(t *testing.T, text string, err error) {
	t.Helper()
	line := 0
	last, _ := document.NewLines([]byte(text)).Position(len(text))
	if n, _ := fmt.Sscanf(err.Error(), "fuzz.toml:%d: ", &line); n != 1 || line < 1 || line > last {
		t.Fatalf("%q: the error names no line of the contract: %v", text, err)
	}
}

// FuzzPlans holds any two slice plans and any task file of one milestone against one another, and draws their graph.
func FuzzPlans(f *testing.F) {
	const slice, task = ".nubos-pilot/milestones/M001/slices/S%03d/S%03d-PLAN.md", ".nubos-pilot/milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md"
	var plans, files [][]byte
	eachExampleFile(f, func(kind string, file txtar.File) {
		switch {
		case kind == "nubos/slice-plan" && len(file.Data) < 4000:
			plans = append(plans, file.Data)
		case kind == "nubos/task-plan" && len(file.Data) < 4000:
			files = append(files, file.Data)
		}
	})
	for i := range plans {
		f.Add(plans[i], plans[(i+1)%len(plans)], files[i%len(files)])
	}
	dir := f.TempDir()
	names := []string{filepath.Join(dir, fmt.Sprintf(slice, 1, 1)), filepath.Join(dir, fmt.Sprintf(slice, 2, 2)), filepath.Join(dir, task)}
	for _, name := range names {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			f.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, first, second, third []byte) {
		o := nplint.Options{Dir: dir, Overlay: map[string][]byte{names[0]: first, names[1]: second, names[2]: third}}
		report, err := nplint.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		checkAnalyzed(t, report)
		graphs, err := nplint.Graphs(t.Context(), o, "M001")
		if err != nil || len(graphs) != 1 {
			t.Fatalf("%d graphs: %v", len(graphs), err)
		}
		_ = reporters.GraphText(graphs, 0) + reporters.GraphMermaid(graphs) + reporters.GraphDOT(graphs) + reporters.GraphSVG(graphs, nil)
	})
}
