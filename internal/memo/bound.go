package memo

import (
	"fmt"
	"regexp"
	"regexp/syntax"
)

const (
	// maxRepeats is how often the parts of a pattern of somebody else may be repeated by counts, taken together: matching
	// takes as much longer.
	maxRepeats = 256
	// maxSteps is how many steps the program of such a pattern may have, each of which may be tried for each character.
	maxSteps = 1000
	// maxBounds is how many bounds of classes such a program may have, 4 bytes each: 0.8 MB.
	maxBounds = 200_000
	// MaxWide is how many classes beyond ASCII the patterns of a file may have: under (?i), one takes up to 4 ms to read.
	MaxWide = 100
	// maxBytes is how many bytes all patterns of a file may have.
	maxBytes = 50_000
)

var wide = Regexp(`\\[pP]|-(?:\\x\{|[^\x00-\x7f])`)

// Wide returns how many classes beyond ASCII a pattern may have, such as \pL and [a-é].
func Wide(pattern string) int { return len(wide().FindAllStringIndex(pattern, -1)) }

// TooCostly is the error of a pattern that may be a good one, and takes too long to read or to match.
type TooCostly struct{ why string }

func (e *TooCostly) Error() string { return e.why }

func tooCostly(format string, args ...any) error {
	return &TooCostly{why: fmt.Sprintf(format, args...)}
}

// Patterns reads the patterns of one file of a repository within a bound. The zero value has read none.
type Patterns struct{ wide, bytes int }

// Parse reads a pattern. An error is a *syntax.Error or *TooCostly.
func (p *Patterns) Parse(pattern string) (*syntax.Regexp, error) {
	n := Wide(pattern)
	if p.wide += n; n > 0 && p.wide > MaxWide {
		return nil, tooCostly("with it there are %d classes beyond ASCII, and %d are the most; write fewer", p.wide, MaxWide)
	}
	if p.bytes += len(pattern); p.bytes > maxBytes {
		return nil, tooCostly("with it there are %d bytes of patterns, and %d are the most; write fewer", p.bytes, maxBytes)
	}
	return syntax.Parse(pattern, syntax.Perl)
}

// Compile reads a pattern and compiles it. An error is a *syntax.Error or *TooCostly.
func (p *Patterns) Compile(pattern string) (*regexp.Regexp, error) {
	parsed, err := p.Parse(pattern)
	if err != nil {
		return nil, err
	}
	if n := repeats(parsed); n > maxRepeats {
		return nil, tooCostly("its counts repeat %d parts, and %d are the most; write * or +, or smaller counts", n, maxRepeats)
	}
	switch steps, bounds := size(parsed); {
	case steps > maxSteps:
		return nil, tooCostly("it has %d steps, and %d are the most; divide it into several patterns", steps, maxSteps)
	case bounds > maxBounds:
		return nil, tooCostly("its counts repeat classes with %d bounds in all, and %d are the most; write * or +, or "+
			"smaller counts", bounds, maxBounds)
	}
	return regexp.Compile(pattern)
}

// Compile compiles a pattern that stands alone in a repository, as that of Patterns does.
func Compile(pattern string) (*regexp.Regexp, error) { return new(Patterns).Compile(pattern) }

// size returns how many steps the program of an expression has, which is what matching takes at most for each character,
// and how many bounds its classes have.
func size(parsed *syntax.Regexp) (steps, bounds int) {
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return 0, 0
	}
	for i := range program.Inst {
		bounds += len(program.Inst[i].Rune)
	}
	return len(program.Inst), bounds
}

// repeats returns how many parts an expression has that counts repeat.
func repeats(re *syntax.Regexp) int {
	n := 0
	for _, sub := range re.Sub {
		n += repeats(sub)
	}
	if re.Op == syntax.OpRepeat {
		n = max(1, n) * max(1, re.Min, re.Max)
	}
	return n
}
