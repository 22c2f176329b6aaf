package rules

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const ownPage = "---\nid: team:greeting\ntitle: No greeting\nseverity: info\nanalyzer: greet\nfix: none\nsince: 1.0.0\nsource: us\ntags: style\n---\n\nWhy.\n\n" +
	"## Bad\n\n~~~~txtar\n-- a --\n~~~~\n\n## Good\n\n~~~~txtar\n-- b --\n~~~~\n"

func TestWith(t *testing.T) {
	var builtIn *Catalogue
	known, err := builtIn.With(fstest.MapFS{
		"pages/team/team.greeting.md": {Data: []byte(strings.ReplaceAll(ownPage, "\n", "\r\n"))},
		"pages/team/list.txt":         {Data: []byte("no page")},
	})
	if err != nil {
		t.Fatal(err)
	}
	rule := known.Get("team:greeting")
	if rule == nil || rule.Pack != "team" || rule.Why != "Why." || rule.File() != "team/team.greeting.md" {
		t.Errorf("the page is read as %+v", rule)
	}
	if known.Get("enum") != Get("enum") || len(known.All()) != len(All())+1 || !slices.Contains(known.All(), rule) {
		t.Error("the catalogue is not the built-in rules and one more")
	}
	if Get("team:greeting") != nil || builtIn.Get("team:greeting") != nil {
		t.Error("the built-in rules have changed")
	}
}

func TestWithMistakes(t *testing.T) {
	for _, c := range []struct{ file, old, new, want string }{
		{"team/team.greeting.md", "title: No greeting\n", "", "team/team.greeting.md: line 1: id, title"},
		{"team/README.md", ownPage, "# Our rules\n", "team/README.md: line 1: a rule page starts with frontmatter"},
		{"team/greeting.md", "", "", "team/greeting.md: the page of the rule team:greeting is the file team.greeting.md"},
		{"team.greeting.md", "", "", "a page lies in a directory with the name of its pack"},
		{"core/team.greeting.md", "", "", "the pack core is built in"},
		{"team/enum.md", "team:greeting", "enum", "the id enum is taken by the page core/enum.md"},
		{"team/Greeting.md", "team:greeting", "Greeting", `id "Greeting": write lower-case words`},
		{"team/team.greeting.md", "## Good", "## Fine", "no example below ## Bad or none below ## Good"},
	} {
		page := strings.Replace(ownPage, c.old, c.new, 1)
		known, err := (*Catalogue)(nil).With(fstest.MapFS{c.file: {Data: []byte(page)}})
		if err == nil || known != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.file, err, c.want)
		}
	}
	_, err := (*Catalogue)(nil).With(fstest.MapFS{"a/team.greeting.md": {Data: []byte(ownPage)}, "b/team.greeting.md": {Data: []byte(ownPage)}, "b/x.md": {}})
	const want = "b/team.greeting.md: the id team:greeting is taken by the page a/team.greeting.md; give the rule another id\nb/x.md: "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}
