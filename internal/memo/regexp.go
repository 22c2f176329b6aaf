package memo

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns the compiled pattern, which must be right. It is compiled when first asked
// for: a process needs few of the many patterns that rules are made of, and should not wait for all when it starts. It is
// not inlined: where it is, each of the many patterns brings 450 bytes of code of its own.
//
//go:noinline
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
