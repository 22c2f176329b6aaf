package data

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document/source"
)

// parseYAML parses the whole of src.
func parseYAML(src string) *Data { return ParseYAML([]byte(src), source.Span{Start: 0, End: len(src)}) }

var yamlTrees = []struct{ src, want string }{
	// No value at all.
	{"", "$ null <>\n"},
	{"\n# note\n", "$ null <>\n"},
	{"---\n", "$ null <>\n"},
	{"--- # note\n...\n", "$ null <>\n"},

	// Types of the core schema.
	{"[~, null, Null, NULL, nULL]",
		"$ array <[~, null, Null, NULL, nULL]>\n$[0] null <~>\n$[1] null <null>\n$[2] null <Null>\n$[3] null " +
			"<NULL>\n$[4] string \"nULL\" <nULL>\n"},
	{"[true, False, TRUE, yes, off]",
		"$ array <[true, False, TRUE, yes, off]>\n$[0] boolean true <true>\n$[1] boolean false <False>\n$[2] " +
			"boolean true <TRUE>\n$[3] string \"yes\" <yes>\n$[4] string \"off\" <off>\n"},
	{"[08, 010, -3, +4, 0x1F, 0o17, 0xg]",
		"$ array <[08, 010, -3, +4, 0x1F, 0o17, 0xg]>\n$[0] number 8 <08>\n$[1] number 10 <010>\n$[2] number -3 " +
			"<-3>\n$[3] number 4 <+4>\n$[4] number 31 <0x1F>\n$[5] number 15 <0o17>\n$[6] string \"0xg\" <0xg>\n"},
	{"[.5, 1., 2e3, 1e999, .inf, .nan, e3]",
		"$ array <[.5, 1., 2e3, 1e999, .inf, .nan, e3]>\n$[0] number 0.5 <.5>\n$[1] number 1 <1.>\n$[2] number " +
			"2000 <2e3>\n$[3] number 1.7976931348623157e+308 <1e999>\n$[4] string \".inf\" <.inf>\n$[5] string " +
			"\".nan\" <.nan>\n$[6] string \"e3\" <e3>\n"},
	{"[2026-01-31, 1_000, 0b1, 12:30:45]",
		"$ array <[2026-01-31, 1_000, 0b1, 12:30:45]>\n$[0] string \"2026-01-31\" <2026-01-31>\n$[1] string " +
			"\"1_000\" <1_000>\n$[2] string \"0b1\" <0b1>\n$[3] string \"12:30:45\" <12:30:45>\n"},
	{"[!!str 5, !!int '5', !!float 5, !!null '', !own 5, !!str ]",
		"$ array <[!!str 5, !!int '5', !!float 5, !!null '', !own 5, !!str ]>\n$[0] string \"5\" <5>\n$[1] number " +
			"5 <'5'>\n$[2] number 5 <5>\n$[3] null <''>\n$[4] string \"5\" <5>\n$[5] string \"\" <>\n"},

	// Ends of plain scalars.
	{"a: b c  # note\n", "$ object <a: b c>\n$.a<a> string \"b c\" <b c>\n"},
	{"a: b#c\r\nd: e\t\r\n", "$ object <a: b#c\r\nd: e>\n$.a<a> string \"b#c\" <b#c>\n$.d<d> string \"e\" <e>\n"},
	{"a: b\n  c\n\n  d # note\ne: f",
		"$ object <a: b\n  c\n\n  d # note\ne: f>\n$.a<a> string \"b c\\nd\" <b\n  c\n\n  d>\n$.e<e> string \"f\" " +
			"<f>\n"},
	{"ü: [é ö , x\n y]\nä: ß\n",
		"$ object <ü: [é ö , x\n y]\nä: ß>\n$.ü<ü> array <[é ö , x\n y]>\n$.ü<ü>[0] string \"é ö\" <é " +
			"ö>\n$.ü<ü>[1] string \"x y\" <x\n y>\n$.ä<ä> string \"ß\" <ß>\n"},
	{"http://x:1/y", "$ string \"http://x:1/y\" <http://x:1/y>\n"},
	{"a: b\u2028 c\nd: e",
		"$ object <a: b\u2028 c\nd: e>\n$.a<a> string \"b\\u2028c\" <b\u2028 c>\n$.d<d> string \"e\" <e>\n"},
	{"\uFEFFa: b\n", "$ object <a: b>\n$.a<a> string \"b\" <b>\n"},
	{"é\xff: b\xfec\nd: e",
		"$ object <é\xff: b\xfec\nd: e>\n$.é?<é\xff> string \"b?c\" <b\xfec>\n$.d<d> string \"e\" <e>\n"},

	// Ends of quoted scalars.
	{"'a: b': 'it''s' # 'x'", "$ object <'a: b': 'it''s'>\n$.a: b<'a: b'> string \"it's\" <'it''s'>\n"},
	{`"a\"": "b\\" # "`, "$ object <\"a\\\"\": \"b\\\\\">\n$.a\"<\"a\\\"\"> string \"b\\\\\" <\"b\\\\\">\n"},
	{"a: \"b\n  c \\\n  d\"\ne: ''\n",
		"$ object <a: \"b\n  c \\\n  d\"\ne: ''>\n$.a<a> string \"b c d\" <\"b\n  c \\\n  d\">\n$.e<e> string \"\" " +
			"<''>\n"},
	{`["5", 'null']`, "$ array <[\"5\", 'null']>\n$[0] string \"5\" <\"5\">\n$[1] string \"null\" <'null'>\n"},

	// Ends of block scalars.
	{"a: |\n  b\n   c # d\n\nd: e\n",
		"$ object <a: |\n  b\n   c # d\n\nd: e>\n$.a<a> string \"b\\n c # d\\n\" <|\n  b\n   c # d>\n$.d<d> string " +
			"\"e\" <e>\n"},
	{"a: >-  # note\r\n  b\r\n  c  \r\n",
		"$ object <a: >-  # note\r\n  b\r\n  c  >\n$.a<a> string \"b c  \" <>-  # note\r\n  b\r\n  c  >\n"},
	{"a: |2+ # note\n\n\nb: |",
		"$ object <a: |2+ # note\n\n\nb: |>\n$.a<a> string \"\\n\\n\" <|2+>\n$.b<b> string \"\" <|>\n"},
	{"- |\n x\n- >\n\n  y\n\n  z",
		"$ array <- |\n x\n- >\n\n  y\n\n  z>\n$[0] string \"x\\n\" <|\n x>\n$[1] string \"\\ny\\nz\" <>\n\n  " +
			"y\n\n  z>\n"},

	// Collections.
	{"a:\n- b\n-\n- c: d\n  e:\nf:",
		"$ object <a:\n- b\n-\n- c: d\n  e:\nf:>\n$.a<a> array <- b\n-\n- c: d\n  e:>\n$.a<a>[0] string \"b\" " +
			"<b>\n$.a<a>[1] null <>\n$.a<a>[2] object <c: d\n  e:>\n$.a<a>[2].c<c> string \"d\" <d>\n$.a<a>[2].e<e> " +
			"null <>\n$.f<f> null <>\n"},
	{"- - a\n  - b\n-   - c",
		"$ array <- - a\n  - b\n-   - c>\n$[0] array <- a\n  - b>\n$[0][0] string \"a\" <a>\n$[0][1] string \"b\" " +
			"<b>\n$[1] array <- c>\n$[1][0] string \"c\" <c>\n"},
	{"a: {b: [1, 2,], # ]\n c , d: } # x\n",
		"$ object <a: {b: [1, 2,], # ]\n c , d: }>\n$.a<a> object <{b: [1, 2,], # ]\n c , d: }>\n$.a<a>.b<b> array " +
			"<[1, 2,]>\n$.a<a>.b<b>[0] number 1 <1>\n$.a<a>.b<b>[1] number 2 <2>\n$.a<a>.c<c> null <>\n$.a<a>.d<d> " +
			"null <>\n"},
	{"[a: b, {c: d}: e, ? f]",
		"$ array <[a: b, {c: d}: e, ? f]>\n$[0] object <a: b>\n$[0].a<a> string \"b\" <b>\n$[1] object <{c: d}: " +
			"e>\n$[1].{c: d}<{c: d}> string \"e\" <e>\n$[2] object <f>\n$[2].f<f> null <>\n"},
	{"[1, # ]\n]", "$ array <[1, # ]\n]>\n$[0] number 1 <1>\n"},
	{"a: {\n   b: 1}", "$ object <a: {\n   b: 1}>\n$.a<a> object <{\n   b: 1}>\n$.a<a>.b<b> number 1 <1>\n"},
	{"a: []\nb: { }", "$ object <a: []\nb: { }>\n$.a<a> array <[]>\n$.b<b> object <{ }>\n"},
	{"? a\n? b\n: c\n", "$ object <a\n? b\n: c>\n$.a<a> null <>\n$.b<b> string \"c\" <c>\n"},
	{"a: 1\na: 2\n<<: {b: 3}\n1: x\n",
		"$ object <a: 1\na: 2\n<<: {b: 3}\n1: x>\n$.a<a> number 1 <1>\n$.a<a> number 2 <2>\n$.<<<<<> object <{b: " +
			"3}>\n$.<<<<<>.b<b> number 3 <3>\n$.1<1> string \"x\" <x>\n"},

	// Anchors, aliases and tags.
	{"a: &x !!str 5\nb: *x\n*x : *x",
		"$ object <a: &x !!str 5\nb: *x\n*x : *x>\n$.a<a> string \"5\" <5>\n$.b<b> string \"5\" <*x>\n$.5<*x> " +
			"string \"5\" <*x>\n"},
	{"a: &x\n  b: *x\nc: *x\n",
		"$ object <a: &x\n  b: *x\nc: *x>\n$.a<a> object <b: *x>\n$.a<a>.b<b> string \"*x\" <*x>\n$.c<c> string " +
			"\"*x\" <*x>\n"},
	{"a: &x # note\n- &y 7\nb: !t\n&z c: ! d\n",
		"$ object <a: &x # note\n- &y 7\nb: !t\n&z c: ! d>\n$.a<a> array <- &y 7>\n$.a<a>[0] number 7 <7>\n$.b<b> " +
			"string \"\" <>\n$.c<c> string \"d\" <d>\n"},
	{"[&a, *a , &b {c: d}]",
		"$ array <[&a, *a , &b {c: d}]>\n$[0] null <>\n$[1] null <*a>\n$[2] object <{c: d}>\n$[2].c<c> string " +
			"\"d\" <d>\n"},

	// Documents.
	{"%YAML 1.1\n---\n- a\n...\n# end\n", "$ array <- a>\n$[0] string \"a\" <a>\n"},
	{"--- a\n", "$ string \"a\" <a>\n"},
}

