package reporters

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/nplint/nplint"
)

func TestExcerpt(t *testing.T) {
	for _, c := range []struct{ name, src, part, line, carets string }{
		{"first line", "status: done\n", "done", "status: done", "        ^^^^"},
		{"last line without end", "a\nb: c", "c", "b: c", "   ^"},
		{"CRLF", "a\r\nb: c\r\nd", "c", "b: c", "   ^"},
		{"lone CR", "a\rb: c\rd", "c", "b: c", "   ^"},
		{"line end", "ab\ncd", "\n", "ab", "  ^"},
		{"CRLF as range", "ab\r\ncd", "\r\n", "ab", "  ^"},
		{"LF of CRLF as range", "ab\r\ncd", "\n", "ab", "  ^"},
		{"empty line", "a\n\nb", "\nb", "", "^"},
		{"several lines", "a: b\nc\nd", "b\nc", "a: b", "   ^"},
		{"tab before", "a\tb", "b", "a   b", "    ^"},
		{"tab at a stop", "abcd\tx", "x", "abcd    x", "        ^"},
		{"tab as range", "a\tb", "\t", "a   b", " ^^^"},
		{"CJK before", "完成 x", "x", "完成 x", "     ^"},
		{"CJK as range", "a 完成", "完成", "a 完成", "  ^^^^"},
		{"emoji before", "🚀 x", "x", "🚀 x", "   ^"},
		{"joined emoji", "👩‍🚀 x", "x", "👩‍🚀 x", "   ^"},
		{"flag", "🇩🇪 x", "x", "🇩🇪 x", "   ^"},
		{"combining mark", "e\u0301 x", "x", "e\u0301 x", "  ^"},
		{"mark without base", "\u0301 x", "x", `\u0301 x`, "       ^"},
		{"middle of a cluster", "ae\u0301b", "\u0301", "ae\u0301b", " ^"},
		{"escape", "\x1b[31m x", "x", `\x1b[31m x`, "         ^"},
		{"bidi", "\u202e x", "x", `\u202e x`, "       ^"},
		{"C1 as range", "a\u009bb", "\u009b", `a\u009bb`, " ^^^^^^"},
		{"broken bytes", "\xff\xe5\xae x", "x", `\xff\xe5\xae x`, "             ^"},
		{"line that begins with broken bytes", "a\n\x80\x80x", "x", `\x80\x80x`, "        ^"},
		{"byte order mark", "\ufeffx", "x", `\ufeffx`, "      ^"},
	} {
		line, carets, ok := new(framer).excerpt([]byte(c.src), rangeOf(c.src, c.part), frameWidth)
		if !ok || line != c.line || carets != c.carets {
			t.Errorf("%s: got %v\n%q\n%q, want\n%q\n%q", c.name, ok, line, carets, c.line, c.carets)
		}
	}
}

func TestExcerptOfEmptyRange(t *testing.T) {
	for offset, carets := range []string{"^", " ^", "  ^"} {
		r := nplint.Range{Start: nplint.Position{Offset: offset}, End: nplint.Position{Offset: offset}}
		if line, got, _ := new(framer).excerpt([]byte("ab"), r, frameWidth); line != "ab" || got != carets {
			t.Errorf("offset %d: %q, %q", offset, line, got)
		}
	}
}

func TestExcerptOfUnknownRange(t *testing.T) {
	for name, r := range map[string]nplint.Range{
		"behind the end": {Start: nplint.Position{Offset: 1}, End: nplint.Position{Offset: 3}},
		"negative":       {Start: nplint.Position{Offset: -1}},
		"reversed":       {Start: nplint.Position{Offset: 2}, End: nplint.Position{Offset: 1}},
	} {
		if _, _, ok := new(framer).excerpt([]byte("ab"), r, frameWidth); ok {
			t.Errorf("%s: there is an excerpt", name)
		}
	}
	if _, _, ok := new(framer).excerpt(nil, nplint.Range{}, frameWidth); ok {
		t.Error("there is an excerpt of an unknown file")
	}
}

