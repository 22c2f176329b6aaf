package config

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// pattern matches a name as a whole. It keeps the set of places in the name to which what stands before may have led, and
// so takes time in proportion to the pattern and the name: nothing is tried again.
type pattern struct {
	text        string // as it is written
	start, last string // what the name begins and ends with
	parts       []part
}

// part is what a pattern says of one character, or of several.
type part struct {
	is      partKind
	byte    byte
	negated bool
	ranges  [][2]rune
	either  [][]part
}

type partKind uint8

const (
	aByte     partKind = iota
	aRune              // ?
	aClass             // [a-z]
	aStar              // *
	oneOf              // {a,b}
	undefined          // what ends too early
)

// newPattern reads a pattern, whose syntax is that of doublestar.
func newPattern(text string) *pattern {
	p := &pattern{text: text}
	p.parts, _ = readParts(text, 0, false)
	plain := func(parts []part, i int) bool { return i >= 0 && i < len(parts) && parts[i].is == aByte }
	for i := 0; plain(p.parts, i); i++ {
		p.start += string([]byte{p.parts[i].byte})
	}
	from := len(p.parts)
	for plain(p.parts, from-1) {
		from--
	}
	for _, part := range p.parts[from:] {
		p.last += string([]byte{part.byte})
	}
	return p
}

// readParts reads the parts that begin at a place, in braces up to the next comma or the brace that ends them, and
// returns where that stands.
func readParts(text string, at int, inBraces bool) (parts []part, end int) {
	for at < len(text) {
		switch c := text[at]; {
		case inBraces && (c == ',' || c == '}'):
			return parts, at
		case c == '*':
			if n := len(parts); n == 0 || parts[n-1].is != aStar {
				parts = append(parts, part{is: aStar})
			}
		case c == '?':
			parts = append(parts, part{is: aRune})
		case c == '[':
			var class part
			class, at = readClass(text, at)
			parts = append(parts, class)
		case c == '{':
			braces := part{is: oneOf}
			for more := true; more; {
				var one []part
				one, at = readParts(text, at+1, true)
				braces.either = append(braces.either, one)
				more = at < len(text) && text[at] == ','
			}
			parts = append(parts, braces)
		case c == '\\' && at+1 < len(text):
			at++
			parts = append(parts, part{byte: text[at]})
		default:
			parts = append(parts, part{byte: c})
		}
		at++
	}
	return parts, at
}

// readClass reads the class that opens at a place, and returns where it closes.
func readClass(text string, at int) (class part, end int) {
	class.is = aClass
	at++
	if at < len(text) && (text[at] == '!' || text[at] == '^') {
		class.negated = true
		at++
	}
	one := func() rune {
		if text[at] == '\\' && at+1 < len(text) {
			at++
		}
		r, width := utf8.DecodeRuneInString(text[at:])
		at += width
		return r
	}
	for at < len(text) && text[at] != ']' {
		from := one()
		to := from
		if at+1 < len(text) && text[at] == '-' && text[at+1] != ']' {
			at++
			to = one()
		}
		class.ranges = append(class.ranges, [2]rune{from, to})
	}
	if at >= len(text) {
		class.is = undefined
	}
	slices.SortStableFunc(class.ranges, func(a, b [2]rune) int { return cmp.Compare(a[0], b[0]) })
	apart := class.ranges[:0]
	for _, within := range class.ranges {
		if n := len(apart); n > 0 && within[0] <= apart[n-1][1] {
			apart[n-1][1] = max(apart[n-1][1], within[1])
		} else if within[0] <= within[1] {
			apart = append(apart, within)
		}
	}
	class.ranges = apart
	return class, at
}

// matches reports whether the name matches.
func (p *pattern) matches(n *name) bool {
	if !strings.HasPrefix(n.text, p.start) || !strings.HasSuffix(n.text, p.last) {
		return false
	}
	n.prepare()
	clear(n.at)
	n.at[0] = 1
	n.follow(p.parts, n.at)
	return n.at[len(n.text)/64]&(1<<(len(n.text)%64)) != 0
}

// name is a name that is held against patterns.
type name struct {
	text   string
	starts places   // where characters begin, and the end
	bytes  [256]int // where in masks the one of a byte begins, plus one; 0 is nowhere
	masks  places   // where each byte stands
	at     places   // room to match
	steps  int      // that were taken
}

// places is a set of places in a name, as bits: that of a place is how many bytes stand before it.
type places []uint64

func (s places) add(i int) { s[i/64] |= 1 << (i % 64) }

// first returns the first place, or -1.
func (s places) first() int {
	for w, word := range s {
		if word != 0 {
			return w*64 + bits.TrailingZeros64(word)
		}
	}
	return -1
}

// prepare notes what stands where.
func (n *name) prepare() {
	if n.at != nil {
		return
	}
	words := len(n.text)/64 + 1
	n.steps += 4 * len(n.text)
	n.at, n.starts = make(places, words), make(places, words)
	n.starts.add(len(n.text))
	for i := range n.text {
		n.starts.add(i)
	}
	for i := range len(n.text) {
		mask := &n.bytes[n.text[i]]
		if *mask == 0 {
			*mask = len(n.masks) + 1
			n.masks = append(n.masks, make(places, words)...)
		}
		n.masks[*mask-1:].add(i)
	}
}

// follow moves a set of places on over parts.
func (n *name) follow(parts []part, at places) {
	for i := range parts {
		first := at.first()
		if n.steps += 2 + 2*len(at); first < 0 {
			return
		}
		switch p := &parts[i]; p.is {
		case aByte:
			n.byte(p.byte, at)
		case aStar:
			at[first/64] |= ^uint64(0) << (first % 64)
			for w := first/64 + 1; w < len(at); w++ {
				at[w] = ^uint64(0)
			}
			for w := range at {
				at[w] &= n.starts[w]
			}
		case oneOf:
			n.either(p.either, at)
		default:
			n.rune(p, at)
		}
	}
}

// byte moves places on over a byte.
func (n *name) byte(b byte, at places) {
	if n.bytes[b] == 0 {
		clear(at)
		return
	}
	mask, carry := n.masks[n.bytes[b]-1:], uint64(0)
	for w := range at {
		stays := at[w] & mask[w]
		at[w] = stays<<1 | carry
		carry = stays >> 63
	}
}

// either moves places on over one of several lists of parts.
func (n *name) either(lists [][]part, at places) {
	all, one := make(places, len(at)), make(places, len(at))
	for _, parts := range lists {
		copy(one, at)
		n.follow(parts, one)
		for w := range all {
			all[w] |= one[w]
		}
	}
	copy(at, all)
}

// rune moves places on over a character.
func (n *name) rune(p *part, at places) {
	next := make(places, len(at))
	for w, word := range at {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			if i == len(n.text) {
				break
			}
			n.steps += 2 + bits.Len(uint(len(p.ranges)))
			if r, width := utf8.DecodeRuneInString(n.text[i:]); p.holds(r) {
				next.add(i + width)
			}
		}
	}
	copy(at, next)
}

// holds reports whether a part is about a character.
func (p *part) holds(r rune) bool {
	if p.is != aClass {
		return p.is == aRune
	}
	i, is := slices.BinarySearchFunc(p.ranges, r, func(within [2]rune, r rune) int { return cmp.Compare(within[0], r) })
	return (is || i > 0 && r <= p.ranges[i-1][1]) != p.negated
}
