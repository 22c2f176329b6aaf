package data

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document/source"
)

// mended returns a text after the fix of its fault, or "" if there is none.
func mended(src string, f *Fault) string {
	if f == nil || len(f.Fixes) == 0 {
		return ""
	}
	edit := f.Fixes[0].Edits[0]
	return src[:edit.Span.Start] + edit.Text + src[edit.Span.End:]
}

// TestJSONFixes holds what fixes of faults write.
func TestJSONFixes(t *testing.T) {
	for src, want := range map[string]string{
		"[1 2]":                          "[1, 2]",
		"\uFEFF{\"a\": 1\n \"b\": 2}":    "\uFEFF{\"a\": 1,\n \"b\": 2}",
		"[1 2 3]":                        "",
		"[[] {}]":                        "[[], {}]",
		"[0 9]":                          "[0, 9]",
		"[9 0]":                          "[9, 0]",
		"[1, ]":                          "[1 ]",
		"[1, // x\n2]":                   "[1, \n2]",
		"[1,\n  // x\n2]":                "[1,\n2]",
		"[1,\r\n  # x\r\n2]":             "[1,\r\n2]",
		"/* x */ 1":                      " 1",
		"[1\n/* a\n*/, 2]":               "[1\n, 2]",
		"[1\n/* a\n*/\n, 2]":             "[1\n, 2]",
		"1 // x":                         "1 ",
		"// x":                           "",
		"/**/1":                          "1",
		"{\"a\": \"b\n}":                 "{\"a\": \"b\"\n}",
		"\uFEFF{\"a\": \"b, \n\"c\": 1}": "\uFEFF{\"a\": \"b\", \n\"c\": 1}",
		"[\"a \n]":                       "[\"a\" \n]",
		"[\"a,\n]":                       "[\"a,\"\n]",
		"[\"a\n\"b\"]":                   "",
		"[x]":                            "",
	} {
		d := ParseJSON([]byte(src))
		if got := mended(src, d.Fault); got != want {
			t.Errorf("%q is mended to %q, want %q", src, got, want)
		}
	}
}

// TestYAMLFixes does the same for YAML behind other text.
func TestYAMLFixes(t *testing.T) {
	const before = "---\n"
	for src, want := range map[string]string{
		"a: \"b\" c\n":                   "a: '\"b\" c'\n",
		"a: 1\nb: \"it's\" c\nd: 2":      "a: 1\nb: '\"it''s\" c'\nd: 2",
		"a: 'b' c\n":                     "",
		"a: \"b\" c #d\n":                "",
		"a: [b] c\n":                     "a: '[b] c'\n",
		"a: {b: c} d\n":                  "a: '{b: c} d'\n",
		"a: [[b] c\n":                    "",
		"a: \"\\\"\" b\n":                "a: '\"\\\"\" b'\n",
		"\"a\": \"b\" c\n":               "",
		"a: \"b\n":                       "a: \"b\"\n",
		"a: 'b\nc: d\n":                  "a: 'b'\nc: d\n",
		"a:\n- \"b\n- c\n":               "a:\n- \"b\"\n- c\n",
		"a:\n  b: 1\n\tc: 2\n":           "a:\n  b: 1\n  c: 2\n",
		"a:\n\tb: 1\n  c: 2\n":           "a:\n  b: 1\n  c: 2\n",
		"a:\n  b: 1\n\n\tc: 2\n\nd: 3\n": "",
		"a:\n  b: 1\n\t\tc: 2\n\td: 3\n": "",
		"a: b\u0007c\n":                  "a: bc\n",
	} {
		d := ParseYAML([]byte(before+src), source.Span{Start: len(before), End: len(before) + len(src)})
		if got := strings.TrimPrefix(mended(before+src, d.Fault), before); got != want {
			t.Errorf("%q is mended to %q, want %q", src, got, want)
		}
	}
}

// TestManyFaults holds that lines of JSON are read up to so many faults.
func TestManyFaults(t *testing.T) {
	d := ParseJSONL([]byte(strings.Repeat("[,]\n", maxFaults+1) + "1\n"))
	const end = "; so many lines are like it that nothing below is read"
	if len(d.Faults) != maxFaults || len(d.Lines) != maxFaults {
		t.Errorf("there are %d faults in %d lines", len(d.Faults), len(d.Lines))
	}
	for i, f := range d.Faults {
		if strings.HasSuffix(f.Message, end) != (i == maxFaults-1) {
			t.Errorf("fault %d is %s", i, f.Message)
		}
	}
}

// TestDense holds which texts have too many parts to be read.
func TestDense(t *testing.T) {
	for text, want := range map[string]bool{"": false, "[,:{": false, "[,:{[": true, "aaaaaaaaa": false, "-----": false} {
		if DenseJSON(text, 4) != want {
			t.Errorf("%q is dense: %t", text, !want)
		}
	}
	if s := strings.Repeat("-", MaxYAML); DenseYAML(s) || !DenseYAML(s+"-") {
		t.Error("as many indicators as may be are too many, or one more is not")
	}
}

