package source

import (
	"strings"
	"unicode/utf8"
)

// LineEnd returns the offset of the line end at or behind from, and the offset of the next line. LF, CRLF and a lone
// CR end a line; a lone CR is wrong everywhere and reported by itself, and is taken for a line end so that nothing
// else is.
func LineEnd(s string, from int) (end, next int) {
	// A text whose lines all end with a lone CR must not be searched for a line feed to its end for each.
	for size := 256; ; size *= 2 {
		stop := min(from+size, len(s))
		i, window := strings.IndexByte(s[from:stop], '\n'), stop
		if i >= 0 {
			window = from + i
		}
		if j := strings.IndexByte(s[from:window], '\r'); j >= 0 {
			if next = from + j + 1; next < len(s) && s[next] == '\n' {
				next++
			}
			return from + j, next
		}
		if i >= 0 {
			return from + i, from + i + 1
		}
		if stop == len(s) {
			return stop, stop
		}
	}
}

// isSpace reports whether JavaScript's trim and \s take r for white space.
func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\v', '\f', '\r', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return 0x2000 <= r && r <= 0x200A
}

// Trim moves start and end inwards over white space.
func Trim(s string, start, end int) (int, int) {
	for start < end {
		r, n := rune(s[start]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[start:end])
		}
		if !isSpace(r) {
			break
		}
		start += n
	}
	for start < end {
		r, n := rune(s[end-1]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeLastRuneInString(s[start:end])
		}
		if !isSpace(r) {
			break
		}
		end -= n
	}
	return start, end
}

// IsWordByte reports whether a byte belongs to a word as \w of JavaScript and Go has it: an ASCII letter or digit, or
// _.
func IsWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
