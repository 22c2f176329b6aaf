package verifycmd

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/nplint/nplint/analyzers/document"
)

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

// above returns the nearest file of the same name in a directory above that of a manifest, or "".
func above(c *facts, m *manifest) (root, file string) {
	name, dir := path.Base(m.file), path.Dir(m.file)
	if dir != "." {
		return c.upward(m.root, path.Dir(dir), name)
	}
	if m.root == "" {
		return "", ""
	}
	return c.upward(strings.TrimPrefix(path.Dir(m.root), "."), ".", name)
}

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

// toml decodes the manifest's file.
func (m *manifest) toml(c *facts) map[string]any {
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

// mayDeclare reports whether a manifest may declare a script when the command runs.
func mayDeclare(s *script, m *manifest, name string) bool {
	return m.broken || m.free || m.root == s.root && s.declares(m.file, name, s.id)
}

// declared tells in a message what there is to choose from.
func declared(scripts []string) string {
	if len(scripts) == 0 {
		return "; declare it, or write another command"
	}
	return "; declare it, or write one that it declares: " + some(scripts)
}

// some lists names in a message, the first of very many.
func some(names []string) string {
	const limit = 8
	if len(names) > limit {
		return strings.Join(names[:limit], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// directories returns where a program works that an option may send elsewhere. It reports a directory without the
// file that the program needs there, and then, as wherever nobody can look, the second result is false.
func directories(s *script, c command, o *option, file string) ([]string, bool) {
	if len(s.dirs) == 0 || o != nil && (!o.known || path.IsAbs(o.value) || strings.HasPrefix(o.value, "~")) {
		return nil, false
	}
	if o == nil {
		return s.dirs, true
	}
	var dirs []string
	for _, dir := range s.dirs {
		dir = path.Join(dir, o.value)
		if dir == ".." || strings.HasPrefix(dir, "../") {
			return nil, false
		}
		if s.set.Files.Look(s.root, dir) == document.Dir {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		if s.look(o.value) == document.Absent {
			s.fails(c, "there is no directory %s in %s", short(o.value), s.place())
		}
		return nil, false
	}
	for _, dir := range dirs {
		if s.set.Files.Look(s.root, path.Join(dir, file)) != document.Absent {
			return dirs, true
		}
	}
	if !s.comes(path.Join(dirs[0], file)) {
		s.fails(c, "there is no %s in %s", file, dirs[0])
	}
	return nil, false
}
