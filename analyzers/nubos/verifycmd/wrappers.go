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

// judge judges the command that a wrapper runs.
func (w wrapper) judge(s *script, c command) {
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

// judgeFetched judges what a tool runs that fetches or finds programs by name.
func judgeFetched(s *script, c command) {
	a := c.arguments(" -p --package -c --call -w --workspace --prefix --with --from --python --directory ")
	if len(a.operands) > 0 {
		inner, _ := c.rest(a.operands[0])
		a.options = slices.DeleteFunc(a.options, func(o option) bool { return o.at > a.operands[0] })
		if c.words[0].text == "npx" && noWorkspace(s, c, a) {
			return
		}
		s.within(a, func() { s.program(inner, true) })
	}
}

// judgeFind judges the commands that find runs.
func judgeFind(s *script, c command) {
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
