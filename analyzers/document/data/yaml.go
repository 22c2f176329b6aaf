package data

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/nplint/nplint/analyzers/document/source"
)

// ParseYAML is YAML for bytes.
func ParseYAML(src []byte, part source.Span) *Data { return YAML(source.Text(src), part) }

// YAML reads s[part.Start:part.End] as one YAML document; all spans are offsets in s. Values have the types
// of the YAML 1.2 core schema: dates, yes, no, on and off are texts, 010 is ten. What it does where YAML leaves a
// choice:
//
//   - Duplicate keys are kept, and a merge key `<<` is a key like any other. Pair.Key is the text of the key, so that `1:`
//     has the key "1"; of a key that is a list or map it is the source.
//   - Infinities and .nan are texts, since JSON cannot express them; other numbers are limited as in JSON.
//   - An alias to a scalar has the scalar's type and value; texts that are repeated so may have maxRepeated bytes together. An
//     alias to a list or map is the text "*name" and is not followed, because aliases can form loops and grow to any size.
//   - Spans leave out anchors and tags. Of a map in block style the span starts at the first key, of a list at the first
//     dash; both end with the last value. That of a block scalar ends with its last line that is not blank.
//   - Pair.Line in block style covers whole lines. If something other than an anchor stands in front of the key on its line,
//     such as the dash of a list item, it goes from the key to the next one instead, or to the value's end if there is none.
//     In flow style it is as in JSON.
//   - A byte order mark at the start is skipped, and bytes that are no UTF-8 are read as question marks.
//   - What DenseYAML says of has a fault and is not read.
//
// A text without any value has a Null root.
func YAML(s string, part source.Span) *Data {
	if strings.HasPrefix(s[part.Start:part.End], "\uFEFF") {
		part.Start += len("\uFEFF")
	}
	if DenseYAML(s[part.Start:part.End]) {
		return &Data{Fault: tooDense(s, part)}
	}
	s = validUTF8(s, part)
	if fault := strangeCharacter(s, part); fault != nil {
		return &Data{Fault: fault}
	}
	if root, ok := plainYAML(s, part); ok {
		return &Data{Root: root}
	}
	return libraryYAML(s, part)
}

// libraryYAML is YAML for any text of characters that YAML allows.
func libraryYAML(s string, part source.Span) *Data {
	docs, err := loadYAML(s[part.Start:part.End])
	if err != nil {
		return &Data{Fault: explainYAML(s, part)}
	}
	r := &yamlReader{s: s[:part.End], start: part.Start, at: part.Start, line: 1, column: 1, scalars: map[*yaml.Node]*Node{}, within: map[*yaml.Node]int{}}
	switch len(docs) {
	case 0:
		return &Data{Root: absent(part.Start)}
	case 1:
		root := r.value(docs[0].Content[0], part.Start)
		if r.fault != nil {
			root = nil
		}
		return &Data{Root: root, Fault: r.fault, Aliases: r.aliases}
	}
	at := r.seek(docs[1])
	at += max(0, strings.Index(r.s[at:], "---")) // a directive may come first
	return &Data{Fault: &Fault{Span: source.Span{Start: at, End: at + len("---")}, Message: fmt.Sprintf(
		"the text holds %d YAML documents, and consumers read one or refuse them all; remove this `---` and "+
			"what does not belong here", len(docs))}}
}

// maxResolved keeps the count of resolved aliases from overflowing.
const maxResolved = 1e9

// maxRepeated is how many bytes the texts that aliases stand for may have together. Whoever reads a list reads each of them.
const (
	maxRepeated = 1_000_000
	tooOften    = "the texts that aliases up to this stand for have more than 1000000 bytes together, which no consumer needs"
)

// loadYAML returns the documents of a text. A panic of the library becomes an error.
func loadYAML(content string) (docs []*yaml.Node, err error) {
	return decodeYAML(strings.NewReader(content))
}

func decodeYAML(content io.Reader) (docs []*yaml.Node, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("yaml: %v", cause)
		}
	}()
	decoder := yaml.NewDecoder(content)
	for {
		doc := new(yaml.Node)
		if err := decoder.Decode(doc); errors.Is(err, io.EOF) {
			return docs, nil
		} else if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
}

