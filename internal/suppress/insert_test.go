package suppress_test

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/suppress"
)

// TestPlaces puts a comment at each place for a finding at the first "!": it suppresses the rule there, and nowhere within
// what programs take as it stands.
func TestPlaces(t *testing.T) {
	const above, behind, file = "above", "behind", "file"
	for name, c := range map[string]struct{ path, dialect, text, want string }{
		"a line":            {"a.md", "none", "# a\n\n  b !\n", above + " " + behind + " " + file + " " + file},
		"CRLF":              {"a.md", "none", "# a\r\n\r\nb !\r\n", above + " " + behind + " " + file + " " + file},
		"a row of a table":  {"a.md", "none", "| a |\n|---|\n| ! |\n", behind + " " + file + " " + file},
		"a line of its own": {"a.md", "none", "<task>\n<verify>!</verify>\n</task>\n", above + " " + behind + " " + file + " " + file},
		"a command":         {"a.md", "none", "<task>\n<verify>\n! run\n</verify>\n</task>\n", file + " " + file},
		"an opening tag":    {"a.md", "none", "<task !>\n<verify>\nrun\n</verify>\n</task>\n", above + " " + behind + " " + file + " " + file},
		"frontmatter":       {"a.md", "yaml", "---\na: !\n---\nb\n", above + " " + behind + " " + file + " " + file},
		"unread front":      {"a.md", "none", "---\na:\n  - !\n---\nb\n", above + " " + file + " " + file},
		"its first line":    {"a.md", "none", "---\na: !\n---\nb\n", above + " " + file + " " + file},
		"an entry":          {"a.md", "none", "b\n\na: !\n", above + " " + file + " " + file},
		"a further entry":   {"a.md", "none", "a: b\nc: !\n", file + " " + file},
		"a field":           {"a.md", "none", "a\n**B c:** !\n", above + " " + file + " " + file},
		"YAML":              {"a.yaml", "yaml", "a:\n  b: x ! y\n", above + " " + behind + " " + file},
		"a heading":         {"a.md", "none", "a\n\n# b !\nc\n", above + " " + file + " " + file},
		"before a heading":  {"a.md", "none", "# a\nb !\n# c\n", above + " " + behind + " " + file + " " + file},
		"around an element": {"a.md", "none", "<a>\n<b>c</b>\n!\n</a>\n", above + " " + behind + " " + file + " " + file},
		"behind an element": {"a.md", "none", "<a>\n<b>c</b>\n</a>\n!\n", above + " " + behind + " " + file + " " + file},
		"an empty element":  {"a.md", "none", "<a><b></b>\n! c\n</a>\n", above + " " + behind + " " + file + " " + file},
		"an example":        {"a.md", "none", "`<a>`\n! c\n`</a>`\n", above + " " + behind + " " + file + " " + file},
		"JSON":              {"a.json", "json", "{\"a\": \"!\"}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			at := strings.Index(c.text, "!")
			var got []string
			in := &document.Input{Path: c.path, Kind: "nubos/verification", Dialect: c.dialect}
			for _, p := range suppress.Places(document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return []byte(c.text), nil }), at) {
				comment := p.Comment([]string{"enum", "type"}, "r")
				text := c.text[:p.At] + comment + c.text[p.At:]
				now := at
				if p.At <= at {
					now += len(comment)
				}
				directives, said := read(c.path, c.dialect, text)
				if len(directives) != 1 || len(said) != 0 || !directives[0].Covers("enum", "nubos/verification", now) ||
					!directives[0].Covers("type", "nubos/verification", now) {
					t.Errorf("in %q nothing is suppressed: %v", text, said)
				}
				switch {
				case p.WholeFile():
					got = append(got, file)
				case p.At <= at:
					got = append(got, above)
				default:
					got = append(got, behind)
				}
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
	if got := suppress.Places(nil, 0); got != nil {
		t.Errorf("without a document there is %v", got)
	}
}

// TestCheckReason holds which texts are no reason: what is not seen, ends a comment or is no text.
func TestCheckReason(t *testing.T) {
	for _, reason := range []string{"from the old tool", "图书 -- née", "👩\u200d🚀"} {
		if err := suppress.CheckReason(reason); err != nil {
			t.Errorf("%q: %v", reason, err)
		}
	}
	for _, reason := range []string{" ", "a\nb", "a-->b", "a--!>b", "\x1b[31mred", "\x01", "\u2028", "\u202e", "a\xff", "\ufeffa"} {
		if suppress.CheckReason(reason) == nil {
			t.Errorf("%q is a reason", reason)
		}
	}
}
