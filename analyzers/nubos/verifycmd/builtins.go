package verifycmd

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// judgeCd follows `cd`.
func judgeCd(s *script, c command) {
	if len(c.words) < 2 || !c.words[len(c.words)-1].fixed || c.words[len(c.words)-1].text == "-" || len(s.dirs) == 0 {
		s.dirs = nil
		return
	}
	dir := c.words[len(c.words)-1].text
	var entered []string
	for _, from := range s.dirs {
		if s.set.Files.Look(s.root, path.Join(from, dir)) == document.Dir {
			entered = append(entered, path.Join(from, dir))
		}
	}
	if len(entered) == 0 && s.look(dir) == document.Absent {
		s.lost = true
		s.fails(c, "there is no directory %s in %s", short(dir), s.place())
	}
	s.dirs = entered
}

// judgePopd follows `popd` to nobody knows where.
func judgePopd(s *script, _ command) { s.dirs = nil }

// judgeEval judges the text that eval runs.
func judgeEval(s *script, c command) {
	if len(c.words) == 2 {
		s.nested(c.t, c.words[1])
	}
}

// judgeShell judges the text behind `-c`, or the script file.
func judgeShell(s *script, c command) {
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
			s.missing(c, w, "script")
			return
		}
	}
}

// judgeSource judges a file that is read into the shell.
func judgeSource(s *script, c command) {
	if len(c.words) > 1 && c.words[1].fixed && strings.Contains(c.words[1].text, "/") &&
		!hasPrefix(c.words[1].text, installed) {
		s.missing(c, c.words[1], "file")
	}
}

// judgeAlias learns the names that `alias name=…` defines.
func judgeAlias(s *script, c command) {
	for _, w := range c.words[1:] {
		if name, _, ok := strings.Cut(w.text, "="); ok {
			s.functions[name] = true
		}
	}
}