// yamlReader turns the nodes of yaml.v3, which tell where a value starts, into ours, which tell where it ends as
// well. It goes through nodes and source side by side.
type yamlReader struct {
	s            string // the source up to the end of the YAML text
	start        int    // where that text starts
	at           int    // the cursor …
	line, column int    // … as yaml.v3 counts: lines of the text and characters, both from 1
	depth        int
	above        int                  // bytes of the keys that the value is below
	blanks       source.Span          // that were skipped last: maps in keys of maps end at one place
	scalars      map[*yaml.Node]*Node // those with an anchor
	within       map[*yaml.Node]int   // how many aliases are resolved within a list or map with an anchor
	resolved     int                  // how many aliases are resolved so far
	repeated     int                  // bytes of the texts that aliases stand for
	aliases      []Alias
	fault        *Fault
}

// seek moves the cursor to where n starts and returns that offset. Nodes come in the order of the source, so the cursor
// never moves back and the whole walk takes linear time.
func (r *yamlReader) seek(n *yaml.Node) int {
	for r.at < len(r.s) && (r.line < n.Line || r.line == n.Line && r.column < n.Column) {
		width := breakWidth(r.s, r.at)
		if width > 0 {
			r.line, r.column = r.line+1, 1
		} else {
			_, width = utf8.DecodeRuneInString(r.s[r.at:])
			r.column++
		}
		r.at += width
	}
	return r.at
}

// value converts n, which belongs at the offset behind if nothing of it is written.
func (r *yamlReader) value(n *yaml.Node, behind int) *Node {
	switch {
	case isAbsent(n):
		return absent(behind)
	case n.Kind == yaml.ScalarNode:
		return r.scalar(n)
	case n.Kind == yaml.AliasNode:
		return r.alias(n)
	}
	start := r.seek(n)
	if r.depth == maxDepth {
		r.fault = &Fault{Span: source.Span{Start: start, End: start + 1}, Message: tooDeep}
	} else if r.above > maxAbove {
		r.fault = &Fault{Span: source.Span{Start: start, End: start + 1}, Message: tooLong}
	}
	if r.fault != nil {
		return absent(start)
	}
	r.depth++
	before := r.resolved
	defer func() {
		r.depth--
		if n.Anchor != "" {
			r.within[n] = r.resolved - before
		}
	}()
	if n.Kind == yaml.SequenceNode {
		return r.list(n, start)
	}
	return r.mapping(n, start)
}

// isAbsent reports whether n is a value of which nothing is written, such as that of `key:`.
func isAbsent(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == ""
}

func absent(at int) *Node { return &Node{Type: Null, Span: source.Span{Start: at, End: at}} }

func (r *yamlReader) list(n *yaml.Node, start int) *Node {
	start, _ = r.properties(start, 2)
	list := &Node{Type: List, Flow: n.Style&yaml.FlowStyle != 0}
	end := start
	for _, c := range n.Content {
		item := r.value(c, r.seek(c))
		list.Items = append(list.Items, item)
		end = item.Span.End
	}
	if list.Flow {
		end = r.closing(end, ']')
	}
	list.Span = source.Span{Start: start, End: end}
	return list
}

func (r *yamlReader) mapping(n *yaml.Node, start int) *Node {
	m := &Node{Type: Map, Flow: n.Style&yaml.FlowStyle != 0}
	for i := 0; i+1 < len(n.Content); i += 2 {
		m.Pairs = append(m.Pairs, r.pair(n.Content[i], n.Content[i+1]))
	}
	if m.Flow {
		flowLines(m.Pairs)
	} else {
		r.blockLines(m.Pairs)
	}
	if hasBraces(n, r.s[start]) {
		start, _ = r.properties(start, 2)
		end := start
		if len(m.Pairs) > 0 {
			end = m.Pairs[len(m.Pairs)-1].Value.Span.End
		}
		m.Span = source.Span{Start: start, End: r.closing(end, '}')}
	} else {
		m.Span = source.Span{Start: m.Pairs[0].KeySpan.Start, End: m.Pairs[len(m.Pairs)-1].Value.Span.End}
	}
	return m
}

// hasBraces reports whether the map n, whose first byte is given, stands in braces. In flow style this is not so for
// the map in `[key: value]`: it starts where its key does, or with a question mark.
func hasBraces(n *yaml.Node, first byte) bool {
	if n.Style&yaml.FlowStyle == 0 || first == '?' {
		return false
	}
	return len(n.Content) == 0 || n.Content[0].Line != n.Line || n.Content[0].Column != n.Column
}

