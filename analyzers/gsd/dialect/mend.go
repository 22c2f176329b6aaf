package dialect

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// quote returns a value in double quotes, or "" if nobody knows whether quotes around it belong to the text. Of one in
// double quotes it mends the escapes and the end.
func quote(value string) string {
	if value[0] == '"' {
		inner, end := make([]byte, 0, len(value)), -1
		for i := 1; i < len(value) && end < 0; i++ {
			switch pair := value[i:min(i+2, len(value))]; {
			case pair == `\\` || pair == `\"`:
				inner = append(inner, pair...)
				i++
			case pair[0] == '\\':
				inner = append(inner, `\\`...)
			case pair[0] == '"':
				end = i
			default:
				inner = append(inner, pair[0])
			}
		}
		if end < 0 {
			return `"` + string(inner) + `"`
		} else if rest := value[end+1:]; rest == "" || rest[0] <= ' ' && strings.TrimLeft(rest, " \t")[0] == '#' {
			return `"` + string(inner) + `"` + rest
		}
	}
	if first, last := value[0], value[len(value)-1]; len(value) > 1 && first == last && (first == '"' || first == '\'') {
		return ""
	}
	return doubleQuoted(value)
}

func doubleQuoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// quoteItems returns a list in brackets with quotes around the items that need them, or "" if it is not known where one
// ends.
func quoteItems(value string) string {
	inner := value[1 : len(value)-1]
	var text strings.Builder
	depth, start, quoted := 0, 0, false
	for i := 0; i <= len(inner); i++ {
		if i < len(inner) && (inner[i] != ',' || depth > 0 || quoted) {
			switch c := inner[i]; {
			case c == '"':
				quoted = !quoted
			case quoted:
			case strings.IndexByte("([{", c) >= 0:
				depth++
			case strings.IndexByte(")]}", c) >= 0:
				depth--
			}
			continue
		}
		item := inner[start:i]
		bare := strings.TrimSpace(item)
		text.WriteString(item[:len(item)-len(strings.TrimLeft(item, " \t"))])
		if bare == "" || strings.ContainsAny(bare[:1], `"'`) || reserved(bare) == "" && !strings.ContainsAny(bare, "[]{},") &&
			!strings.Contains(bare, ": ") && !strings.Contains(bare, " #") {
			text.WriteString(strings.TrimLeft(item, " \t"))
		} else {
			text.WriteString(quote(bare))
		}
		if start = i + 1; i < len(inner) {
			text.WriteByte(',')
		}
	}
	if depth != 0 || quoted {
		return ""
	}
	return "[" + text.String() + "]"
}

// mended returns a value in quotes as far as it needs them, and how many of its bytes that stands for: a comment behind a list
// stays. The text is "" if it is not known what to quote.
func mended(value string) (size int, text string) {
	if value[0] != '[' && value[0] != '{' {
		return len(value), quote(value)
	}
	list := value[:strings.LastIndexByte(value, ']')+1]
	behind := value[len(list):]
	isComment := strings.HasPrefix(behind, " ") && strings.HasPrefix(strings.TrimLeft(behind, " "), "#")
	switch {
	case value[0] == '[' && (behind == "" || isComment):
		return len(list), quoteItems(list)
	case value[0] == '[' && strings.Contains(list, ","): // a list with a note behind it is no text
		return 0, ""
	case !strings.ContainsAny(value, "]}") || strings.ContainsAny(value[len(value)-1:], "]},"):
		return 0, "" // it may end on another line
	}
	return len(value), quote(value)
}

// mend returns the edits that quote, line by line, what YAML refuses; nil if that does not make it readable.
func mend(s string, part document.Span) (edits []document.Edit) {
	const rounds, bytes = 40, 2 << 20 // how often, and how much in all, is read again
	text := s
	for range min(rounds, 1+bytes/max(1, part.Len())) {
		lines := linesOf(text, part)
		fault := refused(text, lines)
		if d := parse(text, part); fault == nil && d.Fault == nil {
			return edits
		} else if fault == nil || d.Fault != nil && d.Fault.Span.Start < fault.Span.Start {
			fault = d.Fault
		}
		var at *line
		for i := range lines {
			if lines[i].start <= fault.Span.Start && fault.Span.Start <= lines[i].end {
				at = &lines[i]
			}
		}
		if at == nil {
			return nil
		}
		span := at.value
		if at.item.Len() > 0 && !at.isMap(text, lines) {
			span = at.item
		}
		value := text[span.Start:span.End]
		if value == "" {
			return nil
		}
		size, quoted := mended(value)
		if quoted == "" {
			return nil
		}
		span.End = span.Start + size
		shift := 0
		for _, e := range edits {
			if e.Span.Start+shift >= at.start && e.Span.Start+shift <= at.end {
				return nil // quotes did not mend the line
			}
			if e.Span.Start+shift < span.Start {
				shift += len(e.Text) - e.Span.Len()
			}
		}
		edits = append(edits, document.Edit{Span: document.Span{Start: span.Start - shift, End: span.End - shift},
			Text: quoted})
		slices.SortStableFunc(edits, func(a, b document.Edit) int { return a.Span.Start - b.Span.Start })
		text = text[:span.Start] + quoted + text[span.End:]
		part.End += len(quoted) - size
	}
	return nil
}
