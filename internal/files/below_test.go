package files_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nplint/nplint/internal/files"
)

// TestReadBelow holds that a link which is put on the way after names were looked at leads nowhere outside.
func TestReadBelow(t *testing.T) {
	dir := t.TempDir()
	top := filepath.Join(dir, "p")
	for name, text := range map[string]string{"p/agents/a.md": "inside", "outside/a.md": "outside"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := files.ReadBelow(top, "agents/a.md", 100); string(got) != "inside" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.RemoveAll(filepath.Join(top, "agents")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../outside", filepath.Join(top, "agents")); err != nil {
		t.Skip("SKIPPED: no links can be made here: ", err)
	}
	if got, err := files.ReadBelow(top, "agents/a.md", 100); err == nil {
		t.Errorf("read %q through a link that leads out", got)
	}
}
