// Package judge runs passes over a project and makes findings of what they say: with severities, places and fixes,
// without what is suppressed, and with what suppresses nothing. It knows no pass and no rule but those about
// suppressions; what weighs how much it is told.
package judge

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/core/suppression"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/report"
)

// Diagnostics is what the passes said of a project.
type Diagnostics struct {
	Set    *document.Set
	Timing []report.Timing
	Weight int // of what was done: bytes of a short text that are judged in that time

	partly map[string]bool // files of which not all findings were told
	most   int             // diagnostics that are kept, or 0 for all
	full   func()          // is called when there are more

	fset         *token.FileSet
	mutex        sync.Mutex
	all          []diagnostic
	suppressions *suppression.Result
	known        results            // of the passes and of what they require
	last         *document.Document // that somebody asked for, with its lines: findings come file by file
}

// Partly reports whether not all findings of a file were told, since there are very many in all.
func (d *Diagnostics) Partly(path string) bool { return d.partly[path] }

// diagnostic is what one pass said.
type diagnostic struct {
	analysis.Diagnostic
	pass string
}

// Where passes find more than maxAll in a project, they tell no more than maxEach of a rule in a document: nobody reads
// more, and files of a few megabytes can be made to have millions.
const (
	maxAll  = 130_000
	maxEach = 20
)

// diagnosticWeight is what a diagnostic weighs.
const diagnosticWeight = 2 << 10

// errFull says that passes find more than maxAll.
var errFull = errors.New("there are too many diagnostics")

// Analyze runs the passes and what they require over a project, each once, one after the other, and then has the
// documents judged in parallel, as the passes asked for.
func Analyze(ctx context.Context, project *document.Project, passes []*analysis.Analyzer) (*Diagnostics, error) {
	return analyze(ctx, project, passes, maxAll)
}

func analyze(ctx context.Context, project *document.Project, passes []*analysis.Analyzer, most int) (*Diagnostics, error) {
	until, full := context.WithCancelCause(ctx)
	defer full(nil)
	d, err := once(until, project, passes, func(d *Diagnostics, _ *document.Driver) {
		d.most, d.full = most, func() { full(errFull) }
	})
	if errors.Is(context.Cause(until), errFull) { // how many there are does not go by who is first
		d, err = once(ctx, project, passes, func(_ *Diagnostics, driver *document.Driver) { document.Limit(driver, maxEach) })
		if err == nil {
			d.Weight += most * diagnosticWeight
		}
	}
	return d, err
}

func once(
	ctx context.Context, project *document.Project, passes []*analysis.Analyzer, limit func(*Diagnostics, *document.Driver),
) (*Diagnostics, error) {
	d := &Diagnostics{fset: token.NewFileSet()}
	driver := document.NewDriver(project, d.fset)
	limit(d, driver)
	defer driver.Wait() // what is prefetched reads files until it has ended, even if a pass fails
	if err := d.run(driver, passes); err != nil {
		return nil, err
	}
	start := time.Now()
	if err := driver.Run(ctx); err != nil {
		return nil, err
	}
	d.Timing = append(d.Timing, report.Timing{Name: "judge documents", Duration: time.Since(start)})
	d.Weight, d.partly = document.Weight(driver)+len(d.all)*diagnosticWeight, document.Partly(driver)
	if !project.Timing {
		return d, nil
	}
	timing := driver.Timing()
	for _, name := range slices.Sorted(maps.Keys(timing)) {
		d.Timing = append(d.Timing, report.Timing{Name: "  " + name + " (all workers)", Duration: timing[name]})
	}
	return d, nil
}

// run runs passes and what they require, each once, one after the other.
func (d *Diagnostics) run(driver *document.Driver, passes []*analysis.Analyzer) error {
	if err := analysis.Validate(passes); err != nil {
		return fmt.Errorf("passes: %w", err)
	}
	d.Set = driver.Set()
	d.known = results{document.Analyzer: d.Set}
	for _, a := range passes {
		if err := d.known.run(a, d.fset, d.call); err != nil {
			return err
		}
	}
	var ok bool
	if d.suppressions, ok = d.known[suppression.Analyzer].(*suppression.Result); !ok {
		d.suppressions = &suppression.Result{} // the pass was not asked for, or failed
	}
	return nil
}

// call runs one pass. A pass that panics outside of a document has said what it said until then; that it failed is
// said at the first file, for want of a better place.
func (d *Diagnostics) call(pass *analysis.Pass) (result any, err error) {
	pass.Report = func(said analysis.Diagnostic) {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		if d.most > 0 && len(d.all) == d.most {
			d.full()
			return
		}
		d.all = append(d.all, diagnostic{said, pass.Analyzer.Name})
	}
	start := time.Now()
	defer func() {
		if cause := recover(); cause != nil {
			d.all = append(d.all, diagnostic{d.failure(pass.Analyzer.Name, fmt.Sprint(cause)), pass.Analyzer.Name})
		}
		d.Timing = append(d.Timing, report.Timing{Name: pass.Analyzer.Name, Duration: time.Since(start)})
	}()
	return pass.Analyzer.Run(pass)
}

// failure is the diagnostic of a pass that failed outside of a document, at the first file.
func (d *Diagnostics) failure(pass, cause string) analysis.Diagnostic {
	said := analysis.Diagnostic{Category: "internal-error", URL: "#", Message: fmt.Sprintf("nplint's pass %q failed (%s), "+
		"so what it judges was not fully judged; please report this as a bug of nplint", pass, cause)}
	d.fset.Iterate(func(f *token.File) bool {
		said.Pos = token.Pos(f.Base())
		said.End = said.Pos
		return false
	})
	return said
}
