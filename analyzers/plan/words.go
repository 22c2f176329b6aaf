package plan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// significant returns the stems of the words in a text that carry meaning: no stop words, no single or double letters; numbers count.
func significant(text string) map[string]bool {
	stems := make(map[string]bool, len(text)/16)
	for at := 0; at < len(text); {
		start, number := at, true
		for at < len(text) {
			r, size := rune(text[at]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(text[at:])
			}
			if !unicode.IsLetter(r) && (r < '0' || r > '9') {
				break
			}
			number = number && r <= '9'
			at += size
		}
		if w := text[start:at]; number && w != "" {
			stems[w] = true
		} else if len(w) > 2 {
			if w = strings.ToLower(w); !stopWords[w] {
				stems[stem(w)] = true
			}
		}
		if at < len(text) {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
	}
	return stems
}

// stem cuts off the endings of English words, so that "reserve", "reserved" and "reservations" meet. It is rough on purpose: two words that
// meet by accident only hide a finding.
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

// shared returns how many of the words stand in any of the texts.
func shared(words map[string]bool, texts ...map[string]bool) (n int) {
	for w := range words {
		if slices.ContainsFunc(texts, func(text map[string]bool) bool { return text[w] }) {
			n++
		}
	}
	return n
}
