package verifycmd

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// judgeGo judges the verb of go, and the directories and files that it is to work on.
func judgeGo(s *script, c command) {
	a := c.arguments(" -C -o -p -run -skip -bench -benchtime -count -coverpkg -covermode -coverprofile -cpu " +
		"-cpuprofile -memprofile -blockprofile -mutexprofile -trace -timeout -tags -ldflags " +
		"-gcflags -asmflags -gccgoflags -mod -modfile -overlay -exec -fuzz -fuzztime -list " +
		"-parallel -shuffle -vet -vettool -outputdir -buildmode -compiler -pgo -f -args ")
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
	if _, module := s.upward(s.root, s.dirs[0], "go.mod", "go.work"); module == "" {
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
			s.fails(c, "there is no %s in %s, and %s", short(dir), s.place(), s.unmade(dir))
			return
		}
		if w.text == "run" && !strings.HasSuffix(arg.text, ".go") {
			return // what follows are arguments of the program
		}
	}
}
