package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Wrap breaks a line of text into lines of at most so many columns: between words, and a word that is longer where
// Unicode allows it (UAX #14) or else between characters. The second and all further lines stand behind an indent. With
// 0 columns the line stays as it is.
func Wrap(line string, columns int, indent string) string {
	if columns <= 0 || uniseg.StringWidth(line) <= columns {
		return line
	}
	w := wrapper{columns: columns, indent: indent}
	if uniseg.StringWidth(indent) > columns/2 {
		w.indent = ""
	}
	for state := -1; line != ""; {
		var word string
		word, line, state = nextWord(line, state)
		w.add(word)
	}
	return strings.TrimRight(w.text.String()+w.line, " ")
}

// wrapper breaks words into lines.
type wrapper struct {
	columns int
	indent  string
	text    strings.Builder // whole lines
	line    string          // the last one
	used    int             // columns of the last line
}

// add adds a word with the blanks behind it.
func (w *wrapper) add(word string) {
	bare := strings.TrimRightFunc(word, unicode.IsSpace)
	if width := uniseg.StringWidth(bare); w.used+width > w.columns {
		if width > w.columns-uniseg.StringWidth(w.indent) {
			w.addParts(word)
			return
		}
		w.newline()
	}
	w.line += word
	w.used += uniseg.StringWidth(word)
}

// addParts adds a word that is longer than a line.
func (w *wrapper) addParts(word string) {
	for state := -1; word != ""; {
		var part string
		part, word, _, state = uniseg.FirstLineSegmentInString(word, state)
		if w.used+uniseg.StringWidth(part) > w.columns && w.used > uniseg.StringWidth(w.indent) {
			w.newline()
		}
		for inner := -1; part != ""; {
			var cluster string
			var width int
			cluster, part, width, inner = uniseg.FirstGraphemeClusterInString(part, inner)
			if w.used+width > w.columns {
				w.newline()
			}
			w.line += cluster
			w.used += width
		}
	}
}

func (w *wrapper) newline() {
	w.text.WriteString(strings.TrimRightFunc(w.line, unicode.IsSpace) + "\n")
	w.line, w.used = w.indent, uniseg.StringWidth(w.indent)
}

// nextWord cuts off what stands before the next blank, with the blanks.
func nextWord(text string, state int) (word, rest string, newState int) {
	rest = text
	for rest != "" {
		var segment string
		segment, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		if last, _ := utf8.DecodeLastRuneInString(segment); unicode.IsSpace(last) {
			break
		}
	}
	return text[:len(text)-len(rest)], rest, state
}

// Paragraphs breaks the lines of a text anew, which is Markdown: those of a paragraph or of an item of a list are
// joined before, and what is fenced, indented or a table stays as it is. With 0 columns all does.
func Paragraphs(text string, columns int) string {
	if columns <= 0 {
		return text
	}
	var lines []string
	joins, fenced := false, false
	for line := range strings.SplitSeq(text, "\n") {
		trimmed := strings.TrimSpace(line)
		fence := strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~")
		marked := trimmed == "" || strings.ContainsAny(trimmed[:1], "|#>") || len(item(trimmed)) > 0
		switch {
		case fence || fenced:
			joins, fenced = false, fenced != fence
			lines = append(lines, line)
			continue
		case joins && !marked:
			lines[len(lines)-1] += " " + trimmed
			continue
		}
		joins = trimmed != "" && !strings.ContainsAny(trimmed[:1], "|#") && (line == trimmed || len(item(trimmed)) > 0)
		lines = append(lines, line)
	}
	for i, line := range lines {
		if line != "" && line[0] != '|' {
			lead := len(line) - len(strings.TrimLeft(line, " "))
			lines[i] = Wrap(line, columns, strings.Repeat(" ", lead+len(item(line[lead:]))))
		}
	}
	return strings.Join(lines, "\n")
}

// item returns what an item of a list begins with, such as "- " or "12. ", or "".
func item(line string) string {
	rest := strings.TrimLeft(line, "0123456789")
	if digits := len(line) - len(rest); digits > 0 && strings.HasPrefix(rest, ". ") {
		return line[:digits+2]
	}
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return line[:2]
	}
	return ""
}
