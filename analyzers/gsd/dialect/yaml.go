package dialect

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Text returns a scalar as GSD reads it, which takes every one for a text; "" for lists, maps and nil.
func Text(n *document.Node) string {
	if n == nil || n.Type == document.List || n.Type == document.Map || n.Type == document.Null && n.Span.Len() == 0 {
		return ""
	}
	return n.Text
}

// At returns the place of a value, or of its key if nothing is written there.
func At(p *document.Pair) document.Span {
	if p.Value.Span.Len() == 0 {
		return p.KeySpan
	}
	return p.Value.Span
}

// line is a line of YAML in block style, cut where a value starts.
type line struct {
	start, end int // of the line
	indent     int // of what follows the dashes
	key        document.Span
	value      document.Span // empty if nothing follows key or dash
	item       document.Span // of an item, all that follows its dash; else empty
}

var keyOfLine = memo.Regexp(`^("[^"]*"|'[^']*'|[^\s'"#&*!|>@` + "`" +
	`%\[\]{},-][^\s:]*(?: [^\s:]+)*|-[^\s:]+)\s*:(?:[ \t]+|$)`)

// linesOf returns every line between two offsets that is neither blank, nor a comment, nor part of a block scalar, of
// a list in brackets or of a text in quotes that began above.
func linesOf(s string, part document.Span) []line {
	lines := make([]line, 0, strings.Count(s[part.Start:part.End], "\n"))
	block, open, quote, lead := -1, 0, byte(0), 0
	for at := part.Start; at < part.End; {
		end, next := document.LineEnd(s, at)
		end = min(end, part.End)
		first, last := document.Trim(s, at, end)
		l := line{start: at, end: last}
		at = next
		if quote != 0 && first < last && first-l.start > lead {
			if closes(s[first:last], quote) {
				quote = 0
			}
			continue
		}
		if first == last || s[first] == '#' || block >= 0 && first-l.start > block {
			continue
		}
		block, quote, lead = -1, 0, first-l.start
		if open > 0 {
			open += brackets(s[first:last])
			continue
		}
		for first < last && s[first] == '-' && (first+1 == last || s[first+1] == ' ') {
			first++
			first, _ = document.Trim(s, first, last)
			l.item = document.Span{Start: first, End: last}
		}
		l.indent, l.value = first-l.start, document.Span{Start: first, End: last}
		colon := -1
		if isKey(s[first:last]) {
			colon = first + strings.IndexByte(s[first:last], ':')
		} else if strings.IndexByte(s[first:last], ':') >= 0 {
			if m := keyOfLine().FindStringIndex(s[first:last]); m != nil {
				colon = first + strings.LastIndexByte(s[first:first+m[1]], ':')
			}
		}
		if colon >= 0 {
			l.key = document.Span{Start: first, End: colon}
			start, _ := document.Trim(s, colon+1, last)
			l.value = document.Span{Start: start, End: last}
		}
		value := s[l.value.Start:l.value.End]
		switch {
		case value == "":
		case strings.IndexByte("|>", value[0]) >= 0 && blockScalar().MatchString(value):
			block = l.indent
			if l.key.Len() == 0 {
				block = l.indent - 2
			}
		case strings.IndexByte("[{", value[0]) >= 0:
			open = max(0, brackets(value))
		case (value[0] == '"' || value[0] == '\'') && !closes(value[1:], value[0]):
			quote = value[0]
		}
		lines = append(lines, l)
	}
	return lines
}

// closes reports whether a text in quotes ends in a text.
func closes(text string, quote byte) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\', text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case text[i] == quote:
			return true
		}
	}
	return false
}

var blockScalar = memo.Regexp(`^[|>][-+0-9]*(\s+#.*)?$`)

// brackets returns how many more brackets a text opens than it closes, quotes aside.
func brackets(s string) int {
	n, quote := 0, rune(0)
	for _, c := range s {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			n++
		case c == ']' || c == '}':
			n--
		}
	}
	return n
}

