package notation

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Meta is what the first statement of a workflow says of it, as Claude Code reads it.
type Meta struct {
	IsBlank           bool // the file holds nothing but comments
	From, To          int  // of what Wrong is about
	Wrong             string
	Name, Description string
	NameAt            int // where the name begins
}

// deepest is how many levels of values are looked into: what lies deeper is taken for right.
const deepest = 40

var (
	exported = memo.Regexp(`^export\s+const\s+meta\s*=\s*\{`)
	// astray is a meta that is not exported as a constant, or not at the start.
	astray = memo.Regexp(`(?m)^[ \t]*((?:export\s+)?(?:const|let|var)\s+meta|(?:module\.)?exports|export\s+default)\b`)
	number = memo.Regexp(`^(?:0[xXbBoO][\da-fA-F_]+|\.?\d[\w.]*(?:[eE][+-]\d+)?)`)
	word   = memo.Regexp(`^[A-Za-z_$][\w$]*`)
)

// ReadMeta reads `export const meta = {…}` of a workflow, which must be its first statement, and name nothing but
// values. What is no JavaScript is not told.
func ReadMeta(text string) (m Meta) {
	s := &literal{text: text, meta: &m}
	if strings.HasPrefix(text, "#!") {
		s.at, _ = document.LineEnd(text, 0)
	}
	if s.skip(); s.at >= len(text) {
		m.IsBlank = true
		return m
	}
	head := exported().FindString(text[s.at:])
	if head == "" {
		m.From = s.at
		m.To, _ = document.LineEnd(text, s.at)
		m.Wrong = "the first statement is not `export const meta = { name, description }`"
		if at := astray().FindStringSubmatchIndex(text[s.at:]); at != nil {
			m.From, m.To = s.at+at[2], s.at+at[3]
		}
		return m
	}
	open := s.at + len(head) - 1
	s.at = open
	if s.value(0, ""); m.Wrong != "" || s.isOdd {
		return m
	}
	for _, key := range []struct{ name, value string }{{"name", m.Name}, {"description", m.Description}} {
		if key.value == "" {
			m.From, m.To, m.Wrong = open-len(head)+1, open+1, "`"+key.name+"` of `meta` is no text, or empty"
			return m
		}
	}
	return m
}

// literal reads a value of JavaScript that names nothing. Each place is looked at once.
type literal struct {
	text  string
	at    int
	meta  *Meta
	isOdd bool // what is read is no JavaScript, or none that is known here
}

// skip goes on to what is no blank or comment.
func (s *literal) skip() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case strings.HasPrefix(rest, "\ufeff"):
			s.at += len("\ufeff")
		case strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0:
			s.at++
		case strings.HasPrefix(rest, "//"):
			s.at, _ = document.LineEnd(s.text, s.at)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				s.at = len(s.text)
				return
			}
			s.at += 2 + end + 2
		default:
			return
		}
	}
}

// next is the next byte that is no blank, or 0.
func (s *literal) next() byte {
	if s.skip(); s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// wrong says what is wrong with the text from a place on.
func (s *literal) wrong(from, to int, why string) {
	if s.meta.Wrong == "" && !s.isOdd {
		s.meta.From, s.meta.To, s.meta.Wrong = from, max(to, from+1), why
	}
}

func (s *literal) isOver() bool { return s.isOdd || s.meta.Wrong != "" }

// value reads a value, and keeps what the keys name and description of the first level have.
func (s *literal) value(level int, key string) {
	c, from := s.next(), s.at
	switch {
	case level > deepest:
		s.isOdd = true
	case c == '{':
		s.list('}', func() { s.pair(level) })
	case c == '[':
		s.list(']', func() { s.value(level+1, "") })
	case c == '"' || c == '\'' || c == '`':
		text := s.quoted(c)
		switch {
		case level == 1 && key == "name":
			s.meta.Name, s.meta.NameAt = text, from+1
		case level == 1 && key == "description":
			s.meta.Description = text
		}
	case c == '-' && s.at+1 < len(s.text):
		s.at++
		s.skip()
		s.number(from)
	default:
		s.bare(from)
	}
	if level > 0 && !s.isOver() {
		s.follow(from)
	}
}

// follow judges what stands behind a value.
func (s *literal) follow(from int) {
	switch c := s.next(); {
	case strings.IndexByte(",]}", c) >= 0:
	case strings.IndexByte("+.(?*%&|[`", c) >= 0:
		s.wrong(from, s.at+1, "`meta` computes a value")
	default:
		s.isOdd = true
	}
}

// list reads what stands between brackets, with commas between.
func (s *literal) list(end byte, item func()) {
	s.at++
	for !s.isOver() {
		switch c := s.next(); {
		case c == end:
			s.at++
			return
		case c == ',' || c == 0:
			s.isOdd = true
		case strings.HasPrefix(s.text[s.at:], "..."):
			s.wrong(s.at, s.at+3, "`meta` spreads another value")
		default:
			if item(); !s.isOver() && s.next() == ',' {
				s.at++
			}
		}
	}
}

// pair reads a key and its value.
func (s *literal) pair(level int) {
	from, key := s.at, ""
	switch c := s.text[s.at]; {
	case c == '"' || c == '\'':
		key = s.quoted(c)
	case c == '[':
		s.wrong(from, from+1, "a key of `meta` is computed")
		return
	default:
		if key = word().FindString(s.text[s.at:]); key == "" {
			key = number().FindString(s.text[s.at:])
		}
		s.isOdd = key == ""
		s.at += len(key)
	}
	switch c := s.next(); {
	case s.isOver():
	case c == ':':
		s.at++
		s.value(level+1, key)
	case c == ',' || c == '}':
		s.wrong(from, from+len(key), "`"+key+"` in `meta` stands for a variable")
	case c == '(':
		s.wrong(from, from+len(key), "`meta` has a function")
	default:
		s.isOdd = true
	}
}

// quoted reads a text, as it stands: what a backslash means is not asked.
func (s *literal) quoted(quote byte) string {
	from := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			s.at++
		case c == quote:
			s.at++
			return s.text[from+1 : s.at-1]
		case c == '\n' && quote != '`':
			s.isOdd = true
			return ""
		case c == '$' && quote == '`' && strings.HasPrefix(s.text[s.at:], "${"):
			s.wrong(s.at, s.at+2, "a text of `meta` has a placeholder")
			return ""
		}
	}
	s.isOdd = true
	return ""
}

func (s *literal) number(from int) {
	n := number().FindString(s.text[s.at:])
	if s.at += len(n); n == "" {
		s.wrong(from, s.at, "`meta` computes a value")
	}
}

// bare reads what has no quotes or brackets: a number or a word, of which three name nothing.
func (s *literal) bare(from int) {
	w := word().FindString(s.text[s.at:])
	switch {
	case w == "true" || w == "false" || w == "null":
		s.at += len(w)
	case w != "":
		s.wrong(from, from+len(w), "`"+w+"` in `meta` is no value, but the name of one")
	case number().MatchString(s.text[s.at:]):
		s.number(from)
	default:
		s.isOdd = true
	}
}
