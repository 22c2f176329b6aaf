package rules

import (
	"regexp"

	"github.com/nplint/nplint/internal/memo"
)

// Lazy is memo.Regexp.
func Lazy(pattern string) func() *regexp.Regexp { return memo.Regexp(pattern) }
