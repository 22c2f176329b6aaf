// Package gather makes one finding of several that have one cause.
package gather

import (
	"fmt"
	"maps"
	"slices"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
)

// Alike makes one finding of several of a document that have one cause: the first, with the places of the others and the
// edits of all. The zero value has none.
type Alike struct {
	First *document.Finding // or nil
}

// Add adds a finding. It weighs least if all do.
func (a *Alike) Add(f document.Finding) {
	if a.First == nil {
		a.First = &f
		return
	}
	a.First.Related = append(a.First.Related, document.Related{Span: f.Span, Message: "this one too"})
	a.First.Least = a.First.Least && f.Least
	if f.Fixes != nil && a.First.Fixes != nil {
		fix := &a.First.Fixes[0]
		fix.Edits = append(fix.Edits, f.Fixes[0].Edits...)
		fix.Unsafe = fix.Unsafe || f.Fixes[0].Unsafe
	}
}

// Report hands over the one, which says how many others there are of what a noun means, and where.
func (a *Alike) Report(r *model.Reporter, noun, where string) {
	if a.First != nil {
		r.Report(a.One(noun, where))
	}
}

// One is the finding that Report hands over, of those of which there are some.
func (a *Alike) One(noun, where string) document.Finding {
	f := *a.First
	if n := len(f.Related); n > 0 {
		f.Message += fmt.Sprintf("; the same holds for %s%s", document.Count(n, noun), where)
	}
	return f
}

// ByCause is findings of a document by what they have in common.
type ByCause map[string]*Alike

// Add adds a finding to those of a cause.
func (all ByCause) Add(cause string, f document.Finding) {
	if all[cause] == nil {
		all[cause] = &Alike{}
	}
	all[cause].Add(f)
}

// Report hands over one finding a cause, by the names of causes, as that of Alike.
func (all ByCause) Report(r *model.Reporter, noun, where string) {
	for _, cause := range slices.Sorted(maps.Keys(all)) {
		all[cause].Report(r, noun, where)
	}
}
