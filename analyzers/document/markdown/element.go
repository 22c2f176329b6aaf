package markdown

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// Element is a tag such as <task> in a body, with the place of its end. The elements of a body form a tree by Parent;
// they are kept in a flat slice in source order so that no depth of nesting can overflow a stack.
type Element struct {
	Name   string
	Open   Span // the opening tag, from < to behind >
	Close  Span // the closing tag; empty behind the opening tag if the element is self-closing or never closed
	Attrs  []Attr
	Parent int // index of the innermost closed element around it, or -1
	// Hidden is set if the tag stands in a fence, comment or code span, where it is no structure, though careless
	// readers see it.
	Hidden      bool
	SelfClosing bool
	Unclosed    bool
}

// Stray is a closing tag that closes nothing, because the opening tag is missing, misspelt or closed already.
type Stray struct {
	Name string
	Span Span
}

// Inner returns the span between the tags; it is empty for a self-closing or unclosed element.
func (e *Element) Inner() Span { return Span{Start: e.Open.End, End: e.Close.Start} }

// Attr returns the last attribute with the given name, which is the one that consumers see, or nil.
func (e *Element) Attr(name string) *Attr {
	for i := len(e.Attrs) - 1; i >= 0; i-- {
		if e.Attrs[i].Name == name {
			return &e.Attrs[i]
		}
	}
	return nil
}

// Attr is an attribute of an opening tag.
type Attr struct {
	Name  string
	Key   Span // the name
	Value Span // the value without quotes; empty if there is none
	Text  string
	Quote byte // '"', '\'' or 0
	Bare  bool // there is no = behind the name
}

// scanElements finds all tags of a body in one pass and matches them. Tags in hidden stretches match only among
// themselves.
func scanElements(b *Body) {
	if strings.IndexByte(b.s[b.Span.Start:b.Span.End], '<') < 0 {
		return
	}
	// About every other < starts an element, and the others end one.
	elements := make([]Element, 0, room(strings.Count(b.s[b.Span.Start:b.Span.End], "<")/2+1))
	m := matcher{s: b.s, elements: elements, open: map[string]int{}}
	at := b.Span.Start
	for _, h := range b.Hidden {
		m.scan(at, h.Span.Start, false)
		m.aside(h.Inner.Start, h.Inner.End)
		at = h.Span.End
	}
	m.scan(at, b.Span.End, false)
	m.drop(0)
	for i := range m.elements {
		// The parent's own parent is final already, since it comes first.
		if p := m.elements[i].Parent; p >= 0 && m.elements[p].Unclosed {
			m.elements[i].Parent = m.elements[p].Parent
		}
	}
	b.Elements, b.Strays = m.elements, m.strays
}

// matcher pairs opening with closing tags.
type matcher struct {
	s        string
	elements []Element
	strays   []Stray
	stack    []int          // indices of open elements, outermost first
	open     map[string]int // how many elements of a name are on the stack, so that a stray end tag costs nothing
}

// aside scans a hidden stretch with a stack of its own.
func (m *matcher) aside(from, to int) {
	if strings.IndexByte(m.s[from:max(from, to)], '<') < 0 {
		return
	}
	stack, open := m.stack, m.open
	m.stack, m.open = nil, map[string]int{}
	m.scan(from, to, true)
	m.drop(0)
	m.stack, m.open = stack, open
}

func (m *matcher) scan(from, to int, hidden bool) {
	stop := from // end of the line that the last backtick stood in
	for marks := (marks{s: m.s, to: to}); ; {
		at := marks.next(from)
		if at < 0 {
			return
		}
		if m.s[at] == '`' && !hidden {
			if at >= stop {
				stop, _ = source.LineEnd(m.s, at)
			}
			next := BehindCode(m.s, at, min(stop, to))
			m.aside(at, next)
			from = next
			continue
		}
		from = m.tag(at, to, hidden)
	}
}

