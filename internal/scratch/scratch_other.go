//go:build !linux

package scratch

import "time"

// InMemory does nothing: this system has no directory in memory that all programs know.
func InMemory() (remove func()) { return func() {} }

// Top returns "", which is os.TempDir for those who make a directory.
func Top() string { return "" }

// processorTime returns 0: nobody asks here.
func processorTime() time.Duration { return 0 }
