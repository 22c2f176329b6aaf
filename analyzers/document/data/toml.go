package data

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/nplint/nplint/analyzers/document/source"
)

// maxTOMLDepth is how many keys and brackets of TOML may stand within each other. A configuration needs five; the
// library would spend the square of what a hostile one has.
const maxTOMLDepth = 16

// ParseTOML reads src as TOML. A library judges the text and gives the values; a scan of our own finds where they
// stand. Plain text, as in nearly all files, the scan reads without the library, in a third of the time. Keys and
// values have exact spans, those with their quotes. The span of a table is its header, or the key that it is first
// named by, and an array of tables has that of its first table. Dates and times are texts without quotes; what is no
// number is null, and an infinite one becomes the largest there is.
func ParseTOML(src []byte) *Data {
	s := source.Text(src)
	rough := false
	for i, c := range s {
		if c == 0 || c == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return &Data{Fault: &Fault{Span: source.Span{Start: i, End: i + 1}, Message: fmt.Sprintf(
				"is not UTF-8 text: there is the byte 0x%02X", s[i])}}
		}
		rough = rough || c < ' ' && c != '\t' && c != '\n' || c == 0x7F
	}
	r := &tomlReader{s: s, rough: rough, root: &Node{Type: Map, Flow: true}, children: map[tomlKey]*Node{}}
	r.root.Span = source.Span{Start: 0, End: len(s)}
	r.document()
	if r.deep {
		return &Data{Fault: &Fault{Span: source.Span{Start: r.at, End: r.at},
			Message: fmt.Sprintf("is nested more than %d levels deep", maxTOMLDepth)}}
	}
	if !r.rough && !r.stopped {
		return &Data{Root: r.root}
	}
	var values map[string]any
	if _, err := toml.Decode(s, &values); err != nil {
		return &Data{Fault: tomlFault(src, err)}
	}
	if r.stopped { // a mistake that the library does not see
		return &Data{Fault: &Fault{Span: source.Span{Start: r.at, End: r.at},
			Message: "is not TOML: what stands here is no key or value, or the key is defined already"}}
	}
	r.fill(r.root, values)
	return &Data{Root: r.root}
}

// tomlFault returns what the library says of a text, without a place in the message.
func tomlFault(src []byte, err error) *Fault {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &Fault{Message: "is not TOML: " + err.Error()}
	}
	start := min(max(syntax.Position.Start, 0), len(src))
	lines := source.NewLines(src)
	atEnd := start < len(src) && (src[start] == '\n' || src[start] == '\r') // whose line it takes for the next
	if line, _ := lines.Position(start); line != syntax.Position.Line && !atEnd {
		start = lines.Start(syntax.Position.Line) // of some mistakes it knows only the line
	}
	return &Fault{Span: source.Span{Start: start, End: min(start+max(syntax.Position.Len, 0), len(src))},
		Message: "is not TOML: " + endsLine.Replace(syntax.Message)}
}

// endsLine says in words what the library says of the end of a line.
var endsLine = strings.NewReplacer(`, but got '\n' instead`, ", but the line ends", `, but got '\r' instead`, ", but the line ends",
	`but found '\n' instead`, "but the line ends", `but found '\r' instead`, "but the line ends")

// tomlReader walks over a TOML text and sees no more of it than strings, comments, brackets and keys. The text need
// not be valid: behind the first mistake, which the library reports, nothing is found.
type tomlReader struct {
	s        string
	at       int
	root     *Node
	children map[tomlKey]*Node
	deep     bool // the scan was stopped where something is nested too deep
	stopped  bool // nothing more is read
	rough    bool // there is something that only the library can judge, or give the value of
}

// tomlKey is a key in a table.
type tomlKey struct {
	table *Node
	key   string
}

// tomlName is one part of a dotted key.
type tomlName struct {
	text string
	span source.Span
}

func (r *tomlReader) document() {
	r.at = len(r.s) - len(strings.TrimPrefix(r.s, "\uFEFF"))
	table, depth := r.root, 0
	for r.skip(true) != 0 {
		if r.peek() == '[' {
			table, depth = r.header()
		} else {
			r.pair(table, depth)
		}
		if c := r.skip(false); c != 0 && c != '\n' && c != '#' {
			r.rough = true // something stands behind the value
		}
	}
}

// peek returns the next byte, or 0 at the end; there is no such byte in the text.
func (r *tomlReader) peek() byte {
	if r.stopped || r.at >= len(r.s) {
		return 0
	}
	return r.s[r.at]
}

// enter reports whether one may go to the given depth, and ends the scan if not.
func (r *tomlReader) enter(depth int) bool {
	if depth > maxTOMLDepth {
		r.deep, r.stopped = true, true
	}
	return !r.stopped
}

// expect goes past a token, and ends the scan if it does not follow.
func (r *tomlReader) expect(token string) {
	if r.stopped = r.stopped || !strings.HasPrefix(r.s[r.at:], token); !r.stopped {
		r.at += len(token)
	}
}

