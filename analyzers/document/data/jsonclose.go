package data

import "strings"

// unclosed returns, in a text that ends too early, the place of the object or array that was never closed and of the
// bracket in front of which that was to be: the first one that stands less far in than the line of what it would
// close. Only lines that begin with a bracket tell; ok is false if none does, as in a text on one line.
func (r *jsonReader) unclosed() (open, before int, ok bool) {
	type bracket struct {
		at     int
		indent string
	}
	var stack []bracket
	lineStart := strings.LastIndexByte(r.s[:r.open[0]], '\n') + 1
	indent, isFirst := indentAt(r.s[lineStart:]), r.open[0] == lineStart
	for i := r.open[0]; i < r.end; i++ {
		switch c := r.s[i]; c {
		case '\n':
			isFirst, lineStart = true, i+1
			continue
		case ' ', '\t', '\r':
			continue
		case '"':
			for i++; i < r.end && r.s[i] != '"' && r.s[i] != '\n'; i++ {
				if r.s[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			if isFirst {
				indent = r.s[lineStart:i]
			}
			stack = append(stack, bracket{i, indent})
		case '}', ']':
			if len(stack) == 0 {
				return 0, 0, false
			}
			top := stack[len(stack)-1]
			if here := r.s[lineStart:i]; isFirst && len(here) < len(top.indent) && strings.HasPrefix(top.indent, here) {
				return top.at, i, true
			}
			stack = stack[:len(stack)-1]
		}
		if isFirst {
			indent, isFirst = indentAt(r.s[lineStart:]), false
		}
	}
	return 0, 0, false
}

func indentAt(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
