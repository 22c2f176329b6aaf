package verifycmd

import (
	"slices"
	"strings"
)

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
	i, moved := 1, arguments{}
	for ; i < len(c.words); i++ {
		word := c.words[i]
		switch {
		case !word.fixed && strings.HasPrefix(word.text, "-"):
			continue
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
			if name, _, _ := strings.Cut(word.text, "="); name == "--chdir" || strings.HasPrefix(word.text, "-C") {
				moved.options = []option{{name: "-C"}}
			}
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
		s.within(moved, func() { s.program(inner, false) })
	}
}

// fetched judges what a tool runs that fetches or finds programs by name.
func (s *script) fetched(c command) {
	a := c.arguments(" -p --package -c --call -w --workspace --prefix --with --from --python --directory ")
	if len(a.operands) > 0 {
		inner, _ := c.rest(a.operands[0])
		a.options = slices.DeleteFunc(a.options, func(o option) bool { return o.at > a.operands[0] })
		s.within(a, func() { s.program(inner, true) })
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
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		// options of one letter each
		short := len(w.text) > 1 && (w.text[0] == '-' || w.text[0] == '+') && w.text[1] != '-'
		switch {
		case !w.fixed || w.text == "-s":
			return // unknown, or standard input
		case short && strings.HasSuffix(w.text, "c"):
			if i+1 < len(c.words) {
				s.nested(c.t, c.words[i+1])
			}
			return
		case short && strings.HasSuffix(strings.ToLower(w.text), "o"):
			i++ // the name of an option, such as pipefail
		case short || strings.HasPrefix(w.text, "--"):
		default:
			s.file(c, w, "script")
			return
		}
	}
}

// sourced judges a file that is read into the shell.
func (s *script) sourced(c command) {
	if len(c.words) > 1 && c.words[1].fixed && strings.Contains(c.words[1].text, "/") &&
		!hasPrefix(c.words[1].text, installed) {
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
