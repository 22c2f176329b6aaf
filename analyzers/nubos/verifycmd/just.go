package verifycmd

import (
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// judgeJust judges the recipe that just is to run.
func judgeJust(s *script, c command) {
	a := c.arguments(" --set ")
	first := a.first(c)
	if first < 0 || len(a.options) > 0 || s.alone() {
		return
	}
	names := []string{"justfile", "Justfile", ".justfile"}
	m, ok := recipes(s, nil, names, justfile)
	w := c.words[first]
	if _, above := s.upward(s.root, ".", names...); ok && m == nil && above != "" {
		return // just looks for it above too
	}
	switch {
	case !ok || strings.ContainsAny(w.text, "=/:"):
	case m == nil:
		s.fails(c, "there is no justfile in %s, so just knows no recipe `%s`", s.place(), short(w.text))
	case !m.names[w.text] && !mayDeclare(s, m, w.text):
		s.wrong(c, w, s.near(w.text, m.scripts), "%s has no recipe `%s`", m.file, short(w.text))
	}
}

var (
	justRecipe = memo.Regexp(`(?m)^@?([A-Za-z_][A-Za-z0-9_-]*)(?:[ \t][^:\n]*)?:(?:[^=]|$)`)
	justAlias  = memo.Regexp(`(?m)^alias[ \t]+([A-Za-z_][A-Za-z0-9_-]*)[ \t]*:=`)
	justOpen   = memo.Regexp(`(?m)^(?:import\??|mod\??|!include)[ \t]|^set[ \t]+(?:fallback|allow-duplicate)`)
)

// justfile reads the recipes and aliases of a justfile. Imports and modules leave open what else there is.
func justfile(c *facts, root, file string) *manifest {
	m := &manifest{root: root, file: file, names: map[string]bool{}}
	text := string(c.content(root, file))
	m.free = text == "" || justOpen().MatchString(text)
	for _, pattern := range []*memo.Pattern{justRecipe(), justAlias()} {
		for _, match := range pattern.FindAllStringSubmatch(text, -1) {
			m.declare(match[1])
		}
	}
	return m
}
