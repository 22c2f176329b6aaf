package model

import (
	"cmp"
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
	return f.gone.Get(list, func() []Gone { return f.findGone(list) })
}

func (f *Facts) findGone(list string) []Gone {
	stored := document.Items(f.manifest.Get("vocabulary").Get(list))
	entries := f.Entries[list]
	places := map[string]*document.Node{} // of the ids that are there
	for _, entry := range slices.Backward(entries) {
		if id := entry.Get("id"); document.Text(id) != "" {
			places[id.Text] = id
		}
	}
	were := make([]string, len(stored))
	listed := map[string]bool{}
	for i, entry := range stored {
		were[i] = document.Text(entry.Get("id"))
		listed[were[i]] = true
	}
	behind := make([]*document.Node, len(were)+1) // the first from each on that is still there
	for i, id := range slices.Backward(were) {
		if behind[i] = places[id]; behind[i] == nil {
			behind[i] = behind[i+1]
		}
	}
	var gone []Gone
	var before *document.Node
	for i, id := range were {
		if place := places[id]; place != nil {
			before = place
		} else if id != "" {
			gone = append(gone, Gone{ID: id, Place: cmp.Or(behind[i+1], before)})
		}
	}
	var added []string
	for _, entry := range entries {
		if id := document.Text(entry.Get("id")); id != "" && !listed[id] {
			added = append(added, id)
		}
	}
	if len(gone) == 1 && len(added) == 1 {
		gone[0].Now, gone[0].Place = added[0], places[added[0]]
	}
	return slices.DeleteFunc(gone, func(g Gone) bool { return g.Place == nil })
}

// IsGone reports whether Gone has an entry with the given id.
func (f *Facts) IsGone(list, id string) bool {
	return f.areGone.Get(list, func() map[string]bool {
		are := map[string]bool{}
		for _, g := range f.Gone(list) {
			are[g.ID] = true
		}
		return are
	})[id]
}
