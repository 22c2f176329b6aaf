package nexustext

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// gone reports entries that have left invocations.yml or task-exceptions.yml while prompts still speak of them; sign is what they write it with.
func (t *text) gone(set *document.Set, list, rule string, sign func(id string) string) {
	for _, g := range t.nexus.Gone(list) {
		var users []string
		for _, body := range t.nexus.Paths("nexus/body") {
			if d := set.Lookup(body); d != nil && strings.Contains(string(d.Src), sign(g.ID)) {
				users = append(users, path.Base(path.Dir(body)))
			}
		}
		what := "is gone, which stood here when manifest.json was generated"
		if g.Now != "" {
			what = "has become " + g.Now + " since manifest.json was generated"
		}
		if len(users) > 0 {
			t.Reportf(rule, g.Place.Span, "$."+list, "the entry %s %s, and the prompts of %s still use it, so no harness knows what they mean; restore it, or change them as well", g.ID, what, strings.Join(users, ", "))
		}
	}
}

func macroSign(id string) string { return "{{" + id }

func exceptionSign(id string) string { return "`" + id }