// parse reads keys as js-yaml does with the one repair of GSD: values of the top level that hold a colon are texts.
func parse(s string, part document.Span) *document.Data {
	if d := document.YAML(s, part); d.Fault == nil {
		if strings.Contains(s[part.Start:part.End], `\'`) {
			d.Fault = foreign(d.Root, s)
		}
		return d
	}
	masked := []byte(s)
	begun := false // something but blanks stands before in the line
	for i := strings.LastIndexByte(s[:min(part.Start+1, part.End)], '\n') + 1; i < part.End; i++ {
		if s[i] == '\n' {
			begun = false
			continue
		}
		wasBegun := begun
		if begun = begun || s[i] != ' '; i <= part.Start {
			continue
		}
		// js-yaml takes ? for a letter within a value
		if s[i] == '?' && (s[i-1] == '?' || document.IsWordByte(s[i-1]) || s[i-1] == ' ' && i > 1 &&
			strings.IndexByte(" \n-[,:", s[i-2]) < 0) {
			masked[i] = '_'
		}
		if s[i] == '\t' { // and a tab for a space behind a dash or colon, and in a line of blanks
			if !wasBegun {
				end, _ := document.LineEnd(s, i)
				wasBegun = strings.TrimSpace(s[i:end]) == ""
			}
			if wasBegun {
				masked[i] = ' '
			}
		}
	}
	if d := document.ParseYAML(masked, part); d.Fault == nil {
		restore(d.Root, s)
		return d
	}
	repaired := map[int]bool{}
	for at := part.Start; at < part.End; {
		end, next := document.LineEnd(s, at)
		if m := repairable().FindStringSubmatchIndex(s[at:end]); m != nil &&
			ambiguous().MatchString(s[at+m[2]:at+m[3]]) && !deeper(s[next:part.End]) {
			repaired[at+m[2]] = true
			for i := at + m[2]; i < end; i++ {
				if strings.IndexByte(":#\\", s[i]) >= 0 || i == at+m[2] && strings.IndexByte("&*!|>@`%,]}#-?", s[i]) >= 0 {
					masked[i] = '_'
				}
			}
		}
		at = next
	}
	d := document.ParseYAML(masked, part)
	for i := range document.Pairs(d.Root) {
		if p := &d.Root.Pairs[i]; repaired[p.Value.Span.Start] {
			p.Value.Type, p.Value.Text = document.String, s[p.Value.Span.Start:p.Value.Span.End]
		}
	}
	return d
}

// foreign returns the first apostrophe in double quotes that a backslash stands before, which js-yaml refuses though
// others read it, or nil.
func foreign(n *document.Node, s string) (fault *document.Fault) {
	if n.Quote == '"' {
		for i := n.Span.Start; i+1 < n.Span.End; i++ {
			if s[i] != '\\' {
				continue
			} else if s[i+1] == '\'' {
				return &document.Fault{Span: document.Span{Start: i, End: i + 2},
					Message: "YAML knows no escape `\\'`, since an apostrophe needs none in double quotes; take the backslash out"}
			}
			i++
		}
	}
	for i := 0; i < len(n.Items) && fault == nil; i++ {
		fault = foreign(n.Items[i], s)
	}
	for i := 0; i < len(n.Pairs) && fault == nil; i++ {
		fault = foreign(n.Pairs[i].Value, s)
	}
	return fault
}

// deeper reports whether a text goes on with an indented line, which nothing in quotes can have below it.
func deeper(s string) bool {
	line := strings.TrimLeft(s, "\r\n")
	return line != "" && (line[0] == ' ' || line[0] == '\t') && strings.TrimLeft(line, " \t\r\n") != ""
}

var (
	repairable = memo.Regexp(`^[A-Za-z0-9_][A-Za-z0-9_-]*:[ \t]+([^"'\[{\s].*?)[ \t]*$`)
	ambiguous  = memo.Regexp(`:([ \t]|$)`)
)

// restore gives plain texts of one line the characters that were masked.
func restore(n *document.Node, s string) {
	if n.Type == document.String && n.Quote == 0 && len(n.Text) == n.Span.Len() {
		n.Text = s[n.Span.Start:n.Span.End]
	}
	for _, item := range n.Items {
		restore(item, s)
	}
	for i := range n.Pairs {
		restore(n.Pairs[i].Value, s)
	}
}

// readYAML sets Root, or the Fault of the first line that YAML refuses. The fix quotes all such lines.
func (f *Front) readYAML(s string, lines []line) {
	if f.Fault != nil { // it ends early or never: what stands there is a part of what was meant
		if d := parse(s, f.Text); d.Root != nil && d.Root.Type == document.Map {
			f.Root = d.Root
		}
		return
	}
	fault := refused(s, lines)
	d := parse(s, f.Text)
	if fault == nil && d.Fault == nil {
		if d.Root.Type == document.Map {
			f.Root = d.Root
		}
		return
	}
	if fault == nil || d.Fault != nil && strings.Contains(s[d.Fault.Span.Start:max(d.Fault.Span.Start,
		fault.Span.Start)], "\n") {
		fault = blame(s, f.Text, d.Fault)
	}
	f.Fault = &document.Finding{Rule: "gsd-frontmatter-unparseable", Span: fault.Span, At: "frontmatter",
		Message: fault.Message}
	if edits := mend(s, f.Text); edits != nil {
		f.Fault.Fixes = []document.Fix{{Title: "quote what YAML cannot read", Edits: edits}}
		if edits[0].Text[0] == '[' {
			f.Fault.Message = "an item of the list in brackets starts with a character that YAML reserves, or holds a bracket, `: ` or " +
				"` #`; put quotes around the whole item"
		}
	}
}

