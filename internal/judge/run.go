package judge

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
)

// results is what analyzers returned. The driver puts there what it supplies in the place of those that do not run.
type results map[*analysis.Analyzer]any

// run has call run an analyzer and what it requires, each once. The whole project is the "package" that a pass sees,
// so that per-file, cross-file and graph rules are one thing. Facts are not supported: there are no dependencies
// between packages to carry them over.
func (r results) run(a *analysis.Analyzer, fset *token.FileSet, call func(*analysis.Pass) (any, error)) error {
	if _, done := r[a]; done {
		return nil
	}
	for _, required := range a.Requires {
		if err := r.run(required, fset, call); err != nil {
			return err
		}
	}
	pkg := types.NewPackage("nplint.project", "project") // analyzers print their Pass, and that needs a package with a name
	result, err := call(&analysis.Pass{Analyzer: a, Fset: fset, Pkg: pkg, ResultOf: r})
	if err != nil {
		return fmt.Errorf("pass %s: %w", a.Name, err)
	}
	r[a] = result
	return nil
}

// Views returns what packs show of a project. A view that requires the findings of a run is left out if they are nil.
func Views(ctx context.Context, packs []pack.Pack, set *document.Set, findings []pack.Finding) ([]pack.View, error) {
	known := results{document.Analyzer: set}
	if findings != nil {
		known[pack.Findings] = findings
	}
	return views(ctx, known, packs)
}

func views(ctx context.Context, known results, packs []pack.Pack) ([]pack.View, error) {
	return resultsOf[pack.View](ctx, known, packs, func(p pack.Pack) (shown []*analysis.Analyzer) {
		for _, a := range p.Views {
			if known[pack.Findings] != nil || !slices.Contains(a.Requires, pack.Findings) {
				shown = append(shown, a)
			}
		}
		return shown
	})
}

// Symbols returns what packs know by name in a project.
func Symbols(ctx context.Context, packs []pack.Pack, set *document.Set) ([]pack.Symbols, error) {
	return symbols(ctx, results{document.Analyzer: set}, packs)
}

func symbols(ctx context.Context, known results, packs []pack.Pack) ([]pack.Symbols, error) {
	return resultsOf[pack.Symbols](ctx, known, packs, func(p pack.Pack) []*analysis.Analyzer { return p.Symbols })
}

// resultsOf returns the results of analyzers of each pack, which judge nothing.
func resultsOf[T any](
	ctx context.Context, known results, packs []pack.Pack, of func(pack.Pack) []*analysis.Analyzer,
) (all []T, err error) {
	for _, p := range packs {
		for _, a := range of(p) {
			err := known.run(a, token.NewFileSet(), quiet)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			if result, ok := known[a].(T); ok {
				all = append(all, result)
			}
		}
	}
	return all, nil
}

// quiet runs an analyzer that judges nothing.
func quiet(pass *analysis.Pass) (any, error) {
	pass.Report = func(analysis.Diagnostic) {}
	return pass.Analyzer.Run(pass)
}
