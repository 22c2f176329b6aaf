package config

import (
	"path/filepath"
	"testing"
)

func TestMayBeOf(t *testing.T) {
	dir := t.TempDir()
	c := &Config{Dir: dir, ContractDirs: []string{"packs/demo"}}
	for name, want := range map[string]bool{
		".nplint.toml": true, "team/base.toml": true, "packs/demo/release.schema.json": true, "packs/demo/rule.md": true,
		"packs/other/rule.md": false, "packs/demo.md": false, "README.md": false,
	} {
		if got := c.MayBeOf(filepath.Join(dir, filepath.FromSlash(name))); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}
