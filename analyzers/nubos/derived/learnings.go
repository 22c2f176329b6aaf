package derived

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// learnings holds the entries of the store against one another, and each against the words that it is found by.
func learnings(a *artefact) {
	seen := map[string]int{}
	for i, entry := range document.Items(a.Doc.Map().Get("learnings")) {
		at := document.Index("$.learnings", i)
		mark := entry.Get("fingerprint")
		id := document.Text(mark)
		if first, twice := seen[id]; twice && id != "" {
			a.Reportf("learning-duplicate", mark.Span, at+".fingerprint",
				"entry %d of the store has this fingerprint as well: a learning that comes again is counted at the first alone, and "+
					"none of them becomes as frequent as it is; make one of the two, with both counts", first+1)
		} else {
			seen[id] = i
		}
		reworded(a, entry, at)
	}
}

// mostSearched is in how many bytes the words of an entry are looked for, all in all.
const mostSearched = 1_000_000

// reworded reports words by which an entry is found and that its pattern no longer has.
func reworded(a *artefact, entry *document.Node, at string) {
	pattern := strings.ToLower(document.Text(entry.Get("pattern")))
	tokens := entry.Get("tokens")
	if pattern == "" || len(document.Items(tokens))*len(pattern) > mostSearched {
		return
	}
	var gone []string
	for _, token := range document.Items(tokens) {
		if word := document.Text(token); word != "" && !strings.Contains(pattern, word) {
			gone = append(gone, document.Quote(word))
		}
	}
	if len(gone) > 0 {
		a.Reportf("learning-reworded", tokens.Span, at+".tokens", "the pattern has no %s (any more): it is searched by these words, and "+
			"its fingerprint is made of them, so nobody finds it by its own words, and the same learning is stored again; log it with "+
			"learning-log and remove this entry", shown(gone))
	}
}
