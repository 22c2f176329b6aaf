// Package dialect reads frontmatter as the programs of GSD do: up to 1.11 line by line, since 1.14 as YAML with one
// repair (frontmatter.cjs of gsd-core). Both take it at the first byte alone, and end it before the next line that
// starts with three dashes, whatever follows them. It tells what is lost and what is read otherwise than it looks;
// what the keys mean it does not know.
package dialect

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Front is the frontmatter of one file.
type Front struct {
	Root *document.Node // a Map, without pairs if no key is read
	Text document.Span  // what lies between the fences
	End  int            // where the text behind the frontmatter starts
	// Absent is set if nothing in the file looks like frontmatter.
	Absent bool
	// Fault is why the program reads no key, or not all of them, or nil. Nothing is known then of what the author meant.
	Fault *document.Finding
	// Notes are what an edition reads otherwise than it looks.
	Notes []document.Finding
}

// Lost reports whether the program reads none or not all of the keys that the author wrote.
func (f *Front) Lost() bool { return f.Fault != nil }

// Old reports whether an edition reads frontmatter line by line.
func Old(edition string) bool { return edition == "1.x" || edition == "1.10" }

const mark = "\uFEFF"

// Read reads the frontmatter of a file as an edition does; "" is the newest.
func Read(s, edition string) *Front {
	f := &Front{Root: &document.Node{Type: document.Map}}
	start := 0
	if strings.HasPrefix(s, mark) {
		start = len(mark)
	}
	if !f.fences(s, start) {
		return f
	}
	if start > 0 && Old(edition) {
		span := document.Span{End: start}
		f.Fault = &document.Finding{Rule: "gsd-frontmatter-missing", Span: span, At: "frontmatter", Lesser: true,
			Message: "the file starts with a byte order mark, behind which GSD up to 1.10 finds no frontmatter, so it reads " +
				"no key; remove the mark",
			Fixes: document.Replace("remove the byte order mark", span, "")}
	}
	lines := linesOf(s, f.Text)
	if Old(edition) {
		f.Root = readLines(s, f.Text)
		if f.Fault == nil {
			f.compare(s, edition, lines)
		}
		return f
	}
	f.readYAML(s, lines)
	if f.Fault == nil {
		f.compare(s, edition, lines)
		f.duplicates(f.Root, make([]*document.Pair, 0, 8))
		f.stacked(s)
	}
	return f
}

// fences finds the frontmatter, or the fault of what was meant as such.
func (f *Front) fences(s string, start int) bool {
	f.End = start
	end, next := document.LineEnd(s, start)
	if s[start:end] != "---" {
		f.missing(s, start)
		return false
	}
	for at := next; at < len(s); {
		end, after := document.LineEnd(s, at)
		if !strings.HasPrefix(s[at:end], "---") || at == next && s[at:end] == "---" && isKey(s[after:]) {
			at = after
			continue
		}
		f.Text, f.End = document.Span{Start: next, End: at}, after
		if line := s[at:end]; strings.TrimRight(line, " \t") != "---" {
			f.Fault = &document.Finding{Rule: "gsd-frontmatter-unclosed", Span: document.Span{Start: at, End: end},
				At: "frontmatter",
				Message: fmt.Sprintf("%s starts with three dashes and so ends the frontmatter, and every key below it is text "+
					"that no program reads; write `---` alone behind the last key", document.Quote(line))}
			if more := keysBelow(s, after); more > after {
				f.Fault.Fixes = document.Replace("take the line out", document.Span{Start: at, End: after}, "")
			} else {
				f.Fault.Fixes = document.Replace("write ---", f.Fault.Span, "---")
			}
		} else if last := keysBelow(s, next); last < at && textBelow(s[last:at]) && !strayTag(s[last:at]) && !f.goesOn(s, last) {
			f.unclosed(s, document.Span{Start: start, End: start + 3}, last)
		}
		return true
	}
	f.Text = document.Span{Start: next, End: next}
	f.unclosed(s, document.Span{Start: start, End: end}, keysBelow(s, next))
	return false
}

