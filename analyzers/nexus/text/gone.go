package text

import (
	"path"
	"strings"
)

// gone reports entries that have left invocations.yml or task-exceptions.yml while prompts still speak of them; sign
// is what they write in front of it.
func (t *text) gone(list, rule, sign string) {
	gone := t.project.Gone(list)
	if len(gone) == 0 {
		return
	}
	users := map[string][]string{} // by id
	for _, body := range t.project.Paths("nexus/body") {
		d := t.project.At(body)
		if d == nil {
			continue
		}
		name := path.Base(path.Dir(body))
		_, rest, found := strings.Cut(string(d.Src), sign)
		for ; found; _, rest, found = strings.Cut(rest, sign) {
			id := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."))]
			if all := users[id]; t.project.IsGone(list, id) && (len(all) == 0 || all[len(all)-1] != name) {
				users[id] = append(all, name)
			}
		}
	}
	for _, g := range gone {
		what := "is gone, which stood here when manifest.json was generated"
		if g.Now != "" {
			what = "has become " + g.Now + " since manifest.json was generated"
		}
		if users := users[g.ID]; len(users) > 0 {
			t.Reportf(rule, g.Place.Span, "$."+list,
				"the entry %s %s, and the prompts of %s still use it, so no harness knows what they mean; "+
					"restore it, or change them as well", g.ID, what, strings.Join(users, ", "))
		}
	}
}
