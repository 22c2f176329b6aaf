package document

import (
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document/markdown"
	"golang.org/x/tools/txtar"
)

// addExamples seeds a fuzz target with the files of all rules' proofs and with what is rare in them.
func addExamples(f *testing.F) {
	f.Helper()
	var proofs []string
	for _, files := range []string{"../../rules/*/*.txtar", "../../rules/*/base/*.txtar"} {
		found, err := filepath.Glob(files)
		if err != nil || len(found) == 0 {
			f.Fatalf("there is no %s: %v", files, err)
		}
		proofs = append(proofs, found...)
	}
	for _, proof := range proofs {
		archive, err := txtar.ParseFile(proof)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if path.Base(file.Name) != "want" && len(file.Data) < 4000 {
				f.Add(file.Data)
			}
		}
	}
	for _, src := range []string{
		"", "\uFEFF---\na: 1\n---\n", "---\r\na: 1\r\n---\r\nb", "---\ra: 1\r---\r", "---\na: [1, 'b", "---\n\ta: 1\n---\n", "\n<!-- x -->\n---\na: 1\n---\n",
		"--- \na: |\n  b\n- c\n...\n", "---\na:\n  b: 1\n  - c\n---\n", "---\na: x\n  b: 1\n   c\n---", "---\na: {}\nb:\n- c\n# d\n---\n", "---\na:\u00a0\xff\n---\n",
		"a\n=\n- b\n  ~~~\n  c\nd | e\n-|-\n\\| f |",
		"<!-- a\n<b c='d\n\n--> `<e>` <f g=h/> </f>\n<f>",
		"1) **a:** <!-- --> b\n+\t**c**: d\n> e\n---", "<a\rb=\"c\"\r\n>\n````\n```\n</a>",
	} {
		f.Add([]byte(src))
	}
}

// inside fails unless a span lies within another.
func inside(t *testing.T, src []byte, what string, s, within Span) {
	t.Helper()
	if s.Start < within.Start || s.End < s.Start || within.End < s.End {
		t.Fatalf("%q: %s %v is not inside %v", src, what, s, within)
	}
}

// checkFinding fails unless a finding can be reported as it is.
func checkFinding(t *testing.T, src []byte, f Finding) {
	t.Helper()
	whole := Span{Start: 0, End: len(src)}
	inside(t, src, f.Rule, f.Span, whole)
	for _, related := range f.Related {
		inside(t, src, f.Rule+", related", related.Span, whole)
	}
	for _, fix := range f.Fixes {
		at := 0
		for _, edit := range fix.Edits {
			inside(t, src, f.Rule+", edit", edit.Span, Span{Start: at, End: len(src)})
			at = edit.Span.End
		}
	}
	if f.Rule == "" || f.At == "" || f.Message == "" || strings.ContainsAny(f.Message, "\r\n") || utf8.Valid(src) && !utf8.ValidString(f.Message) {
		t.Fatalf("%q: the finding %+v is not fit to be read", src, f)
	}
}

// FuzzMarkdown reads its input as a Markdown body behind some frontmatter.
func FuzzMarkdown(f *testing.F) {
	addExamples(f)
	const front = "---\na: 1\n---\n"
	f.Fuzz(func(t *testing.T, text []byte) {
		src := append([]byte(front), text...)
		for _, parse := range []func(string, Span) *Body{markdown.Parse, markdown.ParseMeant} {
			b := parse(string(src), Span{Start: len(front), End: len(src)})
			checkHidden(t, src, b)
			checkHeadings(t, src, b)
			checkBlocks(t, src, b)
			checkElements(t, src, b)
			checkLines(t, src, b)
		}
	})
}