// goesOn reports whether keys stand below a line that looks like none, such as the next one of a value in quotes: YAML reads
// all of them, or only that one line is neither a key, nor a comment, nor part of a value.
func (f *Front) goesOn(s string, last int) bool {
	hasKey, inKeys, odd := false, false, 0
	for line := range strings.Lines(s[last:f.Text.End]) {
		switch {
		case isKey(line):
			hasKey, inKeys = true, true
			if line[0] < 'a' {
				odd++ // a sentence may start so
			}
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case inKeys && strings.IndexByte(" \t-", line[0]) >= 0:
		default:
			inKeys = false
			odd++
		}
	}
	return hasKey && (odd <= 1 || parse(s, f.Text).Fault == nil)
}

// unclosed notes that no line ends the frontmatter, whose last key ends at an offset.
func (f *Front) unclosed(s string, open document.Span, last int) {
	closing := "---" + document.Newline(s)
	if last > 0 && s[last-1] != '\n' {
		closing = document.Newline(s) + closing
	}
	f.Fault = &document.Finding{Rule: "gsd-frontmatter-unclosed", Span: open, At: "frontmatter",
		Message: "no line `---` ends the frontmatter behind its last key, so GSD reads no key of the file; write one there",
		Fixes:   document.Replace("end the frontmatter behind its last key", document.Span{Start: last, End: last}, closing)}
}

// isKey reports whether a text starts with a key of the top level.
func isKey(s string) bool {
	i := 0
	for i < len(s) && (document.IsWordByte(s[i]) || s[i] == '-' && i > 0) {
		i++
	}
	return i > 0 && i < len(s) && s[i] == ':' && (i+1 == len(s) || strings.IndexByte(" \t\r\n", s[i+1]) >= 0)
}

// keysBelow returns the offset behind the last line that belongs to keys, from an offset on.
func keysBelow(s string, at int) int {
	last, inKeys := at, false
	for at < len(s) {
		end, next := document.LineEnd(s, at)
		line := s[at:end]
		switch {
		case isKey(line):
			inKeys, last = true, next
		case strings.TrimSpace(line) == "", !inKeys && line[0] == '#':
		case inKeys && (line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "- ") || line == "-" ||
			line[0] == '#' && !strings.HasPrefix(line, "##")):
			if line[0] != '#' {
				last = next
			}
		case inKeys && strings.ContainsAny(line[:1], "]}"):
			last = next
		default:
			return last
		}
		at = next
	}
	return last
}

// textBelow reports whether what follows the last key is the text of a document, which a fence should keep out: a tag
// or a heading at the start of a line. Lines that start with # directly behind the key, and nothing else, are comments.
func textBelow(s string) bool {
	comments := true
	for line := range strings.Lines(s) {
		comments = comments && strings.HasPrefix(line, "#")
	}
	if comments {
		return false
	}
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "<") || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## ") {
			return true
		}
	}
	return false
}

// strayTag reports whether what follows the last key is one line with a closing tag, which opens no text.
func strayTag(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasPrefix(s, "</") && strings.HasSuffix(s, ">") && !strings.Contains(s, "\n")
}

