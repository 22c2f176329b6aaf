package verifycmd

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// packageJSON returns the package.json that package managers use in a directory, or nil.
func packageJSON(c *facts, root, dir string) *manifest {
	return fact(c, lookup{"package.json", root, dir}, func() *manifest {
		root, file := c.upward(root, dir, "package.json")
		if file == "" {
			return nil
		}
		return readPackage(c, root, file)
	})
}

func readPackage(c *facts, root, file string) *manifest {
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
	if w := top["workspaces"]; w != nil && json.Unmarshal(w, &m.workspaces) != nil {
		m.broken = m.broken || json.Unmarshal(w, &nested) != nil
		m.workspaces = nested.Packages
	}
	return m
}

// workspaces returns the packages below a root package that a name, a path or, if it is empty, nothing chooses. It is
// not known if the name fits none, or is a pattern.
func workspaces(s *script, root *manifest, chosen string) (packages []*manifest, known bool) {
	members, ok := members(s, root)
	if !ok || len(members) == 0 {
		return nil, false
	}
	if chosen == "" { // whichever declares the script runs it
		return append(slices.Clip(members), root), true
	}
	for _, m := range members {
		dir := path.Dir(m.file)
		if m.name == chosen || path.Base(m.name) == chosen || dir == path.Join(path.Dir(root.file), chosen) {
			packages = append(packages, m)
		}
	}
	return packages, len(packages) > 0
}

// members returns the packages that belong to a root package, if they are known.
func members(s *script, root *manifest) ([]*manifest, bool) {
	type result struct {
		packages []*manifest
		known    bool
	}
	c := s.facts
	r := fact(c, lookup{"workspaces", root.root, root.file}, func() result {
		var r result
		var dirs []string
		base := path.Dir(root.file)
		dirs, r.known = c.expand(root.root, base, append(pnpmWorkspace(c, root.root, base), root.workspaces...))
		for _, dir := range dirs {
			if c.set.Files.Look(root.root, path.Join(dir, "package.json")) == document.File {
				r.packages = append(r.packages, packageJSON(c, root.root, dir))
			}
		}
		return r
	})
	return r.packages, r.known
}

// noWorkspace reports that npm finds none of the workspaces that options name: by the name of the package, by its
// directory, or by one above it. It says whether it has.
func noWorkspace(s *script, c command, a arguments) bool {
	var chosen []option
	for _, o := range a.options {
		if o.name == "-w" || o.name == "--workspace" {
			chosen = append(chosen, o)
		}
	}
	if len(chosen) == 0 || len(s.dirs) != 1 || s.alone() || a.option("--prefix", "-C") != nil {
		return false
	}
	root := packageJSON(s.facts, s.root, s.dirs[0])
	if root == nil || root.broken || root.root != s.root {
		return false
	}
	if _, file := above(s.facts, root); file != "" && len(root.workspaces) == 0 {
		return false // of which it may be a workspace
	}
	packages, known := members(s, root)
	base := path.Dir(root.file)
	var names []string
	for _, m := range packages {
		known = known && !m.broken
		names = append(names, cmp.Or(m.name, path.Base(path.Dir(m.file))))
	}
	for _, o := range chosen {
		known = known && o.known && !path.IsAbs(o.value) && !slices.Contains(names, o.value) &&
			!mayDeclare(s, root, o.value)
		for _, dir := range []string{path.Join(base, o.value), path.Join(s.dirs[0], o.value)} {
			known = known && !s.comes(path.Join(dir, "package.json")) &&
				!slices.ContainsFunc(packages, func(m *manifest) bool { return strings.HasPrefix(m.file, dir+"/") })
		}
	}
	if !known || s.brings("package.json") {
		return false
	}
	o := chosen[0]
	near := s.near(o.value, names)
	for _, name := range names {
		if path.Base(name) == o.value {
			near = name
		}
	}
	if near != "" {
		s.wrong(c, o.word(c), near, "%s has no workspace `%s`", root.file, short(o.value))
		return true
	}
	s.fails(c, "%s has no workspace `%s`; its workspaces are: %s", root.file, short(o.value),
		cmp.Or(some(names), "none"))
	return true
}

// pnpmWorkspace returns the patterns in the pnpm-workspace.yaml of a directory: the items below `packages:`.
func pnpmWorkspace(c *facts, root, dir string) []string {
	var patterns []string
	inside := false
	for line := range strings.Lines(string(c.content(root, path.Join(dir, "pnpm-workspace.yaml")))) {
		item, isItem := strings.CutPrefix(strings.TrimSpace(line), "- ")
		switch {
		case isItem && inside:
			patterns = append(patterns, strings.Trim(strings.TrimSpace(item), `"'`))
		case !isItem && strings.TrimLeft(line[:1], " \t\r\n#") != "":
			inside = strings.HasPrefix(line, "packages:")
		}
	}
	return patterns
}
