package memo

import (
	"fmt"
	"regexp"
	"regexp/syntax"
)

// maxRepeats is how often the parts of a pattern of somebody else may be repeated by counts, taken together: matching
// takes as much longer.
const maxRepeats = 256

// maxSteps is how many steps the program of such a pattern may have, each of which may be tried for each character.
const maxSteps = 1000

// Compile compiles a pattern that lies in a repository. The error also says why matching it may take too long.
func Compile(pattern string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err == nil {
		if n := repeats(parsed); n > maxRepeats {
			return nil, fmt.Errorf("its counts repeat %d parts, and %d are the most; write * or +, or smaller counts",
				n, maxRepeats)
		}
		if n := steps(parsed); n > maxSteps {
			return nil, fmt.Errorf("it has %d steps, and %d are the most; divide it into several patterns", n, maxSteps)
		}
	}
	return regexp.Compile(pattern)
}

// steps returns how many steps the program of an expression has: matching takes at most so many for each character.
func steps(parsed *syntax.Regexp) int {
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return 0
	}
	return len(program.Inst)
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
