package suppress_test

import (
	"fmt"
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
		"a line":              {"a.md", "none", "# a\n\n  b !\n", above + " " + behind + " " + file + " " + file},
		"CRLF":                {"a.md", "none", "# a\r\n\r\nb !\r\n", above + " " + behind + " " + file + " " + file},
		"a row of a table":    {"a.md", "none", "| a |\n|---|\n| ! |\n", behind + " " + file + " " + file},
		"a line of its own":   {"a.md", "none", "<task>\n<verify>!</verify>\n</task>\n", above + " " + behind + " " + file + " " + file},
		"a command":           {"a.md", "none", "<task>\n<verify>\n! run\n</verify>\n</task>\n", file + " " + file},
		"an opening tag":      {"a.md", "none", "<task !>\n<verify>\nrun\n</verify>\n</task>\n", above + " " + behind + " " + file + " " + file},
		"frontmatter":         {"a.md", "yaml", "---\na: !\n---\nb\n", above + " " + behind + " " + file + " " + file},
		"unread front":        {"a.md", "none", "---\na:\n  - !\n---\nb\n", above + " " + file + " " + file},
		"its first line":      {"a.md", "none", "---\na: !\n---\nb\n", above + " " + file + " " + file},
		"an entry":            {"a.md", "none", "b\n\na: !\n", above + " " + file + " " + file},
		"a further entry":     {"a.md", "none", "a: b\nc: !\n", file + " " + file},
		"a field":             {"a.md", "none", "a\n**B c:** !\n", above + " " + file + " " + file},
		"YAML":                {"a.yaml", "yaml", "a:\n  b: x ! y\n", above + " " + behind + " " + file},
		"a heading":           {"a.md", "none", "a\n\n# b !\nc\n", above + " " + file + " " + file},
		"before a heading":    {"a.md", "none", "# a\nb !\n# c\n", above + " " + behind + " " + file + " " + file},
		"around an element":   {"a.md", "none", "<a>\n<b>c</b>\n!\n</a>\n", above + " " + behind + " " + file + " " + file},
		"behind an element":   {"a.md", "none", "<a>\n<b>c</b>\n</a>\n!\n", above + " " + behind + " " + file + " " + file},
		"an empty element":    {"a.md", "none", "<a><b></b>\n! c\n</a>\n", above + " " + behind + " " + file + " " + file},
		"an example":          {"a.md", "none", "`<a>`\n! c\n`</a>`\n", above + " " + behind + " " + file + " " + file},
		"behind frontmatter":  {"a.md", "yaml", "---\na: b\n---\n! c\n", above + " " + behind + " " + file + " " + file},
		"behind unread front": {"a.md", "none", "---\na: b\n---\n! c\n", above + " " + behind + " " + file + " " + file},
		"a tag before text":   {"a.md", "none", "<verify x=\"!\">\nc\n</verify>\n", above + " " + file + " " + file},
		"a tag never closed":  {"a.md", "none", "<verify x=\"!\">\nc\n", above + " " + behind + " " + file + " " + file},
		"examples around it":  {"a.md", "none", "```\n<a>\n```\n! c\n```\n</a>\n```\n", above + " " + behind + " " + file + " " + file},
		"JSON":                {"a.json", "json", "{\"a\": \"!\"}\n", ""},
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

// TestPlacesInTurn asks for places in several lines, some behind and some in front of the one before.
func TestPlacesInTurn(t *testing.T) {
	for _, c := range []struct{ dialect, text, want string }{
		{"yaml", "---\na: b\n---\nc\nd\n", "[0 3 13 17] [4 8 13 17] [13 14 13 17] [15 16 13 17] [4 8 13 17] [13 14 13 17] [13 17]"},
		{"none", "---\na: b\n---\nc\nd\n", "[13 17] [4 13 17] [13 14 13 17] [15 16 13 17] [4 13 17] [13 14 13 17] [9 13 17]"},
		{"yaml", "---\na: [\n---\nc\nd\n", "[0 3 0 17] [4 8 0 17] [0 17] [0 17] [4 8 0 17] [0 17] [0 17]"},
	} {
		in := &document.Input{Path: "a.md", Kind: "nubos/verification", Dialect: c.dialect}
		read := func(*document.Input) ([]byte, *document.Problem) { return []byte(c.text), nil }
		p := suppress.NewPlacer(document.Parse(in, read))
		var got []string
		for _, offset := range []int{0, 5, 13, 15, 4, 13, 9} {
			var at []int
			for _, place := range p.Places(offset) {
				at = append(at, place.At)
			}
			got = append(got, fmt.Sprint(at))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s %q: got  %s\nwant %s", c.dialect, c.text, got, c.want)
		}
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
