package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// read parses a text as a body, and checks what holds of any: behind other text it has the same parts, and it may end
// anywhere.
func read(t *testing.T, src string) *Body {
	t.Helper()
	const before = "- x `\n<a> <!-- \\\n"
	b := Parse(src, Span{End: len(src)})
	want, got := parts(b), parts(Parse(before+src, Span{Start: len(before), End: len(before) + len(src)}))
	if got != want {
		t.Errorf("%q is read as\n%s\n--- and behind other text as\n%s", src, want, got)
	}
	for end := range src {
		parts(Parse(src[:end], Span{End: end}))
	}
	return b
}

// parts writes all parts of a body with the texts of their spans.
func parts(b *Body) string {
	var out strings.Builder
	text := func(s Span) string { return b.s[s.Start:s.End] }
	for _, h := range b.Headings {
		fmt.Fprintf(&out, "%q %q %q %d %d\n", text(h.Span), text(h.Title), text(h.Below), h.Indent, h.Level)
	}
	for _, h := range b.Hidden {
		fmt.Fprintf(&out, "%q %q %q %q %t\n", text(h.Span), text(h.Open), text(h.Inner), h.Info, h.Closed)
	}
	for _, f := range b.Fields {
		fmt.Fprintf(&out, "%q %q %q %q %d %t\n", text(f.Span), text(f.Name), text(f.Value), f.Text, f.Indent, f.Inside)
	}
	for _, i := range b.Items {
		fmt.Fprintf(&out, "%q %q %q %d\n", text(i.Span), text(i.Text), i.Mark, i.Indent)
	}
	for _, table := range b.Tables {
		fmt.Fprintf(&out, "%q\n", text(table.Span))
		for _, cell := range slices.Concat(table.Rows...) {
			fmt.Fprintf(&out, "%q\n", text(cell))
		}
	}
	for _, e := range b.Elements {
		fmt.Fprintf(&out, "%q %q %q %d %t\n", text(e.Open), text(e.Close), text(e.Inner()), e.Parent, e.Hidden)
		for _, a := range e.Attrs {
			fmt.Fprintf(&out, "%q %q %q %q\n", text(a.Key), text(a.Value), a.Text, a.Quote)
		}
	}
	for _, s := range b.Strays {
		fmt.Fprintf(&out, "%q\n", text(s.Span))
	}
	return out.String()
}

