package verifycmd

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// command judges a simple command and notes what it makes.
func (s *script) command(c command) {
	s.program(c, false)
	s.remember(c)
}

// program judges a command by its first word. With fetched, a tool runs it that finds it elsewhere than in the PATH, so that a bare
// name says nothing.
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
	case strings.Contains(first.text, "/") || strings.HasPrefix(first.text, "~"):
		s.path(c)
	case !fetched && !s.knows(name) && !s.aside:
		s.unlisted(c)
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
	if pythonName.MatchString(name) {
		return s.python
	}
	if path.Base(name) == "np-tools.cjs" || name == "np-tools" {
		return func(c command) { s.npTools(c, 0) }
	}
	return nil
}

var pythonName = regexp.MustCompile(`^(?:python|pypy)(?:\d(?:\.\d+)?)?$`)

// wrapper is a command that runs another one.
type wrapper struct {
	valued  string // options that take the next word, each between spaces
	skip    int    // operands before the command
	assigns bool   // NAME=value may stand before the command
}

var wrappers = map[string]wrapper{
	"env":        {valued: " -u --unset -C --chdir ", assigns: true},
	"time":       {valued: " -f --format -o --output "},
	"timeout":    {valued: " -s --signal -k --kill-after ", skip: 1},
	"gtimeout":   {valued: " -s --signal -k --kill-after ", skip: 1},
	"xargs":      {valued: " -n -I -P -L -l -d -s -a -E -J -R --max-args --replace --max-procs --delimiter --arg-file "},
	"nice":       {valued: " -n --adjustment "},
	"ionice":     {valued: " -c -n --class --classdata "},
	"nohup":      {},
	"sudo":       {valued: " -u -g -C -h -p -r -t -T -D -R -U --user --group --chdir ", assigns: true},
	"doas":       {valued: " -u -C "},
	"command":    {},
	"builtin":    {},
	"exec":       {valued: " -a "},
	"stdbuf":     {valued: " -i -o -e "},
	"setsid":     {},
	"caffeinate": {},
	"cross-env":  {assigns: true},
	"dotenv":     {valued: " -e -v -c -p "},
	"xvfb-run":   {valued: " -n -s -e -f -w --server-num --server-args --error-file --auth-file --wait "},
}

// wrapped judges the command that a wrapper runs.
func (s *script) wrapped(c command, w wrapper) {
	i := 1
	for ; i < len(c.words); i++ {
		word := c.words[i]
		switch {
		case !word.fixed:
			return
		case word.text == "--":
			i++
		case word.text == "-v" || word.text == "-V":
			if c.words[0].text == "command" {
				return // asks where a command is
			}
			continue
		case strings.HasPrefix(word.text, "-"):
			if strings.Contains(w.valued, " "+word.text+" ") {
				i++
			}
			continue
		case w.assigns && strings.Contains(word.text, "="):
			continue
		}
		break
	}
	if inner, ok := c.rest(i + w.skip); ok {
		s.program(inner, false)
	}
}

// fetched judges what a tool runs that fetches or finds programs by name.
func (s *script) fetched(c command) {
	a := c.arguments(" -p --package -c --call -w --workspace --with --from --python ")
	if len(a.operands) > 0 {
		inner, _ := c.rest(a.operands[0])
		s.program(inner, true)
	}
}

// find judges the commands that find runs.
func (s *script) find(c command) {
	for i := 1; i < len(c.words); i++ {
		switch c.words[i].text {
		case "-exec", "-execdir", "-ok", "-okdir":
			end := i + 1
			for end < len(c.words) && c.words[end].text != ";" && c.words[end].text != "+" {
				end++
			}
			if end > i+1 {
				s.program(command{c.t, c.words[i+1 : end]}, false)
			}
			i = end
		}
	}
}

// subshell judges the text behind `-c`, or the script file.
func (s *script) subshell(c command) {
	for i, w := range c.words[1:] {
		switch {
		case !w.fixed:
			return
		case strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "--") && strings.HasSuffix(w.text, "c"):
			if i+2 < len(c.words) {
				s.nested(c.t, c.words[i+2])
			}
			return
		case strings.HasPrefix(w.text, "-") && w.text != "-" || strings.HasPrefix(w.text, "+"):
			if w.text == "-o" || w.text == "+o" || w.text == "-s" {
				return // an option of its own, or standard input
			}
		default:
			s.file(c, w, "script")
			return
		}
	}
}

// sourced judges a file that is read into the shell.
func (s *script) sourced(c command) {
	if len(c.words) > 1 && c.words[1].fixed && strings.Contains(c.words[1].text, "/") && !hasPrefix(c.words[1].text, installed) {
		s.file(c, c.words[1], "file")
	}
}

// alias learns the names that `alias name=…` defines.
func (s *script) alias(c command) {
	for _, w := range c.words[1:] {
		if name, _, ok := strings.Cut(w.text, "="); ok {
			s.define(name)
		}
	}
}

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
	case entry == document.Absent && len(c.words) > 1 && s.words0(c):
		s.fails(c, "it reads like a sentence about %s, which does not exist; write a command that exits 0 if it holds", short(name))
	case entry == document.Absent:
		s.fails(c, "%s does not exist in %s, and no task plans to make it; write the path of a program, relative to the project's root", short(name), s.place())
	case entry == document.Dir:
		s.fails(c, "%s is a directory", short(name))
	case sources[path.Ext(name)]:
		s.fails(c, "%s is no program, though the command would run it; write the program that is to judge it", short(name))
	}
}

// words0 reports whether all that follows the command's name are plain words.
func (s *script) words0(c command) bool {
	for _, w := range c.words[1:] {
		if !isWord(w.text) {
			return false
		}
	}
	return true
}

// sources are the endings of files that no system runs by themselves.
var sources = map[string]bool{".ts": true, ".tsx": true, ".jsx": true, ".vue": true, ".svelte": true, ".css": true, ".scss": true, ".html": true, ".md": true, ".json": true, ".yaml": true,
	".yml": true, ".toml": true, ".txt": true, ".sql": true, ".go": true, ".rs": true, ".java": true, ".kt": true, ".c": true, ".h": true, ".cpp": true, ".cs": true, ".svg": true, ".png": true}

func hasPrefix(name string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// knows reports whether a bare name is that of a program: a known one, or one that the project declares or has installed.
func (s *script) knows(name string) bool {
	return s.words().known[name] || s.functions[name] || s.declares(name)
}

// maxGuesses is for how many names of a document the nearest known one is looked for.
const maxGuesses = 50

// near returns the candidate that a name is likely a misspelling of, or "".
func (s *script) near(name string, candidates []string) string {
	if s.guesses++; s.guesses > maxGuesses || len(name) > 40 {
		return ""
	}
	return rules.Nearest(name, candidates)
}

// nearCommand returns the known command that a name is likely a misspelling of, or "". There are so many of them that one of another
// length is near by chance.
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
		f.Message = fmt.Sprintf("`%s` is a verb of np-tools and no program, so it cannot verify %s; write `node np-tools.cjs %s`", name, s.what, name)
	} else {
		f.Message = fmt.Sprintf("`%s` is no program that nplint knows or this project declares, and one that is not installed cannot verify %s", name, s.what)
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