func TestParseYAML(t *testing.T) {
	for _, test := range yamlTrees {
		// The text stands inside a bigger one, as frontmatter does.
		const before, behind = "# é\n---\n", "\n---\n: x\n"
		src := before + test.src + behind
		data := ParseYAML([]byte(src), source.Span{Start: len(before), End: len(before) + len(test.src)})
		if data.Fault != nil {
			t.Errorf("%q: %s", test.src, faultText(src, data.Fault))
			continue
		}
		if got := outline(src, data.Root); got != test.want {
			t.Errorf("%q:\ngot\n%swant\n%s", test.src, got, test.want)
		}
	}
}

// TestYAMLAbsent holds the places of values of which nothing is written.
func TestYAMLAbsent(t *testing.T) {
	for _, test := range []struct{ marked, path string }{ // ¦ marks the place
		{"a:¦\nb: 1\n", "a"},
		{"a:¦ # note\n", "a"},
		{"a :¦", "a"},
		{"a: &x¦\n&y b: 1\n", "a"},
		{"a: !!null¦ # note\nb: 1", "a"},
		{"-¦\n- 1", "0"},
		{"{a:¦ , b: 1}", "a"},
		{"{a¦ , b: 1}", "a"},
		{"{a: 1, \"b\":¦}", "b"},
		{"? a¦\n# note\n? b\n", "a"},
		{"? a\n:¦\n", "a"},
		{"¦\n# note\n", ""},
	} {
		want := strings.Index(test.marked, "¦")
		data := parseYAML(strings.Replace(test.marked, "¦", "", 1))
		var path []string
		if test.path != "" {
			path = strings.Split(test.path, ".")
		}
		_, n, ok := data.Root.At(path)
		if !ok || n.Type != Null || n.Span != (source.Span{Start: want, End: want}) {
			t.Errorf("%q: got %+v, want an empty span at %d", test.marked, n, want)
		}
	}
}

