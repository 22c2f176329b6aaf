package dialect

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// parse reads a part of a text as YAML, as the parser of Claude Code does (Bun.YAML.parse), which differs from the library
// in two things: the characters of `apart` are like any other, and values that go on in further lines must be indented.
func parse(s string, span document.Span) *document.Data {
	text, part := s, s[span.Start:span.End]
	isHidden := strings.ContainsAny(part, apart)
	if isHidden {
		text = s[:span.Start] + hidden.Replace(part) + s[span.End:]
	}
	data := document.YAML(text, span)
	if data.Fault != nil {
		return data
	}
	if isHidden {
		show(data.Root)
	}
	data.Fault = shallow(s, span.Start, data.Root, -1)
	return data
}

// apart are line ends of YAML 1.1, and the byte order mark, which the library refuses within a text.
const apart = "\u0085\u2028\u2029\uFEFF"

// They are hidden behind characters of as many bytes that nobody uses.
var (
	hidden = strings.NewReplacer("\u0085", "\u07FC", "\u2028", "\uE0F0", "\u2029", "\uE0F1", "\uFEFF", "\uE0F2")
	shown  = strings.NewReplacer("\u07FC", "\u0085", "\uE0F0", "\u2028", "\uE0F1", "\u2029", "\uE0F2", "\uFEFF")
)

// show puts them back into the texts and keys of a value.
func show(n *document.Node) {
	n.Text = shown.Replace(n.Text)
	for _, item := range n.Items {
		show(item)
	}
	for i := range n.Pairs {
		n.Pairs[i].Key = shown.Replace(n.Pairs[i].Key)
		show(n.Pairs[i].Value)
	}
}

// shallow returns the first line of a value in quotes or brackets that is not indented further than the key or dash of the
// value, which is in a column from 0. What closes a list or map in brackets, or parts it, may stand anywhere.
func shallow(s string, start int, n *document.Node, column int) *document.Fault {
	if n.Quote != 0 || n.Flow {
		return edge(s, n, column)
	}
	for _, item := range n.Items {
		line := s[start:item.Span.Start]
		line = line[strings.LastIndexByte(line, '\n')+1:]
		if dash := strings.LastIndexByte(line, '-'); dash >= 0 {
			column = dash
		}
		if f := shallow(s, start, item, column); f != nil {
			return f
		}
	}
	for i := range n.Pairs {
		key := n.Pairs[i].KeySpan.Start
		if f := shallow(s, start, n.Pairs[i].Value, key-start-strings.LastIndexByte(s[start:key], '\n')-1); f != nil {
			return f
		}
	}
	return nil
}

// edge is shallow for one such value.
func edge(s string, n *document.Node, column int) *document.Fault {
	const most = 1000 // lines that are indented
	var fault *document.Fault
	for from := n.Span.Start; ; {
		i := strings.IndexByte(s[from:n.Span.End], '\n')
		if i < 0 {
			return fault
		}
		from += i + 1
		end, _ := document.LineEnd(s, from)
		indent := end - from - len(strings.TrimLeft(s[from:end], " "))
		text := strings.TrimSpace(s[from:end])
		if indent > column || text == "" || n.Flow && strings.IndexByte("]},#", text[0]) >= 0 {
			continue
		}
		if fault == nil {
			fault = &document.Fault{Span: document.Span{Start: from, End: end}, Message: "a value in quotes or brackets goes on in " +
				"this line, which must be indented further than the key; put spaces before it"}
			fault.Fixes = []document.Fix{{Title: "indent what goes on"}}
		}
		if len(fault.Fixes[0].Edits) == most {
			fault.Fixes = nil // it would be written into each report
			return fault
		}
		fault.Fixes[0].Edits = append(fault.Fixes[0].Edits, document.Edit{Span: at(from), Text: strings.Repeat(" ", column+2-indent)})
	}
}