// pair reads a key and its value. In Line it sets the start only: where the key stands, with its anchor.
func (r *yamlReader) pair(k, v *yaml.Node) Pair {
	start := r.seek(k)
	key := r.value(k, start)
	p := Pair{Key: key.Text, KeySpan: key.Span, Line: source.Span{Start: start}}
	if key.Type == List || key.Type == Map {
		p.Key = r.s[key.Span.Start:key.Span.End]
	}
	behind := key.Span.End
	if isAbsent(v) {
		// Where there is no colon, as behind `? key`, yaml.v3 puts the value in front of whatever comes next.
		if colon := r.blank(behind); colon < r.seek(v) && r.s[colon] == ':' {
			behind = colon + 1
		}
	}
	r.above += len(p.Key)
	p.Value = r.value(v, behind)
	r.above -= len(p.Key)
	return p
}

// blockLines sets the Line of the pairs of a map in block style.
func (r *yamlReader) blockLines(pairs []Pair) {
	for i := range pairs {
		start, end := pairs[i].Line.Start, pairs[i].Value.Span.End
		line := r.start + len(strings.TrimRight(r.s[r.start:start], " "))
		switch {
		case line == r.start || r.s[line-1] == '\n' || r.s[line-1] == '\r':
			start = line
			_, end = source.LineEnd(r.s, end)
		case i+1 < len(pairs):
			end = pairs[i+1].Line.Start
		}
		pairs[i].Line = source.Span{Start: start, End: end}
	}
}

func (r *yamlReader) alias(n *yaml.Node) *Node {
	start := r.seek(n)
	node := &Node{Type: String, Text: "*" + n.Value}
	scalar := r.scalars[n.Alias]
	if scalar != nil {
		node.Type, node.Text, node.Num, node.True = scalar.Type, scalar.Text, scalar.Num, scalar.True
	}
	node.Span = source.Span{Start: start, End: start + len("*") + len(n.Value)}
	if r.repeated += len(node.Text); r.repeated > maxRepeated && r.fault == nil {
		r.fault = &Fault{Span: node.Span, Message: tooOften}
	}
	r.resolved = min(r.resolved+1+r.within[n.Alias], maxResolved)
	_, ended := r.within[n.Alias]
	r.aliases = append(r.aliases, Alias{Span: node.Span, Scalar: scalar != nil, Self: scalar == nil && !ended, Total: r.resolved})
	return node
}

func (r *yamlReader) scalar(n *yaml.Node) *Node {
	node := &Node{Type: String, Text: n.Value}
	start, tagged, style := r.seek(n), n.Style&yaml.TaggedStyle != 0, n.Style&^yaml.TaggedStyle
	if n.Value == "" && style == 0 {
		// Only properties are written, and those that follow may belong to the next node.
		own := 0
		if n.Anchor != "" {
			own++
		}
		if tagged {
			own++
		}
		_, end := r.properties(start, own)
		node.Span = source.Span{Start: end, End: end}
	} else {
		start, _ = r.properties(start, 2)
		node.Span = source.Span{Start: start, End: r.scalarEnd(start, n.Value, style)}
	}
	if style == yaml.SingleQuotedStyle || style == yaml.DoubleQuotedStyle {
		node.Quote = r.s[start]
	}
	if !tagged && style == 0 || tagged && slices.Contains([]string{"!!int", "!!float", "!!bool", "!!null"}, n.Tag) {
		resolve(node)
	}
	if n.Anchor != "" {
		r.scalars[n] = node
	}
	return node
}

// resolve gives a scalar the type that the YAML 1.2 core schema gives its text.
func resolve(n *Node) {
	switch n.Text {
	case "", "~", "null", "Null", "NULL":
		n.Type = Null
		return
	case "true", "True", "TRUE", "false", "False", "FALSE":
		n.Type, n.True = Bool, n.Text[0] == 't' || n.Text[0] == 'T'
		return
	}
	num, ok := decimal(n.Text)
	for _, notation := range []struct {
		prefix string
		base   int
	}{{"0x", 16}, {"0o", 8}} {
		if rest, found := strings.CutPrefix(n.Text, notation.prefix); found {
			whole, err := strconv.ParseUint(rest, notation.base, 64)
			num, ok = float64(whole), err == nil
		}
	}
	if ok {
		n.Type, n.Num = Number, num
	}
}
