package verifycmd

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// judgeCargo judges the program, test or example that cargo is to run, if the package is no workspace.
func judgeCargo(s *script, c command) {
	a := c.arguments(" --bin --test --example --bench -p --package --manifest-path --features -F --target " +
		"--target-dir --profile -j --jobs --color --config -Z -C ")
	if a.option("--manifest-path", "-C") != nil || len(s.dirs) != 1 {
		return
	}
	m := cargoTOML(s.facts, s.root, s.dirs[0])
	if m == nil || m.broken || m.free {
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
		if s.set.Look(m.root, base+".rs") == document.Absent &&
			s.set.Look(m.root, base+"/main.rs") == document.Absent && !s.comes(base+".rs") &&
			!s.comes(base+"/main.rs") {
			s.fails(c, "%s has no target `%s %s`, and there is no %s.rs", m.file, kind.option, short(o.value),
				path.Join(kind.dir, short(o.value)))
		}
	}
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
