package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// inventory writes what a body holds, one line a thing.
func inventory(src string) string {
	b := Parse(src, Span{Start: 0, End: len(src)})
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, h := range b.Headings {
		add("h%d %q below %q", h.Level, h.Text, h.Below.Of([]byte(src)))
	}
	for _, h := range b.Hidden {
		add("hidden %d closed=%t info=%q inner %q", h.Kind, h.Closed, h.Info, h.Inner.Of([]byte(src)))
	}
	for _, f := range b.Fields {
		add("field %q=%q canonical=%t", f.Label, f.Text, f.Canonical())
	}
	for _, i := range b.Items {
		add("item %s %q", i.Mark, i.Text.Of([]byte(src)))
	}
	for _, t := range b.Tables {
		for _, row := range t.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.Of([]byte(src)))
			}
			add("row %s", strings.Join(cells, "|"))
		}
	}
	return strings.Join(out, "\n")
}

func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"sections nest", "# a\nx\n## b\ny\n# c\n",
			"h1 \"a\" below \"\\nx\\n## b\\ny\\n\"\nh2 \"b\" below \"\\ny\\n\"\nh1 \"c\" below \"\\n\""},
		{"closing marks", "## a b ##", `h2 "a b" below ""`},
		{"hash in the title", "## C#", `h2 "C#" below ""`},
		{"no space, no heading", "##a\n#\n", `h1 "" below "\n"`},
		{"seven are none", "####### a", ""},
		{"indented by four is code", "    ## a", ""},
		{"setext", "a\n==\nb\n---\n", "h1 \"a\" below \"\\nb\\n---\\n\"\nh2 \"b\" below \"\\n\""},
		{"setext below a heading in a list", "- a\n  # b\n c\n---\n", "h1 \"b\" below \"\\n c\\n---\\n\"\nh2 \"c\" below \"\\n\"\nitem - \"a\""},
		{"rule below a blank line", "a\n\n---\n", ""},
		{"rule below a list item", "- a\n---\n", `item - "a"`},
		{"fence hides", "```md\n## a\n- **B:** c\n```\n## d",
			"h2 \"d\" below \"\"\nhidden 0 closed=true info=\"md\" inner \"## a\\n- **B:** c\\n\""},
		{"longer fence", "````\n```\n## a\n````", `hidden 0 closed=true info="" inner "` + "```" + `\n## a\n"`},
		{"tilde fence", "~~~ x\n```\n~~~\n", "hidden 0 closed=true info=\"x\" inner \"```\\n\""},
		{"open fence", "```\n## a", `hidden 0 closed=false info="" inner "## a"`},
		{"inline backticks open none", "``` a ``` b\n## c", `h2 "c" below ""`},
		{"fence in a list ends with it", "- a\n  ```\n  x\nb\n## c",
			"h2 \"c\" below \"\"\nhidden 0 closed=false info=\"\" inner \"  x\\n\"\nitem - \"a\""},
		{"comment hides", "<!-- ## a\n## b -->\n## c",
			"h2 \"c\" below \"\"\nhidden 1 closed=true info=\"\" inner \" ## a\\n## b \""},
		{"open comment", "<!-- \n## b", `hidden 1 closed=false info="" inner " \n## b"`},
		{"comment behind text", "x <!-- a --> y\n## b",
			"h2 \"b\" below \"\"\nhidden 1 closed=true info=\"\" inner \" a \""},
		{"open comment behind text is text", "x <!-- a\n\n## b", `h2 "b" below ""`},
		{"comment in code is text", "x `<!--` y\n## b", `h2 "b" below ""`},
		{"fields", "- **A:** x\n* **B:** y\n**C:** z\n  **D:** w",
			"field \"A\"=\"x\" canonical=true\nfield \"B\"=\"y\" canonical=true\nfield \"C\"=\"z\" " +
				"canonical=true\nfield \"D\"=\"w\" canonical=true\nitem - \"**A:** x\"\nitem * \"**B:** y\""},
		{"fields that consumers miss", "- **A**: x\n  - **B:** y\n+ **C:** z\n1. **D:** w",
			"field \"A\"=\"x\" canonical=false\nfield \"B\"=\"y\" canonical=false\nfield \"C\"=\"z\" " +
				"canonical=false\nfield \"D\"=\"w\" canonical=false\nitem - \"**A**: x\"\nitem - \"**B:** y\"\nitem + " +
				"\"**C:** z\"\nitem 1. \"**D:** w\""},
		{"fields without a blank", "-**A:** x\n+**B:** y\n1.**C:** z\n-d\n",
			"field \"A\"=\"x\" canonical=true\nfield \"B\"=\"y\" canonical=false\nitem - \"**A:** x\"\nitem + \"**B:** y\""},
		{"empty value", "- **A:**\n- **B:** <!-- x -->",
			"hidden 1 closed=true info=\"\" inner \" x \"\nfield \"A\"=\"\" canonical=true\nfield \"B\"=\"\" " +
				"canonical=true\nitem - \"**A:**\"\nitem - \"**B:** <!-- x -->\""},
		{"bold text is no field", "**bold** words: x", ""},
		{"table", "| a | b |\n|---|:-:|\n| c \\| d | e |\nf", "row a|b\nrow c \\| d|e"},
		{"table without pipes at its ends", "a | b\n--|--\nc | d\n| e | f", "row a|b\nrow c|d\nrow e|f"},
		{"pipe without delimiter", "| a |\n| b |", ""},
		{"lone carriage returns", "# a\r## b\r", "h1 \"a\" below \"\\r## b\\r\"\nh2 \"b\" below \"\\r\""},
		{"block quote is text", "> ## a", ""},
	} {
		if got := inventory(c.in); got != c.want {
			t.Errorf("%s:\n%s\n--- got\n%s\n--- want\n%s", c.name, c.in, got, c.want)
		}
	}
}

