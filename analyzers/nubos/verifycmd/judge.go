package verifycmd

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
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
	if w, ok := wrappers[name]; ok {
		s.wrapped(c, w)
		return
	}
	if judge := s.special(name); judge != nil {
		judge(c)
		return
	}
	switch {
	case fetched && !strings.HasPrefix(first.text, "."): // the name of a package
	case strings.Contains(first.text, "/") || strings.HasPrefix(first.text, "~"):
		s.path(c)
	case len(s.dirs) > 0 && !s.knows(name) && !s.aside:
		s.unlisted(c)
	}
	if runners[path.Base(name)] {
		s.operandFiles(c)
	}
}

// special returns what judges the arguments of a program, or nil.
func (s *script) special(name string) func(command) {
	switch name {
	case "cd", "pushd":
		return s.enter
	case "popd":
		return func(command) { s.dirs = nil }
	case "alias":
		return s.alias
	case "bash", "sh", "zsh", "dash", "ksh":
		return s.subshell
	case "eval":
		return func(c command) {
			if len(c.words) == 2 {
				s.nested(c.t, c.words[1])
			}
		}
	case "source", ".":
		return s.sourced
	case "find":
		return s.find
	case "npm", "pnpm", "yarn", "bun":
		return s.packageManager
	case "npx", "pnpx", "bunx", "uvx":
		return s.fetched
	case "node", "nodejs", "tsx", "ts-node":
		return s.node
	case "deno":
		return s.deno
	case "composer":
		return s.composer
	case "php":
		return s.php
	case "make", "gmake":
		return s.make
	case "just":
		return s.just
	case "go":
		return s.goTool
	case "cargo":
		return s.cargo
	case "poetry", "uv", "pdm", "hatch", "pipenv", "rye", "bundle":
		return s.environment
	}
	if pythonName().MatchString(name) {
		return s.python
	}
	if path.Base(name) == "np-tools.cjs" || name == "np-tools" {
		return func(c command) { s.npTools(c, 0) }
	}
	return nil
}

var pythonName = rules.Lazy(`^(?:python|pypy)(?:\d(?:\.\d+)?)?$`)

// file reports a file that a program is to run and that is not there.
func (s *script) file(c command, w word, what string) {
	if w.fixed && w.text != "-" && s.look(w.text) == document.Absent {
		s.fails(c, "the %s %s does not exist, and no task plans to make it", what, short(w.text))
	}
}

// path judges a command that is a path.
func (s *script) path(c command) {
	name := c.words[0].text
	if s.aside && !strings.HasPrefix(name, "./") {
		return // a code span may well name a file
	}
	switch entry := s.look(name); {
	case entry == document.Absent && hasPrefix(path.Clean(name), installed):
		s.installed(c)
	case entry == document.Absent && len(c.words) > 1 && s.beforeWords(c) &&
		(len(c.words) > 2 || !strings.HasPrefix(name, "./")):
		s.fails(c,
			"it reads like a sentence about %s, which does not exist; write a command that exits 0 if it holds",
			short(name))
	case entry == document.Absent:
		s.fails(c,
			"%s does not exist in %s, and no task plans to make it; write the path of a program, relative to the "+
				"project's root",
			short(name), s.place())
	case entry == document.Dir:
		s.fails(c, "%s is a directory", short(name))
	case len(c.words) > 2 && s.beforeWords(c) && c.strong():
		s.fails(c, "it reads like a sentence about %s; write a command that exits 0 if it holds", short(name))
	case sources[path.Ext(name)]:
		s.fails(c,
			"%s is no program, though the command would run it; write the program that is to judge it",
			short(name))
	}
}

// installed reports a path in a directory that an installation may fill, if it is likely a misspelling of what is
// there.
func (s *script) installed(c command) {
	name := path.Clean(c.words[0].text)
	for _, dir := range s.dirs {
		if s.guesses >= maxGuesses {
			return
		}
		if near := s.near(path.Base(name), s.list(s.Doc.Root, path.Join(dir, path.Dir(name)))); near != "" {
			s.wrong(c, c.words[0], path.Join(path.Dir(name), near), "%s does not exist in %s, and no task plans to "+
				"make it",
				short(name), s.place())
			return
		}
	}
}

// beforeWords reports whether all that follows a command's name are words of a natural language.
func (s *script) beforeWords(c command) bool {
	for _, w := range c.words[1:] {
		if !isWord(w.text) {
			return false
		}
	}
	return true
}

// strong reports whether a word behind a command's name is hardly ever an argument.
func (c command) strong() bool {
	for _, w := range c.words[1:] {
		if strong[strings.ToLower(strings.TrimRight(w.text, ".,:;!?"))] {
			return true
		}
	}
	return false
}

// sources are the endings of files that no system runs by themselves.
var sources = set(".ts .tsx .jsx .vue .svelte .css .scss .html .md .json .yaml .yml .toml .txt .sql .go .rs .java .kt " +
	".c .h .cpp .cs .svg .png")

func hasPrefix(name string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// knows reports whether a bare name is that of a program: a known one, or one that the project declares or has
// installed.
func (s *script) knows(name string) bool {
	return s.words().known[name] || s.functions[name] || slices.Contains(s.allowed(s.Doc.Root), name) || s.declares(name)
}

// maxGuesses is for how many names of a document the nearest known one is looked for.
const maxGuesses = 50

// near returns the candidate that a name is likely a misspelling of, or "".
func (s *script) near(name string, candidates []string) string {
	if s.guesses++; s.guesses > maxGuesses || len(name) > 40 {
		return ""
	}
	return spell.Nearest(name, candidates)
}

// nearCommand returns the known command that a name is likely a misspelling of, or "". There are so many of them that
// one of another length is near by chance.
func (s *script) nearCommand(name string) string {
	var alike []string
	for _, known := range s.words().commands {
		if d := len(known) - len(name); -1 <= d && d <= 1 {
			alike = append(alike, known)
		}
	}
	return s.near(name, alike)
}

// unlisted warns of a program that nothing explains.
func (s *script) unlisted(c command) {
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
