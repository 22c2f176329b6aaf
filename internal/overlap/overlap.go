// Package overlap tells how many significant words of an English or German text stand in others. It guesses: it cuts
// off endings and remembers a few bits of each word.
package overlap

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Words remembers which words stand in texts. It keeps a few bits of each, so that the plans of a large project fit
// into memory: now and then it takes a word for known that is not, which at worst hides a guess.
type Words struct {
	bits [128]uint64
	// How many words were read, and how many of them tell that the text is English or German.
	all, english, german int
}

// Of returns a function that reads texts when it is first asked for their words.
func Of(texts ...string) func() *Words {
	return sync.OnceValue(func() *Words {
		w := &Words{}
		for _, text := range texts {
			w.Read(text)
		}
		return w
	})
}

// Read adds the significant words of a text.
func (w *Words) Read(text string) {
	stops := stopWords()
	for word := range words(text) {
		w.all++
		stop := stops[word]
		switch stop {
		case english:
			w.english++
		case german:
			w.german++
		}
		if hash, ok := significant(word, stop); ok {
			w.bits[hash>>6&127] |= 1 << (hash & 63)
			w.bits[hash>>38&127] |= 1 << (hash >> 32 & 63)
		}
	}
}

// Add adds the words of others.
func (w *Words) Add(others *Words) {
	for i := range w.bits {
		w.bits[i] |= others.bits[i]
	}
	w.all, w.english, w.german = w.all+others.all, w.english+others.english, w.german+others.german
}

func (w *Words) has(hash uint64) bool {
	return w.bits[hash>>6&127]&(1<<(hash&63)) != 0 && w.bits[hash>>38&127]&(1<<(hash>>32&63)) != 0
}

// comparable reports whether a text and others are in one language of which the stop words are known: in another, a
// word that is shared says little, and in two, one that is not shared says nothing. A few words are in that of the
// others.
func comparable(text, others *Words) bool {
	const few = 12
	language := text.language()
	return others.language() != "" && (language == others.language() || language == "" && text.all < few)
}

// language returns "en", "de" or, if too few stop words tell, "".
func (w *Words) language() string {
	switch {
	case 20*w.english >= w.all && w.english > 2*w.german:
		return "en"
	case 20*w.german >= w.all && w.german > 2*w.english:
		return "de"
	}
	return ""
}

// Uncovered reports whether a text shares no two of its significant words with others, and less than the given part
// of them. Nothing is known unless what the text stands in and the others are in one language.
func Uncovered(text string, part float64, in func() *Words, others *Words) bool {
	shared, count := Shared(text, others)
	return shared < 2 && float64(shared) < part*float64(count) && comparable(in(), others)
}

// Shared returns how many different significant words a text has, and how many of them stand in any of the others.
func Shared(text string, others ...*Words) (shared, all int) {
	seen, stops := map[uint64]bool{}, stopWords()
	for word := range words(text) {
		hash, ok := significant(word, stops[word])
		if !ok || seen[hash] {
			continue
		}
		seen[hash] = true
		if slices.ContainsFunc(others, func(w *Words) bool { return w.has(hash) }) {
			shared++
		}
	}
	return shared, len(seen)
}

// Stop words carry no meaning of their own. Those that both languages have, or that other languages of Europe often
// have too, tell no language.
const (
	either = iota + 1
	english
	german
)

var stopWords = sync.OnceValue(func() map[string]int {
	kinds := map[string]int{}
	for kind, list := range map[int]string{
		either: "am an all also was war will were man so bei met per not der die des den dem die das es er et un une le la " +
			"les on no en el de del",
		english: "a and any are as at be been before below between both but by can cannot could did does each every for " +
			"from gets get has have how if into is it its may more most must never of off one only or other our out " +
			"over shall should some such than that the their them then there these they this those to under upon " +
			"what when where which while who with within without would yet you your",
		german: "aber alle allem allen aller alles als ander andere anderen auch auf aus beim bis dabei damit dann dass " +
			"denn dessen diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines etwas fur " +
			"gegen gibt haben hat hatte hier hinter ich ihr ihre im immer ist jede jedem jeden jeder jedes kann kein " +
			"keine keinem keinen keiner konnen mehr mit muss mussen nach nicht nichts noch nur ob oder ohne sein " +
			"seine sich sie sind soll sollen sonst uber und uns unter vom von vor warum wenn wer werden wie wird wo " +
			"wurde zu zum zur zwischen",
	} {
		for word := range strings.FieldsSeq(list) {
			kinds[word] = kind
		}
	}
	return kinds
})

// maxWord is how many bytes of a word are looked at.
const maxWord = 48

// words returns the words of a text in lower case, without the dots of umlauts.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := 0; at < len(text); {
			start, ascii := at, true
			for at < len(text) {
				c, size := rune(text[at]), 1
				if c >= utf8.RuneSelf {
					c, size = utf8.DecodeRuneInString(text[at:])
				}
				if !unicode.IsLetter(c) && (c < '0' || c > '9') {
					break
				}
				ascii = ascii && size == 1
				at += size
			}
			if at == start {
				_, size := utf8.DecodeRuneInString(text[at:])
				at += size
				continue
			}
			word := text[start:min(at, start+maxWord)]
			if ascii {
				word = strings.ToLower(word)
			} else {
				word = strings.ReplaceAll(strings.Map(lower, word), "ß", "ss")
			}
			if !yield(word) {
				return
			}
		}
	}
}

// lower returns letters in lower case and without the dots of umlauts.
func lower(r rune) rune {
	switch r = unicode.ToLower(r); r {
	case 'ä':
		return 'a'
	case 'ö':
		return 'o'
	case 'ü':
		return 'u'
	}
	return r
}

// significant reports whether a word, of which stop says whether it is a stop word, carries meaning, and returns the
// hash of its stem: words of one or two bytes carry none; numbers count.
func significant(word string, stop int) (stem uint64, ok bool) {
	switch {
	case !strings.ContainsFunc(word, func(r rune) bool { return r < '0' || r > '9' }):
		return hash(word), true
	case len(word) <= 2, stop != 0:
		return 0, false
	}
	return hash(stemOf(word)), true
}

// hash is FNV-1a with its bits mixed, so that any of them can be used.
func hash(w string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(w) {
		h = (h ^ uint64(w[i])) * 1099511628211
	}
	return h ^ h>>29
}

// endings are those of English and German words, longer ones first.
var endings = [...]string{"ations", "ation", "ungen", "ment", "ies", "able", "lich", "ung", "ing", "ern", "est", "ed",
	"er", "or", "en", "em", "es", "ly", "st", "te", "s", "e", "n", "t", "y"}

// stemOf cuts endings off, so that "reserve", "reserved" and "reservations" meet, or "Karte" and "Karten". It is rough
// on purpose: two words that meet by accident only hide a guess.
func stemOf(w string) string {
	const shortest = 3
	for cut := true; cut; {
		cut = false
		for _, e := range endings {
			if n := len(w) - len(e); n > shortest && w[len(w)-1] == e[len(e)-1] && w[n:] == e {
				w, cut = w[:n], true
				break
			}
		}
	}
	if n := len(w); n > shortest && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}
