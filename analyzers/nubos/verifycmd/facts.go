package verifycmd

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// facts is what the documents of a run share: what is known of their projects, each thing found out once. It serves
// many goroutines.
type facts struct {
	set   *document.Set
	tree  *model.Tree
	words func() *words
	found document.Memo[lookup, any] // what fact has found out
}

// lookup is where a fact was looked for.
type lookup struct{ what, root, path string }

// fact returns what find finds out, and asks it once a run for each place.
func fact[T any](c *facts, key lookup, find func() T) T {
	found, _ := c.found.Get(c.set, key, func() any { return find() }).(T)
	return found
}

// maxManifest is how many bytes of a file that declares scripts are read.
const maxManifest = 1 << 20

// content returns a file below a project root, or nil.
func (c *facts) content(root, file string) []byte {
	if c.set.Files.Look(root, file) != document.File {
		return nil
	}
	data, err := c.set.Files.Read(root, file)
	if err != nil || len(data) > maxManifest {
		return nil
	}
	return data
}

// upward returns the nearest of the named files in a directory below a project root or above it, as programs look for
// it, or "". The root is that of the project, or one above it: a project may be a part of a repository.
func (c *facts) upward(root, dir string, names ...string) (foundRoot, file string) {
	for ; len(dir) <= document.MaxPath; dir = path.Dir(dir) {
		for _, name := range names {
			if file := path.Join(dir, name); c.set.Files.Look(root, file) == document.File {
				return root, file
			}
		}
		if dir == "." || dir == "/" || dir == "" {
			break
		}
	}
	if root == "" {
		return "", ""
	}
	above := path.Dir(root)
	if above == "." {
		above = ""
	}
	return c.upward(above, ".", names...)
}

// maxTree is how many entries of a project are looked at, to find files wherever they lie.
const maxTree = 20000

// files returns the paths of a project's files, without hidden and installed ones. There are more of them if it is not
// whole.
func (c *facts) files(root string) (paths []string, whole bool) {
	type result struct {
		paths []string
		whole bool
	}
	r := fact(c, lookup{"files", root, ""}, func() result {
		var paths []string
		seen := 0
		for dirs := []string{"."}; len(dirs) > 0 && seen < maxTree; dirs = dirs[1:] {
			for _, name := range c.list(root, dirs[0]) {
				file := path.Join(dirs[0], name)
				seen++
				switch {
				case strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor":
				case c.set.Files.Look(root, file) == document.Dir:
					dirs = append(dirs, file)
				default:
					paths = append(paths, file)
				}
			}
		}
		return result{paths, seen < maxTree}
	})
	return r.paths, r.whole
}

// allowed returns the commands that the project allows in its .nubos-pilot/config.json.
func allowed(c *facts, root string) []string {
	return fact(c, lookup{"config.json", root, ""}, func() []string {
		var config struct {
			Lint struct {
				Commands []string `json:"verify_allow_commands"`
			} `json:"plan_lint"`
		}
		json.Unmarshal(trimBOM(c.content(root, place.Home+"/config.json")), &config)
		return config.Lint.Commands
	})
}

func trimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) }

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// list returns the names in a directory, none if it cannot be read.
func (c *facts) list(root, dir string) []string {
	names, err := c.set.Files.List(root, dir)
	if err != nil {
		return nil
	}
	return names
}

// expand returns the directories that patterns such as "packages/*" may name, relative to a root; those of the patterns
// are relative to base. They are not known if a pattern has more than one star at its end. A pattern that takes some
// away is left aside.
func (c *facts) expand(root, base string, patterns []string) (dirs []string, known bool) {
	for _, pattern := range patterns {
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
		parent, star := strings.CutSuffix(pattern, "/*")
		if pattern == "*" {
			parent, star = ".", true
		}
		switch {
		case strings.HasPrefix(pattern, "!"):
		case strings.ContainsAny(parent, "*?[{"):
			return nil, false
		case star:
			for _, name := range c.list(root, path.Join(base, parent)) {
				dirs = append(dirs, path.Join(base, parent, name))
			}
		default:
			dirs = append(dirs, path.Join(base, pattern))
		}
	}
	return dirs, true
}