// checkHidden fails unless fences and comments are in order, apart from each other, and found by their offsets.
func checkHidden(t *testing.T, src []byte, b *Body) {
	t.Helper()
	at := b.Span.Start
	for i := range b.Hidden {
		h := &b.Hidden[i]
		inside(t, src, "hidden", h.Span, Span{Start: at, End: b.Span.End})
		inside(t, src, "the inner part", h.Inner, h.Span)
		inside(t, src, "the opening mark", h.Open, Span{Start: h.Span.Start, End: h.Inner.Start})
		if h.Span.Len() == 0 || b.HiddenAt(h.Span.Start) != h || b.HiddenAt(h.Span.End-1) != h {
			t.Fatalf("%q: nothing hidden is found at the ends of %v", src, h.Span)
		}
		at = h.Span.End
	}
}

// checkHeadings holds what stands below a heading against the definition: all up to the next ATX heading that is not
// deeper.
func checkHeadings(t *testing.T, src []byte, b *Body) {
	t.Helper()
	for i, h := range b.Headings {
		inside(t, src, "heading", h.Span, b.Span)
		inside(t, src, "title", h.Title, h.Span)
		visible(t, src, b, "heading", h.Span)
		if h.Level < 1 || h.Level > 6 || h.Text != h.Title.Of(src) || strings.ContainsAny(h.Text, "\r\n") {
			t.Fatalf("%q: odd heading %+v", src, h)
		}
		end := b.Span.End
		for j, other := range b.Headings[i+1:] {
			if j == 0 && other.Span.Start < h.Span.End {
				t.Fatalf("%q: the heading %v starts within %v", src, other.Span, h.Span)
			}
			if other.Level <= h.Level && !other.Setext {
				end = other.Span.Start
				break
			}
		}
		if h.Below != (Span{Start: h.Span.End, End: end}) {
			t.Fatalf("%q: below heading %v is %v, want the end %d", src, h.Span, h.Below, end)
		}
	}
}

// visible fails if something starts in a fence or comment.
func visible(t *testing.T, src []byte, b *Body, what string, s Span) {
	t.Helper()
	if h := b.HiddenAt(s.Start); h != nil {
		t.Fatalf("%q: %s %v starts in the hidden %v", src, what, s, h.Span)
	}
}

// checkBlocks checks labelled fields, list items and tables.
func checkBlocks(t *testing.T, src []byte, b *Body) {
	t.Helper()
	at := b.Span.Start
	for _, f := range b.Fields {
		inside(t, src, "field", f.Span, Span{Start: at, End: b.Span.End})
		inside(t, src, "label", f.Name, f.Span)
		inside(t, src, "value", f.Value, Span{Start: f.Name.End, End: f.Span.End})
		visible(t, src, b, "field", f.Span)
		at = f.Span.End
	}
	if got := b.FieldsIn(b.Span); len(got) != len(b.Fields) {
		t.Fatalf("%q: %d of %d fields are found in the body", src, len(got), len(b.Fields))
	}
	at = b.Span.Start
	for _, item := range b.Items {
		inside(t, src, "item", item.Span, Span{Start: at, End: b.Span.End})
		inside(t, src, "the text of an item", item.Text, item.Span)
		visible(t, src, b, "item", item.Span)
		if !strings.HasPrefix(item.Span.Of(src), item.Mark) || item.Mark == "" {
			t.Fatalf("%q: item %v does not start with its mark %q", src, item.Span, item.Mark)
		}
		at = item.Span.End
	}
	at = b.Span.Start
	for _, table := range b.Tables {
		inside(t, src, "table", table.Span, Span{Start: at, End: b.Span.End})
		visible(t, src, b, "table", table.Span)
		at = table.Span.Start
		for _, row := range table.Rows {
			for _, cell := range row {
				inside(t, src, "cell", cell, Span{Start: at, End: table.Span.End})
				at = cell.End
			}
		}
		at = table.Span.End
	}
}

