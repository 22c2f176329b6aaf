package dialect

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// read reads what stands between the fences.
func read(s string, f *document.Frontmatter) {
	data := parse(s, f.Text)
	if data.Fault != nil {
		text := s[f.Text.Start:f.Text.End]
		m := mend(text, false)
		again := parse(m.text, document.Span{End: len(m.text)})
		if again.Fault != nil {
			unreadable(s, f, culprit(text, f.Text.Start, data.Fault))
			return
		}
		m.move(again.Root, f.Text.Start)
		quotes(f, m, data.Fault)
		data = again
	}
	switch root := data.Root; {
	case root.Type == document.Map:
		f.Root = root
		dropTwins(f)
		if len(f.Notes) == 0 {
			lost(s, f)
		}
	case root.Type == document.List, root.Type == document.String:
		f.Fault = fault("cc-frontmatter-type", root.Span, "the frontmatter is no map of keys, so Claude Code takes it for "+
			"empty; write lines `key: value`, with a space behind the colon")
		f.Root, f.Notes = nil, nil
	}
}

// culprit returns what keeps a block from being read when each value is in quotes that needs them, or else the fault of
// the block as it is. Texts behind `|` stay as they are: the quotes that Claude Code puts around the mark are no mistake
// of the author.
func culprit(text string, start int, first *document.Fault) *document.Fault {
	m := mend(text, true)
	again := parse(m.text, document.Span{End: len(m.text)}).Fault
	if again == nil || document.YAML(text, document.Span{End: len(text)}).Fault == nil {
		return first // which quotes would only hide
	}
	why := *again
	move := func(s document.Span) document.Span {
		return document.Span{Start: start + m.offset(s.Start), End: start + m.offset(s.End)}
	}
	why.Span = move(why.Span)
	for _, fix := range why.Fixes {
		for i := range fix.Edits {
			fix.Edits[i].Span = move(fix.Edits[i].Span)
		}
	}
	return &why
}

// unreadable notes a block that is no YAML even when it is mended.
func unreadable(s string, f *document.Frontmatter, why *document.Fault) {
	text := s[f.Text.Start:f.Text.End]
	f.Root = nil
	if prose().MatchString("\n" + text) {
		key, span := spilt(text, f.Text.Start)
		if key == "" {
			unclosed(f, "the next `---` stands in the text")
			return
		}
		f.Fault = fault("cc-frontmatter-yaml", span, "the frontmatter is no YAML, so Claude Code drops every key of it: "+
			"this line is no key, and the text of `"+key+"` goes on here; write `"+key+": |` and the text below it, indented")
		return
	}
	f.Fault = fault("cc-frontmatter-yaml", why.Span, "the frontmatter is no YAML, so Claude Code drops every key of it: "+
		why.Message)
	f.Fault.Fixes = why.Fixes
	if line, _, _ := strings.Cut(s[min(why.Span.Start, f.Text.End):f.Text.End], "]"); strings.HasPrefix(line, "[") && strings.Contains(line, "${") {
		f.Fault.Message = "the frontmatter is no YAML, so Claude Code drops every key of it: in a list in brackets `{` opens a map; put " +
			"the items that hold `${…}` in quotes"
	}
	if bare := strings.ReplaceAll(text, "\r\n", "\n"); bare != text {
		m := mend(bare, false)
		if parse(m.text, document.Span{End: len(m.text)}).Fault == nil {
			f.Fault.Message = "the frontmatter is no YAML, so Claude Code drops every key of it; it puts such a value in " +
				"quotes by itself, but never in a line that ends with CRLF, as here; quote the value, or write line feeds alone"
			if kept := mend(bare, true).text; parse(kept, document.Span{End: len(kept)}).Fault == nil {
				f.Fault.Fixes = document.Replace("put what needs it in quotes", f.Text, kept)
			}
		}
	}
}

