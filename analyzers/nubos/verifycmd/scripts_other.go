package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// composer judges whether the script that composer is to run is declared.
func (s *script) composer(c command) {
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
	dirs, ok := s.directories(c, a.option("-d", "--working-dir"), "composer.json")
	if !ok {
		return
	}
	var m *manifest
	for _, dir := range dirs {
		if found := s.composerJSON(s.Doc.Root, dir); found == nil && s.comes(path.Join(dir, "composer.json")) {
			return
		} else if found != nil {
			if m = found; s.open(m, w.text) || m.names[w.text] {
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

// php judges the script that php is to run.
func (s *script) php(c command) {
	a := c.arguments(" -d -c -r -S -t -z -F -B -R -E ")
	first := a.first(c)
	if first < 0 || a.option("-r", "-S", "-R", "-B", "-m", "-i") != nil || s.alone() {
		return
	}
	s.file(c, c.words[first], "script")
	if path.Base(c.words[first].text) == "artisan" && len(a.operands) > 1 && c.words[a.operands[1]].text == "test" {
		inner, _ := c.rest(a.operands[1])
		s.operandFiles(inner)
	}
}

// goTool judges the verb of go, and the directories and files that it is to work on.
func (s *script) goTool(c command) {
	a := c.arguments(" -C -o -p -run -skip -bench -benchtime -count -coverpkg -covermode -coverprofile -cpu -cpuprofile -memprofile -blockprofile -mutexprofile -trace -timeout -tags" +
		" -ldflags -gcflags -asmflags -gccgoflags -mod -modfile -overlay -exec -fuzz -fuzztime -list -parallel -shuffle -vet -vettool -outputdir -buildmode -compiler -pgo -f -args ")
	verb := a.first(c)
	if verb < 0 {
		return
	}
	w := c.words[verb]
	if !s.words().has("go_commands", w.text) {
		s.wrong(c, w, s.near(w.text, s.words().lists["go_commands"]), "go has no command `%s`", short(w.text))
		return
	}
	if !slices.Contains([]string{"build", "run", "test", "vet", "install", "generate", "fmt", "list"}, w.text) ||
		a.option("-C") != nil || len(s.dirs) == 0 {
		return
	}
	if _, module := s.upward(s.Doc.Root, s.dirs[0], "go.mod", "go.work"); module == "" {
		return
	}
	for _, i := range a.operands[1:] {
		arg := c.words[i]
		if a.option("-args") != nil || !arg.fixed ||
			!strings.HasPrefix(arg.text, "./") && !strings.HasSuffix(arg.text, ".go") {
			return
		}
		dir := strings.TrimSuffix(arg.text, "/...")
		if !strings.Contains(dir, "...") && s.look(dir) == document.Absent {
			s.fails(c, "there is no %s in %s, and no task plans to make it", short(dir), s.place())
			return
		}
		if w.text == "run" && !strings.HasSuffix(arg.text, ".go") {
			return // what follows are arguments of the program
		}
	}
}

// cargo judges the program, test or example that cargo is to run, if the package is no workspace.
func (s *script) cargo(c command) {
	a := c.arguments(" --bin --test --example --bench -p --package --manifest-path --features -F --target " +
		"--target-dir --profile -j --jobs --color --config -Z -C ")
	if a.option("--manifest-path", "-C") != nil || len(s.dirs) != 1 {
		return
	}
	m := s.cargoTOML(s.Doc.Root, s.dirs[0])
	if m == nil || m.broken || m.free {
		return
	}
	for _, kind := range []struct{ option, dir string }{{"--bin", "src/bin"}, {"--test", "tests"},
		{"--example", "examples"}, {"--bench", "benches"}} {
		o := a.option(kind.option)
		if o == nil || !o.known || strings.ContainsAny(o.value, "*?[") || m.names[kind.option+" "+o.value] ||
			s.open(m, o.value) {
			continue
		}
		base := path.Join(path.Dir(m.file), kind.dir, o.value)
		if s.set.Look(m.root, base+".rs") == document.Absent &&
			s.set.Look(m.root, base+"/main.rs") == document.Absent && !s.comes(base+".rs") &&
			!s.comes(base+"/main.rs") {
			s.fails(c, "%s has no target `%s %s`, and there is no %s.rs", m.file, kind.option, short(o.value),
				path.Join(kind.dir, short(o.value)))
		}
	}
}
