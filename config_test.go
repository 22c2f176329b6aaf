package nplint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// writeConfig writes a configuration file into a new directory that also holds the directory "contracts" and the file "notes", and
// returns its path.
func writeConfig(t testing.TB, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "contracts"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, ConfigName)
	for name, text := range map[string]string{file: text, filepath.Join(dir, "notes"): ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

func loadText(t testing.TB, text string) *Config {
	t.Helper()
	c, err := LoadConfig(writeConfig(t, text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// mistakes returns the message of err, which is about the file, without the file's directory.
func mistakes(err error, file string) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), filepath.Dir(file)+string(filepath.Separator), "")
}

const fullConfig = `version = 1
packs = ["nubos"]
exclude = ["fixtures/**", "tmp/"]
fail_level = "warning"
max_file_size = "2MiB"

[contracts]
dirs = ["./contracts/"]

[nexus]
contract = "0.6"

[rules]
missing-required = "off"
"verification/missing-required" = { severity = "info" }
agreement-score-low = { severity = "error", min = 1 }

[[overrides]]
paths = ["agents/legacy/**"]
[overrides.rules]
"team/decision/missing-required" = "error"

[[overrides]]
paths = ["agents/old"]
rules.missing-required = "warning"
`

func TestLoadConfig(t *testing.T) {
	c := loadText(t, fullConfig)
	off, info, warning, failure := Off, Info, Warning, Error
	want := &Config{
		File: c.File, Dir: filepath.Dir(c.File), name: c.name, places: c.places,
		Packs: []string{"nubos"}, Exclude: []string{"fixtures/**", "tmp/"}, FailLevel: FailLevel(Warning), MaxFileSize: 2 << 20,
		ContractDirs: []string{"contracts"}, Editions: map[string]string{"nexus": "0.6"},
		Rules: map[string]RuleConfig{
			"missing-required":              {Severity: &off},
			"verification/missing-required": {Severity: &info},
			"agreement-score-low":           {Severity: &failure, Options: map[string]any{"min": 1.0}},
		},
		Overrides: []Override{
			{Paths: []string{"agents/legacy/**"}, Rules: map[string]RuleConfig{"team/decision/missing-required": {Severity: &failure}}},
			{Paths: []string{"agents/old"}, Rules: map[string]RuleConfig{"missing-required": {Severity: &warning}}},
		},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
	if !filepath.IsAbs(c.File) {
		t.Errorf("File %q is not absolute", c.File)
	}
}

func TestLoadConfigOfNothing(t *testing.T) {
	for _, text := range []string{"", "# only a comment", "\uFEFFversion = 1\r\n", "[rules]\n"} {
		c := loadText(t, text)
		want := DefaultConfig()
		want.File, want.Dir, want.name, want.places = c.File, c.Dir, c.name, c.places
		if !reflect.DeepEqual(c, want) {
			t.Errorf("%q: got %+v, want the defaults %+v", text, c, want)
		}
	}
	if len(DefaultConfig().Packs) != len(rules.Packs()) {
		t.Error("the defaults do not have all packs")
	}
}

// TestMistakes holds the whole message of each file, PACKS standing for the list of packs.
func TestMistakes(t *testing.T) {
	const inDir = "a glob is relative to the configuration's directory: write it without "
	const below = "must lie below the configuration's directory"
	for _, test := range []struct{ text, want string }{
		{"verison = 1", `1: unknown key "verison" (did you mean "version"?)`},
		{"version = 2", "1: version: must be 1, not 2"},
		{"version = \"1\"", "1: version: must be an integer, not a string"},
		{"\n\npacks = \"nubos\"", `3: packs: must be a list, not a string; write ["nubos"]`},
		{"packs = [\n  \"nubos\",\n  \"nubso\", # here\n]", `3: packs[1]: "nubso": write PACKS (did you mean "nubos"?)`},
		{"packs = []", "1: packs: must not be empty"},
		{"packs = [\"decisions\"]", `1: packs[0]: "decisions": write PACKS; a pack of your own contracts is on without being named`},
		{"fail_level = \"Eror\"", `1: fail_level: "Eror": write error, warning, info or never (did you mean "error"?)`},
		{"fail_level = \"off\"", `1: fail_level: "off": write error, warning, info or never`},
		{"max_file_size = 0", "1: max_file_size: must be from 1 to 1073741824, not 0"},
		{"max_file_size = 1.5", "1: max_file_size: must be an integer or a string, not a number"},
		{"max_file_size = \"16MB\"", `1: max_file_size: "16MB": write a whole number and a unit, B, KiB, MiB or GiB, such as "32MiB"`},
		{"max_file_size = \"9999999999GiB\"", `1: max_file_size: "9999999999GiB": is more than 1GiB`},
		{"max_file_size = \"2GiB\"", `1: max_file_size: "2GiB": is more than 1GiB`},
		{"exclude = [\"a[\"]", `1: exclude[0]: "a[": bad glob: a bracket or brace is not closed, a class is empty, or a backslash stands at the end`},
		{"exclude = [\"/a\"]", `1: exclude[0]: "/a": ` + inDir + "the slash at its start"},
		{"exclude = [\"./a\"]", `1: exclude[0]: "./a": ` + inDir + "empty, . and .. segments"},
		{"exclude = [\"a/..\"]", `1: exclude[0]: "a/..": ` + inDir + "empty, . and .. segments"},
		{"exclude = [\"a//b\"]", `1: exclude[0]: "a//b": ` + inDir + "empty, . and .. segments"},
		{`exclude = ['a\b']`, `1: exclude[0]: "a\\b": a glob has slashes, not backslashes, between directories`},
		{"exclude = [\"!a\"]", `1: exclude[0]: "!a": a glob cannot be negated: list what is meant instead`},
		{"exclude = [\"\"]", "1: exclude[0]: must not be empty"},
		{"exclude = [2024-01-01]", "1: exclude[0]: must be a string, not a date"},
		{"contracts = 1", "1: contracts: must be a table, not an integer"},
		{"contracts.dir = []", `1: unknown key "dir" (did you mean "dirs"?)`},
		{"[contracts]\ndirs = [\"../x\"]", `2: contracts.dirs[0]: "../x": ` + below + ": write a relative path that does not go up"},
		{"[contracts]\ndirs = [\"/etc\"]", `2: contracts.dirs[0]: "/etc": ` + below + ": write a relative path that does not go up"},
		{"[contracts]\ndirs = [\"contracts/..\"]", `2: contracts.dirs[0]: "contracts/..": ` + below + ", and not be it"},
		{"[contracts]\ndirs = [\"none\"]", `2: contracts.dirs[0]: "none": there is no such directory in the configuration's directory`},
		{"[contracts]\ndirs = [\"notes\"]", `2: contracts.dirs[0]: "notes": is not a directory`},
		{"[rules]\ninternal-error = \"off\"", `2: internal-error cannot be set: it says that something was not judged, `},
		{"[rules]\n\"agent/file-unreadable\" = \"off\"", `2: file-unreadable cannot be set: `},
		{"[[overrides]]\npaths = [\"a\"]\n[overrides.rules]\nfile-unreadable = \"info\"", `4: file-unreadable cannot be set: `},
		{"[rules]\nmissing-requird = \"off\"", `2: unknown rule "missing-requird" (did you mean "missing-required"?)`},
		{"[rules]\nmissing-required = \"of\"", `2: rules.missing-required: "of": write off, info, warning or error (did you mean "off"?)`},
		{"[rules]\nmissing-required = false", "2: rules.missing-required: must be a string or a table, not a boolean"},
		{"[rules]\nmissing-required = {}", "2: rules.missing-required: must not be empty"},
		{"[rules]\nmissing-required = { sevrity = \"off\" }", `2: unknown key "sevrity" (did you mean "severity"?)`},
		{"[rules]\nfail_level = \"info\"", `2: unknown rule "fail_level"; it is a key of the whole file: write it above the first [table]`},
		{"[rules]\n\"verification/missing-requird\" = \"off\"",
			`2: unknown rule "missing-requird" (did you mean "missing-required"?)`},
		{"[rules]\n\"verificaton/missing-required\" = \"off\"", `2: unknown contract "verificaton" (did you mean "verification"?)`},
		{"[rules]\n\"nubos/verificaton/missing-required\" = \"off\"",
			`2: unknown contract "nubos/verificaton" (did you mean "nubos/verification"?)`},
		{"[rules]\n\"/missing-required\" = \"off\"", `2: unknown contract ""`},
		{"contracts.dirs = [\"contracts\"]\n[rules]\n\"a/b/c/missing-required\" = \"off\"", `3: unknown contract "a/b/c"`},
		{"[rules.agreement-score-low]\nseverity = \"off\"\nmni = 1", `3: unknown key "mni" (did you mean "min"?)`},
		{"[rules.agreement-score-low]\nmin = \"1\"", "2: rules.agreement-score-low.min: must be a number, not a string"},
		{"[rules.agreement-score-low]\nmin = nan", "2: rules.agreement-score-low.min: must be a finite number"},
		{"[overrides]\npaths = [\"a\"]", "1: overrides: must be a list, not a table; write [[overrides]]"},
		{"[[overrides]]\npaths = [\"a\"]", "1: overrides[0]: rules is missing"},
		{"[[overrides]]\npaths = []\nrules.missing-required = \"off\"", "2: overrides[0].paths: must not be empty"},
		{"[[overrides]]\npaths = [\"a\"]\n[overrides.rules]", "3: overrides[0].rules: must not be empty"},
		{"[[overrides]]\npaths = [\"a\"]\nrules.missing-required = \"off\"\n" +
			"[[overrides]]\npaths = [\"b\"]\n[overrides.rules]\nmissing-required = \"on\"",
			`7: overrides[1].rules.missing-required: "on": write off, info, warning or error`},
		{"overrides = [\n  { paths = [\"a\"], rules = { missing-required = \"off\" } },\n  { path = [\"b\"] },\n]",
			"3: overrides[1]: paths is missing\n" + `.nplint.toml:3: overrides[1]: rules is missing` + "\n" +
				`.nplint.toml:3: unknown key "path" (did you mean "paths"?)`},
		{"[[overrides]]\npaths = [\"a\"]\nrules.agreement-score-low = { min = 1 }", `3: unknown key "min": only severity can be set here; ` +
			"options, of the rules that have them, are set for all files in [rules] under the rule's id"},
		{"\"\\u001B[2J\" = 1\nexclude = [\"\\u001B[2J/..\"]", `1: unknown key "\x1b[2J"` + "\n" +
			`.nplint.toml:2: exclude[0]: "\x1b[2J/..": ` + inDir},
		{"# one\nfail_level = error", "2: is not TOML: "},
		{"packs = []\npacks = []", "2: is not TOML: Key 'packs' has already been defined."},
		{"version = 1\nexclude = [\"\xff\"]", "2: is not UTF-8 text: there is the byte 0xFF"},
		{"version = 1\n\x00", "2: is not UTF-8 text: there is the byte 0x00"},
		{"a = " + strings.Repeat("[", 1000), "1: is nested more than 16 levels deep"},
		{"\na" + strings.Repeat(".a", 1000) + " = 1", "2: is nested more than 16 levels deep"},
	} {
		file := writeConfig(t, test.text)
		c, err := LoadConfig(file, nil)
		got := mistakes(err, file)
		want := ConfigName + ":" + strings.ReplaceAll(test.want, "PACKS", document.OneOf(packNames()))
		if !strings.HasPrefix(got, want) || strings.Count(got, "\n") != strings.Count(want, "\n") {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, want)
		}
		if c != nil {
			t.Errorf("%s\nthere is a configuration besides the error", test.text)
		}
	}
}

func TestUnreadableFile(t *testing.T) {
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge.toml")
	if err := os.WriteFile(huge, bytes.Repeat([]byte("#"), maxConfigSize+1), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, want string }{
		{dir, ": is a directory; the configuration is a file"},
		{huge, ": is larger than 1MiB: no configuration needs that"},
		{filepath.Join(dir, "none\x1b.toml"), `none\u001B.toml: cannot be read: `},
	} {
		if _, err := LoadConfig(test.file, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.file, err, test.want)
		}
	}
	if os.Geteuid() > 0 { // nothing is unreadable to root
		if err := os.Chmod(huge, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadConfig(huge, nil); err == nil || !strings.Contains(err.Error(), "cannot be read: permission denied") {
			t.Errorf("unreadable file: got %v", err)
		}
	}
}

func TestContractDirLink(t *testing.T) {
	file := writeConfig(t, "contracts.dirs = [\"out\"]\n")
	if err := os.Symlink(t.TempDir(), filepath.Join(filepath.Dir(file), "out")); err != nil {
		t.Skip("no symbolic links here")
	}
	if _, err := LoadConfig(file, nil); err == nil || !strings.Contains(err.Error(), "path escapes from parent") {
		t.Errorf("got %v", err)
	}
}

func TestFindConfig(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, ConfigName)
	for _, dir := range []string{"repo/.git", "repo/sub/deep", "other/sub"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	inRepo := filepath.Join(root, "repo", "sub", ConfigName)
	find := func(dir, want string) {
		t.Helper()
		got, found, err := FindConfig(filepath.Join(root, dir))
		if got != want || found != (want != "") || err != nil {
			t.Errorf("%s: got %q, %v, %v, want %q", dir, got, found, err, want)
		}
	}
	find(".", file)
	find("other/sub", file)
	find("repo/sub/deep", "")
	// A link that leads nowhere is found too: it must not be ignored in silence.
	if err := os.Symlink("nowhere", inRepo); err != nil {
		t.Skip("no symbolic links here")
	}
	find("repo/sub/deep", inRepo)
	// The outermost counts, unless one further down says that it does.
	outer := filepath.Join(root, "repo", ConfigName)
	if err := os.WriteFile(outer, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	find("repo/sub/deep", outer)
	deep := filepath.Join(root, "repo", "sub", "deep", ConfigName)
	for text, want := range map[string]string{"root = true": deep, "root = false": outer, "root = \"yes\"": outer, "root = [": outer} {
		if err := os.WriteFile(deep, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		find("repo/sub/deep", want)
	}
}

// TestExtendsWithoutEnd gives a configuration whose files each extend the next one twice, which would be read 2^20 times.
func TestExtendsWithoutEnd(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		text := fmt.Sprintf("extends = [\"%d.toml\", \"%d.toml\"]\n", i+1, i+1)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.toml", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "20.toml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := LoadConfig(filepath.Join(dir, "0.toml"), nil)
	if err == nil || !strings.Contains(err.Error(), "the configuration is made of more than 64 files") {
		t.Errorf("got %v", err)
	}
}

func TestSeverity(t *testing.T) {
	c := loadText(t, `[rules]
missing-required = "info"
"verification/missing-required" = "warning"
"nubos/verification/missing-required" = "error"
[[overrides]]
paths = ["old", "**/*.tmp"]
rules."verification/missing-required" = "off"
[[overrides]]
paths = ["old/agents"]
rules.missing-required = "error"
`)
	for _, test := range []struct {
		rule, kind, file string
		want             Severity
	}{
		{"agreement-score-low", "nubos/verification", "a.md", Warning},
		{"missing-required", "", "a.md", Info},
		{"missing-required", "nubos/agent", "a.md", Info},
		{"missing-required", "team/verification", "a.md", Warning},
		{"missing-required", "nubos/verification", "a.md", Error},
		{"missing-required", "nubos/verification", "old/a.md", Off},
		{"missing-required", "nubos/agent", "old/a.md", Info},
		{"missing-required", "nubos/verification", "older/a.md", Error},
		{"missing-required", "nubos/verification", "x/y.tmp", Off},
		{"missing-required", "nubos/verification", "old/agents/deep/a.md", Error},
		{"missing-required", "nubos/verification", "../old/a.md", Error},
	} {
		if got := c.Severity(test.rule, test.kind, test.file, Warning); got != test.want {
			t.Errorf("%s of %q in %s: got %s, want %s", test.rule, test.kind, test.file, got, test.want)
		}
	}
}

// TestOptions sets every option of every rule to another value of its type.
func TestOptions(t *testing.T) {
	if got := DefaultConfig().Option("agreement-score-low", "min"); got != 0.5 {
		t.Errorf("default of agreement-score-low.min: got %v, want 0.5", got)
	}
	if got := DefaultConfig().Option("agreement-score-low", "max"); got != nil {
		t.Errorf("unknown option: got %v", got)
	}
	for _, rule := range rules.All() {
		for name, value := range rule.Options {
			text, want := `"x"`, any("x")
			switch value := value.(type) {
			case float64:
				text, want = fmt.Sprint(value+1), value+1
			case bool:
				text, want = fmt.Sprint(!value), !value
			case []string:
				text, want = `["x", "y"]`, []string{"x", "y"}
			}
			c := loadText(t, fmt.Sprintf("[rules.%s]\n%s = %s\n", rule.ID, name, text))
			if got := c.Option(rule.ID, name); !reflect.DeepEqual(got, want) {
				t.Errorf("%s.%s: got %#v, want %#v", rule.ID, name, got, want)
			}
			if got := c.Severity(rule.ID, "", "a", Warning); got != Warning {
				t.Errorf("%s: an option changed the severity to %s", rule.ID, got)
			}
		}
	}
}

func TestExcluded(t *testing.T) {
	c := &Config{Exclude: []string{"fixtures/**", "tmp/", "**/*.bak", "a/{b,c}/*"}}
	for path, want := range map[string]bool{
		"fixtures": true, "fixtures/x/y.md": true, "sub/fixtures/x.md": false, "fixtures.md": false,
		"tmp": true, "tmp/x": true, "x/tmp": false,
		"x.bak": true, "d/x.bak/y": true,
		"a/b": false, "a/b/x": true, "a/c/x/y": true, "a/d/x": false,
		"": false, ".": false, "..": false, "../x.bak": false, "..x.bak": true,
	} {
		if got := c.Excluded(path); got != want {
			t.Errorf("Excluded(%q) = %v", path, got)
		}
	}
	if !(&Config{Exclude: []string{"**"}}).Excluded("x/y") {
		t.Error("** does not exclude everything")
	}
}

func TestCheckContracts(t *testing.T) {
	file := writeConfig(t, `contracts.dirs = ["contracts"]
[rules]
"decison/missing-required" = "off"
"verification/missing-required" = "off"
[[overrides]]
paths = ["a"]
rules."team/decision/missing-required" = "off"
[[overrides]]
paths = ["a"]
[overrides.rules]
"team/decison/missing-required" = "off"
`)
	c, err := LoadConfig(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `.nplint.toml:3: unknown contract "decison" (did you mean "decision"?)` + "\n" +
		`.nplint.toml:11: unknown contract "team/decison" (did you mean "team/decision"?)`
	if got := mistakes(c.CheckContracts([]string{"team/decision"}), file); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := c.CheckContracts([]string{"team/decision", "team/decison"}); err != nil {
		t.Errorf("known contracts: got %v", err)
	}
}

func TestFailLevel(t *testing.T) {
	for name, want := range map[string]string{"error": "error", "warning": "warning error", "info": "info warning error", "never": ""} {
		level, err := ParseFailLevel(name)
		if err != nil || level.String() != name {
			t.Errorf("%s: got %s, %v", name, level, err)
		}
		var reached []string
		for s := Off; s <= Error; s++ {
			if level.Reached(s) {
				reached = append(reached, s.String())
			}
		}
		if got := strings.Join(reached, " "); got != want {
			t.Errorf("%s is reached by %q, want %q", name, got, want)
		}
	}
	if level, err := ParseFailLevel("off"); err == nil {
		t.Errorf("off: got %s", level)
	}
}

func TestShow(t *testing.T) {
	c := loadText(t, fullConfig)
	shown := c.Show()
	for _, want := range []string{
		"# " + c.File + "\n",
		"fail_level = \"warning\" # .nplint.toml:4\n",
		"max_file_size = \"2MiB\" # .nplint.toml:5\n",
		"[contracts]\ndirs = [\"contracts\"] # .nplint.toml:8\n",
		"missing-required = \"off\" # .nplint.toml:14\n",
		"agreement-score-low = { severity = \"error\", min = 1 } # severity .nplint.toml:16, min .nplint.toml:16\n",
		"\"verification/missing-required\" = \"info\" # .nplint.toml:15\n",
		"[[overrides]]\npaths = [\"agents/old\"] # .nplint.toml:24\n[overrides.rules]\nmissing-required = \"warning\" # .nplint.toml:25\n",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is missing from\n%s", want, shown)
		}
	}
	defaults := DefaultConfig().Show()
	for _, want := range []string{"fail_level = \"error\" # default\n", "{ severity = \"warning\", min = 0.5 } # severity default, min default\n"} {
		if !strings.Contains(defaults, want) {
			t.Errorf("%q is missing from\n%s", want, defaults)
		}
	}
	for _, text := range []string{shown, defaults} {
		if again := uncommented(loadText(t, text).Show()); again != uncommented(text) {
			t.Errorf("shown\n%s\nand read again\n%s", text, again)
		}
	}
}

// uncommented returns shown configuration without what says where its values come from.
func uncommented(shown string) string {
	var lines []string
	for line := range strings.Lines(shown) {
		if i := strings.LastIndex(line, "# "); i >= 0 {
			line = line[:i]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestSchema holds that LoadConfig and the schema agree on a document, but for those that only LoadConfig can refuse.
func TestSchema(t *testing.T) {
	resource, err := jsonschema.UnmarshalJSON(bytes.NewReader(ConfigSchema(nil)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("nplint.json", resource); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("nplint.json")
	if err != nil {
		t.Fatal(err)
	}
	const good, bad, beyond = "good", "bad", "good to the schema only"
	for text, want := range map[string]string{
		"": good, fullConfig: good, DefaultConfig().Show(): good,
		"max_file_size = 1": good, "max_file_size = \"5 KiB\"": good, "contracts = {}": good,
		"[rules]\nmissing-required.severity = \"off\"":               good,
		"[rules.agreement-score-low]\nmin = 1":                       good,
		"[rules]\n\"nubos/verification/missing-required\" = \"off\"": good,
		"extends = []\nroot = false":                                 good,
		"extends = [\"https://example.org/x.toml\"]":                 beyond,
		"extends = [\"none.toml\"]":                                  beyond,
		"extends = \"none.toml\"":                                    bad,
		"extends = [\"\"]":                                           bad,
		"root = 1":                                                   bad,
		"versio = 1":                                                 bad,
		"version = 2":                                                bad,
		"version = true":                                             bad,
		"packs = [\"nubso\"]":                                        bad,
		"packs = []":                                                 bad,
		"packs = \"nubos\"":                                          bad,
		"exclude = [\"\"]":                                           bad,
		"exclude = [1]":                                              bad,
		"fail_level = \"off\"":                                       bad,
		"max_file_size = \"1MB\"":                                    bad,
		"max_file_size = 0":                                          bad,
		"max_file_size = 1.5":                                        bad,
		"contracts.dir = []":                                         bad,
		"contracts.dirs = [\"\"]":                                    bad,
		"overrides = {}":                                             bad,
		"[[overrides]]":                                              bad,
		"[rules]\nno-rule = \"off\"":                                 bad,
		"[rules]\nmissing-required = \"on\"":                         bad,
		"[rules]\nmissing-required = {}":                             bad,
		"[rules]\nmissing-required = { min = 1 }":                    bad,
		"[rules]\nagreement-score-low = { min = \"1\" }":             bad,
		"[rules]\nagreement-score-low = {}":                          bad,
		"[rules]\n\"verification/agreement-score-low\" = { min = 1 }":                    bad,
		"[rules]\n\"verification/no-rule\" = \"off\"":                                    bad,
		"[rules]\n\"/missing-required\" = \"off\"":                                       bad,
		"contracts.dirs = [\"contracts\"]\nrules.\"a/b/c/missing-required\" = \"off\"":   bad,
		"contracts.dirs = [\"contracts\"]\nrules.\"a//missing-required\" = \"off\"":      bad,
		"[[overrides]]\npaths = []\nrules.missing-required = \"off\"":                    bad,
		"[[overrides]]\npaths = [\"a\"]\nrules = {}":                                     bad,
		"[[overrides]]\npaths = [\"a\"]\nrules.agreement-score-low.min = 1":              bad,
		"[[overrides]]\npaths = [\"a\"]\nexclude = []\nrules.missing-required = \"off\"": bad,
		"exclude = [\"[\"]":                                   beyond,
		"exclude = [\"../a\"]":                                beyond,
		"contracts.dirs = [\"none\"]":                         beyond,
		"max_file_size = \"9GiB\"":                            beyond,
		"max_file_size = 1.0":                                 beyond,
		"[rules]\n\"no-contract/missing-required\" = \"off\"": beyond,
	} {
		var tree map[string]any
		if _, err := toml.Decode(text, &tree); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		encoded, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(instance); (err == nil) != (want != bad) {
			t.Errorf("%s\nshould be %s; the schema says %v", text, want, err)
		}
		if _, err := LoadConfig(writeConfig(t, text), nil); (err == nil) != (want == good) {
			t.Errorf("%s\nshould be %s; LoadConfig says %v", text, want, err)
		}
	}
}

func TestKeyLines(t *testing.T) {
	lines, deep := keyLines(`# "comment" [no.table]
a = 1 # = b
"q.\"t" = 'x'
'l' . d = { i = [1,
  [2], { j = 3 }], # comment ]
  k = "}" }
s = """
x = 1
\""" """"
m = '''
[t]'''
[ t . "u" ]
v = 1979-05-27 07:32:00
[[t.array]]
w.x = true
[t.array.sub]
y = []
[[t.array]]
[[t.array.sub]]
y = ""
`)
	want := map[string]int{
		"a": 2, `"q.\"t"`: 3, "l": 4, "l.d": 4, "l.d.i": 4, "l.d.i[0]": 4, "l.d.i[1]": 5, "l.d.i[1][0]": 5, "l.d.i[2]": 5,
		"l.d.i[2].j": 5, "l.d.k": 6, "s": 7, "m": 10, "t": 12, "t.u": 12, "t.u.v": 13, "t.array": 14, "t.array[0]": 14,
		"t.array[0].w": 15, "t.array[0].w.x": 15, "t.array[0].sub": 16, "t.array[0].sub.y": 17, "t.array[1]": 18,
		"t.array[1].sub": 19, "t.array[1].sub[0]": 19, "t.array[1].sub[0].y": 20,
	}
	if !maps.Equal(lines, want) || deep != 0 {
		for _, at := range slices.Sorted(maps.Keys(lines)) {
			if want[at] != lines[at] {
				t.Errorf("%s: got line %d, want %d", at, lines[at], want[at])
			}
		}
		t.Errorf("got %d places, want %d; deep %d", len(lines), len(want), deep)
	}
}

// FuzzConfig holds that no text makes the reader panic, that it knows the line of every key that the TOML parser sees, that messages
// are one printable line each, and that what it accepts comes back from Show.
func FuzzConfig(f *testing.F) {
	f.Add(fullConfig)
	f.Add(DefaultConfig().Show())
	f.Add("a.'b c'.\"\\e\\x41\" = [ { x = [ 1, \"\"\"y\\\n\"\"\"\"\"\" ] }, ] # c\n[[t]]\n[t.\"\"]\n[[t]]\r\n")
	f.Add("exclude = [\"\\u0000\\U0010FFFF\"]\n[[overrides]]\npaths = [\"{a,b}/[!c]\"]\nrules.missing-required.severity = \"off\"")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		parse := func(text string) (*Config, *configFile, []problem) {
			c := DefaultConfig()
			c.Dir = dir
			f, problems := c.parse("x.toml", text, false)
			if len(problems) == 0 {
				c.fill(f)
			}
			return c, f, problems
		}
		c, f, problems := parse(text)
		for _, p := range problems {
			if p.line < 0 || p.line > 1+strings.Count(text, "\n") {
				t.Errorf("%q is in line %d", p.text, p.line)
			}
			if i := strings.IndexFunc(p.text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%q is not printable", p.text)
			}
		}
		var tree map[string]any
		if _, deep := keyLines(text); deep == 0 && f != nil {
			if _, err := toml.Decode(text, &tree); err == nil {
				checkLines(t, f.lines, tree, "")
			}
		}
		if len(problems) > 0 {
			return
		}
		shown := c.Show()
		again, _, problems := parse(shown)
		if len(problems) > 0 {
			t.Fatalf("shown\n%s\nis refused: %v", shown, problems)
		}
		if got := again.Show(); uncommented(got) != uncommented(shown) {
			t.Errorf("shown\n%s\nand read again\n%s", shown, got)
		}
	})
}

// checkLines reports places in a TOML value that have no line.
func checkLines(t *testing.T, lines map[string]int, v any, at string) {
	if at != "" && lines[at] == 0 {
		t.Errorf("%s has no line", at)
	}
	if table, ok := v.(map[string]any); ok {
		for key, v := range table {
			checkLines(t, lines, v, keyPath(at, key))
		}
	}
	for i, v := range items(v) {
		checkLines(t, lines, v, itemPath(at, i))
	}
}
