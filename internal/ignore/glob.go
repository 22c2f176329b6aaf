package ignore

import (
	"math/bits"
	"strings"
	"sync"
)

// glob is a pattern with characters that have a meaning.
type glob struct {
	anywhere bool   // it is about names, wherever they are
	head     string // what all that it matches starts with
	rest     string // the pattern behind the head; all of it if it is about names
	tail     string // what all that it matches ends with
	once     sync.Once
	tokens   []token // of rest; nil if it matches nothing
}

// token is what a glob says of one byte or several.
type token struct {
	kind tokenKind
	byte byte
	set  *[256]bool
}

type tokenKind uint8

const (
	one   tokenKind = iota // this byte
	any1                   // ?
	inSet                  // a class
	star                   // *: what has no slash
	deep                   // ** at the end: anything
	dirs                   // **/: any number of directories
)

// newGlob returns the glob of a text whose first character with a meaning stands at special.
func newGlob(text string, special int, anywhere bool) *glob {
	g := &glob{anywhere: anywhere, head: text[:special], rest: text[special:]}
	last := strings.LastIndexAny(text, `*?[]\`)
	g.tail = strings.TrimPrefix(text[last+1:], "/") // no slash need be where **/ is
	if anywhere {
		g.rest = text // git matches names as a whole, so that stars behind something are not at a start
	}
	return g
}

// matches reports whether a path relative to the directory of the pattern, or its last part, matches, and how many steps
// that took.
func (g *glob) matches(rel, base string) (bool, int) {
	if g.anywhere {
		rel = base
	}
	if !strings.HasPrefix(rel, g.head) || !strings.HasSuffix(rel, g.tail) {
		return false, 0
	}
	if g.anywhere && g.rest[0] == '*' && len(g.tail) == len(g.rest)-1 {
		return true, 0
	}
	if !g.anywhere {
		rel = rel[len(g.head):]
	}
	steps := 0
	g.once.Do(func() { g.tokens, steps = compile(g.rest), 8*len(g.rest) })
	if g.tokens == nil {
		return false, steps
	}
	matches, taken := run(g.tokens, rel)
	return matches, steps + taken
}

// compile returns the tokens of a glob, or nil for one that matches nothing.
func compile(glob string) []token {
	tokens := make([]token, 0, len(glob))
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; c {
		case '*':
			start := i
			for i+1 < len(glob) && glob[i+1] == '*' {
				i++
			}
			rest := glob[i+1:]
			wide := i > start && (start == 0 || glob[start-1] == '/')
			switch {
			case wide && strings.HasPrefix(rest, "/"):
				if n := len(tokens); n == 0 || tokens[n-1].kind != dirs { // twice means the same
					tokens = append(tokens, token{kind: dirs})
				}
				i++
			case wide && (rest == "" || strings.HasPrefix(rest, `\/`)):
				tokens = append(tokens, token{kind: deep})
			default:
				tokens = append(tokens, token{kind: star})
			}
		case '?':
			tokens = append(tokens, token{kind: any1})
		case '[':
			set, end := class(glob, i)
			if end < 0 {
				return nil
			}
			tokens = append(tokens, token{kind: inSet, set: set})
			i = end
		case '\\':
			if i++; i == len(glob) {
				return nil
			}
			tokens = append(tokens, token{kind: one, byte: glob[i]})
		default:
			tokens = append(tokens, token{kind: one, byte: c})
		}
	}
	return tokens
}

// states are the places in a glob that a text may have come to, as bits.
type states []uint64

// add adds a place, and those behind what may be empty.
func (s states) add(tokens []token, at int) {
	s[at/64] |= 1 << (at % 64)
	for at < len(tokens) && tokens[at].kind >= star {
		at++
		s[at/64] |= 1 << (at % 64)
	}
}

// run matches a text as a whole, in time that grows with the text and the glob and no faster, and counts the steps.
func run(tokens []token, text string) (matches bool, steps int) {
	var room [2][4]uint64
	now, next := states(room[0][:]), states(room[1][:])
	words := len(tokens)/64 + 1
	if words > len(now) {
		now, next = make(states, words), make(states, words)
	}
	now, next = now[:words], next[:words]
	now.add(tokens, 0)
	for i := range len(text) {
		c := text[i]
		clear(next)
		alive := false
		for w, word := range now {
			steps++
			for ; word != 0; word &= word - 1 {
				at := w*64 + bits.TrailingZeros64(word)
				if at == len(tokens) {
					continue
				}
				steps++
				alive = step(tokens, at, c, next) || alive
			}
		}
		if !alive {
			return false, steps
		}
		now, next = next, now
	}
	return now[len(tokens)/64]&(1<<(len(tokens)%64)) != 0, steps
}

// step adds the places to which a byte leads from one, and reports whether there are any.
func step(tokens []token, at int, c byte, next states) bool {
	to := at
	switch t := &tokens[at]; t.kind {
	case one:
		if c != t.byte {
			return false
		}
		to++
	case any1:
		if c == '/' {
			return false
		}
		to++
	case inSet:
		if !t.set[c] {
			return false
		}
		to++
	case star:
		if c == '/' {
			return false
		}
	case dirs:
		if c != '/' {
			next[at/64] |= 1 << (at % 64) // what follows comes behind a slash
			return true
		}
	}
	next.add(tokens, to)
	return true
}
