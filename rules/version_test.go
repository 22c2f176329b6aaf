package rules

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

const versioned = `name = "house"
title = "House"
version = "1.2.0"
markers = [".house/*"]
editions = ["1.2.0", "1.4.0"]
[[tellers]]
file = "house.lock"
key = "version"
[[tellers]]
file = "package.json"
key = "version"
when = { name = "house" }
[vocabulary]
rooms = ["hall"]
[later."1.3.0"]
rooms = ["attic", "cellar"]
[later."1.5.0"]
rooms = ["loft"]
`

// TestVersions reads of which version files tell that a project is, and what of a pack came when.
func TestVersions(t *testing.T) {
	p, err := LoadPack(fstest.MapFS{"pack.toml": {Data: []byte(versioned)}}, "house")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lock, manifest string
		want, edition  string
	}{
		{"", "", "", "1.2.0"},
		{`{"version": "1.3.1"}`, "", "1.3.1", "1.2.0"},
		{`{"version": "v2.0.0-rc.1"}`, "", "v2.0.0-rc.1", "1.4.0"},
		{`{"version": "1.0.0"}`, "", "1.0.0", "1.2.0"},
		{`{"version": "latest"}`, `{"name": "house", "version": "1.4.0"}`, "1.4.0", "1.4.0"},
		{`{"version": 2}`, "", "", "1.2.0"},
		{`["1.3.1"]`, "", "", "1.2.0"},
		{"{", "", "", "1.2.0"},
		{"", `{"name": "garden", "version": "1.4.0"}`, "", "1.2.0"},
		{"", `{"version": "1.4.0"}`, "", "1.2.0"},
	} {
		read := func(name string) ([]byte, error) {
			if text := map[string]string{"house.lock": c.lock, "package.json": c.manifest}[name]; text != "" {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}
		if got := p.Told(read); got != c.want || p.EditionOf(got) != c.edition {
			t.Errorf("%s %s tell %q, edition %q; want %q, %q", c.lock, c.manifest, got, p.EditionOf(got), c.want, c.edition)
		}
	}
	if p.Oldest() != "1.2" || p.Newest() != "1.5.0" {
		t.Errorf("the pack knows %s to %s", p.Oldest(), p.Newest())
	}
	if came := p.CameWith("rooms"); came["cellar"] != "1.3.0" || came["loft"] != "1.5.0" || came["hall"] != "" {
		t.Errorf("rooms came with %v", came)
	}
}

// TestVersionMistakes holds that nothing that a pack tells of versions is passed over.
func TestVersionMistakes(t *testing.T) {
	const since = "kind = \"house/plan\"\npaths = [\"plan.json\"]\ndialect = \"json\"\n[data.properties]\n"
	for _, c := range []struct{ old, text, kind, want string }{
		{"\"house.lock\"", "\"../house.lock\"", "", "house/pack.toml:7: tellers: file \"../house.lock\": "},
		{"key = \"version\"\n[[", "[[", "", "house/pack.toml:6: tellers: house.lock: key is missing"},
		{"1.3.0", "1.2.0", "", "later: \"1.2.0\": write a version of the framework after 1.2.0"},
		{"1.3.0", "next", "", "later: \"next\": write a version"},
		{"rooms = [\"loft\"]", "room = [\"loft\"]", "", "later: 1.5.0: there is no list \"room\""},
		{"", "", since + "door = { since = 2 }\n", "house/kinds/plan.toml:5: since: write the version that the key came with"},
		{"", "", since + "door = { since = \"soon\" }\n", "house/kinds/plan.toml:5: since: write"},
		{"", "", since + "door = { since = { oak = 2 } }\n", "house/kinds/plan.toml:5: since: write"},
		{"", "", since + "door = { since = { oak = \"1.3.0\" } }\n", ""},
	} {
		folder := fstest.MapFS{"pack.toml": {Data: []byte(strings.Replace(versioned, c.old, c.text, 1))}}
		if c.kind != "" {
			folder["kinds/plan.toml"] = &fstest.MapFile{Data: []byte(c.kind)}
		}
		p, err := LoadPack(folder, "house")
		if err == nil && c.kind != "" {
			_, err = p.Contracts[0].Body()
		}
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q %q: error %v, want %q in it", c.text, c.kind, err, c.want)
		}
	}
}
