package layout

import (
	"path"
	"strings"
)

// clashes finds paths that differ only in case: systems that make no difference have room for one of them.
type clashes struct {
	folded  map[uint64]string // paths by a hash of them in lower case
	told    map[string]bool   // paths that are told to differ from another only in case
	dir     string            // the directory of the last path, with its slash: it clashes with nothing
	dirHash uint64            // of it
}

func newClashes(paths int) *clashes {
	return &clashes{folded: make(map[uint64]string, paths), told: map[string]bool{}}
}

// find returns the part of a file's path that differs only in case from a path that was there before, and that one;
// "" if none does. Of a directory it tells the first file in it alone.
func (c *clashes) find(file string) (at, other string) {
	hash, start := uint64(fnvOffset), 0
	if c.dir != "" && strings.HasPrefix(file, c.dir) {
		hash, start = c.dirHash, len(c.dir)
	}
	for i := start; i <= len(file); i++ {
		if i == len(file) || file[i] == '/' {
			at := file[:i]
			other, known := c.folded[hash]
			switch {
			case !known:
				c.folded[hash] = at
			case other != at && path.Dir(other) == path.Dir(at) && strings.EqualFold(other, at):
				if c.told[at] {
					return "", ""
				}
				c.told[at] = true
				return at, other
			}
		}
		if i < len(file) {
			b := file[i]
			if b >= 'A' && b <= 'Z' {
				b += 'a' - 'A'
			}
			hash = (hash ^ uint64(b)) * fnvPrime
			if b == '/' {
				c.dir, c.dirHash = file[:i+1], hash
			}
		}
	}
	return "", ""
}

// The constants of the hash FNV-1a.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)
