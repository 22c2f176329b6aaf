package vocab

import (
	"strings"

	"github.com/nplint/nplint/analyzers/nexus/model"
)

// gone reports entries that have left a vocabulary file while agents or skills still refer to them by a key of their
// metas.
func (s *wordFile) gone(list, rule, key string, members *model.Members) {
	for _, g := range s.project.Gone(list) {
		var users []string
		for _, m := range members.With(key, g.ID) {
			users = append(users, m.Dir)
		}
		switch {
		case len(users) == 0:
		case g.Now != "":
			s.Reportf(rule, g.Place.Span, "$."+list,
				"the id %s was %s when manifest.json was generated, and %s still write that in `%s`, so harnesses "+
					"do not know what it means; write %s, or change them as well",
				g.Now, g.ID, strings.Join(users, ", "), key, g.ID)
		default:
			s.Reportf(rule, g.Place.Span, "$."+list,
				"the entry %s is gone, which stood here when manifest.json was generated, and %s still name it in "+
					"`%s`, so harnesses do not know what it means; restore it, or change them as well",
				g.ID, strings.Join(users, ", "), key)
		}
	}
}

func (s *wordFile) categories() {
	s.entries("categories")
	s.gone("categories", "nx-category-unknown", "category", &s.project.Agents)
	s.drift("category", "categories")
}

func (s *wordFile) resumeTiers() {
	s.entries("resume_tiers")
	s.gone("resume_tiers", "nx-resume-tier-unknown", "resume_tier", &s.project.Agents)
	s.drift("resume_tier", "resume_tiers")
}

// wasOther reports whether an entry seems to have had another id that is still in use, which is reported as such.
func (s *wordFile) wasOther(list, key, id string, members *model.Members) bool {
	gone := s.project.Gone(list) // one alone seems to have another id
	return len(gone) == 1 && gone[0].Now == id && len(members.With(key, gone[0].ID)) > 0
}
