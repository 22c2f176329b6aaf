package verifycmd

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// words is the vocabularies of the pack as sets.
type words struct {
	commands []string // the known ones and the user's own
	known    map[string]bool
	lists    map[string][]string
}

// readWords reads the vocabularies of the pack.
func readWords(set *document.Set) *words {
	w := &words{known: map[string]bool{}, lists: map[string][]string{}}
	for _, list := range []string{"commands", "np_tools", "np_workflows", "npm_commands", "pnpm_commands",
		"yarn_commands", "bun_commands", "composer_commands", "go_commands"} {
		for _, line := range set.Vocabulary("nubos", list) {
			w.lists[list] = append(w.lists[list], strings.Fields(line)...)
		}
		for _, word := range w.lists[list] {
			w.known[list+" "+word] = true
		}
	}
	extra := set.Options.Words("verify-command-unlisted", "commands")
	w.commands = append(w.lists["commands"], extra...)
	for _, name := range w.commands {
		w.known[name] = true
	}
	return w
}

// has reports whether a vocabulary holds a word.
func (w *words) has(list, word string) bool { return w.known[list+" "+word] }

// maxGuesses is for how many names of a document the nearest known one is looked for.
const maxGuesses = 50

// near returns the candidate that a name is likely a misspelling of, or "".
func (p *plan) near(name string, candidates []string) string {
	if p.guesses++; p.guesses > maxGuesses || len(name) > 40 {
		return ""
	}
	return spell.Nearest(name, candidates)
}

// nearCommand returns the known command that a name is likely a misspelling of, or "". There are so many of them that
// one of another length is near by chance.
func (p *plan) nearCommand(name string) string {
	var alike []string
	for _, known := range p.facts.words().commands {
		if d := len(known) - len(name); -1 <= d && d <= 1 {
			alike = append(alike, known)
		}
	}
	return p.near(name, alike)
}
