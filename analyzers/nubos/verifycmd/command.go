package verifycmd

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// command judges a simple command and notes what it makes.
func (s *script) command(c command) {
	s.program(c, false)
	s.remember(c)
}

// program judges a command by its first word. With fetched, a tool runs it that finds it elsewhere than in the PATH,
// so that a bare name says nothing.
func (s *script) program(c command, fetched bool) {
	first := c.words[0]
	if !first.fixed || first.text == "" || s.functions[first.text] {
		return
	}
	name := first.text
	if path.IsAbs(name) {
		name = path.Base(name)
	}
	if judge := toolOf(name); judge != nil {
		judge(s, c)
		return
	}
	switch {
	case fetched && !strings.HasPrefix(first.text, "."): // the name of a package
	case strings.Contains(first.text, "/") || strings.HasPrefix(first.text, "~"):
		judgePath(s, c)
	case len(s.dirs) > 0 && !s.knows(name) && !s.aside:
		unlisted(s, c)
	}
	if runners[path.Base(name)] {
		operandFiles(s, c)
	}
}

// knows reports whether a bare name is that of a program: a known one, or one that the project declares or has
// installed.
func (s *script) knows(name string) bool {
	return s.words().known[name] || s.functions[name] || slices.Contains(allowed(s.facts, s.root), name) ||
		s.provides(name)
}

// unlisted warns of a program that nothing explains.
func unlisted(s *script, c command) {
	first := c.words[0]
	name := short(first.text)
	f := document.Finding{Rule: "verify-command-unlisted", Span: c.t.span(first.from, first.to), At: s.at}
	if s.words().has("np_tools", first.text) {
		f.Message = fmt.Sprintf("`%s` is a verb of np-tools and no program, so it cannot verify %s; write `node "+
			"np-tools.cjs %s`",
			name, s.what, name)
	} else {
		f.Message = fmt.Sprintf("`%s` is no program that nplint knows or this project declares, and one that is not "+
			"installed cannot verify %s",
			name, s.what)
		near := s.nearCommand(first.text)
		s.suggest(&f, c.t, first, near)
		if near == "" {
			f.Message += "; if"
		} else {
			f.Message += " If"
		}
		f.Message += " the name is right, add it to the option `commands` of this rule"
	}
	s.Report(f)
}
