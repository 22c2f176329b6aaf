package document

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Data is what a JSON, JSONL or YAML artefact holds.
type Data struct {
	Root   *Node   // of JSON and YAML; nil if the text could not be read
	Lines  []*Node // of JSONL: the value of each line that is not blank, in order; nil for a line that could not be read
	Fault  *Fault  // why the text could not be read, or nil; of JSONL the first of Faults
	Faults []Fault // of JSONL: one for each line that could not be read, in order
	// Aliases is the YAML aliases in the order of the source.
	Aliases []Alias
}

// Alias is a place where YAML takes over an anchored value.
type Alias struct {
	Span   Span
	Scalar bool // its value is known, since it is no list or map
	Self   bool // it stands within the value that it stands for, so that one has no end
	// Total is how many aliases a consumer that follows them has resolved when it has read this one: those within an anchored value
	// count anew each time. It stops growing at a thousand millions.
	Total int
}

// IsAlias reports whether the value at a span is a YAML alias to a list or map, of which nothing is known.
func (d *Data) IsAlias(s Span) bool {
	i, found := slices.BinarySearchFunc(d.Aliases, s.Start, func(a Alias, start int) int { return a.Span.Start - start })
	return found && d.Aliases[i].Span == s && !d.Aliases[i].Scalar
}

// Fault is a syntax error at a place. Its message is one sentence: what was seen, and what was expected there.
type Fault struct {
	Span    Span
	Message string
}

const (
	// maxDepth is how many lists and maps of JSON and YAML may stand in one another. Whoever walks a tree may recurse.
	maxDepth = 1000
	tooDeep  = "lists and maps stand in one another more than 1000 levels deep, which no consumer needs and some cannot read"
)

// ParseJSON reads src as one JSON value, strictly by RFC 8259. Two things are tolerated, for they are reported elsewhere: a
// byte order mark at the start is skipped, and bytes that are no UTF-8 become U+FFFD in the texts that hold them. Numbers too
// large for a float64 become the largest there is. Duplicate keys are kept. It takes time linear in the size of src.
//
// The spans of keys and texts include their quotes. A pair's Line covers the pair and one neighbouring comma, so that the
// rest is valid without it: up to the next key, or for the last pair from the end of the value before it.
func ParseJSON(src []byte) *Data {
	r := &jsonReader{s: text(src), end: len(src)}
	r.skipMark()
	root := r.document()
	return &Data{Root: root, Fault: r.fault}
}

// jsonReader reads JSON from s[at:end]. The first fault stops it: every method then returns nil or false.
type jsonReader struct {
	s     string
	at    int
	end   int
	open  []int // offsets of the brackets and braces that are not closed yet
	fault *Fault
}

func (r *jsonReader) skipMark() {
	if strings.HasPrefix(r.s, string(byteOrderMark)) {
		r.at = len(byteOrderMark)
	}
}

// document reads a value that nothing but white space surrounds.
func (r *jsonReader) document() *Node {
	r.space()
	root := r.value()
	if r.space(); r.fault == nil && r.at < r.end {
		if !r.comment() {
			end, _ := lineEnd(r.s[:r.end], r.at)
			r.fail(Span{r.at, end}, "there is more text behind the end of the JSON value, where nothing may follow")
		}
		return nil
	}
	return root
}

func (r *jsonReader) value() *Node {
	switch c := r.peek(); {
	case c == '{':
		return r.object()
	case c == '[':
		return r.array()
	case c == '"':
		start := r.at
		if value, ok := r.str(); ok {
			return &Node{Type: String, Span: Span{start, r.at}, Text: value, Quote: '"'}
		}
	case '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.':
		return r.number()
	case isLetter(c):
		return r.word()
	default:
		r.unexpected("a value")
	}
	return nil
}

func (r *jsonReader) array() *Node {
	n := r.enter(List)
	for r.more(n, ']') {
		item := r.value()
		if item == nil {
			return nil
		}
		n.Items = append(n.Items, item)
	}
	return r.leave(n)
}

func (r *jsonReader) object() *Node {
	n := r.enter(Map)
	for r.more(n, '}') {
		if !r.pair(n) {
			return nil
		}
	}
	flowLines(n.Pairs)
	return r.leave(n)
}

func (r *jsonReader) pair(n *Node) bool {
	start := r.at
	if r.peek() != '"' {
		r.unexpected("a key in double quotes")
		return false
	}
	key, ok := r.str()
	if !ok {
		return false
	}
	p := Pair{Key: key, KeySpan: Span{start, r.at}}
	r.space()
	if r.peek() != ':' {
		r.unexpected("the `:` behind a key")
		return false
	}
	r.at++
	r.space()
	if p.Value = r.value(); p.Value == nil {
		return false
	}
	n.Pairs = append(n.Pairs, p)
	return true
}

