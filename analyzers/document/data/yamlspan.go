package data

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// scalarEnd returns the offset behind the scalar that starts at start. A plain or block scalar has no escapes: but
// for white space it is written as it is read, so that its end is found by counting.
func (r *yamlReader) scalarEnd(start int, value string, style yaml.Style) int {
	switch style {
	case yaml.SingleQuotedStyle:
		return r.quotedEnd(start, '\'')
	case yaml.DoubleQuotedStyle:
		return r.quotedEnd(start, '\\')
	case 0:
		return r.visibleEnd(start, value)
	}
	header := r.restOfLine(start)
	if end := r.visibleEnd(header, value); end > header {
		return r.restOfLine(end)
	}
	return header - len(strings.TrimLeft(r.s[start:header], "|>+-123456789"))
}

// quotedEnd returns the offset behind the closing quote of the scalar that starts at start; escape takes the meaning
// from a quote behind it.
func (r *yamlReader) quotedEnd(start int, escape byte) int {
	quote := r.s[start]
	for i := start + 1; i < len(r.s); i++ {
		switch {
		case r.s[i] == escape && i+1 < len(r.s) && (escape != quote || r.s[i+1] == quote):
			i++
		case r.s[i] == quote:
			return i + 1
		}
	}
	return len(r.s)
}

// visibleEnd returns the offset behind as many bytes from at on as value has, neither counting white space.
func (r *yamlReader) visibleEnd(at int, value string) int {
	for i := 0; i < len(value) && at < len(r.s); {
		if width := blankWidth(value, i); width > 0 {
			i += width
		} else if width := blankWidth(r.s, at); width > 0 {
			at += width
		} else {
			i++
			at++
		}
	}
	return at
}

// closing returns the offset behind the closing bracket of a list or map whose last member ends at at.
func (r *yamlReader) closing(at int, bracket byte) int {
	for at = r.blank(at); at < len(r.s) && r.s[at] != bracket; at = r.blank(at + 1) {
	}
	return min(at+1, len(r.s))
}

const anchorLetters = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

// properties skips up to most anchors and tags at at. It returns where the value behind them starts, and where the
// last of them ends.
func (r *yamlReader) properties(at, most int) (value, end int) {
	value, end = at, at
	for ; most > 0 && value < len(r.s); most-- {
		switch rest := r.s[value:]; {
		case rest[0] == '&':
			end = len(r.s) - len(strings.TrimLeft(rest[1:], anchorLetters))
		case rest[0] == '!':
			for end = value; end < len(r.s) && blankWidth(r.s, end) == 0; {
				end++
			}
		default:
			return value, end
		}
		value = r.blank(end)
	}
	return value, end
}

// blank skips white space, line breaks and comments.
func (r *yamlReader) blank(at int) int {
	if at == r.blanks.Start && r.blanks.Len() > 0 {
		return r.blanks.End
	}
	r.blanks.Start = at
	for at < len(r.s) {
		width := blankWidth(r.s, at)
		if width == 0 && r.s[at] != '#' {
			break
		}
		if at += width; width == 0 {
			at = r.restOfLine(at)
		}
	}
	r.blanks.End = at
	return at
}

// restOfLine returns the offset of the next line break.
func (r *yamlReader) restOfLine(at int) int {
	for at < len(r.s) && breakWidth(r.s, at) == 0 {
		at++
	}
	return at
}

// blankWidth returns the number of bytes of the space, tab or line break at s[i], or 0.
func blankWidth(s string, i int) int {
	if i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		return 1
	}
	return breakWidth(s, i)
}

// breakWidth returns the number of bytes of the line break at s[i], or 0. yaml.v3 follows YAML 1.1, which has more of
// them.
func breakWidth(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	switch rest := s[i:]; {
	case strings.HasPrefix(rest, "\r\n"):
		return 2
	case rest[0] == '\n', rest[0] == '\r':
		return 1
	case strings.HasPrefix(rest, "\u0085"):
		return 2
	case strings.HasPrefix(rest, "\u2028"), strings.HasPrefix(rest, "\u2029"):
		return 3
	}
	return 0
}
