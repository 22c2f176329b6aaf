package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// cargoCommands are the commands of cargo that work on packages which -p names.
var cargoCommands = set("build b check c test t run r bench clippy doc d fix fmt rustc nextest")

// judgeCargo judges the packages that cargo is to work on, and the program, test or example that it is to run, if the
// package is no workspace.
func judgeCargo(s *script, c command) {
	a := c.arguments(" --bin --test --example --bench -p --package --manifest-path --features -F --target " +
		"--target-dir --profile -j --jobs --color --config -Z -C ")
	if a.option("--manifest-path", "-C") != nil || len(s.dirs) != 1 {
		return
	}
	m := cargoTOML(s.facts, s.root, s.dirs[0])
	if m == nil || m.broken || noPackage(s, c, a, m) || m.free {
		return
	}
	for _, kind := range []struct{ option, dir string }{{"--bin", "src/bin"}, {"--test", "tests"},
		{"--example", "examples"}, {"--bench", "benches"}} {
		o := a.option(kind.option)
		if o == nil || !o.known || strings.ContainsAny(o.value, "*?[") || m.names[kind.option+" "+o.value] ||
			mayDeclare(s, m, o.value) {
			continue
		}
		base := path.Join(path.Dir(m.file), kind.dir, o.value)
		if s.set.Files.Look(m.root, base+".rs") == document.Absent &&
			s.set.Files.Look(m.root, base+"/main.rs") == document.Absent && !s.comes(base+".rs") &&
			!s.comes(base+"/main.rs") {
			s.fails(c, "%s has no target `%s %s`, and there is no %s.rs", m.file, kind.option, short(o.value),
				path.Join(kind.dir, short(o.value)))
		}
	}
}

// noPackage reports the first package that cargo is told and that is neither in the workspace nor what its packages
// depend on, and says whether there is one.
func noPackage(s *script, c command, a arguments, m *manifest) bool {
	operands := slices.DeleteFunc(slices.Clone(a.operands), func(i int) bool {
		return strings.HasPrefix(c.words[i].text, "+") // the toolchain
	})
	if s.alone() || len(operands) == 0 || !cargoCommands[c.words[operands[0]].text] {
		return false
	}
	for _, o := range a.options {
		name, _, _ := strings.Cut(o.value, "@")
		if o.name != "-p" && o.name != "--package" || !o.known || name == "" || strings.ContainsAny(name, "*?[:/") {
			continue
		}
		w := cargoWorkspace(s.facts, m)
		if w == nil || w.broken || w.programs[name] || s.comes(path.Join(s.dirs[0], name)) ||
			s.comes(name) || mayDeclare(s, w, name) ||
			s.brings("Cargo.toml") {
			continue
		}
		s.wrong(c, o.word(c), s.near(name, w.scripts), "there is no package `%s` in the workspace of %s", short(name), w.file)
		return true
	}
	return false
}

// cargoTOML returns the Cargo.toml that cargo uses in a directory, or nil, with the targets that it names, such as
// "--bin x".
func cargoTOML(c *facts, root, dir string) *manifest {
	return fact(c, lookup{"Cargo.toml", root, dir}, func() *manifest {
		root, file := c.upward(root, dir, "Cargo.toml")
		if file == "" {
			return nil
		}
		m := &manifest{root: root, file: file, names: map[string]bool{}}
		top := m.toml(c)
		m.free = top["workspace"] != nil
		if m.name, _ = dig(top, "package")["name"].(string); m.name != "" {
			m.declare("--bin " + m.name)
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

// cargoWorkspace returns the workspace that a package belongs to, or the package alone if there is none: its scripts
// are the names of its packages, its programs also those of what they depend on. It is nil if it lies above the
// project.
func cargoWorkspace(c *facts, m *manifest) *manifest {
	return fact(c, lookup{"cargo workspace", m.root, m.file}, func() *manifest {
		top := m
		for !top.free {
			root, file := above(c, top)
			if file == "" {
				top = m
				break
			}
			if root != m.root {
				return nil
			}
			top = cargoTOML(c, root, path.Dir(file))
		}
		w := &manifest{root: top.root, file: top.file, names: map[string]bool{}, programs: map[string]bool{}}
		table := w.toml(c)
		members, _ := dig(table, "workspace")["members"].([]any)
		var patterns []string
		for _, pattern := range members {
			text, _ := pattern.(string)
			patterns = append(patterns, text)
		}
		dirs, known := c.expand(w.root, path.Dir(w.file), patterns)
		w.broken = w.broken || !known
		for _, dir := range append(dirs, path.Dir(m.file), path.Dir(w.file)) {
			if file := path.Join(dir, "Cargo.toml"); c.set.Files.Look(w.root, file) == document.File {
				w.addCrate(c, file)
			}
		}
		lock := manifest{root: w.root, file: path.Join(path.Dir(w.file), "Cargo.lock")}
		packages, _ := lock.toml(c)["package"].([]map[string]any)
		for _, p := range packages {
			name, _ := p["name"].(string)
			w.programs[name] = true
		}
		return w
	})
}

// addCrate adds to a workspace the package in a Cargo.toml, and what it depends on.
func (m *manifest) addCrate(c *facts, file string) {
	crate := manifest{root: m.root, file: file}
	table := crate.toml(c)
	m.broken = m.broken || crate.broken
	if name, ok := dig(table, "package")["name"].(string); ok {
		m.declare(name)
		m.programs[name] = true
	}
	tables := []map[string]any{table, dig(table, "workspace")}
	for target := range dig(table, "target") {
		tables = append(tables, dig(table, "target", target))
	}
	for _, table := range tables {
		for _, kind := range []string{"dependencies", "dev-dependencies", "build-dependencies"} {
			for name, value := range dig(table, kind) {
				m.programs[name] = true
				if detail, ok := value.(map[string]any); ok {
					name, _ = detail["package"].(string)
					m.programs[name] = true
				}
			}
		}
	}
}
