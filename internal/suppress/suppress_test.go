package suppress_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nplint/nplint/analyzers/document"
	nubos "github.com/nplint/nplint/analyzers/nubos/dialect"
	"github.com/nplint/nplint/internal/suppress"
	"github.com/nplint/nplint/rules"
)

// read reads the directives of one artefact, and what cannot work in it.
func read(path, dialect, text string) ([]*suppress.Directive, []document.Finding) {
	return readWith(nil, path, dialect, text)
}

// readWith is read for a run that knows other rules; nil is the built-in ones.
func readWith(known *rules.Catalogue, path, dialect, text string) ([]*suppress.Directive, []document.Finding) {
	in := &document.Input{Path: path, Kind: "nubos/verification", Dialect: dialect}
	if dialect == "nubos" {
		in.Reader = nubos.Read
	}
	d := document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
	return suppress.Read(d, known)
}

// lines writes down which lines of a text, from 1, a directive is about.
func lines(d *suppress.Directive, text string) string {
	var found []string
	for i, line := range strings.SplitAfter(text, "\n") {
		start := len(strings.Join(strings.SplitAfter(text, "\n")[:i], ""))
		if d.Reach.Contains(start) || line == "" && d.Reach.Contains(len(text)) {
			found = append(found, fmt.Sprint(i+1))
			if !strings.HasSuffix(text, "\n") && start+len(line) == len(text) && !d.Reach.Contains(len(text)) {
				found = append(found, "but for its end")
			}
		}
	}
	return strings.Join(found, " ")
}

// TestOwnRules suppresses a finding of a rule that only the run's catalogue has.
func TestOwnRules(t *testing.T) {
	const page = "---\nid: house-title\ntitle: Title\nseverity: error\nanalyzer: house\nkinds: any\n" +
		"fix: none\nsince: 0.1.0\nsource: nplint\ntags: style\n---\n\nWhy.\n"
	var builtIn *rules.Catalogue
	known, err := builtIn.With(fstest.MapFS{"house/house-title.md": {Data: []byte(page)}})
	if err != nil {
		t.Fatal(err)
	}
	const text = "<!-- nplint-ignore house-title -- r -->\nb\n"
	if directives, said := readWith(known, "a.md", "yaml", text); len(directives) != 1 || len(said) != 0 {
		t.Errorf("with the catalogue: %d directives and %v", len(directives), said)
	}
	if directives, said := read("a.md", "yaml", text); len(directives) != 0 || len(said) != 1 {
		t.Errorf("without it: %d directives and %v", len(directives), said)
	}
	_, said := readWith(known, "a.md", "yaml", "<!-- nplint-ignore house-titel -- r -->\nb\n")
	if len(said) != 1 || !strings.Contains(said[0].Message, "did you mean house-title?") {
		t.Errorf("misspelt: %v", said)
	}
}

