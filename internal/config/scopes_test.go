package config

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/scratch"
	"github.com/nplint/nplint/rules"
)

// house is what a run knows that has rules of a house beside the built-in ones.
func house(t *testing.T) Known {
	t.Helper()
	pages := fstest.MapFS{}
	page := func(id, severity, more string) {
		pages["house/"+id+".md"] = &fstest.MapFile{Data: []byte("---\nid: " + id + "\ntitle: Title\nseverity: " + severity +
			"\nanalyzer: house\nkinds: any\nfix: none\nsince: 0.1.0\nsource: nplint\ntags: style\n" + more + "---\n\nWhy.\n")}
	}
	page("house-a", "error", "")
	page("house-b", "warning", "renamed-from: house-older\n")
	page("house-less", "error", "lesser: info\n")
	page("house-strict", "error", "preset: strict\n")
	page("house-early", "error", "preview: true\n")
	page("house-gone", "error", "removed-in: 0.1.0\n")
	var none *rules.Catalogue
	known, err := none.With(pages)
	if err != nil {
		t.Fatal(err)
	}
	return Known{Rules: known, Packs: rules.Packs(), Version: "0.2.0"}
}

// estate is a tree with three configurations, one of them in an excluded directory.
const estate = `
-- .nplint.toml --
exclude = ["old", "none/**"]
contracts.dirs = ["kinds", "empty"]
[rules]
house-a = "info"
house-b = "warning"
house-less = "error"
house-older.severity = "warning"
house-gone = "off"
house-strict = "warning"
cc-agent-document = "warning"
cc-agent-shadow = "info"
agreement-score-low = { min = 0.5 }
"decision/enum" = "off"
"decision/missing-required" = "error"
[[overrides]]
paths = ["sub/**"]
rules = { house-a = "warning", house-older = "error" }
[[overrides]]
paths = ["sub/x*", "nowhere/**"]
rules = { house-a = "off", house-gone = "error" }
[[suppressions]]
paths = ["a.json", "sub/**"]
rules = ["house-a", "house-older", "decision/enum", "house-gone"]
reason = "known"
until = "2026-01-01"
[[suppressions]]
paths = ["a.json"]
rules = ["house-a", "house-less"]
reason = "known"
at = "$.a"
[[suppressions]]
paths = ["a.*", "*.json"]
rules = ["house-b"]
reason = "known"
[[suppressions]]
paths = ["b.json"]
rules = ["house-a", "enum"]
reason = "known"
at = "$.x"
[[suppressions]]
paths = ["b.json"]
rules = ["house-less"]
reason = "known"
until = "2026-01-01"
-- kinds/card.toml --
-- empty/notes --
-- old/.nplint.toml --
[rules]
house-a = "error"
-- sub/.nplint.toml --
exclude = ["drafts/"]
[rules]
house-b = "off"
[[suppressions]]
paths = ["x.json"]
rules = ["house-a"]
reason = "known"
-- sub/apart/.nplint.toml --
root = true
[rules]
house-b = "info"
-- sub/unlinted/.nplint.toml --
[rules]
house-b = "off"
-- sub/wrong/.nplint.toml --
preset = "strict"
since = "0.1.0"
[rules]
agreement-score-low = { min = 0.4 }
`

