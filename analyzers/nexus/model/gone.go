package model

import (
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// Gone is an entry that a vocabulary file had when manifest.json was generated last, and has no more.
type Gone struct {
	ID    string
	Now   string         // the id that the entry seems to have now; "" if it is gone altogether
	Place *document.Node // the id of the entry that stands there now, or nearest to it
}

// Gone returns the entries that a vocabulary file ("capabilities", "tags" and so on) has lost. Who still refers to
// one of them has not changed, so the fault is one, in the vocabulary. There are none where the file or the manifest
// cannot be read.
func (f *Facts) Gone(list string) []Gone {
	stored := f.manifest.Get("vocabulary").Get(list)
	entries := f.Entries[list]
	if stored == nil || stored.Type != document.List || len(entries) == 0 {
		return nil
	}
	var were []string
	for _, entry := range stored.Items {
		were = append(were, document.Text(entry.Get("id")))
	}
	ids, _ := f.IDs(list)
	place := func(id string) *document.Node { return f.Entry(list, id).Get("id") }
	var gone []Gone
	var added []string
	for _, id := range ids {
		if !slices.Contains(were, id) {
			added = append(added, id)
		}
	}
	for i, id := range were {
		if id == "" || slices.Contains(ids, id) {
			continue
		}
		g := Gone{ID: id}
		for _, near := range slices.Concat(were[i+1:], reversed(were[:i])) {
			if g.Place == nil {
				g.Place = place(near)
			}
		}
		gone = append(gone, g)
	}
	if len(gone) == 1 && len(added) == 1 {
		gone[0].Now, gone[0].Place = added[0], place(added[0])
	}
	return slices.DeleteFunc(gone, func(g Gone) bool { return g.Place == nil })
}

// IsGone reports whether Gone has an entry with the given id.
func (f *Facts) IsGone(list, id string) bool {
	return slices.ContainsFunc(f.Gone(list), func(g Gone) bool { return g.ID == id })
}

func reversed[T any](all []T) []T {
	all = slices.Clone(all)
	slices.Reverse(all)
	return all
}
