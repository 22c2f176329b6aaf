package data

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document/source"
)

// str reads a string and returns what it stands for.
func (t *jsonText) str() (string, bool) {
	start, escaped := t.at, false
	for t.at++; t.at < t.end; t.at++ {
		switch c := t.s[t.at]; {
		case c == '"':
			t.at++
			return decodeString(t.s[start:t.at], escaped), true
		case c == '\n' || c == '\r':
			t.fail(source.Span{Start: start, End: t.at},
				"the string is not closed on its line; write its closing quote, or `\\n` for a line break in it")
			t.quote = t.at
			return "", false
		case c < ' ':
			t.fail(source.Span{Start: t.at, End: t.at + 1}, "there is a control character in a string; write it as `\\u%04x`", c)
			return "", false
		case c == '\\':
			escaped = true
			if !t.escape() {
				return "", false
			}
		}
	}
	t.fail(source.Span{Start: start, End: t.end}, "the string that opens here is not closed; its closing quote is missing")
	return "", false
}

// escape moves from a backslash to the last byte of its escape sequence. A backslash at the end of the text is left
// to str.
func (t *jsonText) escape() bool {
	length, rest := 2, t.s[t.at+1:t.end]
	switch {
	case rest == "":
		return true
	case rest[0] == 'u':
		length = 6
		if len(rest) < 5 || strings.Trim(rest[1:5], "0123456789abcdefABCDEF") != "" {
			t.fail(source.Span{Start: t.at, End: t.at + 2}, "`\\u` is not followed by four hexadecimal digits")
			return false
		}
	case strings.IndexByte(`"\/bfnrt`, rest[0]) < 0:
		_, width := utf8.DecodeRuneInString(rest)
		t.fail(source.Span{Start: t.at, End: t.at + 1 + width},
			"JSON has no escape `\\%s`; write `\\\\` for a backslash", printable(rest[:width]))
		return false
	}
	t.at += length - 1
	return true
}

// decodeString returns what a JSON string with its quotes stands for.
func decodeString(quoted string, escaped bool) string {
	plain := quoted[1 : len(quoted)-1]
	switch {
	case !utf8.ValidString(plain) || escaped && strings.Contains(plain, `\u`):
		var value string
		if err := json.Unmarshal([]byte(quoted), &value); err != nil {
			panic(err) // str has let an invalid string through
		}
		return value
	case escaped:
		return shortEscapes.Replace(plain)
	}
	return plain
}

// shortEscapes puts in what the escapes of two characters stand for.
var shortEscapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\/`, `/`, `\b`, "\b", `\f`, "\f", `\n`, "\n", `\r`, "\r", `\t`, "\t")

func (t *jsonText) number() *Node {
	span := source.Span{Start: t.at, End: t.at}
	for span.End < t.end && (isLetter(t.s[span.End]) || strings.IndexByte("0123456789+-.", t.s[span.End]) >= 0) {
		span.End++
	}
	source := t.s[span.Start:span.End]
	num, ok := decimal(source)
	whole, fraction, point := strings.Cut(strings.TrimPrefix(source, "-"), ".")
	if !ok || digits(whole) == 0 || digits(whole) > 1 && whole[0] == '0' || point && digits(fraction) == 0 {
		t.fail(span,
			"`%s` is no JSON number; write it with digits and no leading zero, as in 0, -7, 2.5 or 1e6",
			excerpt(source))
		return nil
	}
	t.at = span.End
	return &Node{Type: Number, Span: span, Text: source, Num: num}
}

// decimal returns the value of a number in the decimal notation of YAML, of which that of JSON is a part, and whether
// s is one. A number that no float64 can hold becomes the largest that one can, so that no value is ever infinite.
func decimal(s string) (float64, bool) {
	if s == "" || strings.IndexByte("0123456789+-.", s[0]) < 0 || strings.Trim(s, "0123456789+-.eE") != "" {
		return 0, false // ParseFloat knows more notations than these
	}
	num, err := strconv.ParseFloat(s, 64)
	if math.IsInf(num, 0) {
		return math.Copysign(math.MaxFloat64, num), true
	}
	return num, err == nil
}

// digits counts the decimal digits that s starts with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

func (t *jsonText) word() *Node {
	span := t.wordSpan()
	n := &Node{Span: span, Text: t.s[span.Start:span.End]}
	switch n.Text {
	case "null":
	case "true", "false":
		n.Type, n.True = Bool, n.Text == "true"
	default:
		t.fail(span, "`%s` is no JSON value; %s", excerpt(n.Text), insteadOf(n.Text))
		return nil
	}
	t.at = span.End
	return n
}

// insteadOf says what to write for a word that JSON does not know.
func insteadOf(word string) string {
	switch lower := strings.ToLower(word); lower {
	case "true", "false", "null":
		return "write " + lower
	case "none", "nil", "undefined", "nan", "infinity":
		return "write null"
	}
	return "put double quotes around text"
}

// wordSpan returns the span of the letters and digits at the current place.
func (t *jsonText) wordSpan() source.Span {
	span := source.Span{Start: t.at, End: t.at}
	for span.End < t.end && (isLetter(t.s[span.End]) || digits(t.s[span.End:span.End+1]) == 1) {
		span.End++
	}
	return span
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$' }
