// Package inert has what files say shown so that no reader of our output obeys it, and no longer than fits.
package inert

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Visible returns s with everything spelled out, as \x1b, \u202e or \xff, that a terminal would act on, that reorders
// or hides the text around it, or that is no text at all: control and format characters, line separators, bytes that
// are not UTF-8. The same befalls what begins a command to the runner of a pipeline, which obeys what it reads there: see
// Inert. The characters of keep stay as they are. The result fits on one line unless keep holds a line end.
func Visible(s, keep string) string {
	before := ' '
	return spellOut(s, func(r rune, size int) bool {
		harmless := IsHarmless(before, r)
		before = r
		return r == utf8.RuneError && size == 1 || !harmless && !strings.ContainsRune(keep, r)
	})
}

// Inert returns s with what begins a command to the runner of a pipeline spelled out, and everything else as it is: two
// colons at the start of a line, which may be behind blanks (GitHub), and ##[, ##vso[ or ##teamcity[ anywhere (GitHub,
// Azure, TeamCity).
func Inert(s string) string { return spellOut(s, func(rune, int) bool { return false }) }

// spellOut spells out the runes, each of so many bytes, that are to go, and what begins a command to a runner.
func spellOut(s string, goes func(r rune, size int) bool) string {
	var b strings.Builder
	done := 0     // bytes of s that are in b
	blank := true // so far in the line
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '#' && IsCommand(s[i:]), r == ':' && blank && strings.HasPrefix(s[i:], "::"):
			fmt.Fprintf(&b, `%s\x%02x`, s[done:i], r)
			done = i + size
		case goes(r, size):
			b.WriteString(s[done:i])
			b.WriteString(Spelled(s[i : i+size]))
			done = i + size
		}
		blank = r == '\n' || r == '\r' || blank && unicode.IsSpace(r)
		i += size
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// IsCommand reports whether a text begins with ##[ or, as in ##vso[, a word between.
func IsCommand(s string) bool {
	word, ok := strings.CutPrefix(s, "##")
	if !ok {
		return false
	}
	word = strings.TrimLeft(word[:min(len(word), 32)], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	return strings.HasPrefix(word, "[")
}

// IsHarmless reports whether r can be shown as it is behind another character. Of the format characters these are only the
// two joiners, which emoji and several scripts are written with and which move nothing. What nobody sees is not harmless, as
// a joiner behind ASCII: it makes a word another, or carries a text in another.
func IsHarmless(before, r rune) bool {
	if isJoiner(r) {
		return before >= utf8.RuneSelf
	}
	return ' ' <= r && r <= '~' || unicode.IsGraphic(r) && !isUnseen(r)
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// isUnseen reports whether a graphic character is drawn as nothing at all: fillers, stand-ins, and selectors of variants but
// for the two that emoji are written with.
func isUnseen(r rune) bool {
	const objectReplacement, blankBraille, asText, asEmoji = '\ufffc', '\u2800', '\ufe0e', '\ufe0f'
	switch {
	case r == asText, r == asEmoji:
		return false
	case r == objectReplacement, r == blankBraille:
		return true
	}
	return r >= '\u00ad' && unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Spelled returns the code points and invalid bytes of s, none of them printable ASCII, as escapes.
func Spelled(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return quoted[1 : len(quoted)-1]
}

// Cut shortens a text to so many columns of a terminal's width.
func Cut(s string, most int) string {
	if len(s) <= most {
		return s // no byte is wider than one
	}
	if len(s) > 16*most {
		s = strings.ToValidUTF8(s[:16*most], "") + " "
	}
	width, state := 0, -1
	rest := s
	var kept strings.Builder
	for rest != "" {
		var cluster string
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if width+w > most-1 && (rest != "" || width+w > most) {
			return kept.String() + "…"
		}
		if len(cluster) > 64 { // marks without end
			cluster = strings.ToValidUTF8(cluster[:64], "")
		}
		kept.WriteString(cluster)
		width += w
	}
	return kept.String()
}