func TestExcerptOfLongLines(t *testing.T) {
	many := strings.Repeat("0123456789", 1000)
	for _, c := range []struct {
		name, src, part string
		left, right     bool // is left out
		shown           string
	}{
		{"at the start", "needle" + many, "needle", false, true, "needle"},
		{"in the middle", many + "needle" + many, "needle", true, true, "needle"},
		{"at the end", many + "needle", "needle", true, false, "needle"},
		{"behind wide characters", strings.Repeat("完", 5000) + "needle" + many, "needle", true, true, "needle"},
		{"behind marks", "a" + strings.Repeat("\u0301", 5000) + "needle", "needle", true, false, "needle"},
		{"before marks", "needle" + strings.Repeat("a\u0301\u0301", 5000), "needle", false, true, "needle"},
		{"just fits", many[:114] + "needle", "needle", false, false, "needle"},
		{"longer than the window", "a: " + many, many, false, true, "0123456789"},
		{"behind the window and longer", strings.Repeat("a", 200) + many, many, true, true, "0123456789"},
	} {
		line, carets, ok := new(framer).excerpt([]byte(c.src), rangeOf(c.src, c.part), frameWidth)
		if !ok {
			t.Fatalf("%s: no excerpt", c.name)
		}
		if width := uniseg.StringWidth(line); width > frameWidth {
			t.Errorf("%s: %d columns", c.name, width)
		}
		if strings.HasPrefix(line, "…") != c.left || strings.HasSuffix(line, "…") != c.right {
			t.Errorf("%s: ellipses are wrong in %q", c.name, line)
		}
		before, _, found := strings.Cut(line, c.shown)
		if indent := strings.Index(carets, "^"); !found || indent != uniseg.StringWidth(before) {
			t.Errorf("%s: carets in column %d of\n%s\n%s", c.name, indent, line, carets)
		}
		if len(carets) > uniseg.StringWidth(line) {
			t.Errorf("%s: carets go beyond the line\n%s\n%s", c.name, line, carets)
		}
	}
}

// TestExcerptFits holds that no line of an excerpt is wider than it may be, wherever the range is, and that the first caret
// is below the first character of the range.
func TestExcerptFits(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("0123456789", 4), strings.Repeat("図書", 20), "図" + strings.Repeat("a図", 20), strings.Repeat("a\t", 9),
		strings.Repeat("\u202e", 9), strings.Repeat("x", 2*frameReach),
	} {
		for width := 12; width < 50; width += 1 + width/16 {
			for start := range min(len(src)+1, 90) {
				for _, length := range []int{0, 1, 3, 12, len(src) - start} {
					r := nplint.Range{Start: nplint.Position{Offset: start}, End: nplint.Position{Offset: min(len(src), start+length)}}
					line, carets, ok := new(framer).excerpt([]byte(src), r, width)
					if !ok || uniseg.StringWidth(line) > width || len(carets) > width {
						t.Fatalf("%q of %q in %d columns is\n%s\n%s", src[start:r.End.Offset], src, width, line, carets)
					}
				}
			}
		}
	}
	line, carets, _ := new(framer).excerpt([]byte("0123456789abcdef"), nplint.Range{Start: nplint.Position{Offset: 10}, End: nplint.Position{Offset: 12}}, 12)
	if line != "…6789abcdef" || carets != "     ^^" {
		t.Errorf("got\n%s\n%s", line, carets)
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add([]byte(plan), 5, 40)
	f.Add([]byte("a\r\n\x1b\u202e\xff\t完\u0301"), 2, 3)
	f.Fuzz(func(t *testing.T, src []byte, start, end int) {
		line, carets, ok := new(framer).excerpt(src, nplint.Range{Start: nplint.Position{Offset: start}, End: nplint.Position{Offset: end}}, frameWidth)
		if !ok {
			return
		}
		if line != Visible(line, "") {
			t.Errorf("control in %q", line)
		}
		if trimmed := strings.TrimLeft(carets, " "); trimmed == "" || strings.Trim(trimmed, "^") != "" {
			t.Errorf("carets are %q", carets)
		}
	})
}