// spilt returns the key whose text goes on below it without being indented, and the first such line, if the last line
// of a block at an offset is that of a key: the block is closed.
func spilt(text string, offset int) (key string, span document.Span) {
	before := ""
	isKey := true // of the last line that is not indented
	for from := 0; from < len(text); {
		end, next := document.LineEnd(text, from)
		line := text[from:end]
		if bare := strings.TrimSpace(line); bare == "" || line[0] == ' ' || line[0] == '\t' || line[0] == '#' ||
			strings.HasPrefix(line, "- ") && isKey {
			from = next
			continue
		}
		if isKey = blockKey().MatchString(line); isKey && key == "" {
			before, _, _ = strings.Cut(line, ":")
		} else if key == "" {
			key, span = before, document.Span{Start: offset + from, End: offset + end}
		}
		from = next
	}
	if !isKey {
		return "", document.Span{}
	}
	return key, span
}

// quotes notes values that are YAML only with quotes that Claude Code puts around them.
func quotes(f *document.Frontmatter, m *mended, why *document.Fault) {
	needed := slices.DeleteFunc(slices.Clone(m.lines), func(l line) bool {
		one := m.source[l.from:l.end]
		return l.value < 0 || parse(one, document.Span{End: len(one)}).Fault == nil
	})
	if len(needed) == 0 && indented(f, m) {
		return
	}
	if len(needed) == 0 {
		needed = slices.DeleteFunc(slices.Clone(m.lines), func(l line) bool { return l.value < 0 })
	}
	keys := map[string]bool{}
	for _, l := range m.lines {
		key, _, _ := strings.Cut(m.source[l.from:l.end], ":")
		keys[key] = true
	}
	needed = slices.DeleteFunc(needed, func(l line) bool { return joined(f, m.source, l, keys) })
	if len(needed) == 0 && len(f.Notes) > 0 {
		return
	}
	note := document.Finding{
		Rule: "cc-frontmatter-quote", Span: why.Span, At: "frontmatter",
		Message: "this value is YAML only in quotes: Claude Code puts them around it, stricter readers refuse the whole " +
			"frontmatter, and with CRLF line ends Claude Code would drop it, too; put the value in quotes",
	}
	isList := func(l line) bool { return listed().MatchString(m.source[l.from:l.end]) }
	if slices.ContainsFunc(needed, isList) {
		note.Message = "an item of this list is YAML only in quotes, so Claude Code puts them around the whole list and takes it for one " +
			"text, brackets and all, and stricter readers refuse the whole frontmatter; put the items in quotes"
	}
	// Claude Code's own manual writes hints so.
	note.Lesser = len(needed) > 0 && !slices.ContainsFunc(needed, func(l line) bool {
		return !strings.HasPrefix(m.source[l.from:], "argument-hint:")
	})
	var edits []document.Edit
	for i, l := range needed {
		span := document.Span{Start: f.Text.Start + l.value, End: f.Text.Start + l.end}
		if i == 0 {
			note.Span = span
		}
		text := quote(m.source[l.value:l.end])
		if isList(l) {
			text = quoteItems(m.source[l.value:l.end])
		}
		edits = append(edits, document.Edit{Span: span, Text: text})
	}
	if len(edits) > 0 {
		note.Fixes = []document.Fix{{Title: "put it in quotes", Edits: edits}}
	}
	f.Notes = append(f.Notes, note)
}

var (
	oneWord = memo.Regexp(`^(?:color|effort|model|permissionMode):`)
	second  = memo.Regexp(`(description|tools|model|color|allowed-tools|argument-hint): `)
)

