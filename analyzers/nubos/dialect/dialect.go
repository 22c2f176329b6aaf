// Package dialect reads frontmatter as nubos-pilot does: by a line grammar that looks like YAML and is not. There are
// no comments, no block scalars, no escapes, lists must be indented more than their key, and indentation is never
// compared between siblings (nubos-pilot 1.2.4, lib/frontmatter). Every value is as that consumer reads it. Reading
// stops at the first line that it refuses, and notes tell where the two readings part.
package dialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// reader reads the lines of one frontmatter.
type reader struct {
	values
	stack []frame
	// scalar is the pair whose plain value was read last, so that a line indented below it is seen to be torn off.
	scalar       *document.Pair // nil, or last
	last         document.Pair
	scalarIndent int
	leaked       int // index of the note that collects the lines torn off from one key, or -1
}

// frame is a container that lines may still be added to.
type frame struct {
	node    *document.Node
	indent  int  // lines at this indent or less close it
	pending bool // the key has no value yet: the node becomes a List if a dash follows, Null if nothing does
}

// Read reads frontmatter as most programs of nubos-pilot do: a line that they cannot read makes them refuse it all.
func Read(s string, f *document.Frontmatter) { read(s, f, false) }

// ReadState reads the frontmatter of a state file, whose reader passes over a line that it cannot read.
func ReadState(s string, f *document.Frontmatter) { read(s, f, true) }

func read(s string, f *document.Frontmatter, lenient bool) {
	f.Root = &document.Node{Type: document.Map, Span: f.Text}
	if f.Text.Len() == 0 {
		f.Root, f.Fault = nil, &document.Finding{Rule: "frontmatter-fence", Span: f.Close, At: "frontmatter",
			Message: "there is no line between the fences, which the consumer does not take for frontmatter: it " +
				"reads on to the next `---`, wherever that is; write the keys between them"}
		return
	}
	r := &reader{values: values{f, s, lenient}, stack: append(make([]frame, 0, 4), frame{node: f.Root, indent: -1})}
	merged := false // whether such a mark is open
	for at := f.Text.Start; at < f.Text.End; {
		end, next := document.LineEnd(s, at)
		fault := r.line(at, end)
		mark := s[at:min(at+len("<<<<<<< "), end)] // that a merge leaves, if any
		if fault != nil && lenient && mark == "<<<<<<< " {
			f.Note("merge-conflict", fault.Span, "a merge left two versions of the lines from here to the next `>>>>>>>`, and "+
				"of equal keys the reader takes the last; keep one, and remove the marks", nil)
			merged = true
		} else if fault != nil && merged && slices.Contains([]string{"=======", "||||||| ", ">>>>>>> "}, mark) {
			merged = mark[0] != '>'
		} else if fault != nil && lenient {
			f.Note("state-junk-line", fault.Span, fmt.Sprintf(
				"the reader of this file passes over %s, which it cannot read, and the next command writes the "+
					"file without it; write `key: value`, or move the text below the frontmatter",
				document.Quote(s[fault.Span.Start:fault.Span.End])), nil)
		} else if fault != nil {
			f.Root, f.Fault = nil, fault
			// How single values are read no longer matters, and the same cause may have been noted.
			f.Notes = slices.DeleteFunc(f.Notes, func(n document.Finding) bool {
				return n.Rule == "frontmatter-misread" || n.Rule == "frontmatter-not-portable"
			})
			return
		}
		at = next
	}
	for len(r.stack) > 1 {
		r.pop()
	}
	finish(f.Root, s)
}

func (r *reader) top() *frame { return &r.stack[len(r.stack)-1] }

func (r *reader) pop() {
	if top := r.top(); top.pending && len(top.node.Pairs) == 0 {
		top.node.Type = document.Null
	}
	r.stack = r.stack[:len(r.stack)-1]
}

// line reads one line. It returns the fault that makes the consumer refuse the frontmatter, or nil.
func (r *reader) line(at, end int) *document.Finding {
	first, last := document.Trim(r.s, at, end)
	if first == last {
		return nil
	}
	indent := 0
	for at+indent < end && (r.s[at+indent] == ' ' || r.s[at+indent] == '\t') {
		indent++
	}
	if tab := strings.IndexByte(r.s[at:at+indent], '\t'); tab >= 0 {
		return refuse(span(at, at+indent),
			"a tab in the indentation: the consumer refuses the whole frontmatter; indent with spaces",
			document.Replace("indent with spaces", span(at, at+indent),
				strings.ReplaceAll(r.s[at:at+indent], "\t", "  ")))
	}
	for len(r.stack) > 1 && indent <= r.top().indent {
		r.pop()
	}
	if r.s[first] == '-' && (last == first+1 || r.s[first+1] == ' ') {
		return r.item(at, first, last, indent)
	}
	return r.pair(at, first, last, indent)
}

