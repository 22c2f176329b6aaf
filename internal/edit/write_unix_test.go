//go:build unix

package edit

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestWriteKeepsOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give files away")
	}
	path := newFile(t, t.TempDir(), "a.md", "old")
	if err := os.Chown(path, 12345, 54321); err != nil {
		t.Fatal(err)
	}
	if err := change(path, "old", "new").write(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if stat := info.Sys().(*syscall.Stat_t); stat.Uid != 12345 || stat.Gid != 54321 {
		t.Errorf("owner and group became %d and %d", stat.Uid, stat.Gid)
	}
}
