package verifycmd

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// judgePath judges a command that is a path.
func judgePath(s *script, c command) {
	name := c.words[0].text
	if s.aside && !strings.HasPrefix(name, "./") {
		return // a code span may well name a file
	}
	switch entry := s.look(name); {
	case entry == document.Absent && hasPrefix(path.Clean(name), installed):
		nearInstalled(s, c)
	case entry == document.Absent && len(c.words) > 1 && c.plainWords() &&
		(len(c.words) > 2 || !strings.HasPrefix(name, "./")):
		s.fails(c,
			"it reads like a sentence about %s, which does not exist; write a command that exits 0 if it holds",
			short(name))
	case entry == document.Absent:
		s.fails(c,
			"%s does not exist in %s, and %s; write the path of a program, relative to the project's root",
			short(name), s.place(), s.unmade(name))
	case entry == document.Dir:
		s.fails(c, "%s is a directory", short(name))
	case len(c.words) > 2 && c.plainWords() && c.strong():
		s.fails(c, "it reads like a sentence about %s; write a command that exits 0 if it holds", short(name))
	case sources[path.Ext(name)]:
		s.fails(c,
			"%s is no program, though the command would run it; write the program that is to judge it",
			short(name))
	}
}

// nearInstalled reports a path in a directory that an installation may fill, if it is likely a misspelling of what is
// there.
func nearInstalled(s *script, c command) {
	name := path.Clean(c.words[0].text)
	for _, dir := range s.dirs {
		if s.guesses >= maxGuesses {
			return
		}
		if near := s.near(path.Base(name), s.list(s.root, path.Join(dir, path.Dir(name)))); near != "" {
			s.wrong(c, c.words[0], path.Join(path.Dir(name), near), "%s does not exist in %s, and no task plans to "+
				"make it",
				short(name), s.place())
			return
		}
	}
}

// installed are the directories whose content an installation or a build brings, so that many repositories do not
// keep it.
var installed = []string{"bin/", "vendor/bin/", "node_modules/", ".venv/", "venv/", "env/bin/"}

// sources are the endings of files that no system runs by themselves.
var sources = set(".ts .tsx .jsx .vue .svelte .css .scss .html .md .json .yaml .yml .toml .txt .sql .go .rs .java " +
	".kt .c .h .cpp .cs .svg .png")

// hasPrefix reports whether a name starts with one of the prefixes.
func hasPrefix(name string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
