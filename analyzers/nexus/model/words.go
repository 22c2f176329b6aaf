package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
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

// Misspelt hands over each key of a map that is nearly one of the optional keys that the map lacks, with that. What it
// lacks of the required keys is reported by the contract.
func Misspelt(n *document.Node, required, optional []string, found func(p *document.Pair, near string)) {
	all := slices.Concat(required, optional)
	for _, p := range document.Pairs(n) {
		if slices.Contains(all, p.Key) {
			continue
		}
		if near := spell.Nearest(p.Key, schema.Absent(all, n)); slices.Contains(optional, near) {
			found(&p, near)
		}
	}
}
