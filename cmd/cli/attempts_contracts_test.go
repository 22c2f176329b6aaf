package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsContracts tries contracts with very much of one thing over files with very much of it.
func TestAttemptsContracts(t *testing.T) {
	scratch.OfOneSize(t)
	const (
		tooLong = "this takes too long to be checked against"
		block   = "[[blocks]]\nheading = \"### {SC-n}: {title}\"\n"
		fields  = block + "[blocks.fields]\n"
		element = "[[elements]]\nname = \"e\"\n"
		front   = "[frontmatter]\n"
	)
	tables := func(n int, table string) string { return numbered(min(n, 200), table) }
	words := func(n int, word string) string { return "[" + numbered(n, `"`+word+`~", `) + `"z"]` + "\n" }
	x := func(n int, title string) string { return numbered(n, "### SC-~: t\n- **X:** "+title+"\n") }
	var prefixed strings.Builder
	for i := range 190 {
		fmt.Fprintf(&prefixed, "[[blocks]]\nheading = \"### {X%c%c-n}: {title}\"\nfields.X = {}\n", 'A'+i/26, 'A'+i%26)
	}
	var attempts []attempt
	for _, a := range []struct {
		name, contract, document string
	}{
		{"forbidden texts", block + "forbidden = " + words(30_000, "w"), x(12_000, "a value of it")},
		{"words of a field", fields + "X.enum = " + words(30_000, "w"), x(30_000, "a")},
		{"near words of a field", fields + "X.enum = " + words(900, "abcdefghijklm"), x(45_000, "abcdefghiklm~")},
		{"fields that are missing", fields + numbered(20_000, "F~ = {}\n"), numbered(50_000, "### SC-~: t\n- **Fi:** a\n")},
		{"fields that are there again", fields + numbered(1000, "F~ = {}\n"), "### SC-1: t\n" + strings.Repeat(numbered(1000, "- **F~:** a\n"), 80)},
		{"blocks that nobody sees on a long line", block, strings.Repeat("**SC-1", 300_000)},
		{"sections that are there", tables(200, "[[sections]]\nheading = \"## A\"\nname = \"a~\"\ntext = true\n"), strings.Repeat("## A\n", 60_000)},
		{"sections that are near", tables(200, "[[sections]]\nheading = \"## Sect~ abcdefgh\"\n"), numbered(70_000, "## Sekt~ abcdefgh\n")},
		{"elements in one", element + tables(199, "[[elements]]\nname = \"f~\"\nin = \"e\"\nmin = 1\n"), strings.Repeat("<e></e>", 49_000)},
		{"attributes of elements", element + "[elements.attributes]\n" + numbered(3000, "x~ = {}\n"), strings.Repeat("<e></e>\n", 25_000)},
		{"matches of patterns", tables(200, "[[patterns]]\nname = \"p~\"\npattern = \"x\"\nmax = 1\n"), strings.Repeat("xx\n", 450_000)},
		{"a pattern of many words", "[[patterns]]\nname = \"p\"\npattern = '" + numbered(150, "w~|") + "w'\nforbidden = true\n", strings.Repeat("w1 w1\n", 300_000)},
		{"words of a list", front + "properties.a.items.enum = " + words(30_000, "w"), "---\na: " + words(90_000, "v") + "---\n"},
		{"words of a list that are none of some", front + "properties.a.items.enum = " + words(1000, "w"), "---\na: " + words(20_000, "v") + "---\n"},
		{"keys that are missing", front + "required = " + words(20_000, "k") + numbered(20_000, "properties.p~ = {}\n"),
			"---\n" + numbered(45_000, "m~: 1\n") + "---\n"},
		{"keys that are near", front + numbered(900, "properties.property~ = {}\n"), "---\n" + numbered(45_000, "propertie~: 1\n") + "---\n"},
	} {
		attempts = append(attempts, attempt{name: a.name, files: own(a.contract, a.document), status: 1, want: tooLong})
	}
	attempts = append(attempts, attempt{name: "headings without a title", status: anyStatus,
		files: own(prefixed.String(), strings.Repeat("#\n", 190_000))})
	attempts = append(attempts, attempt{name: "keys that a key demands", status: 1, want: tooLong,
		files: own(front+"dependentRequired.a = "+words(50_000, "k"), "---\na: 1\n"+numbered(45_000, "propertie~: 1\n")+"---\n")},
		attempt{name: "a line to add of very many keys", status: 1, never: tooLong,
			files: own("[[patterns]]\nname = \"p\"\npattern = \"x\"\nmin = 1\nstub = \""+strings.Repeat("{a}", 1_000)+"\"\n", "---\na: "+strings.Repeat("y", 1_000_000)+"\n---\n")})
	for _, text := range []string{
		"[[patterns]]\nname = \"p\"\npattern = \"x\"\nforbidden = true\nmessage = \"~\"\n", "[[patterns]]\nname = \"p\"\npattern = \"x\"\nmin = 1\nstub = \"~\"\n",
		"[[patterns]]\nname = \"~\"\npattern = \"x\"\nforbidden = true\n", fields + "X.message = \"~\"\n", fields + "~ = {}\n", block + "section = \"~\"\n",
		"[[sections]]\nheading = \"## ~\"\n", "[[elements]]\nname = \"~\"\n", front + "forbidden.x = \"~\"\n", front + "required = [\"~\"]\n", "[follows]\ninvariant = \"~\"\n",
	} {
		attempts = append(attempts, attempt{name: "a long text in " + text[:strings.Index(text, "~")], status: 2, want: "contracts/a.toml:",
			files: own(strings.Replace(text, "~", strings.Repeat("m", 900_000), 1), strings.Repeat("x <x>\n", 200_000))})
	}
	attempts = append(attempts, attempt{name: "a long example", status: 0, files: own("[example]\ntext = \"\"\"\n"+strings.Repeat("m\n", 300_000)+"\"\"\"\n", "m\n")})
	// Some are made out without being held against all else.
	attempts = append(attempts,
		attempt{name: "elements that are never closed", status: anyStatus, never: tooLong, files: own(element, strings.Repeat("<e>", 99_000))},
		attempt{name: "elements that are told of", status: anyStatus, never: tooLong, files: own(element+"again = true\n", strings.Repeat("a <e> ", 99_000))},
		attempt{name: "closing tags", status: anyStatus, never: tooLong, files: own(element, strings.Repeat("</e>\n", 99_000))},
		attempt{name: "forbidden values", files: own(fields+"X.forbidden_values = "+words(5_000, "w"), x(20_000, "a")), never: tooLong},
		attempt{name: "blocks that stand elsewhere", status: 1, never: tooLong,
			files: own(block+"section = \"A\"\nfields.X = {}\n", strings.Repeat("## A\n### foo\n- **X:** a\n", 50_000))},
		attempt{name: "keys that a key demands and few have", status: 1, never: tooLong,
			files: own(front+"properties.a = {}\ndependentRequired.a = "+words(40_000, "k"), "---\na: 1\n---\n")},
		attempt{name: "sections like one long heading", never: tooLong, files: own(tables(200, "[[sections]]\nheading = \"## a~\"\nrecommended = true\n"),
			"## a\t"+again("a ", 900_000)+"\n")},
		attempt{name: "a table on one line", status: 2, want: "unknown", files: own("x = { a = 1"+many(60_000, ", a~ = 1")+" }\n", "A\n")},
		attempt{name: "tables of one block", status: 1, want: tooLong, files: own(strings.Repeat(block, 200), x(60_000, "a"))},
		attempt{name: "lines of a state that nobody reads", want: ", 42 and 959 more)", never: tooLong,
			files: own("dialect = \"state\"\n", "---\n"+strings.Repeat("# a\n", 30_000)+"a:\n"+strings.Repeat("- b\n", 30_000)+"---\n")},
		attempt{name: "tags without an end", status: anyStatus, never: tooLong, files: own(element, strings.Repeat("<e ", 99_000)+"</e>")})
	try(t, attempts)
}