// tag reads the tag at offset at, if there is one, and returns where to go on.
func (m *matcher) tag(at, to int, hidden bool) int {
	if m.s[at] != '<' || at+1 >= to {
		return at + 1
	}
	if m.s[at+1] == '/' {
		name := tagName(m.s[at+2 : to])
		end := at + 2 + len(name)
		for end < to && (m.s[end] == ' ' || m.s[end] == '\t') {
			end++
		}
		if name == "" || end >= to || m.s[end] != '>' {
			return at + 1
		}
		m.close(name, Span{Start: at, End: end + 1}, hidden)
		return end + 1
	}
	name := tagName(m.s[at+1 : to])
	if name == "" {
		return at + 1
	}
	e := Element{Name: name, Hidden: hidden, Parent: -1}
	end, ok := m.attributes(&e, at+1+len(name), to)
	if !ok {
		return at + 1
	}
	e.Open = Span{Start: at, End: end}
	e.Close = Span{Start: end, End: end}
	if len(m.stack) > 0 {
		e.Parent = m.stack[len(m.stack)-1]
	}
	m.elements = append(m.elements, e)
	if !e.SelfClosing {
		m.stack = append(m.stack, len(m.elements)-1)
		m.open[name]++
	}
	return end
}

func tagName(s string) string {
	n := 0
	for n < len(s) && (source.IsWordByte(s[n]) || s[n] == '-') && (n > 0 || s[n] > '9') {
		n++
	}
	return s[:n]
}

// attributes reads what stands between the name and the end of an opening tag. It fails at the end of the stretch, at
// a blank line and at another `<`: then there was no tag.
func (m *matcher) attributes(e *Element, at, to int) (end int, ok bool) {
	for {
		start := at
		newlines := 0
		for at < to && strings.IndexByte(" \t\r\n", m.s[at]) >= 0 {
			if m.s[at] == '\n' {
				newlines++
			}
			at++
		}
		switch {
		case at >= to || newlines > 1 || m.s[at] == '<':
			return 0, false
		case m.s[at] == '>':
			return at + 1, true
		case m.s[at] == '/' && at+1 < to && m.s[at+1] == '>':
			e.SelfClosing = true
			return at + 2, true
		case at == start:
			return 0, false // nothing separates the name from what follows
		}
		var attr Attr
		if attr, at = m.attribute(at, to); attr.Name == "" {
			return 0, false
		}
		if e.Attrs == nil {
			e.Attrs = make([]Attr, 0, 4) // a task has four
		}
		e.Attrs = append(e.Attrs, attr)
	}
}

func (m *matcher) attribute(at, to int) (Attr, int) {
	name := tagName(m.s[at:to])
	a := Attr{Name: name, Key: Span{Start: at, End: at + len(name)}, Bare: true}
	at += len(name)
	a.Value = Span{Start: at, End: at}
	equals := at
	for equals < to && m.s[equals] == ' ' {
		equals++
	}
	if equals >= to || m.s[equals] != '=' {
		return a, at
	}
	a.Bare = false
	at = equals + 1
	for at < to && m.s[at] == ' ' {
		at++
	}
	start := at
	if at < to && (m.s[at] == '"' || m.s[at] == '\'') {
		a.Quote = m.s[at]
		closing := strings.IndexByte(m.s[at+1:to], a.Quote)
		if closing < 0 {
			return Attr{}, at
		}
		start, at = at+1, at+1+closing
		a.Value, a.Text = Span{Start: start, End: at}, m.s[start:at]
		return a, at + 1
	}
	for at < to && strings.IndexByte(" \t\r\n>\"'<", m.s[at]) < 0 && !strings.HasPrefix(m.s[at:to], "/>") {
		at++
	}
	a.Value, a.Text = Span{Start: start, End: at}, m.s[start:at]
	return a, at
}

// close ends the innermost open element of the name; those inside of it that are still open have no end.
func (m *matcher) close(name string, span Span, hidden bool) {
	if m.open[name] == 0 {
		if !hidden {
			m.strays = append(m.strays, Stray{name, span})
		}
		return
	}
	for i := len(m.stack) - 1; ; i-- {
		if e := &m.elements[m.stack[i]]; e.Name == name {
			m.drop(i + 1)
			e.Close = span
			m.stack = m.stack[:i]
			m.open[name]--
			return
		}
	}
}

// drop takes the elements from depth on off the stack: they are never closed.
func (m *matcher) drop(depth int) {
	for _, i := range m.stack[depth:] {
		m.elements[i].Unclosed = true
		m.open[m.elements[i].Name]--
	}
	m.stack = m.stack[:depth]
}
