package model

import (
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// member returns a member with an id, or without one for "".
func member(dir, id string) Member {
	m := Member{Dir: dir}
	if id != "" {
		m.Meta = document.ParseJSON([]byte(`{"id": "` + id + `"}`)).Root
	}
	return m
}

// TestMembers holds that a member is found by its id, and by its directory if no other one has that id.
func TestMembers(t *testing.T) {
	all := Members{All: []Member{member("first", "scout"), member("scout", "builder"), member("lead", ""), member("same", "same")}}
	if got, want := all.IDs(), []string{"scout", "first", "builder", "scout", "lead", "same"}; !slices.Equal(got, want) {
		t.Errorf("the ids are %q, not %q", got, want)
	}
	for id, want := range map[string]string{
		"scout": "first", "first": "first", "builder": "scout", "lead": "lead", "same": "same", "nobody": "",
	} {
		switch got := all.Find(id); {
		case got == nil && want != "":
			t.Errorf("%s is not found", id)
		case got != nil && got.Dir != want:
			t.Errorf("%s is in %s, not in %q", id, got.Dir, want)
		}
	}
}

// TestMembersWith finds members by a text or a list of texts, each once.
func TestMembersWith(t *testing.T) {
	one := Member{Dir: "one", Meta: document.ParseJSON([]byte(`{"tags": ["a", "b", "a"], "name": "x"}`)).Root}
	two := Member{Dir: "two", Meta: document.ParseJSON([]byte(`{"tags": "a"}`)).Root}
	all := Members{All: []Member{one, two, {Dir: "three"}}}
	for _, c := range []struct{ key, text, want string }{
		{"tags", "a", "one two"}, {"tags", "b", "one"}, {"tags", "", ""}, {"name", "x", "one"}, {"", "three", "three"}, {"", "x", ""},
	} {
		var got []string
		for _, m := range all.With(c.key, c.text) {
			got = append(got, m.Dir)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s by %s: got %s, want %s", c.text, c.key, got, c.want)
		}
	}
}
