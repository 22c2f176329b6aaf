package plan

import (
	"strings"
	"unicode"
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
	stems := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		number := strings.Trim(w, "0123456789") == ""
		if !number && len(w) < 3 || stopWords[w] {
			continue
		}
		if !number {
			w = stem(w)
		}
		stems[w] = true
	}
	return stems
}

// stem cuts off the endings of English words, so that "reserve", "reserved" and "reservations" meet. It is rough on purpose: two words that
// meet by accident only hide a finding.
func stem(w string) string {
	cut := func(endings ...string) {
		for _, e := range endings {
			if strings.HasSuffix(w, e) && len(w)-len(e) >= 3 {
				w = w[:len(w)-len(e)]
				return
			}
		}
	}
	if !strings.HasSuffix(w, "ss") {
		cut("ies", "es", "s")
	}
	cut("ations", "ation", "ing", "ed", "ly", "er", "or", "able", "ment", "e", "y")
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// shared returns how many of the words are in the text's, and the ones that are not.
func shared(words, text map[string]bool) (n int) {
	for w := range words {
		if text[w] {
			n++
		}
	}
	return n
}
