package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nplint/nplint/internal/spell"
)

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          []string
		ok            bool
	}{
		{"agents/{stem}.md", "agents/np-x.md", []string{"stem", "np-x"}, true},
		{"agents/{stem}.md", "agents/sub/np-x.md", nil, false},
		{"agents/{stem}.md", "agents/.md", nil, false},
		{"agents/{stem}.md", "agents/np-x.markdown", nil, false},
		{"m/{dir}/{id}-PLAN.md", "m/M001/A-PLAN-PLAN.md", []string{"dir", "M001", "id", "A-PLAN"}, true},
		{"spawn-{index}.md", "spawn-0.md", []string{"index", "0"}, true},
		{"spawn-{index:digits}.md", "spawn-12.md", []string{"index", "12"}, true},
		{"spawn-{index:digits}.md", "spawn-notes.md", nil, false},
		{"spawn-{index:digits}.md", "spawn-0-old.md", nil, false},
		{"S*-RESEARCH.md", "S001-RESEARCH.md", nil, true},
		{"S*-RESEARCH.md", "M001-RESEARCH.md", nil, false},
		{"docs/**/x.md", "docs/x.md", nil, true},
		{"docs/**/x.md", "docs/a/b/x.md", nil, true},
		{"docs/**/x.md", "docs/a/b/y.md", nil, false},
		{"docs/**", "docs/a/b", nil, true},
		{"**/x.md", "x.md", nil, true},
		{"a/b.md", "a/b.md", nil, true},
		{"a/b.md", "a/b.mdx", nil, false},
		{"a/b.md", "z/a/b.md", nil, false},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := p.Match(c.path); ok != c.ok || ok && !slices.Equal(got, c.want) {
			t.Errorf("%s on %s: %q %t, want %q %t", c.pattern, c.path, got, ok, c.want, c.ok)
		}
	}
}

func TestPatternReaches(t *testing.T) {
	for _, c := range []struct {
		pattern, dir string
		want         bool
	}{
		{"a/{x}/c.md", "a", true},
		{"a/{x}/c.md", "a/b", true},
		{"a/{x}/c.md", "a/b/c.md", false},
		{"a/{x}/c.md", "b", false},
		{"a/*.md", "a", true},
		{"a/*.md", "a/b", false},
		{"a/**/c.md", "a/b/d/e", true},
		{"**", "x", true},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Reaches(c.dir); got != c.want {
			t.Errorf("%s below %s: %t, want %t", c.pattern, c.dir, got, c.want)
		}
	}
}