// item reads a line that starts with a dash.
func (r *reader) item(at, first, last, indent int) *document.Finding {
	top := r.top()
	if top.pending {
		if len(top.node.Pairs) > 0 {
			lost := top.node.Pairs[len(top.node.Pairs)-1]
			r.f.Note("frontmatter-misread", lost.KeySpan, fmt.Sprintf(
				"the dash below this key makes a list of what holds it, and the consumer drops `%s` and all keys "+
					"beside it silently; indent the list more than `%s`, or use only dashes",
				lost.Key, lost.Key), nil)
			top.node.Pairs = nil
		}
		top.node.Type, top.node.Span, top.pending = document.List, span(first, first), false
	}
	if top.node.Type != document.List {
		return r.strayDash(at, first, last, indent)
	}
	start, _ := document.Trim(r.s, min(first+2, last), last)
	if n := document.KeyEnd(r.s[start:last]); n > 0 {
		item := &document.Node{Type: document.Map, Span: span(start, start)}
		top.node.Items = append(top.node.Items, item)
		colon := start + n + strings.IndexByte(r.s[start+n:last], ':')
		value, _, fault := r.value(colon+1, last)
		if fault != nil {
			return fault
		}
		if value.Type == document.Null && value.Span.Len() == 0 {
			value.Type = document.Map // a key without value stays an empty map here
		}
		item.Pairs = append(item.Pairs,
			document.Pair{Key: r.s[start : start+n], KeySpan: span(start, start+n), Value: value, Line: span(at, at)})
		r.stack = append(r.stack, frame{node: item, indent: indent + 1})
		return nil
	}
	if fault := r.quotes(start, last); fault != nil {
		return fault
	}
	top.node.Items = append(top.node.Items, r.scalarAt(start, last))
	return nil
}

func (r *reader) strayDash(at, first, last, indent int) *document.Finding {
	top := r.top()
	if len(top.node.Pairs) == 0 {
		return refuse(span(first, last), "a list item without a key above it; write a key first", nil)
	}
	owner := &top.node.Pairs[len(top.node.Pairs)-1]
	if owner.Value.Type != document.Null || owner.Value.Span.Len() > 0 {
		return refuse(span(first, last), fmt.Sprintf(
			"a list item below the key `%s`, which has a value already: the consumer refuses the whole "+
				"frontmatter; write the list in brackets, or remove the value", owner.Key), nil)
	}
	fault := refuse(span(first, last), fmt.Sprintf(
		"the list of `%s` starts at the indentation of its key: the consumer refuses the whole frontmatter; indent "+
			"the list by two spaces", owner.Key), nil)
	if !r.lenient {
		fault.Fixes = r.deeper(at, indent)
	}
	return fault
}

// deeper is the fix for a list at its key's indentation, which is YAML, but the consumer wants it deeper: it moves all
// its lines.
func (r *reader) deeper(at, indent int) []document.Fix {
	var edits []document.Edit
	for line := at; line < r.f.Text.End; {
		end, next := document.LineEnd(r.s, line)
		f, l := document.Trim(r.s, line, end)
		if f < l && r.s[f] != '#' && (f-line < indent || f-line == indent && r.s[f] != '-') {
			break
		}
		if f < l {
			edits = append(edits, document.Edit{Span: span(line, line), Text: "  "})
		}
		line = next
	}
	return []document.Fix{{Title: "indent the list", Edits: edits}}
}

// pair reads a line that must be `key: value`.
func (r *reader) pair(at, first, last, indent int) *document.Finding {
	n := document.KeyEnd(r.s[first:last])
	if n == 0 {
		return r.noKey(at, first, last)
	}
	key := r.s[first : first+n]
	top := r.top()
	switch {
	case top.node.Type == document.List:
		return refuse(span(first, last), fmt.Sprintf(
			"the key `%s` stands where list items are expected: the consumer refuses the whole frontmatter; indent "+
				"it like the key above the list, or write a dash before it", key), nil)
	case key == "__proto__" || key == "constructor" || key == "prototype":
		return refuse(span(first, first+n), fmt.Sprintf(
			"the key `%s` is forbidden, because it is the name of a part of every JavaScript object: the consumer "+
				"refuses the whole frontmatter; choose another name", key), nil)
	}
	colon := first + n + strings.IndexByte(r.s[first+n:last], ':')
	value, empty, fault := r.value(colon+1, last)
	if fault != nil {
		return fault
	}
	r.siblings(first, last, indent)
	pair := document.Pair{Key: key, KeySpan: span(first, first+n), Value: value, Line: span(at, at)}
	if top.node.Pairs == nil && len(r.stack) == 1 {
		const usual = 8
		top.node.Pairs = make([]document.Pair, 0, usual)
	}
	top.node.Pairs = append(top.node.Pairs, pair)
	if empty {
		value.Type = document.Map
		r.scalar = nil
		r.stack = append(r.stack, frame{node: value, indent: indent, pending: true})
		return nil
	}
	if r.scalar == nil || indent <= r.scalarIndent {
		r.last = pair
		r.scalar, r.scalarIndent, r.leaked = &r.last, indent, -1
	}
	return nil
}

