package verifycmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

func set(words string) map[string]bool {
	s := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		s[word] = true
	}
	return s
}

// Words that tell a sentence from a command. The strong ones are hardly ever an argument, the weak ones may be.
var (
	strong = set("that the this these those is are was were be been should must shall will would could does doesn't isn't aren't don't sure it its there they you your we our when because without every each successfully correctly")
	weak   = set("a an and or of to for with in at by from as not no into after before via if then on per against between")
	// imperatives and articles start a sentence and are no program.
	imperatives = set("check verify ensure confirm validate inspect review visit click navigate start run see execute compare assert try login log use visually manually manual the a an all each every no both")
	// placeholders stand where a command should be.
	placeholders = set("tbd todo none n/a na manual manually pending tba fixme nothing _none_ see")
	// freeText are commands whose arguments may well be a sentence.
	freeText = set("echo printf grep egrep fgrep rg ag ack sed awk say git gh logger jq yq expr claude codex gemini aider")
	// plainArgs are commands whose arguments are files or operators, so that plain words say more.
	plainArgs = set("find test")
)

// prose reports whether a line is a sentence. It asks for strong evidence where the first word could be a command, since many commands are
// English words.
func (s *script) prose(line string) bool {
	first, _, _ := strings.Cut(line, " ")
	if strings.Count(line, " ") < 3 && s.program1(first) && !plainArgs[first] {
		return false
	}
	fields := strings.Fields(line[:min(len(line), 2000)])
	if len(fields) == 0 {
		return false
	}
	first = fields[0]
	if len(fields) == 1 {
		return placeholders[strings.ToLower(strings.Trim(first, ".:!?…"))] || strings.Trim(first, ".…?") == ""
	}
	n, words, strongs, weaks, shellish := len(fields)-1, 0, 0, 0, 0
	for _, field := range fields[1:] {
		word := strings.ToLower(strings.Trim(field, ".,:;!?()\"“”'"))
		switch {
		case strings.HasPrefix(field, "-") && len(field) > 1 || strings.ContainsAny(field, "|&$<>=;{}") && !strings.HasSuffix(field, ";"):
			shellish++
		case strong[word]:
			strongs++
			words++
		case weak[word]:
			weaks++
			words++
		case isWord(word):
			words++
		}
	}
	switch {
	case syntax.IsKeyword(first) && (strongs == 0 || strings.Contains(line, ";") || len(fields) > 2 && fields[2] == "in"):
		return false
	case s.program1(first):
		return shellish == 0 && s.proseAfter(first, fields, n, words, strongs, weaks)
	case strings.ContainsAny(first, "=$/\"'`~{}[]()|&;<>!*?#") && !strings.HasPrefix(first, "**"):
		return false // a path, an assignment, an expansion, an operator
	case shellish > 0 && strongs == 0:
		return false
	}
	last := fields[len(fields)-1]
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(first, "*_"))
	upper, lower := unicode.IsUpper(r), strings.ToLower(strings.Trim(first, ".,:;*_"))
	switch {
	case upper && s.program1(lower):
		return strongs+weaks > 0 && n >= 2
	case strongs > 0 && n >= 2, imperatives[lower] && words > 0 && isWord(fields[1]) || imperatives[lower] && strongs+weaks > 0:
		return true
	case upper && (strongs+weaks > 0 || isWord(fields[1]) && shellish == 0), strings.HasSuffix(first, ":") && upper:
		return true
	case n >= 2 && words >= n-1 && isWord(strings.TrimRight(last, ".!?")) && strings.ContainsAny(last[len(last)-1:], ".!?"):
		return true
	}
	return isWord(first) && words == n && (n >= 4 || n >= 2 && weaks > 0)
}

// program1 reports whether the shell would take a line's first word for a command that exists.
func (s *script) program1(name string) bool {
	return syntax.IsKeyword(name) || s.knows(name)
}

// proseAfter reports whether a line is a sentence though it starts with the name of a command.
func (s *script) proseAfter(first string, fields []string, n, words, strongs, weaks int) bool {
	switch {
	case freeText[first] || words < n:
		return false
	case first == "test" && n <= 3 && (fields[1] == "!" || len(fields) > 2 && strings.HasPrefix(fields[2], "-")):
		return false
	case plainArgs[first] && n >= 2:
		return strongs > 0 || weaks > 0 || n >= 2 && (fields[1] == "all" || n >= 4)
	}
	return strongs > 0 && n >= 3 || weaks > 1 && n >= 4
}

// isWord reports whether a text is a word of a natural language: letters, perhaps with a hyphen or apostrophe within.
func isWord(s string) bool {
	s = strings.TrimRight(s, ".,:;!?")
	for i, r := range s {
		if !unicode.IsLetter(r) && (r != '-' && r != '\'' && r != '’' || i == 0) {
			return false
		}
	}
	return s != ""
}
