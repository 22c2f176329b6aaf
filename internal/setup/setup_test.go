package setup

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/rules"
)

var builtIn = config.Known{Packs: rules.Packs()}

// TestInitialConfig holds the configuration that Init writes as it is and with every setting switched on: both are accepted, and the second has
// every key that there is.
func TestInitialConfig(t *testing.T) {
	text := template(builtIn, []string{"nubos/agent", "nubos/agent", "team/note"}, false)
	if !strings.Contains(text, "# Found when this file was written: nubos (2), team (1).\n") {
		t.Errorf("what was found is not told in\n%s", text)
	}
	load := func(text string) (*config.Config, error) {
		dir := t.TempDir()
		for name, text := range map[string]string{".git/HEAD": "", "sub/.nplint.toml": text, "base.toml": "", "sub/contracts/.keep": ""} {
			file := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		return config.Load(filepath.Join(dir, "sub", config.Name), builtIn)
	}
	c, err := load(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Rules) > 0 || len(c.Overrides) > 0 || c.Packs != nil || c.Exclude != nil || c.FailLevel != config.Default(builtIn).FailLevel {
		t.Errorf("the configuration as it is written changes something: %+v", c)
	}
	known := config.Known{Packs: append(rules.Packs(), &rules.Pack{Name: "late", Version: "1", Since: "0.10.0"}), Version: "0.10.0"}
	for kind, want := range map[string]string{"nubos/agent": "\n#packs = ", "late/note": "\npacks = "} {
		if text := template(known, []string{kind}, false); !strings.Contains(text, want) {
			t.Errorf("for %s there is no line %q in\n%s", kind, want, text)
		}
	}
	all := regexp.MustCompile(`(?m)^#([^ \n])`).ReplaceAllString(text, "$1")
	var doc map[string]any
	if _, err := toml.Decode(all, &doc); err != nil {
		t.Fatalf("with all settings switched on: %v\n%s", err, all)
	}
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal(config.Schema(builtIn), &schema); err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(maps.Keys(doc)), slices.Sorted(maps.Keys(schema.Properties)); !slices.Equal(got, want) {
		t.Errorf("the keys are %v, and a configuration can have %v", got, want)
	}
	if _, err := load(all); err != nil {
		t.Error(err)
	}
}