// settled writes a tree into a directory without symbolic links, and returns that.
func settled(t *testing.T, tree string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(tree)).Files {
		name := filepath.Join(dir, "estate", filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// scopesIn returns the scopes of a run over a directory in one that holds estate.
func scopesIn(t *testing.T, dir, base string) *Scopes {
	t.Helper()
	work := filepath.Join(dir, "estate")
	c, err := Load(filepath.Join(work, Name), house(t))
	if err != nil {
		t.Fatal(err)
	}
	return c.Scopes(Where{Base: filepath.Join(dir, filepath.FromSlash(base)), WorkDir: work,
		Kinds: []string{"team/decision"}, Nested: true})
}

// TestLevels holds how much rules weigh in files, by their pages, configurations in one another and the caller, against
// what was read once.
func TestLevels(t *testing.T) {
	dir := settled(t, estate)
	var out strings.Builder
	files := []string{"a.json", "sub/a.json", "sub/xa.json", "sub/apart/a.json", "old/a.json"}
	fmt.Fprintf(&out, "severity in %s, each as it is, lesser, mild, past and least; . is off, and ! turned off\n",
		strings.Join(files, ", "))
	letters := map[report.Severity]string{report.Off: ".", report.Info: "i", report.Warning: "w", report.Error: "e"}
	for _, choice := range []Choice{
		{}, {Only: []string{"house-strict", "core"}}, {Enable: []string{"house", "decision/enum"}},
		{Disable: []string{"style", "agent/enum"}},
		{Only: []string{"house-older"}, Enable: []string{"house-a"}, Disable: []string{"house-early"}},
	} {
		l := Levels{scopesIn(t, dir, "estate"), choice}
		fmt.Fprintf(&out, "\nonly %q, enable %q, disable %q\n", choice.Only, choice.Enable, choice.Disable)
		for _, asked := range []string{
			"house-a", "house-b", "house-older", "house-less", "house-strict", "house-early", "own", "enum",
			"team/decision enum", "claude/agent enum", "claude/agent cc-agent-name", "file-unreadable", "claude/agent file-unreadable", "claude/agent internal-error",
		} {
			kind, rule, ok := strings.Cut(asked, " ")
			if !ok {
				kind, rule = "", asked
			}
			fmt.Fprintf(&out, "%-29s", asked)
			for _, file := range files {
				out.WriteByte(' ')
				for _, of := range []func(string, string, string) report.Severity{l.Of, l.Lesser, l.Mild, l.Past, l.Least} {
					out.WriteString(letters[of(rule, kind, file)])
				}
				if l.TurnedOff(rule, kind, file) {
					out.WriteByte('!')
				} else {
					out.WriteByte(' ')
				}
			}
			out.WriteByte('\n')
		}
	}
	scratch.Golden(t, "levels.txt", out.String())
}

// TestScopes holds what configurations say of files below several bases, and what in them is of no use, against what was
// read once.
func TestScopes(t *testing.T) {
	dir := settled(t, estate)
	var out strings.Builder
	say := func(format string, args ...any) {
		out.WriteString(strings.TrimRight(strings.ReplaceAll(fmt.Sprintf(format, args...), dir, "DIR"), " ") + "\n")
	}
	for _, base := range []string{"estate", "estate/sub", "estate/sub/apart", "estate/kinds", ".", "elsewhere"} {
		s := scopesIn(t, dir, base)
		say("\n# %s", base)
		for _, dir := range []string{"", "estate", "sub/drafts", "nowhere/at/all"} {
			s.Plain(dir) // which changes nothing
		}
		for _, file := range []string{"a.json", "old/a", "old", "sub/drafts/a", "drafts/a", "wrong/a", "sub/wrong/a",
			"sub/apart/drafts/a", "sub/unlinted/a", "estate/a", "estate/old", "estate/sub/drafts/a"} {
			scope := s.Of(file)
			name := scope.Relative(file)
			if back, ok := scope.FromRelative(name); back != file || !ok {
				t.Errorf("%s below %s is called %s, and that is %s (%t)", file, base, name, back, ok)
			}
			outer := s.Outer().Relative(file)
			if back, ok := s.Outer().FromRelative(outer); back != file || !ok {
				t.Errorf("%s below %s is called %s by the outermost, and that is %s (%t)", file, base, outer, back, ok)
			}
			why := s.Excluding(file)
			if s.Excluded(file) != (why != "") {
				t.Errorf("%s below %s is excluded, or not: %q", file, base, why)
			}
			say("%s is %q of %s %s", file, name, scope.Config.Dir, why)
		}
		if s.Outer().Apart() {
			say("the configuration is of another place")
		}
		if err := s.Err(); err != nil {
			say("%v", err)
		}
		for _, c := range s.Configs() {
			say("configuration of %s", c.Dir)
		}
		whole := s.Whole(func(dir string) bool { return dir != "sub/apart" })
		say("suppressing: %q; any: %t, %t, %t", whole.Suppressing(), whole.Any(),
			whole.Has(".nplint.toml"), whole.Has("sub/.nplint.toml"))
		linted := []string{"a.json", "b.json", "sub/a.json", "sub/x.json"}
		unused := whole.Unused(linted, map[string]*rules.Contract{"team/decision": {File: "kinds/card.toml"}})
		suppressor := Suppressor{Used: Places{}, Today: "2026-06-01"}
		for _, f := range []report.Finding{
			{Rule: "house-a", Path: "a.json", At: "$.a"}, {Rule: "house-a", Path: "a.json", At: "$.b"}, {Rule: "house-a", Path: "a.json", At: "$.a"},
			{Rule: "house-b", Path: "a.json"}, {Rule: "house-b", Path: "b.json"}, {Rule: "house-less", Path: "a.json"}, {Rule: "enum", Path: "a.json"},
			{Rule: "enum", Kind: "team/decision", Path: "a.json"}, {Rule: "house-a", Path: "sub/x.json"}, {Rule: "house-a", Path: "sub/y.json"},
		} {
			if is, over := suppressor.Suppresses(s.Of(f.Path), &f); is || over != "" {
				say("%s %s of %s at %s is suppressed: %t, until %s", f.Rule, f.Kind, f.Path, f.At, is, over)
			}
		}
		unused = append(unused, whole.UnusedSuppressions(suppressor.Used, Linted{"2026-06-01", linted,
			func(i int) bool { return i != 2 }, func(i int, rule string) bool { return rule != "house-less" || i > 0 }})...)
		slices.SortFunc(unused, func(a, b Unused) int {
			return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, strings.Compare(a.Message, b.Message))
		})
		for _, u := range unused {
			text, err := os.ReadFile(filepath.Join(s.Base, filepath.FromSlash(u.File)))
			if err != nil {
				t.Fatal(err)
			}
			start, end := u.Span(document.NewLines(text))
			say("%s:%d: %s at %q, %s: %s", u.File, u.Line, text[start:end], u.At, u.Rule, u.Message)
		}
	}
	scratch.Golden(t, "scopes.txt", strings.TrimPrefix(out.String(), "\n"))
}

// TestChoice refuses selectors that select nothing.
func TestChoice(t *testing.T) {
	known := house(t).Rules
	for selector, want := range map[string]string{
		"house-a": "", "house-older": "", "house": "", "style": "", "decision/house-a": "", "team/decision/house-older": "",
		"hous-a":          "unknown rule, tag or pack \"hous-a\" (did you mean \"house-a\"?); `nplint rules` lists all",
		"decision":        "unknown rule, tag or pack \"decision\"; `nplint rules` lists all",
		"decision/style":  "unknown rule \"style\" in \"decision/style\" (did you mean \"state\"?); `nplint rules` lists all",
		"decision/hous-a": "unknown rule \"hous-a\" in \"decision/hous-a\" (did you mean \"house-a\"?); `nplint rules` lists all",
		"decisio/house-a": "unknown contract \"decisio\" in \"decisio/house-a\" (did you mean \"decision\"?); `nplint contract list` lists all",
		"style/house-a":   "unknown contract \"style\" in \"style/house-a\"; `nplint contract list` lists all",
	} {
		for _, choice := range []Choice{{Only: []string{selector}}, {Enable: []string{"house-a", selector}}, {Disable: []string{selector}}} {
			got := ""
			if err := choice.Check(known, []string{"team/decision"}); err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%s: got  %s\nwant %s", selector, got, want)
			}
		}
	}
	for selectors, want := range map[string]string{
		"house-older house-a": "house-a house-b", "house": "house-a house-b house-early house-less house-strict", "style": "house-a house-b house-early house-less house-strict",
	} {
		chosen, err := Select(known, strings.Fields(selectors))
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, rule := range chosen {
			if rule.Pack == "house" {
				ids = append(ids, rule.ID)
			}
		}
		if got := strings.Join(ids, " "); got != want || selectors == "house" && len(ids) != len(chosen) {
			t.Errorf("%s: got %s of %d", selectors, got, len(chosen))
		}
	}
	if all, err := Select(known, nil); err != nil || len(all) != len(known.All()) {
		t.Errorf("without a selector there are %d rules (%v)", len(all), err)
	}
	if _, err := Select(known, []string{"hous"}); err == nil {
		t.Error("a word that selects nothing is accepted")
	}
}

// TestExceeded has globs that took all that they may: the run says whose they are.
func TestExceeded(t *testing.T) {
	s := scopesIn(t, settled(t, estate), "estate")
	if err := s.Exceeded(); err != nil {
		t.Errorf("nothing was asked, and the error is %v", err)
	}
	name := "sub/.nplint.toml"
	s.outer.Config.index.effort.over.Store(&name)
	for _, err := range []error{s.Exceeded(), s.Err()} {
		if err == nil || !strings.Contains(err.Error(), "sub/.nplint.toml: its globs take too long") {
			t.Errorf("the error is %v", err)
		}
	}
}
