//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package files

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// closedFirst says whether a file must be closed before it is renamed.
const closedFirst = false

// lock marks a file as in use as long as it is open, and reports whether nobody else has; with wait it waits for those.
func lock(f *os.File, wait bool) bool {
	how := unix.LOCK_EX
	if !wait {
		how |= unix.LOCK_NB
	}
	return unix.Flock(int(f.Fd()), how) == nil
}

// Hold marks a file as in use as long as it is open. It waits for those who use it, but no longer than it may, and
// reports whether they have ended.
func Hold(f *os.File, patience time.Duration) bool {
	for end := time.Now().Add(patience); !lock(f, false); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
