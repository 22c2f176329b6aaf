package data

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document/source"
)

// outline lists a tree, one line a node: its path, type and value, and the source text that its span covers.
func outline(src string, n *Node) string {
	var b strings.Builder
	var list func(path string, n *Node)
	list = func(path string, n *Node) {
		fmt.Fprintf(&b, "%s %s", path, n.Type)
		switch n.Type {
		case Bool:
			fmt.Fprintf(&b, " %t", n.True)
		case Number:
			fmt.Fprintf(&b, " %v", n.Num)
		case String:
			fmt.Fprintf(&b, " %q", n.Text)
		}
		fmt.Fprintf(&b, " <%s>\n", n.Span.Of([]byte(src)))
		for i, item := range n.Items {
			list(fmt.Sprintf("%s[%d]", path, i), item)
		}
		for _, p := range n.Pairs {
			list(fmt.Sprintf("%s.%s<%s>", path, p.Key, p.KeySpan.Of([]byte(src))), p.Value)
		}
	}
	list("$", n)
	return b.String()
}

// faultText says what a user would see of a fault: where it is, what it marks and its message.
func faultText(src string, f *Fault) string {
	if f == nil {
		return "no fault"
	}
	line, column := source.NewLines([]byte(src)).Position(f.Span.Start)
	return fmt.Sprintf("%d:%d <%s> %s", line, column, f.Span.Of([]byte(src)), f.Message)
}

// without returns src after the deletion of the pair at path.
func without(t *testing.T, src string, root *Node, path string) string {
	t.Helper()
	pair, _, ok := root.At(strings.Split(path, "."))
	if !ok || pair == nil {
		t.Fatalf("there is no pair %s in %q", path, src)
	}
	return src[:pair.Line.Start] + src[pair.Line.End:]
}

var jsonTrees = []struct{ src, want string }{
	{"null", "$ null <null>\n"},
	{" true ", "$ boolean true <true>\n"},
	{"\uFEFF-0.5e+3\r\n", "$ number -500 <-0.5e+3>\n"},
	{"1e999", "$ number 1.7976931348623157e+308 <1e999>\n"},
	{"-1e999", "$ number -1.7976931348623157e+308 <-1e999>\n"},
	{`"aé\n\u00e9\ud83d\ude00\"\/"`, "$ string \"aé\\né😀\\\"/\" <\"aé\\n\\u00e9\\ud83d\\ude00\\\"\\/\">\n"},
	{`"\ud800"`, "$ string \"\uFFFD\" <\"\\ud800\">\n"},
	{"\"a\xffb\"", "$ string \"a\uFFFDb\" <\"a\xffb\">\n"},
	{"[]", "$ array <[]>\n"},
	{"{ }", "$ object <{ }>\n"},
	{"{\r\n\t\"é\" : [1 , \"x\"],\r\n\t\"b\": {\"\": null}, \"b\": false}",
		"$ object <{\r\n\t\"é\" : [1 , \"x\"],\r\n\t\"b\": {\"\": null}, \"b\": false}>\n" +
			"$.é<\"é\"> array <[1 , \"x\"]>\n" +
			"$.é<\"é\">[0] number 1 <1>\n" +
			"$.é<\"é\">[1] string \"x\" <\"x\">\n" +
			"$.b<\"b\"> object <{\"\": null}>\n" +
			"$.b<\"b\">.<\"\"> null <null>\n" +
			"$.b<\"b\"> boolean false <false>\n"},
}

func TestParseJSON(t *testing.T) {
	for _, test := range jsonTrees {
		data := ParseJSON([]byte(test.src))
		if data.Fault != nil {
			t.Errorf("%q: %s", test.src, faultText(test.src, data.Fault))
			continue
		}
		if got := outline(test.src, data.Root); got != test.want {
			t.Errorf("%q:\ngot\n%swant\n%s", test.src, got, test.want)
		}
	}
}

