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

// stopWords carry no meaning of their own.
var stopWords = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`a all an and any are as at be been before below between both but by can cannot could did do does each every for from
		gets get has have how if in into is it its may more most must never no not of off on one only or other our out over per shall should so some such than
		that the their them then there these they this those to under up upon was were what when where which while who will with within without would yet you your`) {
		words[w] = true
	}
	return words
}()

// each calls found with a hash of the stem of each word of a text that carries meaning: no stop words, no single or double letters; numbers count.
func each(text string, found func(hash uint64)) {
	for at := 0; at < len(text); {
		start, number := at, true
		for at < len(text) {
			r, size := rune(text[at]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(text[at:])
			}
			if r >= utf8.RuneSelf && !unicode.IsLetter(r) || r < utf8.RuneSelf && !isAlphanumeric(byte(r)) {
				break
			}
			number = number && r <= '9'
			at += size
		}
		if w := text[start:at]; number && w != "" {
			found(hash(w))
		} else if len(w) > 2 {
			if w = strings.ToLower(w); len(w) > maxStopWord || !stopWords[w] {
				found(hash(stem(w)))
			}
		}
		if at < len(text) {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
	}
}

// maxStopWord is the length of the longest stop word.
const maxStopWord = 7

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// hash is FNV-1a with its bits mixed, so that any of them can be used.
func hash(w string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(w); i++ {
		h = (h ^ uint64(w[i])) * 1099511628211
	}
	return h ^ h>>29
}

// stem cuts off the endings of English words, so that "reserve", "reserved" and "reservations" meet. It is rough on purpose: two words that
// meet by accident only hide a guess.
func stem(w string) string {
	if w[len(w)-1] == 's' && !strings.HasSuffix(w, "ss") {
		w = cut(w, "ies", "es", "s")
	}
	w = cut(w, "ations", "ation", "ing", "ed", "ly", "er", "or", "able", "ment", "e", "y")
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// cut takes off the first of the endings that leaves at least three bytes.
func cut(w string, endings ...string) string {
	for _, e := range endings {
		if strings.HasSuffix(w, e) && len(w)-len(e) >= 3 {
			return w[:len(w)-len(e)]
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
