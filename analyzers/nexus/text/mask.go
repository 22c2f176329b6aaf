package text

import (
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// masked is a text in which blanks stand for what gate G6 does not look into.
type masked struct {
	text     string // of the same length, with the same line ends
	heredocs []document.Span
	unclosed []document.Span // marks `>>LABEL` without an end
	misnamed []misnamed      // marks that the end of another label closes
}

// misnamed is a mark `>>LABEL` whose end only begins like the label, as after a rename in one of the two places.
type misnamed struct{ mark, end document.Span }

// maxLabel is how many bytes of a label count. Nobody writes longer ones, and each costs as many steps.
const maxLabel = 64

// mask blanks the inside of here-documents (`>>LABEL … <<LABEL`) and then of macros (`{{id …}}`), as the reference
// does: a label that is never closed shrinks until what is left of it is, and a macro has a name in lower case and no
// `}` inside.
func mask(src string) *masked {
	m := &masked{}
	blank := []byte(src)
	closers := closersOf(src)
	for at := 0; ; {
		i := strings.Index(src[at:], ">>")
		if i < 0 {
			break
		}
		start := at + i + len(">>")
		label := labelAt(src, start)
		if label == "" {
			at = start - 1 // of >>> the second may start the mark
			continue
		}
		end, length := closers.after(start, label)
		if end < 0 {
			m.unclosed = append(m.unclosed, document.Span{Start: start - len(">>"), End: start + len(label)})
			at = start
			continue
		}
		inside := document.Span{Start: start + length, End: end}
		m.heredocs = append(m.heredocs, inside)
		if whole := labelAt(src, end+len("<<")); whole != label {
			m.misnamed = append(m.misnamed, misnamed{
				mark: document.Span{Start: start - len(">>"), End: start + len(label)},
				end:  document.Span{Start: end, End: end + len("<<") + len(whole)},
			})
		}
		wipe(blank, inside)
		at = end + len("<<") + length
	}
	m.text = string(blank)
	for at := 0; ; {
		i := strings.Index(m.text[at:], "{{")
		if i < 0 {
			break
		}
		start := at + i
		if end := plainMacro(m.text, start); end > 0 {
			wipe(blank, document.Span{Start: start + len("{{"), End: end - len("}}")})
			at = end
		} else {
			at = start + 1
		}
	}
	m.text = string(blank)
	return m
}

// wipe puts blanks in the place of all bytes but line feeds.
func wipe(text []byte, s document.Span) {
	for i := s.Start; i < s.End; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// plainMacro returns the end of the macro at an offset as the reference sees macros, or 0.
func plainMacro(s string, at int) int {
	i := at + len("{{")
	if i >= len(s) || !isLower(s[i]) && s[i] != '_' {
		return 0
	}
	end := strings.IndexByte(s[i:min(len(s), i+maxMacro)], '}')
	if end < 0 || !strings.HasPrefix(s[i+end:], "}}") {
		return 0
	}
	return i + end + len("}}")
}

// labelAt returns the label of a here-document that starts at an offset, or "".
func labelAt(s string, at int) string {
	end := at
	for end < len(s) && end-at < maxLabel && (isUpper(s[end]) || end > at && (isDigit(s[end]) || s[end] == '_')) {
		end++
	}
	return s[at:end]
}

// closers is where each prefix of a label behind a `<<` stands, so that every mark finds its end without going
// through the text.
type closers map[string][]int

func closersOf(s string) closers {
	c := closers{}
	if !strings.Contains(s, ">>") {
		return c
	}
	for at := 0; ; at++ {
		i := strings.Index(s[at:], "<<")
		if i < 0 {
			return c
		}
		at += i
		label := labelAt(s, at+len("<<"))
		for n := 1; n <= len(label); n++ {
			c[label[:n]] = append(c[label[:n]], at)
		}
	}
}

// after returns where the nearest end of a label stands that starts at an offset, and how much of the label it
// closes; -1 if nothing does.
func (c closers) after(start int, label string) (at, length int) {
	for length = len(label); length > 0; length-- {
		places := c[label[:length]]
		if i := sort.SearchInts(places, start+length); i < len(places) {
			return places[i], length
		}
	}
	return -1, 0
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