func TestPatternMistakes(t *testing.T) {
	for _, text := range []string{"", "a//b", "../x", "a/./b", "{", "{}", "{a}{b}", "a*{b}", "/a", "{a:letters}", "*a*a*a*", "**/a/**/b/**/c/**/d"} {
		if _, err := ParsePattern(text); err == nil {
			t.Errorf("%q is taken for a pattern", text)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"haiku", "sonnet", "opus", "milestone_status", "Pass", "deferred", "failed"}
	for word, want := range map[string]string{
		"Opus": "opus", "sonet": "sonnet", "hiaku": "haiku", "milestone-status": "milestone_status", "milestoneStatus": "milestone_status",
		"PASS": "Pass", "opus": "", "tool": "", "x": "", "": "", "verified": "", "faild": "failed", "defered": "deferred",
	} {
		if got := spell.Nearest(word, words); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestParsePageMistakes(t *testing.T) {
	const good = "---\nid: x\ntitle: X\nseverity: error\nanalyzer: a\nkinds: any\nfix: none\nsince: 0.1.0\nsource: nplint\ntags: a, b\noption.min: 0.5\noption.extra: []\n---\n\nWhy.\n"
	r, err := ParsePage("core", good)
	if err != nil {
		t.Fatal(err)
	}
	if r.Options["min"] != 0.5 || len(r.Tags) != 2 || r.Why != "Why." {
		t.Errorf("the page is read as %+v", r)
	}
	for _, c := range []struct{ old, new, want string }{
		{"---\nid", "id", "line 1"},
		{"title: X\n", "", "line 1"},
		{"severity: error", "severity: fatal", "fatal"},
		{"fix: none", "fix: maybe", "maybe"},
		{"tags: a, b", "tag: a", "line 10: unknown key"},
		{"since: 0.1.0", "since", "line 8"},
		{"since: 0.1.0", "since: soon", "line 8: since: \"soon\""},
		{"tags: a, b", "analyser: a", "line 10: unknown key \"analyser\" (did you mean \"analyzer\"?)"},
		{"Why.\n", "", "why the rule matters"},
	} {
		if _, err := ParsePage("core", strings.Replace(good, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q in it", c.new, err, c.want)
		}
	}
}

// TestPacks reads everything that is embedded, which panics on a mistake.
func TestPacks(t *testing.T) {
	for _, p := range Packs() {
		if err := errors.Join(p.checkTypes(), p.CheckPages(nil, "rules/"+p.Name, "")); err != nil {
			t.Errorf("rules/%s: %v", p.Name, err)
		}
		for _, c := range p.Contracts {
			if _, err := c.Body(); err != nil {
				t.Error(err)
			}
			if err := checkShape(c.File, c.Text); err != nil {
				t.Error(err)
			}
			if c.Pack() != p.Name || c.Title == "" || c.About == "" || c.Source == "" || len(c.Paths) == 0 {
				t.Errorf("%s: pack, title, about, source and paths must be set", c.File)
			}
		}
	}
}

func TestContractMistakes(t *testing.T) {
	const head = "kind = \"team/x\"\npaths = [\"x/*.md\"]\n"
	for _, c := range []struct{ text, want string }{
		{"kind = \"x\"\n", `c.toml:1: kind "x"`},
		{head + "title = \"X\\nY\"\n", "c.toml:3: title: write it in one line"},
		{head + "titel = \"X\"\n", `c.toml:3: unknown key "titel" (did you mean "title"?)`},
		{"kind = \"team/x\"\npaths = [\"x//y\"]\n", "c.toml:2: path pattern"},
		{"kind = \"team/x\npaths = []\n", "c.toml:1: "},
		{head + "[[sections]]\nheading = \"Summary\"\n", `c.toml:4: section heading "Summary"`},
		{head + "[[blocks]]\nheading = \"### SC-n: title\"\n", `c.toml:4: block heading`},
		{head + "[[blocks]]\nheding = \"### {SC-n}: {title}\"\n", `c.toml:4: unknown key "blocks.heding" (did you mean "heading"?)`},
		{head + "[code]\n", `c.toml:3: unknown key "code" (did you mean "codes"?)`},
		{head + "[[sections]]\nheading = \"## X\"\n[tag]\n", `c.toml:5: unknown key "tag" (did you mean "tags"?)`},
		{head + "[tags]\npair = []\n", `c.toml:4: unknown key "tags.pair" (did you mean "pairs"?)`},
		{head + "[[patterns]]\nname = \"p\"\npattern = '('\n", `c.toml:5: pattern "p"`},
		{head + "[data]\nschema = \"../x.json\"\n", "names a file beside the contract"},
		{head + "[data]\nschema = \"gone.json\"\n", "schema: "},
		{head + "[[sections]]\nheading = 7\n", "c.toml:4: "},
	} {
		contracts, err := LoadContracts(fstest.MapFS{"c.toml": {Data: []byte(c.text)}}, "")
		if err == nil && len(contracts) == 1 {
			_, err = contracts[0].Body()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q in it", c.text, err, c.want)
		}
	}
}

// TestContractPath holds that the path of a kind is one of that kind.
func TestContractPath(t *testing.T) {
	for _, p := range Packs() {
		for _, c := range p.Contracts {
			if path := c.Path("M001", "S002", "T0003"); !strings.Contains(c.Paths[0], "*") {
				if _, ok := c.Match(path, false); !ok {
					t.Errorf("%s: %s is none", c.Kind, path)
				}
			}
		}
	}
	p, err := ParsePattern("m/{m}/s/{s}/t/{dir}/T{t:digits}-SUMMARY.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.path([]string{"M001", "S002", "T0003"}); got != "m/M001/s/S002/t/T0003/T0003-SUMMARY.md" {
		t.Error(got)
	}
}
