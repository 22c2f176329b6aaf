package nexusvocab

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/project"
)

// gone reports entries that have left a vocabulary file while agents or skills still refer to them by a key of their metas.
func (j *judge) gone(list, rule, key string, members []project.Member) {
	for _, g := range j.nexus.Gone(list) {
		users := users(members, key, g.ID)
		switch {
		case len(users) == 0:
		case g.Now != "":
			j.Reportf(rule, g.Place.Span, "$."+list, "the id %s was %s when manifest.json was generated, and %s still write that in `%s`, so harnesses do not know what it means; write %s, or change them as well", g.Now, g.ID, strings.Join(users, ", "), key, g.ID)
		default:
			j.Reportf(rule, g.Place.Span, "$."+list, "the entry %s is gone, which stood here when manifest.json was generated, and %s still name it in `%s`, so harnesses do not know what it means; restore it, or change them as well", g.ID, strings.Join(users, ", "), key)
		}
	}
}

func (j *judge) categories() {
	j.entries("categories")
	j.gone("categories", "nx-category-unknown", "category", j.nexus.Agents)
	j.drift("category", "categories")
}

func (j *judge) resumeTiers() {
	j.entries("resume_tiers")
	j.gone("resume_tiers", "nx-resume-tier-unknown", "resume_tier", j.nexus.Agents)
	j.drift("resume_tier", "resume_tiers")
}

// wasOther reports whether an entry seems to have had another id that is still in use, which is reported as such.
func (j *judge) wasOther(list, key, id string, members []project.Member) bool {
	return slices.ContainsFunc(j.nexus.Gone(list), func(g project.Gone) bool { return g.Now == id && len(users(members, key, g.ID)) > 0 })
}

// users returns the agents or skills that name an entry by a key of their metas.
func users(members []project.Member, key, id string) []string {
	var names []string
	for i := range members {
		value := members[i].Meta.Get(key)
		if project.Text(value) == id || slices.Contains(project.Texts(value), id) {
			names = append(names, members[i].Dir)
		}
	}
	return names
}