// filled matches a key that holds a map, and has a value on its own line.
var filled = memo.Regexp(`^(must_haves|tech-stack|key-files|progress|dependency-graph):[ \t]+[^\s#{|>&]`)

// outside matches a block of must_haves that stands beside it.
var outside = memo.Regexp(`^(truths|artifacts|key_links|prohibitions):[ \t]*(#|$)`)

// blame returns the place of a fault: a key that cannot have the keys below it comes before what YAML stumbles over.
func blame(s string, part document.Span, fault *document.Fault) *document.Fault {
	const above = "\nmust_haves:"
	mustHaves := len(s)
	if i := strings.Index(s[part.Start:], above); i >= 0 {
		mustHaves = part.Start + i + len(above)
	}
	for at := part.Start; at < fault.Span.Start; {
		end, next := document.LineEnd(s, at)
		if m := filled().FindStringIndex(s[at:end]); m != nil {
			return &document.Fault{Span: document.Span{Start: at, End: end},
				Message: "keys stand below it, and this key has a value already, so it can have none; take the value out, or " +
					"move the keys"}
		}
		if m := outside().FindStringSubmatchIndex(s[at:end]); m != nil && at >= mustHaves {
			return &document.Fault{Span: document.Span{Start: at, End: at + m[3]},
				Message: "it stands beside `must_haves`, whose next block is then one of nothing; indent it as the others"}
		}
		at = next
	}
	return &document.Fault{Span: fault.Span, Message: strings.TrimSuffix(fault.Message, ".")}
}

// refused returns the first value that js-yaml refuses by its first character though others may read it, or nil. With
// the repair GSD reads it nonetheless, but for an anchor, which it looks for before.
func refused(s string, lines []line) *document.Fault {
	for i, l := range lines {
		if why := reserved(s[l.value.Start:l.value.End]); why != "" {
			if repairs(s[l.start:l.end]) && (i+1 == len(lines) || lines[i+1].indent == 0) {
				continue
			}
			return &document.Fault{Span: l.value, Message: why}
		}
	}
	return nil
}

// repairs reports whether GSD puts the value of a line in quotes as soon as YAML refuses something.
func repairs(line string) bool {
	m := repairable().FindStringSubmatch(line)
	return m != nil && m[1][0] != '&' && ambiguous().MatchString(m[1])
}

// reserved tells why a value cannot start as it does, or "".
func reserved(value string) string {
	switch {
	case value == "":
		return ""
	case strings.IndexByte("`@%", value[0]) >= 0:
		return fmt.Sprintf("YAML reserves %c at the start of a value; quote it", value[0])
	case value[0] == '*' || value[0] == '&':
		return fmt.Sprintf("a value that starts with %c is an anchor or alias to YAML, which GSD refuses; quote it", value[0])
	case value[0] == '!' && !strings.HasPrefix(value, "!!"):
		return "a value that starts with ! is a tag to YAML, and there is no such tag; quote it"
	case (value[0] == '>' || value[0] == '|') && !blockScalar().MatchString(value):
		return fmt.Sprintf("%c announces lines of text, so nothing may stand behind it; quote the value", value[0])
	}
	return ""
}

// isMap reports whether an item starts a map, and is no text that only holds a colon: another key stands below, or
// other items start with the same one.
func (l *line) isMap(s string, lines []line) bool {
	key, value := s[l.key.Start:l.key.End], s[l.value.Start:l.value.End]
	if key == "" || strings.ContainsAny(key, " `({[") || reserved(value) == "" && strings.Contains(value, ": ") {
		return false
	}
	for i := range lines {
		o := &lines[i]
		if o.indent == l.indent && (i > 0 && lines[i-1].start == l.start && o.item.Len() == 0 && o.key.Len() > 0 ||
			o.start != l.start && o.item.Len() > 0 && s[o.key.Start:o.key.End] == key) {
			return true
		}
	}
	return false
}

// readKeys are those whose lists the editions may read differently, and commented those where a comment does harm up
// to 1.11.
var (
	readKeys = map[string]bool{"depends_on": true, "files_modified": true, "requirements": true, "must_haves": true,
		"requirements-completed": true}
	commented = map[string]bool{"autonomous": true, "depends_on": true, "files_modified": true, "status": true,
		"gap_closure": true}
)

