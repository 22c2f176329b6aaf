package text

import (
	"path"
	"strings"
)

// gone reports entries that have left invocations.yml or task-exceptions.yml while prompts still speak of them; sign
// is what they write in front of it.
func (t *text) gone(list, rule, sign string) {
	for _, g := range t.project.Gone(list) {
		var users []string
		for _, body := range t.project.Paths("nexus/body") {
			if d := t.project.At(body); d != nil && strings.Contains(string(d.Src), sign+g.ID) {
				users = append(users, path.Base(path.Dir(body)))
			}
		}
		what := "is gone, which stood here when manifest.json was generated"
		if g.Now != "" {
			what = "has become " + g.Now + " since manifest.json was generated"
		}
		if len(users) > 0 {
			t.Reportf(rule, g.Place.Span, "$."+list,
				"the entry %s %s, and the prompts of %s still use it, so no harness knows what they mean; "+
					"restore it, or change them as well", g.ID, what, strings.Join(users, ", "))
		}
	}
}
