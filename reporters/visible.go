package reporters

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns s with everything spelled out, as \x1b, \u202e or \xff, that a terminal would act on, that reorders
// or hides the text around it, or that is no text at all: control and format characters, line separators, bytes that
// are not UTF-8. The characters of keep stay as they are. The result fits on one line unless keep holds a line end.
func Visible(s, keep string) string {
	var b strings.Builder
	done := 0 // bytes of s that are in b
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		invalid := r == utf8.RuneError && size == 1
		if invalid || !harmless(r) && !strings.ContainsRune(keep, r) {
			b.WriteString(s[done:i])
			b.WriteString(spelled(s[i : i+size]))
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// harmless reports whether r can be shown as it is. Of the format characters these are only the two joiners, which
// emoji and several scripts are written with and which move nothing.
func harmless(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return ' ' <= r && r <= '~' || unicode.IsGraphic(r) || r == nonJoiner || r == joiner
}

// spelled returns the code points and invalid bytes of s, none of them printable ASCII, as escapes.
func spelled(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return quoted[1 : len(quoted)-1]
}
