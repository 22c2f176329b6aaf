package layout

import (
	"path"
	"strings"
)

// clashes finds paths that differ only in case: systems that make no difference have room for one of them.
type clashes struct {
	folded map[string]string // paths by themselves in lower case
	told   map[string]bool   // paths that are told to differ from another only in case
	dir    string            // the directory of the last path, with its slash: it clashes with nothing
}

func newClashes(paths int) *clashes {
	return &clashes{folded: make(map[string]string, paths), told: map[string]bool{}}
}

// find returns the part of a file's path that differs only in case from a path that was there before, and that one;
// "" if none does. Of a directory it tells the first file in it alone.
func (c *clashes) find(file string) (at, other string) {
	folded, start := lower(file), 0
	if strings.HasPrefix(file, c.dir) {
		start = len(c.dir)
	}
	for i := start; i <= len(file); i++ {
		if i < len(file) && file[i] != '/' {
			continue
		}
		at := file[:i]
		other, known := c.folded[folded[:i]]
		switch {
		case !known:
			c.folded[folded[:i]] = at
		case other != at && path.Dir(other) == path.Dir(at):
			if c.told[at] {
				return "", ""
			}
			c.told[at] = true
			return at, other
		}
		if i < len(file) {
			c.dir = file[:i+1]
		}
	}
	return "", ""
}

// lower returns a path with its ASCII letters in lower case.
func lower(path string) string {
	folded := []byte(path)
	for i, b := range folded {
		if b >= 'A' && b <= 'Z' {
			folded[i] += 'a' - 'A'
		}
	}
	return string(folded)
}
