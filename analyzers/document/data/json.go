package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// Data is what a JSON, JSONL, TOML or YAML artefact holds.
type Data struct {
	Root *Node // of JSON, TOML and YAML; nil if the text could not be read
	// Lines is of JSONL the value of each line that is not blank, in order; nil for a line that could not be read.
	Lines  []*Node
	Fault  *Fault  // why the text could not be read, or nil; of JSONL the first of Faults
	Faults []Fault // of JSONL: one for each line that could not be read, in order
	// Aliases is the YAML aliases in the order of the source.
	Aliases []Alias
}

// Alias is a place where YAML takes over an anchored value.
type Alias struct {
	Span   source.Span
	Scalar bool // its value is known, since it is no list or map
	Self   bool // it stands within the value that it stands for, so that one has no end
	// Total is how many aliases a consumer that follows them has resolved when it has read this one: those within an
	// anchored value count anew each time. It stops growing at a thousand millions.
	Total int
}

// IsAlias reports whether the value at a span is a YAML alias to a list or map, of which nothing is known.
func (d *Data) IsAlias(s source.Span) bool {
	i, found := slices.BinarySearchFunc(d.Aliases, s.Start, func(a Alias, start int) int { return a.Span.Start - start })
	return found && d.Aliases[i].Span == s && !d.Aliases[i].Scalar
}

// Fault is a syntax error at a place. Its message is one sentence: what was seen, and what was expected there.
type Fault struct {
	Span    source.Span
	Message string
	Fixes   []source.Fix // if only one thing can be meant
}

const (
	// maxDepth is how many lists and maps of JSON and YAML may stand in one another. Whoever walks a tree may recurse.
	maxDepth = 1000
	tooDeep  = "lists and maps stand in one another more than 1000 levels deep, which no consumer needs and some " +
		"cannot read"
	// maxAbove is how many bytes the keys above a list or map may have together. Whoever walks a tree may join them.
	maxAbove = 100_000
	tooLong  = "the keys above this have more than 100000 bytes together, which no consumer needs"
)

// ParseJSON reads src as one JSON value, strictly by RFC 8259. Two things are tolerated, for they are reported
// elsewhere: a byte order mark at the start is skipped, and bytes that are no UTF-8 become U+FFFD in the texts that
// hold them. Numbers too large for a float64 become the largest there is. Duplicate keys are kept. It takes time
// linear in the size of src.
//
// The spans of keys and texts include their quotes. A pair's Line covers the pair and one neighbouring comma, so that
// the rest is valid without it: up to the next key, or for the last pair from the end of the value before it.
func ParseJSON(src []byte) *Data {
	r := &jsonReader{jsonText: jsonText{s: source.Text(src), end: len(src)}}
	r.skipMark()
	root := r.document()
	if r.comma > 0 {
		mended := &jsonReader{jsonText: jsonText{s: r.s[:r.comma] + "," + r.s[r.comma:], end: r.end + 1}}
		mended.skipMark()
		if mended.document(); mended.fault == nil {
			r.fault.Fixes = source.Replace("write the comma", source.Span{Start: r.comma, End: r.comma}, ",")
		}
	}
	if r.quote > 0 {
		r.fault.Fixes = r.closeQuote()
	}
	return &Data{Root: root, Fault: r.fault}
}

// jsonReader reads values of JSON. The first fault stops it: every method then returns nil or false.
type jsonReader struct {
	jsonText
	open  []int // offsets of the brackets and braces that are not closed yet
	above int   // bytes of the keys that the value is below
}

// jsonText is s[at:end], of which scalars are read and what stands between values.
type jsonText struct {
	s     string
	at    int
	end   int
	fault *Fault
	comma int // behind the value where the fault is perhaps that a comma is missing, or 0
	quote int // behind the line whose string is not closed, or 0
}

// closeQuote is the fix for a string that is not closed on its line: a quote at its end, or in front of the comma
// there, whichever makes the text valid.
func (r *jsonReader) closeQuote() []source.Fix {
	end := len(strings.TrimRight(r.s[:r.quote], " \t"))
	for _, at := range []int{len(strings.TrimRight(strings.TrimSuffix(r.s[:end], ","), " \t")), end} {
		mended := &jsonReader{jsonText: jsonText{s: r.s[:at] + `"` + r.s[at:], end: r.end + 1}}
		mended.skipMark()
		if mended.document(); mended.fault == nil {
			return source.Replace("write the closing quote", source.Span{Start: at, End: at}, `"`)
		}
	}
	return nil
}

func (t *jsonText) skipMark() {
	if strings.HasPrefix(t.s, string(source.ByteOrderMark)) {
		t.at = len(source.ByteOrderMark)
	}
}

// document reads a value that nothing but white space surrounds.
func (r *jsonReader) document() *Node {
	r.space()
	root := r.value()
	if r.space(); r.fault == nil && r.at < r.end {
		if !r.comment() {
			end, _ := source.LineEnd(r.s[:r.end], r.at)
			r.fail(source.Span{Start: r.at, End: end},
				"there is more text behind the end of the JSON value, where nothing may follow")
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
			return &Node{Type: String, Span: source.Span{Start: start, End: r.at}, Text: value, Quote: '"'}
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
	p := Pair{Key: key, KeySpan: source.Span{Start: start, End: r.at}}
	r.space()
	if r.peek() != ':' {
		r.unexpected("the `:` behind a key")
		return false
	}
	r.at++
	r.space()
	r.above += len(key)
	p.Value = r.value()
	r.above -= len(key)
	if p.Value == nil {
		return false
	}
	n.Pairs = append(n.Pairs, p)
	return true
}

// enter starts a List or Map at its bracket.
func (r *jsonReader) enter(t Type) *Node {
	n := &Node{Type: t, Span: source.Span{Start: r.at}, Flow: true}
	if len(r.open) == maxDepth {
		r.fail(source.Span{Start: r.at, End: r.at + 1}, "%s", tooDeep)
	} else if r.above > maxAbove {
		r.fail(source.Span{Start: r.at, End: r.at + 1}, "%s", tooLong)
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
		comma := source.Span{Start: r.at, End: r.at + 1}
		r.at++
		if r.space(); r.peek() == closing {
			r.fail(comma, "a comma stands in front of the closing `%c`; JSON has commas only between values", closing)
			r.remedy("remove the comma", comma)
		}
	case c == '"' || c == '{' || c == '[' || '0' <= c && c <= '9' || c == '-':
		r.fail(source.Span{Start: r.at, End: r.at + 1},
			"there is `%c` where `,` or `%c` was expected; is a comma missing in front of it?", c, closing)
		r.comma = len(strings.TrimRight(r.s[:r.at], " \t\r\n"))
	default:
		r.unexpected(fmt.Sprintf("`,` or `%c`", closing))
	}
	return r.fault == nil
}
