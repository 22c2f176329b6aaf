package dialect

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// values reads what stands behind a colon or a dash.
type values struct {
	f *document.Frontmatter
	s string
	// lenient is the reader of a state file: it passes over a line that it cannot read, drops double quotes alone, and
	// knows null by its name.
	lenient bool
}

// value reads what follows a colon: a scalar or a list in brackets. empty is true if nothing follows.
func (v *values) value(start, end int) (node *document.Node, empty bool, fault *document.Finding) {
	first, last := document.Trim(v.s, start, end)
	if first == last {
		return &document.Node{Type: document.Null, Span: span(start, start)}, true, nil
	}
	if v.s[first] == '[' && v.s[last-1] == ']' {
		node, fault = v.inlineList(first, last)
		return node, false, fault
	}
	if fault = v.quotes(first, last); fault != nil {
		return nil, false, fault
	}
	return v.scalarAt(first, last), false, nil
}

// quotes refuses a value that starts with a quote and does not end with it.
func (v *values) quotes(first, last int) *document.Finding {
	if first == last || v.lenient {
		return nil
	}
	q := v.s[first]
	if q != '"' && q != '\'' || last-first >= 2 && v.s[last-1] == q {
		return nil
	}
	var fixes []document.Fix
	if closing := strings.IndexByte(v.s[first+1:last], q); closing < 0 {
		fixes = document.Replace("close the quote", span(last, last), string(q))
	} else {
		end := first + 1 + closing + 1
		if rest, _ := document.Trim(v.s, end, last); rest > end && v.s[rest] == '#' {
			return refuse(span(rest, last),
				"a comment behind a quoted value: the consumer knows none and refuses the whole frontmatter; "+
					commentPlace(v.s[rest:last]), nil)
		}
	}
	return refuse(span(first, last), fmt.Sprintf(
		"the value starts with %c and does not end with it: the consumer refuses the whole frontmatter; close the "+
			"quote at the end of the line", q), fixes)
}

// scalarAt reads a scalar and notes where YAML would read it otherwise.
func (v *values) scalarAt(first, last int) *document.Node {
	source := v.s[first:last]
	node := &document.Node{Type: document.String, Span: span(first, last), Text: source}
	if first == last {
		node.Type = document.Null
		return node
	}
	if v.lenient && (source == "~" || source[0] == '\'' || source[0] == '"' && !closed(source)) {
		v.asItStands(node)
		return node
	}
	if q := source[0]; q == '"' || q == '\'' {
		node.Quote, node.Text = q, source[1:len(source)-1]
		v.escapes(node)
		return node
	}
	coerce(node)
	if node.Type == document.String {
		v.plain(node)
	}
	return node
}

// closed reports whether a text that starts with a double quote ends with another.
func closed(s string) bool { return len(s) >= 2 && s[len(s)-1] == '"' }

// asItStands notes a value that the reader of a state file takes with its quotes, or with its sign for nothing.
func (v *values) asItStands(n *document.Node) {
	construct, instead := "a quoted text", "write double quotes, or none"
	switch {
	case n.Text == "~":
		construct, instead = "nothing", "write null"
	case n.Text[0] == '"':
		construct, instead = "a quote that is not closed", "close it, or remove it"
	}
	v.notPortable(n.Span, construct, "the text "+document.Quote(n.Text), instead)
}

