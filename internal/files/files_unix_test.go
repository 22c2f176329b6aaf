//go:build unix

package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe holds that nobody waits for a pipe, with or without somebody who may write to it, or reads a device.
func TestPipe(t *testing.T) {
	dir := tree(t, map[string]string{"a/device": "-> /dev/zero"})
	for _, name := range []string{"a/silent", "a/pipe"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	writer, err := os.OpenFile(filepath.Join(dir, "a/pipe"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	f := open(t, dir, nil)
	const want = "error: not a regular file"
	for _, name := range []string{"silent", "pipe"} {
		if got := said(f.Read("a/" + name)); got != want {
			t.Errorf("%s in the base: got %s", name, got)
		}
		if got := said(f.Below("a").Read(name)); got != want {
			t.Errorf("%s in a root: got %s", name, got)
		}
		if _, err := f.ReadDir(filepath.Join(dir, "a", name)); err == nil {
			t.Errorf("%s is listed", name)
		}
	}
	if got := said(f.Read("a/device")); got != "error: a link leads out of the repository" {
		t.Errorf("a device: got %s", got)
	}
}

// TestPassedThroughWithoutPermission reads a file in a directory that may be passed through and not listed.
func TestPassedThroughWithoutPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("nothing is forbidden to root")
	}
	dir := tree(t, map[string]string{"a/b": "x"})
	if err := os.Chmod(filepath.Join(dir, "a"), 0o311); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(dir, "a"), 0o755)
	if got := said(open(t, dir, nil).Read("a/b")); got != "x" {
		t.Errorf("got %s", got)
	}
}

// TestExecutable asks of files, of what is none, and of what is not there.
func TestExecutable(t *testing.T) {
	dir := tree(t, map[string]string{"a/run": "x", "a/read": "x", "linked": "-> a/run"})
	if err := os.Chmod(filepath.Join(dir, "a/run"), 0o755); err != nil {
		t.Fatal(err)
	}
	root := open(t, dir, nil).Below("")
	for name, want := range map[string]bool{"a/run": true, "a/read": false, "linked": true, "a": false, "gone": true} {
		if got := root.Executable(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// TestManyRoots holds that more roots can be read than files may be open.
func TestManyRoots(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	few := limit
	few.Cur = 300
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	all := map[string]string{}
	for i := range 400 {
		all[fmt.Sprintf("r%d/a", i)] = "x"
	}
	f := open(t, tree(t, all), nil)
	for range 2 {
		for i := range 400 {
			if got := said(f.Below(fmt.Sprintf("r%d", i)).Read("a")); got != "x" {
				t.Fatalf("root %d: got %s", i, got)
			}
		}
		f.Close()
	}
}