// joined notes a line in which a key stands that no line begins with, behind a value of one word, as if a line end had been
// lost, and reports whether it is one.
func joined(f *document.Frontmatter, source string, l line, keys map[string]bool) bool {
	text := source[l.from:l.end]
	key, value, _ := strings.Cut(text, ":")
	at := second().FindStringSubmatchIndex(value)
	if !oneWord().MatchString(text) || at == nil || keys[value[at[2]:at[3]]] {
		return false
	}
	from := f.Text.Start + l.from + len(key) + 1 + at[2]
	other := value[at[2]:at[3]]
	f.Notes = append(f.Notes, document.Finding{
		Rule: "cc-frontmatter-yaml", Span: document.Span{Start: from, End: from + len(other)}, At: "frontmatter." + key,
		Message: "`" + other + "` stands in the line of `" + key + "`, so Claude Code takes all of it for the value of `" + key +
			"`, and there is no `" + other + "`; start a new line before it",
		Fixes: document.Replace("start a new line", document.Span{Start: from, End: from}, "\n"),
	})
	return true
}

// indented notes lines that start with tabs, and reports whether there are any.
func indented(f *document.Frontmatter, m *mended) bool {
	var edits []document.Edit
	for _, l := range m.lines {
		text := m.source[l.from:l.end]
		if tabs := len(text) - len(strings.TrimLeft(text, "\t")); tabs > 0 && l.value < 0 {
			span := document.Span{Start: f.Text.Start + l.from, End: f.Text.Start + l.from + tabs}
			edits = append(edits, document.Edit{Span: span, Text: strings.Repeat("  ", tabs)})
		}
	}
	if len(edits) == 0 {
		return false
	}
	f.Notes = append(f.Notes, document.Finding{
		Rule: "cc-frontmatter-quote", Span: edits[0].Span, At: "frontmatter",
		Message: "the line starts with a tab, which YAML does not take: Claude Code puts spaces in its place, and stricter readers " +
			"refuse the whole frontmatter; write spaces",
		Fixes: []document.Fix{{Title: "put spaces in the place of tabs", Edits: edits}},
	})
	return true
}

// dropTwins leaves each key the value that counts, the last, and notes the last that is given again.
func dropTwins(f *document.Frontmatter) {
	kept, next, noted := make([]document.Pair, 0, len(f.Root.Pairs)), map[string]int{}, false
	for i, p := range slices.Backward(f.Root.Pairs) {
		j, isAgain := next[p.Key]
		next[p.Key] = i
		if !isAgain {
			kept = append(kept, p)
			continue
		}
		if noted {
			continue
		}
		noted = true
		f.Notes = []document.Finding{{
			Rule: "cc-frontmatter-duplicate-key", Span: f.Root.Pairs[j].KeySpan, At: "frontmatter." + p.Key,
			Message: "the key `" + p.Key + "` stands here again: Claude Code takes the last value, and strict readers refuse " +
				"the file; remove one of the two",
			Related: []document.Related{{Span: p.KeySpan, Message: "it is here first"}},
		}}
		if ofDescription(f.Root.Pairs[:i+1]) {
			f.Notes[0].Message = "the key `" + p.Key + "` stands here again, as a text without quotes would have it: to YAML the " +
				"description ends with its line, and strict readers refuse the file; put the whole description in quotes, or behind `|`"
		}
	}
	slices.Reverse(kept)
	f.Root.Pairs = kept
}

// ofDescription reports whether the last of some keys is one that Claude Code does not know, in lines behind the
// description that have no other.
func ofDescription(pairs []document.Pair) bool {
	for _, p := range slices.Backward(pairs) {
		if p.Key == "description" {
			return pairs[len(pairs)-1].Key != "description" && p.Value.Quote == 0 && !strings.Contains(p.Value.Text, "\n")
		}
		if ownKey().MatchString(p.Key+":") || slices.Contains(texts, p.Key) {
			return false
		}
	}
	return false
}

// mended is a block as Claude Code reads it again after a first try has failed.
type mended struct {
	source, text string
	lines        []line
}

// line is a line of the block: where it starts and ends in the source, where it starts in the mended text, and where
// a value starts in the source that was put in quotes, or -1.
type line struct{ from, end, to, value int }

var blockMark = memo.Regexp(`^[|>][-+\d]*[ \t]*$`)