// inventory writes what a body holds, one line a thing.
func inventory(t *testing.T, src string) string {
	b := read(t, src)
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, h := range b.Headings {
		add("h%d %q below %q%s", h.Level, h.Text, h.Below.Of([]byte(src)), strings.Repeat(" indented", h.Indent))
	}
	for _, h := range b.Hidden {
		add("hidden %d closed=%t info=%q inner %q", h.Kind, h.Closed, h.Info, h.Inner.Of([]byte(src)))
	}
	for _, f := range b.Fields {
		add("field %q=%q canonical=%t", f.Label, f.Text, f.Canonical())
	}
	for _, i := range b.Items {
		add("item %s %q%s", i.Mark, i.Text.Of([]byte(src)), strings.Repeat(" >", i.Indent))
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
		{"setext below a heading in a list", "- a\n  # b\n c\n---\n", "h1 \"b\" below \"\\n c\\n---\\n\" indented indented\nh2 \"c\" below \"\\n\"\nitem - \"a\""},
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
				"canonical=false\nfield \"D\"=\"w\" canonical=false\nitem - \"**A**: x\"\nitem - \"**B:** y\" > >\nitem + " +
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
		{"six and seven marks", "###### a\n####### b\n", `h6 "a" below "\n####### b\n"`},
		{"headings are indented by up to three", "   ## a\n    ## b\n\t## c\n \t## d\n", `h2 "a" below "\n    ## b\n\t## c\n \t## d\n" indented indented indented`},
		{"setext is indented by up to three", "   a\n   ---\nb\n    ---\n    c\n---\n> d\n---\n", "h2 \"a\" below \"\\nb\\n    ---\\n    c\\n---\\n> d\\n---\\n\"\nh2 \"b\" below \"\\n> d\\n---\\n\""},
		{"no setext in a list", "- a\n  b\n---\n- a\n**b**\n---\n- a\n-b\n---\n- a\n+b\n---\n", "item - \"a\"\nitem - \"a\"\nitem - \"a\"\nitem - \"a\""},
		{"numbers of items", "1) a\n0. b\n9. c\n123456789. d\n1234567890. e\n. f\n) g\n12\n1.g\n", "item 1) \"a\"\nitem 0. \"b\"\nitem 9. \"c\"\nitem 123456789. \"d\""},
		{"tabs of items", "-\ta\n \t- b\n\t- c\n", "item - \"a\"\nitem - \"b\" > > > >\nitem - \"c\" > > > >"},
		{"an item is no label", "**-a**: b\n***A:** b\n-a\n+\n", "field \"-a\"=\"b\" canonical=false\nfield \"*A\"=\"b\" canonical=true\nitem + \"\""},
		{"fence of a list", "- ```\n\n  x\n    y\n  ```\n## c", "h2 \"c\" below \"\"\nhidden 0 closed=true info=\"\" inner \"\\n  x\\n    y\\n\"\nitem - \"```\""},
		{"fence with wavy marks in a list", "- ~~~\n  x\n  ~~~\n- ***\n## b", "h2 \"b\" below \"\"\nhidden 0 closed=true info=\"\" inner \"  x\\n\"\nitem - \"~~~\"\nitem - \"***\""},
		{"a fence needs three marks", "``\n## a\n``\n", "h2 \"a\" below \"\\n``\\n\""},
		{"fences are indented by up to three", "   ```\n## a\n   ```\n    ```\n## b\n", "h2 \"b\" below \"\\n\"\nhidden 0 closed=true info=\"\" inner \"## a\\n\""},
		{"ends of fences are indented by up to three", "```\n    ```\n## a\n   ```\n## b", "h2 \"b\" below \"\"\nhidden 0 closed=true info=\"\" inner \"    ```\\n## a\\n\""},
		{"a language starts with no backtick", "``` `a\n## b", `h2 "b" below ""`},
		{"short comments", "<!--> ## a\n<!---> ## b\nx <!--> ## c\nx <!---> -->\n", "hidden 1 closed=true info=\"\" inner \"\"\nhidden 1 closed=true info=\"\" inner \"\"\nhidden 1 closed=true info=\"\" inner \"\"\nhidden 1 closed=true info=\"\" inner \"\""},
		{"indented comments", "   <!-- a\n\n## b -->\n    <!-- c\n\n## d\n-->\n", "h2 \"d\" below \"\\n-->\\n\"\nhidden 1 closed=true info=\"\" inner \" a\\n\\n## b \""},
		{"comments within text end in their paragraph", "x <!-- a\ny --> z\n\nx <!-- b\n\n## c -->\n", "h2 \"c -->\" below \"\\n\"\nhidden 1 closed=true info=\"\" inner \" a\\ny \""},
		{"comments before and in values", "<!-- x --> **A:** a\n**B:** a <!-- x --> b <!-- y -->\n", "hidden 1 closed=true info=\"\" inner \" x \"\nhidden 1 closed=true info=\"\" inner \" x \"\nhidden 1 closed=true info=\"\" inner \" y \"\nfield \"B\"=\"a  b\" canonical=true"},
		{"no label", "****: x\n** **: x\n**a:b** c\n", `field ""="x" canonical=false`},
		{"no delimiter row", "| a |\n| : |\n\na\n:-:\n\n| a |\n|-|-|\n\n-|-\n", ``},
		{"empty cells", "|\n|-|\n|\n||\n| \\| |\n", "row \nrow \nrow \nrow \\|"},
	} {
		if got := inventory(t, c.in); got != c.want {
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
		{"stray end", `</a><b></b>`, `b{} in -1 ""; stray a`},
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
		{"stray ends", `<a></a></a><b><c></b></c>`, `a{} in -1 ""; b{} in -1 "<c>"; c{} in 1 unclosed; stray a; stray c`},
		{"blanks in an end tag", "<a></a ><b></b\t><c></c\n>", `a{} in -1 ""; b{} in -1 ""; c{} in -1 unclosed`},
		{"names", "<a1></a1><b-c></b-c><_d></_d><1e></1e><-f></-f>", `a1{} in -1 ""; b-c{} in -1 ""; _d{} in -1 ""`},
		{"a slash ends no tag", "<a / ><b /x></b><c/>", `c{} in -1 selfclosing; stray b`},
		{"empty attributes", `<a x="" y='' z=></a>`, `a{x="" y="" z=""} in -1 ""`},
		{"code span first", "`<a>` <b></b>", `a{} in -1 hidden unclosed; b{} in -1 ""`},
		{"backtick in a comment", "<!-- `a> --><b></b>", `b{} in -1 ""`},
	} {
		var got []string
		b := read(t, c.in)
		for i := range b.Elements {
			got = append(got, describeElement(c.in, &b.Elements[i]))
		}
		for _, s := range b.Strays {
			got = append(got, "stray "+s.Name)
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
		{"one right behind it", "<plan></other>", "</other>", "; is `</other>` meant for it?"},
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
		{"```markdown\n```sh\nls\n```\ntext\n```\nend\n", "|markdown|end"},
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
		{"`a` b", 3}, {"`a`", 3}, {"``", 2}, {"`a", 1}, {"``a`b`` c", 7}, {"`a``b` c", 6}, {"`a``", 1},
		{strings.Repeat("`", maxTicks) + "a" + strings.Repeat("`", maxTicks), 2*maxTicks + 1},
		{strings.Repeat("`", maxTicks+1) + "a" + strings.Repeat("`", maxTicks+1), maxTicks + 1}, {strings.Repeat("`", maxTicks+1), maxTicks + 1},
	} {
		if got := BehindCode(c.in, 0, len(c.in)); got != c.want {
			t.Errorf("%s: %d, want %d", c.in, got, c.want)
		}
	}
}

// TestLines walks through the lines that no fence or comment covers, all of them or those with a word.
func TestLines(t *testing.T) {
	const src = "---\na b\n<!-- b --> c\rd <!-- e\nb -->b\r\n```\nb\n```\n<!--\n-->\nb\n\ne\n<!-- b -->"
	for word, want := range map[string]string{
		"":  "a b|c|d <!-- e|b|b||e",
		"b": "a b|b|b",
		"e": "d <!-- e|e",
		"x": "",
	} {
		var got []string
		Parse(src, Span{Start: 4, End: len(src)}).EachLineWith(word, func(line string, start int) bool {
			if src[start:start+len(line)] != line {
				t.Errorf("%q is not at %d", line, start)
			}
			got = append(got, strings.TrimSpace(line))
			return line != "x"
		})
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("lines with %q: %q, want %q", word, s, want)
		}
	}
	lines := 0
	Parse(src, Span{Start: 4, End: len(src)}).EachLine(func(string, int) bool { lines++; return lines < 2 })
	if lines != 2 {
		t.Errorf("it went on to line %d", lines)
	}
}

// TestLookups finds elements, headings, attributes and fields.
func TestLookups(t *testing.T) {
	const src = "## Sub\n- **A:** x\n# Top\n- **B:** y\n- **C:** z\n## Covred: all\n- **D:** w\n`<a n=0>` <a n=1 n=2> <b></b> <a n=3></a>\n"
	b := read(t, src)
	attr := func(e *Element) string { return e.Attr("n").Text }
	if got := read(t, "<a n=1 m=2>").Element("a").Attr("n"); got.Text != "1" {
		t.Errorf("the first attribute is %v", got)
	}
	if got := attr(b.Element("a")) + attr(b.Closed("a")); got != "23" {
		t.Errorf("the attributes of the first element and of the first closed one are %s", got)
	}
	if b.Element("c") != nil || b.Element("b").Attr("n") != nil {
		t.Error("there is an element or an attribute that is not")
	}
	if h := b.Title(); h == nil || h.Text != "Top" {
		t.Errorf("the title is %v", h)
	}
	if b := read(t, "## a"); b.Title() != nil {
		t.Error("a heading of the second level is the title")
	}
	for title, want := range map[string]string{"Covered": "Covred: all", "top": "Top", "sub": "Sub", "Nothing": ""} {
		got := ""
		if h := b.MeantHeading(title); h != nil {
			got = h.Text
		}
		if got != want {
			t.Errorf("%q is meant by %q, want %q", title, got, want)
		}
	}
	const hidden = "a <!-- b --> c"
	for at, char := range hidden {
		if got := read(t, hidden).HiddenAt(at) != nil; got != (at >= 2 && at < 12) {
			t.Errorf("%c at %d of %q is hidden: %t", char, at, hidden, got)
		}
	}
	top := Span{Start: strings.Index(src, "- **B:**"), End: strings.Index(src, "- **D:**")}
	if fields := b.FieldsIn(top); len(fields) != 2 || fields[0].Label != "B" || fields[1].Label != "C" {
		t.Errorf("the fields are %v", fields)
	}
}
