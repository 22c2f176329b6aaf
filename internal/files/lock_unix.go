//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package files

import (
	"os"

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