var jsonFaults = []struct{ src, want string }{
	{"", "1:1 <> the text is empty where a JSON value was expected"},
	{" \n", "2:1 <> the text is empty where a JSON value was expected"},
	{"{\"a\": 1,}", "1:8 <,> a comma stands in front of the closing `}`; JSON has commas only between values"},
	{"[1, ]", "1:3 <,> a comma stands in front of the closing `]`; JSON has commas only between values"},
	{"[,1]", "1:2 <,> there is `,` where a value was expected"},
	{"[1,,2]", "1:4 <,> there is `,` where a value was expected"},
	{"[1 2]", "1:4 <2> there is `2` where `,` or `]` was expected; is a comma missing in front of it?"},
	{"{\"a\": 1\n \"b\": 2}",
		"2:2 <\"> there is `\"` where `,` or `}` was expected; is a comma missing in front of it?"},
	{"[1}", "1:3 <}> there is `}` where `,` or `]` was expected"},
	{"{\"a\" 1}", "1:6 <1> there is `1` where the `:` behind a key was expected"},
	{"{\"a\", 1}", "1:5 <,> there is `,` where the `:` behind a key was expected"},
	{"{a: 1}", "1:2 <a> there is `a` where a key in double quotes was expected"},
	{"{'a': 1}",
		"1:2 <'> there is ' where a key in double quotes was expected; the quotes of JSON are straight double " +
			"quotes"},
	{"[“a”]", "1:2 <“> there is “ where a value was expected; the quotes of JSON are straight double quotes"},
	{"{1: 2}", "1:2 <1> there is `1` where a key in double quotes was expected"},
	{"{\"a\": 1, // one\n\"b\": 2}", "1:10 <// one> there is a comment, which JSON does not have; remove it"},
	{"[1 /* one\n */]", "1:4 </* one\n */> there is a comment, which JSON does not have; remove it"},
	{"[/* 1]", "1:2 </* 1]> there is a comment, which JSON does not have; remove it"},
	{"# note\r\n1", "1:1 <# note> there is a comment, which JSON does not have; remove it"},
	{"1 // x", "1:3 <// x> there is a comment, which JSON does not have; remove it"},
	{"True", "1:1 <True> `True` is no JSON value; write true"},
	{"[None]", "1:2 <None> `None` is no JSON value; write null"},
	{"[z]", "1:2 <z> `z` is no JSON value; put double quotes around text"},
	{"[NaN]", "1:2 <NaN> `NaN` is no JSON value; write null"},
	{"[nullx]", "1:2 <nullx> `nullx` is no JSON value; put double quotes around text"},
	{"[" + strings.Repeat("x", 50) + "]", "1:2 <" + strings.Repeat("x", 50) + "> `" + strings.Repeat("x", 40) + "…` is no JSON " +
		"value; put double quotes around text"},
	{"[-Infinity]",
		"1:2 <-Infinity> `-Infinity` is no JSON number; write it with digits and no leading zero, as in 0, -7, 2.5 " +
			"or 1e6"},
	{"[01]", "1:2 <01> `01` is no JSON number; write it with digits and no leading zero, as in 0, -7, 2.5 or 1e6"},
	{"{} {}", "1:4 <{}> there is more text behind the end of the JSON value, where nothing may follow"},
	{"1\n\n2 3\n4", "3:1 <2 3> there is more text behind the end of the JSON value, where nothing may follow"},
	{"```json\n1\n```", "1:1 <`> there is ``` where a value was expected"},
	{"[1, \"a]", "1:5 <\"a]> the string that opens here is not closed; its closing quote is missing"},
	{"[\"a\\", "1:2 <\"a\\> the string that opens here is not closed; its closing quote is missing"},
	{"{\"a\": \"b\r\n}",
		"1:7 <\"b> the string is not closed on its line; write its closing quote, or `\\n` for a line break in it"},
	{"[\"a\tb\"]", "1:4 <\t> there is a control character in a string; write it as `\\u0009`"},
	{"[\"\\x\"]", "1:3 <\\x> JSON has no escape `\\x`; write `\\\\` for a backslash"},
	{"[\"\\\n\"]", "1:3 <\\\n> JSON has no escape `\\U+000A`; write `\\\\` for a backslash"},
	{"[\"\\u12g4\"]", "1:3 <\\u> `\\u` is not followed by four hexadecimal digits"},
	{"[1, [2]", "1:1 <[> the array that opens here is not closed; its `]` is missing"},
	{"{\"a\": {\"b\": 1", "1:7 <{> the object that opens here is not closed; its `}` is missing"},
	{"{\n  \"a\": {\n    \"b\": 1,\n  \"c\": 2\n}",
		"5:1 <}> the object that opens in line 2 is not closed in front of this `}`, as the indentation shows; its " +
			"`}` is missing"},
	{"{\n  \"a\": [\n    {\n      \"b\": \"}\"\n  ],\n  \"c\": 2\n}", "5:3 <]> there is `]` where `,` or `}` was expected"},
	{"{\n  \"a\": {\n    \"b\": {\n      \"c\": 1\n  }\n}\n",
		"5:3 <}> the object that opens in line 3 is not closed in front of this `}`, as the indentation shows; its " +
			"`}` is missing"},
	{"{\n  \"a\": {\n    \"b\": {\n      \"}\\\"]}\": \"]{[\\\\\"\n  }\n}\n", "5:3 <}> the object that opens in line 3 is not closed in front of this `}`, as the indentation shows; its `}` is missing"},
	{"{\n\"a\": {\n\"b\": 1\n}\n", "1:1 <{> the object that opens here is not closed; its `}` is missing"},
	{"{\"a\":", "1:1 <{> the object that opens here is not closed; its `}` is missing"},
	{"[1,", "1:1 <[> the array that opens here is not closed; its `]` is missing"},
	{"\x00", "1:1 <\x00> there is `U+0000` where a value was expected"},
	{"\u00A01", "1:1 <\u00A0> there is `U+00A0` where a value was expected"},
	{`{"` + strings.Repeat("a", 100_001) + `": [1]}`, "1:100007 <[> " + tooLong},
	{strings.Repeat("[", 1001),
		"1:1001 <[> lists and maps stand in one another more than 1000 levels deep, which no consumer needs and " +
			"some cannot read"},
	{strings.Repeat("[{\"a\":", 100_000),
		"1:3001 <[> lists and maps stand in one another more than 1000 levels deep, which no consumer needs and " +
			"some cannot read"},
}

