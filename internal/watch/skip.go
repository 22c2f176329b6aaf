package watch

import (
	"fmt"
	"path/filepath"

	"github.com/nplint/nplint/internal/ignore"
	"github.com/nplint/nplint/internal/paths"
)

// Project is what there is to watch of a project in a directory: what git does not ignore, and what lies around
// artefacts, by their absolute paths, ignored or not.
func Project(base string, artefacts []string) Tree {
	base = paths.Real(base)
	around := map[string]bool{}
	for _, file := range artefacts {
		for dir := range paths.Upward(filepath.Dir(paths.Key(file))) {
			if around[dir] || !paths.Within(dir, base) {
				break
			}
			around[dir] = true
		}
	}
	tree := ignore.New(base, nil, nil)
	ignored := ignored(base, tree)
	told := false
	return Tree{
		Tops: []string{base}, Skip: func(dir string) bool { return !around[dir] && ignored(dir) },
		Exceeded: func() error {
			err := tree.Exceeded()
			if err == nil || told {
				return nil
			}
			told = true
			return fmt.Errorf("what git ignores is watched, too: %w", err)
		},
	}
}

// ignored returns what Tree.Skip is for a repository or a directory in one, without links: git's own directories, what
// git ignores, and other working trees. It knows the ignore files as they are when a directory is first asked for.
func ignored(base string, tree *ignore.Tree) func(dir string) bool {
	return func(dir string) bool {
		name := paths.Below(dir, base)
		if filepath.Base(dir) == ".git" || !paths.Within(dir, base) {
			return true
		}
		above, last := paths.Split(name)
		return name != "" && (tree.At(above, nil).Ignored(last, true) != nil || tree.At(name, nil).Apart())
	}
}