func TestReach(t *testing.T) {
	for name, c := range map[string]struct{ path, text, want string }{
		"its own line":             {"a.md", "a\nb <!-- nplint-ignore enum -- r -->\nc\n", "enum: 2"},
		"the next line":            {"a.md", "a\n<!-- nplint-ignore enum -- r -->\nb\nc\n", "enum: 3"},
		"indented":                 {"a.md", "  <!-- nplint-ignore enum -- r -->\n  b\n", "enum: 2"},
		"beyond blank lines":       {"a.md", "<!-- nplint-ignore enum -- r -->\n\n \t\nb\nc\n", "enum: 4"},
		"several for one line":     {"a.md", "<!-- nplint-ignore enum -- r -->\n\n<!-- nplint-ignore type -- r -->\nb\nc\n", "enum: 4, type: 4"},
		"several rules":            {"a.md", "<!-- nplint-ignore enum, type ,min -- r -->\nb\n", "enum type min: 2"},
		"over lines":               {"a.md", "<!--\nnplint-ignore\n  enum -- r\n  and more\n-->\nb\n", "enum: 6"},
		"in front of text":         {"a.md", "x <!-- nplint-ignore\nenum -- r --> y\nb\n", "enum: 1 2"},
		"nothing follows":          {"a.md", "a\n<!-- nplint-ignore enum -- r -->\n", "enum: "},
		"without line end":         {"a.md", "a\nb <!-- nplint-ignore enum -- r -->", "enum: 2"},
		"CRLF":                     {"a.md", "a\r\n<!-- nplint-ignore enum -- r -->\r\n\r\nb\r\nc\r\n", "enum: 4"},
		"a block":                  {"a.md", "a\n<!-- nplint-ignore-start enum -- r -->\nb\nc\n<!-- nplint-ignore-end enum -->\nd\n", "enum: 2 3 4 5"},
		"blocks in one another":    {"a.md", "<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-start type -- r -->\nb\n<!-- nplint-ignore-end enum -->\nc\n<!-- nplint-ignore-end type -->\nd\n", "enum: 1 2 3 4, type: 2 3 4 5 6"},
		"blocks of one rule":       {"a.md", "<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-start enum -- r -->\nb\n<!-- nplint-ignore-end enum -->\nc\n<!-- nplint-ignore-end enum -->\n", "enum: 1 2 3 4 5 6, enum: 2 3 4"},
		"an end in another order":  {"a.md", "<!-- nplint-ignore-start enum, type -- r -->\nb\n<!-- nplint-ignore-end type,enum -->\n", "enum type: 1 2 3"},
		"the file":                 {"a.md", "---\na: b\n---\n\nc\n\n<!-- nplint-ignore-file verification/enum -- r -->\n", "verification/enum: 1 2 3 4 5 6 7 8"},
		"a contract with its pack": {"a.md", "<!-- nplint-ignore nubos/verification/enum -- r -->\nb\n", "nubos/verification/enum: 2"},
		"an id with a colon":       {"a.md", "<!-- nplint-ignore agent:missing-completeness-link -- r -->\nb\n", "agent:missing-completeness-link: 2"},
		"until a day":              {"a.md", "b <!-- nplint-ignore enum, type until=2026-12-31 -- r -->\nc\n", "enum type until 2026-12-31: 1"},
		"a block until a day":      {"a.md", "<!-- nplint-ignore-start enum until=2026-12-31 -- r -->\nb\n<!-- nplint-ignore-end enum -->\n", "enum until 2026-12-31: 1 2 3"},
		"YAML until a day":         {"a.yaml", "a: 1 # nplint-ignore enum until=2026-12-31 -- r\n", "enum until 2026-12-31: 1"},
		"a day in the reason":      {"a.md", "<!-- nplint-ignore enum -- r until=2026-12-31 -->\nb\n", "enum: 2"},
		"dashes in the reason":     {"a.md", "<!-- nplint-ignore enum -- r -- and - more -->\nb\n", "enum: 2"},
		"in a fence":               {"a.md", "```\n<!-- nplint-ignore enum -- r -->\n```\n", ""},
		"in a code span":           {"a.md", "`<!-- nplint-ignore enum -- r -->`\n", ""},
		"not closed":               {"a.md", "<!-- nplint-ignore enum -- r\n", ""},
		"other comments":           {"a.md", "<!-- eslint-ignore enum -->\n<!-- nplint is fine -->\n<!-- now -->\n<!---->\n", ""},
		"on several lines":         {"a.md", "a <!-- nplint-ignore enum -- r --> <!-- nplint-ignore type -- r\n-->\nb\n", "enum: 1, type: 1 2"},
		"an end ends one":          {"a.md", "<!-- nplint-ignore-start enum -- r -->\na\n<!-- nplint-ignore-end enum -->\n<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end enum -->\n", "enum: 1 2 3, enum: 4 5"},
		"YAML":                     {"a.yaml", "a: 1 # nplint-ignore enum -- r\n# nplint-ignore type -- r\nb: 2\n", "enum: 1, type: 3"},
		"YAML, several #":          {"a.yaml", "a: 1 ## nplint-ignore enum -- r\n### nplint-ignore type -- r\nb: 2\nc: '# ## nplint-ignore enum -- r'\n", "enum: 1, type: 3"},
		"YAML blocks":              {"a.yaml", "# nplint-ignore-start enum -- r\na: 1\n# nplint-ignore-end enum\nb: 2\n", "enum: 1 2 3"},
		"YAML texts": {"a.yaml", "a: 'x # nplint-ignore enum -- r'\nb: |\n  # nplint-ignore enum -- r\nc: \"\n  # nplint-ignore enum -- r\"\n" +
			"? \"# nplint-ignore enum -- r\"\n: e#nplint-ignore enum -- r\n", ""},
		"YAML of two documents":  {"a.yaml", "---\n# nplint-ignore enum -- r\na: 1\n---\n", ""},
		"YAML, an empty comment": {"a.yaml", "# nplint-ignore enum -- r\na: 1 #", "enum: 2"},
		"broken YAML":            {"a.yaml", "a: [ # nplint-ignore enum -- r\n", ""},
		"YAML frontmatter":       {"a.md", "---\na: 1 # nplint-ignore enum -- r\n---\n# nplint-ignore type -- r\n", "enum: 2"},
	} {
		t.Run(name, func(t *testing.T) {
			directives, said := read(c.path, "yaml", c.text)
			var got []string
			for _, d := range directives {
				var names []string
				for _, n := range d.Names {
					names = append(names, n.Text)
				}
				if d.Until != "" {
					names = append(names, "until", d.Until)
				}
				got = append(got, strings.Join(names, " ")+": "+lines(d, c.text))
			}
			if got := strings.Join(got, ", "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			for _, d := range said {
				t.Errorf("unexpected: %s %s", d.Rule, d.Message)
			}
		})
	}
}

// TestReachCR ends lines as positions do: a lone CR ends one, too.
func TestReachCR(t *testing.T) {
	const text = "a\r<!-- nplint-ignore enum -- r -->\r\rb\rc\r"
	directives, said := read("a.md", "yaml", text)
	if len(directives) != 1 || len(said) > 0 {
		t.Fatalf("got %d directives and %v", len(directives), said)
	}
	if reach := directives[0].Reach; text[reach.Start:reach.End] != "b\r" {
		t.Errorf("it reaches %q", text[reach.Start:reach.End])
	}
}

func TestFaults(t *testing.T) {
	const unknown, syntax, reason = "suppression-unknown-rule", "suppression-syntax", "suppression-without-reason"
	for name, c := range map[string]struct{ text, rule, says, fixed string }{
		"unknown rule":            {"<!-- nplint-ignore enmu, type -- r -->\n", unknown, `there is no rule "enmu", so nothing is suppressed; did you mean enum?`, "<!-- nplint-ignore enum, type -- r -->\n"},
		"unknown rule in a block": {"<!-- nplint-ignore-start enmu -- r -->\n<!-- nplint-ignore-end enmu -->\n", unknown, "did you mean enum?", "<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end enum -->\n"},
		"nothing like it":         {"<!-- nplint-ignore something-else-entirely -- r -->\n", unknown, "`nplint rules` lists all", ""},
		"another contract":        {"<!-- nplint-ignore agent/enum -- r -->\n", unknown, `"agent/enum" is about files of another contract, so nothing is suppressed in this nubos/verification; write verification/enum`, "<!-- nplint-ignore verification/enum -- r -->\n"},
		"not to be suppressed":    {"<!-- nplint-ignore file-unreadable -- r -->\n", unknown, "file-unreadable cannot be suppressed", ""},
		"itself":                  {"<!-- nplint-ignore suppression-unused -- r -->\n", unknown, "suppression-unused cannot be suppressed", ""},
		"no reason":               {"a <!-- nplint-ignore enum -->\n", reason, "the suppression gives no reason, so it suppresses nothing", "a\n"},
		"blank reason":            {"a\n\n<!-- nplint-ignore enum -- -->\n\nb\n", reason, "gives no reason", "a\n\nb\n"},
		"misspelt":                {"<!-- nplint-ignor enum -- r -->\n", syntax, `"nplint-ignor" suppresses nothing; did you mean nplint-ignore?`, "<!-- nplint-ignore enum -- r -->\n"},
		"another linter's word":   {"<!-- nplint-ignore-next-line enum -- r -->\n", syntax, "did you mean nplint-ignore?", "<!-- nplint-ignore enum -- r -->\n"},
		"a line":                  {"<!-- nplint-ignore-line enum -- r -->\n", syntax, "did you mean nplint-ignore?", "<!-- nplint-ignore enum -- r -->\n"},
		"a colon":                 {"<!-- nplint: ignore enum -- r -->\n", syntax, "did you mean nplint-ignore?", "<!-- nplint-ignore enum -- r -->\n"},
		"upper case":              {"<!-- NPLINT-IGNORE enum -- r -->\n", syntax, "did you mean nplint-ignore?", "<!-- nplint-ignore enum -- r -->\n"},
		"unlike any":              {"<!-- nplint-disable enum -- r -->\n", syntax, `"nplint-disable" suppresses nothing; nplint knows nplint-ignore, nplint-ignore-start with nplint-ignore-end, and nplint-ignore-file`, ""},
		"no rule":                 {"<!-- nplint-ignore -- r -->\n", syntax, "names no rule, so it suppresses nothing; write `<!-- nplint-ignore RULE -- reason -->`", ""},
		"nothing at all":          {"<!-- nplint-ignore-file -->\n", syntax, "names no rule", ""},
		"a comma too much":        {"<!-- nplint-ignore enum,, type -- r -->\n", syntax, "there is a comma with no rule beside it", ""},
		"no comma":                {"<!-- nplint-ignore enum type -- r -->\n", syntax, `"enum type" is no rule id, so nothing is suppressed; write the ids with commas between them, and the reason behind`, ""},
		"no day":                  {"<!-- nplint-ignore enum until=2026-02-30 -- r -->\n", syntax, `"2026-02-30" is no day; write one as 2026-12-31, or nothing is suppressed`, ""},
		"an empty day":            {"<!-- nplint-ignore enum until= -- r -->\n", syntax, `"" is no day`, ""},
		"a day written otherwise": {"<!-- nplint-ignore enum until 2026-12-31 -- r -->\n", syntax, `"enum until 2026-12-31" is no rule id, so nothing is suppressed; write the last day behind the ids as until=2026-12-31`, ""},
		"a day alone":             {"<!-- nplint-ignore until=2026-12-31 -- r -->\n", syntax, "names no rule", ""},
		"a day too late":          {"<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end enum until=2026-12-31 -->\n", syntax, "the last day of a block stands where it starts; move it there", ""},
		"an end of other rules":   {"<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end type -->\n", syntax, "no block of type is open here, and the one of enum that starts in line 1 is not ended, so neither suppresses anything; an end names the rules of its start: `<!-- nplint-ignore-end enum -->`", ""},
		"an end of no rules":      {"<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end -->\n", syntax, "the end names no rule, so the block of enum that starts in line 1 suppresses nothing", "<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end enum -->\n"},
		"an end of the last":      {"<!-- nplint-ignore-start min -- r -->\n<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end type -->\n<!-- nplint-ignore-end min -->\n", syntax, "the one of enum that starts in line 2 is not ended", ""},
		"an end too much":         {"<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end type -->\n<!-- nplint-ignore-end enum -->\n", syntax, "no block of type is open here, so this ends nothing", ""},
		"an end behind the end":   {"<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end enum -->\n<!-- nplint-ignore-end type -->\n", syntax, "no block of type is open here, so this ends nothing", ""},
		"as many as there may be": {"<!-- nplint-ignore " + strings.Repeat("enum, ", 999) + "enmu -- r -->\n", unknown, "did you mean enum?", "<!-- nplint-ignore " + strings.Repeat("enum, ", 999) + "enum -- r -->\n"},
		"a letter too few":        {"<!-- nplnt-ignore enum -- r -->\n", syntax, "did you mean nplint-ignore?", "<!-- nplint-ignore enum -- r -->\n"},
		"another verb":            {"<!-- nplint-disable-next-line enum -- r -->\n", syntax, `"nplint-disable-next-line" suppresses nothing; nplint knows`, ""},
		"dashes without a blank":  {"<!-- nplint-ignore enum --r -->\n", syntax, `"enum --r" is no rule id`, ""},
		"dashes right behind it":  {"<!-- nplint-ignore enum-- r -->\n", syntax, `"enum-- r" is no rule id`, ""},
		"dashes alone":            {"a <!-- nplint-ignore enum ---->\n", reason, "gives no reason", "a\n"},
		"a blank line below":      {"a\n<!-- nplint-ignore enum -- -->\n\nb\n", reason, "gives no reason", "a\n\nb\n"},
		"a blank line above":      {"a\n\n<!-- nplint-ignore enum -- -->\nb\n", reason, "gives no reason", "a\n\nb\n"},
		"dashes before dashes":    {"<!-- nplint-ignore enum ---- -- r -->\n", syntax, `"enum ----" is no rule id`, ""},
		"a front never closed":    {"---\na: 1 # nplint-ignore enmu -- r\n<!-- nplint-ignore enmu -- r -->\n", unknown, "did you mean enum?", "---\na: 1 # nplint-ignore enmu -- r\n<!-- nplint-ignore enum -- r -->\n"},
		"an end of the inner":     {"<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-start enum -- r -->\n<!-- nplint-ignore-end enum -->\n<!-- nplint-ignore-end type -->\n", syntax, "the one of enum that starts in line 1 is not ended", ""},
		"another dash":            {"<!-- nplint-ignore enum — r -->\n", syntax, `"enum — r" is no rule id`, ""},
		"never ended":             {"<!-- nplint-ignore-start enum -- r -->\na\n", syntax, "is never ended, so it suppresses nothing; write `<!-- nplint-ignore-end enum -->` behind its last line", ""},
		"never started":           {"<!-- nplint-ignore-end enum -->\n", syntax, "no block of enum is open here", ""},
		"too many":                {strings.Repeat("<!-- nplint-ignore enum -- r -->\n", 1001), syntax, "the file has more than 1000 suppressions", ""},
		"too many in one":         {"<!-- nplint-ignore " + strings.Repeat("enun, ", 1000) + "enum -- r -->\n", syntax, "the file has more than 1000 suppressions", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, said := read("a.md", "none", c.text)
			if len(said) != 1 || said[0].Rule != c.rule || !strings.Contains(said[0].Message, c.says) {
				t.Fatalf("got %+v\nwant one finding of %s that says: %s", said, c.rule, c.says)
			}
			fixed := ""
			for _, fix := range said[0].Fixes {
				fixed = apply(t, c.text, fix)
			}
			if fixed != c.fixed {
				t.Errorf("fixed to %q, want %q", fixed, c.fixed)
			}
		})
	}
}