func TestParseJSONFaults(t *testing.T) {
	for _, test := range jsonFaults {
		data := ParseJSON([]byte(test.src))
		if data.Root != nil {
			t.Errorf("%.60q: there is a root in spite of the fault", test.src)
		}
		if got := faultText(test.src, data.Fault); got != test.want {
			t.Errorf("%.60q:\ngot  %s\nwant %s", test.src, got, test.want)
		}
	}
}

func TestParseJSONNumbers(t *testing.T) {
	for _, src := range []string{"0", "-0", "10", "1.5", "0.0", "1e5", "1E+5", "-1.25e-7"} {
		if data := ParseJSON([]byte(src)); data.Fault != nil {
			t.Errorf("%s is refused: %s", src, data.Fault.Message)
		}
	}
	for _, src := range []string{"00", "-01", "+1", ".5", "1.", "1.e5", "1e", "1e+", "-", "--1", "0x1F", "1_000", "1a", "1e5.5", "-.5"} {
		want := "1:1 <" + src + "> `" + src + "` is no JSON number; write it with digits and no leading zero, as " +
			"in 0, -7, 2.5 or 1e6"
		if got := faultText(src, ParseJSON([]byte(src)).Fault); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", src, got, want)
		}
	}
}

func TestParseJSONDepth(t *testing.T) {
	src := strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth)
	if data := ParseJSON([]byte(src)); data.Fault != nil {
		t.Errorf("%d levels are refused: %s", maxDepth, data.Fault.Message)
	}
}

