package nplint

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/nplint/nplint/rules"
)

// maxDepth is how many keys and brackets may stand within each other. A configuration needs five; the TOML parser would spend
// the square of what a hostile one has.
const maxDepth = 16

// keyLines returns the line (from 1) of every key and every element of an array in a TOML text, since the parser tells them for mistakes
// of syntax only. A place is addressed as keyPath and itemPath write it. The text need not be valid: behind the first mistake, which the parser
// reports, nothing is found. deep is the line in which keys or values are nested more than maxDepth levels deep, or 0.
func keyLines(text string) (lines map[string]int, deep int) {
	s := &keyScanner{text: strings.TrimPrefix(text, "\uFEFF"), line: 1, lines: map[string]int{}, tables: map[string]int{}}
	table, depth := "", 0
	for s.skip(true) != 0 {
		if s.peek() == '[' {
			table, depth = s.header()
		} else {
			s.pair(table, depth)
		}
	}
	return s.lines, s.deep
}

// keyPath returns the place of a key in the table at the given place: overrides[1].rules."agent/enum".
func keyPath(at, key string) string {
	if !bareKey().MatchString(key) {
		key = quote(key)
	}
	if at == "" {
		return key
	}
	return at + "." + key
}

var bareKey = rules.Lazy(`^[A-Za-z0-9_-]+$`)

// itemPath returns the place of an element, counted from 0, of the array at the given place.
func itemPath(at string, i int) string { return fmt.Sprintf("%s[%d]", at, i) }

// keyScanner walks over a TOML text and sees no more of it than strings, comments, brackets and keys.
type keyScanner struct {
	text   string
	pos    int
	line   int
	lines  map[string]int
	tables map[string]int // how many tables of each array of tables were seen
	deep   int
}

// peek returns the next byte, or 0 at the end; there is no such byte in the text.
func (s *keyScanner) peek() byte {
	if s.pos < len(s.text) {
		return s.text[s.pos]
	}
	return 0
}

// stop ends the scan.
func (s *keyScanner) stop() { s.pos = len(s.text) }

// enter reports whether one may go to the given depth, and ends the scan if not.
func (s *keyScanner) enter(depth int) bool {
	if depth > maxDepth {
		s.deep = s.line
		s.stop()
	}
	return depth <= maxDepth
}

// expect goes past a token, and ends the scan if it does not follow.
func (s *keyScanner) expect(token string) {
	if !strings.HasPrefix(s.text[s.pos:], token) {
		s.stop()
		return
	}
	s.pos += len(token)
}

// skip goes past blanks and, if wanted, line ends and comments. It returns the byte behind them.
func (s *keyScanner) skip(lines bool) byte {
	for ; ; s.pos++ {
		switch c := s.peek(); {
		case c == ' ' || c == '\t':
		case lines && c == '\r':
		case lines && c == '\n':
			s.line++
		case lines && c == '#':
			for s.peek() != '\n' && s.peek() != 0 {
				s.pos++
			}
			s.pos--
		default:
			return c
		}
	}
}

// found notes the current line for a place that was not seen before.
func (s *keyScanner) found(at string) {
	if _, ok := s.lines[at]; !ok {
		s.lines[at] = s.line
	}
}

// header reads [a.b] or [[a.b]] and returns the place and depth of its table.
func (s *keyScanner) header() (at string, depth int) {
	array := strings.HasPrefix(s.text[s.pos:], "[[")
	opening, closing := "[", "]"
	if array {
		opening, closing = "[[", "]]"
	}
	s.expect(opening)
	keys := s.keys()
	at = s.follow("", keys, array)
	s.expect(closing)
	return at, len(keys)
}

// pair reads key = value in the table at the given place.
func (s *keyScanner) pair(at string, depth int) {
	keys := s.keys()
	at = s.follow(at, keys, false)
	s.expect("=")
	s.value(at, depth+len(keys))
}

// follow notes the places of a dotted key in the table at the given place and returns the last. An array of tables stands for its last
// table, which is a new one if grow is set and the array is named by the whole key.
func (s *keyScanner) follow(at string, keys []string, grow bool) string {
	for i, key := range keys {
		at = keyPath(at, key)
		s.found(at)
		if grow && i == len(keys)-1 {
			s.tables[at]++
		}
		if n := s.tables[at]; n > 0 {
			at = itemPath(at, n-1)
			s.found(at)
		}
	}
	return at
}

// keys reads a dotted key and the blanks behind it.
func (s *keyScanner) keys() []string {
	var keys []string
	for s.enter(len(keys) + 1) {
		s.skip(false)
		keys = append(keys, s.key())
		if s.skip(false) != '.' {
			break
		}
		s.pos++
	}
	return keys
}

func (s *keyScanner) key() string {
	start := s.pos
	if c := s.peek(); c == '"' || c == '\'' {
		s.str()
		var quoted struct{ Key string }
		if _, err := toml.Decode("Key = "+s.text[start:s.pos], &quoted); err != nil {
			s.stop()
		}
		return quoted.Key
	}
	for s.peek() != 0 && !strings.ContainsRune(" \t\r\n.=[]{},#", rune(s.peek())) {
		s.pos++
	}
	return s.text[start:s.pos]
}

// value goes past a value and notes the keys and elements in it.
func (s *keyScanner) value(at string, depth int) {
	if !s.enter(depth) {
		return
	}
	switch s.skip(false) {
	case '"', '\'':
		s.str()
	case '[':
		s.pos++
		for i := 0; s.skip(true) != ']' && s.peek() != 0; i++ {
			s.found(itemPath(at, i))
			s.value(itemPath(at, i), depth+1)
			s.comma(']')
		}
		s.expect("]")
	case '{':
		s.pos++
		for s.skip(true) != '}' && s.peek() != 0 {
			s.pair(at, depth+1)
			s.comma('}')
		}
		s.expect("}")
	default:
		for s.peek() != 0 && !strings.ContainsRune(",]}\r\n#", rune(s.peek())) {
			s.pos++
		}
	}
}

// comma goes past the comma behind an element, which need not be there before the closing bracket.
func (s *keyScanner) comma(closing byte) {
	if s.skip(true) != closing {
		s.expect(",")
	}
}

// str goes past a string.
func (s *keyScanner) str() {
	mark := s.text[s.pos : s.pos+1]
	end := mark
	if strings.HasPrefix(s.text[s.pos:], mark+mark+mark) {
		end = mark + mark + mark
	}
	s.pos += len(end)
	for s.peek() != 0 && !strings.HasPrefix(s.text[s.pos:], end) {
		if mark == `"` && s.peek() == '\\' {
			s.pos++
		}
		if s.peek() == '\n' {
			s.line++
		}
		s.pos++
	}
	s.pos = min(s.pos+len(end), len(s.text))
	// A string of several lines may end with up to two quotes of its own.
	for len(end) == 3 && s.peek() == mark[0] {
		s.pos++
	}
}

// escape returns s with everything that a terminal would act on or not show written as TOML writes it: \u001B.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	return b.String()
}

// quote returns s as a TOML string.
func quote(s string) string {
	return `"` + escape(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)) + `"`
}
