package config

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/report"
)

func TestLoadConfig(t *testing.T) {
	c := loadText(t, fullConfig)
	off, info, warning, failure := report.Off, report.Info, report.Warning, report.Error
	want := &Config{
		File: c.File, Dir: filepath.Dir(c.File), real: c.real, name: c.name, places: c.places, index: c.index, known: builtIn, bytes: c.bytes,
		Packs: []string{"nubos"}, Exclude: []string{"fixtures/**", "tmp/"}, FailLevel: report.FailLevel(report.Warning), MaxFileSize: 2 << 20,
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
		want := Default(builtIn)
		want.File, want.Dir, want.real, want.name, want.places, want.bytes = c.File, c.Dir, c.real, c.name, c.places, c.bytes
		if !reflect.DeepEqual(c, want) {
			t.Errorf("%q: got %+v, want the defaults %+v", text, c, want)
		}
	}
	if Default(builtIn).Packs != nil {
		t.Error("the defaults name packs, so that none is new to them")
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
		{"max_file_size = \"16MB\"", `1: max_file_size: "16MB": write a whole number and a unit, B, KiB, MiB or GiB, such as "2MiB"`},
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
			"options are set for all files in [rules] under the rule's id"},
		{"[rules]\nenum = { min = 1 }", `2: unknown key "min": enum has no options; only severity can be set`},
		{"[rules]\n\"agent/enum\" = { sverity = \"off\" }", `2: unknown key "sverity" (did you mean "severity"?)`},
		{"extends = [\"/a.toml\"]", `1: extends[0]: "/a.toml": must be relative to the directory of this file, so that it leads to the same place in every checkout`},
		{`extends = ['a\b.toml']`, `1: extends[0]: "a\\b.toml": a path has slashes, not backslashes, between directories`},
		{"[[suppressions]]\npaths = [\"a\"]\nrules = [\"internal-error\"]\nreason = \"r\"",
			`3: suppressions[0].rules[0]: "internal-error": cannot be suppressed, since it says that something was not judged, or that a suppression does not work`},
		{"[[suppressions]]\npaths = [\"a\"]\nrules = [\"enmu\", \"agentt/enum\"]\nreason = \"r\"",
			`3: suppressions[0].rules[0]: "enmu": unknown rule "enmu" (did you mean "enum"?)` + "\n" +
				`.nplint.toml:3: suppressions[0].rules[1]: "agentt/enum": unknown contract "agentt" (did you mean "agent"?)`},
		{"[[suppressions]]\npaths = [\"a\"]\nrules = [\"enum\"]\nreason = \" \"\nuntil = \"2026-02-30\"",
			`4: suppressions[0].reason: " ": must not be blank` + "\n" + `.nplint.toml:5: suppressions[0].until: "2026-02-30": must be a day, such as "2026-12-31"`},
		{"fail_level = \"warn\"", `1: fail_level: "warn": write error, warning, info or never (did you mean "warning"?)`},
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
		c, err := Load(file, builtIn)
		got := mistakes(err, file)
		want := Name + ":" + strings.ReplaceAll(test.want, "PACKS", document.OneOf(builtIn.PackNames()))
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
		if _, err := Load(test.file, builtIn); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.file, err, test.want)
		}
	}
	if os.Geteuid() > 0 { // nothing is unreadable to root
		if err := os.Chmod(huge, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(huge, builtIn); err == nil || !strings.Contains(err.Error(), "cannot be read: permission denied") {
			t.Errorf("unreadable file: got %v", err)
		}
	}
}

func TestContractDirLink(t *testing.T) {
	file := writeConfig(t, "contracts.dirs = [\"out\"]\n")
	if err := os.Symlink(t.TempDir(), filepath.Join(filepath.Dir(file), "out")); err != nil {
		t.Skip("no symbolic links here")
	}
	if _, err := Load(file, builtIn); err == nil || !strings.Contains(err.Error(), "path escapes from parent") {
		t.Errorf("got %v", err)
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
	_, err := Load(filepath.Join(dir, "0.toml"), builtIn)
	if err == nil || !strings.Contains(err.Error(), "the configuration is made of more than 64 files") {
		t.Errorf("got %v", err)
	}
}
