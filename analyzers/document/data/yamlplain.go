package data

import (
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document/source"
)

// plainYAML reads what nearly all frontmatter is: keys in block style with texts of one line, lists of these, and maps
// within. It reports false for all else, right or wrong, which the library then reads; FuzzYAML holds the two against
// each other. Over 10,000 artefacts of GSD it saves a third of the CPU time of the process.
func plainYAML(s string, part source.Span) (*Node, bool) {
	for _, other := range []string{"\t", "\r", "\u0085", "\u2028", "\u2029"} { // blanks and line ends of YAML
		if strings.Contains(s[part.Start:part.End], other) {
			return nil, false
		}
	}
	// A copy, so that who keeps a value does not keep the file.
	p := plainReader{yamlReader: yamlReader{s: strings.Clone(s[:part.End]), start: part.Start}}
	p.next(part.Start)
	if p.failed || p.at == p.end || p.indent != 0 {
		return nil, false
	}
	root := p.block(0)
	return root, !p.failed && p.at == p.end
}

// plainReader reads lines from the first to the last. It stands at a line with something but a comment, or at the end.
type plainReader struct {
	yamlReader
	at, end int // what stands in the line, without indentation and line end
	indent  int // as a number of blanks
	failed  bool
}

// next goes to the next line at or behind an offset that has something but a comment.
func (p *plainReader) next(at int) {
	for at < len(p.s) {
		end, next := len(p.s), len(p.s)
		if i := strings.IndexByte(p.s[at:], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		first := at
		for first < end && p.s[first] == ' ' {
			first++
		}
		if first < end && p.s[first] != '#' {
			p.at, p.end, p.indent = first, end, first-at
			return
		}
		at = next
	}
	p.at, p.end, p.indent = len(p.s), len(p.s), -1
}

// fail ends the reading.
func (p *plainReader) fail() *Node {
	p.failed, p.at, p.end, p.indent = true, len(p.s), len(p.s), -1
	return absent(len(p.s))
}

// block reads the list or map whose first line the reader stands at.
func (p *plainReader) block(depth int) *Node {
	const most = 16
	if depth == most {
		return p.fail()
	}
	if p.dash() {
		return p.list(depth)
	}
	return p.keys(depth)
}

// dash reports whether the line goes on with an item of a list.
func (p *plainReader) dash() bool {
	return p.at+1 < p.end && p.s[p.at] == '-' && p.s[p.at+1] == ' '
}

func (p *plainReader) list(depth int) *Node {
	list := &Node{Type: List, Span: source.Span{Start: p.at}}
	for indent := p.indent; p.indent == indent && p.dash(); {
		start := p.at
		p.at++
		p.blanks()
		p.indent += p.at - start
		var item *Node
		if p.key() > 0 {
			item = p.keys(depth + 1)
		} else {
			item = p.line(indent)
		}
		list.Items = append(list.Items, item)
		list.Span.End = item.Span.End
	}
	return list
}

// key returns the length of the key that the line goes on with, or 0.
func (p *plainReader) key() int {
	i := p.at
	for i < p.end && (source.IsWordByte(p.s[i]) || p.s[i] == '-' && i > p.at) {
		i++
	}
	if i == p.at || i == p.end || p.s[i] != ':' || i+1 < p.end && p.s[i+1] != ' ' || i-p.at > 100 {
		return 0
	}
	return i - p.at
}

func (p *plainReader) keys(depth int) *Node {
	m := &Node{Type: Map}
	for indent := p.indent; p.indent == indent; {
		width := p.key()
		if width == 0 {
			return p.fail()
		}
		key := source.Span{Start: p.at, End: p.at + width}
		pair := Pair{Key: p.s[key.Start:key.End], KeySpan: key, Line: source.Span{Start: key.Start}}
		p.at = key.End + 1
		p.blanks()
		if p.at < p.end && p.s[p.at] != '#' {
			pair.Value = p.line(indent)
		} else if p.next(p.end); p.indent > indent || p.indent == indent && p.dash() {
			pair.Value = p.block(depth + 1)
		} else {
			pair.Value = absent(key.End + 1)
		}
		m.Pairs = append(m.Pairs, pair)
	}
	if p.failed {
		return m
	}
	p.blockLines(m.Pairs)
	m.Span = source.Span{Start: m.Pairs[0].KeySpan.Start, End: m.Pairs[len(m.Pairs)-1].Value.Span.End}
	return m
}

// line reads the value that stands in the rest of the line, and goes to the next, which must not be deeper than the
// indentation of what the value belongs to.
func (p *plainReader) line(indent int) *Node {
	var n *Node
	if p.at < p.end && p.s[p.at] == '[' {
		n = p.brackets()
	} else {
		n = p.scalar(false)
	}
	rest := strings.TrimLeft(p.s[p.at:p.end], " ")
	if p.failed || rest != "" && (rest[0] != '#' || p.s[p.at] != ' ') {
		return p.fail()
	}
	if p.next(p.end); p.indent > indent {
		return p.fail()
	}
	return n
}

// brackets reads a list of scalars.
func (p *plainReader) brackets() *Node {
	list := &Node{Type: List, Flow: true, Span: source.Span{Start: p.at}}
	for p.at++; ; p.at++ {
		p.blanks()
		if len(list.Items) == 0 && p.at < p.end && p.s[p.at] == ']' {
			break
		}
		list.Items = append(list.Items, p.scalar(true))
		p.blanks()
		if p.at >= p.end || p.s[p.at] != ',' && p.s[p.at] != ']' {
			return p.fail()
		}
		if p.s[p.at] == ']' {
			break
		}
	}
	p.at++
	list.Span.End = p.at
	return list
}

func (p *plainReader) blanks() {
	for p.at < p.end && p.s[p.at] == ' ' {
		p.at++
	}
}

// scalar reads a text of one line, in brackets up to the next comma or bracket.
func (p *plainReader) scalar(inBrackets bool) *Node {
	if p.at == p.end {
		return p.fail()
	}
	rest := p.s[p.at:p.end]
	n, width := &Node{Type: String}, 0
	switch c := rest[0]; {
	case c == '"':
		if width = strings.IndexByte(rest[1:], c) + 2; width < 2 || strings.IndexByte(rest[:width], '\\') >= 0 {
			return p.fail()
		}
		n.Text, n.Quote = rest[1:width-1], c
	case c == '\'':
		if width = strings.IndexByte(rest[1:], c) + 2; width < 2 || width < len(rest) && rest[width] == c {
			return p.fail()
		}
		n.Text, n.Quote = rest[1:width-1], c
	case inBrackets:
		for width < len(rest) && (source.IsWordByte(rest[width]) || strings.IndexByte("-./ ", rest[width]) >= 0) {
			width++
		}
		n.Text = strings.TrimRight(rest[:width], " ")
	default:
		if i := strings.Index(rest, " #"); i >= 0 {
			rest = rest[:i]
		}
		n.Text = strings.TrimRight(rest, " ")
		width = len(n.Text)
		if strings.HasSuffix(n.Text, ":") || strings.Contains(n.Text, ": ") {
			return p.fail()
		}
	}
	if n.Quote == 0 {
		if n.Text == "" || n.Text[0] < utf8.RuneSelf && !source.IsWordByte(n.Text[0]) && strings.IndexByte("./~($<", n.Text[0]) < 0 {
			return p.fail()
		}
		resolve(n)
	}
	n.Span = source.Span{Start: p.at, End: p.at + width}
	if n.Quote == 0 {
		n.Span.End = p.at + len(n.Text)
	}
	p.at += width
	return n
}
