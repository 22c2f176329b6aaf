package verifycmd

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// lookup is where a fact was looked for.
type lookup struct{ what, root, path string }

// fact returns what find finds out, and asks it once a run for each place.
func fact[T any](c *checker, key lookup, find func() T) T {
	found, ok := c.facts.Load(key)
	if !ok {
		found, _ = c.facts.LoadOrStore(key, sync.OnceValue(find))
	}
	return found.(func() T)()
}

// maxManifest is how many bytes of a file that declares scripts are read.
const maxManifest = 1 << 20

// content returns a file below a project root, or nil.
func (c *checker) content(root, file string) []byte {
	if c.set.Look(root, file) != document.File {
		return nil
	}
	data, err := c.set.File(root, file)
	if err != nil || len(data) > maxManifest {
		return nil
	}
	return data
}

// upward returns the nearest of the named files in a directory below a project root or above it, as programs look for
// it, or "". The root is that of the project, or one above it: a project may be a part of a repository.
func (c *checker) upward(root, dir string, names ...string) (foundRoot, file string) {
	for ; ; dir = path.Dir(dir) {
		for _, name := range names {
			if file := path.Join(dir, name); c.set.Look(root, file) == document.File {
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

// manifest is a file that declares scripts. One that cannot be read declares whatever one asks for.
type manifest struct {
	root, file string // file is relative to root
	broken     bool
	scripts    []string
	names      map[string]bool // of scripts
	programs   map[string]bool // that the project itself provides or depends on
	workspaces []string        // patterns of the directories of the packages that belong to it
	name       string
	patterns   []string // of the targets that a Makefile can build; % stands for anything
	free       bool     // scripts may be declared elsewhere too
}

func (m *manifest) declare(script string) {
	if !m.names[script] {
		m.names[script] = true
		m.scripts = append(m.scripts, script)
	}
}

// fits reports whether a target fits one of the patterns of a Makefile.
func (m *manifest) fits(target string) bool {
	return slices.ContainsFunc(m.patterns, func(pattern string) bool {
		before, behind, _ := strings.Cut(pattern, "%")
		return len(target) > len(before)+len(behind) && strings.HasPrefix(target, before) &&
			strings.HasSuffix(target, behind)
	})
}

// node returns the package.json that package managers use in a directory, or nil.
func (c *checker) node(root, dir string) *manifest {
	return fact(c, lookup{"package.json", root, dir}, func() *manifest {
		root, file := c.upward(root, dir, "package.json")
		if file == "" {
			return nil
		}
		return c.packageJSON(root, file)
	})
}

func (c *checker) packageJSON(root, file string) *manifest {
	m := &manifest{root: root, file: file, names: map[string]bool{}, programs: map[string]bool{}}
	var top map[string]json.RawMessage
	if json.Unmarshal(trimBOM(c.content(root, file)), &top) != nil {
		m.broken = true
		return m
	}
	m.broken = !m.keys(top["scripts"], m.declare)
	json.Unmarshal(top["name"], &m.name)
	provide := func(name string) { m.programs[path.Base(name)] = true }
	if !m.keys(top["bin"], provide) {
		provide(m.name) // one program with the name of the package
	}
	for _, key := range []string{"dependencies", "devDependencies", "optionalDependencies"} {
		m.keys(top[key], provide)
	}
	var nested struct{ Packages []string }
	if json.Unmarshal(top["workspaces"], &m.workspaces) != nil && json.Unmarshal(top["workspaces"], &nested) == nil {
		m.workspaces = nested.Packages
	}
	return m
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func trimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) }

// keys calls f with the keys of a JSON object. It reports whether the value is one, or absent.
func (m *manifest) keys(value json.RawMessage, f func(key string)) bool {
	var object map[string]json.RawMessage
	if len(value) > 0 && json.Unmarshal(value, &object) != nil {
		return false
	}
	for _, key := range sorted(object) {
		f(key)
	}
	return true
}

// composerJSON returns the composer.json in a directory, or nil.
func (c *checker) composerJSON(root, dir string) *manifest {
	file := path.Join(dir, "composer.json")
	return fact(c, lookup{"composer.json", root, dir}, func() *manifest {
		if c.set.Look(root, file) != document.File {
			return nil
		}
		return c.packageJSON(root, file) // its scripts stand in the same place
	})
}

// pyproject returns the pyproject.toml that tools use in a directory, or nil.
func (c *checker) pyproject(root, dir string) *manifest {
	return fact(c, lookup{"pyproject.toml", root, dir}, func() *manifest {
		root, file := c.upward(root, dir, "pyproject.toml")
		if file == "" {
			return nil
		}
		m := &manifest{root: root, file: file, names: map[string]bool{}, programs: map[string]bool{}}
		top := m.toml(c)
		for _, table := range []string{"project.scripts", "project.gui-scripts", "tool.poetry.scripts",
			"tool.pdm.scripts", "tool.hatch.scripts", "tool.rye.scripts", "tool.poe.tasks", "tool.taskipy.tasks"} {
			for _, name := range sorted(dig(top, strings.Split(table, ".")...)) {
				m.declare(name)
			}
		}
		for _, environment := range sorted(dig(top, "tool", "hatch", "envs")) {
			for _, name := range sorted(dig(top, "tool", "hatch", "envs", environment, "scripts")) {
				m.declare(name)
			}
		}
		return m
	})
}

// toml decodes the manifest's file.
func (m *manifest) toml(c *checker) map[string]any {
	var top map[string]any
	text := string(trimBOM(c.content(m.root, m.file)))
	if nests(text, maxDepth) { // the decoder is recursive
		m.broken = true
	} else if _, err := toml.Decode(text, &top); err != nil {
		m.broken = true
	}
	return top
}

// dig returns the table at a path of keys, or nil.
func dig(table map[string]any, keys ...string) map[string]any {
	for _, key := range keys {
		table, _ = table[key].(map[string]any)
	}
	return table
}

// maxTree is how many entries of a project are looked at, to find files wherever they lie.
const maxTree = 20000

// files returns the paths of a project's files, without hidden and installed ones. There are more of them if it is not
// whole.
func (c *checker) files(root string) (paths []string, whole bool) {
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
				case c.set.Look(root, file) == document.Dir:
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
func (c *checker) allowed(root string) []string {
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

// declares reports whether a bare name is that of a program that the project provides, depends on or has installed.
func (s *script) declares(name string) bool {
	if strings.ContainsAny(name, "/\x00") {
		return false
	}
	for _, dir := range s.dirs {
		for _, bin := range []string{"node_modules/.bin", "vendor/bin", ".venv/bin", "venv/bin"} {
			if s.set.Look(s.Doc.Root, path.Join(dir, bin, name)) != document.Absent {
				return true
			}
		}
		if m := s.checker.node(s.Doc.Root, dir); m != nil && m.programs[name] {
			return true
		}
		if m := s.pyproject(s.Doc.Root, dir); m != nil && (m.broken || m.names[name]) {
			return true
		}
	}
	files, _ := s.files(s.Doc.Root)
	return slices.ContainsFunc(files, func(file string) bool { // a part of the project may declare it
		switch path.Base(file) {
		case "pyproject.toml":
			m := s.pyproject(s.Doc.Root, path.Dir(file))
			return m != nil && m.names[name]
		case "package.json":
			m := s.checker.node(s.Doc.Root, path.Dir(file))
			return m != nil && m.programs[name]
		}
		return false
	})
}

// denoJSON returns the deno.json in a directory or above it, or nil. A deno.jsonc is not read.
func (c *checker) denoJSON(root, dir string) *manifest {
	return fact(c, lookup{"deno.json", root, dir}, func() *manifest {
		root, file := c.upward(root, dir, "deno.json", "deno.jsonc")
		if file == "" {
			return nil
		}
		m := &manifest{root: root, file: file, names: map[string]bool{}}
		var top map[string]json.RawMessage
		m.broken = path.Ext(file) == ".jsonc" || json.Unmarshal(trimBOM(c.content(root, file)), &top) != nil ||
			!m.keys(top["tasks"], m.declare)
		return m
	})
}

// cargoTOML returns the Cargo.toml that cargo uses in a directory, or nil, with the targets that it names, such as
// "--bin x".
func (c *checker) cargoTOML(root, dir string) *manifest {
	return fact(c, lookup{"Cargo.toml", root, dir}, func() *manifest {
		root, file := c.upward(root, dir, "Cargo.toml")
		if file == "" {
			return nil
		}
		m := &manifest{root: root, file: file, names: map[string]bool{}}
		top := m.toml(c)
		m.free = top["workspace"] != nil
		if name, ok := dig(top, "package")["name"].(string); ok {
			m.declare("--bin " + name)
		}
		for _, kind := range []string{"bin", "test", "example", "bench"} {
			targets, _ := top[kind].([]map[string]any)
			for _, target := range targets {
				if name, ok := target["name"].(string); ok {
					m.declare("--" + kind + " " + name)
				}
			}
		}
		return m
	})
}