// siblings notes a key that is indented below a key with a value: the consumer puts it beside that key, into the
// enclosing map.
func (r *reader) siblings(first, last, indent int) {
	if r.scalar == nil || indent <= r.scalarIndent {
		return
	}
	if r.leaked >= 0 {
		related := &r.f.Notes[r.leaked].Related
		*related = append(*related, document.Related{Span: span(first, last), Message: "so does this line"})
		return
	}
	what := fmt.Sprintf("the value of `%s` ends at its line", r.scalar.Key)
	if isBlockScalar(r.scalar.Value) {
		what = fmt.Sprintf("the consumer knows no block scalars, so `%s` is just %q", r.scalar.Key, r.scalar.Value.Text)
	}
	key := r.s[first : first+document.KeyEnd(r.s[first:last])]
	r.f.Note("frontmatter-misread", span(first, last), fmt.Sprintf(
		"%s, and this indented line becomes a key `%s` of its own beside it; write the value on one line",
		what, key), nil)
	r.leaked = len(r.f.Notes) - 1
}

// noKey explains a line that is neither a key nor a list item.
func (r *reader) noKey(at, first, last int) *document.Finding {
	line := r.s[first:last]
	switch {
	case line[0] == '#':
		fault := refuse(span(first, last), "a comment: the consumer knows none and refuses the whole frontmatter; "+commentPlace(line), nil)
		if !r.lenient {
			fault.Fixes = moveComments(r.s, r.f)
		}
		return fault
	case r.scalar != nil && first-at > r.scalarIndent && isBlockScalar(r.scalar.Value):
		return refuse(r.scalar.Value.Span, fmt.Sprintf(
			"`%s` is a block scalar (%s), which the consumer does not know: it refuses the whole frontmatter at "+
				"the text below; write the value on one line", r.scalar.Key, r.scalar.Value.Text), nil)
	case r.scalar != nil && first-at > r.scalarIndent:
		return refuse(span(first, last), fmt.Sprintf(
			"this line goes on with the value of `%s`, but a value ends at its line: the consumer refuses the "+
				"whole frontmatter; write the value on one line", r.scalar.Key), nil)
	case line[0] == '"' || line[0] == '\'':
		if end := strings.IndexByte(line[1:], line[0]); end > 0 && document.KeyEnd(line[1:end+1]+":") == end {
			return refuse(span(first, first+end+2),
				"a quoted key: the consumer refuses the whole frontmatter; remove the quotes",
				document.Replace("remove the quotes", span(first, first+end+2), line[1:end+1]))
		}
	}
	if colon := strings.IndexByte(line, ':'); colon > 0 {
		return refuse(span(first, first+colon), fmt.Sprintf(
			"`%s` is no key: keys are letters, digits, `_` and `-`; the consumer refuses the whole frontmatter",
			line[:colon]), nil)
	}
	return refuse(span(first, last), fmt.Sprintf(
		"%s is neither `key: value` nor a list item: the consumer refuses the whole frontmatter",
		document.Quote(line)), nil)
}

func refuse(span document.Span, message string, fixes []document.Fix) *document.Finding {
	return &document.Finding{Rule: "frontmatter-parse-error", Span: span, At: "frontmatter", Message: message,
		Fixes: fixes}
}

// finish gives containers their spans and pairs the lines that deleting them deletes, now that all their lines are
// known.
func finish(n *document.Node, s string) (end int) {
	switch {
	case n.Flow:
	case n.Type == document.Map && len(n.Pairs) > 0:
		for i := range n.Pairs {
			p := &n.Pairs[i]
			valueEnd := max(finish(p.Value, s), p.KeySpan.End)
			_, p.Line.End = document.LineEnd(s, valueEnd)
			end = valueEnd
		}
		n.Span = span(n.Pairs[0].KeySpan.Start, end)
	case n.Type == document.List && len(n.Items) > 0:
		for _, item := range n.Items {
			end = finish(item, s)
		}
		n.Span.End = max(end, n.Span.Start)
	}
	return n.Span.End
}

func span(start, end int) document.Span { return document.Span{Start: start, End: end} }
