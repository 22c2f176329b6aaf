package project

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words remembers which words stand in texts. It keeps a few bits of each, so that the plans of a large project fit into memory: now and then it
// takes a word for known that is not, which at worst hides a guess.
type Words [128]uint64

// Read adds the significant words of a text.
func (w *Words) Read(text string) {
	var r reader
	for r.text = text; r.next(); {
		w[r.hash>>6&127] |= 1 << (r.hash & 63)
		w[r.hash>>38&127] |= 1 << (r.hash >> 32 & 63)
	}
}

// add adds the words of others.
func (w *Words) add(others *Words) {
	for i := range w {
		w[i] |= others[i]
	}
}

func (w *Words) has(hash uint64) bool {
	return w[hash>>6&127]&(1<<(hash&63)) != 0 && w[hash>>38&127]&(1<<(hash>>32&63)) != 0
}

// Shared returns how many different significant words a text has, and how many of them stand in any of the others.
func Shared(text string, others ...*Words) (shared, all int) {
	seen := map[uint64]bool{}
	var r reader
	for r.text = text; r.next(); {
		if seen[r.hash] {
			continue
		}
		seen[r.hash] = true
		if slices.ContainsFunc(others, func(w *Words) bool { return w.has(r.hash) }) {
			shared++
		}
	}
	return shared, len(seen)
}

// isStopWord reports whether a word carries no meaning of its own.
func isStopWord(w []byte) bool {
	switch string(w) {
	case "all", "and", "any", "are", "been", "before", "below", "between", "both", "but", "can", "cannot", "could", "did", "does", "each", "every", "for", "from",
		"gets", "get", "has", "have", "how", "into", "its", "may", "more", "most", "must", "never", "not", "off", "one", "only", "other", "our", "out", "over", "per",
		"shall", "should", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "under", "upon", "was", "were",
		"what", "when", "where", "which", "while", "who", "will", "with", "within", "without", "would", "yet", "you", "your":
		return true
	}
	return false
}

// maxWord is how many bytes of a word are looked at.
const maxWord = 48

// reader finds the words of a text that carry meaning: no stop words, no words of one or two bytes; numbers count.
type reader struct {
	text string
	at   int
	hash uint64 // of the stem of the word that was found
	word [maxWord]byte
}

// next goes on to the next word and reports whether there is one.
func (r *reader) next() bool {
	for r.at < len(r.text) {
		n, number := 0, true
		for ; r.at < len(r.text); r.at++ {
			c := lower[r.text[r.at]]
			if c == 0 && !r.inLetter(n) {
				break
			}
			if c == 0 {
				c = r.text[r.at]
			}
			number = number && c <= '9'
			if n < maxWord {
				r.word[n] = c
			}
			n++
		}
		r.at++
		switch w := r.word[:min(n, maxWord)]; {
		case number && n > 0:
			r.hash = hash(w)
			return true
		case n > 2 && !isStopWord(w):
			r.hash = hash(stem(w))
			return true
		}
	}
	return false
}

// inLetter reports whether the byte at hand belongs to a letter beyond ASCII, in a word of which n bytes are read.
func (r *reader) inLetter(n int) bool {
	c := r.text[r.at]
	return c >= utf8.RuneSelf && (n > 0 && !utf8.RuneStart(c) || isLetter(r.text[r.at:]))
}

// lower maps ASCII letters to lower case, digits to themselves, and other bytes to 0.
var lower = func() (table [256]byte) {
	for c := range table {
		if b := byte(c); isAlphanumeric(b) {
			table[c] = b
			if b >= 'A' && b <= 'Z' {
				table[c] += 'a' - 'A'
			}
		}
	}
	return table
}()

// isLetter reports whether a text starts with a letter.
func isLetter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// hash is FNV-1a with its bits mixed, so that any of them can be used.
func hash(w []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range w {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>29
}

// stem cuts off the endings of English words, so that "reserve", "reserved" and "reservations" meet. It is rough on purpose: two words that
// meet by accident only hide a guess.
func stem(w []byte) []byte {
	if n := len(w); w[n-1] == 's' && w[n-2] != 's' {
		w = cut(w, "ies", "es", "s")
	}
	switch w[len(w)-1] {
	case 'n':
		w = cut(w, "ation")
	case 'g':
		w = cut(w, "ing")
	case 'd':
		w = cut(w, "ed")
	case 'r':
		w = cut(w, "er", "or")
	case 't':
		w = cut(w, "ment")
	case 'e':
		w = cut(w, "able", "e")
	case 'y':
		w = cut(w, "ly", "y")
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// cut takes off the first of the endings that leaves at least three bytes.
func cut(w []byte, endings ...string) []byte {
	for _, e := range endings {
		if n := len(w) - len(e); n >= 3 && string(w[n:]) == e {
			return w[:n]
		}
	}
	return w
}

// names is the ids that a text names, such as SC-1, D-01 and REQ-AUTH-01: letters, digits and hyphens that start with a capital and end with a
// number. The zeros that the number starts with are left out.
type names map[string]bool

// read adds the ids of a text.
func (n *names) read(text string) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '-')
		if i < 0 {
			return
		}
		start, end := at+i, at+i
		for start > at && isAlphanumeric(text[start-1]) {
			start--
		}
		for end < len(text) && (isAlphanumeric(text[end]) || text[end] == '-' && end+1 < len(text) && isAlphanumeric(text[end+1])) {
			end++
		}
		at = max(end, start+1, at+i+1)
		if id := text[start:end]; id != "" && id[0] >= 'A' && id[0] <= 'Z' && id[len(id)-1] >= '0' && id[len(id)-1] <= '9' && (start == 0 || text[start-1] != '_') {
			if *n == nil {
				*n = names{}
			}
			(*n)[canonical(id)] = true
		}
	}
}

// canonical leaves out the zeros that the last number of an id starts with.
func canonical(id string) string {
	i := strings.LastIndexByte(id, '-') + 1
	number := strings.TrimLeft(id[i:], "0")
	if number == "" || strings.Trim(number, "0123456789") != "" {
		return id
	}
	return id[:i] + number
}
