package memo

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns the compiled pattern, which must be right. It is compiled when first asked
// for: a process needs few of the many patterns that rules are made of, and should not wait for all when it starts.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
