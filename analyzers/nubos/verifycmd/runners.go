package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// runners run tests, or look at source, in the files that they are told.
var runners = set("pytest py.test phpunit pest vitest jest mocha ava rspec eslint ruff mypy")

// runnable are the endings of the files that runners look at.
var runnable = set(".py .php .js .mjs .cjs .jsx .ts .mts .cts .tsx .rb")

// flags are the options of runners that take no value.
var flags = set("-q -qq -v -vv -x -s -l -sv -xvs --lf --ff --verbose --quiet --run --bail --coverage --no-coverage " +
	"--fix --strict --stop-on-failure --testdox --parallel --runInBand -i -- --co --collect-only " +
	"--no-header --cache-clear")

// filtered are the runners that look for what they are told in the paths of all their files.
var filtered = set("vitest jest")

// anything are the runners whose operands are all paths.
var anything = set("pytest py.test")

// somewhere reports whether the path of a file that is there, or that a task makes, may hold a text.
func somewhere(s *script, text string) bool {
	if strings.ContainsAny(text, `\^$*+?()[]{}|`) {
		return true // a pattern
	}
	text = strings.ToLower(path.Clean(text))
	holds := func(file string) bool { return strings.Contains(strings.ToLower(file), text) }
	files, whole := s.files(s.root)
	return !whole || slices.ContainsFunc(files, holds) || s.names(holds)
}

// operandFiles reports the first file of source among the operands of a runner that is not there. The name of a test
// may stand behind that of the file, as in "tests/test_a.py::test_b". What stands behind an unknown option may be its
// value.
func operandFiles(s *script, c command) {
	pyargs := slices.ContainsFunc(c.words, func(w word) bool { return w.text == "--pyargs" }) // operands are modules
	for i := 1; i < len(c.words) && !s.alone(); i++ {
		w, before := c.words[i], c.words[i-1].text
		w.text, _, _ = strings.Cut(w.text, ":")
		option := strings.HasPrefix(w.text, "-") ||
			strings.HasPrefix(before, "-") && !strings.Contains(before, "=") && !flags[before]
		if option || !w.fixed || w.text == "" || s.look(w.text) != document.Absent {
			continue
		}
		switch what := path.Base(c.words[0].text); {
		case strings.Contains(w.text, "/") && runnable[path.Ext(w.text)] && !(filtered[what] && somewhere(s, w.text)):
			s.missing(c, w, "file")
			return
		case anything[what] && !pyargs:
			s.missing(c, w, "file or directory")
			return
		}
	}
}
