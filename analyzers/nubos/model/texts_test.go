package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// TestNames finds the ids that a text names.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"SC-1, D-01 and REQ-AUTH-007.": "D-1 REQ-AUTH-7 SC-1",
		"SC-10 SC-0 SC-00 A-Z9":        "A-Z9 SC-0 SC-00 SC-10",
		"x_SC-1 _D-1 xD-2 sc-3 9-4":    "",
		"-1 - SC- -SC-2- --D-3 A--4":   "",
		"SC-1a SC-a SC-1é":             "SC-1",
		"D-1-E-2":                      "D-1-E-2",
		"Z-9":                          "Z-9",
	} {
		var found names
		found.read(text)
		if got := strings.Join(slices.Sorted(maps.Keys(found)), " "); got != want {
			t.Errorf("%q names %s, want %s", text, got, want)
		}
	}
}

// TestEntries cuts lists of files and dependencies, each with its place.
func TestEntries(t *testing.T) {
	const text = " a.go,b.go\n- c d.go , * e.go\n-\n*\n\n- - f\n"
	for _, c := range []struct {
		items []Item
		want  string
	}{
		{Entries(text, document.Span{End: len(text)}), "a.go@1 b.go@6 c d.go@13 e.go@24 - f@36"},
		{Entries(text, document.Span{Start: 3, End: 8}), "go@3 b.@6"},
		{Lines(text, document.Span{End: len(text)}), "a.go,b.go@1 c d.go , * e.go@13 - f@36"},
		{dependencies(&document.Attr{Text: " [T1, T2 ,,T3] ", Value: document.Span{Start: 10}}), "T1@12 T2@16 T3@21"},
		{dependencies(&document.Attr{Text: "[[T1]]", Value: document.Span{Start: 10}}), "[T1]@11"},
		{dependencies(&document.Attr{Text: "T1", Value: document.Span{Start: 10}}), "T1@10"},
		{dependencies(&document.Attr{Text: "[]", Value: document.Span{Start: 10}}), ""},
	} {
		var got []string
		for _, item := range c.items {
			if item.Span.Len() != len(item.Text) {
				t.Errorf("%q stands at %v", item.Text, item.Span)
			}
			got = append(got, fmt.Sprintf("%s@%d", item.Text, item.Span.Start))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestCountCriteria counts blocks by their statuses, or tells that they cannot be counted.
func TestCountCriteria(t *testing.T) {
	const pass, fail = "### SC-1: a\n\n- **Status:** Pass\n\n", "### SC-2: b\n\n- **Status:** Fail\n\n"
	for text, want := range map[string]string{
		pass + fail: "map[Fail:1 Pass:1]",
		pass + fail + "### SC-3: c\n- **Status:** Pass\n": "map[Fail:1 Pass:2]",
		"":                     "",
		"# A\n":                "",
		pass + pass:            "",
		pass + "### SC-2: b\n": "",
		pass + "### SC-2: b\n- **Status:** PASS\n":                       "",
		pass + "### SC-2: b\n- **Status:** Pass\n- **Status:** Pass\n":   "",
		pass + "### SC-2: b\n- **Status**: Pass\n":                       "",
		pass + "## SC-2: b\n- **Status:** Pass\n":                        "",
		pass + "### SC-2\n- **Status:** Pass\n":                          "",
		pass + "### SC-2:\n- **Status:** Pass\n":                         "",
		pass + "### SC 2: b\n- **Status:** Pass\n":                       "",
		pass + " ### SC-2: b\n- **Status:** Pass\n":                      "",
		pass + "###SC-2: b\n- **Status:** Pass\n":                        "",
		pass + "### SC-1 later\n\nText.\n":                               "map[Pass:1]",
		pass + "###SC-1\n":                                               "map[Pass:1]",
		pass + "### Block\n- **Status:** Pass\n- **Evidence:** x\n":      "",
		pass + "### Block\n- **Status:** Pass\n- **Classified by:** x\n": "",
		pass + "### Block\n- **Status:** Pass\n":                         "map[Pass:1]",
		pass + "### Block\n- **Evidence:** x\n":                          "map[Pass:1]",
		pass + "## Block\n- **Status:** Pass\n- **Evidence:** x\n":       "map[Pass:1]",
	} {
		counts, ok := CountCriteria(parsed("---\na: b\n---\n\n" + text).Body)
		got := ""
		if ok {
			got = fmt.Sprint(counts)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"SC-1": "1", "sc 02: a": "02", "SC_3x": "3", "SC4": "4", "SC--5": "5", "SC": "", "SC-": "", "SCx1": "", "S1": "", "ASC-1": "",
		"SC0": "0", "SC-9": "9", "SC-/": "", "SC-:": "",
	} {
		if got := CriterionNumber(text); got != want {
			t.Errorf("%s is number %q, want %q", text, got, want)
		}
	}
}
