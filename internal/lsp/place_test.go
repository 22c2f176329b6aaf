package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// written is a place as the tests below write it: where it is, the key whose value is written, or an item, what has been
// written of it, and what the map has already.
func written(p *place, src string, offset int) string {
	if p == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s|%s|%t|%s|%s", strings.Join(p.path, "."), p.key, p.item, src[p.start:offset], strings.Join(p.taken, ","))
}

// TestYAMLPlace holds where a ^ lies.
func TestYAMLPlace(t *testing.T) {
	for src, want := range map[string]string{
		"^":                                   "||false||",
		"a: 1\nb^\nc: 2\n":                    "||false|b|a,c",
		"a: x^":                               "|a|false|x|",
		"a:   ^\nb: 1":                        "|a|false||b",
		"a:\n  b: 1\n  c^\nd: 1":              "a||false|c|b",
		"a:\n- b: 1\n  c^\n- d: 1":            "a.[]||false|c|b",
		"a:\n  - b: 1\n    c: ^\n  - d: 1":    "a.[]|c|false||b",
		"a:\n  - x\n  - y^":                   "a.[]||true|y|",
		"a:\n  - ^":                           "a.[]||true||",
		"a:\n  - b:\n      - c: 1\n        ^": "a.[].b.[]||false||c",
		"a:\n  b:\n    c: 1\n  d: ^":          "a|d|false||b",
		"# a^":                                "nothing",
		"a: 1\r\nb^":                          "||false|b|a",
		"\"a\": ^":                            "|a|false||",
		"x: {a: ^}":                           "|x|false|{a: |",
	} {
		offset := strings.IndexByte(src, '^')
		text := src[:offset] + src[offset+1:]
		p := yamlPlace(text, document.Span{End: len(text)}, offset)
		if got := written(p, text, offset); got != want {
			t.Errorf("%q: %s, want %s", src, got, want)
		}
	}
}

// TestJSONPlace holds where a ^ lies.
func TestJSONPlace(t *testing.T) {
	for src, want := range map[string]string{
		"^":                            "nothing",
		`{^`:                           "||false||",
		`{"a": 1, ^}`:                  "||false||a",
		`{"a": 1, "b^"}`:               `||false|"b|a`,
		`{"a": ^}`:                     "|a|false||a",
		`{"a": tr^}`:                   "|a|false|tr|a",
		`{"a": "x^"}`:                  `|a|false|"x|a`,
		`{"a": {"b": 1, "c": ^}}`:      "a|c|false||b,c",
		`{"a": ["x", ^]}`:              "a.[]||true||",
		`{"a": [{"b": "\"]}", "c": ^`:  "a.[]|c|false||b,c",
		`{"a": [1, [2], {"b": 1}], ^}`: "||false||a",
		`{"a": 1}^`:                    "nothing",
	} {
		offset := strings.IndexByte(src, '^')
		text := src[:offset] + src[offset+1:]
		if got := written(jsonPlace(text, offset), text, offset); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// FuzzPlace holds that a place begins in the text before its offset.
func FuzzPlace(f *testing.F) {
	f.Add("a:\n  - b: 1\n    c: ", 12)
	f.Add(`{"a": [{"b": "\"`, 14)
	f.Fuzz(func(t *testing.T, src string, offset int) {
		if offset < 0 || offset > len(src) {
			return
		}
		for _, p := range []*place{yamlPlace(src, document.Span{End: len(src)}, offset), jsonPlace(src, offset)} {
			if p != nil && (p.start < 0 || p.start > offset) {
				t.Errorf("%q at %d: it starts at %d", src, offset, p.start)
			}
		}
	})
}
