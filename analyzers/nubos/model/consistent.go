package model

import "github.com/nplint/nplint/analyzers/nubos/place"

// Consistent reports whether the roadmap's list of milestones can be counted on: every directory stands in it, and no
// id is unusable or there twice. Where it is not, that is reported as what it is, and not again in every artefact that
// lists them.
func (t *Tree) Consistent(root string) bool {
	return t.consistent.Get(t.Set, root, func() bool { return isConsistent(t.Roadmap(root), t.MilestoneIDs(root)) })
}

// isConsistent is Consistent of a roadmap, which may be nil, and the names of the milestones' directories.
func isConsistent(r *Roadmap, directories []string) bool {
	if r == nil {
		return false
	}
	listed := map[string]bool{}
	for _, e := range r.Milestones {
		if listed[e.ID.Text] || !place.Usable(e.ID.Text, 'M') {
			return false
		}
		listed[e.ID.Text] = true
	}
	for _, id := range directories {
		if !listed[id] && place.IsID(id, 'M') {
			return false
		}
	}
	return true
}
