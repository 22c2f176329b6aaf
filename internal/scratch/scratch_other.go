//go:build !linux

package scratch

// InMemory does nothing: this system has no directory in memory that all programs know.
func InMemory() (remove func()) { return func() {} }
