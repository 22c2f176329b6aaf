package dialect

import (
	"strings"
	"testing"
)

// TestRead reads frontmatter as each edition does: the text of some keys, or the rule of the fault.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, in, edition, want string }{
		{"plain", "---\na: 1\nb: true\n---\n", "", "a=1 b=true"},
		{"plain, line by line", "---\na: 1\nb: true # yes\n---\n", "1.10", "a=1 b=true # yes"},
		{"comment", "---\na: 1 # one\n---\n", "", "a=1"},
		{"repair of a colon", "---\na: b: c\n---\n", "", "a=b: c"},
		{"repair of a colon before a key", "---\na: b: c\nd: 1\n---\n", "", "a=b: c d=1"},
		{"no repair above a tab", "---\na: b: c\n\td\n---\n", "", "gsd-frontmatter-unparseable"},
		{"no repair below a key", "---\na:\n  - b: c: d\n---\n", "", "gsd-frontmatter-unparseable"},
		{"list at its key", "---\na:\n- b\n---\n", "1.10", "a="},
		{"list in brackets over lines", "---\na: [b,\n  c]\n---\n", "", "a=b|c"},
		{"question marks in a list", "---\na: [x via ?? y, z?]\n---\n", "", "a=x via ?? y|z?"},
		{"question marks as keys in a list", "---\na: [x ?? y,  ? z]\n---\n", "", "a=x ?? y|"},
		{"repair of a colon that lines follow", "---\na: b:\n  - c\n---\n", "", "gsd-frontmatter-unparseable"},
		{"line of a tab", "---\na: 1\n\t\nb: 2\n---\n", "", "a=1 b=2"},
		{"no key ends a list, line by line", "---\na:\n  - b\n&x\n  - c\n---\n", "1.10", "a=b"},
		{"comment in a list, line by line", "---\na:\n  - b\n# x\n  - c\n---\n", "1.10", "a=b|c"},
		{"comma in quotes, line by line", "---\na: [\"b, c\", d]\n---\n", "1.10", "a=b, c|d"},
		{"backtick in a block of an item", "---\na:\n  - |\n    `b\n---\n", "", "a=`b\n"},
		{"backtick below a block of an item", "---\na:\n  - |\n    b\n  - `c\n---\n", "", "gsd-frontmatter-unparseable"},
		{"a quote alone, line by line", "---\na: \"\nb: 'c\n---\n", "1.10", "a= b=c"},
		{"two lines of dashes", "---\n---\na: 1\n---\n", "", "a=1"},
		{"blank line first", "\n---\na: 1\n---\n", "", "gsd-frontmatter-missing"},
		{"byte order mark", "\uFEFF---\na: 1\n---\n", "", "a=1"},
		{"byte order mark, line by line", "\uFEFF---\na: 1\n---\n", "1.10", "gsd-frontmatter-missing"},
		{"ends early", "---\na: 1\n----\nb: 2\n---\n", "", "gsd-frontmatter-unclosed"},
		{"never ends", "---\na: 1\n\ntext\n", "", "gsd-frontmatter-unclosed"},
		{"ends with a comment", "---\na: 1\n# one\n---\n", "", "a=1"},
		{"starts with comments", "---\n# one\n## two\n\na: 1\n---\n\n# Title\n", "", "a=1"},
		{"starts with a comment, line by line", "---\n# one\na: 1\n---\n\n# Title\n", "1.10", "a=1"},
		{"never ends behind a comment", "---\n# one\na: 1\n\n# Title\n", "", "gsd-frontmatter-unclosed"},
		{"ends behind a title", "---\na: 1\n\n# One\n\n---\n", "", "gsd-frontmatter-unclosed"},
		{"CRLF", "---\r\na: 1\r\n---\r\n", "", "a=1"},
		{"alias", "---\na: *b\n---\n", "", "gsd-frontmatter-unparseable"},
		{"quotes do not mend it", "---\na:\n\\  - x\n  - `y\n---\n", "", "gsd-frontmatter-unparseable"},
	} {
		f := Read(c.in, c.edition)
		var got []string
		for _, p := range f.Root.Pairs {
			text := Text(p.Value)
			for i, item := range p.Value.Items {
				text += strings.Repeat("|", min(i, 1)) + Text(item)
			}
			got = append(got, p.Key+"="+text)
		}
		if f.Fault != nil {
			got = []string{f.Fault.Rule}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %s, want %s", c.name, strings.Join(got, " "), c.want)
		}
	}
}

// FuzzRead holds that no text makes a reader crash, and that all places lie in it.
func FuzzRead(f *testing.F) {
	f.Add("---\na:\n\\  - x\nfiles: `3\n---\n")
	f.Add("---\na: [b,\n  c]\nd: |\n  e\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, edition := range []string{"", "1.10"} {
			front := Read(text, edition)
			if front.Fault != nil && (front.Fault.Span.Start < 0 || front.Fault.Span.End > len(text)) {
				t.Errorf("the fault lies outside: %v", front.Fault.Span)
			}
		}
	})
}

// TestUnclosedFix holds what editors offer for a line that starts with three dashes: it goes where keys follow, and
// else becomes the end.
func TestUnclosedFix(t *testing.T) {
	for in, want := range map[string]string{
		"---\na: 1\n----\nb: 2\n---\n": "take the line out",
		"---\na: 1\n----\n\nText.\n":   "write ---",
	} {
		if f := Read(in, ""); f.Fault == nil || len(f.Fault.Fixes) != 1 || f.Fault.Fixes[0].Title != want {
			t.Errorf("%q: got %+v, want %s", in, f.Fault, want)
		}
	}
}