// TestNodes asks values for what is in them.
func TestNodes(t *testing.T) {
	many := "{"
	for i := range 2 * manyPairs {
		many += fmt.Sprintf("\"k%d\": %d, ", i, i)
	}
	root := ParseJSON([]byte(`{"a": [1, "x", {"b": true}, null], "t": "x", "n": 3, "h": 2.5, "m": -1, "e": {}, "many": ` + many + `"k0": "last"}, "a2": [1]}`)).Root
	for path, want := range map[string]string{
		"": "object", "a": "array", "a 2 b": "boolean", "a 1": "string", "a 4": "", "a -1": "", "a x": "", "a 2 c": "", "t x": "",
		"many k1": "number", "many k0": "string", "many kx": "", "a 3": "null", "a 3 x": "",
	} {
		_, n, ok := root.At(strings.Fields(path))
		if got := map[bool]func() string{true: func() string { return n.Type.String() }, false: func() string { return "" }}[ok](); got != want {
			t.Errorf("at %s there is %q, want %q", path, got, want)
		}
	}
	if p, _, _ := root.At([]string{"a", "2", "b"}); p == nil || p.Key != "b" {
		t.Errorf("the last pair is %v", p)
	}
	var none *Node
	if Text(root.Get("t")) != "x" || Text(root.Get("n"))+Text(none) != "" || !root.Has("e") || root.Has("x") || none.Has("x") {
		t.Error("a text or key is not what it is")
	}
	if got := Texts(root.Get("a")); len(got) != 1 || got[0] != "x" || Texts(root.Get("t")) != nil || Texts(none) != nil {
		t.Errorf("the texts of a list are %q", got)
	}
	if len(Items(root.Get("a"))) != 4 || Items(none) != nil || len(Pairs(root)) != 8 || Pairs(none) != nil {
		t.Error("there is not in it what is in it")
	}
	for key, want := range map[string]int{"n": 3, "h": -1, "m": -1, "t": -1, "x": -1} {
		got, ok := Whole(root.Get(key))
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%s is the whole number %d, want %d", key, got, want)
		}
	}
	if n, ok := Whole(&Node{Type: Number}); n != 0 || !ok {
		t.Error("zero is no whole number")
	}
	yaml := parseYAML("a: 'x'\nb: y\nc:\n").Root
	if got := yaml.Get("a").Requote("z") + yaml.Get("b").Requote("z"); got != "'z'z" {
		t.Errorf("requoted: %s", got)
	}
	if b, c := yaml.Pair("b"), yaml.Pair("c"); b.Place() != b.Value.Span || c.Place() != c.KeySpan {
		t.Error("a pair is not where it is")
	}
}

// TestEqual holds which values are the same to a consumer.
func TestEqual(t *testing.T) {
	values := []string{
		`1`, `2`, `"1"`, `"2"`, `true`, `false`, `null`, `[]`, `{}`, `[1]`, `[2]`, `[1, 2]`, `{"a": 1}`, `{"a": 2}`, `{"b": 1}`, `{"a": 1, "b": 2}`,
	}
	read := func(src string) *Node { return ParseJSON([]byte(src)).Root }
	for _, a := range values {
		for _, b := range values {
			if got := read(a).Equal(read(b)); got != (a == b) {
				t.Errorf("%s equals %s: %t", a, b, got)
			}
		}
		if read(a).Equal(nil) {
			t.Errorf("%s equals nothing", a)
		}
	}
	for a, b := range map[string]string{`1`: `1.0`, `{"a": 1, "b": 2}`: `{"b": 2, "a": 1}`, `"a"`: `"\u0061"`} {
		if !read(a).Equal(read(b)) {
			t.Errorf("%s and %s differ", a, b)
		}
	}
	var none *Node
	if !none.Equal(nil) || none.Equal(read("1")) {
		t.Error("nothing equals something, or does not equal nothing")
	}
}

// TestSiblings holds that values beside one another are not taken for values in one another.
func TestSiblings(t *testing.T) {
	for _, item := range []string{"- [{a: b}]\n", "- ? [a]\n", "- a: !!str b\n"} {
		if d := parseYAML(strings.Repeat(item, maxDepth+1)); d.Fault != nil || len(d.Root.Items) != maxDepth+1 {
			t.Errorf("%q is refused: %v", item, d.Fault)
		}
	}
}

// TestLoops tells aliases within what they stand for from others.
func TestLoops(t *testing.T) {
	d := parseYAML("a: &a [1, *a]\nb: *a\nc: &c d\ne: *c\n")
	var got []bool
	for _, alias := range d.Aliases {
		got = append(got, alias.Self, alias.Scalar, d.IsAlias(alias.Span), d.IsAlias(source.Span{Start: alias.Span.Start, End: alias.Span.End + 1}))
	}
	if want := "[true false true false false false true false false true false false]"; fmt.Sprint(got) != want {
		t.Errorf("the aliases are %v, want %s", got, want)
	}
}