// skip goes past blanks and, if wanted, line ends and comments. It returns the byte behind them.
func (r *tomlReader) skip(lines bool) byte {
	for ; ; r.at++ {
		switch c := r.peek(); {
		case c == ' ' || c == '\t' || lines && (c == '\r' || c == '\n'):
		case lines && c == '#':
			for r.at+1 < len(r.s) && r.s[r.at+1] != '\n' {
				r.at++
			}
		default:
			return c
		}
	}
}

// header reads [a.b] or [[a.b]] and returns its table and how deep that is.
func (r *tomlReader) header() (table *Node, depth int) {
	start, array := r.at, strings.HasPrefix(r.s[r.at:], "[[")
	opening, closing := "[", "]"
	if array {
		opening, closing = "[[", "]]"
	}
	r.expect(opening)
	names := r.names()
	r.expect(closing)
	if r.stopped {
		return r.root, 0
	}
	at, last := source.Span{Start: start, End: r.at}, names[len(names)-1]
	table = r.table(r.root, names[:len(names)-1])
	if r.stopped {
		return r.root, 0
	}
	made := &Node{Type: Map, Span: at}
	if array {
		made.Type = List
	}
	named := r.child(table, last, made)
	r.rough = r.rough || named != made && !array // it may be defined twice
	if named.Flow || named.Type != made.Type {
		r.at, r.stopped = last.span.Start, true
		return r.root, 0
	}
	if !array {
		return named, len(names)
	}
	named.Items = append(named.Items, &Node{Type: Map, Span: at})
	return named.Items[len(named.Items)-1], len(names)
}

// pair reads key = value in a table.
func (r *tomlReader) pair(table *Node, depth int) {
	start := r.at
	names := r.names()
	r.expect("=")
	value := r.value(depth + len(names))
	if r.stopped {
		return
	}
	table = r.table(table, names[:len(names)-1])
	last := names[len(names)-1]
	if r.stopped {
		return
	}
	if r.children[tomlKey{table, last.text}] != nil {
		r.at, r.stopped = last.span.Start, true
		return
	}
	p := Pair{Key: last.text, KeySpan: last.span, Value: value, Line: source.Span{Start: start, End: value.Span.End}}
	if line := len(strings.TrimRight(r.s[:start], " \t")); line == 0 || r.s[line-1] == '\n' { // it stands first in its line
		_, next := source.LineEnd(r.s, value.Span.End)
		p.Line = source.Span{Start: line, End: next}
	}
	table.Pairs = append(table.Pairs, p)
	r.children[tomlKey{table, last.text}] = value
}

// table follows a dotted key from a table on, and makes the tables that are not there. An array of tables stands for
// its last one. What was written as a value takes no more keys, which the library does not hold of every array.
func (r *tomlReader) table(from *Node, names []tomlName) *Node {
	for _, name := range names {
		from = r.child(from, name, &Node{Type: Map, Span: name.span})
		if from.Flow || from.Type != Map && from.Type != List {
			r.at, r.stopped = name.span.Start, true
			return from
		}
		if from.Type == List {
			from = from.Items[len(from.Items)-1]
		}
	}
	return from
}

// child returns the value of a key in a table, which is made if it is not there.
func (r *tomlReader) child(table *Node, name tomlName, made *Node) *Node {
	known := r.children[tomlKey{table, name.text}]
	if known == nil {
		known = made
		r.children[tomlKey{table, name.text}] = made
		table.Pairs = append(table.Pairs, Pair{Key: name.text, KeySpan: name.span, Value: made, Line: made.Span})
	}
	return known
}

// names reads a dotted key and the blanks behind it. There is at least one name.
func (r *tomlReader) names() []tomlName {
	var names []tomlName
	for {
		r.skip(false)
		names = append(names, r.name())
		if !r.enter(len(names)) || r.skip(false) != '.' {
			return names
		}
		r.at++
	}
}

func (r *tomlReader) name() tomlName {
	start := r.at
	if c := r.peek(); c == '"' || c == '\'' {
		r.quoted()
		var key struct{ Key string }
		if text, ok := plainQuoted(r.s[start:r.at]); ok && r.s[start:r.at] == string(c)+text+string(c) {
			return tomlName{text, source.Span{Start: start, End: r.at}}
		}
		r.rough = true
		if _, err := toml.Decode("Key = "+r.s[start:r.at], &key); err != nil {
			r.stopped = true
		}
		return tomlName{key.Key, source.Span{Start: start, End: r.at}}
	}
	for r.peek() != 0 && strings.IndexByte(" \t\r\n.=[]{},#", r.peek()) < 0 {
		r.at++
	}
	r.rough = r.rough || !isBareKey(r.s[start:r.at])
	return tomlName{r.s[start:r.at], source.Span{Start: start, End: r.at}}
}

