package notation

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Names is files that plans name: each by its name, by a directory that it lies in, or by a pattern. A file is looked
// up in them.
type Names struct {
	clean  map[string]bool
	ends   map[string]bool // what stands behind a slash of one, as far as a system takes names
	starts map[string]bool // of patterns, before the first star or brace
	sizes  []int           // of those, sorted
}

// NamesIn returns the files that lists name.
func NamesIn(lists ...[]string) *Names {
	n := &Names{map[string]bool{}, map[string]bool{}, map[string]bool{}, nil}
	for _, f := range slices.Concat(lists...) {
		f = strings.Trim(f, "`\"' ")
		if i := strings.IndexAny(f, " ("); i > 0 {
			f = f[:i]
		}
		if i := strings.IndexAny(f, "*{"); i >= 0 {
			if !n.starts[f[:i]] {
				n.starts[f[:i]] = true
				n.sizes = append(n.sizes, i)
			}
			continue
		}
		f = path.Clean(f)
		if n.clean[f] {
			continue
		}
		n.clean[f] = true
		for i := max(0, len(f)-document.MaxPath); i < len(f); i++ {
			if f[i] == '/' {
				n.ends[f[i+1:]] = true
			}
		}
	}
	slices.Sort(n.sizes)
	n.sizes = slices.Compact(n.sizes)
	return n
}

// Has reports whether a file is among them.
func (n *Names) Has(file string) bool {
	if file = path.Clean(file); len(file) > document.MaxPath {
		return false
	}
	for i := range file {
		if file[i] == '/' && n.clean[file[:i]] {
			return true
		}
	}
	for _, size := range n.sizes {
		if size <= len(file) && n.starts[file[:size]] {
			return true
		}
	}
	return n.clean[file] || n.ends[file]
}
