package config

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nplint/nplint/internal/scratch"
)

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
	defaults := Default(builtIn).Show()
	for _, want := range []string{"fail_level = \"error\" # default\n", "{ severity = \"warning\", min = 0.5 } # severity default, min default\n"} {
		if !strings.Contains(defaults, want) {
			t.Errorf("%q is missing from\n%s", want, defaults)
		}
	}
	until := loadText(t, `[[suppressions]]
paths = ["a.json"]
rules = ["enum"]
reason = "known"
at = "$.a"
until = "2026-12-31"
[[suppressions]]
paths = ["b.json"]
rules = ["agent/enum"]
reason = "old"
`).Show()
	for _, text := range []string{shown, defaults, until} {
		if again := uncommented(loadText(t, text).Show()); again != uncommented(text) {
			t.Errorf("shown\n%s\nand read again\n%s", text, again)
		}
	}
}

// TestShowFile holds what is shown of files against what was read once, but for most rules.
func TestShowFile(t *testing.T) {
	dir := settled(t, estate)
	var out strings.Builder
	for _, base := range []string{"estate", "."} {
		s := scopesIn(t, dir, base)
		for _, file := range []string{"sub/x.json", "old/a", "b.json", "estate/sub/drafts/a"} {
			for line := range strings.Lines(s.ShowFile(file, map[bool]string{true: "team/decision"}[file == "b.json"])) {
				if !strings.Contains(line, " = \"") || strings.HasPrefix(line, "house-") || strings.HasPrefix(line, "enum ") ||
					strings.Contains(line, ".nplint.toml") {
					out.WriteString(strings.ReplaceAll(line, dir, "DIR"))
				}
			}
		}
	}
	scratch.Golden(t, "shown.txt", out.String())
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

// TestSchema holds that Load and the schema agree on a document, but for those that only Load can refuse.
func TestSchema(t *testing.T) {
	resource, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema(builtIn)))
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
		"": good, fullConfig: good, Default(builtIn).Show(): good,
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
		if _, err := Load(writeConfig(t, text), builtIn); (err == nil) != (want == good) {
			t.Errorf("%s\nshould be %s; Load says %v", text, want, err)
		}
	}
}