// isBareKey reports whether a text is a key that stands without quotes.
func isBareKey(text string) bool {
	for i := range len(text) {
		if c := text[i]; c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return text != ""
}

// plainQuoted returns what a text in quotes says, if that is what stands there.
func plainQuoted(raw string) (text string, ok bool) {
	mark := raw[:1]
	if long := mark + mark + mark; strings.HasPrefix(raw, long) {
		text, ok = strings.CutSuffix(raw[3:], long)
		ok = ok && !strings.HasSuffix(text, mark) // how many quotes of its own it may end with, the library says
		text = strings.TrimPrefix(text, "\n")
	} else {
		text, ok = strings.CutSuffix(raw[1:], mark)
		ok = ok && !strings.Contains(text, "\n")
	}
	return text, ok && (mark == "'" || !strings.Contains(text, `\`))
}

// value goes past a value and notes the keys and elements in it.
func (r *tomlReader) value(depth int) *Node {
	n := &Node{Type: String}
	first := r.skip(false)
	n.Span.Start = r.at
	if !r.enter(depth) {
		return n
	}
	switch first {
	case '"', '\'':
		n.Quote = first
		r.quoted()
		text, ok := plainQuoted(r.s[n.Span.Start:r.at])
		n.Text, r.rough = text, r.rough || !ok
	case '[':
		n.Type, n.Flow = List, true
		r.at++
		for r.skip(true) != ']' && r.peek() != 0 {
			n.Items = append(n.Items, r.value(depth+1))
			r.comma(']')
		}
		r.expect("]")
	case '{':
		n.Type, n.Flow = Map, true
		r.at++
		comma := false
		for r.skip(true) != '}' && r.peek() != 0 {
			r.pair(n, depth+1)
			r.comma('}')
			comma = r.s[r.at-1] == ','
		}
		r.expect("}")
		r.rough = r.rough || comma // behind the last pair
	default:
		for r.peek() != 0 && strings.IndexByte(",]}\r\n#", r.peek()) < 0 {
			r.at++
		}
		n.Text = strings.TrimRight(r.s[n.Span.Start:r.at], " \t")
		n.Span.End = n.Span.Start + len(n.Text)
		r.rough = !plainValue(n) || r.rough
		return n
	}
	n.Span.End = r.at
	return n
}

// plainValue gives a value without quotes its type, if it is a truth or a whole number, and reports whether it is.
func plainValue(n *Node) bool {
	if n.Text == "true" || n.Text == "false" {
		n.Type, n.True = Bool, n.Text == "true"
		return true
	}
	digits := strings.TrimPrefix(n.Text, "-")
	number, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || digits[0] == '0' && n.Text != "0" {
		return false
	}
	if n.Type, n.Num = Number, float64(number); digits != n.Text {
		n.Num = -n.Num
	}
	return true
}

// comma goes past the comma behind an element, which need not be there before the closing bracket.
func (r *tomlReader) comma(closing byte) {
	if r.skip(true) != closing {
		r.expect(",")
	}
}

// quoted goes past a text in quotes.
func (r *tomlReader) quoted() {
	mark := r.s[r.at : r.at+1]
	end := mark
	if strings.HasPrefix(r.s[r.at:], mark+mark+mark) {
		end = mark + mark + mark
	}
	r.at += len(end)
	for r.peek() != 0 && !strings.HasPrefix(r.s[r.at:], end) {
		if mark == `"` && r.peek() == '\\' {
			r.at++
		}
		r.at++
	}
	r.at = min(r.at+len(end), len(r.s))
	// A text of several lines may end with up to two quotes of its own.
	for len(end) == 3 && r.peek() == mark[0] {
		r.at++
	}
}

// fill gives a node the value that the library has read.
func (r *tomlReader) fill(n *Node, value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, p := range n.Pairs {
			r.fill(p.Value, v[p.Key])
		}
	case []map[string]any:
		for i, item := range n.Items {
			r.fill(item, v[i])
		}
	case []any:
		for i, item := range n.Items {
			r.fill(item, v[i])
		}
	case string:
		n.Text = v
	case bool:
		n.Type, n.True = Bool, v
	case int64:
		n.Type, n.Num = Number, float64(v)
	case float64:
		n.Type, n.Num = Number, min(max(v, -math.MaxFloat64), math.MaxFloat64)
		if math.IsNaN(v) {
			n.Type, n.Num = Null, 0
		}
	case time.Time: // its text is known
	}
}

// Date is a date or time of TOML as it is written.
type Date string

// TOMLValue returns what a node of TOML says: a map[string]any, []any, string, bool, int64, float64 or Date.
func TOMLValue(n *Node) any {
	switch n.Type {
	case Map:
		table := make(map[string]any, len(n.Pairs))
		for _, p := range n.Pairs {
			table[p.Key] = TOMLValue(p.Value)
		}
		return table
	case List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = TOMLValue(item)
		}
		return list
	case String:
		if n.Quote == 0 {
			return Date(n.Text)
		}
		return n.Text
	case Bool:
		return n.True
	}
	if whole, err := strconv.ParseInt(n.Text, 0, 64); err == nil {
		return whole
	}
	if number, err := strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64); err == nil {
		return number
	}
	return math.NaN() // with a sign, which the parser of Go does not know
}
