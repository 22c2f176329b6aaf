package verifycmd

import (
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
	if json.Unmarshal(top["workspaces"], &m.workspaces) != nil && json.Unmarshal(top["workspaces"], &nested) == nil {
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

// members returns the packages that belong to a root package. It is not known if a pattern has more than one star at
// its end.
func members(s *script, root *manifest) ([]*manifest, bool) {
	type result struct {
		packages []*manifest
		known    bool
	}
	c := s.facts
	r := fact(c, lookup{"workspaces", root.root, root.file}, func() result {
		var r result
		r.known = true
		base := path.Dir(root.file)
		add := func(dir string) {
			if file := path.Join(base, dir, "package.json"); c.set.Look(root.root, file) == document.File {
				r.packages = append(r.packages, packageJSON(c, root.root, path.Join(base, dir)))
			}
		}
		for _, pattern := range append(pnpmWorkspace(c, root.root, base), root.workspaces...) {
			pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
			parent, star := strings.CutSuffix(pattern, "/*")
			switch {
			case strings.HasPrefix(pattern, "!"):
			case strings.ContainsAny(parent, "*?[{"):
				r.known = false
			case star:
				for _, name := range c.list(root.root, path.Join(base, parent)) {
					add(path.Join(parent, name))
				}
			default:
				add(pattern)
			}
		}
		return r
	})
	return r.packages, r.known
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
