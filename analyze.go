package nplint

import (
	"fmt"
	"go/token"
	"go/types"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// Timing is how long one stage or pass took.
type Timing struct {
	Name string
	Took time.Duration
}

// diagnostics is what the passes said of a project, before it is judged.
type diagnostics struct {
	set    *document.Set
	fset   *token.FileSet
	all    []analysis.Diagnostic
	timing []Timing
}

// analyze runs the passes and what they require over a project, each once, one after the other; inside of a pass documents are
// judged in parallel. The whole project is the "package" that a pass sees, so that per-file, cross-file and graph rules are one
// thing. Facts are not supported: there are no dependencies between packages to carry them over.
func analyze(project *document.Project, passes []*analysis.Analyzer) (*diagnostics, error) {
	if err := analysis.Validate(passes); err != nil {
		return nil, fmt.Errorf("passes: %w", err)
	}
	d := &diagnostics{fset: token.NewFileSet()}
	var mutex sync.Mutex
	report := func(diagnostic analysis.Diagnostic) {
		mutex.Lock()
		defer mutex.Unlock()
		d.all = append(d.all, diagnostic)
	}
	// Analyzers print their Pass, and that needs a package with a name.
	pkg := types.NewPackage("nplint.project", "project")
	results := map[*analysis.Analyzer]any{document.Source: project}
	var run func(a *analysis.Analyzer) error
	run = func(a *analysis.Analyzer) error {
		if _, done := results[a]; done {
			return nil
		}
		for _, required := range a.Requires {
			if err := run(required); err != nil {
				return err
			}
		}
		start := time.Now()
		result, err := a.Run(&analysis.Pass{Analyzer: a, Fset: d.fset, Pkg: pkg, ResultOf: results, Report: report})
		if err != nil {
			return fmt.Errorf("pass %s: %w", a.Name, err)
		}
		results[a] = result
		d.timing = append(d.timing, Timing{a.Name, time.Since(start)})
		return nil
	}
	for _, a := range append([]*analysis.Analyzer{document.Analyzer}, passes...) {
		if err := run(a); err != nil {
			return nil, err
		}
	}
	d.set = results[document.Analyzer].(*document.Set)
	return d, nil
}
