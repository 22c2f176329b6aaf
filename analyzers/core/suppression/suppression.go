// Package suppression has the comments read by which an author says that a finding is to be let stand, and reports
// those that cannot work. What they suppress, and which suppress nothing, only the driver can tell, since no pass sees
// the findings of another.
package suppression

import (
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/suppress"
)

// Analyzer reads the suppressions of every artefact. Its result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "suppression",
	Doc:        "read the comments that suppress findings, and report those that cannot work",
	Requires:   []*analysis.Analyzer{document.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// Result is what suppresses findings. It is complete when all documents have been judged.
type Result struct {
	mutex  sync.Mutex
	byPath map[string][]*suppress.Directive
}

// In returns the directives in the artefact with the given path relative to the run's base, in the order of the file.
// The caller may set Used in them.
func (r *Result) In(path string) []*suppress.Directive { return r.byPath[path] }

// All returns the directives of all artefacts by their paths.
func (r *Result) All() map[string][]*suppress.Directive { return r.byPath }

// Forget lets the directives of an artefact go that is about to be judged again.
func (r *Result) Forget(path string) { delete(r.byPath, path) }

// Reset makes all directives such as have suppressed nothing yet.
func (r *Result) Reset() {
	for _, directives := range r.byPath {
		for _, d := range directives {
			for i := range d.Names {
				d.Names[i].Used = false
			}
		}
	}
}

func run(pass *analysis.Pass) (any, error) {
	result := &Result{byPath: map[string][]*suppress.Directive{}}
	set := document.Of(pass)
	known := suppress.Rules.Ask(set, "")
	set.Each(nil, func(r *document.Reporter) {
		directives, faults := suppress.Read(r.Doc, known)
		for _, f := range faults {
			r.Report(f)
		}
		if len(directives) > 0 {
			result.mutex.Lock()
			defer result.mutex.Unlock()
			result.byPath[r.Doc.Path] = directives
		}
	})
	return result, nil
}
