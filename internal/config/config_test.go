package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// builtIn is what nplint itself brings.
var builtIn = Known{Packs: rules.Packs()}

// writeConfig writes a configuration file into a new directory that also holds the directory "contracts" and the file "notes", and
// returns its path.
func writeConfig(t testing.TB, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "contracts"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, Name)
	for name, text := range map[string]string{file: text, filepath.Join(dir, "notes"): ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

func loadText(t testing.TB, text string) *Config {
	t.Helper()
	c, err := Load(writeConfig(t, text), builtIn)
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

func TestFindConfig(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, Name)
	for _, dir := range []string{"repo/.git", "repo/sub/deep", "other/sub"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	inRepo := filepath.Join(root, "repo", "sub", Name)
	find := func(dir, want string) {
		t.Helper()
		got, found, err := Find(filepath.Join(root, dir))
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
	outer := filepath.Join(root, "repo", Name)
	if err := os.WriteFile(outer, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	find("repo/sub/deep", outer)
	deep := filepath.Join(root, "repo", "sub", "deep", Name)
	for text, want := range map[string]string{"root = true": deep, "root = false": outer, "root = \"yes\"": outer, "root = [": outer} {
		if err := os.WriteFile(deep, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		find("repo/sub/deep", want)
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
		want             report.Severity
	}{
		{"agreement-score-low", "nubos/verification", "a.md", report.Warning},
		{"missing-required", "", "a.md", report.Info},
		{"missing-required", "nubos/agent", "a.md", report.Info},
		{"missing-required", "team/verification", "a.md", report.Warning},
		{"missing-required", "nubos/verification", "a.md", report.Error},
		{"missing-required", "nubos/verification", "old/a.md", report.Off},
		{"missing-required", "nubos/agent", "old/a.md", report.Info},
		{"missing-required", "nubos/verification", "older/a.md", report.Error},
		{"missing-required", "nubos/verification", "x/y.tmp", report.Off},
		{"missing-required", "nubos/verification", "old/agents/deep/a.md", report.Error},
		{"missing-required", "nubos/verification", "../old/a.md", report.Error},
	} {
		if got := c.Severity(test.rule, test.kind, test.file, report.Warning); got != test.want {
			t.Errorf("%s of %q in %s: got %s, want %s", test.rule, test.kind, test.file, got, test.want)
		}
	}
}

// TestOptions sets every option of every rule to another value of its type.
func TestOptions(t *testing.T) {
	if got := Default(builtIn).Option("agreement-score-low", "min"); got != 0.5 {
		t.Errorf("default of agreement-score-low.min: got %v, want 0.5", got)
	}
	if got := Default(builtIn).Option("agreement-score-low", "max"); got != nil {
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
			if got := c.Severity(rule.ID, "", "a", report.Warning); got != report.Warning {
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
[[suppressions]]
paths = ["a"]
rules = ["enum", "team/decison/enum"]
reason = "known"
`)
	c, err := Load(file, builtIn)
	if err != nil {
		t.Fatal(err)
	}
	want := `.nplint.toml:3: unknown contract "decison" (did you mean "decision"?)` + "\n" +
		`.nplint.toml:11: unknown contract "team/decison" (did you mean "team/decision"?)` + "\n" +
		`.nplint.toml:14: unknown contract "team/decison" (did you mean "team/decision"?)`
	if got := mistakes(c.CheckContracts([]string{"team/decision"}), file); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := c.CheckContracts([]string{"team/decision", "team/decison"}); err != nil {
		t.Errorf("known contracts: got %v", err)
	}
}

func TestFailLevel(t *testing.T) {
	for name, want := range map[string]string{"error": "error", "warning": "warning error", "info": "info warning error", "never": ""} {
		level, err := report.ParseFailLevel(name)
		if err != nil || level.String() != name {
			t.Errorf("%s: got %s, %v", name, level, err)
		}
		var reached []string
		for s := report.Off; s <= report.Error; s++ {
			if level.Reached(s) {
				reached = append(reached, s.String())
			}
		}
		if got := strings.Join(reached, " "); got != want {
			t.Errorf("%s is reached by %q, want %q", name, got, want)
		}
	}
	if level, err := report.ParseFailLevel("off"); err == nil {
		t.Errorf("off: got %s", level)
	}
}