func TestElements(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nested", `<a><b x="1">t</b></a>`, `a{} in -1 "<b x=\"1\">t</b>"; b{x="1"} in 0 "t"`},
		{"attributes", "<a x=\"1 > 0\" y='2' z=3 w\n v = \"4\"/>", `a{x="1 > 0" y="2" z="3" w v="4"} in -1 selfclosing`},
		{"unclosed", `<a><b></a>`, `a{} in -1 "<b>"; b{} in 0 unclosed`},
		{"unclosed swallows nothing", `<a id="1"><a id="2"></a>`, `a{id="1"} in -1 unclosed; a{id="2"} in -1 ""`},
		{"child of an unclosed", `<p><a><b></b></p>`, `p{} in -1 "<a><b></b>"; a{} in 0 unclosed; b{} in 0 ""`},
		{"stray end", `</a><b></b>`, `b{} in -1 ""`},
		{"fence", "```\n<a></a>\n```\n<b></b>", `a{} in -1 hidden ""; b{} in -1 ""`},
		{"code span", "use `<a>` here <b></b>", `a{} in -1 hidden unclosed; b{} in -1 ""`},
		{"comment", "<!-- <a> --><b></b>", `a{} in -1 hidden unclosed; b{} in -1 ""`},
		{"text around a hidden part", "<a>\n```\n</a>\n```\n</a>", `a{} in -1 "\n` + "```" + `\n</a>\n` + "```" + `\n"`},
		{"case is kept", `<Task></Task>`, `Task{} in -1 ""`},
		{"the text ends in an end tag", `<a></a`, `a{} in -1 unclosed`},
		{"the text ends in blanks of an end tag", "<a></a  ", `a{} in -1 unclosed`},
		{"no tags", `a < b and <3 and < x> and <a"b">`, ``},
		{"open tag at a blank line", "<a x=\"1\"\n\n>", ``},
		{"open quote", `<a x="1>`, ``},
	} {
		var got []string
		b := Parse(c.in, Span{Start: 0, End: len(c.in)})
		for i := range b.Elements {
			got = append(got, describeElement(c.in, &b.Elements[i]))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.name, c.in, s, c.want)
		}
	}
}

// TestUnclosed has elements that are never closed, and the closing tags that were meant for them.
func TestUnclosed(t *testing.T) {
	for _, c := range []struct{ name, in, at, hint string }{
		{"nothing else", "<plan>x", "<plan>", ""},
		{"the next tag", "<plan>x</other>", "</other>", "; is `</other>` meant for it?"},
		{"the next tag, before an element", "<plan>x</other><goal></goal>", "</other>", "; is `</other>` meant for it?"},
		{"a near one behind an element", "<plan><goal></goal></plans>", "</plans>", "; is `</plans>` meant for it?"},
		{"another one behind an element", "<plan><goal></goal></other>", "<plan>", ""},
		{"one in front of it", "</plans><plan>x", "<plan>", ""},
	} {
		b := Parse(c.in, Span{Start: 0, End: len(c.in)})
		i := slices.IndexFunc(b.Elements, func(e Element) bool { return e.Name == "plan" })
		span, hint := b.Unclosed("plan", b.Elements[i].Open)
		if at := span.Of([]byte(c.in)); at != c.at || hint != c.hint {
			t.Errorf("%s: %s is told at %s with %q", c.name, c.in, at, hint)
		}
	}
}

func describeElement(src string, e *Element) string {
	var attrs []string
	for _, a := range e.Attrs {
		if a.Bare {
			attrs = append(attrs, a.Name)
		} else {
			attrs = append(attrs, fmt.Sprintf("%s=%q", a.Name, a.Text))
		}
	}
	out := fmt.Sprintf("%s{%s} in %d", e.Name, strings.Join(attrs, " "), e.Parent)
	if e.Hidden {
		out += " hidden"
	}
	switch {
	case e.SelfClosing:
		return out + " selfclosing"
	case e.Unclosed:
		return out + " unclosed"
	}
	return out + fmt.Sprintf(" %q", e.Inner().Of([]byte(src)))
}

// TestMeant reads fences in fences of Markdown as their author means them, where their marks pair.
func TestMeant(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"```md\n```sh\nls\n```\ntext\n```\nend\n", "|md|end"},
		{"```md\n```sh\nls\n```\ntext\n", "|md|text"},
		{"```md\n```sh\nls\n```\na\n```md\n```sh\n```\nb\n```\nc\n", "|md|a|md|b||"},
		{"```sh\n```sh\n```\nb\n", "|sh|b"},
		{"````md\n```sh\n```\n````\nb\n", "|md|b"},
	} {
		var out []string
		at := 0
		for _, h := range ParseMeant(c.src, Span{End: len(c.src)}).Hidden {
			out = append(out, strings.TrimSpace(c.src[at:h.Span.Start]), h.Info)
			at = h.Span.End
		}
		if got := strings.Join(append(out, strings.TrimSpace(c.src[at:])), "|"); got != c.want {
			t.Errorf("%q is %q; want %q", c.src, got, c.want)
		}
	}
}

// TestBehindCode finds the ends of code spans, also at the end of a text.
func TestBehindCode(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int
	}{
		{"`a` b", 3}, {"`a`", 3}, {"``", 2}, {"`a", 1}, {"``a`b`` c", 7}, {"`a``b` c", 6}, {"`a``", 1}, {strings.Repeat("`", maxTicks+1), maxTicks + 1},
	} {
		if got := BehindCode(c.in, 0, len(c.in)); got != c.want {
			t.Errorf("%s: %d, want %d", c.in, got, c.want)
		}
	}
}