// compare notes values that an edition reads otherwise than they look.
func (f *Front) compare(s, edition string, lines []line) {
	key, keyIndent := "", 0
	told := false
	for _, l := range lines {
		value := s[l.value.Start:l.value.End]
		if l.key.Len() > 0 && l.item.Len() == 0 && l.indent == 0 {
			key, keyIndent = s[l.key.Start:l.key.End], l.indent
		}
		f.comment(s, l, edition, key)
		if told || !readKeys[key] {
			continue
		}
		what := ""
		switch {
		case l.indent == 0 && l.item.Len() == 0 && blockScalar().MatchString(value):
			what = "a block of text"
		case l.item.Len() > 0 && s[l.start+keyIndent] == '-' && l.item.Start > l.start:
			what = "a list that is not indented below its key"
		case l.indent == 0 && strings.HasPrefix(value, "[") && brackets(value) > 0:
			what = "a list in brackets over several lines"
		}
		if what != "" {
			told = true
			f.Notes = append(f.Notes, document.Finding{Rule: "gsd-frontmatter-yaml",
				Span: document.Span{Start: l.start, End: l.end}, At: "frontmatter." + key, Lesser: !Old(edition),
				Message: fmt.Sprintf("GSD up to 1.11 cannot read %s and takes `%s` for empty; write each item on a line of its "+
					"own, two spaces below the key", what, key),
				Fixes: spread(s, l, f.Text.End)})
		}
	}
}

// spread is the fix that writes a list so that every edition reads it: each item on a line of its own, indented below
// the key. A list in brackets must be plain.
func spread(s string, l line, limit int) []document.Fix {
	const title = "write each item on a line of its own"
	if l.key.Len() == 0 || l.item.Len() > 0 { // the first item of a list at its key
		var edits []document.Edit
		for at := l.start; at < limit; {
			end, next := document.LineEnd(s, at)
			text := s[at:end]
			if text != "" && text[0] != '-' && text[0] != ' ' {
				break
			}
			if text != "" {
				edits = append(edits, document.Edit{Span: document.Span{Start: at, End: at}, Text: "  "})
			}
			at = next
		}
		return []document.Fix{{Title: title, Edits: edits}}
	}
	length := strings.IndexByte(s[l.value.Start:limit], ']')
	if length < 0 {
		return nil
	}
	end := l.value.Start + length
	inner := s[l.value.Start+1 : end]
	if lineEnd, _ := document.LineEnd(s, end); strings.ContainsAny(inner, "[{#:'") ||
		strings.TrimSpace(s[end+1:lineEnd]) != "" {
		return nil
	}
	text := ""
	for item := range strings.SplitSeq(inner, ",") {
		if item = strings.TrimSpace(item); strings.Count(item, `"`)%2 == 1 || strings.Contains(item, "\n") {
			return nil
		} else if item != "" {
			text += document.Newline(s) + "  - " + item
		}
	}
	return document.Replace(title, document.Span{Start: l.key.End + 1, End: end + 1}, text)
}

var comment = memo.Regexp(`\s#`)

// comment notes a # that cuts a value off, or one that an old edition takes for a part of it.
func (f *Front) comment(s string, l line, edition, key string) {
	value := s[l.value.Start:l.value.End]
	if value == "" || strings.ContainsAny(value[:1], `"'[{|>`) {
		if !Old(edition) || !commented[key] || value == "" {
			return
		}
	}
	if strings.IndexByte(value, '#') < 0 {
		return
	}
	m := comment().FindStringIndex(value)
	if m == nil || !Old(edition) && repairs(s[l.start:l.value.Start+m[0]]) {
		return // to YAML the colon before it is the fault
	}
	behind := value[m[1]:]
	at, kept := "frontmatter."+key, strings.TrimSpace(value[:m[0]])
	span := document.Span{Start: l.value.Start + m[0] + 1, End: l.value.End}
	switch {
	case !Old(edition) && behind != "" && document.IsWordByte(behind[0]):
		f.Notes = append(f.Notes, document.Finding{Rule: "gsd-frontmatter-comment", Span: span, At: at,
			Message: fmt.Sprintf("YAML takes %s for a comment, so the value is only %s; quote the whole value",
				document.Quote(s[span.Start:span.End]), document.Quote(kept)),
			Fixes: document.Replace("quote the value", l.value, doubleQuoted(value))})
	case Old(edition) && commented[key] && kept != "[]" && kept != "false": // which come to the same with it
		f.Notes = append(f.Notes, document.Finding{Rule: "gsd-frontmatter-comment", Span: span, At: at,
			Message: fmt.Sprintf("get-shit-done, and gsd-core up to 1.11, know no comments, so to them the value of `%s` is %s; "+
				"put the comment on a line of its own", key, document.Quote(value)),
			Fixes: []document.Fix{{Title: "put it on a line of its own", Edits: []document.Edit{
				{Span: document.Span{Start: l.start, End: l.start}, Text: strings.Repeat(" ", l.indent) + s[span.Start:span.End] +
					document.Newline(s)},
				{Span: document.Span{Start: l.value.Start + len(kept), End: l.value.End}}}}}})
	}
}
