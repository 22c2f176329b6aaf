package verifycmd

import (
	"path"

	"github.com/nplint/nplint/analyzers/document"
)

// judgeComposer judges whether the script that composer is to run is declared.
func judgeComposer(s *script, c command) {
	a := c.arguments(" -d --working-dir ")
	verb := a.first(c)
	if verb < 0 {
		return
	}
	w := c.words[verb]
	switch {
	case w.text == "run" || w.text == "run-script":
		if len(a.operands) < 2 || !c.words[a.operands[1]].fixed {
			return
		}
		w = c.words[a.operands[1]]
	case s.words().has("composer_commands", w.text):
		return
	}
	dirs, ok := directories(s, c, a.option("-d", "--working-dir"), "composer.json")
	if !ok {
		return
	}
	var m *manifest
	for _, dir := range dirs {
		if found := composerJSON(s.facts, s.root, dir); found == nil && s.comes(path.Join(dir, "composer.json")) {
			return
		} else if found != nil {
			if m = found; mayDeclare(s, m, w.text) || m.names[w.text] {
				return
			}
		}
	}
	if m == nil {
		s.fails(c, "there is no composer.json that declares a script `%s`", short(w.text))
		return
	}
	near := s.near(w.text, m.scripts)
	if near == "" && len(a.operands) == 1 {
		near = s.near(w.text, s.words().lists["composer_commands"])
	}
	if near != "" {
		s.wrong(c, w, near, "%s declares no script `%s`, and composer has no such command", m.file, short(w.text))
		return
	}
	s.fails(c,
		"%s declares no script `%s`, and composer has no such command%s",
		m.file, short(w.text), declared(m.scripts))
}

// composerJSON returns the composer.json in a directory, or nil.
func composerJSON(c *facts, root, dir string) *manifest {
	file := path.Join(dir, "composer.json")
	return fact(c, lookup{"composer.json", root, dir}, func() *manifest {
		if c.set.Files.Look(root, file) != document.File {
			return nil
		}
		return readPackage(c, root, file) // its scripts stand in the same place
	})
}

// judgePHP judges the script that php is to run.
func judgePHP(s *script, c command) {
	a := c.arguments(" -d -c -r -S -t -z -F -B -R -E ")
	first := a.first(c)
	if first < 0 || a.option("-r", "-S", "-R", "-B", "-m", "-i") != nil || s.alone() {
		return
	}
	s.missing(c, c.words[first], "script")
	if path.Base(c.words[first].text) == "artisan" && len(a.operands) > 1 && c.words[a.operands[1]].text == "test" {
		inner, _ := c.rest(a.operands[1])
		operandFiles(s, inner)
	}
}
