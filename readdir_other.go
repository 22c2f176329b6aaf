//go:build !linux

package nplint

import "os"

// readDir returns the entries of a directory in no particular order.
func readDir(dir string) ([]entry, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	found, err := f.ReadDir(-1)
	entries := make([]entry, len(found))
	for i, e := range found {
		entries[i] = entry{e.Name(), e.Type()}
	}
	return entries, err
}
