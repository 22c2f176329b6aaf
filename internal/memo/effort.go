package memo

import (
	"regexp"
	"regexp/syntax"
)

const (
	// maxEffort is how many steps may be taken: about two seconds of patterns at their worst, some tenths of most.
	maxEffort = 3 << 26
	// maxUncounted is how many bytes patterns are matched against before their steps are counted, which would take longer.
	maxUncounted = 1 << 15
)

// Effort bounds what the patterns and schemas of a repository take over one document, by steps and never by the clock.
// The zero value has taken nothing, and nil has no bound.
type Effort struct {
	bytes, taken int
	steps        map[*regexp.Regexp]int
}

// Take takes steps, and reports whether there were enough left.
func (e *Effort) Take(steps int) bool {
	if e == nil {
		return true
	}
	e.taken += min(steps, maxEffort+1)
	return !e.Exceeded()
}

// Exceeded reports whether more was asked for than may be taken. What was found out until then is no verdict.
func (e *Effort) Exceeded() bool { return e != nil && e.taken > maxEffort }

// Allows takes the steps of looking for a pattern in a text, and reports whether there were enough left.
func (e *Effort) Allows(re *regexp.Regexp, text string) bool {
	if e == nil {
		return true
	}
	if e.bytes += len(text); e.bytes <= maxUncounted {
		return !e.Exceeded()
	}
	return e.Take(e.of(re) * len(text))
}

// Matches reports whether a pattern matches a text, and false where there is not enough left to know.
func (e *Effort) Matches(re *regexp.Regexp, text string) bool {
	return e.Allows(re, text) && re.MatchString(text)
}

// FindAll returns all matches of a pattern in a text with their groups. A match may take as long as the whole text.
func (e *Effort) FindAll(re *regexp.Regexp, text string) [][]int {
	if !e.Allows(re, text) {
		return nil
	}
	cost := max(1, e.of(re)*len(text))
	most := (maxEffort - e.taken) / cost
	found := re.FindAllStringSubmatchIndex(text, most+1)
	e.Take(cost * len(found))
	return found
}

// of returns how many steps a pattern takes at most for each character.
func (e *Effort) of(re *regexp.Regexp) int {
	n, known := e.steps[re]
	if !known {
		if parsed, err := syntax.Parse(re.String(), syntax.Perl); err == nil {
			n, _ = size(parsed)
		}
		if e.steps == nil {
			e.steps = map[*regexp.Regexp]int{}
		}
		e.steps[re] = n
	}
	return n
}