// missing notes why there is no frontmatter at the first byte, and how to move there what was meant as such.
func (f *Front) missing(s string, start int) {
	end, next := document.LineEnd(s, start)
	f.Fault = &document.Finding{Rule: "gsd-frontmatter-missing", Span: document.Span{Start: start, End: end},
		At: "frontmatter"}
	if strings.TrimRight(s[start:end], " \t") == "---" && isKey(s[next:]) {
		f.Fault.Message = "a space stands behind the `---`, so GSD finds no frontmatter and reads no key; write `---` alone"
		f.Fault.Fixes = document.Replace("write ---", f.Fault.Span, "---")
		return
	}
	at := next
	for range 5 {
		end, next := document.LineEnd(s, at)
		if at >= len(s) {
			break
		}
		if strings.TrimRight(s[at:end], " \t") == "---" && isKey(s[next:]) {
			f.Fault.Message = "the frontmatter does not start at the first byte of the file, so GSD finds none and reads no " +
				"key; move it to the start"
			f.Fault.Fixes = moved(s, start, at, next)
			return
		}
		at = next
	}
	f.Absent = true
	f.Fault.Message = "the file has no frontmatter, so GSD reads no key; start it with a line `---`, the keys, and " +
		"another line `---`"
}

// moved is the fix that moves the frontmatter, whose first line is s[at:next], to the start.
func moved(s string, start, at, next int) []document.Fix {
	before := s[start:at]
	if strings.TrimSpace(before) == "" {
		return document.Replace("start the file with the frontmatter", document.Span{Start: start, End: at}, "")
	}
	for line := next; line < len(s); {
		end, after := document.LineEnd(s, line)
		if s[line:end] == "---" {
			return []document.Fix{{Title: "start the file with the frontmatter", Edits: []document.Edit{
				{Span: document.Span{Start: start, End: at}},
				{Span: document.Span{Start: after, End: after}, Text: document.Newline(s) + before},
			}}}
		}
		line = after
	}
	return nil
}

// duplicates reports keys that stand in their map already. at is what leads to the map, nil for an item of a list.
func (f *Front) duplicates(n *document.Node, at []*document.Pair) {
	const depth = 8
	if n == nil || len(at) > depth {
		return
	}
	for _, item := range n.Items {
		f.duplicates(item, append(at, nil))
	}
	if len(n.Pairs) == 0 {
		return
	}
	firsts := make(map[string]*document.Pair, len(n.Pairs))
	for i := range n.Pairs {
		p := &n.Pairs[i]
		f.duplicates(p.Value, append(at, p))
		if first := firsts[p.Key]; first == nil {
			firsts[p.Key] = p
		} else {
			f.Notes = append(f.Notes, document.Finding{Rule: "gsd-frontmatter-duplicate-key", Span: p.KeySpan,
				At: placeOf(append(at, p)),
				Message: fmt.Sprintf("the key %s stands here a second time, and only the last value counts; remove one of "+
					"them", document.Quote(p.Key)),
				Related: []document.Related{{Span: first.KeySpan, Message: "it is here first"}},
				Lesser:  first.Value.Equal(p.Value)})
		}
	}
}

// stacked reports a second frontmatter directly below, with keys of the first: programs read that alone, and cut out all of
// them when they write (stripFrontmatter of frontmatter.cjs).
func (f *Front) stacked(s string) {
	at := f.End
	for at < len(s) {
		end, next := document.LineEnd(s, at)
		if strings.TrimSpace(s[at:end]) != "" {
			break
		}
		at = next
	}
	end, next := document.LineEnd(s, at)
	if at >= len(s) || s[at:end] != "---" || !isKey(s[next:]) || !strings.Contains(s[next:], "\n---") {
		return
	}
	key, _, _ := strings.Cut(s[next:], ":")
	first := f.Root.Pair(key)
	if first == nil {
		return
	}
	f.Notes = append(f.Notes, document.Finding{Rule: "gsd-frontmatter-duplicate-key", Span: document.Span{Start: at, End: end},
		At: "frontmatter", Lesser: true, Related: []document.Related{{Span: first.KeySpan, Message: "the first is here"}},
		Message: "a second frontmatter begins here, of which GSD reads nothing and which it cuts out when it writes the file, while " +
			"agents read both; keep one, with what holds now"})
}

// placeOf names the place to which keys and items lead.
func placeOf(at []*document.Pair) string {
	place := "frontmatter"
	for _, p := range at {
		if p != nil {
			place += "." + p.Key
		}
	}
	return place
}
