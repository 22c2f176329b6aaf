package verifycmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// set returns the words of a text.
func set(words string) map[string]bool {
	s := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		s[word] = true
	}
	return s
}

// Words that tell a sentence from a command. The strong ones are hardly ever an argument, the weak ones may be.
var (
	strong = set("that the this these those is are was were be been should must shall will would could does doesn't " +
		"isn't aren't don't sure it its there they you your we our when because without every each successfully " +
		"correctly")
	weak = set("a an and or of to for with in at by from as not no into after before via if then on per against " +
		"between")
	// imperatives and articles start a sentence and are no program.
	imperatives = set("check verify ensure confirm validate inspect review visit click navigate start run see execute " +
		"compare assert try login log use visually manually manual the a an all each every no both")
	// placeholders stand where a command should be.
	placeholders = set("tbd todo none n/a na manual manually pending tba fixme nothing _none_ see")
	// freeText are commands whose arguments may well be a sentence.
	freeText = set("echo printf grep egrep fgrep rg ag ack sed awk say git gh logger jq yq expr claude codex gemini " +
		"aider")
	// plainArgs are commands whose arguments are files or operators, so that plain words say more.
	plainArgs = set("find test")
)

// evidence counts what tells a sentence from a command in the words behind the first.
type evidence struct{ all, words, strong, weak, shell int }

func weigh(fields []string) evidence {
	e := evidence{all: len(fields)}
	for _, field := range fields {
		word := strings.ToLower(strings.Trim(field, ".,:;!?()\"“”'"))
		switch {
		case strings.HasPrefix(field, "-") && len(field) > 1,
			strings.ContainsAny(strings.TrimRight(field, ";"), "|&$<>=;{}"):
			e.shell++
		case strong[word]:
			e.strong++
		case weak[word]:
			e.weak++
		case isWord(word):
			e.words++
		}
	}
	e.words += e.strong + e.weak
	return e
}

// prose reports whether a line is a sentence. It asks for strong evidence where the first word is a command, since
// many commands are English words.
func prose(line string, known func(name string) bool) bool {
	// isProgram reports whether the shell would take a word for a command that exists.
	isProgram := func(name string) bool { return syntax.IsKeyword(name) || known(name) }
	first, _, _ := strings.Cut(line, " ")
	if strings.Count(line, " ") < 3 && isProgram(first) && !plainArgs[first] {
		return false // as nearly all are
	}
	fields := strings.Fields(line[:min(len(line), 2000)])
	if len(fields) < 2 {
		return placeholders[strings.ToLower(strings.Trim(line, ".:!?…"))] || strings.Trim(line, ".…?") == ""
	}
	first = fields[0]
	e := weigh(fields[1:])
	switch {
	case syntax.IsKeyword(first):
		return e.strong > 0 && e.shell == 0 && e.words == e.all && !strings.Contains(line, ";") && fields[1] != "in" &&
			(e.all == 1 || fields[2] != "in")
	case isProgram(first):
		return proseBehind(first, fields[1:], e)
	case strings.ContainsAny(first, "=$/\"'`~{}[]()|&;<>!*?#") && !strings.HasPrefix(first, "**"):
		return false // a path, an assignment, an expansion, an operator
	case e.shell > 0 && e.strong == 0:
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(first, "*_"))
	upper, lower := unicode.IsUpper(r), strings.ToLower(strings.Trim(first, ".,:;*_"))
	last := fields[len(fields)-1]
	switch {
	case upper && isProgram(lower): // a command with a capital, or a sentence that starts like one
		return e.strong+e.weak > 0 && e.all >= 2
	case imperatives[lower]:
		return e.strong+e.weak > 0 || isWord(fields[1])
	case upper:
		return e.strong+e.weak > 0 || isWord(fields[1]) || strings.HasSuffix(first, ":")
	case e.strong > 0 && e.all >= 2:
		return true
	case strings.ContainsAny(last[len(last)-1:], ".!?"):
		return e.all >= 2 && e.words >= e.all-1 && isWord(last)
	}
	return isWord(first) && e.words == e.all && (e.all >= 4 || e.all >= 2 && e.weak > 0)
}

// proseBehind reports whether a line is a sentence though it starts with the name of a command.
func proseBehind(first string, args []string, e evidence) bool {
	switch {
	case freeText[first] || e.shell > 0 || e.words < e.all:
		return false
	case plainArgs[first]:
		return e.all >= 2 && (e.strong+e.weak > 0 || args[0] == "all" || e.all >= 4)
	}
	return e.all >= 3 && e.strong > 0 || e.all >= 4 && e.weak > 1
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

// plainWords reports whether all that follows a command's name are words of a natural language.
func (c command) plainWords() bool {
	for _, w := range c.words[1:] {
		if !isWord(w.text) {
			return false
		}
	}
	return true
}

// strong reports whether a word behind a command's name is hardly ever an argument.
func (c command) strong() bool {
	for _, w := range c.words[1:] {
		if strong[strings.ToLower(strings.TrimRight(w.text, ".,:;!?"))] {
			return true
		}
	}
	return false
}
