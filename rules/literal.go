package rules

import "regexp/syntax"

// literal returns a text that every match of a regular expression holds, the longest that is easily found, or "": texts
// without it need not be matched, and to look for it is far quicker.
func literal(pattern string) string {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	return literalOf(parsed)
}

func literalOf(re *syntax.Regexp) string {
	switch {
	case re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0:
		return string(re.Rune)
	case re.Op == syntax.OpCapture, re.Op == syntax.OpPlus, re.Op == syntax.OpRepeat && re.Min > 0:
		return literalOf(re.Sub[0])
	case re.Op == syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if found := literalOf(sub); len(found) > len(longest) {
				longest = found
			}
		}
		return longest
	}
	return ""
}
