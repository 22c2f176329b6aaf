package nplint

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/suppression"
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
	mutex  sync.Mutex
	all    []diagnostic
	timing []Timing

	suppressions *suppression.Result
}

// diagnostic is what one pass said.
type diagnostic struct {
	analysis.Diagnostic
	pass string
}

// analyze runs the passes and what they require over a project, each once, one after the other, and then has the documents judged in
// parallel, as the passes asked for. The whole project is the "package" that a pass sees, so that per-file, cross-file and graph rules are one
// thing. Facts are not supported: there are no dependencies between packages to carry them over.
func analyze(ctx context.Context, project *document.Project, passes []*analysis.Analyzer) (*diagnostics, error) {
	if err := analysis.Validate(passes); err != nil {
		return nil, fmt.Errorf("passes: %w", err)
	}
	d := &diagnostics{fset: token.NewFileSet()}
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
		result, err := d.call(&analysis.Pass{Analyzer: a, Fset: d.fset, Pkg: pkg, ResultOf: results})
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
	set, ok := results[document.Analyzer].(*document.Set)
	if !ok {
		return nil, errors.New("the files could not be parsed")
	}
	d.set = set
	if d.suppressions, ok = results[suppression.Analyzer].(*suppression.Result); !ok {
		d.suppressions = &suppression.Result{} // the pass was not asked for, or failed
	}
	start := time.Now()
	if err := set.Sweep(ctx); err != nil {
		return nil, err
	}
	d.timing = append(d.timing, Timing{"judge documents", time.Since(start)})
	if !project.Timing {
		return d, nil
	}
	took := set.Took()
	for _, name := range slices.Sorted(maps.Keys(took)) {
		d.timing = append(d.timing, Timing{"  " + name + " (all workers)", took[name]})
	}
	return d, nil
}

// call runs one pass. A pass that panics outside of a document has said what it said until then; that it failed is said at the first
// file, for want of a better place.
func (d *diagnostics) call(pass *analysis.Pass) (result any, err error) {
	pass.Report = func(said analysis.Diagnostic) {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.all = append(d.all, diagnostic{said, pass.Analyzer.Name})
	}
	defer func() {
		if cause := recover(); cause != nil {
			d.all = append(d.all, diagnostic{d.failure(pass.Analyzer.Name, fmt.Sprint(cause)), pass.Analyzer.Name})
		}
	}()
	return pass.Analyzer.Run(pass)
}

// failure is the diagnostic of a pass that failed outside of a document, at the first file.
func (d *diagnostics) failure(pass, cause string) analysis.Diagnostic {
	said := analysis.Diagnostic{Category: "internal-error", URL: "#", Message: fmt.Sprintf("nplint's pass %q failed (%s), so what it judges was not fully judged; please report this as a bug of nplint", pass, cause)}
	d.fset.Iterate(func(f *token.File) bool {
		said.Pos = token.Pos(f.Base())
		said.End = said.Pos
		return false
	})
	return said
}