func TestYAMLPairLine(t *testing.T) {
	for _, test := range []struct{ src, path, want string }{
		{"a: 1 # one\nb: 2\n", "a", "b: 2\n"},
		{"a: 1\r\nb: 2\r\n", "b", "a: 1\r\n"},
		{"a: 1\nb: 2", "b", "a: 1\n"},
		{"a:\n  b: 1\n  c:\n    - x\n    - y\n  d: 2\n", "a.c", "a:\n  b: 1\n  d: 2\n"},
		{"a: |\n  x\n  y\nb: 2\n", "a", "b: 2\n"},
		{"a: x\n  y # z\nb: 2\n", "a", "b: 2\n"},
		{"a:\nb: 2\n", "a", "b: 2\n"},
		{"&x a: 1\nb: 2\n", "b", "&x a: 1\n"},
		{"- a: 1\n  b: 2\n- c: 3\n", "0.a", "- b: 2\n- c: 3\n"},
		{"- a: 1\n  b: 2\n- c: 3\n", "0.b", "- a: 1\n- c: 3\n"},
		{"- a: 1\n  b: 2\n- c: 3 # x\n", "1.c", "- a: 1\n  b: 2\n-  # x\n"},
		{"a: {b: 1, c: 2}\n", "a.b", "a: {c: 2}\n"},
		{"a: {b: 1, c: 2}\n", "a.c", "a: {b: 1}\n"},
		{"a: {b: 1}\n", "a.b", "a: {}\n"},
	} {
		if got := without(t, test.src, parseYAML(test.src).Root, test.path); got != test.want {
			t.Errorf("%q without %s:\ngot  %q\nwant %q", test.src, test.path, got, test.want)
		}
	}
}

