package model

import "github.com/nplint/nplint/analyzers/nubos/place"

// Consistent reports whether the roadmap's list of milestones can be counted on: every directory stands in it, and no
// id is unusable or there twice. Where it is not, that is reported as what it is, and not again in every artefact that
// lists them. It is found out when it is first asked for.
func (t *Tree) Consistent(root string) bool {
	return t.consistent.Get(root, func() bool { return t.isConsistent(root) })
}

func (t *Tree) isConsistent(root string) bool {
	r := t.Roadmap(root)
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
	for _, id := range t.MilestoneIDs(root) {
		if !listed[id] && place.IsID(id, 'M') {
			return false
		}
	}
	return true
}
