package memo

import (
	"fmt"
	"regexp"
	"regexp/syntax"
)

// maxRepeats is how often the parts of a pattern of somebody else may be repeated by counts, taken together: matching
// takes as much longer.
const maxRepeats = 256

// Compile compiles a pattern that lies in a repository. The error also says why matching it may take too long.
func Compile(pattern string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err == nil {
		if n := repeats(parsed); n > maxRepeats {
			return nil, fmt.Errorf("its counts repeat %d parts, and %d are the most; write * or +, or smaller counts", n, maxRepeats)
		}
	}
	return regexp.Compile(pattern)
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
