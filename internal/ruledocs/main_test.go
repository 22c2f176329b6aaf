package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/rules"
)

// TestIndexes holds that what `go generate` writes is what lies in docs/rules.
func TestIndexes(t *testing.T) {
	indexes := indexes()
	for name, want := range indexes {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("docs/rules/%s is not what the rule pages say; run go generate ./... (%v)", name, err)
		}
	}
	for _, name := range strays(indexes) {
		t.Errorf("docs/rules/%s is of no pack; run go generate ./...", name)
	}
}

// TestIndexesName holds that no rule is left out.
func TestIndexesName(t *testing.T) {
	indexes := indexes()
	for _, rule := range rules.All() {
		if !strings.Contains(indexes[rule.Pack+".md"], "| [`"+rule.ID+"`](") {
			t.Errorf("the index of %s does not name %s", rule.Pack, rule.ID)
		}
	}
}
