package dialect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// dump writes a value in a form in which every type looks different.
func dump(n *document.Node) string {
	if n == nil {
		return "nil"
	}
	switch n.Type {
	case document.Null:
		return "null"
	case document.Bool:
		return fmt.Sprint(n.True)
	case document.Number:
		return fmt.Sprint(n.Num)
	case document.String:
		return fmt.Sprintf("%q", n.Text)
	}
	var parts []string
	for _, item := range n.Items {
		parts = append(parts, dump(item))
	}
	for _, p := range n.Pairs {
		parts = append(parts, p.Key+": "+dump(p.Value))
	}
	if n.Type == document.List {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// summary is what a reader of the frontmatter finds out: its value, or the rule, line and first words of the fault,
// and the notes.
func summary(src string, f *document.Frontmatter) string {
	lines := document.NewLines([]byte(src))
	out := dump(f.Root)
	if f.Fault != nil {
		line, _ := lines.Position(f.Fault.Span.Start)
		out = fmt.Sprintf("%s@%d", f.Fault.Rule, line)
	}
	for _, note := range f.Notes {
		line, column := lines.Position(note.Span.Start)
		out += fmt.Sprintf(" +%s@%d:%d", note.Rule, line, column)
	}
	return out
}

// front reads the frontmatter of a text in a dialect.
func front(text, dialect string) *document.Frontmatter {
	in := &document.Input{Path: "x.md", Dialect: dialect,
		Reader: map[string]document.Reader{"nubos": Read, "state": ReadState}[dialect]}
	return document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil }).Front
}

