package memo

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// Pattern is an expression with texts of which every match holds one, so that it is asked only where one of them occurs: to
// find that out takes a hundredth of the time. Real trees of Claude Code take 15 % less CPU.
type Pattern struct {
	*regexp.Regexp
	uses  atomic.Int32
	needs atomic.Pointer[wanted] // nil before anybody has looked
}

// wanted is what every match of an expression holds one text of; none if nothing is known.
type wanted struct {
	texts []need
	first bool // a match is where a text begins
}

// few is how often an expression is asked before it is looked through: in a run over one file most are asked less.
const few = 20

// near is how long a text is at most that is looked through for an expression whose match is where a text begins: such
// a one is asked of all that follows a place, at very many places of one line or file, and tells soon by itself.
const near = 1000

// Regexp returns a function that returns the compiled pattern, which must be right. It is compiled when first asked
// for: a process needs few of the many patterns that rules are made of, and should not wait for all when it starts. It is
// not inlined: where it is, each of the many patterns brings 450 bytes of code of its own.
//
//go:noinline
func Regexp(pattern string) func() *Pattern {
	return sync.OnceValue(func() *Pattern {
		return &Pattern{Regexp: regexp.MustCompile(pattern)}
	})
}

// need is a text; lower-case letters of one that is folded stand for upper-case ones, too.
type need struct {
	text string
	fold bool
}

// in reports whether a text holds it.
func (n *need) in(s string) bool {
	if !n.fold {
		return strings.Contains(s, n.text)
	}
	for i := range len(s) - len(n.text) + 1 {
		if same(s[i], n.text[0]) {
			k := 1
			for k < len(n.text) && same(s[i+k], n.text[k]) {
				k++
			}
			if k == len(n.text) {
				return true
			}
		}
	}
	return false
}

// same reports whether a byte is another one, or that in upper case.
func same(c, low byte) bool { return c == low || 'a' <= low && low <= 'z' && c|0x20 == low }

// may reports whether there may be a match in a text.
func (p *Pattern) may(s string) bool {
	known := p.needs.Load()
	if known == nil {
		if p.uses.Add(1) < few {
			return true
		}
		known = &wanted{}
		if tree, err := syntax.Parse(p.String(), syntax.Perl); err == nil {
			known.texts, known.first = needs(tree), atBegin(tree)
		}
		p.needs.Store(known)
	}
	if known.first && len(s) > near {
		return true
	}
	for i := range known.texts {
		if known.texts[i].in(s) {
			return true
		}
	}
	return len(known.texts) == 0
}

// atBegin reports whether every match of an expression is where a text begins.
func atBegin(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText:
		return true
	case syntax.OpConcat, syntax.OpCapture:
		return atBegin(re.Sub[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !atBegin(sub) })
	}
	return false
}

// MatchString is that of regexp.Regexp.
func (p *Pattern) MatchString(s string) bool { return p.may(s) && p.Regexp.MatchString(s) }

// FindString is that of regexp.Regexp.
func (p *Pattern) FindString(s string) string {
	if !p.may(s) {
		return ""
	}
	return p.Regexp.FindString(s)
}

// FindStringIndex is that of regexp.Regexp.
func (p *Pattern) FindStringIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindStringIndex(s)
}

// FindStringSubmatch is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindStringSubmatch(s)
}

// FindStringSubmatchIndex is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindStringSubmatchIndex(s)
}

// FindAllString is that of regexp.Regexp.
func (p *Pattern) FindAllString(s string, n int) []string {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindAllString(s, n)
}

// FindAllStringIndex is that of regexp.Regexp.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is that of regexp.Regexp.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of regexp.Regexp.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is that of regexp.Regexp.
func (p *Pattern) ReplaceAllString(s, by string) string {
	if !p.may(s) {
		return s
	}
	return p.Regexp.ReplaceAllString(s, by)
}

// mostNeeds is how many texts are looked for at most.
const mostNeeds = 16

// needs returns texts of which every match of an expression holds one, as long ones as it can tell; nil if it can tell none.
func needs(re *syntax.Regexp) []need {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCharClass:
		return class(re)
	case syntax.OpCapture, syntax.OpPlus:
		return needs(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needs(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []need
		for _, sub := range re.Sub {
			if n := needs(sub); n != nil && (best == nil || worth(n) > worth(best)) {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		var all []need
		for _, sub := range re.Sub {
			n := needs(sub)
			if all = append(all, n...); n == nil || len(all) > mostNeeds {
				return nil
			}
		}
		return all
	}
	return nil
}

// literal returns the longest part of a text, which stands for other characters where case does not matter: of letters
// those of ASCII that only such letters are the same as.
func literal(re *syntax.Regexp) []need {
	fold := re.Flags&syntax.FoldCase != 0
	var best, run []rune
	for _, c := range re.Rune {
		low := unicode.ToLower(c)
		switch {
		case c == utf8.RuneError, fold && unicode.SimpleFold(c) != c && (low > unicode.MaxASCII || low == 'k' || low == 's'):
			run = nil
			continue
		case fold:
			c = low
		}
		if run = append(run, c); len(run) > len(best) {
			best = slices.Clone(run)
		}
	}
	if len(best) == 0 {
		return nil
	}
	return []need{{string(best), fold}}
}

// class returns the characters of a class of few.
func class(re *syntax.Regexp) (all []need) {
	for i := 0; i < len(re.Rune); i += 2 {
		for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
			if all = append(all, need{string(c), false}); c == utf8.RuneError || len(all) > mostNeeds {
				return nil
			}
		}
	}
	return all
}

// worth says how seldom one of some texts is found: a long one is rarer, one of several is not.
func worth(needs []need) int {
	n := len(needs[0].text)
	for _, need := range needs {
		n = min(n, len(need.text))
	}
	return n*mostNeeds - len(needs)
}
