package verifycmd

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// runners run tests, or look at source, in the files that they are told.
var runners = set("pytest py.test phpunit pest vitest jest mocha ava rspec eslint ruff mypy")

// runnable are the endings of the files that runners look at.
var runnable = set(".py .php .js .mjs .cjs .jsx .ts .mts .cts .tsx .rb")

// flags are the options of runners that take no value.
var flags = set("-q -qq -v -vv -x -s -l -sv -xvs --lf --ff --verbose --quiet --run --bail --coverage --no-coverage --fix --strict --stop-on-failure --testdox --parallel --runInBand -i --")

// operandFiles reports the first file of source among the operands of a runner that is not there. The name of a test may stand behind that of the
// file, as in "tests/test_a.py::test_b". What stands behind an unknown option may be its value.
func (s *script) operandFiles(c command) {
	for i := 1; i < len(c.words) && !s.alone(); i++ {
		w, before := c.words[i], c.words[i-1].text
		w.text, _, _ = strings.Cut(w.text, ":")
		option := strings.HasPrefix(w.text, "-") || strings.HasPrefix(before, "-") && !strings.Contains(before, "=") && !flags[before]
		if !option && strings.Contains(w.text, "/") && runnable[path.Ext(w.text)] && w.fixed && s.look(w.text) == document.Absent {
			s.file(c, w, "file")
			return
		}
	}
}