func TestJSONPairLine(t *testing.T) {
	const pretty = "{\n  \"a\": 1,\n  \"b\": {\"c\": 2},\n  \"d\": [3]\n}\n"
	for _, test := range []struct{ src, path, want string }{
		{pretty, "a", "{\n  \"b\": {\"c\": 2},\n  \"d\": [3]\n}\n"},
		{pretty, "b", "{\n  \"a\": 1,\n  \"d\": [3]\n}\n"},
		{pretty, "b.c", "{\n  \"a\": 1,\n  \"b\": {},\n  \"d\": [3]\n}\n"},
		{pretty, "d", "{\n  \"a\": 1,\n  \"b\": {\"c\": 2}\n}\n"},
		{`{"a": 1 , "b": 2 }`, "a", `{"b": 2 }`},
		{`{"a": 1 , "b": 2 }`, "b", `{"a": 1 }`},
		{`{ "a": 1 }`, "a", `{  }`},
	} {
		if got := without(t, test.src, ParseJSON([]byte(test.src)).Root, test.path); got != test.want {
			t.Errorf("%q without %s:\ngot  %q\nwant %q", test.src, test.path, got, test.want)
		}
	}
}

func TestParseJSONL(t *testing.T) {
	const torn = "the last line has no line end and is no whole JSON value, as if writing it had been interrupted: "
	for _, test := range []struct {
		src    string
		lines  []string // source of each value, "-" for a line that could not be read
		faults []string
	}{
		{"", nil, nil},
		{"\n \r\n\n", nil, nil},
		{"\uFEFF{\"a\":1}\r\n\r\n  [2] \n3", []string{`{"a":1}`, "[2]", "3"}, nil},
		{"1\n{\"a\":\n2\n[,]\n", []string{"1", "-", "2", "-"}, []string{
			"2:1 <{> the object that opens here is not closed; its `}` is missing",
			"4:2 <,> there is `,` where a value was expected",
		}},
		{"1 2\n\"a\nb\"\n", []string{"-", "-", "-"}, []string{
			"1:3 <2> there is more text behind the end of the JSON value, where nothing may follow",
			"2:1 <\"a> the string is not closed on its line; write its closing quote, or `\\n` for a line break in it",
			"3:1 <b> `b` is no JSON value; put double quotes around text",
		}},
		{"{}\n {\"a\": \"b ", []string{"{}", "-"}, []string{
			"2:2 <{\"a\": \"b> " + torn + "the string that opens here is not closed; its closing quote is missing",
		}},
	} {
		data := ParseJSONL([]byte(test.src))
		var lines, faults []string
		for _, n := range data.Lines {
			if n == nil {
				lines = append(lines, "-")
			} else {
				lines = append(lines, n.Span.Of([]byte(test.src)))
			}
		}
		for _, f := range data.Faults {
			faults = append(faults, faultText(test.src, &f))
		}
		if !slices.Equal(lines, test.lines) || !slices.Equal(faults, test.faults) {
			t.Errorf("%q:\ngot  %q %q\nwant %q %q", test.src, lines, faults, test.lines, test.faults)
		}
		if first := faultText(test.src, data.Fault); len(faults) > 0 && first != faults[0] || len(faults) == 0 && data.Fault != nil {
			t.Errorf("%q: the fault is %s", test.src, first)
		}
	}
}

func BenchmarkParseJSON(b *testing.B) {
	var src bytes.Buffer
	src.WriteString("{\"schema_version\": 1, \"tasks\": [")
	for i := 0; src.Len() < 4<<10; i++ {
		if i > 0 {
			src.WriteString(",")
		}
		fmt.Fprintf(&src,
			"\n  {\"id\": \"T%04d\", \"status\": \"in-progress\", \"wave\": %d, \"depends_on\": [\"T0001\"], "+
				"\"note\": \"say \\\"done\\\"\"}", i, i)
	}
	src.WriteString("\n]}\n")
	if fault := ParseJSON(src.Bytes()).Fault; fault != nil {
		b.Fatal(fault.Message)
	}
	b.SetBytes(int64(src.Len()))
	b.ReportAllocs()
	for b.Loop() {
		ParseJSON(src.Bytes())
	}
}