// checkElements fails unless the elements are a tree in the order of the source.
func checkElements(t *testing.T, src []byte, b *Body) {
	t.Helper()
	at := b.Span.Start
	for i := range b.Elements {
		e := &b.Elements[i]
		inside(t, src, "the opening tag", e.Open, Span{Start: at, End: b.Span.End})
		inside(t, src, "the closing tag", e.Close, Span{Start: e.Open.End, End: b.Span.End})
		inside(t, src, "the inner part", e.Inner(), Span{Start: e.Open.End, End: e.Close.End})
		if (e.SelfClosing || e.Unclosed) != (e.Close.Len() == 0) || e.SelfClosing && e.Unclosed {
			t.Fatalf("%q: element %+v is both closed and not", src, e)
		}
		last := e.Open.Start
		for _, a := range e.Attrs {
			inside(t, src, "attribute", a.Key, Span{Start: last, End: e.Open.End})
			inside(t, src, "the value of an attribute", a.Value, Span{Start: a.Key.End, End: e.Open.End})
			last = a.Value.End
		}
		if e.Parent < -1 || e.Parent >= i {
			t.Fatalf("%q: element %d has the parent %d", src, i, e.Parent)
		}
		if e.Parent >= 0 {
			p := &b.Elements[e.Parent]
			inside(t, src, "a child", Span{Start: e.Open.Start, End: e.Close.End}, p.Inner())
			if p.Unclosed || p.Hidden != e.Hidden {
				t.Fatalf("%q: element %+v has the parent %+v", src, e, p)
			}
		}
		at = e.Open.End
	}
}

// checkLines fails unless EachLine gives lines in order that no fence or comment touches.
func checkLines(t *testing.T, src []byte, b *Body) {
	t.Helper()
	at := b.Span.Start
	b.EachLine(func(line string, start int) bool {
		s := Span{Start: start, End: start + len(line)}
		inside(t, src, "line", s, Span{Start: at, End: b.Span.End})
		if line != s.Of(src) || strings.ContainsAny(line, "\r\n") {
			t.Fatalf("%q: %q is not the line at %d", src, line, start)
		}
		visible(t, src, b, "line", s)
		at = s.End
		return true
	})
}

// TestLinear feeds inputs that are quadratic for a careless reader. For one that is not linear it takes minutes to
// hours, so that the time limit of the test run fails it; no clock is asked, since machines are noisy.
func TestLinear(t *testing.T) {
	const n = 100_000
	for name, text := range map[string]string{
		"headings":              strings.Repeat("# a\n", n),
		"open comments":         strings.Repeat("x <!-- \n", n),
		"closed comments":       strings.Repeat("x <!-- a --> b\n", n),
		"open tags":             strings.Repeat("<task id=\"1\">\n", n),
		"nested tags":           strings.Repeat("<a>", n) + strings.Repeat("</a>", n),
		"stray ends":            strings.Repeat("<a>", n) + strings.Repeat("</b>", n),
		"open fences":           strings.Repeat("- ```\n", n),
		"backticks":             strings.Repeat("` ``\n", n),
		"open quotes in tags":   strings.Repeat("<a b=\"\n", n),
		"list items":            strings.Repeat("- **A:** b\n", n),
		"lone carriage returns": strings.Repeat("a\r", 10*n),
		"backticks in one line": strings.Repeat("` < ", 3*n),
		"comments in one value": "- **A:** x" + strings.Repeat("a<!-- -->", 2*n) + "\n",
		"converted twice":       strings.Repeat("a\r\r\n", n),
		"paragraph":             strings.Repeat("a\n", n),
		"keys":                  "---\n" + strings.Repeat("a: 1\n", n) + "---\n",
		"comments above a key":  "---\na: 1\n" + strings.Repeat("\n# b\n", n) + "c: 1\n---\n",
		"torn off keys":         "---\na: >\n" + strings.Repeat("  b: 1\n", n) + "---\n",
		"lists of lists":        "---\na:\n" + strings.Repeat("  - b: 1\n", n) + "---\n",
		"deep keys":             "---\n" + deep(1000) + "---\n",
		"lines without a fence": "---\n" + strings.Repeat("text\n", n),
	} {
		d := Parse(&Input{Path: name, Dialect: "nubos"}, func(*Input) ([]byte, *Problem) { return []byte(text), nil })
		if d.Body == nil {
			t.Errorf("%s: no body", name)
		}
	}
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}
