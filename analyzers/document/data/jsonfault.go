package data

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document/source"
)

// unexpected makes a fault of what stands at the current place instead of what was wanted.
func (r *jsonReader) unexpected(wanted string) {
	switch c := r.peek(); {
	case r.at == r.end && len(r.open) > 0:
		open := r.open[len(r.open)-1]
		at, before, told := r.unclosed()
		if told {
			open = at
		}
		name, closing := "object", '}'
		if r.s[open] == '[' {
			name, closing = "array", ']'
		}
		if told {
			r.fail(source.Span{Start: before, End: before + 1},
				"the %s that opens in line %d is not closed in front of this `%c`, as the indentation shows; its "+
					"`%c` is missing", name, 1+strings.Count(r.s[:open], "\n"), r.s[before], closing)
			return
		}
		r.fail(source.Span{Start: open, End: open + 1},
			"the %s that opens here is not closed; its `%c` is missing", name, closing)
	case r.at == r.end:
		r.fail(source.Span{Start: r.at, End: r.at}, "the text is empty where a JSON value was expected")
	case r.comment():
	case isLetter(c):
		span := r.wordSpan()
		r.fail(span, "there is `%s` where %s was expected", excerpt(r.s[span.Start:span.End]), wanted)
	default:
		char, width := utf8.DecodeRuneInString(r.s[r.at:r.end])
		span := source.Span{Start: r.at, End: r.at + width}
		if char == '\'' || unicode.In(char, unicode.Pi, unicode.Pf) {
			r.fail(span,
				"there is %c where %s was expected; the quotes of JSON are straight double quotes", char, wanted)
			return
		}
		r.fail(span, "there is `%s` where %s was expected", printable(r.s[span.Start:span.End]), wanted)
	}
}

// comment makes a fault of a comment at the current place and reports whether there is one.
func (t *jsonText) comment() bool {
	rest := t.s[t.at:t.end]
	end, _ := source.LineEnd(rest, 0)
	switch {
	case strings.HasPrefix(rest, "/*"):
		if i := strings.Index(rest[2:], "*/"); i >= 0 {
			end = 2 + i + 2
		}
	case !strings.HasPrefix(rest, "//") && !strings.HasPrefix(rest, "#"):
		return false
	}
	span := source.Span{Start: t.at, End: t.at + end}
	t.fail(span, "there is a comment, which JSON does not have; remove it")
	if line := strings.LastIndexByte(t.s[:t.at], '\n') + 1; strings.TrimSpace(t.s[line:t.at]) == "" {
		if after, next := source.LineEnd(t.s, span.End); after == span.End {
			span = source.Span{Start: line, End: next} // the whole line
		}
	}
	t.remedy("remove the comment", span)
	return true
}

// remedy gives the fault at hand a fix that removes a span.
func (t *jsonText) remedy(title string, span source.Span) {
	t.fault.Fixes = source.Replace(title, span, "")
}

func (t *jsonText) fail(span source.Span, format string, args ...any) {
	if t.fault == nil {
		t.fault = &Fault{Span: span, Message: fmt.Sprintf(format, args...)}
	}
}

// peek returns the next byte, or 0 at the end of the text.
func (t *jsonText) peek() byte {
	if t.at < t.end {
		return t.s[t.at]
	}
	return 0
}

func (t *jsonText) space() {
	for t.at < t.end && (t.s[t.at] == ' ' || t.s[t.at] == '\n' || t.s[t.at] == '\t' || t.s[t.at] == '\r') {
		t.at++
	}
}

// flowLines sets the Line of the pairs of a map in braces.
func flowLines(pairs []Pair) {
	for i := range pairs {
		p := &pairs[i]
		switch {
		case i+1 < len(pairs):
			p.Line = source.Span{Start: p.KeySpan.Start, End: pairs[i+1].KeySpan.Start}
		case i > 0:
			p.Line = source.Span{Start: pairs[i-1].Value.Span.End, End: p.Value.Span.End}
		default:
			p.Line = source.Span{Start: p.KeySpan.Start, End: p.Value.Span.End}
		}
	}
}

// excerpt shortens s to what a message can quote.
func excerpt(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}

// printable returns s, or its code point where it would not be visible in a message.
func printable(s string) string {
	if char, _ := utf8.DecodeRuneInString(s); char == utf8.RuneError || !unicode.IsGraphic(char) || unicode.IsSpace(char) {
		return fmt.Sprintf("U+%04X", char)
	}
	return s
}
