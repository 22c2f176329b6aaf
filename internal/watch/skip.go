package watch

import (
	"path/filepath"

	"github.com/nplint/nplint/internal/ignore"
	"github.com/nplint/nplint/internal/paths"
)

// Ignored returns what Tree.Skip is for a repository or a directory in one, without links: git's own directories, what
// git ignores, and other working trees. It knows the ignore files as they are when a directory is first asked for.
func Ignored(base string) func(dir string) bool {
	tree := ignore.New(base, nil)
	return func(dir string) bool {
		name := paths.Below(dir, base)
		if filepath.Base(dir) == ".git" || !paths.Within(dir, base) {
			return true
		}
		above, last := paths.Split(name)
		return name != "" && (tree.At(above, nil).Ignored(last, true) != nil || tree.At(name, nil).Apart())
	}
}