// coerce gives an unquoted scalar the type that the consumer gives it.
func coerce(n *document.Node) {
	switch n.Text {
	case "", "~", "null":
		n.Type = document.Null
		return
	case "true", "false":
		n.Type, n.True = document.Bool, n.Text == "true"
		return
	case "{}":
		n.Type, n.Flow = document.Map, true // the documented form of an empty map
		return
	}
	digits := strings.TrimPrefix(n.Text, "-")
	whole, fraction, point := strings.Cut(digits, ".")
	if !isDigits(whole) || point && !isDigits(fraction) || !point && len(whole) > 1 && whole[0] == '0' {
		return
	}
	if num, err := strconv.ParseFloat(n.Text, 64); err == nil {
		n.Type, n.Num = document.Number, num
	}
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// inlineList reads a list in brackets: split at commas outside quotes, quotes dropped before the type is found, empty
// items gone.
func (v *values) inlineList(first, last int) (*document.Node, *document.Finding) {
	list := &document.Node{Type: document.List, Span: span(first, last), Flow: true}
	for at := first + 1; at < last; {
		end, quote := at, byte(0)
		for ; end < last-1; end++ {
			c := v.s[end]
			switch {
			case quote == 0 && c == ',':
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
				continue
			case c == quote:
				quote = 0
				continue
			default:
				continue
			}
			break
		}
		if quote != 0 {
			return nil, refuse(span(at, last),
				"a quote inside the list is not closed: the consumer refuses the whole frontmatter; close it "+
					"before the comma or bracket", nil)
		}
		v.inlineItem(list, at, end)
		at = end + 1
	}
	return list, nil
}

func (v *values) inlineItem(list *document.Node, at, end int) {
	start, stop := document.Trim(v.s, at, end)
	source := v.s[start:stop]
	item := &document.Node{Type: document.String, Span: span(start, stop), Text: source}
	if strings.ContainsAny(source, `"'`) {
		if source[0] == '"' || source[0] == '\'' {
			item.Quote = source[0]
		}
		item.Text = dropQuotes(source)
	}
	start, stop = document.Trim(item.Text, 0, len(item.Text))
	item.Text = item.Text[start:stop]
	if item.Text == "" {
		if source != "" {
			v.notPortable(item.Span, "an empty text", "nothing: the item vanishes", "remove it")
		}
		return
	}
	coerce(item)
	switch {
	case item.Quote != 0 && item.Type != document.String:
		v.notPortable(item.Span, "a quoted text",
			"the "+item.Type.String()+" "+item.Text+", because quotes are dropped first", "write the list with dashes")
	case source[0] == '[' || source[0] == '{' && source != "{}":
		v.notPortable(item.Span, "a list or map inside the list", "the text "+document.Quote(item.Text),
			"give it a key of its own")
	}
	list.Items = append(list.Items, item)
}

// dropQuotes removes the quote characters that open and close quoted stretches.
func dropQuotes(s string) string {
	var b strings.Builder
	quote := byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote && quote != 0:
			quote = 0
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isBlockScalar(n *document.Node) bool {
	return n.Quote == 0 && n.Text != "" && (n.Text[0] == '|' || n.Text[0] == '>') &&
		strings.Trim(n.Text[1:], "+-0123456789") == ""
}

// escapes notes a quoted value in which YAML would replace something.
func (v *values) escapes(n *document.Node) {
	switch {
	case n.Quote == '"' && strings.Contains(n.Text, `\`):
		v.notPortable(n.Span, "a backslash escape", "the backslash as it stands",
			"write the character itself, or single quotes")
	case n.Quote == '\'' && strings.Contains(n.Text, "''"):
		v.notPortable(n.Span, "a doubled quote", "both quotes", "write double quotes around the value")
	}
}

// plain notes an unquoted text that YAML would read as something else.
func (v *values) plain(n *document.Node) {
	span, construct, instead := n.Span, "", ""
	switch c := n.Text[0]; {
	case isBlockScalar(n):
		// A leaking or fault line below says more; alone on its line the value is the mark itself.
		if !v.indentedBelow(n.Span.End) {
			construct, instead = "a block scalar", "write the value on one line"
		}
	case c == '&' || c == '*' || c == '!':
		construct, instead = "an anchor, alias or tag", "write quotes around the value"
	case c == '{' && strings.HasSuffix(n.Text, "}"):
		construct, instead = "a map in braces", "write the keys on lines of their own"
	case c == '[' && strings.HasSuffix(n.Text, "]"), strings.HasPrefix(n.Text, "- "):
		construct, instead = "a list inside a list", "give it a key of its own"
	case c == '[' && comment(n.Text) > 0:
		construct, instead = "a list with a comment", "remove the comment"
	case c == '[' && !strings.Contains(n.Text, "]"):
		construct, instead = "a list that does not end on its line", "write the whole list on one line"
	case c == '#':
		construct, instead = "a comment", "write quotes around the value"
	case comment(n.Text) >= 0:
		span.Start += comment(n.Text)
		construct, instead = "a comment behind the value", "remove the comment, or write quotes around the whole value"
		if strings.Contains(n.Text, suppressionWord) {
			instead = commentPlace(n.Text)
		}
	case isYAMLOnly(n.Text):
		construct, instead = "a number, boolean or null",
			"write it in plain digits or lower case, or in quotes if text is meant"
	}
	if construct != "" {
		v.notPortable(span, construct, "the text "+document.Quote(n.Text), instead)
	}
}

// comment returns the offset of white space and a `#` that YAML would take for a comment and a writer probably does
// too: `# ` is a comment, `#12` is more likely an issue number. It returns -1 if there is none.
func comment(s string) int {
	if i := strings.Index(s, " # "); i >= 0 {
		return i + 1
	}
	return -1
}

// isYAMLOnly reports whether YAML 1.2 takes a text for a scalar that is no text, though the nubos dialect does not.
func isYAMLOnly(s string) bool {
	switch s {
	case "True", "TRUE", "False", "FALSE", "Null", "NULL", ".inf", "-.inf", ".nan":
		return true
	}
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 || body == "" || (body[0] < '0' || body[0] > '9') && body[0] != '.' {
		return false
	}
	if rest, ok := strings.CutPrefix(body, "0x"); ok {
		return rest != "" && strings.Trim(rest, "0123456789abcdefABCDEF") == ""
	}
	if rest, ok := strings.CutPrefix(body, "0o"); ok {
		return rest != "" && strings.Trim(rest, "01234567") == ""
	}
	if strings.Trim(body, "0123456789.eE+-") != "" {
		return false
	}
	_, err := strconv.ParseFloat(body, 64)
	return err == nil
}

// indentedBelow reports whether the line behind the one that ends at offset is indented.
func (v *values) indentedBelow(offset int) bool {
	_, next := document.LineEnd(v.s, offset)
	return next < v.f.Text.End && v.s[next] == ' '
}

func (v *values) notPortable(span document.Span, construct, reads, instead string) {
	message := fmt.Sprintf("YAML tools read %s here, the consumer reads %s", construct, reads)
	if instead != "" {
		message += "; " + instead
	}
	v.f.Note("frontmatter-not-portable", span, message, nil)
}
