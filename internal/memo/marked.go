package memo

import (
	"regexp"
	"strings"
)

// Marked is an expression that is asked only of texts with its mark, without which none matches: to look for the mark
// takes a hundredth of the time.
type Marked struct {
	mark    string
	pattern func() *regexp.Regexp
}

// WithMark is Regexp for a pattern of which every match holds a mark.
func WithMark(mark, pattern string) Marked { return Marked{mark, Regexp(pattern)} }

// Match reports whether a text matches.
func (m Marked) Match(s string) bool {
	return strings.Contains(s, m.mark) && m.pattern().MatchString(s)
}

// Find returns the text of the first match and those of its groups, or nil.
func (m Marked) Find(s string) []string {
	if !strings.Contains(s, m.mark) {
		return nil
	}
	return m.pattern().FindStringSubmatch(s)
}

// FindIndex returns the places of the first match and of its groups, or nil.
func (m Marked) FindIndex(s string) []int {
	if !strings.Contains(s, m.mark) {
		return nil
	}
	return m.pattern().FindStringSubmatchIndex(s)
}
