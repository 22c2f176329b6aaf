package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// TestSince holds that what came later than the version of a configuration is a warning at most, be it the rule or the
// pack of the kind; and that a severity below stays as it is.
func TestSince(t *testing.T) {
	dir := t.TempDir()
	packs := append([]*rules.Pack{{Name: "late", Version: "1", Since: "0.10.0"}}, rules.Packs()...)
	for _, c := range []struct {
		since, kind string
		want        report.Severity
	}{
		{"", "late/note", report.Error},
		{"0.9.9", "late/note", report.Warning},
		{"0.10.0", "late/note", report.Error},
		{"0.9.9", "nubos/agent", report.Error},
		{"0.0.9", "nubos/agent", report.Warning},
		{"0.0.9", "", report.Warning},
	} {
		file := filepath.Join(dir, config.Name)
		text := "version = 1\n"
		if c.since != "" {
			text += "since = \"" + c.since + "\"\n"
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		loaded, err := config.Load(file, config.Known{Packs: packs})
		if err != nil {
			t.Fatal(err)
		}
		levels := config.Levels{Scopes: loaded.Scopes(config.Where{Base: dir, WorkDir: dir})}
		if got := levels.Of("missing-required", c.kind, "a.md"); got != c.want {
			t.Errorf("since %q, %q: got %v, want %v", c.since, c.kind, got, c.want)
		}
	}
}

// TestIsNew holds that a pack may fail no run as long as nobody has said a word of it, and that the version after the
// one that brought it knows it.
func TestIsNew(t *testing.T) {
	packs := append([]*rules.Pack{{Name: "late", Version: "1", Since: "0.10.0", Editions: []string{"2"}}}, rules.Packs()...)
	for _, c := range []struct {
		version, text, asked string
		want                 bool
	}{
		{"0.10.0", "", "", true},
		{"0.9.0", "", "", true},
		{"0.11.0", "", "", false},
		{"", "", "", false},
		{"0.10.0", "packs = ['late']", "", false},
		{"0.10.0", "packs = ['nubos']", "", true},
		{"0.10.0", "packs = ['nubos']", "late", false},
		{"0.10.0", "late.contract = '2'", "", false},
		{"0.10.0", "since = '0.10.0'", "", false},
		{"0.11.0", "since = '0.9.0'\npacks = ['late']", "", true},
	} {
		file := filepath.Join(t.TempDir(), config.Name)
		if err := os.WriteFile(file, []byte("version = 1\n"+c.text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		known := config.Known{Packs: packs, Version: c.version}
		loaded, err := config.Load(file, known)
		if err != nil {
			t.Fatal(err)
		}
		var asked []string
		if c.asked != "" {
			asked = []string{c.asked}
		}
		if got := config.IsNew(loaded.For(known, asked), "late"); got != c.want {
			t.Errorf("%s, %q, --pack %q: got %t, want %t", c.version, c.text, c.asked, got, c.want)
		}
		if config.IsNew(loaded, "nubos") {
			t.Errorf("%s, %q: nubos is new, and is in the first version", c.version, c.text)
		}
	}
}
