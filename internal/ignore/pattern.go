package ignore

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern is a line of an ignore file.
type pattern struct {
	Reason
	negated  bool
	dirOnly  bool
	anywhere bool   // it has no slash, so it is about names, wherever they are
	literal  string // what a path starts with; the rest of the pattern follows
	rest     string // starts with a character that has a meaning, or is empty
	// glob matches the rest. An expression takes time linear in the path, whatever somebody writes into a file.
	glob func() *regexp.Regexp
}

// parse reads an ignore file as git does. The last pattern comes first, since it decides.
func parse(file string, text []byte) []pattern {
	var patterns []pattern
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	number := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		number++
		if line == "" || line[0] == '#' {
			continue
		}
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\r"), "\x00")
		line = trimBlanks(line)
		p := pattern{Reason: Reason{File: file, Line: number, Pattern: line}}
		line, p.negated = strings.CutPrefix(line, "!")
		line, p.dirOnly = strings.CutSuffix(line, "/")
		if line == "" {
			continue
		}
		p.anywhere = !strings.Contains(line, "/")
		line = strings.TrimPrefix(line, "/")
		literal := strings.IndexAny(line, `*?[\`)
		if literal < 0 {
			literal = len(line)
		}
		if p.anywhere {
			// Git matches names as a whole, so that stars behind something are not at a start.
			if literal < len(line) {
				literal = 0
			}
		}
		p.literal, p.rest = line[:literal], line[literal:]
		p.glob = sync.OnceValue(func() *regexp.Regexp { return compile(p.rest) })
		patterns = append(patterns, p)
	}
	slices.Reverse(patterns)
	return patterns
}

// trimBlanks removes the blanks at the end of a line that no backslash protects.
func trimBlanks(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 == len(line):
			return line
		case line[i] == '\\':
			i++
			end = i + 1
		case line[i] != ' ':
			end = i + 1
		}
	}
	return line[:end]
}

// matches reports whether the pattern is about a path relative to its directory, whose last part is base.
func (p *pattern) matches(rel, base string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if p.anywhere {
		rel = base
	}
	rel, ok := strings.CutPrefix(rel, p.literal)
	switch {
	case !ok:
		return false
	case p.rest == "":
		return rel == ""
	case p.anywhere && p.rest[0] == '*' && !strings.ContainsAny(p.rest[1:], `*?[\`):
		return strings.HasSuffix(rel, p.rest[1:])
	}
	glob := p.glob()
	return glob != nil && glob.MatchString(bytewise(rel))
}

// bytewise returns a text with a character for each byte, since ? and classes are about bytes.
func bytewise(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// compile returns a glob as an expression, or nil for one that matches nothing.
func compile(glob string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; c {
		case '*':
			start := i
			for i+1 < len(glob) && glob[i+1] == '*' {
				i++
			}
			rest := glob[i+1:]
			dirs := i > start && (start == 0 || glob[start-1] == '/')
			switch {
			case dirs && strings.HasPrefix(rest, "/"):
				b.WriteString(`(?:.*/)?`)
				i++
			case dirs && (rest == "" || strings.HasPrefix(rest, `\/`)):
				b.WriteString(`.*`)
			default:
				b.WriteString(`[^/]*`)
			}
		case '?':
			b.WriteString(`[^/]`)
		case '[':
			set, end := class(glob, i)
			if end < 0 {
				return nil
			}
			writeSet(&b, set)
			i = end
		case '\\':
			if i++; i == len(glob) {
				return nil
			}
			fallthrough
		default:
			b.WriteString(regexp.QuoteMeta(string(rune(glob[i]))))
		}
	}
	b.WriteString(`\z`)
	compiled, err := regexp.Compile(b.String())
	if err != nil { // it would be too large
		return nil
	}
	return compiled
}

// writeSet writes a set of bytes as a class of an expression.
func writeSet(b *strings.Builder, set *[256]bool) {
	if *set == [256]bool{} {
		b.WriteString(`[^\x{0}-\x{10ffff}]`)
		return
	}
	b.WriteByte('[')
	for i, in := range set {
		if in {
			fmt.Fprintf(b, `\x{%x}`, i)
		}
	}
	b.WriteByte(']')
}

// classes are the names that may stand in brackets of brackets, as [:digit:].
var classes = map[string]string{
	"alnum": `[0-9A-Za-z]`, "alpha": `[A-Za-z]`, "blank": `[ \t]`, "cntrl": `[\x00-\x1f\x7f]`, "digit": `[0-9]`,
	"graph": `[!-~]`, "lower": `[a-z]`, "print": `[ -~]`, "punct": `[!-/:-@\[-\x60{-~]`, "space": `[\t\n\v\f\r ]`,
	"upper": `[A-Z]`, "xdigit": `[0-9A-Fa-f]`,
}

// class reads what stands in the brackets that open at a place, and returns the bytes that it means and the place of
// the bracket that closes it. That is -1 if there is none, or something that nobody knows: git then matches nothing.
func class(glob string, open int) (set *[256]bool, end int) {
	set = &[256]bool{}
	i := open + 1
	negated := i < len(glob) && (glob[i] == '!' || glob[i] == '^')
	if negated {
		i++
	}
	previous := -1 // what a range may start with
	for first := true; first || i < len(glob) && glob[i] != ']'; first = false {
		var ok bool
		if i, previous, ok = member(glob, i, previous, set); !ok {
			return nil, -1
		}
	}
	if i >= len(glob) {
		return nil, -1
	}
	for b := range set {
		set[b] = set[b] != negated
	}
	set['/'] = false
	return set, i
}

// member reads one character, range or named class in brackets into a set, and returns the place behind it and what a
// range may start with.
func member(glob string, i, previous int, set *[256]bool) (next, last int, ok bool) {
	// character reads one at a place, which a backslash may stand before.
	character := func(i int) (int, bool) {
		if i < len(glob) && glob[i] == '\\' {
			i++
		}
		return i, i < len(glob)
	}
	switch {
	case i >= len(glob):
		return 0, 0, false
	case glob[i] == '-' && previous >= 0 && i+1 < len(glob) && glob[i+1] != ']':
		at, ok := character(i + 1)
		if !ok {
			return 0, 0, false
		}
		for b := previous; b <= int(glob[at]); b++ {
			set[b] = true
		}
		return at + 1, -1, true
	case strings.HasPrefix(glob[i:], "[:"):
		end := strings.IndexByte(glob[i+2:], ']')
		if end < 0 {
			return 0, 0, false
		}
		name, closed := strings.CutSuffix(glob[i+2:i+2+end], ":")
		if !closed {
			set['['] = true
			return i + 1, '[', true
		}
		members := classes[name]
		if members == "" {
			return 0, 0, false
		}
		expression := regexp.MustCompile(members)
		for b := range 128 {
			set[b] = set[b] || expression.MatchString(string(rune(b)))
		}
		return i + 2 + end + 1, -1, true
	}
	at, ok := character(i)
	if !ok {
		return 0, 0, false
	}
	set[glob[at]] = true
	return at + 1, int(glob[at]), true
}
