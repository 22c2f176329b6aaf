package rules

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const ownPage = "---\nid: team:greeting\ntitle: No greeting\nseverity: info\nanalyzer: greet\nfix: none\nsince: 1.0.0\nsource: us\ntags: style\n---\n\nWhy.\n\n````diff\n@@ a @@\n-x\n+```\n````\n"

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
	if rule == nil || rule.Pack != "team" || rule.Why != "Why." || rule.Excerpt != "@@ a @@\n-x\n+```\n" || rule.File() != "team/team.greeting.md" {
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
		{"team/team.greeting.md", "title: No greeting\n", "", "team/team.greeting.md:1: title: the page does not say it"},
		{"team/README.md", ownPage, "# Our rules\n", "team/README.md:1: a rule page starts with frontmatter"},
		{"team/greeting.md", "", "", "team/greeting.md:1: the page of the rule team:greeting is the file team.greeting.md"},
		{"team.greeting.md", "", "", "a page lies in a directory with the name of its pack"},
		{"core/team.greeting.md", "", "", "the pack core is built in"},
		{"team/enum.md", "team:greeting", "enum", "the id enum is taken by the page core/enum.md"},
		{"team/Greeting.md", "team:greeting", "Greeting", `id "Greeting": write lower-case words`},
		{"team/team.greeting.md", "````diff", "## Bad\n\n````diff", "team/team.greeting.md:14: examples no longer stand on the page: move those below ## Bad"},
	} {
		page := strings.Replace(ownPage, c.old, c.new, 1)
		known, err := (*Catalogue)(nil).With(fstest.MapFS{c.file: {Data: []byte(page)}})
		if err == nil || known != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.file, err, c.want)
		}
	}
	_, err := (*Catalogue)(nil).With(fstest.MapFS{"a/team.greeting.md": {Data: []byte(ownPage)}, "b/team.greeting.md": {Data: []byte(ownPage)}, "b/x.md": {}})
	const want = "b/team.greeting.md:1: the id team:greeting is taken by the page a/team.greeting.md; give the rule another id\nb/x.md:1: "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestPagesOfOneID holds that of two pages with one id none wins in silence.
func TestPagesOfOneID(t *testing.T) {
	_, err := pagesIn(fstest.MapFS{"a/x.y.md": {}, "b/x.y.md": {}})
	if want := "b/x.y.md: the id x:y is taken by the page a/x.y.md; give the rule another id"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// page writes a page of a rule with more keys in its head.
func page(id, keys string) *fstest.MapFile {
	text := strings.NewReplacer("team:greeting", id, "tags: style\n", "tags: style\n"+keys).Replace(ownPage)
	return &fstest.MapFile{Data: []byte(text)}
}

func TestLifecycle(t *testing.T) {
	known, err := (*Catalogue)(nil).With(fstest.MapFS{
		"team/team-new.md":     page("team-new", "renamed-from: team-old, team-older\npreset: strict\n"),
		"team/team-gone.md":    page("team-gone", "removed-in: 0.1.0\n"),
		"team/team-planned.md": page("team-planned", "preview: true\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	now := known.Get("team-new")
	if now.Preset != Strict || known.Named("team-old") != now || known.Named("team-new") != now || known.Get("team-old") != nil {
		t.Errorf("the renamed rule is %+v, and its old id names %+v", now, known.Named("team-old"))
	}
	gone := known.Named("team-gone")
	if gone == nil || gone.RemovedIn != "0.1.0" || gone.Preset != Recommended || slices.Contains(known.All(), gone) {
		t.Errorf("the removed rule is %+v, among all: %t", gone, slices.Contains(known.All(), gone))
	}
	if !known.Get("team-planned").Preview {
		t.Error("the rule to come is no preview")
	}
	builtin := func(id string) bool { return slices.Contains((*Catalogue)(nil).Older(), id) }
	if got, want := strings.Join(slices.DeleteFunc(known.Older(), builtin), " "), "team-gone team-old team-older"; got != want {
		t.Errorf("older ids are %s, want %s", got, want)
	}
}

func TestLifecycleMistakes(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"preset: all\n", `team/team-b.md:10: preset: "all": write recommended or strict`},
		{"preview: false\n", `team/team-b.md:10: preview "false": write true, or take the key out`},
		{"renamed-from: enum\n", "team/team-b.md: renamed-from names enum, which is taken by the page core/enum.md; take it out"},
		{"renamed-from: team-old\n", "team/team-b.md: renamed-from names team-old, which is taken by the page team/team-a.md; take it out"},
	} {
		_, err := (*Catalogue)(nil).With(fstest.MapFS{
			"team/team-a.md": page("team-a", "renamed-from: team-old\n"), "team/team-b.md": page("team-b", c.keys),
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q in it", c.keys, err, c.want)
		}
	}
}

// TestBuiltIn holds all that is embedded against what the loader asks of other people's.
func TestBuiltIn(t *testing.T) {
	if mistakes := builtin().checkOlder(); mistakes != nil {
		t.Error(mistakes)
	}
	var kinds []string
	prefixes := map[string]string{}
	for _, p := range Packs() {
		prefixes[p.Name] = p.Prefix
		for _, c := range p.Contracts {
			kinds = append(kinds, c.Kind)
		}
	}
	for _, rule := range All() {
		for _, kind := range rule.Kinds {
			if !slices.Contains(kinds, kind) {
				t.Errorf("%s: no contract has the kind %s", rule.File(), kind)
			}
		}
		// The ids of the first two packs are older than this law.
		if prefix := prefixes[rule.Pack]; rule.Pack != "core" && rule.Pack != "nubos" && (prefix == "" || !strings.HasPrefix(rule.ID, prefix)) {
			t.Errorf("%s: the id does not begin with the prefix %q of the pack", rule.File(), prefix)
		}
	}
}

// TestEmbedded looks for pages and contracts that no pattern of the embedding sees.
func TestEmbedded(t *testing.T) {
	for _, file := range unseen(t, os.DirFS("."), files) {
		t.Errorf("%s is not embedded, so nobody sees it", file)
	}
	seen := fstest.MapFS{"team/team-a.md": {}}
	all := fstest.MapFS{"team/team-a.md": {}, "team/more/team-b.md": {}, "team/kind/x.toml": {}, "team/team-a.txtar": {}}
	if got := unseen(t, all, seen); !slices.Equal(got, []string{"team/kind/x.toml", "team/more/team-b.md"}) {
		t.Errorf("not seen are %q", got)
	}
}

// unseen returns the pages and TOML files of a tree that another does not have.
func unseen(t *testing.T, all, seen fs.FS) (unseen []string) {
	t.Helper()
	err := fs.WalkDir(all, ".", func(file string, entry fs.DirEntry, err error) error {
		if _, missing := fs.Stat(seen, file); missing != nil && (path.Ext(file) == ".md" || path.Ext(file) == ".toml") {
			unseen = append(unseen, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return unseen
}
