package verifycmd

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var pythonName = memo.Regexp(`^(?:python|pypy)(?:\d(?:\.\d+)?)?$`)

// judgePython judges the file or the module that python is to run.
func judgePython(s *script, c command) {
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		switch {
		case !w.fixed || w.text == "-c" || w.text == "-" || s.alone():
			return
		case w.text == "-m":
			if i+1 < len(c.words) && c.words[i+1].fixed {
				inner, _ := c.rest(i + 1)
				if runners[inner.words[0].text] {
					operandFiles(s, inner)
				} else {
					pythonModule(s, c, inner.words[0])
				}
			}
			return
		case w.text == "-W" || w.text == "-X":
			i++
		case !strings.HasPrefix(w.text, "-"):
			s.missing(c, w, "script")
			return
		}
	}
}

// pythonModule reports a module that is not there though the package that it is named after is. Any other may be
// installed.
func pythonModule(s *script, c command, w word) {
	if strings.Contains(w.text, "/") {
		s.fails(c, "`-m` wants the name of a module, such as `package.module`, and no path")
		return
	}
	parts := strings.Split(w.text, ".")
	for _, base := range []string{"", "src"} {
		if s.look(path.Join(base, parts[0])) != document.Dir {
			continue
		}
		file := path.Join(base, strings.Join(parts, "/"))
		if s.look(file+".py") == document.Absent && s.look(file) == document.Absent {
			s.fails(c, "there is neither %s.py nor a package %s in %s", file, file, s.place())
		}
		return
	}
}

// judgeEnvironment judges what poetry, uv and their like run in the environment of a project.
func judgeEnvironment(s *script, c command) {
	a := c.arguments(" --with --python -p --extra --group --only-group --with-requirements --env-file --index " +
		"--directory --project -C -P -e --env ")
	verb := a.first(c)
	if verb < 0 || len(a.operands) < 2 {
		return
	}
	tool, name := c.words[0].text, c.words[verb].text
	project := a.option("--project") // of uv and poetry, whose command still runs where it stands
	if name != "run" && (tool != "bundle" || name != "exec") ||
		a.option("-m", "--module", "--directory", "-C", "-P") != nil ||
		project != nil && (!project.known || tool != "uv" && tool != "poetry") ||
		tool == "pdm" && a.option("-p") != nil {
		return
	}
	inner, _ := c.rest(a.operands[1])
	w := inner.words[0]
	if !w.fixed {
		return
	}
	if tool == "hatch" && strings.Contains(w.text, ":") {
		return // a script of an environment that hatch may make up
	}
	if tool == "uv" && strings.HasSuffix(w.text, ".py") {
		s.missing(c, w, "script")
		return
	}
	for _, dir := range s.dirs {
		if project != nil {
			dir = path.Join(dir, project.value)
		}
		if m := pyproject(s.facts, s.root, dir); m != nil && (mayDeclare(s, m, w.text) || m.names[w.text]) {
			return
		}
	}
	s.program(inner, tool == "bundle" || s.alone())
}

// pyproject returns the pyproject.toml that tools use in a directory, or nil.
func pyproject(c *facts, root, dir string) *manifest {
	return fact(c, lookup{"pyproject.toml", root, dir}, func() *manifest {
		root, file := c.upward(root, dir, "pyproject.toml")
		if file == "" {
			return nil
		}
		m := &manifest{root: root, file: file, names: map[string]bool{}, programs: map[string]bool{}}
		top := m.toml(c)
		for _, table := range []string{"project.scripts", "project.gui-scripts", "tool.poetry.scripts",
			"tool.pdm.scripts", "tool.hatch.scripts", "tool.rye.scripts", "tool.poe.tasks", "tool.taskipy.tasks"} {
			for _, name := range sorted(dig(top, strings.Split(table, ".")...)) {
				m.declare(name)
			}
		}
		for _, environment := range sorted(dig(top, "tool", "hatch", "envs")) {
			for _, name := range sorted(dig(top, "tool", "hatch", "envs", environment, "scripts")) {
				m.declare(name)
			}
		}
		return m
	})
}