// enter starts a List or Map at its bracket.
func (r *jsonReader) enter(t Type) *Node {
	n := &Node{Type: t, Span: Span{Start: r.at}, Flow: true}
	if len(r.open) == maxDepth {
		r.fail(Span{r.at, r.at + 1}, "%s", tooDeep)
	}
	r.open = append(r.open, r.at)
	r.at++
	return n
}

// leave ends a List or Map.
func (r *jsonReader) leave(n *Node) *Node {
	if r.fault != nil {
		return nil
	}
	r.open = r.open[:len(r.open)-1]
	n.Span.End = r.at
	return n
}

// more reads what stands between the members of n and reports whether there is another one.
func (r *jsonReader) more(n *Node, closing byte) bool {
	if r.fault != nil {
		return false
	}
	r.space()
	c := r.peek()
	switch {
	case c == closing:
		r.at++
		return false
	case len(n.Items) == 0 && len(n.Pairs) == 0:
		return true
	case c == ',':
		comma := Span{r.at, r.at + 1}
		r.at++
		if r.space(); r.peek() == closing {
			r.fail(comma, "a comma stands in front of the closing `%c`; JSON has commas only between values", closing)
		}
	case c == '"' || c == '{' || c == '[' || '0' <= c && c <= '9' || c == '-':
		r.fail(Span{r.at, r.at + 1}, "there is `%c` where `,` or `%c` was expected; is a comma missing in front of it?", c, closing)
	default:
		r.unexpected(fmt.Sprintf("`,` or `%c`", closing))
	}
	return r.fault == nil
}

// str reads a string and returns what it stands for.
func (r *jsonReader) str() (string, bool) {
	start, escaped := r.at, false
	for r.at++; r.at < r.end; r.at++ {
		switch c := r.s[r.at]; {
		case c == '"':
			r.at++
			return decodeString(r.s[start:r.at], escaped), true
		case c == '\n' || c == '\r':
			r.fail(Span{start, r.at}, "the string is not closed on its line; write its closing quote, or `\\n` for a line break in it")
			return "", false
		case c < ' ':
			r.fail(Span{r.at, r.at + 1}, "there is a control character in a string; write it as `\\u%04x`", c)
			return "", false
		case c == '\\':
			escaped = true
			if !r.escape() {
				return "", false
			}
		}
	}
	r.fail(Span{start, r.end}, "the string that opens here is not closed; its closing quote is missing")
	return "", false
}

// escape moves from a backslash to the last byte of its escape sequence. A backslash at the end of the text is left to str.
func (r *jsonReader) escape() bool {
	length, rest := 2, r.s[r.at+1:r.end]
	switch {
	case rest == "":
		return true
	case rest[0] == 'u':
		length = 6
		if len(rest) < 5 || strings.Trim(rest[1:5], "0123456789abcdefABCDEF") != "" {
			r.fail(Span{r.at, r.at + 2}, "`\\u` is not followed by four hexadecimal digits")
			return false
		}
	case strings.IndexByte(`"\/bfnrt`, rest[0]) < 0:
		_, width := utf8.DecodeRuneInString(rest)
		r.fail(Span{r.at, r.at + 1 + width}, "JSON has no escape `\\%s`; write `\\\\` for a backslash", printable(rest[:width]))
		return false
	}
	r.at += length - 1
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

func (r *jsonReader) number() *Node {
	span := Span{r.at, r.at}
	for span.End < r.end && (isLetter(r.s[span.End]) || strings.IndexByte("0123456789+-.", r.s[span.End]) >= 0) {
		span.End++
	}
	source := r.s[span.Start:span.End]
	num, ok := decimal(source)
	whole, fraction, point := strings.Cut(strings.TrimPrefix(source, "-"), ".")
	if !ok || digits(whole) == 0 || digits(whole) > 1 && whole[0] == '0' || point && digits(fraction) == 0 {
		r.fail(span, "`%s` is no JSON number; write it with digits and no leading zero, as in 0, -7, 2.5 or 1e6", excerpt(source))
		return nil
	}
	r.at = span.End
	return &Node{Type: Number, Span: span, Text: source, Num: num}
}

// decimal returns the value of a number in the decimal notation of YAML, of which that of JSON is a part, and whether s is
// one. A number that no float64 can hold becomes the largest that one can, so that no value is ever infinite.
func decimal(s string) (float64, bool) {
	if strings.Trim(s, "0123456789+-.eE") != "" {
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

func (r *jsonReader) word() *Node {
	span := r.wordSpan()
	n := &Node{Span: span, Text: r.s[span.Start:span.End]}
	switch n.Text {
	case "null":
	case "true", "false":
		n.Type, n.True = Bool, n.Text == "true"
	default:
		r.fail(span, "`%s` is no JSON value; %s", excerpt(n.Text), insteadOf(n.Text))
		return nil
	}
	r.at = span.End
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
func (r *jsonReader) wordSpan() Span {
	span := Span{r.at, r.at}
	for span.End < r.end && (isLetter(r.s[span.End]) || digits(r.s[span.End:span.End+1]) == 1) {
		span.End++
	}
	return span
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$' }
