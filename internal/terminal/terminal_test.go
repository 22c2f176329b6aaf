package terminal

import (
	"io"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/rivo/uniseg"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name, line string
		columns    int
		indent     string
		want       string
	}{
		{"fits", "one two", 7, "", "one two"},
		{"no limit", "one two", 0, "", "one two"},
		{"words", "one two three", 8, "", "one two\nthree"},
		{"indent", "one two three four", 9, "  ", "one two\n  three\n  four"},
		{"blanks within a line stay", "  a  b  c", 7, "", "  a  b\nc"},
		{"hyphens hold", "an agent-invalid-tier", 19, "", "an\nagent-invalid-tier"},
		{"a word longer than a line", "agents/np-finder.md x", 10, "", "agents/np-\nfinder.md\nx"},
		{"no place to break", "abcdefghij", 4, "", "abcd\nefgh\nij"},
		{"wide characters", "図書図書図書", 5, "", "図書\n図書\n図書"},
		{"clusters", strings.Repeat("e\u0301", 5), 2, "", "e\u0301e\u0301\ne\u0301e\u0301\ne\u0301"},
		{"an indent that leaves no room", "one two", 5, "       ", "one\ntwo"},
	} {
		if got := Wrap(c.line, c.columns, c.indent); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestParagraphs(t *testing.T) {
	text := "one two\nthree four\n\n- item one\n  goes on\n- item two\n1. first\n\n```sh\na b c d e f g\n```\n| a | b | c | d |\n"
	want := "one two three\nfour\n\n- item one\n  goes on\n- item two\n1. first\n\n```sh\na b c d e f g\n```\n| a | b | c | d |\n"
	if got := Paragraphs(text, 13); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Paragraphs(text, 0); got != text {
		t.Errorf("without a limit it becomes\n%s", got)
	}
}

func TestTable(t *testing.T) {
	rows := [][]string{{"id", "level", "what it says"}, {"検索", "error", "the first of all rules that there are"}, {"b", "", "short"}}
	for _, c := range []struct {
		name    string
		columns int
		want    string
	}{
		{"no limit", 0, "> id    level  what it says\n> 検索  error  the first of all rules that there are\n> b            short\n"},
		{"last column broken", 40, "> id    level  what it says\n> 検索  error  the first of all rules\n>              that there are\n> b            short\n"},
		{"last column below", 29, "> id    level\n>     what it says\n> 検索  error\n>     the first of all rules\n>     that there are\n> b\n>     short\n"},
	} {
		if got := Table("> ", rows, c.columns); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestHeaded(t *testing.T) {
	names := []string{"milestone", "missing", "errors", "open"}
	rows := [][]string{{"M001 Lending", "CONTEXT, ROADMAP", "1", "-"}, {"M002", "-", "12", "3 of 4"}}
	for columns, want := range map[int]string{
		0:  "  milestone     missing           errors  open\n  M001 Lending  CONTEXT, ROADMAP  1       -\n  M002          -                 12      3 of 4\n",
		40: "  milestone   missing     errors  open\n  M001        CONTEXT,    1       -\n  Lending     ROADMAP\n  M002        -           12      3 of 4\n",
		30: "  M001 Lending\n      missing: CONTEXT,\n      ROADMAP; errors: 1\n  M002\n      errors: 12; open: 3 of 4\n",
	} {
		if got := Headed("  ", names, rows, columns); got != want {
			t.Errorf("%d columns: got\n%s\nwant\n%s", columns, got, want)
		}
	}
}

// TestTableFits holds that no line of a table is wider than it may be.
func TestTableFits(t *testing.T) {
	rows := [][]string{
		{strings.Repeat("repository/", 6), "12", "the rules that are broken most", "+2 errors"},
		{"short", "1", strings.Repeat("図", 40), "-"},
	}
	for _, columns := range []int{20, 30, 40, 60, 80, 120} {
		for line := range strings.Lines(Table("  ", rows, columns) + Headed("  ", rows[0], rows, columns)) {
			if width := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); width > columns {
				t.Errorf("%d columns: %q has %d", columns, line, width)
			}
		}
	}
}

func TestLink(t *testing.T) {
	const want = "\x1b]8;;file:///a%20b\x1b\\x\x1b]8;;\x1b\\"
	if got := Link("file:///a%20b", "x"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, address := range []string{"", "file:///a b", "x\x1b\\", "x\a", "x\u009c", "ü"} {
		if got := Link(address, "x"); got != "x" {
			t.Errorf("%q became the link %q", address, got)
		}
	}
}

func TestKnowsLinks(t *testing.T) {
	for _, c := range []struct {
		env  string
		want bool
	}{
		{"", false}, {"TERM=xterm-256color", false}, {"TERM=xterm-kitty", true}, {"TERM_PROGRAM=vscode", true},
		{"TERM_PROGRAM=Apple_Terminal", false}, {"VTE_VERSION=7200", true}, {"VTE_VERSION=4801", false}, {"WT_SESSION=x", true},
		{"TERM_PROGRAM=vscode CI=true", false}, {"TERM=xterm FORCE_HYPERLINK=1", true}, {"TERM=xterm-kitty FORCE_HYPERLINK=0", false},
	} {
		env := map[string]string{}
		for _, variable := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(variable, "=")
			env[name] = value
		}
		if got := KnowsLinks(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%q: got %v", c.env, got)
		}
	}
}

func TestNoTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for name, w := range map[string]io.Writer{"no file": io.Discard, os.DevNull: null} {
		if Is(w) || Columns(w) != 0 {
			t.Errorf("%s is taken for a terminal of %d columns", name, Columns(w))
		}
	}
}

// FuzzWrap holds that breaking a line loses nothing but blanks, and that each line fits.
func FuzzWrap(f *testing.F) {
	for _, line := range []string{"", "one two three", "agents/np-finder.md:1:2: error", "図書 図書図書", "e\u0301e\u0301 \u200d x", "\t a  b"} {
		f.Add(line, 7, "  ")
	}
	f.Fuzz(func(t *testing.T, line string, columns int, indent string) {
		if strings.ContainsAny(line, "\n\r\v\f\u0085\u2028\u2029\x1c\x1d\x1e\x1f") || columns < 1 || columns > 200 || strings.Trim(indent, " ") != "" {
			return
		}
		bare := func(s string) string {
			return strings.Map(func(r rune) rune {
				if unicode.IsSpace(r) {
					return -1
				}
				return r
			}, s)
		}
		got := Wrap(line, columns, indent)
		if bare(got) != bare(strings.ToValidUTF8(line, "\ufffd")) && bare(got) != bare(line) {
			t.Fatalf("%q in %d columns became %q", line, columns, got)
		}
		for part := range strings.SplitSeq(got, "\n") {
			if width := uniseg.StringWidth(strings.TrimSpace(part)); width > max(columns, 2) && uniseg.GraphemeClusterCount(strings.TrimSpace(part)) > 1 {
				t.Errorf("%q in %d columns has the line %q of %d", line, columns, part, width)
			}
		}
	})
}

// TestTableOfOneWideCell holds that one wide cell does not make each of many rows as wide.
func TestTableOfOneWideCell(t *testing.T) {
	rows := [][]string{{strings.Repeat("x", 100_000), "a"}}
	for range 1000 {
		rows = append(rows, []string{"x", "b"})
	}
	got := Table("", rows, 0)
	if most := 100_000 + 1000*(mostPadded+10); len(got) > most {
		t.Errorf("the table has %d bytes, want at most %d", len(got), most)
	}
	if want := "x" + strings.Repeat(" ", mostPadded-1) + gap + "b\n"; !strings.HasSuffix(got, want) {
		t.Errorf("the last row is %q, want %q", got[len(got)-len(want):], want)
	}
}
