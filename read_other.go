//go:build !unix

package nplint

// readFile reads a file of at most limit bytes; a larger one is a *tooLarge.
func readFile(file string, limit int) ([]byte, error) { return readAny(file, limit) }
