package verifycmd

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// judgeNode judges the script that node and its like are to run, and the test files.
func judgeNode(s *script, c command) {
	a := c.arguments(" -r --require --import --loader --experimental-loader -C --conditions --env-file " +
		"--env-file-if-exists --test-reporter --test-reporter-destination --test-name-pattern " +
		"--test-skip-pattern --test-concurrency --test-timeout --watch-path --input-type --title " +
		"--icu-data-dir --openssl-config --tsconfig --project -P -O --run ")
	if o := a.option("--run"); o != nil && o.known {
		runScript(s, request{command: c, manager: "node", arguments: arguments{}, word: o.of, name: o.value,
			explicit: true})
		return
	}
	first := a.first(c)
	if first < 0 {
		return
	}
	if o := a.option("-e", "--eval", "-p", "--print", "-pe", "-ep"); o != nil && o.at < first ||
		c.words[first].text == "inspect" || c.words[first].text == "watch" {
		return
	}
	if strings.HasSuffix(c.words[first].text, "np-tools.cjs") {
		npTools(s, c, first)
		return
	}
	if a.option("--test") == nil {
		module(s, c, c.words[first])
		return
	}
	for _, i := range a.operands {
		if w := c.words[i]; isFile(w) && !strings.ContainsAny(w.text, "*?[{") {
			s.missing(c, w, "test file")
		}
	}
}

// module reports a script of node that is neither there as it is named nor with the endings that node tries.
func module(s *script, c command, w word) {
	if path.Ext(w.text) == "" {
		for _, ending := range []string{".js", ".json", ".node", ".ts"} {
			if s.look(w.text+ending) != document.Absent {
				return
			}
		}
	}
	s.missing(c, w, "script")
}
