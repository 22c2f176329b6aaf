package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// valuedOptions of the package managers, as arguments wants them.
var valuedOptions = map[string]string{
	"npm":  " --prefix -C -w --workspace --loglevel --userconfig --globalconfig --registry --cache --script-shell --tag --otp --omit --include ",
	"pnpm": " -C --dir --filter -F --filter-prod --reporter --loglevel --workspace-concurrency ",
	"yarn": " --cwd --modules-folder --cache-folder --registry --mutex ",
	"bun":  " --cwd --filter -F --config -c --env-file --preload -r ",
}

// packageManager judges npm, pnpm, yarn and bun: whether the script that they are to run is declared.
func (s *script) packageManager(c command) {
	manager := c.words[0].text
	a := c.arguments(valuedOptions[manager])
	verb := a.first(c)
	if verb < 0 || a.option("--if-present") != nil || a.option("--help", "-h", "--version", "-v") != nil {
		return
	}
	name := c.words[verb].text
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
			s.request(r)
		}
	case "exec", "x", "dlx":
		s.within(a, func() { s.executed(c, verb) })
	case "t", "tst", "test":
		if manager != "bun" { // which has a test runner of its own
			r.name, r.usual = "test", true
			s.request(r)
		}
	case "start", "stop":
		r.usual = true
		s.request(r)
	default:
		if !s.words().has(manager+"_commands", name) {
			s.request(r)
		}
	}
}

// moving are the options by which package managers run something in another directory.
var moving = []string{"--prefix", "-C", "--dir", "--cwd", "--directory", "--project", "-w", "--workspace", "--workspaces", "-ws",
	"--filter", "-F", "--filter-prod", "-r", "--recursive"}

// within judges a command that options may send to another directory, where nobody looks.
func (s *script) within(a arguments, judge func()) {
	if dirs := s.dirs; a.option(moving...) != nil {
		s.dirs = nil
		defer func() { s.dirs = dirs }()
	}
	judge()
}

// executed judges what `npm exec` and its like run.
func (s *script) executed(c command, verb int) {
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

// request reports a script that no package declares which the manager would look in.
func (s *script) request(r request) {
	w := r.words[r.word]
	bare := r.manager == "npm" && !r.explicit && !r.usual // npm itself is to know the name
	switch {
	case r.manager == "npm" && r.explicit && r.name == "env":
		return // prints the environment
	case r.manager == "bun" && s.isFile(w):
		s.file(r.command, w, "script")
		return
	}
	packages, known := s.packages(r)
	declares := func(m *manifest) bool { return m.names[r.name] }
	opens := func(m *manifest) bool { return s.open(m, r.name) }
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
func (s *script) isFile(w word) bool {
	ext := path.Ext(w.text)
	return strings.HasPrefix(w.text, "./") || ext == ".js" || ext == ".mjs" || ext == ".cjs" || ext == ".ts" ||
		ext == ".tsx" || ext == ".jsx"
}

// open reports whether a manifest may declare a script when the command runs.
func (s *script) open(m *manifest, name string) bool {
	return m.broken || m.free || m.root == s.Doc.Root && s.brings(m.file, name)
}

// declared tells in a message what there is to choose from.
func declared(scripts []string) string {
	const limit = 8
	switch {
	case len(scripts) == 0:
		return "; declare it, or write another command"
	case len(scripts) > limit:
		return "; declare it, or write one that it declares: " + strings.Join(scripts[:limit], ", ") + ", …"
	}
	return "; declare it, or write one that it declares: " + strings.Join(scripts, ", ")
}

// packages returns the package.json files that a manager looks for the script in. It is not known if an option or a
// `cd` leads where nobody can look, or to a file that a plan is to make.
func (s *script) packages(r request) (packages []*manifest, known bool) {
	dirs, ok := s.directories(r.command, r.option("--prefix", "-C", "--dir", "--cwd"), "package.json")
	if !ok {
		return nil, false
	}
	for _, dir := range dirs {
		if m := s.checker.node(s.Doc.Root, dir); m != nil {
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
	return s.workspaces(packages[0], chosen.value)
}

// directories returns where a program works that an option may send elsewhere. It reports a directory without the
// file that the program needs there, and then, as wherever nobody can look, the second result is false.
func (s *script) directories(c command, o *option, file string) ([]string, bool) {
	if len(s.dirs) == 0 || o != nil && (!o.known || path.IsAbs(o.value) || strings.HasPrefix(o.value, "~")) {
		return nil, false
	}
	if o == nil {
		return s.dirs, true
	}
	var dirs []string
	for _, dir := range s.dirs {
		dir = path.Join(dir, o.value)
		if dir == ".." || strings.HasPrefix(dir, "../") {
			return nil, false
		}
		if s.set.Look(s.Doc.Root, dir) == document.Dir {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		if s.look(o.value) == document.Absent {
			s.fails(c, "there is no directory %s in %s", short(o.value), s.place())
		}
		return nil, false
	}
	for _, dir := range dirs {
		if s.set.Look(s.Doc.Root, path.Join(dir, file)) != document.Absent {
			return dirs, true
		}
	}
	if !s.comes(path.Join(dirs[0], file)) {
		s.fails(c, "there is no %s in %s", file, dirs[0])
	}
	return nil, false
}

// node judges the script that node and its like are to run, and the test files.
func (s *script) node(c command) {
	a := c.arguments(" -r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --test-reporter --test-reporter-destination --test-name-pattern" +
		" --test-skip-pattern --test-concurrency --test-timeout --watch-path --input-type --title --icu-data-dir --openssl-config --tsconfig --project -P -O --run ")
	if o := a.option("--run"); o != nil && o.known {
		s.request(request{command: c, manager: "node", arguments: arguments{}, word: o.of, name: o.value,
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
		s.npTools(c, first)
		return
	}
	if a.option("--test") == nil {
		s.module(c, c.words[first])
		return
	}
	for _, i := range a.operands {
		if w := c.words[i]; s.isFile(w) && !strings.ContainsAny(w.text, "*?[{") {
			s.file(c, w, "test file")
		}
	}
}

// module reports a script of node that is neither there as it is named nor with the endings that node tries.
func (s *script) module(c command, w word) {
	if path.Ext(w.text) == "" {
		for _, ending := range []string{".js", ".json", ".node", ".ts"} {
			if s.look(w.text+ending) != document.Absent {
				return
			}
		}
	}
	s.file(c, w, "script")
}

// deno judges `deno task` and the files that deno is to run.
func (s *script) deno(c command) {
	a := c.arguments(" --config -c --import-map --cert --location --cwd ")
	verb := a.first(c)
	if verb < 0 || len(a.operands) < 2 || !c.words[a.operands[1]].fixed {
		return
	}
	w := c.words[a.operands[1]]
	switch c.words[verb].text {
	case "run", "bench":
		if s.isFile(w) && !strings.Contains(w.text, ":") {
			s.file(c, w, "script")
		}
	case "task":
		dirs, ok := s.directories(c, a.option("--cwd"), "deno.json")
		if !ok || len(dirs) != 1 {
			return
		}
		m := s.denoJSON(s.Doc.Root, dirs[0])
		if m == nil || s.open(m, w.text) || m.names[w.text] {
			return
		}
		if node := s.checker.node(s.Doc.Root, dirs[0]); node != nil && (s.open(node, w.text) || node.names[w.text]) {
			return
		}
		s.wrong(c, w, s.near(w.text, m.scripts), "%s declares no task `%s`", m.file, short(w.text))
	}
}
