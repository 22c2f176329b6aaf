//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package files

import (
	"os"
	"time"
)

// closedFirst says whether a file must be closed before it is renamed.
const closedFirst = true

// lock cannot tell here whether a file is in use, so none is taken for left over.
func lock(*os.File, bool) bool { return false }

// Hold cannot keep others from a file here. What is appended to one in a single write still is not lost.
func Hold(*os.File, time.Duration) bool { return true }
