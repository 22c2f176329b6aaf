package project

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words remembers which words stand in texts. It keeps a few bits of each, so that the plans of a large project fit into memory: now and then it
// takes a word for known that is not, which at worst hides a guess.
type Words [128]uint64

// Read adds the significant words of a text.
func (w *Words) Read(text string) {
	each(text, func(hash uint64) {
		w[hash>>6&127] |= 1 << (hash & 63)
		w[hash>>38&127] |= 1 << (hash >> 32 & 63)
	})
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
	each(text, func(hash uint64) {
		if seen[hash] {
			return
		}
		seen[hash] = true
		for _, w := range others {
			if w.has(hash) {
				shared++
				return
			}
		}
	})
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

// each calls found with a hash of the stem of each word of a text that carries meaning: no stop words, no words of one or two bytes; numbers count.
func each(text string, found func(hash uint64)) {
	var word [maxWord]byte
	n, number := 0, true
	for at := 0; at <= len(text); at++ {
		c := byte(' ')
		if at < len(text) {
			c = text[at]
		}
		switch {
		case c >= '0' && c <= '9':
		case c >= 'a' && c <= 'z':
			number = false
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
			number = false
		case c >= utf8.RuneSelf && isLetter(text[at:]):
			number = false
		case c >= utf8.RuneSelf && n > 0 && !utf8.RuneStart(c): // the rest of a letter
		default:
			if w := word[:min(n, maxWord)]; number && n > 0 {
				found(hash(w))
			} else if n > 2 && !isStopWord(w) {
				found(hash(stem(w)))
			}
			n, number = 0, true
			continue
		}
		if n < maxWord {
			word[n] = c
		}
		n++
	}
}

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
