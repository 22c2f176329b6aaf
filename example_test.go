package nplint_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
)

// writeAgent makes a project with one agent, whose tier is misspelt, and returns the project's directory and the agent's file.
func writeAgent() (dir, file string) {
	dir, err := os.MkdirTemp("", "nplint")
	if err != nil {
		log.Fatal(err)
	}
	file = filepath.Join(dir, "agents", "np-scribe.md")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		log.Fatal(err)
	}
	const text = "---\nname: np-scribe\ndescription: Writes the release note.\ntier: Opus\ntools: Read, Write\n---\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
	return dir, file
}

// Run lints a project as `nplint` does in its directory.
func ExampleRun() {
	dir, _ := writeAgent()
	defer os.RemoveAll(dir)

	report, err := nplint.Run(context.Background(), nplint.Options{Dir: dir, Only: []string{"agent"}})
	if err != nil {
		log.Fatal(err) // a mistake in the options; what is wrong with files is in the report
	}
	for _, f := range report.Findings {
		fmt.Printf("%s:%d:%d %s %s (%s)\n", f.Path, f.Range.Start.Line, f.Range.Start.Column, f.Severity, f.Rule, report.Rule(f.Rule).Title)
	}
	fmt.Println("fails:", report.Fails(nplint.FailLevel(nplint.Error)))
	// Output:
	// agents/np-scribe.md:4:7 error agent-invalid-tier (Tier is not haiku, sonnet or opus)
	// fails: true
}

// An overlay stands for texts that are not saved, as an editor has them. Nothing is read where it has a file.
func ExampleRun_overlay() {
	dir, file := writeAgent()
	defer os.RemoveAll(dir)

	unsaved := "---\nname: np-scribe\ndescription: Writes the release note.\ntier: opus\ntools: Read, Wriet\n---\n"
	report, err := nplint.Run(context.Background(), nplint.Options{
		Dir: dir, Paths: []string{file}, Only: []string{"agent"}, Overlay: map[string][]byte{file: []byte(unsaved)},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Findings {
		fmt.Println(f.Rule, f.At)
	}
	// Output:
	// agent-unknown-tool frontmatter.tools
}

// A pass is an analyzer of golang.org/x/tools/go/analysis. Options.Rules gives its rules pages, which set their severity; without
// one a finding is an error.
func ExampleRun_pass() {
	dir, _ := writeAgent()
	defer os.RemoveAll(dir)

	shout := &analysis.Analyzer{
		Name: "shout", Doc: "hold the first line of agents against our style", Requires: []*analysis.Analyzer{document.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			set := document.Of(pass)
			set.Each([]string{"nubos/agent"}, func(r *document.Reporter) {
				r.Report(document.Finding{Rule: "team-shout", Span: r.Doc.FirstLine(), Message: "start with a greeting"})
			})
			return nil, nil
		},
	}
	report, err := nplint.Run(context.Background(), nplint.Options{Dir: dir, Disable: []string{"nubos"}, Passes: []*analysis.Analyzer{shout}})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Findings {
		fmt.Printf("%s:%d %s %s: %s\n", f.Path, f.Range.Start.Line, f.Severity, f.Rule, f.Message)
	}
	// Output:
	// agents/np-scribe.md:1 error team-shout: start with a greeting
}

// Mend repairs in memory, so that what it would change can be looked at first.
func ExampleMend() {
	dir, _ := writeAgent()
	defer os.RemoveAll(dir)

	repair, err := nplint.Mend(context.Background(), nplint.Options{Dir: dir, Only: []string{"agent"}}, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d error before, %d after\n", repair.Before.Summary.Errors, repair.After.Summary.Errors)
	for _, c := range repair.Changes {
		fmt.Print(nplint.Diff(c.Path, c.Before, c.After))
	}
	// Output:
	// 1 error before, 0 after
	// --- a/agents/np-scribe.md
	// +++ b/agents/np-scribe.md
	// @@ -1,6 +1,6 @@
	//  ---
	//  name: np-scribe
	//  description: Writes the release note.
	// -tier: Opus
	// +tier: opus
	//  tools: Read, Write
	//  ---
}

// Write puts the changes onto the disk, each file at once and only if it still is what was linted.
func ExampleRepair_Write() {
	dir, file := writeAgent()
	defer os.RemoveAll(dir)

	repair, err := nplint.Mend(context.Background(), nplint.Options{Dir: dir, Only: []string{"agent"}}, false)
	if err != nil {
		log.Fatal(err)
	}
	for _, err := range repair.Write(context.Background()) {
		fmt.Println(err) // one for each file that could not be written
	}
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Split(string(text), "\n")[3])
	// Output:
	// tier: opus
}
