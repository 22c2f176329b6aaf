package rules

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestPackMistakes holds that nothing in the folder of a pack is passed over.
func TestPackMistakes(t *testing.T) {
	const head = "name = \"house\"\nversion = \"1\"\n"
	const marked = head + "markers = [\".house/{room}/*.md\"]\n"
	const beside = "house/plan.toml: the contracts of a pack lie in its folder kinds; move it there"
	for _, c := range []struct{ text, file, want string }{
		{marked, "", ""},
		{head, "", "markers are missing"},
		{head + "markers = [\".house/{room\"]", "", "markers: path pattern"},
		{head + "markers = [\".house/**\"]", "", "write `*` for one directory"},
		{head + "trees.shed = [\"**/shed.md\"]", "", "write `*` for one directory"},
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
