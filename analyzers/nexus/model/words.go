package model

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/internal/spell"
)

// Suggest returns the end of a message about a word that is none of the known ones: the one that was probably meant,
// or else all that there are behind an introduction such as "; write one of ".
func Suggest(word string, known []string, introduction string) string {
	if hint := spell.Suggest(word, known); hint != "" || len(known) == 0 {
		return hint
	}
	n, size := 0, 0
	for ; n < len(known) && size <= mostKnown; n++ {
		size += len(known[n])
	}
	if n < len(known) {
		return fmt.Sprintf("%s%s, … (%d in all)", introduction, strings.Join(known[:n], ", "), len(known))
	}
	return introduction + strings.Join(known, ", ")
}

// mostKnown is how many bytes of words a hint lists, and the last one: a repository may bring very many of its own.
const mostKnown = 300

// BareTool returns the name of a tool without the prefixes of a harness: "task_add" for "mcp__plugin_x__nx_task_add".
func BareTool(name string) string {
	if i := strings.LastIndex(name, "__"); i >= 0 {
		name = name[i+len("__"):]
	}
	return strings.TrimPrefix(name, "nx_")
}