const special = "{}[]*&#!|>%@`"

// mend puts values in quotes and blanks in the place of leading tabs; the marks before a text of several lines only if
// they are not to be kept.
func mend(source string, keepMarks bool) *mended {
	m := &mended{source: source}
	var out strings.Builder
	for from := 0; from < len(source); {
		end := len(source)
		if i := strings.IndexByte(source[from:], '\n'); i >= 0 {
			end = from + i
		}
		l, text := line{from: from, end: end, to: out.Len(), value: -1}, source[from:end]
		bare := strings.TrimLeft(text, "\t")
		if key := anyKey().FindString(text); key != "" && !strings.HasSuffix(text, "\r") {
			if value := len(text) - len(strings.TrimLeft(text[len(key):], " \t")); needsQuotes(text[value:]) &&
				!(keepMarks && blockMark().MatchString(text[value:])) {
				l.value = from + value
				text = text[:value] + quote(text[value:])
			}
		} else if len(bare) < len(text) {
			text = strings.Repeat("  ", len(text)-len(bare)) + bare
		}
		out.WriteString(text)
		if end < len(source) {
			out.WriteByte('\n')
		}
		m.lines = append(m.lines, l)
		from = end + 1
	}
	m.text = out.String()
	return m
}

// needsQuotes reports whether Claude Code puts a value in quotes.
func needsQuotes(value string) bool {
	trimmed := strings.TrimSpace(value)
	if len(trimmed) == 0 || !strings.ContainsAny(value, special) && !strings.Contains(value, ": ") {
		return false
	}
	first, last := trimmed[0], trimmed[len(trimmed)-1]
	if len(trimmed) > 1 && first == last && (first == '"' || first == '\'') {
		return false
	}
	if trimmed[0] == '[' {
		return parse(trimmed, document.Span{End: len(trimmed)}).Fault != nil
	}
	return true
}

// listed finds a key that takes a list, with one in brackets.
var listed = memo.Regexp(`^(?:allowed-tools|disallowed-tools|tools|disallowedTools|skills|paths|arguments|mcpServers):[ \t]*\[.*\][ \t]*$`)

// quoteItems returns a list in brackets with its items in quotes. Commas in parentheses and braces belong to an item.
func quoteItems(list string) string {
	var items []string
	add := func(item string) {
		item = strings.TrimSpace(item)
		if item != "" && item[0] != '"' && item[0] != '\'' {
			item = quote(item)
		}
		items = append(items, item)
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(list), "["), "]")
	depth, from := 0, 0
	for i := range len(inner) {
		switch inner[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ',':
			if depth <= 0 {
				add(inner[from:i])
				from = i + 1
			}
		}
	}
	add(inner[from:])
	return "[" + strings.Join(items, ", ") + "]"
}

func quote(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// move gives a value and all in it the spans of the source, which starts at an offset.
func (m *mended) move(n *document.Node, offset int) {
	span := func(s *document.Span) { s.Start, s.End = offset+m.offset(s.Start), offset+m.offset(s.End) }
	span(&n.Span)
	for _, item := range n.Items {
		m.move(item, offset)
	}
	for i := range n.Pairs {
		span(&n.Pairs[i].KeySpan)
		span(&n.Pairs[i].Line)
		m.move(n.Pairs[i].Value, offset)
	}
	if n.Quote == '"' && n.Span.Start < n.Span.End && m.source[n.Span.Start-offset] != '"' {
		n.Quote = 0 // Claude Code put them there
	}
}

// offset returns where something in the mended text stands in the source.
func (m *mended) offset(to int) int {
	i, found := slices.BinarySearchFunc(m.lines, to, func(l line, to int) int { return l.to - to })
	if !found {
		i--
	}
	l := m.lines[max(i, 0)]
	from := l.from + to - l.to
	if l.value >= 0 && from > l.value {
		from-- // the quote before it
	}
	return min(from, l.end+1, len(m.source))
}