// TestRename writes a rule otherwise in a comment and the end of its block, and in no other.
func TestRename(t *testing.T) {
	const text = "<!-- nplint-ignore-start %[1]s -- r -->\n<!-- nplint-ignore %[2]s -- r -->\n<!-- nplint-ignore-end %[1]s -->\n" +
		"<!-- nplint-ignore-start type, %[2]s -- r -->\n<!-- nplint-ignore-end type, %[2]s -->\n<!-- nplint-ignore %[2]s -- r -->\n"
	before := fmt.Sprintf(text, "enmu", "enmu")
	_, said := read("a.md", "none", before)
	slices.SortFunc(said, func(a, b document.Finding) int { return a.Span.Start - b.Span.Start })
	if len(said) != 4 {
		t.Fatalf("got %+v", said)
	}
	if got, want := apply(t, before, said[0].Fixes[0]), fmt.Sprintf(text, "enum", "enmu"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want := strings.TrimSuffix(before, "enmu -- r -->\n") + "enum -- r -->\n"
	if got := apply(t, before, said[3].Fixes[0]); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// apply makes the edits of a fix.
func apply(t testing.TB, text string, fix document.Fix) string {
	t.Helper()
	edits := slices.Clone(fix.Edits)
	slices.SortFunc(edits, func(a, b document.Edit) int { return b.Span.Start - a.Span.Start })
	end := len(text)
	for _, e := range edits {
		if e.Span.Start < 0 || e.Span.Start > e.Span.End || e.Span.End > end {
			t.Fatalf("an edit of %v before one at %d", e.Span, end)
		}
		text, end = text[:e.Span.Start]+e.Text+text[e.Span.End:], e.Span.Start
	}
	return text
}

func TestWithout(t *testing.T) {
	const text = "a\n\n<!-- nplint-ignore-start enum, type, min -- r -->\n\nb\n<!-- nplint-ignore-end min, enum, type -->\n"
	for drop, want := range map[string]string{
		"type":          "a\n\n<!-- nplint-ignore-start enum, min -- r -->\n\nb\n<!-- nplint-ignore-end enum, min -->\n",
		"enum type min": "a\n\nb\n",
	} {
		directives, _ := read("a.md", "none", text)
		fix := directives[0].Without(func(n suppress.Name) bool { return slices.Contains(strings.Fields(drop), n.Text) })[0]
		if got := apply(t, text, fix); got != want {
			t.Errorf("without %s: %q, want %q", drop, got, want)
		}
	}
}

// FuzzSuppression reads any text: what is found lies in it, and what is taken out is no longer found.
func FuzzSuppression(f *testing.F) {
	for _, text := range []string{
		"---\na: 1 # nplint-ignore enum -- r\n---\n\n<!-- nplint-ignore-start enum, type -- r -->\nb\n<!-- nplint-ignore-end type, enum -->\n",
		"a <!-- nplint-ignore enum --> <!-- nplint: ignore enmu -- -->\n\r\n<!--nplint-ignore-file enum -- r-->", "# nplint-ignore enum -- r\na: |\n # nplint-ignore enum -- r\n",
	} {
		f.Add(uint8(0), text)
		f.Add(uint8(1), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		path, dialect := "a.md", []string{"yaml", "none", "nubos"}[which%3]
		if which > 127 {
			path, dialect = "a.yaml", "yaml"
		}
		directives, said := read(path, dialect, text)
		for _, d := range said {
			if d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(text) {
				t.Fatalf("%q: %+v", text, d)
			}
			for _, fix := range d.Fixes {
				apply(t, text, fix)
			}
		}
		for _, d := range directives {
			if d.Reach.Start < 0 || d.Reach.End < d.Reach.Start || d.Reach.End > len(text)+1 || len(d.Names) == 0 {
				t.Fatalf("%q: %+v", text, d)
			}
		}
	})
}
