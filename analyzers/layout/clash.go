package layout

import (
	"path"
	"strings"
)

// clash reports names that differ only in case: systems that make no difference have room for one of them.
func (n *names) clash(file string) {
	hash, start := uint64(fnvOffset), 0
	if n.dir != "" && strings.HasPrefix(file, n.dir) {
		hash, start = n.dirHash, len(n.dir)
	}
	for i := start; i <= len(file); i++ {
		if i == len(file) || file[i] == '/' {
			at := file[:i]
			other, known := n.folded[hash]
			switch {
			case !known:
				n.folded[hash] = at
			case other != at && path.Dir(other) == path.Dir(at) && strings.EqualFold(other, at):
				if n.clashes[at] {
					return // of a directory the first file in it says so
				}
				n.clashes[at] = true
				n.findings[file] = append(n.findings[file], finding(caseClash, "%s and %s differ only in case, so a checkout on macOS or Windows keeps one of them; rename or merge them", at, path.Base(other)))
				return
			}
		}
		if i < len(file) {
			c := file[i]
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			hash = (hash ^ uint64(c)) * fnvPrime
			if c == '/' {
				n.dir, n.dirHash = file[:i+1], hash
			}
		}
	}
}

// The constants of the hash FNV-1a.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)
