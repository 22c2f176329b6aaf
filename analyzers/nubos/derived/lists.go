package derived

import (
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

const listStale = "milestone-roadmap-stale"

// list holds the slices in the ROADMAP.md of a milestone against those on disk: the planner writes both at once. The
// rest of the file is prose, and a slice may be named in any form.
func (j *artefact) list() {
	if j.milestone == nil || j.Doc.Body == nil || len(j.milestone.Slices) == 0 {
		return
	}
	list := model.ReadList(j.Doc)
	seen, strange := map[string]bool{}, 0
	for _, s := range list.Slices {
		id, at := s.Text, "body.slices["+s.Text+"]"
		switch {
		case seen[id]:
			j.report(listStale, s.Span, at, nil,
				"slice %s is listed twice, so the order in which the slices run is open; remove one", id)
		case j.milestone.Slice(id) == nil:
			strange++
			j.report(listStale, s.Span, at, nil,
				"slice %s is listed, but the milestone has no directory slices/%s, so nobody carries it out; correct "+
					"the id, plan the slice or remove the entry",
				id, id)
		}
		seen[id] = true
	}
	var missing []string
	for _, s := range j.milestone.Slices {
		if !list.Named[s.ID] && place.IsID(s.ID, 'S') {
			missing = append(missing, s.ID)
		}
	}
	if len(missing) > strange && len(list.Named) > 0 { // else they stand there under other ids, or nothing is listed yet
		j.report(listStale, list.Span, "body.slices", nil,
			"%s of the milestone %s not named here, so the plan-checker and the verifier do not expect %s; add the entry",
			shown(missing), plural(len(missing), "is"), map[bool]string{true: "it", false: "them"}[len(missing) == 1])
	}
}