func TestNubosValues(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		// Scalars, as the consumer coerces them.
		{"text", "a: x y", `{a: "x y"}`},
		{"no space behind the colon", "a:x", `{a: "x"}`},
		{"space before the colon", "a : x", `{a: "x"}`},
		{"colon in the value", "a: b: c", `{a: "b: c"}`},
		{"url as key", "http://x", `{http: "//x"}`},
		{"integer", "a: 12", `{a: 12}`},
		{"negative", "a: -7", `{a: -7}`},
		{"zero", "a: 0", `{a: 0}`},
		{"leading zero is a text", "a: 007", `{a: "007"} +frontmatter-not-portable@2:4`},
		{"decimal", "a: 0.5", `{a: 0.5}`},
		{"whole decimal", "a: 2.0", `{a: 2}`},
		{"exponent is a text", "a: 1e3", `{a: "1e3"} +frontmatter-not-portable@2:4`},
		{"plus is a text", "a: +3", `{a: "+3"} +frontmatter-not-portable@2:4`},
		{"date is a text", "a: 2026-04-20", `{a: "2026-04-20"}`},
		{"time is a text", "a: 2026-04-20T14:30:00Z", `{a: "2026-04-20T14:30:00Z"}`},
		{"version is a text", "a: 1.2.3", `{a: "1.2.3"}`},
		{"booleans", "a: true\nb: false", `{a: true, b: false}`},
		{"booleans by case", "a: True\nb: yes", `{a: "True", b: "yes"} +frontmatter-not-portable@2:4`},
		{"nulls", "a: null\nb: ~\nc:", `{a: null, b: null, c: null}`},
		{"empty map", "a: {}", `{a: {}}`},
		{"map in braces is a text", "a: {b: 1}", `{a: "{b: 1}"} +frontmatter-not-portable@2:4`},
		// Quotes: no escapes, always a text.
		{"double quotes", `a: "1"`, `{a: "1"}`},
		{"single quotes", `a: 'x'`, `{a: "x"}`},
		{"escape stays", `a: "x\n"`, `{a: "x\\n"} +frontmatter-not-portable@2:4`},
		{"doubled quote stays", `a: 'it''s'`, `{a: "it''s"} +frontmatter-not-portable@2:4`},
		{"two quoted texts", `a: "b" "c"`, `{a: "b\" \"c"}`},
		{"empty text", `a: ""`, `{a: ""}`},
		// What YAML tools read otherwise.
		{"comment", "a: 2 # note", `{a: "2 # note"} +frontmatter-not-portable@2:6`},
		{"issue number is no comment", "a: fix #12", `{a: "fix #12"}`},
		{"value starts with #", "a: #fff", `{a: "#fff"} +frontmatter-not-portable@2:4`},
		{"anchor", "a: &x 1", `{a: "&x 1"} +frontmatter-not-portable@2:4`},
		{"block scalar without text", "a: |\nb: 1", `{a: "|", b: 1} +frontmatter-not-portable@2:4`},
		{"block scalar leaks", "a: >\n  b: 1\n  c: 2", `{a: ">", b: 1, c: 2} +frontmatter-misread@3:3`},
		{"indented key below a text", "a: x\n  b: 1", `{a: "x", b: 1} +frontmatter-misread@3:3`},
		{"list that goes on below", "a: [x,\nb: 1", `{a: "[x,", b: 1} +frontmatter-not-portable@2:4`},
		// Lists.
		{"inline", "a: [x, 2, true]", `{a: ["x", 2, true]}`},
		{"inline empty", "a: []", `{a: []}`},
		{"inline quotes are dropped first", `a: ["1", "b, c"]`, `{a: [1, "b, c"]} +frontmatter-not-portable@2:5`},
		{"inline empty items vanish", `a: [b,, "", c]`, `{a: ["b", "c"]} +frontmatter-not-portable@2:9`},
		{"inline nesting", "a: [[x, y], z]", `{a: ["[x", "y]", "z"]} +frontmatter-not-portable@2:5`},
		{"dashes", "a:\n  - x\n  - 2", `{a: ["x", 2]}`},
		{"dash with list is a text", "a:\n  - [x, y]", `{a: ["[x, y]"]} +frontmatter-not-portable@3:5`},
		{"dash with key", "a:\n  - b: 1\n    c: 2\n  - b: 3", `{a: [{b: 1, c: 2}, {b: 3}]}`},
		{"dash with key without value", "a:\n  - b:", `{a: [{b: {}}]}`},
		{"bare dash", "a:\n  -", `{a: [null]}`},
		{"dash after keys drops them", "a:\n  b: 1\n  - c", `{a: ["c"]} +frontmatter-misread@3:3`},
		// Maps.
		{"nested", "a:\n  b:\n    c: 1\n  d: 2\ne: 3", `{a: {b: {c: 1}, d: 2}, e: 3}`},
		{"nothing nested", "a:\nb: 1", `{a: null, b: 1}`},
		{"blank lines", "a: 1\n\n  \nb: 2", `{a: 1, b: 2}`},
		{"duplicates are kept", "a: 1\na: 2", `{a: 1, a: 2}`},
		{"carriage returns", "a: 1\r\nb:\r\n  - x\r", `{a: 1, b: ["x"]}`},
		{"no-break space is trimmed", "a:\u00a0x\u00a0", `{a: "x"}`},
		// What the consumer refuses.
		{"comment line", "a: 1\n# note", "frontmatter-parse-error@3"},
		{"tab", "a:\n\tb: 1", "frontmatter-parse-error@3"},
		{"list at its key's indentation", "a:\n- x", "frontmatter-parse-error@3"},
		{"dash first", "- x", "frontmatter-parse-error@2"},
		{"dash below a value", "a: 1\n  - x", "frontmatter-parse-error@3"},
		{"key inside a list", "a:\n  - x\n  b: 1", "frontmatter-parse-error@4"},
		{"text line", "a: 1\nnothing", "frontmatter-parse-error@3"},
		{"folded text", "a: >\n  some text here", "frontmatter-parse-error@2"},
		{"quoted key", `"a": 1`, "frontmatter-parse-error@2"},
		{"dotted key", "a.b: 1", "frontmatter-parse-error@2"},
		{"forbidden key", "__proto__: 1", "frontmatter-parse-error@2"},
		{"open quote", `a: "x`, "frontmatter-parse-error@2"},
		{"lone quote", `a: '`, "frontmatter-parse-error@2"},
		{"comment behind a quoted text", `a: "x" # y`, "frontmatter-parse-error@2"},
		{"open quote in a list", `a: ["x]`, "frontmatter-parse-error@2"},
	} {
		src := "---\n" + c.in + "\n---\nbody\n"
		if got := summary(src, front(src, "nubos")); got != c.want {
			t.Errorf("%s:\n%s\ngot  %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

// TestNubosFaults holds faults against the text that they are at.
func TestNubosFaults(t *testing.T) {
	for _, c := range []struct{ in, want, says string }{
		{"a: 1\n__proto__: 2", "__proto__", ""},
		{"a:\n  constructor: 2", "constructor", ""},
		{"a:\n  - b\n  prototype: 2", "prototype: 2", ""},
		{"a: >\n  some text", ">", "block scalar"},
		{"a: >\nsome text", "some text", ""},
		{"a: ~\n- x", "- x", "has a value already"},
		{"a:\n- x", "- x", "starts at the indentation of its key"},
	} {
		text := "---\n" + c.in + "\n---\n"
		fault := front(text, "nubos").Fault
		if fault == nil {
			t.Errorf("%q is read", c.in)
		} else if got := text[fault.Span.Start:fault.Span.End]; got != c.want || !strings.Contains(fault.Message, c.says) {
			t.Errorf("%q: the fault is at %q, want %q, and says, with %q: %s", c.in, got, c.want, c.says, fault.Message)
		}
	}
}

func TestFrontmatterFences(t *testing.T) {
	for _, c := range []struct{ name, dialect, in, want, body string }{
		{"plain", "nubos", "---\na: 1\n---\nbody", "{a: 1}", "body"},
		{"ends with the file", "nubos", "---\na: 1\n---", "{a: 1}", ""},
		{"carriage returns", "nubos", "---\r\na: 1\r\n---\r\nbody", "{a: 1}", "body"},
		{"empty file", "nubos", "", "no-content@1", ""},
		{"blank file", "nubos", " \n\n", "no-content@1", " \n\n"},
		{"none", "nubos", "# hi\n", "frontmatter-missing@1", "# hi\n"},
		{"rule in the text is none", "nubos", "text\n\n---\n\nmore\n", "frontmatter-missing@1",
			"text\n\n---\n\nmore\n"},
		{"never closed", "nubos", "---\na: 1\n\n# body\n", "frontmatter-unclosed@1", "---\na: 1\n\n# body\n"},
		{"nothing between", "nubos", "---\n---\nbody", "frontmatter-fence@2", "body"},
		{"byte order mark", "nubos", "\ufeff---\na: 1\n---\nbody", "{a: 1}", "body"},
		{"blank line before", "nubos", "\n---\na: 1\n---\nbody", "{a: 1} +frontmatter-not-at-start@1:1", "body"},
		{"comment before", "nubos", "<!-- x -->\n---\na: 1\n---\nbody", "{a: 1} +frontmatter-not-at-start@1:1", "body"},
		{"comment before a rule", "nubos", "<!-- x -->\n---\ntext\n", "frontmatter-missing@1",
			"<!-- x -->\n---\ntext\n"},
		{"space behind the opening fence", "nubos", "--- \na: 1\n---\nbody", "{a: 1} +frontmatter-fence@1:1", "body"},
		{"space behind the closing fence", "nubos", "---\na: 1\n--- \nbody\n---\n", "{a: 1} +frontmatter-fence@3:1",
			"body\n---\n"},
		{"four dashes close", "nubos", "---\na: 1\n----\nbody", "{a: 1} +frontmatter-fence@3:1", "body"},
		{"dots close", "nubos", "---\na: 1\n...\nbody", "{a: 1} +frontmatter-fence@3:1", "body"},
		{"lenient: unknown lines", "state", "---\n# note\na: 1\nnothing\n- x\nb: 2\n---\nbody",
			"{a: 1, b: 2} +state-junk-line@2:1 +state-junk-line@4:1 +state-junk-line@5:1", "body"},
		{"lenient: double quotes alone", "state", "---\na: 'x'\nb: \"y\"\nc: \"z\nd: ~\n---\nbody",
			`{a: "'x'", b: "y", c: "\"z", d: "~"} +frontmatter-not-portable@2:4 +frontmatter-not-portable@4:4` +
				` +frontmatter-not-portable@5:4`, "body"},
		{"lenient: nothing between", "state", "---\n---\nbody", "frontmatter-fence@2", "body"},
		{"yaml takes dots", "yaml", "---\na: 1\n...\nbody", "{a: 1}", "body"},
		{"yaml takes space", "yaml", "--- \na: 1\n--- \nbody", "{a: 1}", "body"},
		{"yaml may be empty", "yaml", "---\n---\nbody", "{}", "body"},
		{"yaml comment", "yaml", "---\n# note\na: 1 # x\n---\n", "{a: 1}", ""},
		{"yaml must hold keys", "yaml", "---\n- a\n---\n", "frontmatter-parse-error@2", ""},
		{"yaml fault", "yaml", "---\na: [\n---\n", "frontmatter-parse-error@2", ""},
	} {
		f := front(c.in, c.dialect)
		if got := summary(c.in, f); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if got := c.in[f.End:]; got != c.body {
			t.Errorf("%s: body %q, want %q", c.name, got, c.body)
		}
	}
}

// TestNubosSpans holds every span against the text that it should cover.
func TestNubosSpans(t *testing.T) {
	src := "---\nname: \"x y\"\nlist:\n  - one\n  - id: 2\n    sub: z\ninline: [p, 'q']\nnone:\n---\n"
	f := front(src, "nubos")
	var got []string
	for _, p := range f.Root.Pairs {
		got = append(got,
			fmt.Sprintf("%s=%q line %q", p.KeySpan.Of([]byte(src)), p.Value.Span.Of([]byte(src)),
				p.Line.Of([]byte(src))))
		for _, item := range p.Value.Items {
			got = append(got, fmt.Sprintf("  %q", item.Span.Of([]byte(src))))
		}
	}
	want := []string{
		`name="\"x y\"" line "name: \"x y\"\n"`,
		`list="- one\n  - id: 2\n    sub: z" line "list:\n  - one\n  - id: 2\n    sub: z\n"`,
		`  "one"`,
		`  "id: 2\n    sub: z"`,
		`inline="[p, 'q']" line "inline: [p, 'q']\n"`,
		`  "p"`,
		`  "'q'"`,
		`none="" line "none:\n"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
