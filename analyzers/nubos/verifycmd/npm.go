package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// valuedOptions of the package managers, as arguments wants them.
var valuedOptions = map[string]string{
	"npm": " --prefix -C -w --workspace --loglevel --userconfig --globalconfig --registry --cache " +
		"--script-shell --tag --otp --omit --include ",
	"pnpm": " -C --dir --filter -F --filter-prod --reporter --loglevel --workspace-concurrency ",
	"yarn": " --cwd --modules-folder --cache-folder --registry --mutex ",
	"bun":  " --cwd --filter -F --config -c --env-file --preload -r ",
}

// judgeManager judges npm, pnpm, yarn and bun: whether the script that they are to run is declared.
func judgeManager(s *script, c command) {
	manager := c.words[0].text
	a := c.arguments(valuedOptions[manager])
	verb := a.first(c)
	if verb < 0 || a.option("--help", "-h", "--version", "-v") != nil {
		return
	}
	name := c.words[verb].text
	if manager == "npm" && inWorkspaces[name] && noWorkspace(s, c, a) || a.option("--if-present") != nil {
		return
	}
	operands := a.operands[1:]
	if manager == "yarn" && name == "workspace" && len(operands) > 1 {
		a.options = append(a.options,
			option{"--workspace", c.words[operands[0]].text, c.words[operands[0]].fixed, verb, operands[0]})
		verb, operands = operands[1], operands[2:]
		name = c.words[verb].text
	}
	r := request{command: c, manager: manager, arguments: a, word: verb, name: name}
	switch name {
	case "run", "run-script", "rum", "urn":
		if len(operands) > 0 && c.words[operands[0]].fixed {
			r.word, r.name = operands[0], c.words[operands[0]].text
			r.explicit = true
			runScript(s, r)
		}
	case "exec", "x", "dlx":
		s.within(a, func() { executed(s, c, verb) })
	case "t", "tst", "test":
		if manager != "bun" { // which has a test runner of its own
			r.name, r.usual = "test", true
			runScript(s, r)
		}
	case "start", "stop":
		r.usual = true
		runScript(s, r)
	default:
		if !s.words().has(manager+"_commands", name) {
			runScript(s, r)
		}
	}
}

// inWorkspaces are the commands of npm that stop if there is no workspace of the name that they are told.
var inWorkspaces = set("run run-script rum urn test t tst start stop restart exec x ci install i ls pack audit " +
	"outdated")

// executed judges what `npm exec` and its like run.
func executed(s *script, c command, verb int) {
	for i := verb + 1; i < len(c.words); i++ {
		if !strings.HasPrefix(c.words[i].text, "-") {
			inner, _ := c.rest(i)
			s.program(inner, true)
			return
		}
		if !strings.Contains(c.words[i].text, "=") && !valueless[c.words[i].text] {
			return // an option that may have a value
		}
	}
}

// valueless are the options of `npm exec` and its like that take no value.
var valueless = set("-- -y --yes --no --silent -s -q --quiet")

// request is a script that a package manager is to run.
type request struct {
	command
	arguments
	manager  string
	word     int    // index of the script's name
	name     string // of the script
	explicit bool   // it stands behind `run`
	usual    bool   // the manager itself knows the name, and documents name it as always there
}

// runScript reports a script that no package declares which the manager would look in.
func runScript(s *script, r request) {
	w := r.words[r.word]
	bare := r.manager == "npm" && !r.explicit && !r.usual // npm itself is to know the name
	switch {
	case r.manager == "npm" && r.explicit && r.name == "env":
		return // prints the environment
	case r.manager == "bun" && isFile(w):
		s.missing(r.command, w, "script")
		return
	}
	packages, known := packages(s, r)
	declares := func(m *manifest) bool { return m.names[r.name] }
	opens := func(m *manifest) bool { return mayDeclare(s, m, r.name) }
	if !known || !bare && slices.ContainsFunc(packages, declares) || slices.ContainsFunc(packages, opens) {
		return
	}
	if r.usual && (len(packages) == 0 || r.name == "start" && s.look("server.js") == document.File) {
		return
	}
	if runsPrograms(r) &&
		(s.knows(r.name) || slices.ContainsFunc(packages, func(m *manifest) bool { return m.programs[r.name] })) {
		return
	}
	if slices.ContainsFunc(s.dirs, func(dir string) bool { return s.arrives(path.Join(dir, "package.json")) }) {
		return
	}
	if len(packages) == 0 {
		s.fails(r.command, "there is no package.json that declares a script `%s`", short(r.name))
		return
	}
	if w.text != r.name {
		w = word{} // it holds more than the name, so no other can take its place
	}
	m := packages[0]
	near := s.near(r.name, m.scripts)
	switch {
	case bare && slices.ContainsFunc(packages, declares):
		s.wrong(r.command, w, "run "+r.name, "`%s` is a script, and npm runs scripts only with `npm run`",
			short(r.name))
	case bare:
		s.wrong(r.command, w, s.near(r.name, s.words().lists["npm_commands"]),
			"npm has no command `%s`, and %s declares no script of that name",
			short(r.name), m.file)
	case near != "":
		s.wrong(r.command, w, near, "%s declares no script `%s`", m.file, short(r.name))
	default:
		s.fails(r.command, "%s declares no script `%s`%s", m.file, short(r.name), declared(m.scripts))
	}
}

// runsPrograms reports whether the manager takes a name that is no script for a program.
func runsPrograms(r request) bool {
	return r.manager == "yarn" || r.manager == "bun" || r.manager == "pnpm" && !r.explicit && !r.usual
}

// isFile reports whether a word names a file rather than a script.
func isFile(w word) bool {
	ext := path.Ext(w.text)
	return strings.HasPrefix(w.text, "./") || ext == ".js" || ext == ".mjs" || ext == ".cjs" || ext == ".ts" ||
		ext == ".tsx" || ext == ".jsx"
}

// packages returns the package.json files that a manager looks for the script in. It is not known if an option or a
// `cd` leads where nobody can look, or to a file that a plan is to make.
func packages(s *script, r request) (packages []*manifest, known bool) {
	dirs, ok := directories(s, r.command, r.option("--prefix", "-C", "--dir", "--cwd"), "package.json")
	if !ok {
		return nil, false
	}
	for _, dir := range dirs {
		if m := packageJSON(s.facts, s.root, dir); m != nil {
			packages = append(packages, m)
		}
	}
	chosen := r.option("-w", "--workspace", "--workspaces", "-ws", "--filter", "-F", "--filter-prod", "-r",
		"--recursive")
	if chosen == nil || len(packages) == 0 {
		return packages, true
	}
	if r.manager == "pnpm" && chosen.name == "-w" || r.manager == "bun" && chosen.name == "-r" {
		return packages, true
	}
	return workspaces(s, packages[0], chosen.value)
}
