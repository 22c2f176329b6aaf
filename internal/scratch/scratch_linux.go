// Package scratch keeps what tests write in memory: there a directory is made in a twentieth of the time that a disk takes,
// and tests of many files take half of theirs.
package scratch

import (
	"os"
	"syscall"
	"time"
)

const (
	memory  = "/dev/shm"
	enough  = 1 << 29 // bytes that must be free there, many times what tests write
	noExec  = 0x8     // ST_NOEXEC of statvfs(3): no program can be run from there, as tests do
	tmpfs   = 0x01021994
	tempDir = "TMPDIR"
)

// Top returns the directory in memory in which tests make theirs, or "", which is os.TempDir for those who make one, where
// TMPDIR is set or the system has no such memory, too little of it, or runs no programs from there.
func Top() string {
	var free syscall.Statfs_t
	if os.Getenv(tempDir) != "" || syscall.Statfs(memory, &free) != nil || free.Type != tmpfs ||
		free.Flags&noExec != 0 || free.Bavail*uint64(free.Bsize) < enough {
		return ""
	}
	return memory
}

// InMemory makes a directory in memory that os.TempDir names from now on, and returns what removes it. It is for TestMain.
// Nothing changes where there is no Top.
func InMemory() (remove func()) {
	top := Top()
	if top == "" {
		return func() {}
	}
	dir, err := os.MkdirTemp(top, "nplint-test-")
	if err != nil {
		return func() {}
	}
	if err := os.Setenv(tempDir, dir); err != nil {
		panic(err)
	}
	return func() { _ = os.RemoveAll(dir) }
}

// processorTime returns how much time of the processors this process has taken.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // the place of the answer is right
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
