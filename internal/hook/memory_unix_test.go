//go:build unix

package hook

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestCachePipe holds that an event waits for nothing where the place of the cache is a pipe.
func TestCachePipe(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	dir := cacheDir(t.TempDir())
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(dir, 0o600); err != nil {
		t.Skip("SKIPPED: no pipe can be made: ", err)
	}
	if m := remember("claude-code", "s", t.TempDir()); m != nil {
		t.Error("something is remembered in a pipe")
	}
	runs(nil, "claude-code", "s", t.TempDir())
}

// TestCacheInProject holds that nothing is kept in a project, even where a link in it leads out.
func TestCacheInProject(t *testing.T) {
	top, out := t.TempDir(), t.TempDir()
	t.Setenv("HOME", filepath.Join(top, ".cache"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(top, ".cache"))
	if err := os.Mkdir(filepath.Join(top, ".cache"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(out, filepath.Join(top, ".cache", "nplint")); err != nil {
		t.Skip("SKIPPED: no links can be made here: ", err)
	}
	if dir := cacheDir(top); dir != "" {
		t.Errorf("the cache is in %s", dir)
	}
}
