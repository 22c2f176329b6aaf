// Package spell finds the word that somebody meant, and writes numbers with their nouns. It knows nothing of documents.
package spell

import (
	"fmt"
	"slices"
	"strings"
)

// Nearest returns the candidate that word is most likely a misspelling of, or "" if none is near: equal but for case
// and separators, or at an edit distance (insertion, deletion, substitution, transposition of neighbours) of at most 1
// for words of 2 to 4 code points, 2 for up to 8 and 3 beyond. Of equally near candidates the first wins.
func Nearest(word string, candidates []string) string {
	best, limit := "", 1
	switch n := len([]rune(word)); {
	case n > 8:
		limit = 3
	case n > 4:
		limit = 2
	case n < 2:
		limit = 0 // everything is near a single letter
	}
	limit++
	for _, candidate := range candidates {
		if candidate == word {
			continue
		}
		if fold(candidate) == fold(word) {
			return candidate
		}
		if d := distance(strings.ToLower(word), strings.ToLower(candidate), limit); d < limit {
			best, limit = candidate, d
		}
	}
	return best
}

// Only is Nearest if no other candidate is as near, so that a fix may write it.
func Only(word string, candidates []string) string {
	best := Nearest(word, candidates)
	if best == "" || fold(best) == fold(word) {
		return best
	}
	others := slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return c == best })
	if second := Nearest(word, others); second != "" && apart(word, second) <= apart(word, best) {
		return ""
	}
	return best
}

func apart(a, b string) int { return distance(strings.ToLower(a), strings.ToLower(b), len(a)+len(b)+1) }

// Surely reports whether a word is meant that differs from it only as in Same, or by the ending of its past tense.
func Surely(word, meant string) bool {
	if Same(word, meant) {
		return true
	}
	rest, ok := strings.CutPrefix(strings.ToLower(word), strings.ToLower(meant))
	return ok && len(meant) > 2 && (rest == "ed" || rest == "d" || rest == strings.ToLower(meant[len(meant)-1:])+"ed")
}

// Close is Nearest for places where most unknown words are right: a word is near if it is equal but for case and
// separators, or at a distance of 1, or 2 from eight code points on.
func Close(word string, candidates []string) string {
	limit := 2
	if len([]rune(word)) >= 8 {
		limit = 3
	}
	best := ""
	for _, candidate := range candidates {
		if candidate == word {
			continue
		}
		if fold(candidate) == fold(word) {
			return candidate
		}
		if len(word) < 3 {
			continue // everything is near a word of two letters
		}
		if d := distance(strings.ToLower(word), strings.ToLower(candidate), limit); d < limit {
			best, limit = candidate, d
		}
	}
	return best
}

// DidYouMean returns, for the end of a message about an unknown word, ` (did you mean "x"?)` with the nearest of the
// known words, or "" if none is near.
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// Suggest returns, for the end of a message about a word that is none of the known ones, "; did you mean x?" with the
// nearest of them, or "" if none is near.
func Suggest(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// Same reports whether two words differ only in case, hyphens, underscores and spaces, so that one is surely meant for
// the other.
func Same(a, b string) bool { return strings.EqualFold(folder.Replace(a), folder.Replace(b)) }

var folder = strings.NewReplacer("_", "", "-", "", " ", "")

func fold(s string) string { return folder.Replace(strings.ToLower(s)) }

// distance is the optimal string alignment distance of a and b, or limit if it is not smaller.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d >= limit || -d >= limit {
		return limit
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(y)], limit)
}
