package nplint

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestInitialConfig holds the configuration that Init writes as it is and with every setting switched on: both are accepted, and the second has
// every key that there is.
func TestInitialConfig(t *testing.T) {
	text := initialConfig([]string{"nubos/agent", "nubos/agent", "team/note"})
	if !strings.Contains(text, "# Found when this file was written: nubos (2), team (1).\n") {
		t.Errorf("what was found is not told in\n%s", text)
	}
	c := loadText(t, text)
	if len(c.Rules) > 0 || len(c.Overrides) > 0 || c.Packs == nil || c.Exclude != nil || c.FailLevel != DefaultConfig().FailLevel {
		t.Errorf("the configuration as it is written changes something: %+v", c)
	}
	all := regexp.MustCompile(`(?m)^#([^ \n])`).ReplaceAllString(text, "$1")
	var doc map[string]any
	if _, err := toml.Decode(all, &doc); err != nil {
		t.Fatalf("with all settings switched on: %v\n%s", err, all)
	}
	if got, want := slices.Sorted(maps.Keys(doc)), slices.Sorted(maps.Keys(configShape(nil).Properties)); !slices.Equal(got, want) {
		t.Errorf("the keys are %v, and a configuration can have %v", got, want)
	}
	file := writeConfig(t, all)
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "..", "base.toml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadConfig(file, nil); err != nil {
		t.Error(err)
	}
}
