package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// judgeMake judges the targets that make is to build.
func judgeMake(s *script, c command) {
	a := c.arguments(" -C --directory -f --file --makefile -I --include-dir -o -W ")
	names := []string{"GNUmakefile", "makefile", "Makefile"}
	makefiles := 0
	for _, o := range a.options {
		if short := o.name[1] != '-'; short && len(o.name) > 2 && strings.ContainsAny(o.name, "CfI") {
			return // `-Cdir`, or `-sC dir`
		}
		if slices.Contains([]string{"-f", "--file", "--makefile"}, o.name) {
			makefiles++
		}
	}
	if a.open || a.option("-I", "--include-dir") != nil || makefiles > 1 || s.alone() {
		return
	}
	dir, chosen := a.option("-C", "--directory"), a.option("-f", "--file", "--makefile")
	if chosen != nil {
		if !chosen.known || path.IsAbs(chosen.value) || chosen.value == "-" {
			return
		}
		names = []string{chosen.value}
	}
	if dir != nil && dir.known && s.look(dir.value) == document.Absent {
		s.fails(c, "there is no directory %s in %s", short(dir.value), s.place())
		return
	}
	m, ok := recipes(s, dir, names, makefile)
	if !ok {
		return
	}
	if m == nil && chosen != nil {
		s.fails(c, "there is no %s in %s, and %s", short(chosen.value), s.place(), s.unmade(chosen.value))
		return
	}
	for _, i := range a.operands {
		w := c.words[i]
		switch {
		case strings.Contains(w.text, "=") || strings.Trim(w.text, "0123456789") == "": // a variable, or the value of -j
		case m == nil:
			s.fails(c, "there is no Makefile in %s, so make knows no target `%s`", s.place(), short(w.text))
			return
		case !m.names[w.text] && !m.fits(w.text) && !mayDeclare(s, m, w.text) &&
			s.set.Files.Look(m.root, path.Join(path.Dir(m.file), w.text)) == document.Absent:
			s.wrong(c, w, s.near(w.text, m.scripts), "%s has no target `%s`", m.file, short(w.text))
			return
		}
	}
}

// recipes returns the file of recipes that a program uses, or nil if there is none. The second result is false if
// nobody knows what it holds when the command runs.
func recipes(s *script, dir *option, names []string, read func(c *facts, root, file string) *manifest) (*manifest,
	bool) {
	if len(s.dirs) != 1 || dir != nil && (!dir.known || path.IsAbs(dir.value)) {
		return nil, false
	}
	from := s.dirs[0]
	if dir != nil {
		from = path.Join(from, dir.value)
	}
	for _, name := range names {
		file := path.Join(from, name)
		if s.set.Files.Look(s.root, file) == document.File {
			m := fact(s.facts, lookup{"recipes", s.root, file},
				func() *manifest { return read(s.facts, s.root, file) })
			return m, !m.broken && !m.free
		}
		if s.comes(file) || strings.HasPrefix(file, "../") {
			return nil, false
		}
	}
	return nil, true
}

var (
	makeTarget = memo.Regexp(`(?m)^([^\s#:=][^#:=\n]*?)\s*::?(?:[^=]|$)`)
	makeOpen   = memo.Regexp(`(?m)^\s*(?:-?include|sinclude|load|define)\b|\$[({](?:eval|foreach|call)\b|` +
		`^\.DEFAULT\s*:|^[^\t#:=\n]*\$[^:=\n]*:`)
)

// makefile reads the targets and patterns that a Makefile names itself. Included files and computed targets leave
// open what else there is.
func makefile(c *facts, root, file string) *manifest {
	m := &manifest{root: root, file: file, names: map[string]bool{}}
	text := strings.ReplaceAll(string(c.content(root, file)), "\\\n", " ")
	m.free = text == "" || makeOpen().MatchString(text)
	for _, match := range makeTarget().FindAllStringSubmatch(text, -1) {
		for target := range strings.FieldsSeq(match[1]) {
			if strings.Contains(target, "%") {
				m.patterns = append(m.patterns, target)
			} else if !strings.HasPrefix(target, ".") || strings.Contains(target, "/") {
				m.declare(target)
			}
		}
	}
	return m
}
