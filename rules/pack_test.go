package rules

import (
	"cmp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPackMistakes holds that nothing in the folder of a pack is passed over.
func TestPackMistakes(t *testing.T) {
	const head = "name = \"house\"\ntitle = \"House\"\nversion = \"1\"\n"
	const marked = head + "markers = [\".house/{room}/*.md\"]\n"
	const beside = "house/plan.toml:1: the contracts of a pack lie in its folder kinds; move it there"
	for _, c := range []struct{ text, file, want string }{
		{marked, "", ""},
		{strings.Replace(marked, "title", "titel", 1), "", `house/pack.toml:2: unknown key "titel" (did you mean "title"?)`},
		{strings.Replace(marked, `"1"`, `"one"`, 1), "", `house/pack.toml:3: version "one": write numbers`},
		{strings.Replace(marked, `version = "1"`, "", 1), "", "house/pack.toml:1: version is missing"},
		{"habit = -1\n" + marked, "", "house/pack.toml:1: habit -1: write how many"},
		{marked + "since = \"soon\"\n", "", `house/pack.toml:5: since "soon": write the version of nplint`},
		{marked + "prefix = \"House-\"\n", "", `house/pack.toml:5: prefix "House-": `},
		{marked + "editions = [\"1.0\", \"0.9\"]\n", "", `house/pack.toml:5: editions: "0.9": write versions of the framework, the oldest first`},
		{marked + "excludes = [\n\"a\",\n\"a//b\"]\n", "", `house/pack.toml:7: excludes: path pattern "a//b"`},
		{marked + "installs = [\"a//b\"]\n", "", `house/pack.toml:5: installs: path pattern`},
		{marked + "generated = ['a\\b']\n", "", "house/pack.toml:5: generated: path pattern \"a\\\\b\": write slashes"},
		{marked + "[types]\nx = { tpye = \"string\" }\n", "", "house/pack.toml:6: types: "},
		{marked + "[[tellers]]\nfile = \"a.json\"\nkey = \"v\"\nwhne = {}\n", "", `house/pack.toml:8: unknown key "whne" (did you mean "when"?)`},
		{marked + "[later.\"0.5\"]\nx = [\"a\"]\n", "", `house/pack.toml:5: later: "0.5": write a version of the framework after 1`},
		{head, "", "markers are missing"},
		{head + "markers = [\".house/{room\"]", "", "markers: path pattern"},
		{head + "markers = [\".house/**\"]", "", "write `*` for one directory"},
		{head + "trees.shed = [\"**/shed.md\"]", "", "write `*` for one directory"},
		{head + "trees.shed = [\"/shed.md\"]", "", ""},
		{head + "trees.shed = [\"//shed.md\"]", "", "a segment is empty"},
		{marked + "marks = [\".house/*/plan.md\", \".house/plan.json \\\"rooms\\\"\"]", "", ""},
		{marked + "marks = [\".house/**\"]", "", "marks: path pattern"},
		{marked + "marks = [\".house/*.json rooms\"]", "", "write its path without wildcards"},
		{marked, "kind = \"house/plan\"", beside},
		{marked, "name = \"another tool\"", ""},
		{marked, "= no TOML", ""},
	} {
		folder := fstest.MapFS{"pack.toml": {Data: []byte(c.text)}}
		if c.file != "" {
			folder["plan.toml"] = &fstest.MapFile{Data: []byte(c.file)}
		}
		_, err := LoadPack(folder, "house")
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q %q: error %v, want %q in it", c.text, c.file, err, c.want)
		}
	}
}

// TestPackContracts holds that contracts and pages of a pack that do not fit one another are told.
func TestPackContracts(t *testing.T) {
	const head = "name = \"house\"\ntitle = \"House\"\nversion = \"1\"\nmarkers = [\".house\"]\nprefix = \"house-\"\ntrees.shed = [\".shed\"]\n"
	const plan = "kind = \"house/plan\"\npaths = [\"plans/{n}.md\"]\n"
	const codes = "[frontmatter.properties]\nx.type = \"string\"\n[codes]\n\"/type\" = \"house-a\"\n"
	for _, c := range []struct{ file, text, want string }{
		{"house-a.md", "", ""},
		{"kinds/b.toml", plan, `house/kinds/plan.toml:1: the kind "house/plan" is taken by house/kinds/b.toml`},
		{"kinds/b.toml", "tree = \"shde\"\n" + strings.Replace(plan, "plan\"", "b\"", 1), `house/kinds/b.toml:1: tree "shde": pack.toml has no such sort of project in [trees] (did you mean "shed"?)`},
		{"kinds/b.toml", plan + "edition = \"0.9\"\n", `house/kinds/b.toml:3: edition "0.9": it is none of the editions in pack.toml`},
		{"kinds/plan.toml", plan + "not = [\"plans/**\"]\n" + codes, "house/kinds/plan.toml:2: paths: `not` takes out every file of \"plans/{n}.md\""},
		{"kinds/plan.toml", plan + strings.Replace(codes, "house-a", "house-aa", 1), `house/kinds/plan.toml:6: there is no rule "house-aa"; write a page for it (did you mean "house-a"?)`},
		{"kinds/plan.toml", plan, `house/house-a.md:2: id: no contract of the pack gives a finding the id "house-a"`},
		{"house-a.md", "option.x: 3", `house/house-a.md:5: analyzer: no contract asks for options`},
		{"house-a.md", "kinds: house/plna", `house/house-a.md:10: kinds: the pack house has no kind "house/plna" (did you mean "house/plan"?)`},
		{"kinds/b.toml", strings.Replace(strings.Replace(plan, "plan\"", "b\"", 1), "plans", "bs", 1) + codes, `house/house-a.md:10: kinds: the kind "house/b" is not among them, and its contract gives findings the id "house-a"; add it`},
		{"house-a.md", "kinds: house/plan\nsince: 1.3.0", "house/house-a.md:11: since: 1.3.0 is later than nplint 1.2; leave the key out"},
		{"kinds/b.toml", strings.Replace(plan, "plan\"", "b\"", 1), `house/kinds/plan.toml:2: paths: house/kinds/b.toml has the pattern "plans/{n}.md", too`},
		{"kinds/b.md", "", "house/kinds/b.md:1: the pages of a pack lie beside its pack.toml"},
		{"b.toml", plan, "house/b.toml:1: the contracts of a pack lie in its folder kinds"},
		{"hous-b.md", "", `house/hous-b.md:2: id: "hous-b" does not begin with "house-", the prefix in pack.toml`},
	} {
		folder := fstest.MapFS{
			"pack.toml": {Data: []byte(head)}, "kinds/plan.toml": {Data: []byte(plan + codes)}, "house-a.md": page("house-a", "kinds: house/plan\n"),
		}
		if id, isPage := strings.CutSuffix(c.file, ".md"); isPage {
			folder[c.file] = page(id, cmp.Or(c.text, "kinds: house/plan")+"\n")
		} else {
			folder[c.file] = &fstest.MapFile{Data: []byte(c.text)}
		}
		for name, file := range folder {
			if strings.HasSuffix(name, ".md") {
				file.Data = []byte(strings.Replace(string(file.Data), "analyzer: greet", "analyzer: contract", 1))
			}
		}
		pack, err := LoadPack(folder, "house")
		if err == nil {
			var known *Catalogue
			if known, err = known.WithPack(folder, "house"); err == nil {
				err = pack.CheckPages(known, "house", "1.2")
			}
		}
		if (c.want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %q: error %v, want %q at its start", c.file, c.text, err, c.want)
		}
	}
}