func TestYAMLQuoteAndFlow(t *testing.T) {
	data := parseYAML("a: 'x'\nb: \"x\"\nc: x\nd: [1]\ne:\n  - 1\nf: {g: 1}\nh: &q 'x'\ni: *q\nj: |\n  x\n")
	for key, want := range map[string]byte{"a": '\'', "b": '"', "c": 0, "h": '\'', "i": 0, "j": 0} {
		if got := data.Root.Get(key).Quote; got != want {
			t.Errorf("%s has quote %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]bool{"d": true, "e": false, "f": true} {
		if got := data.Root.Get(key).Flow; got != want {
			t.Errorf("%s has flow %t, want %t", key, got, want)
		}
	}
}

const (
	keyHere = "there is a `: ` where no key can stand; put quotes around a value that holds one, and indent " +
		"all keys of a map alike"
	unclosed     = "the quoted text that opens in this line is not closed; write its closing quote"
	listUnclosed = "the list that opens in this line is not closed with `]`, or a comma is missing in it"
	mapUnclosed  = "the map that opens in this line is not closed with `}`, or a comma is missing in it"
	reserved     = "a value starts with a character that YAML keeps for itself, such as @, % or a backtick; put " +
		"quotes around the value"
	badAnchor = "a value that starts with `*` or `&` is an alias or anchor, and this one has no valid name; put " +
		"quotes around it if text is meant"
)

func endsWith(end string) string {
	return "the value ends with the " + end + " before this, and nothing may follow it; put quotes around the whole value"
}

var yamlFaults = []struct{ src, want string }{
	// Tabs.
	{"a:\n\tb: 1\n", "2:1 <\t> " + tabIndent},
	{"x: 1\na: 1\n \tb: 1\n", "3:1 < \t> " + tabIndent},
	{"a: |\n  x\n\ty\n", "3:1 <\t> " + tabIndent},
	{"a: |\n\tx\n", "2:1 <\t> " + tabIndent},

	// Colons and indentation.
	{"a: b: c\n", "1:1 <a: b: c> " + keyHere},
	{"x: 1\na: b: c # d\ny: 1\n", "2:1 <a: b: c # d> " + keyHere},
	{"a: 1\n  b: 2\nc: 3\n", "2:3 <b: 2> " + keyHere},
	{"a:\n    b: 1\n  c: 2\nd: 3\n", "3:3 <c: 2> " + notInMap},
	{"a: [b]]\nc: d", "1:7 <]> " + endsWith("]")},
	{"a: \"<b>\" [\"c\"]\nc: d", "1:10 <[\"c\"]> " + endsWith(`"`)},
	{"x: 1\n- y: 'é' ü\n", "2:1 <- y: 'é' ü> " + notInMap},
	{"a: b\r\n- c\r\n", "2:1 <- c> " + notInMap},
	{"- a\nb: 1\n",
		"2:1 <b: 1> this line does not fit into the list around it; start it with `- `, or indent it like the text " +
			"of its item"},
	{"a: 1\njust text\nb: 2\n",
		"2:1 <just text> this line is neither `key: value` nor a list item nor, by its indentation, part of the " +
			"value above"},
	{"a: - b\n", "1:1 <a: - b> a list item cannot start here; write the list on lines of its own, below its key"},
	{"a: ? b\n", "1:1 <a: ? b> a `? ` cannot stand here; put quotes around the value if text is meant"},
	{" a: 1\nb: 2\nc: 3\n",
		"2:1 <b: 2> the YAML is complete before this line, so it and all below is outside; indent all top-level " +
			"keys alike"},

	// Quotes.
	{"a: \"x\n", "1:1 <a: \"x> " + unclosed},
	{"z: 1\na: 'x\nb: 1\nc: 2\n", "2:1 <a: 'x> " + unclosed},
	{"a: \"x\nb: \"y\"\nc: z\n", "1:1 <a: \"x> " + closedLater},
	{"y: 1\na: 'x\nb: 'y: z'\nc: 1\n", "2:1 <a: 'x> " + closedLater},
	{"t:\n  - \"x y\na:\n  - p: \"z\"\n    q: \"r\"\n", "2:3 <- \"x y> " + closedLater},
	{"t: \"x\n  y\"\na: b: c\n", "3:1 <a: b: c> " + keyHere},
	{"a: 'it's'\nb: 1\n", "1:8 <s'> " + endsWith("'")},
	{"x: 1\na: \"b\n---\nc\n",
		"2:1 <a: \"b> the quoted text that opens in this line is not closed before the next `---`; write its " +
			"closing quote"},
	{"a: \"x\n  C:\\path\"\n",
		"2:3 <C:\\path\"> there is a backslash in double quotes that starts no escape YAML knows; write two " +
			"backslashes, or single quotes around the value"},
	{"a: \"\\xg\"\n", "1:1 <a: \"\\xg\"> an escape in double quotes lacks its hexadecimal digits"},
	{"a: \"\\ud800\"\n", "1:1 <a: \"\\ud800\"> an escape in double quotes names no Unicode character"},

	// Brackets.
	{"x: 1\na: [1, 2\nb: 3\nc: 4\n", "2:1 <a: [1, 2> " + listUnclosed},
	{"a: [1,\n  2,\n", "1:1 <a: [1,> " + listUnclosed},
	{"a: [1 2\n  3: 4]\n", "1:1 <a: [1 2> " + listUnclosed},
	{"a: {b: 1\nc: 2\n", "1:1 <a: {b: 1> " + mapUnclosed},
	{"a: {b: [c}\n", "1:1 <a: {b: [c}> " + listUnclosed},
	{"x: 1\na: [b, , c]\ny: 1\n",
		"2:1 <a: [b, , c]> a value is missing here, in front of a comma, a closing bracket or the end of the text"},

	// Characters with a meaning.
	{"x: 1\na: @b\n", "2:1 <a: @b> " + reserved},
	{"a: `b`\n", "1:1 <a: `b`> " + reserved},
	{"a: %b\n", "1:1 <a: %b> " + reserved},
	{"a:\n  b: [c, @d/e]\n", "2:3 <b: [c, @d/e]> " + reserved},
	{"a:\n  - b: @c\n", "2:3 <- b: @c> " + reserved},
	{"a:\n  - 0c:16 has `b: []` and c\n", "2:3 <- 0c:16 has `b: []` and c> " + keyHere},
	{"x: 1\na: *.md\nb: 1\n", "2:1 <a: *.md> " + badAnchor},
	{"a: **b** c\n", "1:1 <a: **b** c> " + badAnchor},
	{"x: 1\na: *b\nc: 1\n",
		"2:1 <a: *b> the alias in this line has no anchor above it; put quotes around a value that starts with `*` " +
			"if text is meant"},
	{"a: !b!c d\n", "1:1 <a: !b!c d> " + badTag},
	{"a: !(b)\"\n", "1:1 <a: !(b)\"> " + badTag},
	{"a: > b\n",
		"1:1 <a: > b> nothing may follow a `|` or `>` that starts a block of text; put quotes around the value if " +
			"it is meant as it stands"},
	{"a: |0\n b\n", "1:1 <a: |0> the indentation of a block of text cannot be 0; write a digit from 1 to 9, or none"},
	{"%YAML 2.0\n---\na: 1\n",
		"1:1 <%YAML 2.0> a line that starts with `%` is a YAML directive, and this one is not valid; remove it"},
	{"a: b\x01\n", "1:5 <\x01> there is the invisible character U+0001, which YAML does not allow here; remove it"},
	{"ab: 1\n\uFEFFcd: 2\n",
		"2:1 <\uFEFF> there is the invisible character U+FEFF, which YAML does not allow here; remove it"},

	// Documents and depth.
	{"a: 1\n---\nb: 2\n--- c\n",
		"2:1 <---> the text holds 3 YAML documents, and consumers read one or refuse them all; remove this `---` " +
			"and what does not belong here"},
	{"---\na: 1\n---\n",
		"3:1 <---> the text holds 2 YAML documents, and consumers read one or refuse them all; remove this `---` " +
			"and what does not belong here"},
	{"a\n...\n%YAML 1.1\n---\nb\n",
		"4:1 <---> the text holds 2 YAML documents, and consumers read one or refuse them all; remove this `---` " +
			"and what does not belong here"},
	{strings.Repeat("[", 1001) + strings.Repeat("]", 1001), "1:1001 <[> " + tooDeep},
	{strings.Repeat("{"+strings.Repeat("a", 1000)+": ", 102) + strings.Repeat("}", 102), "1:101304 <{> " + tooLong},
	{"a: &a " + strings.Repeat("x", 400_000) + "\nb: [*a, *a, *a]", "2:13 <*a> " + tooOften},
	{"a: 1\nb: " + strings.Repeat("[", 20_000), "2:1 <b: " + strings.Repeat("[", 20_000) + "> " + tooDeep},
}

func TestParseYAMLFaults(t *testing.T) {
	for _, test := range yamlFaults {
		data := parseYAML(test.src)
		if data.Root != nil {
			t.Errorf("%.60q: there is a root in spite of the fault", test.src)
		}
		if got := faultText(test.src, data.Fault); got != test.want {
			t.Errorf("%.60q:\ngot  %s\nwant %s", test.src, got, test.want)
		}
	}
}

func TestParseYAMLFaultInside(t *testing.T) {
	const src = "---\nx: 1\na: b: c\n---\n"
	data := ParseYAML([]byte(src), source.Span{Start: 4, End: 17})
	if got, want := faultText(src, data.Fault), "3:1 <a: b: c> "+keyHere; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestParseYAMLAliases holds that a text whose aliases stand for a billion values stays as small as it is written.
func TestParseYAMLAliases(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i <= 9; i++ {
		name := string(rune('0' + i))
		b.WriteString("a" + name + ": &a" + name + " [" + strings.Repeat("*a"+string(rune('0'+i-1))+", ", 9) + "]\n")
	}
	data := parseYAML(b.String())
	if data.Fault != nil {
		t.Fatal(data.Fault.Message)
	}
	if got := data.Root.Get("a9").Items[0].Text; got != "*a8" {
		t.Errorf("the alias is %q, want the text *a8", got)
	}
}
