package judge

import (
	"context"
	"errors"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
)

// Kept is what the passes say of a project that is kept while the contents of its files change. One goroutine at a time
// works with it.
type Kept struct {
	*document.Driver
	packs       []pack.Pack
	diagnostics Diagnostics
	passes      []diagnostic   // what passes said outside of documents
	said        [2][]diagnosed // of each document, first and at the end
	total       int            // of what was said of documents
	most        int            // what may be said until of each document only some is told …
	partly      bool           // … as it is now
}

// diagnosed is what was said of one document.
type diagnosed []diagnostic

// Keep runs passes over a project as Analyze does, but judges no document yet. Of the packs it is told what is known by
// name, and shown without findings.
func Keep(project *document.Project, passes []*analysis.Analyzer, packs []pack.Pack) (*Kept, error) {
	k := &Kept{packs: packs, diagnostics: Diagnostics{fset: token.NewFileSet()}, most: maxAll}
	k.Driver = document.NewDriver(project, k.diagnostics.fset)
	k.Driver.Keep()
	var err error
	k.Prepare(func() {
		if err = k.diagnostics.run(k.Driver, passes); err == nil {
			err = k.model()
		}
	})
	k.passes, k.diagnostics.all = k.diagnostics.all, nil
	k.tell(0)
	return k, err
}

// tell has all documents judged again and so many findings of each rule in each told, or all if that is 0.
func (k *Kept) tell(most int) {
	document.Limit(k.Driver, most)
	k.partly, k.total = most > 0, 0
	for i := range k.said {
		k.said[i] = make([]diagnosed, len(k.Inputs()))
	}
}

// Again judges those documents of which something else could be said than before, and returns what the passes say of
// all. It is nil if the passes have to run anew, over a project made anew. The error is that of ctx; the next call goes
// on.
func (k *Kept) Again(ctx context.Context) (*Diagnostics, error) {
	for tried := 0; ; tried++ {
		d, err := k.once(ctx)
		switch {
		case errors.Is(err, errFull):
			k.tell(maxEach)
		case d != nil && k.partly && tried == 0 && len(d.all)+document.Untold(k.Driver) <= k.most:
			k.tell(0)
		default:
			return d, err
		}
	}
}

// once is Again, but stops with errFull where there is more than may be said.
func (k *Kept) once(ctx context.Context) (*Diagnostics, error) {
	until, full := context.WithCancelCause(ctx)
	defer full(nil)
	d := &k.diagnostics
	d.full = func() { full(errFull) }
	inputs := k.Inputs()
	ok, err := k.Driver.Again(until, func(i int, last bool, run func()) {
		when := 0
		if last {
			when = 1
		} else {
			d.suppressions.Forget(inputs[i].Path)
		}
		k.total -= len(k.said[when][i])
		d.all, d.most = nil, 0
		if left := k.most - len(k.passes) - k.total; !k.partly {
			d.most = max(left, 1)
		}
		run()
		k.said[when][i] = d.all
		if k.total += len(d.all); !k.partly && len(k.passes)+k.total > k.most {
			d.full()
		}
	})
	if cause := context.Cause(until); errors.Is(cause, errFull) {
		return nil, cause
	}
	if !ok || err != nil {
		return nil, err
	}
	d.all = slices.Clone(k.passes)
	for _, all := range k.said {
		for _, said := range all {
			d.all = append(d.all, said...)
		}
	}
	d.Timing, d.last, d.partly = nil, nil, document.Partly(k.Driver)
	d.suppressions.Reset()
	return d, nil
}

// model runs what symbols and views require, which finds out again by itself what may have changed.
func (k *Kept) model() error {
	for _, p := range k.packs {
		for _, a := range slices.Concat(p.Symbols, p.Views) {
			for _, required := range a.Requires {
				if required == pack.Findings {
					continue
				}
				if err := k.diagnostics.known.run(required, k.diagnostics.fset, quiet); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Symbols returns what packs know by name in the project as it is now. It is false if the passes have to run anew.
func (k *Kept) Symbols(ctx context.Context) (found []pack.Symbols, ok bool, err error) {
	if !k.Holds() {
		return nil, false, nil
	}
	found, err = symbols(ctx, maps.Clone(k.diagnostics.known), k.packs)
	return found, true, err
}

// Views is Symbols for what packs show of the project without findings.
func (k *Kept) Views(ctx context.Context) (found []pack.View, ok bool, err error) {
	if !k.Holds() {
		return nil, false, nil
	}
	found, err = views(ctx, maps.Clone(k.diagnostics.known), k.packs)
	return found, true, err
}
