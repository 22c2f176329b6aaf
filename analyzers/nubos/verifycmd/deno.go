package verifycmd

import (
	"encoding/json"
	"path"
	"strings"
)

// judgeDeno judges `deno task` and the files that deno is to run.
func judgeDeno(s *script, c command) {
	a := c.arguments(" --config -c --import-map --cert --location --cwd ")
	verb := a.first(c)
	if verb < 0 || len(a.operands) < 2 || !c.words[a.operands[1]].fixed {
		return
	}
	w := c.words[a.operands[1]]
	switch c.words[verb].text {
	case "run", "bench":
		if isFile(w) && !strings.Contains(w.text, ":") {
			s.missing(c, w, "script")
		}
	case "task":
		dirs, ok := directories(s, c, a.option("--cwd"), "deno.json")
		if !ok || len(dirs) != 1 {
			return
		}
		m := denoJSON(s.facts, s.root, dirs[0])
		if m == nil || mayDeclare(s, m, w.text) || m.names[w.text] {
			return
		}
		if node := packageJSON(s.facts, s.root, dirs[0]); node != nil && (mayDeclare(s, node, w.text) || node.names[w.text]) {
			return
		}
		s.wrong(c, w, s.near(w.text, m.scripts), "%s declares no task `%s`", m.file, short(w.text))
	}
}

// denoJSON returns the deno.json in a directory or above it, or nil. A deno.jsonc is not read.
func denoJSON(c *facts, root, dir string) *manifest {
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
