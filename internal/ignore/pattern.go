package ignore

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// pattern is a line of an ignore file.
type pattern struct {
	Reason
	negated bool
	dirOnly bool
	glob    *glob // nil if it is a name or path that is looked up
}

// plain is a name, or a path from the directory of its ignore file on, that patterns without a glob are looked up by.
type plain struct {
	text          string
	path, dirOnly bool
}

// list is what an ignore file says. The last pattern comes first, since it decides.
type list struct {
	patterns []pattern
	plain    map[plain]int // the first pattern of each
	globs    []int         // the patterns that are held against what is asked for, one by one
}

// parse reads an ignore file as git does. It returns the line, from 1, that is too long to be read, or 0.
func parse(file string, text []byte) (l *list, tooLong int) {
	l = &list{plain: map[plain]int{}}
	var keys []plain
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	number := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		number++
		if line == "" || line[0] == '#' {
			continue
		}
		if len(line) > maxLine {
			return nil, number
		}
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\r"), "\x00")
		line = trimBlanks(line)
		p := pattern{Reason: Reason{File: file, Line: number, Pattern: line}}
		line, p.negated = strings.CutPrefix(line, "!")
		line, p.dirOnly = strings.CutSuffix(line, "/")
		if line == "" {
			continue
		}
		key := plain{path: strings.Contains(line, "/"), dirOnly: p.dirOnly}
		key.text = strings.TrimPrefix(line, "/")
		if special := strings.IndexAny(key.text, `*?[\`); special >= 0 {
			p.glob = newGlob(key.text, special, !key.path)
		}
		l.patterns, keys = append(l.patterns, p), append(keys, key)
	}
	slices.Reverse(l.patterns)
	slices.Reverse(keys)
	for i, key := range keys {
		if l.patterns[i].glob != nil {
			l.globs = append(l.globs, i)
		} else if _, known := l.plain[key]; !known {
			l.plain[key] = i
		}
	}
	return l, 0
}

// match returns the pattern that decides about a path relative to the directory of the patterns, whose last part is
// base, or nil, and how many steps it took.
func (l *list) match(rel, base string, isDir bool) (decides *pattern, steps int) {
	if l == nil {
		return nil, 1
	}
	first := len(l.patterns)
	look := func(key plain) {
		if i, found := l.plain[key]; found {
			first = min(first, i)
		}
	}
	if len(l.plain) > 0 {
		look(plain{text: base})
		look(plain{text: rel, path: true})
		if isDir {
			look(plain{text: base, dirOnly: true})
			look(plain{text: rel, path: true, dirOnly: true})
		}
	}
	steps = 1
	for _, i := range l.globs {
		if i > first {
			break
		}
		p := &l.patterns[i]
		if steps++; p.dirOnly && !isDir {
			continue
		}
		matches, taken := p.glob.matches(rel, base)
		if steps += taken; matches {
			return p, steps
		}
	}
	if first == len(l.patterns) {
		return nil, steps
	}
	return &l.patterns[first], steps
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
