// Package spell finds the word that somebody meant, and writes numbers with their nouns. It knows nothing of documents.
package spell

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that word is most likely a misspelling of, or "" if none is near: equal but for case
// and separators, or at an edit distance (insertion, deletion, substitution, transposition of neighbours) of at most 1
// for words of 2 to 4 code points, 2 for up to 8 and 3 beyond. Of equally near candidates the first wins.
//
// A word that says the contrary is not near. There is none for a word of more than a hundred code points, which nobody
// misspells, nor among more than a thousand candidates: it would take long to ask for each of many words, and something
// would be near by chance.
func Nearest(word string, candidates []string) string {
	limit := 2
	switch n := utf8.RuneCountInString(word); {
	case n > 8:
		limit = 4
	case n > 4:
		limit = 3
	case n < 2:
		limit = 1 // everything is near a single letter
	}
	return nearer(word, candidates, limit)
}

// nearer returns the candidate at the least distance below a limit, or one that is the same but for case and separators.
func nearer(word string, candidates []string, limit int) (best string) {
	if tooMuch(word, candidates) {
		return ""
	}
	own, measured := lettersOf(word), 0
	for _, candidate := range candidates {
		if candidate == word {
			continue
		}
		far := own.apart(lettersOf(candidate))
		if far <= separating && Same(candidate, word) {
			return candidate
		}
		if far >= limit {
			continue
		}
		if measured += len(candidate); measured > mostMeasured {
			continue
		}
		if d := apart(word, candidate, limit); d < limit && !opposite(word, candidate) {
			best, limit = candidate, d
		}
	}
	return best
}

// letters has a bit for each letter of a word, whatever its case. They tell of most words that they are far from each other,
// which takes a hundred times as long to measure.
type letters uint64

func lettersOf(word string) (all letters) {
	for i := range len(word) {
		c := word[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		// Letters beyond ASCII are left out, and those that are the other case of one: of İ, K and ſ.
		if c < utf8.RuneSelf && c != 'i' && c != 'k' && c != 's' {
			all |= 1 << (c & 63)
		}
	}
	return all
}

// apart returns a distance that two words have at least: each letter that one has and the other has not takes a step.
func (l letters) apart(other letters) int {
	return max(bits.OnesCount64(uint64(l&^other)), bits.OnesCount64(uint64(other&^l)))
}

// mostMeasured is how many bytes all candidates of nearly the letters of a word have that are measured: of some hundred,
// none is meant more than others.
const mostMeasured = 4_000

// Most is how many candidates there may be.
const Most = 1000

// tooMuch reports whether nothing is looked for.
func tooMuch(word string, candidates []string) bool {
	const longest = 100
	return len(word) > longest && utf8.RuneCountInString(word) > longest || len(candidates) > Most
}

// Only is Nearest if no other candidate is as near, so that a fix may write it.
func Only(word string, candidates []string) string {
	best := Nearest(word, candidates)
	if best == "" || Same(best, word) {
		return best
	}
	others := slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return c == best })
	if second := Nearest(word, others); second != "" {
		if limit := len(word) + len(best); apart(word, second, limit) <= apart(word, best, limit) {
			return ""
		}
	}
	return best
}

// apart is the distance of two words but for case, or limit if it is not smaller.
func apart(a, b string, limit int) int {
	if d := utf8.RuneCountInString(a) - utf8.RuneCountInString(b); d >= limit || -d >= limit {
		return limit
	}
	return distance(strings.ToLower(a), strings.ToLower(b), limit)
}

// opposites are words that are near each other and mean the contrary.
var opposites = [][2]string{{"min", "max"}, {"include", "exclude"}, {"internal", "external"}, {"import", "export"},
	{"input", "output"}}

// opposite reports whether two words differ in that one says the contrary: min_lines and max_lines.
func opposite(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for _, pair := range opposites {
		for i, word := range pair {
			if strings.Contains(a, word) && strings.Contains(b, pair[1-i]) && !strings.Contains(b, word) &&
				!strings.Contains(a, pair[1-i]) {
				return true
			}
		}
	}
	return false
}

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
	switch {
	case utf8.RuneCountInString(word) >= 8:
		limit = 3
	case len(word) < 3:
		limit = 1 // everything is near a word of two letters
	}
	return nearer(word, candidates, limit)
}

// mostWords is how many words of a file are looked for.
const mostWords = 1000

// Few looks for what the words of a file were probably meant for, within a bound: of very many, the first. The zero value
// has looked for none.
type Few int

// Close is Close within the bound.
func (f *Few) Close(word string, candidates []string) string {
	if *f++; *f > mostWords {
		return ""
	}
	return Close(word, candidates)
}

// Nearest is Nearest within the bound.
func (f *Few) Nearest(word string, candidates []string) string {
	if *f++; *f > mostWords {
		return ""
	}
	return Nearest(word, candidates)
}

// DidYouMean returns, for the end of a message about an unknown word, ` (did you mean "x"?)` with the nearest of the
// known words, or "" if none is near.
func DidYouMean(word string, known []string) string {
	return Hint(Nearest(word, known))
}

// Hint returns, for the end of a message, ` (did you mean "x"?)` with the word that was meant, or "" if it is "".
func Hint(meant string) string {
	if meant == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", meant)
}

// DidYouMeanWhole is DidYouMean, which else names the one of the known words that begins with the word: "warning" for "warn".
func DidYouMeanWhole(word string, known []string) string {
	if hint := DidYouMean(word, known); hint != "" {
		return hint
	}
	begun := slices.DeleteFunc(slices.Clone(known), func(candidate string) bool {
		return len(word) < 3 || !strings.HasPrefix(strings.ToLower(candidate), strings.ToLower(word))
	})
	if len(begun) != 1 {
		return ""
	}
	return Hint(begun[0])
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
func Same(a, b string) bool {
	for {
		a, b = bare(a), bare(b)
		if a == "" || b == "" {
			return a == b
		}
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y && !strings.EqualFold(a[:n], b[:m]) {
			return false
		}
		a, b = a[n:], b[m:]
	}
}

// separating is how many characters separate words.
const separating = 3

// bare returns a text without the separators that it starts with.
func bare(s string) string {
	for s != "" && (s[0] == '_' || s[0] == '-' || s[0] == ' ') {
		s = s[1:]
	}
	return s
}

// distance is the optimal string alignment distance of a and b, or limit if it is not smaller.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d >= limit || -d >= limit {
		return limit
	}
	var short [3][32]int // most words are
	before, last, row := short[0][:], short[1][:], short[2][:]
	if len(y) >= len(short[0]) {
		before, last, row = make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	}
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j], last[j])
		}
		if least >= limit {
			return limit
		}
		before, last, row = last, row, before
	}
	return min(last[len(y)], limit)
}
